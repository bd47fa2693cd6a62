package codec

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"godotvariant/variant"
)

// A Decoder reads values from a stream, the mirror image of [Encoder].
//
// It never reads past the frame that it is to return, so a connection can be
// handed on after any value. The price is two small reads a frame: where nobody
// else wants the connection, give it a bufio.Reader of the connection.
//
// It is for one goroutine at a time. Deadlines and cancellation are the
// connection's, as in [Encoder]: with a net.Conn c,
//
//	c.SetReadDeadline(time.Now().Add(30 * time.Second))
//	v, err := dec.Decode() // errors.Is(err, os.ErrDeadlineExceeded)
//
// lets a peer be silent for 30 seconds, and closing c from another goroutine
// ends a Decode that waits.
//
// # Errors
//
// All errors but io.EOF are an [*variant.Error]. Offsets are in bytes from the
// start of the frame, its 4-byte length included; [Decoder.InputOffset] tells
// where in the stream that is.
//
//   - io.EOF itself, unwrapped, where the stream ends between frames.
//   - A bad packet in a whole frame, with the kind of error that [Codec.Decode]
//     gives. The stream is in order, and the next call reads the next frame.
//     (Not so with FrameNone: there the stream ends.)
//   - variant.ErrTruncated where the stream ends inside of a frame. It matches
//     io.ErrUnexpectedEOF. The stream ends.
//   - variant.ErrLimit at offset 0 where a frame is longer than
//     Limits.MaxFrame. None of it is read, and the stream ends.
//   - An error of the reader, for errors.Is, with the number of bytes that had come of
//     the frame. They are kept: after a timeout, the next call goes on where
//     this one has stopped.
//   - io.ErrNoProgress, from a reader that returns nothing and no error a hundred
//     times.
//
// A stream that has ended returns its last error over and over, except that
// io.EOF is asked for anew, for files that grow. [Decoder.Err] tells the errors
// that concern the stream from those that concern one packet.
type Decoder struct {
	source  source
	codec   *Codec
	framing Framing
	bare    *variant.PacketReader // with FrameNone

	buf    []byte // the frame, or what has come of it
	whole  bool   // buf is a frame that has been read to its end
	keeper keeper
	start  int64 // of the frame in the stream

	err   error // concerns the stream, see Err
	ended bool  // by err
}

// NewDecoder returns a Decoder that reads from r.
func (c *Codec) NewDecoder(r io.Reader, f Framing) *Decoder {
	d := &Decoder{source: source{r: r}, codec: c, framing: f}
	switch {
	case f == FrameNone:
		d.bare = c.format.PacketReader(d.source.fill)
	case f > FrameNone:
		d.end(streamError("decode", 0, fmt.Errorf("no such framing: %d", f)))
	}
	return d
}

// NewDecoder is [Codec.NewDecoder] with Options{}: for Godot 4 in single
// precision.
func NewDecoder(r io.Reader, f Framing) *Decoder { return standard.NewDecoder(r, f) }

// Decode reads one frame and returns its value, or nil and an error. Nothing
// in the value aliases the Decoder's buffer, which it uses again: there are no
// allocations but the value's. Godot: StreamPeer.get_var, FileAccess.get_var.
func (d *Decoder) Decode() (variant.Variant, error) {
	packet, err := d.next()
	if err != nil {
		return nil, err
	}
	v, err := d.codec.Decode(packet)
	if err != nil {
		return nil, d.bad(err)
	}
	return v, nil
}

// DecodeRaw reads one frame and returns its packet unchanged, for relays that pass
// messages on. The packet has been checked as Decode checks it.
func (d *Decoder) DecodeRaw() (Raw, error) {
	packet, err := d.next()
	if err != nil {
		return Raw{}, err
	}
	raw, err := d.codec.Raw(packet)
	if err != nil {
		return Raw{}, d.bad(err)
	}
	return raw, nil
}

// All yields the values up to the end of the stream. A bad packet in a whole
// frame is yielded as an error, and the next value follows; any other error but
// io.EOF is yielded and is the last.
func (d *Decoder) All() iter.Seq2[variant.Variant, error] {
	return func(yield func(variant.Variant, error) bool) {
		for {
			v, err := d.Decode()
			if err == io.EOF || !yield(v, err) || d.err != nil {
				return
			}
		}
	}
}

