package codec

import (
	"errors"
	"fmt"
	"io"

	"godotvariant/variant"
)

// An Encoder writes values to a stream, the mirror image of [Decoder].
//
// It is for one goroutine at a time. It has no notion of time: deadlines and
// cancellation are the connection's. With a net.Conn c,
//
//	c.SetWriteDeadline(time.Now().Add(2 * time.Second))
//	err := enc.Encode(v) // errors.Is(err, os.ErrDeadlineExceeded)
//
// bounds one value, and
//
//	stop := context.AfterFunc(ctx, func() { c.SetDeadline(time.Unix(1, 0)) })
//	defer stop()
//
// ends whatever the connection is doing when ctx is done.
type Encoder struct {
	w       io.Writer
	codec   *Codec
	framing Framing
	buf     []byte
	keeper  keeper
	err     error // ends the stream
}

// NewEncoder returns an Encoder that writes to w. Nothing is held back: every
// value is one call of w.Write.
func (c *Codec) NewEncoder(w io.Writer, f Framing) *Encoder {
	e := &Encoder{w: w, codec: c, framing: f}
	if f > FrameNone {
		e.err = streamError("encode", 0, fmt.Errorf("no such framing: %d", f))
	}
	return e
}

// NewEncoder is [Codec.NewEncoder] with Options{}: for Godot 4 in single
// precision.
func NewEncoder(w io.Writer, f Framing) *Encoder { return standard.NewEncoder(w, f) }

// Encode writes v as one frame in one Write. It allocates nothing once its
// buffer has the size that the values need. Godot: StreamPeer.put_var,
// FileAccess.store_var.
//
// Where v can't be written, nothing is, and the next value can be. A packet
// longer than Limits.MaxFrame, which a [Decoder] of the same options would
// refuse, is a variant.ErrLimit. An error of w comes wrapped in an
// [*variant.Error], whose offset says how many bytes of the frame w has taken. If it took some and not
// all, the stream is of no use any more, and every later call returns the same error.
func (e *Encoder) Encode(v variant.Variant) error {
	if e.err != nil {
		return e.err
	}
	prefix := e.framing.prefix()
	frame, err := e.codec.Append(append(e.buf[:0], make([]byte, prefix)...), v)
	if err != nil {
		var at *variant.Error
		if errors.As(err, &at) {
			at.Offset += prefix
		}
		return err
	}
	size := len(frame) - prefix
	if most := e.codec.Limits().MaxFrame; size > most {
		return streamError("encode", 0, variant.Because(variant.ErrLimit, fmt.Sprintf("the packet has %d bytes, Limits.MaxFrame is %d", size, most)))
	}
	e.buf = e.keeper.keep(frame, len(frame))
	if order := e.framing.order(); order != nil {
		order.PutUint32(frame, uint32(size))
	}
	return e.write(frame)
}

func (e *Encoder) write(frame []byte) error {
	n, err := e.w.Write(frame)
	switch {
	case err == nil && n == len(frame):
		return nil
	case err == nil:
		err = io.ErrShortWrite
	}
	err = streamError("encode", n, err)
	if n > 0 && n < len(frame) {
		e.err = err
	}
	return err
}
