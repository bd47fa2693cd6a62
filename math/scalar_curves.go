package math

import "math"

// Lerp returns the number at weight on the line from from (weight 0) to to (weight
// 1); other weights go beyond the ends. Godot: lerpf.
func Lerp(from, to, weight float64) float64 { return from + float64((to-from)*weight) }

// InverseLerp returns the weight at which [Lerp] of from and to gives value. Equal
// ends give an infinity or NaN. Godot: inverse_lerp.
func InverseLerp(from, to, value float64) float64 { return (value - from) / (to - from) }

// Remap takes value from the range fromLo to fromHi to the same place in the range
// toLo to toHi. Godot: remap.
func Remap(value, fromLo, fromHi, toLo, toHi float64) float64 {
	return Lerp(toLo, toHi, InverseLerp(fromLo, fromHi, value))
}

// MoveToward returns from moved towards to by at most delta, never beyond to; a
// negative delta moves away. Godot: move_toward.
func MoveToward(from, to, delta float64) float64 {
	if math.Abs(to-from) <= delta {
		return to
	}
	return from + float64(Sign(to-from)*delta)
}

// AngleDifference returns the shortest turn from one angle to another, in radians
// from -Pi to Pi. Godot: angle_difference.
func AngleDifference(from, to float64) float64 {
	d := math.Mod(to-from, Tau)
	return math.Mod(2*d, Tau) - d
}

// LerpAngle is [Lerp] along the shortest turn from one angle to another, in
// radians. Godot: lerp_angle.
func LerpAngle(from, to, weight float64) float64 {
	return from + float64(AngleDifference(from, to)*weight)
}

// RotateToward returns the angle from turned towards to by at most delta radians,
// the shorter way; a negative delta turns towards the opposite of to and stops
// there. Godot: rotate_toward.
func RotateToward(from, to, delta float64) float64 {
	d := AngleDifference(from, to)
	step := Clamp(delta, math.Abs(d)-Pi, math.Abs(d))
	if d < 0 {
		step = -step
	}
	return from + step
}

// Smoothstep returns 0 for x at from, 1 for x at to, a smooth S between them and
// the nearer end outside. With from and to approximately equal it is a step.
// Godot: smoothstep.
func Smoothstep(from, to, x float64) float64 {
	if IsEqualApprox(from, to) {
		if from <= to {
			return boolToFloat(x > from)
		}
		return boolToFloat(x <= to)
	}
	s := Clamp((x-from)/(to-from), 0, 1)
	return s * s * (3 - 2*s)
}

// Ease bends x, held between 0 and 1, along a curve: above 1 it starts slowly,
// between 0 and 1 it ends slowly, 1 is a straight line, negative curves start and
// end slowly (below -1) or quickly. 0 if curve is 0. Godot: ease.
func Ease(x, curve float64) float64 {
	x = Clamp(x, 0, 1)
	switch {
	case curve >= 1:
		return math.Pow(x, curve)
	case curve > 0:
		return 1 - math.Pow(1-x, 1/curve)
	case curve < 0 && x < 0.5:
		return math.Pow(x*2, -curve) * 0.5
	case curve < 0:
		return float64((1-math.Pow(2-x*2, -curve))*0.5) + 0.5
	}
	return 0
}

// CubicInterpolate returns the number at weight on the smooth (Catmull-Rom) curve
// from from to to that pre comes before and post after. Godot: cubic_interpolate.
func CubicInterpolate(from, to, pre, post, weight float64) float64 {
	c1 := to - pre
	c2 := 2*pre - 5*from + 4*to - post
	c3 := 3*from - pre - 3*to + post
	return from + 0.5*weight*(c1+weight*(c2+weight*c3))
}

// CubicInterpolateAngle is [CubicInterpolate] along the shortest turns between
// angles in radians. Godot: cubic_interpolate_angle.
func CubicInterpolateAngle(from, to, pre, post, weight float64) float64 {
	from, to, pre, post = unwindAngles(from, to, pre, post)
	return CubicInterpolate(from, to, pre, post, weight)
}

// CubicInterpolateInTime is [CubicInterpolate] for numbers that are not evenly
// spaced: toTime, preTime and postTime are the times of to, pre and post where
// from is at 0. Godot: cubic_interpolate_in_time.
func CubicInterpolateInTime(from, to, pre, post, weight, toTime, preTime, postTime float64) float64 {
	t := Lerp(0, toTime, weight)
	middle := ratio(t, toTime, 0.5)
	a1 := Lerp(pre, from, ratio(t-preTime, -preTime, 0))
	a2 := Lerp(from, to, middle)
	a3 := Lerp(to, post, ratio(t-toTime, postTime-toTime, 1))
	b1 := Lerp(a1, a2, ratio(t-preTime, toTime-preTime, 0))
	b2 := Lerp(a2, a3, ratio(t, postTime, 1))
	return Lerp(b1, b2, middle)
}

// CubicInterpolateAngleInTime is [CubicInterpolateInTime] along the shortest turns
// between angles in radians. Godot: cubic_interpolate_angle_in_time.
func CubicInterpolateAngleInTime(from, to, pre, post, weight, toTime, preTime, postTime float64) float64 {
	from, to, pre, post = unwindAngles(from, to, pre, post)
	return CubicInterpolateInTime(from, to, pre, post, weight, toTime, preTime, postTime)
}

// BezierInterpolate returns the number at weight on the Bézier curve from start to
// end with two control points. Godot: bezier_interpolate.
func BezierInterpolate(start, control1, control2, end, weight float64) float64 {
	u := 1 - weight
	return u*u*u*start + 3*u*u*weight*control1 + 3*u*weight*weight*control2 + weight*weight*weight*end
}

// BezierDerivative returns the derivative at weight of the Bézier curve from start
// to end with two control points. Godot: bezier_derivative.
func BezierDerivative(start, control1, control2, end, weight float64) float64 {
	u := 1 - weight
	return 3*u*u*(control1-start) + 6*u*weight*(control2-control1) + 3*weight*weight*(end-control2)
}

// unwindAngles returns the four angles without the jumps at whole turns: pre and
// to within half a turn of from, post within half a turn of to.
func unwindAngles(from, to, pre, post float64) (from2, to2, pre2, post2 float64) {
	from = math.Mod(from, Tau)
	pre = from + AngleDifference(from, pre)
	to = from + AngleDifference(from, to)
	post = to + AngleDifference(to, post)
	return from, to, pre, post
}

// ratio returns a/b, or other if b is 0.
func ratio(a, b, other float64) float64 {
	if b == 0 {
		return other
	}
	return a / b
}

func boolToFloat(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
