package message

import (
	"fmt"
	"reflect"
	"sync"

	"godotvariant/codec"
	"godotvariant/codec/internal/plan"
	"godotvariant/variant"
)

// Append appends the packet of a message to dst. The argument v is a registered struct, or a
// pointer to one. The message's name comes first in the packet. Append allocates as much as
// codec.AppendMarshal: nothing if v is a pointer and dst has enough capacity. The errors are those
// of codec.AppendMarshal in an [*Error], and [ErrUnknown] for a type that is not registered.
func (mux *Mux[S]) Append(dst []byte, v any) ([]byte, error) {
	_, packet, err := mux.encode(mux.options.Codec, dst, v)
	return packet, err
}

// encode appends the packet of a message to dst, and returns the name of the message. The codec c
// writes the packet. After an error, the result packet is dst without a change.
func (mux *Mux[S]) encode(c *codec.Codec, dst []byte, v any) (name string, packet []byte,
	err error) {
	name, err = mux.marshal(v, func(m any) (err error) {
		dst, err = c.AppendMarshal(dst, m)
		return err
	})
	return name, dst, err
}

// Send writes a message, a registered struct or a pointer to one, as one frame of a stream. The
// errors are those of [Mux.Append] and of [codec.Encoder.Encode].
func (mux *Mux[S]) Send(e *codec.Encoder, v any) error {
	_, err := mux.marshal(v, e.Marshal)
	return err
}

var departures = sync.Pool{New: func() any { return new(plan.Outgoing) }}

// marshal calls the function write with a value that stands for the message v. Package codec
// encodes this value as the name of the message and the fields of v. marshal returns the name.
func (mux *Mux[S]) marshal(v any, write func(m any) error) (name string, err error) {
	out, err := mux.outgoing(v)
	if err != nil {
		return "", err
	}

	m := departures.Get().(*plan.Outgoing)
	m.Message = out.message
	m.V = v
	err = write(m)
	*m = plan.Outgoing{}
	departures.Put(m)

	if err != nil {
		err = &Error{Name: out.name, Err: err}
	}

	return out.name, err
}

// outgoing returns the registered name and layout for the type of v, or an error of kind
// ErrUnknown.
func (mux *Mux[S]) outgoing(v any) (outgoingType, error) {
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Pointer {
		rv = rv.Elem()
	}

	if rv.IsValid() {
		if out, ok := mux.load().out[rv.Type()]; ok {
			return out, nil
		}
	}

	why := variant.Because(ErrUnknown,
		fmt.Sprintf("no name is registered for a %T, see message.Declare", v))

	switch {
	case v == nil:
		why = variant.Because(variant.ErrWrongType, "nil is not a message")
	case rv.Kind() == reflect.Invalid:
		why = variant.Because(variant.ErrWrongType, fmt.Sprintf("a nil %T is not a message", v))
	}

	return outgoingType{}, &variant.Error{Op: variant.OpEncode, Err: why}
}
