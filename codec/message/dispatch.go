package message

import (
	"io"
	"reflect"

	"godotvariant/codec"
	"godotvariant/codec/internal/plan"
	"godotvariant/internal/printable"
)

// Dispatch reads the message of a packet, and calls its handler. Use it for transports that keep
// packets apart, such as UDP and WebSocket, and [Mux.Receive] for a stream. The message does not
// alias the packet. An error of the handler is returned unchanged. Every other error wraps an
// [*variant.Error]:
//
//   - An [*Error], which names the message, for data that is damaged or does not fit the struct.
//     Its kinds are those of codec.Unmarshal. The kind is also variant.ErrWrongType for an Array
//     if the struct is for a Dictionary, and for a Dictionary if the struct is for an Array. It is
//     variant.ErrDuplicateKey for a message with two names.
//   - An [*UnknownError] of kind [ErrUnknown] for a name without a handler. The packet is not
//     read any further.
//   - variant.ErrWrongType for a packet that is neither a Dictionary nor an Array, and for a name
//     that is not text.
//   - variant.ErrNotFound for a message without a name.
func (mux *Mux[S]) Dispatch(from S, packet []byte) error {
	return mux.receive(from, func(m any) error { return mux.options.Codec.Unmarshal(packet, m) })
}

// Receive reads one frame of a stream and calls the handler of its message. It returns the errors
// of [Mux.Dispatch], with offsets in the frame, and the errors of the stream, see [codec.Decoder],
// such as io.EOF at its end. [codec.Decoder.Err] returns only errors of the stream. After any other
// error, the next call reads the next frame.
func (mux *Mux[S]) Receive(from S, d *codec.Decoder) error {
	return mux.receive(from, d.Unmarshal)
}

// Serve calls [Mux.Receive] until the first error and returns it. It returns nil at the end of the
// stream. To go on after an error of a message, call Serve again.
func (mux *Mux[S]) Serve(from S, d *codec.Decoder) error {
	for {
		switch err := mux.Receive(from, d); {
		case err == io.EOF && d.Err() == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// receive reads a message with the function unmarshal, and calls its handler.
func (mux *Mux[S]) receive(from S, unmarshal func(m any) error) error {
	h, m, err := mux.read(unmarshal)
	if err != nil {
		return err
	}
	return h.call(from, m)
}

// read reads a message with the function unmarshal. When read has found the name of the message,
// and the name has a handler, it returns this handler, even after an error. Otherwise the returned
// handler is zero.
func (mux *Mux[S]) read(unmarshal func(m any) error) (handler[S], reflect.Value, error) {
	a := mux.arrival()
	err := unmarshal(&a.Incoming)
	h, m := a.handler, a.m
	a.handler = handler[S]{}
	a.m = reflect.Value{}
	mux.arrivals.Put(a)

	if err != nil && h.message != nil {
		err = &Error{Name: h.name, Err: err}
	}

	return h, m, err
}

// An arrival is a message that is being read. Arrivals are reused.
type arrival[S any] struct {
	plan.Incoming
	handler handler[S]
	m       reflect.Value
}

// arrival returns a used arrival from the pool, or a new one.
func (mux *Mux[S]) arrival() *arrival[S] {
	if a, ok := mux.arrivals.Get().(*arrival[S]); ok {
		return a
	}

	a := new(arrival[S])
	a.Key = mux.options.key()

	a.Known = func(name []byte) (*plan.Message, reflect.Value, error) {
		h, ok := mux.load().in[string(name)]
		if !ok {
			return nil, reflect.Value{},
				&UnknownError{printable.Clip(string(name[:min(len(name), maxName+1)]), maxName)}
		}

		a.handler = h
		a.m = h.make()
		return h.message, a.m.Elem(), nil
	}

	return a
}

// knows reports whether the name of the message in a packet has a handler. It reads the packet only
// up to the name, so the data after the name may be damaged.
func (mux *Mux[S]) knows(c *codec.Codec, packet []byte) bool {
	known := false
	_ = c.Unmarshal(packet, &plan.Incoming{ // only the name matters
		Key: mux.options.key(),
		Known: func(name []byte) (*plan.Message, reflect.Value, error) {
			_, known = mux.load().in[string(name)]
			return nil, reflect.Value{}, ErrUnknown // makes Unmarshal stop after the name
		},
	})

	return known
}
