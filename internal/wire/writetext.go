package wire

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"godotvariant/internal/fault"
	"godotvariant/variant/dialect"
)

// String writes text: a 4-byte length, the bytes, and zeros up to the next multiple
// of 4. Invalid UTF-8 is an [ErrUTF8], except in lenient mode.
func (w *Writer) String(s string) {
	if !w.shortPart(s, len(s)) {
		w.text(s, len(s))
	}
}

// ClassName writes the name of a class, see CheckClass.
func (w *Writer) ClassName(s string) {
	w.String(s)
	w.CheckClass(s)
}

// CheckClass fails if s can't be the name of a class.
func (w *Writer) CheckClass(s string) {
	if !isClass(s, w.format.Mode) {
		w.Fail(fault.Because(fault.ErrUnsupported, noClass(s)))
	}
}

// Data writes the bytes of a PackedByteArray: a 4-byte count, the bytes, and zeros
// up to the next multiple of 4.
func (w *Writer) Data(b []byte) {
	w.Count(len(b))
	if w.fits(len(b)) {
		w.buf = append(w.buf, b...)
		w.buf = append(w.buf, zeros[:Padding(len(b))]...)
	}
}

var zeros [4]byte

// shortPart writes short ASCII text as text does, and returns false if it can't. A word must stand
// before the text: at least the header of the packet.
func (w *Writer) shortPart(s string, n int) bool {
	return w.ascii(4, binary.LittleEndian.Uint32(w.buf[len(w.buf)-4:]), s, n)
}

// text writes the length n, the text s, zeros up to n bytes, and the padding.
func (w *Writer) text(s string, n int) {
	if n > math.MaxInt32-3 {
		w.Fail(fault.Because(fault.ErrLength, strconv.Itoa(n)+" bytes of text"))
	}

	size := 4 + n + Padding(n)

	if !w.fits(n) {
		return
	}

	w.buf = slices.Grow(w.buf, size)

	if w.format.Mode != dialect.Lenient && !utf8.ValidString(s) {
		w.Fail(fault.Because(fault.ErrUTF8, "at byte "+strconv.Itoa(firstInvalid([]byte(s)))+
			" of the text"))
		return
	}

	b := w.next(size)
	binary.LittleEndian.PutUint32(b[size-4:], 0) // the end of the text and the padding
	binary.LittleEndian.PutUint32(b, uint32(n))
	copy(b[4:], s)
}

// ascii writes short ASCII text as text does. If the text is not short ASCII, or the capacity is
// too small, it writes nothing and returns false. It calls no functions, because most packets are
// such texts.
//
// It also writes the word before the text, so that one store of 8 bytes writes the word and the
// length. If back is 0, head is a new word. If back is 4, head is the last word, which is written
// again.
func (w *Writer) ascii(back int, head uint32, s string, n int) bool {
	p, buf := []byte(s), w.buf // the conversion copies nothing
	at := len(buf) - back

	end := at + 8 + n + Padding(n)
	if len(p) > maxASCII || end > w.limit || uint(end) > uint(cap(buf)) {
		return false
	}

	b := buf[at:end:end]
	_ = b[7]
	binary.LittleEndian.PutUint32(b[len(b)-4:], 0) // the end of the text and the padding
	binary.LittleEndian.PutUint64(b, uint64(head)|uint64(n)<<32)
	b = b[8:]
	b = b[:len(p)]

	// Reading a last word that overlaps the word before is faster than a loop over the remaining
	// bytes.
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

	if all&0x8080808080808080 != 0 {
		return false
	}

	w.buf = w.buf[:end]
	return true
}

// WriteStrings writes the texts of a PackedStringArray after their count. It stops at the first
// text that fails, and returns the number of texts that it wrote. In most dialects the length of
// each text counts a final NUL.
func (w *Writer) WriteStrings(texts []string) int {
	end := 0

	if w.format.Dialect.StringArrayNUL {
		end = 1
	}

	for i, s := range texts {
		if w.shortPart(s, len(s)+end) {
			continue
		}

		w.text(s, len(s)+end)
		if w.err != nil {
			return i
		}
	}

	return len(texts)
}