// Err returns the error of the last call if it concerns the stream, io.EOF
// included, and nil if it concerns no more than one packet or there was none:
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

// Packet returns the packet of the last frame that was read, a bad one too,
// without its length. The slice is good until the next call.
func (d *Decoder) Packet() []byte {
	if !d.whole {
		return nil
	}
	return d.buf[d.framing.prefix():]
}

// InputOffset returns where in the stream the frame begins that was read last,
// or could not be, in bytes from what the Decoder read first.
func (d *Decoder) InputOffset() int64 { return d.start }

// next reads one frame and returns its packet.
func (d *Decoder) next() ([]byte, error) {
	if d.ended {
		return nil, d.err
	}
	if d.whole {
		d.start += int64(len(d.buf))
		d.buf, d.whole = d.keeper.keep(d.buf, len(d.buf))[:0], false
	}
	d.err = nil
	var err error
	if d.framing == FrameNone {
		if d.buf, err = d.bare.Next(d.buf); err != nil {
			d.failed(err)
		}
	} else {
		d.frame()
	}
	if d.err != nil {
		return nil, d.err
	}
	d.whole = true
	return d.Packet(), nil
}

// frame reads a length and as many bytes.
func (d *Decoder) frame() {
	if d.read(framePrefix); d.err != nil {
		return
	}
	size := d.framing.order().Uint32(d.buf)
	if most := d.codec.Limits().MaxFrame; int64(size) > int64(most) {
		d.end(streamError("decode", 0, variant.Because(variant.ErrLimit, fmt.Sprintf("the frame has %d bytes, Limits.MaxFrame is %d", size, most))))
		return
	}
	d.read(framePrefix + int(size))
}

// read makes the frame n bytes long.
func (d *Decoder) read(n int) {
	var err error
	d.buf, err = d.source.fill(d.buf, n)
	switch {
	case err == nil:
	case err != io.EOF:
		d.failed(streamError("decode", len(d.buf), err))
	case len(d.buf) == 0:
		d.failed(err)
	default:
		d.failed(streamError("decode", 0, variant.ErrTruncated))
	}
}

// failed notes an error of the stream. After an end of it, or anything wrong
// with what has been read, there is no going on; errors of the reader may pass.
func (d *Decoder) failed(err error) {
	d.err = err
	var e *variant.Error
	d.ended = errors.As(err, &e) && !d.source.failed
}

func (d *Decoder) end(err error) { d.err, d.ended = err, true }

// bad returns the error of a packet in a whole frame.
func (d *Decoder) bad(err error) error {
	var e *variant.Error
	if errors.As(err, &e) {
		e.Offset += d.framing.prefix()
	}
	return err
}

// A source reads exactly as much as it is asked for.
type source struct {
	r      io.Reader
	failed bool // the last fill failed for a reason of the reader's own
}

const (
	smallest      = 512
	firstChunk    = 4 << 10
	maxEmptyReads = 100
)

// fill appends to buf until it has n bytes. Its memory grows with what comes, not
// with what is promised. The error is io.EOF itself, io.ErrNoProgress or the reader's.
func (s *source) fill(buf []byte, n int) ([]byte, error) {
	s.failed = false
	empty := 0
	for len(buf) < n {
		if len(buf) == cap(buf) {
			grown := make([]byte, len(buf), max(smallest, min(n, max(firstChunk, 2*len(buf)))))
			copy(grown, buf)
			buf = grown
		}
		room := buf[len(buf):min(n, cap(buf))]
		got, err := s.r.Read(room)
		if got < 0 || got > len(room) {
			got, err = 0, errors.New("the reader returned an impossible count")
		}
		buf = buf[:len(buf)+got]
		if empty++; got > 0 {
			empty = 0
		}
		if empty == maxEmptyReads && err == nil {
			err = io.ErrNoProgress
		}
		if err != nil && len(buf) < n {
			s.failed = err != io.EOF
			return buf, err
		}
	}
	return buf, nil
}
