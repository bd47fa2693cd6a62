package math

import "math"

// Abs returns v with all components positive. Godot: Vector2.abs.
func (v Vector2) Abs() Vector2 { return Vector2{math.Abs(v.X), math.Abs(v.Y)} }

// Sign returns the sign of each component: -1, 0 or 1; 0 for NaN. Godot:
// Vector2.sign.
func (v Vector2) Sign() Vector2 { return Vector2{Sign(v.X), Sign(v.Y)} }

// Floor returns v with each component rounded down. Godot: Vector2.floor.
func (v Vector2) Floor() Vector2 { return Vector2{math.Floor(v.X), math.Floor(v.Y)} }

// Ceil returns v with each component rounded up. Godot: Vector2.ceil.
func (v Vector2) Ceil() Vector2 { return Vector2{math.Ceil(v.X), math.Ceil(v.Y)} }

// Round returns v with each component rounded to the nearest integer, halves
// away from zero. Godot: Vector2.round.
func (v Vector2) Round() Vector2 { return Vector2{math.Round(v.X), math.Round(v.Y)} }

// Snapped returns v with each component rounded to the nearest multiple of the
// same component of step, as [Snapped] does. Godot: Vector2.snapped.
func (v Vector2) Snapped(step Vector2) Vector2 {
	return Vector2{Snapped(v.X, step.X), Snapped(v.Y, step.Y)}
}

// Snappedf returns v with each component rounded to the nearest multiple of step,
// as [Snapped] does. Godot: Vector2.snappedf.
func (v Vector2) Snappedf(step float64) Vector2 {
	return Vector2{Snapped(v.X, step), Snapped(v.Y, step)}
}

// Posmod returns [Fposmod] of each component and mod. Godot: Vector2.posmod.
func (v Vector2) Posmod(mod float64) Vector2 { return Vector2{Fposmod(v.X, mod), Fposmod(v.Y, mod)} }

// PosmodV returns [Fposmod] of each component and the same component of mod.
// Godot: Vector2.posmodv.
func (v Vector2) PosmodV(mod Vector2) Vector2 {
	return Vector2{Fposmod(v.X, mod.X), Fposmod(v.Y, mod.Y)}
}

// Max returns the larger of each pair of components; see [Max] about NaN. Godot:
// Vector2.max.
func (v Vector2) Max(b Vector2) Vector2 { return Vector2{Max(v.X, b.X), Max(v.Y, b.Y)} }

// Maxf returns the larger of each component and f. Godot: Vector2.maxf.
func (v Vector2) Maxf(f float64) Vector2 { return Vector2{Max(v.X, f), Max(v.Y, f)} }

// Min returns the smaller of each pair of components; see [Min] about NaN. Godot:
// Vector2.min.
func (v Vector2) Min(b Vector2) Vector2 { return Vector2{Min(v.X, b.X), Min(v.Y, b.Y)} }

// Minf returns the smaller of each component and f. Godot: Vector2.minf.
func (v Vector2) Minf(f float64) Vector2 { return Vector2{Min(v.X, f), Min(v.Y, f)} }

// Clamp returns v with each component held between those of lo and hi, as
// [Clamp] does. Godot: Vector2.clamp.
func (v Vector2) Clamp(lo, hi Vector2) Vector2 {
	return Vector2{Clamp(v.X, lo.X, hi.X), Clamp(v.Y, lo.Y, hi.Y)}
}

// Clampf returns v with each component held between lo and hi. Godot:
// Vector2.clampf.
func (v Vector2) Clampf(lo, hi float64) Vector2 {
	return Vector2{Clamp(v.X, lo, hi), Clamp(v.Y, lo, hi)}
}

// MaxAxisIndex returns the index of the largest component, the first of them
// where several are equal. Godot: Vector2.max_axis_index.
func (v Vector2) MaxAxisIndex() int {
	best := 0
	for i := 1; i < 2; i++ {
		if v.At(i) > v.At(best) {
			best = i
		}
	}
	return best
}

// MinAxisIndex returns the index of the smallest component, the last of them
// where several are equal. Godot: Vector2.min_axis_index.
func (v Vector2) MinAxisIndex() int {
	best := 0
	for i := 1; i < 2; i++ {
		if v.At(i) <= v.At(best) {
			best = i
		}
	}
	return best
}

// IsEqualApprox reports whether all components are equal as [IsEqualApprox] has
// it. Godot: Vector2.is_equal_approx.
func (v Vector2) IsEqualApprox(b Vector2) bool {
	return IsEqualApprox(v.X, b.X) && IsEqualApprox(v.Y, b.Y)
}

// IsZeroApprox reports whether all components are smaller than [Epsilon]. Godot:
// Vector2.is_zero_approx.
func (v Vector2) IsZeroApprox() bool { return IsZeroApprox(v.X) && IsZeroApprox(v.Y) }

// IsFinite reports whether no component is infinite or NaN. Godot:
// Vector2.is_finite.
func (v Vector2) IsFinite() bool { return IsFinite(v.X) && IsFinite(v.Y) }

// Lerp returns the point at weight on the straight line from v (weight 0) to to
// (weight 1); other weights go beyond the ends. Godot: Vector2.lerp.
func (v Vector2) Lerp(to Vector2, weight float64) Vector2 {
	return Vector2{Lerp(v.X, to.X, weight), Lerp(v.Y, to.Y, weight)}
}

// CubicInterpolate returns the point at weight on the smooth curve from v to b
// that pre comes before and post after. Godot: Vector2.cubic_interpolate.
func (v Vector2) CubicInterpolate(b, pre, post Vector2, weight float64) Vector2 {
	return Vector2{
		CubicInterpolate(v.X, b.X, pre.X, post.X, weight),
		CubicInterpolate(v.Y, b.Y, pre.Y, post.Y, weight),
	}
}

// CubicInterpolateInTime is [Vector2.CubicInterpolate] for points that are not evenly
// spaced: bTime, preTime and postTime are the times of b, pre and post where v
// is at 0. Godot: Vector2.cubic_interpolate_in_time.
func (v Vector2) CubicInterpolateInTime(b, pre, post Vector2, weight, bTime, preTime, postTime float64) Vector2 {
	return Vector2{
		CubicInterpolateInTime(v.X, b.X, pre.X, post.X, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Y, b.Y, pre.Y, post.Y, weight, bTime, preTime, postTime),
	}
}

// BezierInterpolate returns the point at weight on the Bézier curve from v to
// end with two control points. Godot: Vector2.bezier_interpolate.
func (v Vector2) BezierInterpolate(control1, control2, end Vector2, weight float64) Vector2 {
	return Vector2{
		BezierInterpolate(v.X, control1.X, control2.X, end.X, weight),
		BezierInterpolate(v.Y, control1.Y, control2.Y, end.Y, weight),
	}
}

// BezierDerivative returns the derivative at weight of the Bézier curve from v
// to end with two control points. Godot: Vector2.bezier_derivative.
func (v Vector2) BezierDerivative(control1, control2, end Vector2, weight float64) Vector2 {
	return Vector2{
		BezierDerivative(v.X, control1.X, control2.X, end.X, weight),
		BezierDerivative(v.Y, control1.Y, control2.Y, end.Y, weight),
	}
}
