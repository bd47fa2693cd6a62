package math

import "math"

// Pi and Tau are also constants of GDScript. Its other two constants, Inf and NaN, are variables
// here.
const (
	// Pi is half a turn in radians. Godot: PI.
	Pi = math.Pi
	// Tau is a whole turn in radians. Godot: TAU.
	Tau = 2 * math.Pi
	// E is the base of the natural logarithm.
	E = math.E
	// Epsilon is the tolerance of the approximate comparisons. In Godot's source code it is
	// CMP_EPSILON.
	Epsilon = 1e-5
)

// Inf and NaN are variables because Go has no constants with these values; do not assign to them.
var (
	// Inf is positive infinity. Godot: INF.
	Inf = math.Inf(1)
	// NaN means "not a number". It is not equal to any number. It has the bits of the engine's NAN.
	// Go's math.NaN has other bits. Godot: NAN.
	NaN = math.Float64frombits(0x7FF8000000000000)
)

// IsEqualApprox reports whether a and b differ by less than the tolerance. The tolerance is
// [Epsilon], or Epsilon times the absolute value of a if this is greater. Equal infinities are
// equal. The comparison is not symmetric: exchanging a and b can change the result. Godot:
// is_equal_approx.
func IsEqualApprox(a, b float64) bool {
	return a == b || math.Abs(a-b) < Max(Epsilon*math.Abs(a), Epsilon)
}

// IsZeroApprox reports whether the absolute value of x is less than [Epsilon]. Godot:
// is_zero_approx.
func IsZeroApprox(x float64) bool { return math.Abs(x) < Epsilon }

// IsFinite reports whether x is neither infinite nor NaN. Godot: is_finite.
func IsFinite(x float64) bool { return x-x == 0 }

// Sign returns 1 if x is positive, -1 if it is negative, and 0 for 0, -0 and NaN. Godot: signf;
// Godot 3: sign.
func Sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// Max returns a if a > b, and b otherwise. Unlike Go's built-in max, Max(NaN, 0) is 0 and Max(0,
// NaN) is NaN. Godot: maxf; Godot 3: max.
func Max(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}

