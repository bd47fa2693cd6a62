package math

import "math"

// Abs returns v with all components positive. Godot: Vector3.abs.
func (v Vector3) Abs() Vector3 { return Vector3{math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)} }

// Sign returns the sign of each component: -1, 0 or 1; 0 for NaN. Godot:
// Vector3.sign.
func (v Vector3) Sign() Vector3 { return Vector3{Sign(v.X), Sign(v.Y), Sign(v.Z)} }

// Floor returns v with each component rounded down. Godot: Vector3.floor.
func (v Vector3) Floor() Vector3 { return Vector3{math.Floor(v.X), math.Floor(v.Y), math.Floor(v.Z)} }

// Ceil returns v with each component rounded up. Godot: Vector3.ceil.
func (v Vector3) Ceil() Vector3 { return Vector3{math.Ceil(v.X), math.Ceil(v.Y), math.Ceil(v.Z)} }

// Round returns v with each component rounded to the nearest integer, halves
// away from zero. Godot: Vector3.round.
func (v Vector3) Round() Vector3 { return Vector3{math.Round(v.X), math.Round(v.Y), math.Round(v.Z)} }

// Snapped returns v with each component rounded to the nearest multiple of the
// same component of step, as [Snapped] does. Godot: Vector3.snapped.
func (v Vector3) Snapped(step Vector3) Vector3 {
	return Vector3{Snapped(v.X, step.X), Snapped(v.Y, step.Y), Snapped(v.Z, step.Z)}
}

// Snappedf returns v with each component rounded to the nearest multiple of step,
// as [Snapped] does. Godot: Vector3.snappedf.
func (v Vector3) Snappedf(step float64) Vector3 {
	return Vector3{Snapped(v.X, step), Snapped(v.Y, step), Snapped(v.Z, step)}
}

// Posmod returns [Fposmod] of each component and mod. Godot: Vector3.posmod.
func (v Vector3) Posmod(mod float64) Vector3 {
	return Vector3{Fposmod(v.X, mod), Fposmod(v.Y, mod), Fposmod(v.Z, mod)}
}

// PosmodV returns [Fposmod] of each component and the same component of mod.
// Godot: Vector3.posmodv.
func (v Vector3) PosmodV(mod Vector3) Vector3 {
	return Vector3{Fposmod(v.X, mod.X), Fposmod(v.Y, mod.Y), Fposmod(v.Z, mod.Z)}
}

// Max returns the larger of each pair of components; see [Max] about NaN. Godot:
// Vector3.max.
func (v Vector3) Max(b Vector3) Vector3 { return Vector3{Max(v.X, b.X), Max(v.Y, b.Y), Max(v.Z, b.Z)} }

// Maxf returns the larger of each component and f. Godot: Vector3.maxf.
func (v Vector3) Maxf(f float64) Vector3 { return Vector3{Max(v.X, f), Max(v.Y, f), Max(v.Z, f)} }

// Min returns the smaller of each pair of components; see [Min] about NaN. Godot:
// Vector3.min.
func (v Vector3) Min(b Vector3) Vector3 { return Vector3{Min(v.X, b.X), Min(v.Y, b.Y), Min(v.Z, b.Z)} }

// Minf returns the smaller of each component and f. Godot: Vector3.minf.
func (v Vector3) Minf(f float64) Vector3 { return Vector3{Min(v.X, f), Min(v.Y, f), Min(v.Z, f)} }

// Clamp returns v with each component held between those of lo and hi, as
// [Clamp] does. Godot: Vector3.clamp.
func (v Vector3) Clamp(lo, hi Vector3) Vector3 {
	return Vector3{Clamp(v.X, lo.X, hi.X), Clamp(v.Y, lo.Y, hi.Y), Clamp(v.Z, lo.Z, hi.Z)}
}

// Clampf returns v with each component held between lo and hi. Godot:
// Vector3.clampf.
func (v Vector3) Clampf(lo, hi float64) Vector3 {
	return Vector3{Clamp(v.X, lo, hi), Clamp(v.Y, lo, hi), Clamp(v.Z, lo, hi)}
}

// Inverse returns 1/x of each component; 0 gives an infinity. Godot:
// Vector3.inverse.
func (v Vector3) Inverse() Vector3 { return Vector3{1 / v.X, 1 / v.Y, 1 / v.Z} }

