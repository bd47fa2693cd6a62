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
	"godotvariant/codec/internal/plan"
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
	arrivals sync.Pool
}

// A table is never changed.
type table[S any] struct {
	in  map[string]handler[S]
	out map[reflect.Type]outgoing
}

// A handler reads messages of one name and calls the function of the program.
type handler[S any] struct {
	message *plan.Message
	make    func() reflect.Value // a pointer to a new struct
	call    func(from S, m reflect.Value) error
}

// An outgoing writes the structs of one type.
type outgoing struct {
	name    string
	message *plan.Message
}

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
		panic("godot: nil handler for " + strconv.Quote(name))
	}

	message, err := plan.NewMessage(reflect.TypeFor[M](), mux.key(), name)
	mux.change(name, err, func(t *table[S]) error {
		if _, ok := t.in[name]; ok {
			return errors.New("it has a handler")
		}

		t.in[name] = handler[S]{
			message: message,
			make:    func() reflect.Value { return reflect.ValueOf(new(M)) },
			call: func(from S, m reflect.Value) error {
				return handle(from, m.Interface().(*M))
			},
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
	message, err := plan.NewMessage(typ, mux.key(), name)

	mux.change(name, err, func(t *table[S]) error {
		for other, o := range t.out {
			switch {
			case other == typ:
				return fmt.Errorf("%v has the name %q", typ, o.name)
			case o.name == name:
				return fmt.Errorf("it is the name of %v", other)
			}
		}

		t.out[typ] = outgoing{name, message}
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
		panic(fmt.Sprintf("godot: message %q: %v", name, err))
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
//     variant.ErrWrongType is also the kind for a packet that is neither a Dictionary nor an Array,
//     for a name that is not text, and for an Array if the struct is for a Dictionary, or the
//     other way round.
//   - An [*UnknownError] of kind [ErrUnknown] for a name without a handler. The packet is not
//     read any further.
//   - variant.ErrNotFound for a message without a name.
//   - variant.ErrDuplicateKey for a message with two names.
func (mux *Mux[S]) Dispatch(from S, packet []byte) error {
	return mux.receive(from, func(m any) error { return mux.options.Codec.Unmarshal(packet, m) })
}

// An arrival is a message on its way to its handler.
type arrival[S any] struct {
	plan.Incoming
	handler handler[S]
	m       reflect.Value
}

// arrival returns an arrival that was used before, or a new one.
func (mux *Mux[S]) arrival() *arrival[S] {
	if a, ok := mux.arrivals.Get().(*arrival[S]); ok {
		return a
	}

	a := new(arrival[S])
	a.Key = mux.key()

	a.Known = func(name []byte) (*plan.Message, reflect.Value, error) {
		ok := false
		if t := mux.table.Load(); t != nil {
			a.handler, ok = t.in[string(name)]
		}

		if !ok {
			return nil, reflect.Value{},
				&UnknownError{internal.Clip(string(name[:min(len(name), maxName+1)]), maxName)}
		}

		a.m = a.handler.make()
		return a.handler.message, a.m.Elem(), nil
	}

	return a
}

// receive has a message read, and calls its handler.
func (mux *Mux[S]) receive(from S, unmarshal func(m any) error) error {
	a := mux.arrival()
	err := unmarshal(&a.Incoming)
	h, m := a.handler, a.m
	a.handler = handler[S]{}
	a.m = reflect.Value{}
	mux.arrivals.Put(a)

	if err != nil {
		return err
	}

	return h.call(from, m)
}

// Receive reads one frame of a stream and calls the handler of its message. The errors are those
// of [Mux.Dispatch], with offsets in the frame, and those of the stream, see [codec.Decoder]:
// io.EOF at its end. [codec.Decoder.Err] returns only the errors of the stream. After any other
// error the next call reads the next frame.
func (mux *Mux[S]) Receive(from S, d *codec.Decoder) error {
	return mux.receive(from, d.Unmarshal)
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
	err := mux.marshal(v, func(m any) (err error) {
		dst, err = mux.options.Codec.AppendMarshal(dst, m)
		return err
	})
	return dst, err
}

// Send writes a registered struct, or one that v points at, as one frame of a stream. The errors
// are those of [Mux.Append] and of [codec.Encoder.Encode].
func (mux *Mux[S]) Send(e *codec.Encoder, v any) error {
	return mux.marshal(v, e.Marshal)
}

var departures = sync.Pool{New: func() any { return new(plan.Outgoing) }}

// marshal has a struct written as the message that it is.
func (mux *Mux[S]) marshal(v any, marshal func(m any) error) error {
	out, err := mux.outgoing(v)
	if err != nil {
		return err
	}

	m := departures.Get().(*plan.Outgoing)
	m.Message = out.message
	m.V = v
	err = marshal(m)
	*m = plan.Outgoing{}
	departures.Put(m)

	return err
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

	why := variant.Because(ErrUnknown,
		fmt.Sprintf("no name is registered for a %T, see message.Register", v))

	if rv.Kind() == reflect.Invalid {
		why = variant.Because(variant.ErrWrongType, fmt.Sprintf("a nil %T is no message", v))
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
