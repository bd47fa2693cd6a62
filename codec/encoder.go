package codec

import (
	"errors"
	"io"

	"godotvariant/internal/fault"
	"godotvariant/variant"
)

// An Encoder writes values and Go values to a stream. A [Decoder] or an engine reads them.
//
// An Encoder without a writer, such as the zero Encoder, returns an error that says so.
//
// It is not safe for concurrent use. Set deadlines on the connection. With a net.Conn c,
//
//	c.SetWriteDeadline(time.Now().Add(2 * time.Second))
//	err := enc.Encode(v) // errors.Is(err, os.ErrDeadlineExceeded)
//
// limits the time for one value, and
//
//	stop := context.AfterFunc(ctx, func() { c.SetDeadline(time.Unix(1, 0)) })
//	defer stop()
//
// ends every read and write of the connection when ctx is done.
type Encoder struct {
	w        io.Writer
	codec    *Codec
	framing  Framing
	buf      []byte
	shrinker shrinker
	err      error // error that ended the stream
}

// NewEncoder returns an Encoder that writes to w. It does not buffer: each value is one
// call of w.Write.
func (c *Codec) NewEncoder(w io.Writer, f Framing) *Encoder {
	return &Encoder{w: w, codec: c, framing: f, err: f.check(variant.OpEncode)}
}

// NewEncoder is [Codec.NewEncoder] with Options{}: for Godot 4 in single precision.
func NewEncoder(w io.Writer, f Framing) *Encoder { return standard.NewEncoder(w, f) }

// Encode writes v as one frame in one Write. It allocates nothing once its buffer is
// large enough. Godot: StreamPeer.put_var, FileAccess.store_var; Godot 3: File.store_var.
//
// If v cannot be encoded, nothing is written, and the next value can still be encoded. A packet
// longer than Limits.MaxFrame is a variant.ErrLimit: a [Decoder] with the same options would refuse
// it. An error of w is wrapped in an [*variant.Error] whose offset is the number of bytes of the
// frame that w has accepted. If w accepted only part of the frame, the stream is broken, and every
// later call returns the same error.
func (e *Encoder) Encode(v variant.Variant) error {
	return e.frame(func(b []byte) ([]byte, error) { return e.codec.Append(b, v) })
}

// Marshal writes a Go value, such as a struct, in the same way as [Encoder.Encode] writes a value.
// The packet and the errors are those of [Codec.Marshal]. If v is a pointer, Marshal allocates
// nothing for the types for which [Codec.AppendMarshal] allocates nothing.
func (e *Encoder) Marshal(v any) error {
	return e.frame(func(b []byte) ([]byte, error) { return e.codec.AppendMarshal(b, v) })
}

// frame writes one frame. The function add appends the packet to its argument.
func (e *Encoder) frame(add func([]byte) ([]byte, error)) error {
	if e.err != nil {
		return e.err
	}
	if e.w == nil {
		return streamError(variant.OpEncode, 0,
			errors.New("the Encoder has no writer, see NewEncoder"))
	}

	frame, err := add(append(e.buf[:0], make([]byte, framePrefix)...))
	if err != nil {
		return shifted(err)
	}

	size := len(frame) - framePrefix
	if most := e.codec.Limits().MaxFrame; size > most {
		return tooLong(variant.OpEncode, int64(size), int64(most))
	}

	e.buf = e.shrinker.next(frame, len(frame))
	e.framing.order().PutUint32(frame, uint32(size))

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

	err = streamError(variant.OpEncode, n, fault.Stream(err))
	if n > 0 && n < len(frame) {
		e.err = err
	}

	return err
}