// MaxAxisIndex returns the index of the largest component, the first of them
// where several are equal. Godot: Vector3.max_axis_index.
func (v Vector3) MaxAxisIndex() int {
	best := 0
	for i := 1; i < 3; i++ {
		if v.At(i) > v.At(best) {
			best = i
		}
	}
	return best
}

// MinAxisIndex returns the index of the smallest component, the last of them
// where several are equal. Godot: Vector3.min_axis_index.
func (v Vector3) MinAxisIndex() int {
	best := 0
	for i := 1; i < 3; i++ {
		if v.At(i) <= v.At(best) {
			best = i
		}
	}
	return best
}

// IsEqualApprox reports whether all components are equal as [IsEqualApprox] has
// it. Godot: Vector3.is_equal_approx.
func (v Vector3) IsEqualApprox(b Vector3) bool {
	return IsEqualApprox(v.X, b.X) && IsEqualApprox(v.Y, b.Y) && IsEqualApprox(v.Z, b.Z)
}

// IsZeroApprox reports whether all components are smaller than [Epsilon]. Godot:
// Vector3.is_zero_approx.
func (v Vector3) IsZeroApprox() bool {
	return IsZeroApprox(v.X) && IsZeroApprox(v.Y) && IsZeroApprox(v.Z)
}

// IsFinite reports whether no component is infinite or NaN. Godot:
// Vector3.is_finite.
func (v Vector3) IsFinite() bool { return IsFinite(v.X) && IsFinite(v.Y) && IsFinite(v.Z) }

// Lerp returns the point at weight on the straight line from v (weight 0) to to
// (weight 1); other weights go beyond the ends. Godot: Vector3.lerp.
func (v Vector3) Lerp(to Vector3, weight float64) Vector3 {
	return Vector3{Lerp(v.X, to.X, weight), Lerp(v.Y, to.Y, weight), Lerp(v.Z, to.Z, weight)}
}

// CubicInterpolate returns the point at weight on the smooth curve from v to b
// that pre comes before and post after. Godot: Vector3.cubic_interpolate.
func (v Vector3) CubicInterpolate(b, pre, post Vector3, weight float64) Vector3 {
	return Vector3{
		CubicInterpolate(v.X, b.X, pre.X, post.X, weight),
		CubicInterpolate(v.Y, b.Y, pre.Y, post.Y, weight),
		CubicInterpolate(v.Z, b.Z, pre.Z, post.Z, weight),
	}
}

// CubicInterpolateInTime is [Vector3.CubicInterpolate] for points that are not evenly
// spaced: bTime, preTime and postTime are the times of b, pre and post where v
// is at 0. Godot: Vector3.cubic_interpolate_in_time.
func (v Vector3) CubicInterpolateInTime(b, pre, post Vector3, weight, bTime, preTime, postTime float64) Vector3 {
	return Vector3{
		CubicInterpolateInTime(v.X, b.X, pre.X, post.X, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Y, b.Y, pre.Y, post.Y, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Z, b.Z, pre.Z, post.Z, weight, bTime, preTime, postTime),
	}
}

// BezierInterpolate returns the point at weight on the Bézier curve from v to
// end with two control points. Godot: Vector3.bezier_interpolate.
func (v Vector3) BezierInterpolate(control1, control2, end Vector3, weight float64) Vector3 {
	return Vector3{
		BezierInterpolate(v.X, control1.X, control2.X, end.X, weight),
		BezierInterpolate(v.Y, control1.Y, control2.Y, end.Y, weight),
		BezierInterpolate(v.Z, control1.Z, control2.Z, end.Z, weight),
	}
}

// BezierDerivative returns the derivative at weight of the Bézier curve from v
// to end with two control points. Godot: Vector3.bezier_derivative.
func (v Vector3) BezierDerivative(control1, control2, end Vector3, weight float64) Vector3 {
	return Vector3{
		BezierDerivative(v.X, control1.X, control2.X, end.X, weight),
		BezierDerivative(v.Y, control1.Y, control2.Y, end.Y, weight),
		BezierDerivative(v.Z, control1.Z, control2.Z, end.Z, weight),
	}
}
