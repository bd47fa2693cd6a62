package math

// Abs returns v with all components positive; the least int32 stays what it is.
// Godot: Vector4i.abs.
func (v Vector4i) Abs() Vector4i {
	return Vector4i{absInt32(v.X), absInt32(v.Y), absInt32(v.Z), absInt32(v.W)}
}

// Sign returns the sign of each component: -1, 0 or 1. Godot: Vector4i.sign.
func (v Vector4i) Sign() Vector4i {
	return Vector4i{signInt32(v.X), signInt32(v.Y), signInt32(v.Z), signInt32(v.W)}
}

// Snapped returns v with each component rounded to the nearest multiple of the
// same component of step, as [Snapped] does. Godot: Vector4i.snapped.
func (v Vector4i) Snapped(step Vector4i) Vector4i {
	return Vector4i{
		snappedInt32(v.X, step.X),
		snappedInt32(v.Y, step.Y),
		snappedInt32(v.Z, step.Z),
		snappedInt32(v.W, step.W),
	}
}

// Snappedi returns v with each component rounded to the nearest multiple of step,
// as [Snapped] does. Godot: Vector4i.snappedi.
func (v Vector4i) Snappedi(step int32) Vector4i {
	return Vector4i{
		snappedInt32(v.X, step),
		snappedInt32(v.Y, step),
		snappedInt32(v.Z, step),
		snappedInt32(v.W, step),
	}
}

// Max returns the larger of each pair of components. Godot: Vector4i.max.
func (v Vector4i) Max(b Vector4i) Vector4i {
	return Vector4i{max(v.X, b.X), max(v.Y, b.Y), max(v.Z, b.Z), max(v.W, b.W)}
}

// Maxi returns the larger of each component and i. Godot: Vector4i.maxi.
func (v Vector4i) Maxi(i int32) Vector4i {
	return Vector4i{max(v.X, i), max(v.Y, i), max(v.Z, i), max(v.W, i)}
}

// Min returns the smaller of each pair of components. Godot: Vector4i.min.
func (v Vector4i) Min(b Vector4i) Vector4i {
	return Vector4i{min(v.X, b.X), min(v.Y, b.Y), min(v.Z, b.Z), min(v.W, b.W)}
}

// Mini returns the smaller of each component and i. Godot: Vector4i.mini.
func (v Vector4i) Mini(i int32) Vector4i {
	return Vector4i{min(v.X, i), min(v.Y, i), min(v.Z, i), min(v.W, i)}
}

// Clamp returns v with each component held between those of lo and hi; see
// [Clamp] for lo above hi. Godot: Vector4i.clamp.
func (v Vector4i) Clamp(lo, hi Vector4i) Vector4i {
	return Vector4i{
		clampInt32(v.X, lo.X, hi.X),
		clampInt32(v.Y, lo.Y, hi.Y),
		clampInt32(v.Z, lo.Z, hi.Z),
		clampInt32(v.W, lo.W, hi.W),
	}
}

// Clampi returns v with each component held between lo and hi. Godot:
// Vector4i.clampi.
func (v Vector4i) Clampi(lo, hi int32) Vector4i {
	return Vector4i{
		clampInt32(v.X, lo, hi),
		clampInt32(v.Y, lo, hi),
		clampInt32(v.Z, lo, hi),
		clampInt32(v.W, lo, hi),
	}
}

// MaxAxisIndex returns the index of the largest component, the first of them
// where several are equal. Godot: Vector4i.max_axis_index.
func (v Vector4i) MaxAxisIndex() int {
	best := 0
	for i := 1; i < 4; i++ {
		if v.At(i) > v.At(best) {
			best = i
		}
	}
	return best
}

// MinAxisIndex returns the index of the smallest component, the last of them
// where several are equal. Godot: Vector4i.min_axis_index.
func (v Vector4i) MinAxisIndex() int {
	best := 0
	for i := 1; i < 4; i++ {
		if v.At(i) <= v.At(best) {
			best = i
		}
	}
	return best
}

// Length returns the length of v. Godot: Vector4i.length.
func (v Vector4i) Length() float64 { return v.Vector4().Length() }

// LengthSquared returns the square of the length, summed in 64 bits (which components
// near the limits of int32 exceed). Godot: Vector4i.length_squared.
func (v Vector4i) LengthSquared() int64 {
	return int64(v.X)*int64(v.X) + int64(v.Y)*int64(v.Y) + int64(v.Z)*int64(v.Z) + int64(v.W)*int64(v.W)
}

// DistanceTo returns the distance from v to to; a difference beyond 32 bits
// wraps around. Godot: Vector4i.distance_to.
func (v Vector4i) DistanceTo(to Vector4i) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance from v to to. Godot:
// Vector4i.distance_squared_to.
func (v Vector4i) DistanceSquaredTo(to Vector4i) int64 { return to.Sub(v).LengthSquared() }
