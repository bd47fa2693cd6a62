package wire

import "math"

// This file writes the elements of packed arrays.

// Extend appends memory for n elements and returns this memory for the caller to fill. The argument
// size is the number of bytes of one element. The caller has already written the count. Extend
// returns nil after an error, and if the packet would be too long. It also returns nil if the
// elements must be written one by one: if the format has the option Exact or Finite, and if the
// packets are written only to be compared.
func (w *Writer) Extend(n, size int) []byte {
	if w.err != nil || w.format.NeedsEach() || n > math.MaxInt32/size || !w.fits(n*size) {
		return nil
	}
	w.buf = growUncleared(w.buf, n*size)
	return w.next(n * size)
}

// AppendElements appends b, which has the bytes of all elements. The caller has already written the
// count. AppendElements appends nothing and returns false where Extend would return nil.
func (w *Writer) AppendElements(b []byte) bool {
	if w.err != nil || w.format.NeedsEach() || !w.fits(len(b)) {
		return false
	}
	w.buf = append(w.buf, b...) // unlike slices.Grow it does not clear new memory
	return true
}
