package token

import (
	"bytes"
	"sync"
)

// spares has the buffers that Bytes passes to the function write. Each buffer is used by many calls
// of Bytes, one after another.
var spares = sync.Pool{New: func() any {
	b := make([]byte, 0, 1<<10)
	return &b
}}

// maxSpare is the largest capacity of a buffer that is reused.
const maxSpare = 1 << 20

// Bytes returns the bytes that the function write appends to a spare buffer. It returns nil after
// an error.
func Bytes(write func(dst []byte) ([]byte, error)) ([]byte, error) {
	spare := spares.Get().(*[]byte)
	b, err := write(*spare)

	var own []byte
	switch {
	case err != nil:
	case cap(b) > maxSpare: // a copy would cost more than a new spare buffer
		return b, nil
	default:
		own = bytes.Clone(b)
	}

	keep(spare, b)
	return own, err
}

// keep makes b the memory of the spare buffer, and puts the spare buffer back into the pool. If b
// is too large, keep drops the spare buffer.
func keep(spare *[]byte, b []byte) {
	if cap(b) <= maxSpare {
		*spare = b[:0]
		spares.Put(spare)
	}
}
