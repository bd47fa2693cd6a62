package wire

import (
	"math"
	"strconv"

	"godotvariant/internal/fault"
)

// Count writes a 4-byte count of elements or parts.
func (w *Writer) Count(n int) {
	if uint(n) > math.MaxInt32 { // also true if n is negative
		w.Fail(fault.Because(fault.ErrLength, strconv.Itoa(n)+" elements"))
	}
	w.word(uint32(n))
}

// CountShared writes the count of a container. Bit 31 of the count is the flag shared.
func (w *Writer) CountShared(n int, shared bool) {
	head := len(w.buf)
	w.Count(n)
	if shared && w.format.Spec.SharedBit && w.err == nil {
		w.buf[head+3] |= 1 << 7
	}
}

// Count64 writes a count in 8 bytes.
func (w *Writer) Count64(n int) { w.quad(uint64(n)) }
