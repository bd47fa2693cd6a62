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
	b := r.text(r.pos, false)
	if r.check {
		return ""
	}
	return string(b)
}

// PackedString reads one string of a PackedStringArray: as String does, less the
// NUL that most dialects count in its length.
func (r *Reader) PackedString() string {
	b := r.text(r.pos, r.format.dialect.StringArrayNUL)
	if r.check {
		return ""
	}
	return string(b)
}

// text reads a length at offset at and the text behind it, which aliases the
// input. With ended, one NUL at the text's end is not part of it.
func (r *Reader) text(at int, ended bool) []byte {
	n := r.word()
	if n > math.MaxInt32-3 {
		r.failAt(at, ErrLength)
	}
	b := r.padded(at, int(n))
	if r.err != nil {
		return nil
	}
	start := r.pos - len(b) - padding(len(b))
	if ended {
		if len(b) > 0 && b[len(b)-1] == 0 {
			b = b[:len(b)-1]
		} else if r.format.mode == Strict {
			r.failAt(at, Because(ErrNUL, "it is missing at the end"))
			return nil
		}
	}
	if !r.checkText(b, start) {
		return nil
	}
	if r.hashing {
		r.mixBytes(b)
	}
	return b
}

// checkText holds text that begins at offset start against the mode.
func (r *Reader) checkText(b []byte, start int) bool {
	if r.format.mode != Lenient && !isASCII(b) && !utf8.Valid(b) {
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
	if r.format.mode == Strict {
		for i, c := range b[n:] {
			if c != 0 {
				r.failAt(r.pos-pad+i, ErrPadding)
			}
		}
	}
	return b[:n:n]
}

// Data reads the bytes of a PackedByteArray, a 4-byte count before them and
// zeros behind them up to the next multiple of 4. Its result is a copy.
func (r *Reader) Data() []byte {
	at := r.pos
	n := r.Count(1)
	if r.err != nil {
		return nil
	}
	if n == len(r.data)-r.pos && r.format.mode == Lenient && r.fill == nil {
		// Engines do not miss the padding of a last byte array.
		b := r.take(n)
		return r.keep(b)
	}
	if n+padding(n)+r.owed > r.rest() {
		r.short(at)
		return nil
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
	return append(make([]byte, 0, len(b)), b...)
}

// Elements takes the n elements of size bytes of a packed array, whose count has
// been read with [Reader.Count]: an alias of the input, to be copied from and let go.
// While only checking, and after an error, it returns nil.
func (r *Reader) Elements(n, size int) []byte {
	if r.need(n*size, r.pos) {
		b := r.take(n * size)
		if !r.check {
			return b
		}
	}
	return nil
}

// padding returns how many bytes follow n to make a multiple of 4.
func padding(n int) int { return -n & 3 }

// isASCII reports whether b, if it is short, holds nothing but ASCII: eight bytes
// at a time are quicker than utf8.Valid up to some 64, and no quicker beyond.
func isASCII(b []byte) bool {
	if len(b) > 64 {
		return false
	}
	var all uint64
	for ; len(b) >= 8; b = b[8:] {
		all |= binary.LittleEndian.Uint64(b)
	}
	for _, c := range b {
		all |= uint64(c)
	}
	return all&0x8080808080808080 == 0
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
