//go:build purego || !(amd64 || arm64)

package wire

import (
	"encoding/binary"
	"slices"
)

// ascii writes short ASCII text in the same form as the method text. If the text is not short
// ASCII, or the capacity is too small, ascii writes nothing and returns false. Most packets are
// short ASCII texts, so ascii must be fast: it calls no functions.
//
// One store of 8 bytes writes the word head and, after it, the length of the text. If back is 0,
// head is a new word at the end of the buffer. If back is 4, head is already the last word of the
// buffer, and ascii writes this word again.
func (w *Writer) ascii(back int, head uint32, s string, n int) bool {
	p, buf := []byte(s), w.buf // the conversion copies nothing
	at := len(buf) - back

	end := at + 8 + n + Padding(n)
	if len(p) > maxASCII || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}

	b := buf[at:end:end]
	_ = b[7]
	binary.LittleEndian.PutUint32(b[len(b)-4:], 0) // zeros for a final NUL and the padding
	binary.LittleEndian.PutUint64(b, uint64(head)|uint64(n)<<32)
	b = b[8:]
	b = b[:len(p)]

	// The last word that is read may overlap the word before. This is faster than a loop over the
	// remaining bytes.
	var all uint64
	switch {
	case len(p) >= 8:
		x, y := binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(p[len(p)-8:])
		binary.LittleEndian.PutUint64(b, x)
		binary.LittleEndian.PutUint64(b[len(p)-8:], y)

		all = x | y
		for i := 8; i < len(p)-8; i += 8 {
			x := binary.LittleEndian.Uint64(p[i:])
			binary.LittleEndian.PutUint64(b[i:], x)
			all |= x
		}

	case len(p) >= 4:
		x, y := binary.LittleEndian.Uint32(p), binary.LittleEndian.Uint32(p[len(p)-4:])
		binary.LittleEndian.PutUint32(b, x)
		binary.LittleEndian.PutUint32(b[len(p)-4:], y)
		all = uint64(x | y)

	case len(p) > 0:
		x := p[0]
		y := p[len(p)/2]
		z := p[len(p)-1]
		b[0] = x
		b[len(p)/2] = y
		b[len(p)-1] = z
		all = uint64(x | y | z)
	}

	if all&NotASCII != 0 {
		return false
	}

	w.buf = w.buf[:end]
	return true
}

// ShortText returns the bytes of a text of 2 to 8 bytes, followed by zeros.
func ShortText(s string) uint64 {
	var b [8]byte
	copy(b[:], s)
	return binary.LittleEndian.Uint64(b[:])
}

// PutWords writes a packet of size bytes, from 9 to 16. The argument head has the first 8 bytes of
// the packet, and the argument text has the others. PutWords writes nothing and returns false if
// the buffer or the limit of the Writer does not have 16 more bytes. It always stores 16 bytes, so
// bytes after the packet may change. The new packet does not become the current packet, see Mark.
func (w *Writer) PutWords(head, text uint64, size int) bool {
	at := len(w.buf)
	end := at + 16
	if end > w.limit || end > cap(w.buf) {
		return false
	}

	b := w.buf[at:end]
	binary.LittleEndian.PutUint64(b, head)
	binary.LittleEndian.PutUint64(b[8:], text)
	w.buf = w.buf[:at+size]

	return true
}

// load64 returns the number in the 8 bytes b[at:at+8]. The slice b must have these bytes.
func load64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }

// growUncleared calls slices.Grow, which may clear the new memory. Without package unsafe there is
// no way to get memory that is not cleared.
func growUncleared(b []byte, n int) []byte { return slices.Grow(b, n) }
