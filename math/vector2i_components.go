package math

// Abs returns v with all components positive; the least int32 stays what it is.
// Godot: Vector2i.abs.
func (v Vector2i) Abs() Vector2i { return Vector2i{absInt32(v.X), absInt32(v.Y)} }

// Sign returns the sign of each component: -1, 0 or 1. Godot: Vector2i.sign.
func (v Vector2i) Sign() Vector2i { return Vector2i{signInt32(v.X), signInt32(v.Y)} }

// Snapped returns v with each component rounded to the nearest multiple of the
// same component of step, as [Snapped] does. Godot: Vector2i.snapped.
func (v Vector2i) Snapped(step Vector2i) Vector2i {
	return Vector2i{snappedInt32(v.X, step.X), snappedInt32(v.Y, step.Y)}
}

// Snappedi returns v with each component rounded to the nearest multiple of step,
// as [Snapped] does. Godot: Vector2i.snappedi.
func (v Vector2i) Snappedi(step int32) Vector2i {
	return Vector2i{snappedInt32(v.X, step), snappedInt32(v.Y, step)}
}

// Max returns the larger of each pair of components. Godot: Vector2i.max.
func (v Vector2i) Max(b Vector2i) Vector2i { return Vector2i{max(v.X, b.X), max(v.Y, b.Y)} }

// Maxi returns the larger of each component and i. Godot: Vector2i.maxi.
func (v Vector2i) Maxi(i int32) Vector2i { return Vector2i{max(v.X, i), max(v.Y, i)} }

// Min returns the smaller of each pair of components. Godot: Vector2i.min.
func (v Vector2i) Min(b Vector2i) Vector2i { return Vector2i{min(v.X, b.X), min(v.Y, b.Y)} }

// Mini returns the smaller of each component and i. Godot: Vector2i.mini.
func (v Vector2i) Mini(i int32) Vector2i { return Vector2i{min(v.X, i), min(v.Y, i)} }

// Clamp returns v with each component held between those of lo and hi; see
// [Clamp] for lo above hi. Godot: Vector2i.clamp.
func (v Vector2i) Clamp(lo, hi Vector2i) Vector2i {
	return Vector2i{clampInt32(v.X, lo.X, hi.X), clampInt32(v.Y, lo.Y, hi.Y)}
}

// Clampi returns v with each component held between lo and hi. Godot:
// Vector2i.clampi.
func (v Vector2i) Clampi(lo, hi int32) Vector2i {
	return Vector2i{clampInt32(v.X, lo, hi), clampInt32(v.Y, lo, hi)}
}

// MaxAxisIndex returns the index of the largest component, the first of them
// where several are equal. Godot: Vector2i.max_axis_index.
func (v Vector2i) MaxAxisIndex() int {
	best := 0
	for i := 1; i < 2; i++ {
		if v.At(i) > v.At(best) {
			best = i
		}
	}
	return best
}

// MinAxisIndex returns the index of the smallest component, the last of them
// where several are equal. Godot: Vector2i.min_axis_index.
func (v Vector2i) MinAxisIndex() int {
	best := 0
	for i := 1; i < 2; i++ {
		if v.At(i) <= v.At(best) {
			best = i
		}
	}
	return best
}

// Aspect returns X divided by Y, of a size the ratio of width to height. Godot:
// Vector2i.aspect.
func (v Vector2i) Aspect() float64 { return float64(v.X) / float64(v.Y) }

// Length returns the length of v. Godot: Vector2i.length.
func (v Vector2i) Length() float64 { return v.Vector2().Length() }

// LengthSquared returns the square of the length, summed in 64 bits. Godot:
// Vector2i.length_squared.
func (v Vector2i) LengthSquared() int64 { return int64(v.X)*int64(v.X) + int64(v.Y)*int64(v.Y) }

// DistanceTo returns the distance from v to to; a difference beyond 32 bits
// wraps around. Godot: Vector2i.distance_to.
func (v Vector2i) DistanceTo(to Vector2i) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance from v to to. Godot:
// Vector2i.distance_squared_to.
func (v Vector2i) DistanceSquaredTo(to Vector2i) int64 { return to.Sub(v).LengthSquared() }
