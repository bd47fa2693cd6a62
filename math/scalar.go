package math

import "math"

// The numbers that stand ready in every GDScript file. Inf and NaN are variables
// because Go has no such constants; do not assign to them.
const (
	// Pi is half a turn in radians. Godot: PI.
	Pi = math.Pi
	// Tau is a whole turn in radians. Godot: TAU.
	Tau = 2 * math.Pi
	// E is the base of the natural logarithm.
	E = math.E
	// Epsilon is the tolerance of the approximate comparisons. Godot's sources
	// call it CMP_EPSILON.
	Epsilon = 1e-5
)

// unitEpsilon is how far the square of a length may be from 1 in IsNormalized.
const unitEpsilon = 1e-3

var (
	// Inf is positive infinity. Godot: INF.
	Inf = math.Inf(1)
	// NaN is not a number and equals nothing. Godot: NAN.
	NaN = math.NaN()
)

// IsEqualApprox reports whether a and b are equal or closer than [Epsilon], taken
// relative to the size of a where that is above 1. Infinities equal themselves.
// Swapping a and b can change a close result. Godot: is_equal_approx.
func IsEqualApprox(a, b float64) bool {
	return a == b || math.Abs(a-b) < Max(Epsilon*math.Abs(a), Epsilon)
}

// IsZeroApprox reports whether x is closer to 0 than [Epsilon]. Godot:
// is_zero_approx.
func IsZeroApprox(x float64) bool { return math.Abs(x) < Epsilon }

// IsFinite reports whether x is neither infinite nor NaN. Godot: is_finite.
func IsFinite(x float64) bool { return x-x == 0 }

// isUnit reports whether squared, the square of a length, is that of a unit.
func isUnit(squared float64) bool { return math.Abs(squared-1) < unitEpsilon }

// Sign returns -1, 0 or 1 for a negative number, zero (also -0 and NaN) and a
// positive number. Godot: signf.
func Sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// Max returns a if it is greater than b, else b: Max(NaN, 0) is 0 and
// Max(0, NaN) is NaN, unlike Go's built-in max. Godot: maxf.
func Max(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}

// Min returns a if it is less than b, else b: Min(NaN, 0) is 0 and Min(0, NaN) is
// NaN, unlike Go's built-in min. Godot: minf.
func Min(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

// Clamp returns lo if x is below it, else hi if x is above that, else x. With lo
// above hi the first test that applies decides. Godot: clampf.
func Clamp(x, lo, hi float64) float64 {
	switch {
	case x < lo:
		return lo
	case x > hi:
		return hi
	}
	return x
}

// Snapped returns the multiple of step nearest to x, halves upwards (2.5 to 3, -2.5
// to -2); x itself if step is 0. Godot: snappedf.
func Snapped(x, step float64) float64 {
	if step == 0 {
		return x
	}
	return math.Floor(x/step+0.5) * step
}

// Fposmod returns the remainder of x divided by y with the sign of y:
// Fposmod(-1.5, 4) is 2.5, Fposmod(1.5, -1) is -0.5. NaN if y is 0. Godot: fposmod.
func Fposmod(x, y float64) float64 {
	m := math.Mod(x, y)
	if m < 0 && y > 0 || m > 0 && y < 0 {
		m += y
	}
	return m + 0 // -0 becomes 0
}

// Posmod returns the remainder of x divided by y with the sign of y: Posmod(-5, 3)
// is 1, Posmod(5, -3) is -1. 0 if y is 0. Godot: posmod.
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

// Wrapf returns x brought into the range from lo to below hi by whole ranges, for
// angles and scrolling; lo if the range is nearly empty. A result within
// [Epsilon] of hi becomes lo. Godot: wrapf.
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

// Wrapi returns x brought into the range from lo to below hi by whole ranges; lo
// if the range is empty. Godot: wrapi.
func Wrapi(x, lo, hi int64) int64 {
	if hi == lo {
		return lo
	}
	size := hi - lo
	return lo + ((x-lo)%size+size)%size
}

// PingPong returns x folded into the range from 0 to length: it rises to length,
// falls to 0, rises again. 0 if length is 0. Godot: pingpong.
func PingPong(x, length float64) float64 {
	if length == 0 {
		return 0
	}
	turns := (x - length) / (length * 2)
	return math.Abs(float64((turns-math.Floor(turns))*length*2) - length)
}

// DegToRad returns an angle given in degrees in radians. Godot: deg_to_rad.
func DegToRad(degrees float64) float64 { return degrees * (Pi / 180) }

// RadToDeg returns an angle given in radians in degrees. Godot: rad_to_deg.
func RadToDeg(radians float64) float64 { return radians * (180 / Pi) }

// LinearToDB returns the volume in decibels of a linear amplitude: 0 for 1,
// negative infinity for 0. Godot: linear_to_db.
func LinearToDB(amplitude float64) float64 { return math.Log(amplitude) * (20 / math.Ln10) }

// DBToLinear returns the linear amplitude of a volume in decibels. Godot:
// db_to_linear.
func DBToLinear(decibels float64) float64 { return math.Exp(decibels * (math.Ln10 / 20)) }

// NearestPo2 returns the smallest power of two that is not below x: 8 for 5 and for
// 8. It is 0 for 0, for negative x and where int64 has no such power. Godot:
// nearest_po2.
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

// acos is the arc cosine, with arguments beyond -1 and 1 (rounding errors) taken
// as -1 and 1.
func acos(x float64) float64 { return math.Acos(Clamp(x, -1, 1)) }

// asin is the arc sine, with arguments beyond -1 and 1 taken as -1 and 1.
func asin(x float64) float64 { return math.Asin(Clamp(x, -1, 1)) }

// round32 returns x rounded to single precision.
func round32(x float64) float64 { return float64(float32(x)) }

// order compares two components for the Compare methods; NaN equals everything.
func order[T int32 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
