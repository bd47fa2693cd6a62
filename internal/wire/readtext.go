package wire

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/internal/printable"
	"godotvariant/internal/token"
)

// StepIndex adds a step to the path of an error: the step to item i. It is a separate function to
// keep the stack frames of nested values small.
//
//go:noinline
func (r *Reader) StepIndex(i int) { r.Step(Step{Kind: StepIndex, Index: i}) }

// ClassName reads the name of a class. In a validation the name is empty. The result hasName
// reports whether the packet has a name.
func (r *Reader) ClassName() (name string, hasName bool) {
	at := r.pos
	b := r.TextBytes()
	r.checkClass(at, b)

	if r.check {
		return "", len(b) > 0
	}

	return string(b), len(b) > 0
}

// checkClass fails if name is not the name of a class. The argument offset is the offset of the
// field from which name was read.
func (r *Reader) checkClass(offset int, name []byte) {
	if r.err == nil && !isClass(string(name), r.format.Mode) {
		r.failAt(offset, fault.Because(fault.ErrUnknownType, noClass(string(name))))
	}
}

// isClass reports whether name is empty or an identifier. The names of all classes are identifiers.
// In the text format another name could be read as code. Lenient mode accepts any name. As in all
// text, only strict mode refuses NUL.
func isClass(name string, mode forms.Mode) bool {
	return name == "" || mode == forms.Lenient ||
		token.IsIdentifier(strings.ReplaceAll(name, "\x00", "_"))
}

// noClass returns the text of the error for a name that is not the name of a class.
func noClass(name string) string {
	return "the class " + printable.Clip(token.Quote(name), maxASCII) +
		" is not an identifier (lenient mode accepts it)"
}

// Text reads text: a 4-byte length, that many bytes of UTF-8, and zeros up to
// the next multiple of 4. Invalid UTF-8 is an [ErrUTF8], except in lenient mode.
func (r *Reader) Text() string {
	b := r.TextBytes()
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

// Bytes is like Data, but its result aliases the input.
func (r *Reader) Bytes() []byte {
	at := r.pos
	n := r.Count(1)

	if r.err != nil {
		return nil
	}

	if left := r.rest(); n <= left && left < n+Padding(n) && r.format.Mode == forms.Lenient &&
		!r.reading.Partial {
		return r.take(left)[:n:n] // engines accept data without the padding at the end
	}

	return r.padded(at, n)
}

// PackedStrings reads the texts of a PackedStringArray after a 4-byte count. In most dialects the
// length of each text includes a final NUL, which PackedStrings removes. The texts share blocks of
// memory.
func (r *Reader) PackedStrings() []string {
	n := r.CountParts(4)
	end := ending(r.format.Spec.StringArrayNUL)
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

		r.textOf(at, size, end)

		if r.err != nil {
			r.StepIndex(i)
			return nil
		}
	}

	if r.check || r.err != nil {
		return nil
	}

	return split(r.data[start:r.pos], n, end)
}

// textBlock is the size of the blocks of memory that the texts of a PackedStringArray share. As
// long as one of the texts is in use, its whole block stays in memory.
const textBlock = 32 << 10

// split returns the n texts in data, without their final NULs. The argument data has the n texts of
// a PackedStringArray, which were checked before.
func split(data []byte, n int, end ending) []string {
	texts := make([]string, n)
	wire := ""
	for i := range texts {
		if wire == "" {
			wire = string(data[:blockEnd(data)])
			data = data[len(wire):]
		}

		size := int(wire[0]) | int(wire[1])<<8 | int(wire[2])<<16 | int(wire[3])<<24
		s := wire[4 : 4+size]
		wire = wire[4+size+Padding(size):]

		if end == endsWithNUL && size > 0 && s[size-1] == 0 {
			s = s[:size-1]
		}

		texts[i] = s
	}

	return texts
}

// blockEnd returns the offset in data after the last text that fits into one block. If the first
// text is longer than a block, blockEnd returns the offset after this text.
func blockEnd(data []byte) int {
	if len(data) <= textBlock {
		return len(data)
	}

	at := 0
	for at < len(data) {
		size := int(binary.LittleEndian.Uint32(data[at:]))
		next := at + 4 + size + Padding(size)
		if at > 0 && next > textBlock {
			break
		}
		at = next
	}

	return at
}

