// Package gosrc writes Go source for the GoString methods of this module.
package gosrc

import (
	"math"
	"strconv"
)

// Float returns the shortest Go literal that gives x in a precision of 32 or 64 bits.
// ok is false for the numbers that have no literal: NaN, the infinities and -0.
func Float(x float64, bits int) (literal string, ok bool) {
	if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
		return "", false
	}
	return strconv.FormatFloat(x, 'g', -1, bits), true
}
