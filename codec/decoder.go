package codec

import (
	"errors"
	"io"
	"iter"

	"godotvariant/internal/fault"
	"godotvariant/variant"
)

// A Decoder reads values and Go values from a stream that an [Encoder] or an engine writes.
//
// It never reads past the end of the frame that it returns, so the connection can be used in other
// ways after any value. To make this possible, it calls Read at least twice for each frame. If
// nothing else reads the connection, give NewDecoder a bufio.Reader of the connection.
//
// It is not safe for concurrent use. Set deadlines on the connection, as for an [Encoder]. With a
// net.Conn c,
//
//	c.SetReadDeadline(time.Now().Add(30 * time.Second))
//	v, err := dec.Decode() // errors.Is(err, os.ErrDeadlineExceeded)
//
// allows a peer to be silent for 30 seconds, and closing c from another goroutine
// ends a waiting Decode.
//
// # Errors
//
// All errors except io.EOF are of type [*variant.Error]. Offsets are in bytes from the start of the
// frame, including its 4-byte length; [Decoder.InputOffset] is the offset of the frame in the
// stream.
//
//   - io.EOF itself, not wrapped, if the stream ends between frames.
//   - The errors of [Codec.Decode] for a bad packet in a complete frame. The next
//     call reads the next frame.
//   - The errors of [Codec.Unmarshal] for a value that does not fit the Go value. The next
//     call reads the next frame.
//   - variant.ErrTruncated if the reader is at its end inside a frame. The error also matches
//     io.ErrUnexpectedEOF, and all later calls return it. If the reader itself returns
//     io.ErrUnexpectedEOF, as for a compressed file that is cut off, the error matches both,
//     and the next call asks the reader again.
//   - variant.ErrLimit at offset 0 for a packet longer than Limits.MaxFrame. Nothing
//     of it is read, and the stream ends.
//   - An error that wraps the error of the reader. Its offset is the number of bytes of the frame
//     that have been read. These bytes are kept: after a timeout, the next call reads the rest of
//     the frame. The text of a timeout begins with "timed out", and errors.Is finds the reader's
//     error, such as os.ErrDeadlineExceeded.
//   - io.ErrNoProgress, if the reader returns no bytes and no error a hundred times.
//
// A Decoder without a reader, such as the zero Decoder, returns an error that says so. A stream
// that has ended returns its last error again and again, but after io.EOF the reader is asked
// again, for files that grow. [Decoder.Err] distinguishes errors of the stream from errors of one
// packet.
type Decoder struct {
	codec   *Codec
	framing Framing
	source  source

	buf      []byte // the frame, or its bytes so far
	complete bool   // buf is a complete frame
	start    int64  // offset of the frame in the stream
	shrinker shrinker

	err   error // the error that Err returns
	ended bool  // err has ended the stream
}

// NewDecoder returns a Decoder that reads from r.
func (c *Codec) NewDecoder(r io.Reader, f Framing) *Decoder {
	d := &Decoder{codec: c, framing: f, source: source{r: r}}
	if err := f.check(variant.OpDecode); err != nil {
		d.end(err)
	}
	return d
}

// NewDecoder is [Codec.NewDecoder] with Options{}: for Godot 4 in single precision.
func NewDecoder(r io.Reader, f Framing) *Decoder { return standard.NewDecoder(r, f) }

// Decode reads one frame and returns its value, or nil and an error. The Decoder uses
// one buffer for all frames, and the value does not alias it: only the value is
// allocated. Godot: StreamPeer.get_var, FileAccess.get_var; Godot 3: File.get_var.
func (d *Decoder) Decode() (variant.Variant, error) {
	packet, err := d.next()
	if err != nil {
		return nil, err
	}
	v, err := d.codec.Decode(packet)
	return v, shifted(err)
}

// Unmarshal reads one frame, and puts its value into the Go value that v points at, by the rules of
// [Codec.Unmarshal]. Like Codec.Unmarshal, it reuses the memory of v: to keep a part of one
// message, copy it before the next call. [All] makes a new Go value for each frame.
func (d *Decoder) Unmarshal(v any) error {
	packet, err := d.next()
	if err != nil {
		return err
	}
	return shifted(d.codec.Unmarshal(packet, v))
}

// DecodeRaw reads one frame and returns its packet unchanged, for relays that pass
// messages on. It rejects the packets that Decode rejects.
func (d *Decoder) DecodeRaw() (Raw, error) {
	packet, err := d.next()
	if err != nil {
		return Raw{}, err
	}
	raw, err := d.codec.Raw(packet)
	return raw, shifted(err)
}

// Scan reads one frame and makes s the Scanner of its packet, for large files and for programs that
// need only some of the values. Scan does not check the packet. The Scanner does. The packet is
// valid until the next call, see [Decoder.Packet].
func (d *Decoder) Scan(s *Scanner) error {
	packet, err := d.next()
	if err != nil {
		return err
	}
	s.Reset(packet, d.codec)
	return nil
}

// All yields the values up to the end of the stream. A bad packet in a complete frame is yielded as
// an error, and the next value follows. Any other error ends the iteration. It is also yielded,
// unless it is io.EOF.
func (d *Decoder) All() iter.Seq2[variant.Variant, error] { return all(d, d.Decode) }

