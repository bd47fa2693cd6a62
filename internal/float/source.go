package float

import (
	"math"
	"strconv"
)

// Literal returns the shortest Go literal of x in a precision of 32 or 64 bits. The result ok is
// false for numbers without a literal: NaN, the infinities and -0.
func Literal(x float64, bits int) (literal string, ok bool) {
	if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
		return "", false
	}
	return strconv.FormatFloat(x, 'g', -1, bits), true
}

// Source returns x as a Go expression that uses only package math: 0.1, math.Inf(1),
// math.Float64frombits(…).
func Source(x float64) string {
	if literal, ok := Literal(x, 64); ok {
		return literal
	}

	switch {
	case x > 0:
		return "math.Inf(1)"
	case x < 0:
		return "math.Inf(-1)"
	case x == 0:
		return "math.Copysign(0, -1)"
	}

	return "math.Float64frombits(0x" + strconv.FormatUint(math.Float64bits(x), 16) + ")"
}
