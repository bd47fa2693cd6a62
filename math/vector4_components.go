package math

import "math"

// Abs returns v with all components positive. Godot: Vector4.abs.
func (v Vector4) Abs() Vector4 {
	return Vector4{math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z), math.Abs(v.W)}
}

// Sign returns the sign of each component: -1, 0 or 1; 0 for NaN. Godot:
// Vector4.sign.
func (v Vector4) Sign() Vector4 { return Vector4{Sign(v.X), Sign(v.Y), Sign(v.Z), Sign(v.W)} }

// Floor returns v with each component rounded down. Godot: Vector4.floor.
func (v Vector4) Floor() Vector4 {
	return Vector4{math.Floor(v.X), math.Floor(v.Y), math.Floor(v.Z), math.Floor(v.W)}
}

// Ceil returns v with each component rounded up. Godot: Vector4.ceil.
func (v Vector4) Ceil() Vector4 {
	return Vector4{math.Ceil(v.X), math.Ceil(v.Y), math.Ceil(v.Z), math.Ceil(v.W)}
}

// Round returns v with each component rounded to the nearest integer, halves
// away from zero. Godot: Vector4.round.
func (v Vector4) Round() Vector4 {
	return Vector4{math.Round(v.X), math.Round(v.Y), math.Round(v.Z), math.Round(v.W)}
}

// Snapped returns v with each component rounded to the nearest multiple of the
// same component of step, as [Snapped] does. Godot: Vector4.snapped.
func (v Vector4) Snapped(step Vector4) Vector4 {
	return Vector4{Snapped(v.X, step.X), Snapped(v.Y, step.Y), Snapped(v.Z, step.Z), Snapped(v.W, step.W)}
}

// Snappedf returns v with each component rounded to the nearest multiple of step,
// as [Snapped] does. Godot: Vector4.snappedf.
func (v Vector4) Snappedf(step float64) Vector4 {
	return Vector4{Snapped(v.X, step), Snapped(v.Y, step), Snapped(v.Z, step), Snapped(v.W, step)}
}

// Posmod returns [Fposmod] of each component and mod. Godot: Vector4.posmod.
func (v Vector4) Posmod(mod float64) Vector4 {
	return Vector4{Fposmod(v.X, mod), Fposmod(v.Y, mod), Fposmod(v.Z, mod), Fposmod(v.W, mod)}
}

// PosmodV returns [Fposmod] of each component and the same component of mod.
// Godot: Vector4.posmodv.
func (v Vector4) PosmodV(mod Vector4) Vector4 {
	return Vector4{Fposmod(v.X, mod.X), Fposmod(v.Y, mod.Y), Fposmod(v.Z, mod.Z), Fposmod(v.W, mod.W)}
}

// Max returns the larger of each pair of components; see [Max] about NaN. Godot:
// Vector4.max.
func (v Vector4) Max(b Vector4) Vector4 {
	return Vector4{Max(v.X, b.X), Max(v.Y, b.Y), Max(v.Z, b.Z), Max(v.W, b.W)}
}

// Maxf returns the larger of each component and f. Godot: Vector4.maxf.
func (v Vector4) Maxf(f float64) Vector4 {
	return Vector4{Max(v.X, f), Max(v.Y, f), Max(v.Z, f), Max(v.W, f)}
}

// Min returns the smaller of each pair of components; see [Min] about NaN. Godot:
// Vector4.min.
func (v Vector4) Min(b Vector4) Vector4 {
	return Vector4{Min(v.X, b.X), Min(v.Y, b.Y), Min(v.Z, b.Z), Min(v.W, b.W)}
}

// Minf returns the smaller of each component and f. Godot: Vector4.minf.
func (v Vector4) Minf(f float64) Vector4 {
	return Vector4{Min(v.X, f), Min(v.Y, f), Min(v.Z, f), Min(v.W, f)}
}

// Clamp returns v with each component held between those of lo and hi, as
// [Clamp] does. Godot: Vector4.clamp.
func (v Vector4) Clamp(lo, hi Vector4) Vector4 {
	return Vector4{
		Clamp(v.X, lo.X, hi.X),
		Clamp(v.Y, lo.Y, hi.Y),
		Clamp(v.Z, lo.Z, hi.Z),
		Clamp(v.W, lo.W, hi.W),
	}
}

