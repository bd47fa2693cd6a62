package variant

import (
	"math"
	"strconv"
)

// FormatReal returns f as it stands in Godot 4's constructor text, for the
// String methods of types with components: 1, 2.5, -3, 1e-07, inf, -inf, nan. A
// number that single precision holds exactly prints as the shortest text that
// single precision reads back, so that a decoded 0.1 prints as 0.1.
func FormatReal(f float64) string { return string(AppendReal(nil, f)) }

// AppendReal appends [FormatReal] of f to b. A negative zero is -0.0: engines
// print it as 0, but they read its sign from this.
func AppendReal(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "nan"...)
	case math.IsInf(f, 1):
		return append(b, "inf"...)
	case math.IsInf(f, -1):
		return append(b, "-inf"...)
	case f == 0 && math.Signbit(f):
		return append(b, "-0.0"...)
	}
	return appendShortest(b, f)
}

// appendShortest appends a finite number in the digits that tell it from its
// neighbours, with an exponent below 0.0001 and from 1e+15 on.
func appendShortest(b []byte, f float64) []byte {
	bits := 64
	if float64(float32(f)) == f {
		bits = 32
	}
	if a := math.Abs(f); f == 0 || a >= 1e-4 && a < 1e15 {
		return strconv.AppendFloat(b, f, 'f', -1, bits)
	}
	return strconv.AppendFloat(b, f, 'e', -1, bits)
}

// appendFloat is AppendReal for the type float, whose text always shows that it
// is none of an int: 1.0.
func appendFloat(b []byte, f float64) []byte {
	n := len(b)
	b = AppendReal(b, f)
	for _, c := range b[n:] {
		if c < '0' && c != '-' || c > '9' { // a point, an exponent, inf or nan
			return b
		}
	}
	return append(b, ".0"...)
}
