package transport

import (
	"math/bits"
	"sync"
)

// A buffer has the copy of a message that waits in a queue. The buffer is reused after the message
// was written. The length of a buffer is a power of two. So the buffer of a message of n bytes has
// less than 2*n bytes, or the length of the shortest buffer.
type buffer struct{ bytes []byte }

const (
	shortestBuffer = 6  // exponent of two: 64 bytes
	longestBuffer  = 14 // exponent of two: 16 KiB; longer messages are rare
)

// buffers has the buffers that no message uses, by the exponent of their length.
var buffers [longestBuffer + 1]sync.Pool

// copied returns a copy of data, and the buffer of the copy. If data is too long for a buffer, the
// result has no buffer.
func copied(data []byte) ([]byte, *buffer) {
	size := max(shortestBuffer, bits.Len(uint(max(0, len(data)-1))))
	if size > longestBuffer {
		return append([]byte(nil), data...), nil
	}

	b, ok := buffers[size].Get().(*buffer)
	if !ok {
		b = &buffer{make([]byte, 1<<size)}
	}
	return b.bytes[:copy(b.bytes, data)], b
}

// free makes the buffer free for another message. Nothing may use its bytes any more. It does
// nothing for a nil buffer.
func (b *buffer) free() {
	if b != nil {
		buffers[bits.Len(uint(len(b.bytes)-1))].Put(b)
	}
}
