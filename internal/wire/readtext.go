package wire

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"

	"godotvariant/internal"
	"godotvariant/internal/fault"
	"godotvariant/internal/token"
	"godotvariant/variant/dialect"
)

// StepIndex is Step to an item. It keeps the stack frames of nested values small.
//
//go:noinline
func (r *Reader) StepIndex(i int) { r.Step(Step{Kind: StepIndex, Index: i}) }

// ClassName reads the name of a class, empty in a validation. named reports whether the packet
// has one.
func (r *Reader) ClassName() (name string, named bool) {
	at := r.pos
	b := r.Text()
	r.CheckClass(at, b)

	if r.check {
		return "", len(b) > 0
	}

	return string(b), len(b) > 0
}

// CheckClass fails if the name of a class, from the field at offset at, is not one.
func (r *Reader) CheckClass(at int, name []byte) {
	if r.err == nil && !isClass(string(name), r.format.Mode) {
		r.failAt(at, fault.Because(fault.ErrUnknownType, noClass(string(name))))
	}
}

// isClass reports whether a name is empty or can be that of a class: an identifier. Engines write
// no others, and in text such a name could go on as code. Lenient mode accepts any name. NUL is
// refused with all other NUL in text: in strict mode only.
func isClass(name string, mode dialect.Mode) bool {
	return name == "" || mode == dialect.Lenient ||
		token.IsIdentifier(strings.ReplaceAll(name, "\x00", "_"))
}

// noClass says that a name is not that of a class.
func noClass(name string) string {
	return "the class " + internal.Clip(token.Quote(name), maxASCII) +
		" is not an identifier (lenient mode accepts it)"
}

// String reads text: a 4-byte length, that many bytes of UTF-8, and zeros up to
// the next multiple of 4. Invalid UTF-8 is an [ErrUTF8], except in lenient mode.
func (r *Reader) String() string {
	b := r.Text()
	if r.check {
		return ""
	}
	return string(b)
}

// Data reads the bytes of a PackedByteArray: a 4-byte count, the bytes, and zeros
// up to the next multiple of 4. The result is a copy.
func (r *Reader) Data() []byte {
	b := r.Bytes()
	if r.hashing {
		r.mixBytes(b)
	}
	if r.check || r.err != nil {
		return nil
	}

	return append([]byte{}, b...)
}

// Bytes is Data without the copy.
func (r *Reader) Bytes() []byte {
	at := r.pos
	n := r.Count(1)

	if r.err != nil {
		return nil
	}

	if left := r.rest(); n <= left && left < n+Padding(n) && r.format.Mode == dialect.Lenient &&
		!r.reading.Partial {
		return r.takeBoth(n, left-n)[:n:n] // engines do not need the padding at the very end
	}

	return r.padded(at, n)
}

// PackedStrings reads the texts of a PackedStringArray after a 4-byte count. Most
// dialects count a final NUL in the length of each text; it is removed. All texts
// share one piece of memory.
func (r *Reader) PackedStrings() []string {
	n := r.CountParts(4)
	ended := r.format.Dialect.StringArrayNUL
	start := r.pos

	for i := 0; i < n; i++ {
		at := r.pos
		var size uint32

		if len(r.data)-at >= 4 {
			size = binary.LittleEndian.Uint32(r.data[at:])
			r.pos = at + 4
		} else {
			size = r.word()
		}

		r.textOf(at, size, ended)

		if r.err != nil {
			r.StepIndex(i)
			return nil
		}
	}

	if r.check || r.err != nil {
		return nil
	}

	return split(string(r.data[start:r.pos]), n, ended)
}

// split cuts n texts out of their bytes on the wire, which are valid.
func split(wire string, n int, ended bool) []string {
	texts := make([]string, n)
	for i := range texts {
		size := int(wire[0]) | int(wire[1])<<8 | int(wire[2])<<16 | int(wire[3])<<24
		s := wire[4 : 4+size]
		wire = wire[4+size+Padding(size):]

		if ended && size > 0 && s[size-1] == 0 {
			s = s[:size-1]
		}

		texts[i] = s
	}

	return texts
}

// Text reads a length and text. The result aliases the input.
func (r *Reader) Text() []byte {
	at := r.pos
	n := r.word()
	if r.err != nil {
		return nil
	}
	return r.textOf(at, n, false)
}

