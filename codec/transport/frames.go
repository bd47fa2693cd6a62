package transport

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A frameReader reads the frames of a stream. Its buffer grows with the bytes that have arrived,
// and does not depend on the length in a frame's header.
type frameReader struct {
	from    io.Reader
	framing codec.Framing
	most    int    // length of the longest packet in bytes
	buf     []byte // buf[head:tail] was read, but not returned yet
	head    int
	tail    int
}

const (
	longestFrame = 1<<31 - 1 // limit of the format
	firstBuffer  = 512
	keptBuffer   = 64 << 10 // greatest length of a buffer that is kept for the next packet
)

// next returns the next packet. The packet is valid until the next call.
func (r *frameReader) next() ([]byte, error) {
	if r.head == r.tail {
		r.rewind()
	}

	for {
		packet, rest, missing := r.framing.Cut(r.buf[r.head:r.tail])
		if missing == 0 {
			r.head = r.tail - len(rest)
			return packet, r.check(len(packet))
		}

		if got := r.tail - r.head; got >= prefix {
			if err := r.check(got - prefix + missing); err != nil {
				return nil, err
			}
		}
		if err := r.fill(missing); err != nil {
			return nil, r.ended(err)
		}
	}
}

// prefix is the size, in bytes, of the length before each packet.
const prefix = 4

// peek returns the first n bytes of the stream that were not returned yet. The next read returns
// them again.
func (r *frameReader) peek(n int) ([]byte, error) {
	for r.tail-r.head < n {
		if err := r.fill(n); err != nil {
			return nil, err
		}
	}
	return r.buf[r.head : r.head+n], nil
}

func (r *frameReader) check(size int) error {
	if size <= r.most {
		return nil
	}
	return tooLong(variant.OpDecode, size, r.most, "Limits.MaxFrame")
}

// rewind makes the buffer empty. It drops a large buffer.
func (r *frameReader) rewind() {
	r.head = 0
	r.tail = 0
	if len(r.buf) > keptBuffer {
		r.buf = nil
	}
}

// fill reads the available bytes into the buffer. It waits for at least one byte. The argument
// missing is the greatest number of bytes that the caller still needs, see makeRoom.
func (r *frameReader) fill(missing int) error {
	if r.tail == len(r.buf) {
		r.makeRoom(missing)
	}

	n, err := r.from.Read(r.buf[r.tail:])
	r.tail += n
	if n > 0 {
		return nil
	}
	if err == nil {
		return io.ErrNoProgress
	}
	return err
}

// makeRoom moves the unread bytes to the start of the buffer. If they fill more than half of the
// buffer, makeRoom moves them to a longer buffer.
func (r *frameReader) makeRoom(missing int) {
	unread := r.buf[r.head:r.tail]
	into := r.buf
	if len(unread) > len(r.buf)/2 || len(r.buf) == 0 {
		into = make([]byte, max(firstBuffer, len(unread)+min(missing, len(unread)+firstBuffer)))
	}

	r.tail = copy(into, unread)
	r.head = 0
	r.buf = into
}

// ended returns the error that Receive returns if a read from the connection fails with err.
func (r *frameReader) ended(err error) error {
	switch {
	case err == io.EOF && r.head < r.tail:
		return fmt.Errorf("godot: the connection ended within a message: %w", io.ErrUnexpectedEOF)
	case err == io.EOF, errors.Is(err, net.ErrClosed):
		return err
	default:
		return fmt.Errorf("godot: the connection failed: %w", err)
	}
}

// A frameWriter writes frames. Frame writers are reused.
type frameWriter struct {
	prefixes []byte
	parts    [][]byte // for each packet its prefix, and then the packet
	vector   net.Buffers
	joined   []byte
}

var frameWriters = sync.Pool{New: func() any { return new(frameWriter) }}

// writeFrames writes messages as frames. A socket gets them in one system call, and any other
// stream in one Write.
func writeFrames(to net.Conn, f codec.Framing, ms []Message) error {
	w := frameWriters.Get().(*frameWriter)
	defer w.free()

	switch to.(type) {
	case *net.TCPConn, *net.UnixConn:
		return w.scatter(to, f, ms)
	default: // for other streams, net.Buffers would call Write for each part
		return w.join(to, f, ms)
	}
}

// scatter writes the frames without copying the packets.
func (w *frameWriter) scatter(to net.Conn, f codec.Framing, ms []Message) error {
	for _, m := range ms {
		w.prefixes = appendLength(w.prefixes, f, len(m.Data))
	}
	for i, m := range ms {
		w.parts = append(w.parts, w.prefixes[prefix*i:prefix*(i+1)], m.Data)
	}

	w.vector = w.parts
	_, err := w.vector.WriteTo(to)
	return err
}

// appendLength appends the length of a packet.
func appendLength(dst []byte, f codec.Framing, n int) []byte {
	if f == codec.FrameU32BE {
		return binary.BigEndian.AppendUint32(dst, uint32(n))
	}
	return binary.LittleEndian.AppendUint32(dst, uint32(n))
}

// join writes the frames in one Write.
func (w *frameWriter) join(to net.Conn, f codec.Framing, ms []Message) error {
	for _, m := range ms {
		w.joined = f.Append(w.joined, m.Data)
	}

	_, err := to.Write(w.joined)
	return err
}

// free returns a writer to the pool, without its packets and without large buffers.
func (w *frameWriter) free() {
	clear(w.parts)
	w.parts = w.parts[:0]
	w.vector = nil
	w.prefixes = w.prefixes[:0]
	w.joined = w.joined[:0]

	if cap(w.joined) > 2*keptBuffer {
		w.joined = nil
	}
	frameWriters.Put(w)
}
