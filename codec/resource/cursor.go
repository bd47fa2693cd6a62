package resource

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"unicode/utf8"

	"godotvariant/variant"
)

// byteOrderMark is the character that engines drop at the start of every text.
const byteOrderMark = "\uFEFF"

// A cursor reads the numbers and texts of a binary file. It stores its first error. After an error
// it returns zeros and does not move. It is always true that 0 <= pos <= end <= len(data).
type cursor struct {
	data  []byte
	pos   int
	end   int // end of the bytes to read
	order binary.ByteOrder
	path  []variant.Step // path to the value that is read, beginning with the outermost step
	err   *variant.Error
	open  bool // a text had no NUL at its end
}

// fail stores an error with the given offset and kind, unless there already is an error.
func (c *cursor) fail(at int, kind error) {
	if c.err != nil {
		return
	}
	c.err = variant.NewError(variant.OpDecode, c.path, nil, kind)
	c.err.Offset = at
}

func (c *cursor) failed() bool { return c.err != nil }

// enter adds a step to the path, and leave removes it.
func (c *cursor) enter(step variant.Step) { c.path = append(c.path, step) }
func (c *cursor) leave()                  { c.path = c.path[:len(c.path)-1] }

// rest returns the number of bytes that are left.
func (c *cursor) rest() int { return c.end - c.pos }

// take reads and returns n bytes. After an error it returns nil.
func (c *cursor) take(n uint64) []byte {
	if n > uint64(c.rest()) {
		c.fail(c.pos, variant.ErrTruncated)
	}
	if c.failed() {
		return nil
	}

	b := c.data[c.pos : c.pos+int(n)]
	c.pos += int(n)
	return b
}

func (c *cursor) uint16() uint16 {
	b := c.take(2)
	if b == nil {
		return 0
	}
	return c.order.Uint16(b)
}

func (c *cursor) uint32() uint32 {
	b := c.take(4)
	if b == nil {
		return 0
	}
	return c.order.Uint32(b)
}

func (c *cursor) uint64() uint64 {
	b := c.take(8)
	if b == nil {
		return 0
	}
	return c.order.Uint64(b)
}

// count reads the number of the parts that follow, and clears the bits of mask in this number. It
// fails if the file has less than size bytes left for each part.
func (c *cursor) count(size int, mask uint32) int {
	at := c.pos
	n := c.uint32() &^ mask
	if uint64(n)*uint64(size) > uint64(c.rest()) {
		why := strconv.FormatUint(uint64(n), 10) + " parts claimed, " +
			strconv.Itoa(c.rest()) + " bytes left"
		c.fail(at, variant.Because(variant.ErrTruncated, why))
	}
	if c.failed() {
		return 0
	}
	return int(n)
}

// text reads a String:
//
//	offset  length  type    field
//	     0       4  uint32  n, the length with the NUL at its end
//	     4       n          UTF-8
//
// A length of 0 is the empty text. Like Godot 4, the method text ends the text at its first NUL,
// accepts a text without a NUL, drops a byte order mark, and reads bytes that are not UTF-8 as
// U+FFFD.
func (c *cursor) text() string { return c.textOf(c.take(uint64(c.count(1, 0)))) }

// textOf returns the text of bytes that end with a NUL.
func (c *cursor) textOf(b []byte) string {
	b, _, ended := bytes.Cut(b, []byte{0})
	if len(b) > 0 && !ended {
		c.open = true
	}

	b = bytes.TrimPrefix(b, []byte(byteOrderMark))
	if !utf8.Valid(b) {
		return string([]rune(string(b))) // each byte that is not UTF-8 becomes U+FFFD
	}
	return string(b)
}

// capacity returns the capacity of a slice for n parts that are not read yet. It is small, so a
// wrong count allocates little.
func capacity(n int) int { return min(n, 16) }
