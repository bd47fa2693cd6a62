// Package float converts numbers between single and double precision bit by bit, so that a NaN
// keeps its sign and payload. A conversion by the processor would set the quiet bit of a signalling
// NaN, so that the NaN would be written as different bytes.
package float

import (
	"encoding/binary"
	"math"
)

const (
	quiet64    = 1 << 51
	mantissa64 = 1<<52 - 1
	mantissa32 = 1<<23 - 1
)

// Widen converts a number from single to double precision. The argument b has the bits of the
// number.
func Widen(b uint32) float64 {
	if s := math.Float32frombits(b); s == s {
		return float64(s)
	}
	return widenNaN(b)
}

func widenNaN(b uint32) float64 {
	return math.Float64frombits(uint64(b>>31)<<63 | 0x7FF<<52 | uint64(b&mantissa32)<<29)
}

// Narrow returns the bits of the single-precision number nearest to f. It also reports whether this
// number equals f. A NaN loses the part of its payload that does not fit into 23 bits.
func Narrow(f float64) (b uint32, exact bool) {
	if f == f {
		s := float32(f)
		return math.Float32bits(s), float64(s) == f
	}
	return narrowNaN(f)
}

// Bits returns the bits of the single-precision number nearest to f. It is the first result of
// [Narrow].
func Bits(f float64) uint32 {
	if f == f {
		return math.Float32bits(float32(f))
	}
	b, _ := narrowNaN(f)
	return b
}

func narrowNaN(f float64) (b uint32, exact bool) {
	u := math.Float64bits(f)
	m := uint32(u & mantissa64 >> 29)
	exact = u&(1<<29-1) == 0
	if m == 0 { // with a mantissa of 0, the NaN would become an infinity
		m = 1 << 22
	}
	return uint32(u>>63)<<31 | 0x7F800000 | m, exact
}

// Single returns f rounded to single precision.
func Single(f float64) float64 { return Widen(Bits(f)) }

// Quieten sets the quiet bit of a NaN. The processor does the same when an engine widens a float of
// 4 bytes to 8 bytes.
func Quieten(f float64) float64 {
	if f != f {
		return math.Float64frombits(math.Float64bits(f) | quiet64)
	}
	return f
}

// Finite reports whether f is neither NaN nor infinite.
func Finite(f float64) bool { return f-f == 0 }

// FirstNotFinite returns the offset of the first number in b that is NaN or infinite, or -1. Each
// number has width bytes, 4 or 8, in little-endian order.
func FirstNotFinite(b []byte, width int) int {
	// mask has the bits of the exponent, which are in the last two bytes of a number. They are all
	// set in a NaN and in an infinity.
	mask := uint16(0x7F80)
	if width == 8 {
		mask = 0x7FF0
	}

	for i := width; i <= len(b); i += width {
		if binary.LittleEndian.Uint16(b[i-2:])&mask == mask {
			return i - width
		}
	}

	return -1
}

// KeyBits returns the bits that represent f in a dictionary key. In Godot all NaN are the same key,
// and 0 and -0 are the same key. Numbers that are the same key have equal bits.
func KeyBits(f float64) uint64 {
	switch {
	case f == 0:
		return 0
	case f != f:
		return 0x7FF<<52 | quiet64
	default:
		return math.Float64bits(f)
	}
}
