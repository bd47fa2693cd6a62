//go:build !purego && (amd64 || arm64)

package wire

import (
	"slices"
	"strings"
	"unsafe"
)

// Only this file of the package uses unsafe. Most parts of a packet are texts of a few bytes.
// Without unsafe, bounds checks would take a sixth of the instructions that write such texts. The
// machines for which this file is compiled are little-endian, and may store a word at any address.
// The file memory_portable.go has the same functions without unsafe.

// ascii writes short ASCII text in the same form as the method text. If the text is not short
// ASCII, or the capacity is too small, ascii writes nothing and returns false. Most packets are
// short ASCII texts, so ascii must be fast: it calls no functions.
//
// One store of 8 bytes writes the word head and, after it, the length of the text. If back is 0,
// head is a new word at the end of the buffer. If back is 4, head is already the last word of the
// buffer, and ascii writes this word again.
func (w *Writer) ascii(back int, head uint32, s string, n int) bool {
	buf := w.buf
	at := len(buf) - back

	end := at + 8 + (n+3)&^3
	if len(s) > maxASCII || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}

	// After this, all reads are from s, and all stores are to buf[at:end].
	from := unsafe.Pointer(unsafe.StringData(s))
	to := unsafe.Add(unsafe.Pointer(unsafe.SliceData(buf)), at)
	*word32(to, end-at-4) = 0 // zeros for a final NUL and the padding
	*word64(to, 0) = uint64(head) | uint64(n)<<32

	// The text begins at to+8. But the code does not make a pointer to this address, because for an
	// empty text the address may be after the end of the memory of buf.

	// Reading a last word that overlaps the word before is faster than a loop over the remaining
	// bytes.
	var all uint64
	switch last := len(s); {
	case last >= 8:
		last -= 8
		x, y := *word64(from, 0), *word64(from, last)
		*word64(to, 8) = x
		*word64(to, 8+last) = y

		all = x | y
		for i := 8; i < last; i += 8 {
			x := *word64(from, i)
			*word64(to, 8+i) = x
			all |= x
		}

	case last >= 4:
		last -= 4
		x, y := *word32(from, 0), *word32(from, last)
		*word32(to, 8) = x
		*word32(to, 8+last) = y
		all = uint64(x | y)

	case last > 0:
		last--
		middle := len(s) / 2
		x, y, z := *byteAt(from, 0), *byteAt(from, middle), *byteAt(from, last)
		*byteAt(to, 8) = x
		*byteAt(to, 8+middle) = y
		*byteAt(to, 8+last) = z
		all = uint64(x | y | z)
	}

	if all&NotASCII != 0 {
		return false
	}

	setLen(&w.buf, end)
	return true
}

// ShortText returns the bytes of a text of 2 to 8 bytes, followed by zeros. It calls no functions
// and is inlined.
func ShortText(s string) uint64 {
	from := unsafe.Pointer(unsafe.StringData(s))
	if len(s) >= 4 {
		return uint64(*word32(from, 0)) | uint64(*word32(from, len(s)-4))<<(8*len(s)-32&63)
	}
	return uint64(*word16(from, 0)) | uint64(*word16(from, len(s)-2))<<(8*len(s)-16&63)
}

// PutWords writes a packet of size bytes, from 9 to 16. The argument head has the first 8 bytes of
// the packet, and the argument text has the others. PutWords writes nothing and returns false if
// the buffer or the limit of the Writer does not have 16 more bytes. It always stores 16 bytes, so
// bytes after the packet may change. The new packet does not become the current packet, see Mark.
// PutWords calls no functions and is inlined.
func (w *Writer) PutWords(head, text uint64, size int) bool {
	at := len(w.buf)
	if end := at + 16; end > w.limit || end > cap(w.buf) {
		return false
	}

	to := unsafe.Add(unsafe.Pointer(unsafe.SliceData(w.buf)), at)
	*word64(to, 0) = head
	*word64(to, 8) = text
	setLen(&w.buf, at+size)

	return true
}

// load64 returns the number in the 8 bytes b[at:at+8]. The slice b must have these bytes.
func load64(b []byte, at int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), at))
}

// setLen sets the length of b to n, which must not exceed the capacity. Unlike b[:n] it makes no
// bounds check and stores no pointer. So a function that calls it needs no stack frame.
func setLen(b *[]byte, n int) { (*sliceHeader)(unsafe.Pointer(b)).len = n }

// A sliceHeader has the memory layout of a slice.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// growUncleared is like slices.Grow, but faster for many bytes: it takes the new memory from a
// Builder, which does not clear it. In contrast, append and make clear memory. The caller must fill
// all of the n additional bytes.
func growUncleared(b []byte, n int) []byte {
	if cap(b)-len(b) >= n || n < minUncleared {
		return slices.Grow(b, n)
	}

	size := max(len(b)+n, cap(b)+cap(b)/4) // at least a quarter more, so that few calls copy b
	var made strings.Builder
	made.Grow(size)
	made.WriteByte(0) // for an empty string, StringData may return another pointer
	grown := unsafe.Slice(unsafe.StringData(made.String()), size)

	return grown[:copy(grown, b)]
}

// minUncleared is the number of bytes up to which slices.Grow is as fast as a Builder.
const minUncleared = 1 << 16

// word64, word32, word16 and byteAt return pointers to the bytes at offset i from p.
func word64(p unsafe.Pointer, i int) *uint64 { return (*uint64)(unsafe.Add(p, i)) }
func word32(p unsafe.Pointer, i int) *uint32 { return (*uint32)(unsafe.Add(p, i)) }
func word16(p unsafe.Pointer, i int) *uint16 { return (*uint16)(unsafe.Add(p, i)) }
func byteAt(p unsafe.Pointer, i int) *byte   { return (*byte)(unsafe.Add(p, i)) }