// Min returns a if a < b, and b otherwise. Unlike Go's built-in min, Min(NaN, 0) is 0 and Min(0,
// NaN) is NaN. Godot: minf; Godot 3: min.
func Min(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

// Clamp returns lo if x < lo, hi if x > hi, and x otherwise. It makes the tests in this order, even
// if lo is greater than hi. Godot: clampf; Godot 3: clamp.
func Clamp(x, lo, hi float64) float64 {
	switch {
	case x < lo:
		return lo
	case x > hi:
		return hi
	}
	return x
}

// Snapped returns the multiple of step nearest to x. Halves are rounded up: with step 1, 2.5
// becomes 3 and -2.5 becomes -2. If step is 0 it returns x. Godot: snappedf; Godot 3: stepify.
func Snapped(x, step float64) float64 {
	if step == 0 {
		return x
	}
	return math.Floor(x/step+0.5) * step
}

// Fposmod returns the remainder of x divided by y, with the sign of y: Fposmod(-1.5, 4) is 2.5,
// Fposmod(1.5, -1) is -0.5. It is NaN if y is 0. Godot: fposmod.
func Fposmod(x, y float64) float64 {
	m := math.Mod(x, y)
	if m < 0 && y > 0 || m > 0 && y < 0 {
		m += y
	}
	return m + 0 // -0 becomes 0
}

// Posmod returns the remainder of x divided by y, with the sign of y: Posmod(-5, 3) is 1, Posmod(5,
// -3) is -1. It is 0 if y is 0. Godot: posmod.
func Posmod(x, y int64) int64 {
	if y == 0 {
		return 0
	}

	m := x % y
	if m < 0 && y > 0 || m > 0 && y < 0 {
		m += y
	}

	return m
}

// Wrapf adds a multiple of hi-lo to x, so that the result is at least lo and less than hi. A result
// within [Epsilon] of hi becomes lo. If lo and hi are nearly equal it returns lo. If lo is greater
// than hi, the result is greater than hi and at most lo. Godot: wrapf.
func Wrapf(x, lo, hi float64) float64 {
	size := hi - lo
	if IsZeroApprox(size) {
		return lo
	}

	r := x - float64(size*math.Floor((x-lo)/size))
	if IsEqualApprox(r, hi) {
		return lo
	}

	return r
}

// Wrapi adds a multiple of hi-lo to x, so that the result is at least lo and less than hi. If lo
// equals hi it returns lo. If lo is greater than hi, the result is greater than hi and at most lo.
// Godot: wrapi.
func Wrapi(x, lo, hi int64) int64 {
	if hi == lo {
		return lo
	}
	size := hi - lo
	return lo + ((x-lo)%size+size)%size
}

// PingPong returns x folded into the range from 0 to length: the result rises to length, falls to
// 0, rises again and so on. It is 0 if length is 0. Godot: pingpong.
func PingPong(x, length float64) float64 {
	if length == 0 {
		return 0
	}
	turns := (x - length) / (length * 2)
	return math.Abs(float64((turns-math.Floor(turns))*length*2) - length)
}

// NearestPo2 returns the smallest power of two that is at least x: 8 for 5 and for 8. It is 0 if x
// is 0 or negative, or if int64 cannot hold the power. Godot: nearest_po2.
func NearestPo2(x int64) int64 {
	if x <= 0 || x > 1<<62 {
		return 0
	}

	p := int64(1)
	for p < x {
		p <<= 1
	}

	return p
}

// DegToRad converts degrees to radians. Godot: deg_to_rad; Godot 3: deg2rad.
func DegToRad(degrees float64) float64 { return degrees * (Pi / 180) }

// RadToDeg converts radians to degrees. Godot: rad_to_deg; Godot 3: rad2deg.
func RadToDeg(radians float64) float64 { return radians * (180 / Pi) }

// LinearToDB converts a linear amplitude to decibels: 1 becomes 0, and 0 becomes negative infinity.
// Godot: linear_to_db; Godot 3: linear2db.
func LinearToDB(amplitude float64) float64 { return math.Log(amplitude) * (20 / math.Ln10) }

// DBToLinear converts decibels to a linear amplitude. Godot: db_to_linear; Godot 3: db2linear.
func DBToLinear(decibels float64) float64 { return math.Exp(decibels * (math.Ln10 / 20)) }

// Lerp returns from + (to-from)*weight. With weight 0 the result is the first argument, and with
// weight 1 it is the second argument. A weight outside 0 to 1 extrapolates. Godot: lerpf; Godot 3:
// lerp.
func Lerp(from, to, weight float64) float64 { return from + float64((to-from)*weight) }

// InverseLerp returns the weight for which [Lerp] returns the argument value. If the first two
// arguments are equal, it returns an infinity or NaN. Godot: inverse_lerp.
func InverseLerp(from, to, value float64) float64 { return (value - from) / (to - from) }

// Remap maps the argument value linearly: fromLo becomes toLo, and fromHi becomes toHi. Godot:
// remap; Godot 3: range_lerp.
func Remap(value, fromLo, fromHi, toLo, toHi float64) float64 {
	return Lerp(toLo, toHi, InverseLerp(fromLo, fromHi, value))
}

// MoveToward returns the first argument, moved by delta towards the second argument, but not beyond
// it. A negative delta moves in the opposite direction. Godot: move_toward.
func MoveToward(from, to, delta float64) float64 {
	if math.Abs(to-from) <= delta {
		return to
	}
	return from + float64(Sign(to-from)*delta)
}

// AngleDifference returns the shortest rotation from one angle to another, in radians from -Pi to
// Pi. Godot: angle_difference.
func AngleDifference(from, to float64) float64 {
	d := math.Mod(to-from, Tau)
	return math.Mod(2*d, Tau) - d
}

// LerpAngle is [Lerp] between angles in radians, along the shortest rotation. Godot: lerp_angle.
func LerpAngle(from, to, weight float64) float64 {
	return from + float64(AngleDifference(from, to)*weight)
}

// RotateToward returns the first argument, rotated by delta towards the second argument, but not
// beyond it. All three are in radians. The rotation is the shortest one. A negative delta rotates
// in the opposite direction, but not beyond the angle opposite to the second argument. Godot:
// rotate_toward.
func RotateToward(from, to, delta float64) float64 {
	d := AngleDifference(from, to)
	step := Clamp(delta, math.Abs(d)-Pi, math.Abs(d))
	if d < 0 {
		step = -step
	}
	return from + step
}

// Smoothstep returns 0 if x equals the first argument, 1 if x equals the second argument, and the
// values of a smooth S-curve between them. Outside of this range it returns the value at the nearer
// end. If the first two arguments are approximately equal, the curve is a step. Godot: smoothstep;
// Godot 3 returns the first argument in place of a step.
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

// Ease clamps x to the range from 0 to 1 and applies an easing curve. The argument curve is the
// exponent: with 1 the curve is linear, with more than 1 it starts slowly, and with a number
// between 0 and 1 it ends slowly. With less than -1 it starts and ends slowly, and with a number
// between -1 and 0 it starts and ends fast. With 0 the result is 0. Godot: ease.
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

// CubicInterpolate returns the number at weight on a smooth (Catmull-Rom) curve. With weight 0 the
// result is the first argument, and with weight 1 it is the second argument. The argument pre is
// the number before these two numbers on the curve, and the argument post is the number after them.
// Godot: cubic_interpolate.
func CubicInterpolate(from, to, pre, post, weight float64) float64 {
	c1 := to - pre
	c2 := 2*pre - 5*from + 4*to - post
	c3 := 3*from - pre - 3*to + post
	return from + 0.5*weight*(c1+weight*(c2+weight*c3))
}

// CubicInterpolateAngle is [CubicInterpolate] between angles in radians, along the shortest
// rotations. Godot: cubic_interpolate_angle.
func CubicInterpolateAngle(from, to, pre, post, weight float64) float64 {
	from, to, pre, post = unwindAngles(from, to, pre, post)
	return CubicInterpolate(from, to, pre, post, weight)
}

// CubicInterpolateInTime is [CubicInterpolate] for numbers at uneven times. The first number is at
// time 0, and the second number is at time toTime. The arguments preTime and postTime are the times
// of the numbers pre and post. Godot: cubic_interpolate_in_time.
func CubicInterpolateInTime(
	from, to, pre, post, weight, toTime, preTime, postTime float64,
) float64 {
	t := Lerp(0, toTime, weight)
	middle := ratio(t, toTime, 0.5)
	a1 := Lerp(pre, from, ratio(t-preTime, -preTime, 0))
	a2 := Lerp(from, to, middle)
	a3 := Lerp(to, post, ratio(t-toTime, postTime-toTime, 1))
	b1 := Lerp(a1, a2, ratio(t-preTime, toTime-preTime, 0))
	b2 := Lerp(a2, a3, ratio(t, postTime, 1))

	return Lerp(b1, b2, middle)
}

// CubicInterpolateAngleInTime is [CubicInterpolateInTime] between angles in radians, along the
// shortest rotations. Godot: cubic_interpolate_angle_in_time.
func CubicInterpolateAngleInTime(
	from, to, pre, post, weight, toTime, preTime, postTime float64,
) float64 {
	from, to, pre, post = unwindAngles(from, to, pre, post)
	return CubicInterpolateInTime(from, to, pre, post, weight, toTime, preTime, postTime)
}

// BezierInterpolate returns the number at weight on the Bézier curve from start to end with two
// control points. Godot: bezier_interpolate.
func BezierInterpolate(start, control1, control2, end, weight float64) float64 {
	u := 1 - weight
	return u*u*u*start + 3*u*u*weight*control1 + 3*u*weight*weight*control2 +
		weight*weight*weight*end
}

// BezierDerivative returns the derivative at weight of the Bézier curve from start to end with two
// control points. Godot: bezier_derivative.
func BezierDerivative(start, control1, control2, end, weight float64) float64 {
	u := 1 - weight
	return 3*u*u*(control1-start) + 6*u*weight*(control2-control1) + 3*weight*weight*(end-control2)
}

// unwindAngles adds multiples of Tau to the angles, so that there are no jumps. In the order pre,
// from, to, post, an angle differs from the next angle by at most Pi.
func unwindAngles(from, to, pre, post float64) (from2, to2, pre2, post2 float64) {
	from = math.Mod(from, Tau)
	pre = from + AngleDifference(from, pre)
	to = from + AngleDifference(from, to)
	post = to + AngleDifference(to, post)
	return from, to, pre, post
}

// ratio returns a/b, or the argument fallback if b is 0.
func ratio(a, b, fallback float64) float64 {
	if b == 0 {
		return fallback
	}
	return a / b
}

// boolToFloat returns 1 for true and 0 for false.
func boolToFloat(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// unitEpsilon is the tolerance of IsNormalized for the squared length.
const unitEpsilon = 1e-3

// isUnit reports whether squared, the square of a length, is approximately 1.
func isUnit(squared float64) bool { return math.Abs(squared-1) < unitEpsilon }

// acos is math.Acos with x clamped to -1 to 1, because rounding errors may put x outside this
// range.
func acos(x float64) float64 { return math.Acos(Clamp(x, -1, 1)) }

// asin is math.Asin with x clamped to -1 to 1.
func asin(x float64) float64 { return math.Asin(Clamp(x, -1, 1)) }

// round32 returns x rounded to single precision.
func round32(x float64) float64 { return float64(float32(x)) }

// component is the type of a component of a vector.
type component interface{ int32 | float64 }

// order compares two components for the Compare methods. NaN equals every number.
func order[T component](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// maxIndex returns the index of the largest component. If several components are equal, it is the
// first of them.
func maxIndex[T component](components ...T) int {
	best := 0
	for i, x := range components {
		if x > components[best] {
			best = i
		}
	}
	return best
}

// minIndex returns the index of the smallest component. If several components are equal, it is the
// last of them.
func minIndex[T component](components ...T) int {
	best := 0
	for i, x := range components {
		if x <= components[best] {
			best = i
		}
	}
	return best
}

// truncInt32 truncates x towards zero. NaN and numbers outside the range of int32 become the
// minimum int32. The result of Go's own conversion would depend on the processor.
func truncInt32(x float64) int32 {
	if x > math.MinInt32-1.0 && x < math.MaxInt32+1.0 {
		return int32(x)
	}
	return math.MinInt32
}

// absInt32 returns the absolute value. The minimum int32 has none and stays unchanged.
func absInt32(x int32) int32 {
	if x < 0 {
		return -x
	}
	return x
}

// signInt32 returns -1, 0 or 1.
func signInt32(x int32) int32 { return int32(Sign(float64(x))) }

// clampInt32 is [Clamp] for int32. It can use float64, which holds every int32 exactly.
func clampInt32(x, lo, hi int32) int32 {
	return int32(Clamp(float64(x), float64(lo), float64(hi)))
}

// snappedInt32 is [Snapped] for int32.
func snappedInt32(x, step int32) int32 {
	return truncInt32(Snapped(float64(x), float64(step)))
}

// divInt32 returns a / b, or 0 if b is 0.
func divInt32(a, b int32) int32 {
	if b == 0 {
		return 0
	}
	return a / b
}

// modInt32 returns a % b, or 0 if b is 0.
func modInt32(a, b int32) int32 {
	if b == 0 {
		return 0
	}
	return a % b
}
