package inspect

import (
	"encoding/binary"
	"math"
	"strconv"

	"godotvariant/codec"
)

// Numbers returns the numbers in a field of a [codec.Scanner] as text: "1, 2.5". The argument b has
// the bytes of the field, which holds a count, an element type or the numbers of a value. The text
// has at most as many numbers as the limit. If the field has more, or if its last number is cut
// off, the text ends in "…".
func Numbers(f codec.Field, b []byte, limit int) string {
	size := f.Size
	if size == 0 {
		size = shortNumber
	}

	var text []byte
	for n := 0; len(b) >= size && n < limit; n++ {
		if n > 0 {
			text = append(text, ", "...)
		}
		text = appendNumber(text, b[:size], f.Float)
		b = b[size:]
	}

	if len(b) > 0 && len(text) > 0 {
		text = append(text, ", "...)
	}
	if len(b) > 0 {
		text = append(text, "…"...)
	}

	return string(text)
}

// shortNumber is the length of an int32 or a float32 in bytes.
const shortNumber = 4

// appendNumber appends the text of a number of 4 or 8 bytes.
func appendNumber(dst, b []byte, float bool) []byte {
	short := len(b) == shortNumber
	switch {
	case float && short:
		x := math.Float32frombits(binary.LittleEndian.Uint32(b))
		return strconv.AppendFloat(dst, float64(x), 'g', -1, 32)
	case float:
		x := math.Float64frombits(binary.LittleEndian.Uint64(b))
		return strconv.AppendFloat(dst, x, 'g', -1, 64)
	case short:
		return strconv.AppendInt(dst, int64(int32(binary.LittleEndian.Uint32(b))), 10)
	default:
		return strconv.AppendInt(dst, int64(binary.LittleEndian.Uint64(b)), 10)
	}
}
