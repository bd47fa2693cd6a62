package math

// Abs returns v with all components positive; the least int32 stays what it is.
// Godot: Vector3i.abs.
func (v Vector3i) Abs() Vector3i { return Vector3i{absInt32(v.X), absInt32(v.Y), absInt32(v.Z)} }

// Sign returns the sign of each component: -1, 0 or 1. Godot: Vector3i.sign.
func (v Vector3i) Sign() Vector3i { return Vector3i{signInt32(v.X), signInt32(v.Y), signInt32(v.Z)} }

// Snapped returns v with each component rounded to the nearest multiple of the
// same component of step, as [Snapped] does. Godot: Vector3i.snapped.
func (v Vector3i) Snapped(step Vector3i) Vector3i {
	return Vector3i{snappedInt32(v.X, step.X), snappedInt32(v.Y, step.Y), snappedInt32(v.Z, step.Z)}
}

// Snappedi returns v with each component rounded to the nearest multiple of step,
// as [Snapped] does. Godot: Vector3i.snappedi.
func (v Vector3i) Snappedi(step int32) Vector3i {
	return Vector3i{snappedInt32(v.X, step), snappedInt32(v.Y, step), snappedInt32(v.Z, step)}
}

// Max returns the larger of each pair of components. Godot: Vector3i.max.
func (v Vector3i) Max(b Vector3i) Vector3i {
	return Vector3i{max(v.X, b.X), max(v.Y, b.Y), max(v.Z, b.Z)}
}

// Maxi returns the larger of each component and i. Godot: Vector3i.maxi.
func (v Vector3i) Maxi(i int32) Vector3i { return Vector3i{max(v.X, i), max(v.Y, i), max(v.Z, i)} }

// Min returns the smaller of each pair of components. Godot: Vector3i.min.
func (v Vector3i) Min(b Vector3i) Vector3i {
	return Vector3i{min(v.X, b.X), min(v.Y, b.Y), min(v.Z, b.Z)}
}

// Mini returns the smaller of each component and i. Godot: Vector3i.mini.
func (v Vector3i) Mini(i int32) Vector3i { return Vector3i{min(v.X, i), min(v.Y, i), min(v.Z, i)} }

// Clamp returns v with each component held between those of lo and hi; see
// [Clamp] for lo above hi. Godot: Vector3i.clamp.
func (v Vector3i) Clamp(lo, hi Vector3i) Vector3i {
	return Vector3i{clampInt32(v.X, lo.X, hi.X), clampInt32(v.Y, lo.Y, hi.Y), clampInt32(v.Z, lo.Z, hi.Z)}
}

// Clampi returns v with each component held between lo and hi. Godot:
// Vector3i.clampi.
func (v Vector3i) Clampi(lo, hi int32) Vector3i {
	return Vector3i{clampInt32(v.X, lo, hi), clampInt32(v.Y, lo, hi), clampInt32(v.Z, lo, hi)}
}

// MaxAxisIndex returns the index of the largest component, the first of them
// where several are equal. Godot: Vector3i.max_axis_index.
func (v Vector3i) MaxAxisIndex() int {
	best := 0
	for i := 1; i < 3; i++ {
		if v.At(i) > v.At(best) {
			best = i
		}
	}
	return best
}

// MinAxisIndex returns the index of the smallest component, the last of them
// where several are equal. Godot: Vector3i.min_axis_index.
func (v Vector3i) MinAxisIndex() int {
	best := 0
	for i := 1; i < 3; i++ {
		if v.At(i) <= v.At(best) {
			best = i
		}
	}
	return best
}

// Length returns the length of v. Godot: Vector3i.length.
func (v Vector3i) Length() float64 { return v.Vector3().Length() }

// LengthSquared returns the square of the length, summed in 64 bits (which components
// near the limits of int32 exceed). Godot: Vector3i.length_squared.
func (v Vector3i) LengthSquared() int64 {
	return int64(v.X)*int64(v.X) + int64(v.Y)*int64(v.Y) + int64(v.Z)*int64(v.Z)
}

// DistanceTo returns the distance from v to to; a difference beyond 32 bits
// wraps around. Godot: Vector3i.distance_to.
func (v Vector3i) DistanceTo(to Vector3i) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance from v to to. Godot:
// Vector3i.distance_squared_to.
func (v Vector3i) DistanceSquaredTo(to Vector3i) int64 { return to.Sub(v).LengthSquared() }
