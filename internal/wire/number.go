package wire

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/float"
)

// number returns the float of width bytes, 4 or 8, at the start of b.
func number(b []byte, width int) float64 {
	if width == 8 {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return float.Widen(binary.LittleEndian.Uint32(b))
}
