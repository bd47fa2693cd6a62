package message

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"

	"godotvariant/codec"
	"godotvariant/internal"
	"godotvariant/variant"
)

// Options configure a [Mux]. The zero value is for Godot 4, and the key "type".
type Options struct {
	// Codec is the codec of packets, for Dispatch and Append. Nil is that of
	// codec.Options{}. Streams have a codec of their own.
	Codec *codec.Codec

	// Key is the key whose value is the name of a message that is a Dictionary. "" stands
	// for "type".
	Key string
}

// A Mux finds the handler for a message by its name, and the name for a struct by its type. S
// is the type of senders, by which the program knows a client, such as *player or netip.AddrPort.
//
// A handler runs in the goroutine that calls [Mux.Dispatch] or [Mux.Receive].
//
// It is safe for concurrent use; messages may be registered while it serves. The zero Mux is that
// of Options{}. Do not copy a Mux.
type Mux[S any] struct {
	options  Options
	register sync.Mutex
	table    atomic.Pointer[table[S]] // a new one for each registration
}

// A table is never changed.
type table[S any] struct {
	in  map[string]handler[S]
	out map[reflect.Type]outgoing
}

// A handler reads a packet and calls the function of the program.
type handler[S any] func(c *codec.Codec, f codec.Framing, from S, packet []byte) error

// An outgoing writes the structs of one type.
type outgoing struct {
	name   string
	append func(c *codec.Codec, dst []byte, v any) ([]byte, error)
	send   func(e *codec.Encoder, v any) error
}

var messages = codec.Internal(internal.Key{})

// New returns a Mux without messages.
func New[S any](o Options) *Mux[S] { return &Mux[S]{options: o} }

// Handle registers the handler of incoming messages of a name. Each message is read into a new
// M, which the handler may keep, by the rules of codec.Unmarshal. [Mux.Dispatch], [Mux.Receive]
// and [Mux.Serve] return the error of the handler as it is.
//
// M is a struct. It stands for a Dictionary, or for an Array if a blank field has the tag array.
// Several names may have the same M. Handle panics if the name has a handler already, or if M can't
// be a message: if it is no struct, has a wrong tag, has a field with the key of the name, or has
// a method such as MarshalVariant, by which it is not a Dictionary or Array of its fields.
func Handle[S, M any](mux *Mux[S], name string, handle func(from S, m *M) error) {
	if handle == nil {
		panic("message: nil handler for " + strconv.Quote(name))
	}
	message, err := messages.Message(reflect.TypeFor[M](), mux.key(), name)
	mux.change(name, err, func(t *table[S]) error {
		if _, ok := t.in[name]; ok {
			return errors.New("it has a handler")
		}
		t.in[name] = func(c *codec.Codec, f codec.Framing, from S, packet []byte) error {
			m := new(M)
			if err := message.Read(c, f, packet, reflect.ValueOf(m).Elem()); err != nil {
				return err
			}
			return handle(from, m)
		}
		return nil
	})
}

// Register registers the name of outgoing messages that are an M, for [Mux.Append] and
// [Mux.Send]. Incoming messages may have the same name, and the same or another M.
//
// It panics if outgoing messages of another type have the name, if M has a name already, or if M
// can't be a message, as in [Handle].
func Register[M, S any](mux *Mux[S], name string) {
	typ := reflect.TypeFor[M]()
	message, err := messages.Message(typ, mux.key(), name)
	mux.change(name, err, func(t *table[S]) error {
		for other, o := range t.out {
			switch {
			case other == typ:
				return fmt.Errorf("%v has the name %q", typ, o.name)
			case o.name == name:
				return fmt.Errorf("it is the name of %v", other)
			}
		}
		t.out[typ] = outgoing{name, message.Append, message.Send}
		return nil
	})
}

// change makes a new table. It panics with err, or the error of change.
func (mux *Mux[S]) change(name string, err error, change func(*table[S]) error) {
	mux.register.Lock()
	defer mux.register.Unlock()
	t := table[S]{map[string]handler[S]{}, map[reflect.Type]outgoing{}}
	if old := mux.table.Load(); old != nil {
		maps.Copy(t.in, old.in)
		maps.Copy(t.out, old.out)
	}
	if err == nil {
		err = change(&t)
	}
	if err != nil {
		panic(fmt.Sprintf("message: %q: %v", name, err))
	}
	mux.table.Store(&t)
}