// TextBytes reads a 4-byte length, that many bytes of text, and the padding. The result aliases the
// input.
func (r *Reader) TextBytes() []byte {
	at := r.pos
	n := r.word()
	if r.err != nil {
		return nil
	}
	return r.textOf(at, n, bare)
}

// An ending says how the bytes of a text end. The field StringArrayNUL of a dialect is the ending
// of texts in string arrays.
type ending bool

const (
	bare        ending = false
	endsWithNUL ending = true // the length includes the NUL
)

// textOf reads text of n bytes. The argument offset is the offset of the field from which the
// length was read. If texts end with NUL, a final NUL is part of the result, but is not checked as
// text.
func (r *Reader) textOf(offset int, n uint32, end ending) []byte {
	size := (uint64(n) + 3) &^ 3
	if b := r.data[r.pos:]; size <= maxASCII && size <= uint64(len(b)) && !r.slowText &&
		isASCII(b[:size]) {
		r.pos += int(size)
		return b[:n:n]
	}
	return r.textSlowly(offset, n, end)
}

// textSlowly makes the checks that textOf leaves out for short ASCII text.
func (r *Reader) textSlowly(offset int, n uint32, end ending) []byte {
	start := r.pos

	if n > math.MaxInt32-3 {
		r.failAt(offset, fault.ErrLength)
	}

	b := r.padded(offset, int(n))

	if r.err != nil {
		return nil
	}

	text := b

	if end == endsWithNUL {
		text = withoutNUL(b)
		if len(text) == len(b) && r.format.Mode == forms.Strict {
			if n > 0 { // if n is 0, the error is in the length field
				offset = start + len(b)
			}
			r.failAt(offset, fault.Because(fault.ErrNUL, "it is missing at the end"))
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

// Share returns b as a string. This string may share its memory with other results of Share.
func (r *Reader) Share(b []byte) string { return r.chunk.Share(b) }

func withoutNUL(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == 0 {
		return b[:n-1]
	}
	return b
}

// validText checks text by the rules of the mode. The argument offset is the offset of the text.
func (r *Reader) validText(b []byte, offset int) bool {
	if r.format.Mode != forms.Lenient && !utf8.Valid(b) {
		r.failAt(offset+firstInvalid(b), fault.ErrUTF8)
		return false
	}

	if r.format.Mode == forms.Strict {
		if i := bytes.IndexByte(b, 0); i >= 0 {
			r.failAt(offset+i, fault.ErrNUL)
			return false
		}
	}

	return true
}

// padded returns the next n bytes, and moves the cursor to the end of the padding after them. If
// the data is too short, padded fails. The argument offset is the offset of the length field, for
// this error. In strict mode the padding must be zeros.
func (r *Reader) padded(offset, n int) []byte {
	pad := Padding(n)
	if !r.need(n+pad, offset) {
		return nil
	}

	b := r.take(n + pad)

	if r.format.Mode == forms.Strict {
		for i, c := range b[n:] {
			if c != 0 {
				r.failAt(r.pos-pad+i, fault.ErrPadding)
			}
		}
	}

	return b[:n:n]
}

// TextAfter reads text of n bytes. The argument offset is the offset of the field from which the
// length was read. TextAfter returns false if the data is too short or the text is not valid. The
// result aliases the input.
func (r *Reader) TextAfter(offset int, n uint32) ([]byte, bool) {
	if r.err != nil || n > math.MaxInt32-3 || int(n)+Padding(int(n)) > r.rest() {
		return nil, false
	}
	start := r.pos
	b := r.padded(offset, int(n))
	return b, r.err == nil && r.validText(b, start)
}

// Padding returns the number of bytes from n to the next multiple of 4.
func Padding(n int) int { return -n & 3 }

// maxASCII is the length up to which isASCII is faster than utf8.Valid.
const maxASCII = 64

// NotASCII has the highest bit of each of eight bytes. ASCII text has none of these bits.
const NotASCII = 0x8080808080808080

// isASCII reports whether b is ASCII. The length of b must be a multiple of 4.
func isASCII(b []byte) bool {
	if len(b) < 8 {
		return len(b) < 4 || binary.LittleEndian.Uint32(b)&(NotASCII>>32) == 0
	}

	all := binary.LittleEndian.Uint64(b[len(b)-8:])
	for i := 0; i+8 < len(b); i += 8 {
		all |= binary.LittleEndian.Uint64(b[i : i+8 : i+8])
	}

	return all&NotASCII == 0
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
