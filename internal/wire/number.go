package wire

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/fault"
	"godotvariant/internal/float"
	"godotvariant/internal/token"
)

// notFinite returns the error of a number f that the option Finite refuses.
func notFinite(f float64) error {
	why := token.FormatReal(f)
	if float.Finite(f) {
		why += " is infinite in single precision"
	}
	return fault.Because(fault.ErrNotFinite,
		why+" (the option Finite or the tag finite refuses it)")
}

// number returns the float of width bytes, 4 or 8, at the start of b.
func number(b []byte, width int) float64 {
	if width == 8 {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return float.Widen(binary.LittleEndian.Uint32(b))
}