func (mux *Mux[S]) key() string {
	if mux.options.Key == "" {
		return "type"
	}
	return mux.options.Key
}

// Dispatch reads the message of a packet, as UDP and WebSocket carry it, and calls its handler.
// Nothing aliases the packet afterwards. Errors but those of handlers are an [*variant.Error]:
//
//   - The errors of codec.Unmarshal, for a packet that is damaged or does not fit the struct.
//     codec.ErrType is also the kind for a packet that is neither a Dictionary nor an Array,
//     for a name that is not text, and for an Array if the struct is for a Dictionary, or the
//     other way round.
//   - An [*UnknownError] of kind [ErrUnknown] for a name without a handler. The packet is not
//     read any further.
//   - variant.ErrNotFound for a message without a name.
//   - variant.ErrDuplicateKey for a message with two names.
func (mux *Mux[S]) Dispatch(from S, packet []byte) error {
	return mux.dispatch(mux.options.Codec, codec.FrameNone, from, packet)
}

func (mux *Mux[S]) dispatch(c *codec.Codec, f codec.Framing, from S, packet []byte) error {
	var handle handler[S]
	err := messages.Find(c, f, packet, mux.key(), func(name []byte) error {
		if t := mux.table.Load(); t != nil {
			handle = t.in[string(name)]
		}
		if handle == nil {
			return &UnknownError{internal.Clip(string(name[:min(len(name), maxName+1)]), maxName)}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return handle(c, f, from, packet)
}

// Receive reads one frame of a stream and calls the handler of its message. The errors are those
// of [Mux.Dispatch], with offsets in the frame, and those of the stream, see [codec.Decoder]:
// io.EOF at its end. [codec.Decoder.Err] returns only the errors of the stream. After any other
// error the next call reads the next frame.
func (mux *Mux[S]) Receive(from S, d *codec.Decoder) error {
	c, f, packet, err := messages.Next(d)
	if err != nil {
		return err
	}
	return mux.dispatch(c, f, from, packet)
}

// Serve calls [Mux.Receive] up to the first error, and returns it; at the end of the stream it
// returns nil. To go on after an error that is not the stream's, call it again.
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

// Append appends the packet of a registered struct, or of one that v points at, to dst. Its name
// stands first. Append allocates what codec.AppendMarshal does: nothing for a pointer, if there
// is room in dst. The errors are those of codec.AppendMarshal, and [ErrUnknown] for a type that
// is not registered.
func (mux *Mux[S]) Append(dst []byte, v any) ([]byte, error) {
	out, err := mux.outgoing(v)
	if err != nil {
		return dst, err
	}
	return out.append(mux.options.Codec, dst, v)
}

// Send writes a registered struct, or one that v points at, as one frame of a stream. The errors
// are those of [Mux.Append] and of [codec.Encoder.Encode].
func (mux *Mux[S]) Send(e *codec.Encoder, v any) error {
	out, err := mux.outgoing(v)
	if err != nil {
		return err
	}
	return out.send(e, v)
}

// outgoing returns how v is written.
func (mux *Mux[S]) outgoing(v any) (outgoing, error) {
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Pointer {
		rv = rv.Elem()
	}
	if rv.IsValid() {
		if t := mux.table.Load(); t != nil {
			if out, ok := t.out[rv.Type()]; ok {
				return out, nil
			}
		}
	}
	why := variant.Because(ErrUnknown, fmt.Sprintf("no name is registered for a %T, see message.Register", v))
	if rv.Kind() == reflect.Invalid {
		why = variant.Because(codec.ErrType, fmt.Sprintf("a nil %T is no message", v))
	}
	return outgoing{}, &variant.Error{Op: "encode", Path: "$", Err: why}
}

// ErrUnknown is the kind of error of a name without a handler, and of a type without a name.
var ErrUnknown = errors.New("unknown message")

// maxName is how many bytes of an unknown name an error keeps.
const maxName = 64

// An UnknownError is the error of a message without a handler.
type UnknownError struct {
	Name string // as it came, cut to 64 bytes
}

// Error quotes the name.
func (e *UnknownError) Error() string { return ErrUnknown.Error() + " " + strconv.Quote(e.Name) }

// Unwrap returns ErrUnknown.
func (e *UnknownError) Unwrap() error { return ErrUnknown }
