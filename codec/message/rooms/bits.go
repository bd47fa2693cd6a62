package rooms

import (
	"encoding/binary"
	"errors"
	"fmt"

	"godotvariant/codec"
	"godotvariant/variant"
)

// The format of messages between processes and of records: numbers are uvarints, texts have their
// length before them, and values are packets of Godot 4.

// errShort is the error for a message that ends too early.
var errShort = errors.New("rooms: the message ends too early")

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendInt(b []byte, n int64) []byte { return binary.AppendUvarint(b, uint64(n)) }

// appendFixed appends a number in a fixed number of bytes. It is for random numbers, which use all
// bits.
func appendFixed(b []byte, n int64) []byte { return binary.LittleEndian.AppendUint64(b, uint64(n)) }

func appendBool(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}

// appendValue appends a value. It rounds the value to single precision, because clients get values
// in this precision.
func appendValue(b []byte, v variant.Variant) ([]byte, error) {
	return codec.Append(b, v)
}

// A bits reads the bytes of a message from their beginning. After the first error all reads return
// zero.
type bits struct {
	b   []byte
	err error
}

func (r *bits) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}

func (r *bits) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.fail(errShort)
		return nil
	}

	taken := r.b[:n]
	r.b = r.b[n:]
	return taken
}

func (r *bits) byte() byte {
	b := r.take(1)
	if b == nil {
		return 0
	}
	return b[0]
}

func (r *bits) bool() bool { return r.byte() != 0 }

// int reads a number that is not negative.
func (r *bits) int() int64 {
	n, length := binary.Uvarint(r.b)
	if length <= 0 || int64(n) < 0 {
		r.fail(errShort)
		return 0
	}

	r.b = r.b[length:]
	return int64(n)
}

// count reads the number of items that follow. Each item has at least one byte, so a number greater
// than the remaining bytes is an error.
func (r *bits) count() int {
	n := r.int()
	if n > int64(len(r.b)) {
		r.fail(errShort)
		return 0
	}
	return int(n)
}

func (r *bits) fixed() int64 {
	b := r.take(8)
	if b == nil {
		return 0
	}
	return int64(binary.LittleEndian.Uint64(b))
}

func (r *bits) bytes() []byte { return r.take(uint64(r.int())) }
func (r *bits) text() string  { return string(r.bytes()) }

func (r *bits) value() variant.Variant {
	if r.err != nil {
		return nil
	}

	v, n, err := codec.DecodeFirst(r.b)
	if err != nil {
		r.fail(err)
		return nil
	}

	r.b = r.b[n:]
	return v
}

// end returns the first error. Remaining bytes are an error, too.
func (r *bits) end() error {
	if r.err == nil && len(r.b) > 0 {
		return fmt.Errorf("rooms: %d bytes after the message", len(r.b))
	}
	return r.err
}