// All is [Decoder.All] for Go values: each frame is unmarshaled into a new T, which shares no
// memory with the other values. After an error the T holds some of the data. To reuse the memory of
// one T, call [Decoder.Unmarshal] in a loop.
func All[T any](d *Decoder) iter.Seq2[T, error] {
	return all(d, func() (v T, err error) {
		err = d.Unmarshal(&v)
		return v, err
	})
}

func all[T any](d *Decoder, next func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			v, err := next()
			if err == io.EOF || !yield(v, err) || d.err != nil {
				return
			}
		}
	}
}

// Err returns the error of the last call if it is an error of the stream, io.EOF
// included. It returns nil for an error of one packet, and after success:
//
//	for {
//		v, err := dec.Decode()
//		switch {
//		case dec.Err() != nil:
//			return dec.Err()
//		case err != nil:
//			log.Print(err)
//			continue
//		}
//		…
//	}
func (d *Decoder) Err() error { return d.err }

// Packet returns the packet of the last frame, without its length, even if the packet is
// bad. It is nil if the frame was not read to its end. The slice is valid until the next
// call.
func (d *Decoder) Packet() []byte {
	if !d.complete {
		return nil
	}
	return d.buf[framePrefix:]
}

// InputOffset returns the start offset of the last attempted frame, in bytes from the
// first byte that the Decoder read.
func (d *Decoder) InputOffset() int64 { return d.start }

// next reads one frame and returns its packet.
func (d *Decoder) next() ([]byte, error) {
	if !d.ended && d.source.r == nil {
		d.end(streamError(variant.OpDecode, 0,
			errors.New("the Decoder has no reader, see NewDecoder")))
	}
	if d.ended {
		return nil, d.err
	}

	if d.complete {
		d.start += int64(len(d.buf))
		d.buf = d.shrinker.next(d.buf, len(d.buf))[:0]
		d.complete = false
	}

	d.err = nil
	d.frame()

	if d.err != nil {
		return nil, d.err
	}

	d.complete = true
	return d.Packet(), nil
}

// frame reads a length and a packet of that length.
func (d *Decoder) frame() {
	d.read(framePrefix)
	if d.err != nil {
		return
	}

	size := int64(d.framing.order().Uint32(d.buf))
	if most := int64(d.codec.Limits().MaxFrame); size > most {
		d.end(tooLong(variant.OpDecode, size, most))
		return
	}

	d.read(framePrefix + int(size))
}

// read reads until the frame in buf has n bytes.
func (d *Decoder) read(n int) {
	var err error
	d.buf, err = d.source.fill(d.buf, n)
	switch {
	case err == nil:
	case err != io.EOF:
		d.fail(streamError(variant.OpDecode, len(d.buf), err))
	case len(d.buf) == 0:
		d.fail(err)
	default:
		d.fail(streamError(variant.OpDecode, 0, variant.ErrTruncated))
	}
}

// fail records an error of the stream. After io.EOF and errors of the reader the next call
// continues. Any other error ends the stream.
func (d *Decoder) fail(err error) {
	var e *variant.Error
	d.err, d.ended = err, errors.As(err, &e) && !d.source.failed
}

// end ends the stream with an error.
func (d *Decoder) end(err error) {
	d.err = err
	d.ended = true
}

// A source reads exactly the number of bytes that the Decoder needs.
type source struct {
	r      io.Reader
	failed bool // the last call of fill ended with an error of r other than io.EOF
}

const (
	minBuffer     = 512
	firstChunk    = 4 << 10
	maxEmptyReads = 100
)

// fill reads into buf until it has n bytes. The error is io.EOF itself, or wraps io.ErrNoProgress
// or the error of the reader.
//
// The buffer grows only when bytes have arrived, at most to twice its size. So a large n without
// data costs no memory.
func (s *source) fill(buf []byte, n int) ([]byte, error) {
	s.failed = false
	empty := 0
	for len(buf) < n {
		if len(buf) == cap(buf) {
			size := max(minBuffer, capacity(n, max(firstChunk, 2*len(buf))))
			grown := make([]byte, len(buf), size)
			copy(grown, buf)
			buf = grown
		}

		room := buf[len(buf):min(n, cap(buf))]
		got, err := s.r.Read(room)
		if got < 0 || got > len(room) {
			got = 0
			err = errors.New("the reader returned an impossible count")
		}

		buf = buf[:len(buf)+got]
		empty++

		if got > 0 {
			empty = 0
		}
		if empty == maxEmptyReads && err == nil {
			err = io.ErrNoProgress
		}

		if err != nil && len(buf) < n {
			s.failed = err != io.EOF
			return buf, fault.Stream(err)
		}
	}

	return buf, nil
}

// capacity returns the next capacity of a buffer for n bytes: n, halved until it is not greater
// than the limit. So the last step of a new buffer is from n/2 bytes to n bytes. The old buffer is
// small, because both buffers are in memory while the bytes are copied.
func capacity(n, limit int) int {
	for n > limit {
		n -= n / 2
	}
	return n
}
