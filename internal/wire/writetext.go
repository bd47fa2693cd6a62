package wire

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
)

// Text writes text: a 4-byte length, the bytes, and zeros up to the next multiple
// of 4. Invalid UTF-8 is an [ErrUTF8], except in lenient mode.
func (w *Writer) Text(s string) {
	if !w.shortPart(s, len(s)) {
		w.text(s, len(s))
	}
}

// ClassName writes the name of a class, see CheckClass.
func (w *Writer) ClassName(s string) {
	w.Text(s)
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

// shortPart writes short ASCII text in the same form as the method text. If it can't, it writes
// nothing and returns false. The buffer must already have 4 bytes or more, such as the header of
// the packet, because shortPart writes its last 4 bytes again.
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

	if w.format.Mode != forms.Lenient && !utf8.ValidString(s) {
		w.Fail(fault.Because(fault.ErrUTF8, "at byte "+strconv.Itoa(firstInvalid([]byte(s)))+
			" of the text"))
		return
	}

	b := w.next(size)
	binary.LittleEndian.PutUint32(b[size-4:], 0) // zeros for a final NUL and the padding
	binary.LittleEndian.PutUint32(b, uint32(n))
	copy(b[4:], s)
}

// WriteStrings writes the texts of a PackedStringArray after their count. It stops at the first
// text that fails, and returns the number of written texts. In most dialects the length of each
// text includes a final NUL.
func (w *Writer) WriteStrings(texts []string) int {
	end := 0

	if w.format.Spec.StringArrayNUL {
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
