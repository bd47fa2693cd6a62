package variant

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode/utf8"
)

// String reads text: a 4-byte length, so many bytes of UTF-8, zeros up to the
// next multiple of 4.
func (r *Reader) String() string {
	b := r.text()
	if r.check {
		return ""
	}
	return string(b)
}

// TextBytes reads text as [Reader.String] does. Its result aliases the input and
// must be neither kept nor changed.
func (r *Reader) TextBytes() []byte { return r.text() }

// PackedStrings reads the texts of a PackedStringArray, a 4-byte count before
// them. Each is as String reads it, less the NUL that most dialects count in its
// length. They share one piece of memory, which any of them keeps alive.
func (r *Reader) PackedStrings() []string {
	n := r.CountParts(4)
	ended := r.format.dialect.StringArrayNUL
	start := r.pos
	for i := 0; i < n; i++ {
		at := r.pos
		var size uint32
		if len(r.data)-at >= 4 {
			size, r.pos = binary.LittleEndian.Uint32(r.data[at:]), at+4
		} else {
			size = r.word()
		}
		if r.textOf(at, size, ended); r.err != nil {
			r.stepIndex(i)
			return nil
		}
	}
	if r.check || r.err != nil {
		return nil
	}
	return split(string(r.data[start:r.pos]), n, ended)
}

// split cuts n texts out of their bytes on the wire, which have been checked.
func split(wire string, n int, ended bool) []string {
	texts := make([]string, n)
	for i := range texts {
		size := int(wire[0]) | int(wire[1])<<8 | int(wire[2])<<16 | int(wire[3])<<24
		s := wire[4 : 4+size]
		wire = wire[4+size+padding(size):]
		if ended && size > 0 && s[size-1] == 0 {
			s = s[:size-1]
		}
		texts[i] = s
	}
	return texts
}

// text reads a length and the text behind it, which aliases the input.
func (r *Reader) text() []byte {
	at := r.pos
	n := r.word()
	if r.err != nil {
		return nil
	}
	return r.textOf(at, n, false)
}

// textOf reads text of n bytes, as the field at offset at has said. With ended, one
// NUL at the text's end is no part of it, though of the result.
func (r *Reader) textOf(at int, n uint32, ended bool) []byte {
	size := (uint64(n) + 3) &^ 3
	if b := r.data[r.pos:]; size <= longestASCII && size <= uint64(len(b)) && !r.careful && isASCII(b[:size]) {
		r.pos += int(size)
		return b[:n:n]
	}
	return r.carefulText(at, n, ended)
}

// carefulText is textOf for text that takes more than a look, or has still to come.
func (r *Reader) carefulText(at int, n uint32, ended bool) []byte {
	start := r.pos
	if n > math.MaxInt32-3 {
		r.failAt(at, ErrLength)
	}
	b := r.padded(at, int(n))
	if r.err != nil {
		return nil
	}
	text := b
	if ended {
		if text = withoutNUL(b); len(text) == len(b) && r.format.mode == Strict {
			r.failAt(at, Because(ErrNUL, "it is missing at the end"))
			return nil
		}
	}
	if !r.checkText(text, start) {
		return nil
	}
	if r.hashing {
		r.mixBytes(text)
	}
	return b
}

func withoutNUL(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == 0 {
		return b[:n-1]
	}
	return b
}

// checkText holds text that begins at offset start against the mode.
func (r *Reader) checkText(b []byte, start int) bool {
	if r.format.mode != Lenient && !utf8.Valid(b) {
		r.failAt(start+firstInvalid(b), ErrUTF8)
		return false
	}
	if r.format.mode == Strict {
		if i := bytes.IndexByte(b, 0); i >= 0 {
			r.failAt(start+i, ErrNUL)
			return false
		}
	}
	return true
}

// padded takes n bytes and their padding; if there are fewer, the fault lies in
// the length at offset at.
func (r *Reader) padded(at, n int) []byte {
	pad := padding(n)
	if !r.need(n+pad, at) {
		return nil
	}
	b := r.take(n + pad)
	if r.trace != nil {
		r.trace.on(TraceEvent{Kind: TraceText, Offset: r.pos - n - pad, End: r.pos - pad})
	}
	if r.format.mode == Strict {
		for i, c := range b[n:] {
			if c != 0 {
				r.failAt(r.pos-pad+i, ErrPadding)
			}
		}
	}
	return b[:n:n]
}

// Name reads text as String does, and whether there is any, which an empty
// result does not tell where the data is only checked.
func (r *Reader) Name() (name string, named bool) {
	b := r.text()
	if r.check {
		return "", len(b) > 0
	}
	return string(b), len(b) > 0
}

// TextAfter reads text of n bytes, whose length the field at offset at has
// given, and reports whether all of it is there and in order. It aliases the
// input, so that a check need not copy it: convert it to keep it.
func (r *Reader) TextAfter(at int, n uint32) ([]byte, bool) {
	if r.err != nil || n > math.MaxInt32-3 || int(n)+padding(int(n)) > r.rest() {
		return nil, false
	}
	start := r.pos
	b := r.padded(at, int(n))
	return b, r.err == nil && r.checkText(b, start)
}

// Data reads the bytes of a PackedByteArray, a 4-byte count before them and
// zeros behind them up to the next multiple of 4. Its result is a copy.
func (r *Reader) Data() []byte {
	at := r.pos
	n := r.Count(1)
	if r.err != nil {
		return nil
	}
	if n == r.rest() && r.format.mode == Lenient && (r.fill == nil || r.trace != nil) {
		// Engines do not miss the padding of a last byte array.
		b := r.take(n)
		return r.keep(b)
	}
	return r.keep(r.padded(at, n))
}

// keep returns a copy of b, and nothing where nothing is to be built.
func (r *Reader) keep(b []byte) []byte {
	if r.hashing {
		r.mixBytes(b)
	}
	if r.check || r.err != nil {
		return nil
	}
	return append([]byte{}, b...)
}

// Skip passes over n bytes whose content does not matter, because the data is
// only checked and they are no part of a dictionary key; if it does matter,
// Skip does nothing and returns false.
func (r *Reader) Skip(n int) bool {
	if !r.check || r.hashing {
		return false
	}
	if r.need(n, r.pos) {
		r.take(n)
	}
	return true
}

// Elements takes n elements of size bytes, behind a count, as a part of the
// input, to be copied from and let go. It returns nil where they must be read
// one by one, by other methods: after an error, and where they are part of a
// dictionary key.
func (r *Reader) Elements(n, size int) []byte {
	if r.hashing {
		return nil
	}
	return r.take(n * size)
}

// padding returns how many bytes follow n to make a multiple of 4.
func padding(n int) int { return -n & 3 }

// longestASCII is up to how many bytes isASCII is quicker than utf8.Valid.
const longestASCII = 64

// isASCII reports whether b, whose length is a multiple of 4, is nothing but ASCII.
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

// firstInvalid returns where b stops to be UTF-8.
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