// textOf reads text of n bytes, the length in the field at offset at. If ended is
// set, a final NUL is not checked as text, but it is part of the result.
func (r *Reader) textOf(at int, n uint32, ended bool) []byte {
	size := (uint64(n) + 3) &^ 3
	if b := r.data[r.pos:]; size <= maxASCII && size <= uint64(len(b)) && !r.slowText &&
		isASCII(b[:size]) {
		r.pos += int(size)
		return b[:n:n]
	}
	return r.textSlowly(at, n, ended)
}

// textSlowly is textOf with all checks.
func (r *Reader) textSlowly(at int, n uint32, ended bool) []byte {
	start := r.pos

	if n > math.MaxInt32-3 {
		r.failAt(at, fault.ErrLength)
	}

	b := r.padded(at, int(n))

	if r.err != nil {
		return nil
	}

	text := b

	if ended {
		text = withoutNUL(b)
		if len(text) == len(b) && r.format.Mode == dialect.Strict {
			if n > 0 { // with a length of 0 the length is at fault
				at = start + len(b)
			}
			r.failAt(at, fault.Because(fault.ErrNUL, "it is missing at the end"))
			return nil
		}
	}

	if !r.validText(text, start) {
		return nil
	}
	if r.hashing {
		r.mixBytes(text)
	}

	return b
}

// Share returns b as a string that may share its memory with other texts that Share returned.
func (r *Reader) Share(b []byte) string { return r.chunk.Share(b) }

func withoutNUL(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == 0 {
		return b[:n-1]
	}
	return b
}

// validText checks text that starts at offset start against the mode.
func (r *Reader) validText(b []byte, start int) bool {
	if r.format.Mode != dialect.Lenient && !utf8.Valid(b) {
		r.failAt(start+firstInvalid(b), fault.ErrUTF8)
		return false
	}

	if r.format.Mode == dialect.Strict {
		if i := bytes.IndexByte(b, 0); i >= 0 {
			r.failAt(start+i, fault.ErrNUL)
			return false
		}
	}

	return true
}

// padded takes n bytes and their padding. If the data is too short, the error is in
// the length at offset at.
func (r *Reader) padded(at, n int) []byte {
	pad := Padding(n)
	if !r.need(n+pad, at) {
		return nil
	}

	b := r.takeBoth(n, pad)

	if r.format.Mode == dialect.Strict {
		for i, c := range b[n:] {
			if c != 0 {
				r.failAt(r.pos-pad+i, fault.ErrPadding)
			}
		}
	}

	return b[:n:n]
}

// takeBoth takes n bytes of text or data and pad bytes of padding, which are there.
func (r *Reader) takeBoth(n, pad int) []byte {
	b := r.take(n + pad)
	if r.reading.Trace != nil {
		r.reading.Trace(Event{Kind: EventText, Offset: r.pos - n - pad, End: r.pos - pad})
	}
	return b
}

// TextAfter reads text of n bytes, the length in the field at offset at. It reports
// false if the text is not there or not valid. The result aliases the input.
func (r *Reader) TextAfter(at int, n uint32) ([]byte, bool) {
	if r.err != nil || n > math.MaxInt32-3 || int(n)+Padding(int(n)) > r.rest() {
		return nil, false
	}
	start := r.pos
	b := r.padded(at, int(n))
	return b, r.err == nil && r.validText(b, start)
}

// Padding returns the number of bytes from n to the next multiple of 4.
func Padding(n int) int { return -n & 3 }

// maxASCII is the length up to which isASCII is faster than utf8.Valid.
const maxASCII = 64

// isASCII reports whether b is ASCII. Its length must be a multiple of 4.
func isASCII(b []byte) bool {
	const high = 0x8080808080808080
	if len(b) < 8 {
		return len(b) < 4 || binary.LittleEndian.Uint32(b)&(high>>32) == 0
	}

	all := binary.LittleEndian.Uint64(b[len(b)-8:])
	for i := 0; i+8 < len(b); i += 8 {
		all |= binary.LittleEndian.Uint64(b[i : i+8 : i+8])
	}

	return all&high == 0
}

// firstInvalid returns the offset of the first byte of b that is not UTF-8.
func firstInvalid(b []byte) int {
	for i := 0; i < len(b); {
		c, n := utf8.DecodeRune(b[i:])
		if c == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(b)
}