// Clampf returns v with each component held between lo and hi. Godot:
// Vector4.clampf.
func (v Vector4) Clampf(lo, hi float64) Vector4 {
	return Vector4{Clamp(v.X, lo, hi), Clamp(v.Y, lo, hi), Clamp(v.Z, lo, hi), Clamp(v.W, lo, hi)}
}

// Inverse returns 1/x of each component; 0 gives an infinity. Godot:
// Vector4.inverse.
func (v Vector4) Inverse() Vector4 { return Vector4{1 / v.X, 1 / v.Y, 1 / v.Z, 1 / v.W} }

// MaxAxisIndex returns the index of the largest component, the first of them
// where several are equal. Godot: Vector4.max_axis_index.
func (v Vector4) MaxAxisIndex() int {
	best := 0
	for i := 1; i < 4; i++ {
		if v.At(i) > v.At(best) {
			best = i
		}
	}
	return best
}

// MinAxisIndex returns the index of the smallest component, the last of them
// where several are equal. Godot: Vector4.min_axis_index.
func (v Vector4) MinAxisIndex() int {
	best := 0
	for i := 1; i < 4; i++ {
		if v.At(i) <= v.At(best) {
			best = i
		}
	}
	return best
}

// IsEqualApprox reports whether all components are equal as [IsEqualApprox] has
// it. Godot: Vector4.is_equal_approx.
func (v Vector4) IsEqualApprox(b Vector4) bool {
	return IsEqualApprox(v.X, b.X) && IsEqualApprox(v.Y, b.Y) && IsEqualApprox(v.Z, b.Z) && IsEqualApprox(v.W, b.W)
}

// IsZeroApprox reports whether all components are smaller than [Epsilon]. Godot:
// Vector4.is_zero_approx.
func (v Vector4) IsZeroApprox() bool {
	return IsZeroApprox(v.X) && IsZeroApprox(v.Y) && IsZeroApprox(v.Z) && IsZeroApprox(v.W)
}

// IsFinite reports whether no component is infinite or NaN. Godot:
// Vector4.is_finite.
func (v Vector4) IsFinite() bool {
	return IsFinite(v.X) && IsFinite(v.Y) && IsFinite(v.Z) && IsFinite(v.W)
}

// Lerp returns the point at weight on the straight line from v (weight 0) to to
// (weight 1); other weights go beyond the ends. Godot: Vector4.lerp.
func (v Vector4) Lerp(to Vector4, weight float64) Vector4 {
	return Vector4{
		Lerp(v.X, to.X, weight),
		Lerp(v.Y, to.Y, weight),
		Lerp(v.Z, to.Z, weight),
		Lerp(v.W, to.W, weight),
	}
}

// CubicInterpolate returns the point at weight on the smooth curve from v to b
// that pre comes before and post after. Godot: Vector4.cubic_interpolate.
func (v Vector4) CubicInterpolate(b, pre, post Vector4, weight float64) Vector4 {
	return Vector4{
		CubicInterpolate(v.X, b.X, pre.X, post.X, weight),
		CubicInterpolate(v.Y, b.Y, pre.Y, post.Y, weight),
		CubicInterpolate(v.Z, b.Z, pre.Z, post.Z, weight),
		CubicInterpolate(v.W, b.W, pre.W, post.W, weight),
	}
}

// CubicInterpolateInTime is [Vector4.CubicInterpolate] for points that are not evenly
// spaced: bTime, preTime and postTime are the times of b, pre and post where v
// is at 0. Godot: Vector4.cubic_interpolate_in_time.
func (v Vector4) CubicInterpolateInTime(b, pre, post Vector4, weight, bTime, preTime, postTime float64) Vector4 {
	return Vector4{
		CubicInterpolateInTime(v.X, b.X, pre.X, post.X, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Y, b.Y, pre.Y, post.Y, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Z, b.Z, pre.Z, post.Z, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.W, b.W, pre.W, post.W, weight, bTime, preTime, postTime),
	}
}
