package message

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"godotvariant/codec"
	"godotvariant/codec/internal/plan"
	"godotvariant/variant"
)

// Options configures a [Mux]. The zero value means Godot 4 and the key "type".
type Options struct {
	// Codec reads and writes packets for Dispatch, Append and a [Client]. Nil means the codec of
	// codec.Options{}. A [Server] and a stream (Receive, Send) use codecs of their own. The keys in
	// all messages follow the option Naming of Codec, even in the packets of other codecs.
	Codec *codec.Codec

	// Key is the key of the name in each message that is a Dictionary. "" means "type".
	Key string
}

func (o Options) key() string {
	if o.Key == "" {
		return "type"
	}
	return o.Key
}

// message returns the layout for reading and writing structs of type typ. They are the messages
// with the given name.
func (o Options) message(typ reflect.Type, name string) (*plan.Message, error) {
	naming := o.Codec.Options().Naming
	return plan.For(plan.Naming(naming)).NewMessage(typ, o.key(), name)
}

// A Mux finds the handler of an incoming message by the message's name, and the name of an outgoing
// message by its Go type. The type parameter S is the type with which the program identifies the
// sender of a message, such as *player or netip.AddrPort.
//
// A handler runs in the goroutine that calls [Mux.Dispatch] or [Mux.Receive].
//
// A Mux is safe for concurrent use: messages may be registered while messages are handled. The zero
// Mux has Options{}. Do not copy a Mux.
type Mux[S any] struct {
	options  Options
	register sync.Mutex
	table    atomic.Pointer[table[S]] // each registration replaces the table
	arrivals sync.Pool
}

// A table has all registered messages. It never changes.
type table[S any] struct {
	in  map[string]handler[S]
	out map[reflect.Type]outgoingType
}

// A handler has the struct type of the messages of one name, and the program's function for them.
type handler[S any] struct {
	name    string
	message *plan.Message
	make    func() reflect.Value // returns a pointer to a new struct
	call    func(from S, m reflect.Value) error
}

// An outgoingType has the name and the layout for writing structs of one type.
type outgoingType struct {
	name    string
	message *plan.Message
}

// New returns a Mux that has no messages yet.
func New[S any](o Options) *Mux[S] { return &Mux[S]{options: o} }

// Handle registers the handler of incoming messages of a name. Each message is read, by the rules
// of codec.Unmarshal, into a new M, which the handler may keep. [Mux.Dispatch], [Mux.Receive] and
// [Mux.Serve] return the handler's error unchanged.
//
// M is a struct. It stands for a Dictionary, or for an Array if a blank field has the tag array.
// Several names may have the same M. Handle panics if the name already has a handler, or if M can't
// be a message. M can't be a message in these cases:
//
//   - M is not a struct, or has an invalid tag.
//   - A field of M has the key Options.Key, which is for the name of the message.
//   - M has a method such as MarshalVariant, which encodes M in another form.
//   - A part of M has a type without a Variant type, such as chan, func or complex128.
func Handle[S, M any](mux *Mux[S], name string, handle func(from S, m *M) error) {
	if handle == nil {
		panic("godot: nil handler for " + strconv.Quote(name))
	}

	message, err := mux.options.message(reflect.TypeFor[M](), name)
	if err == nil {
		err = message.CheckRead()
	}

	mux.change(name, err, func(t *table[S]) error {
		if _, ok := t.in[name]; ok {
			return errors.New("it has a handler")
		}

		t.in[name] = handler[S]{
			name:    name,
			message: message,
			make:    func() reflect.Value { return reflect.ValueOf(new(M)) },
			call: func(from S, m reflect.Value) error {
				return handle(from, m.Interface().(*M))
			},
		}

		return nil
	})
}

// Declare registers the name of outgoing messages of the type M, for [Mux.Append] and [Mux.Send].
// Incoming messages may have the same name, with the same or another struct type.
//
// Declare panics if the name already stands for another outgoing type, if M already has a name, or
// if M can't be a message, see [Handle].
func Declare[M, S any](mux *Mux[S], name string) {
	typ := reflect.TypeFor[M]()
	message := written(mux.options, typ, name)
	mux.change(name, nil, func(t *table[S]) error {
		for registered, o := range t.out {
			switch {
			case registered == typ:
				return fmt.Errorf("%v has the name %q", typ, o.name)
			case o.name == name:
				return fmt.Errorf("it is the name of %v", registered)
			}
		}

		t.out[typ] = outgoingType{name, message}
		return nil
	})
}

// written returns the layout for writing structs of a type. It panics if they can't be messages.
func written(o Options, typ reflect.Type, name string) *plan.Message {
	message, err := o.message(typ, name)
	if err == nil {
		err = message.CheckWrite(func(variant.Type) bool { return true })
	}
	mustBe(name, err)
	return message
}

// mustBe panics if err is not nil. The text of the panic has the name of the message.
func mustBe(name string, err error) {
	if err != nil {
		panic(fmt.Sprintf("godot: message %q: %v", name, err))
	}
}

// change makes a copy of the table, and calls the function edit, which changes the copy. Then the
// copy replaces the table of the Mux. The argument err is an error of the caller, or nil. change
// panics with this error, or with an error of edit. The argument name is the name of the message,
// for the text of the panic.
func (mux *Mux[S]) change(name string, err error, edit func(*table[S]) error) {
	mux.register.Lock()
	defer mux.register.Unlock()
	t := table[S]{map[string]handler[S]{}, map[reflect.Type]outgoingType{}}

	if old := mux.table.Load(); old != nil {
		maps.Copy(t.in, old.in)
		maps.Copy(t.out, old.out)
	}

	if err == nil {
		err = edit(&t)
	}
	mustBe(name, err)
	mux.table.Store(&t)
}

// load returns the table. The table is empty if nothing is registered.
func (mux *Mux[S]) load() table[S] {
	if t := mux.table.Load(); t != nil {
		return *t
	}
	return table[S]{}
}

// Check returns an error if an outgoing message has a part that can't be written in one of the
// dialects, such as a Vector2i for Godot 3. The error names the message, the path, the type and the
// dialect, and its kind is variant.ErrUnsupported. Check can't see the values of interface fields.
// A [Server] calls Check for its dialects.
func (mux *Mux[S]) Check(dialects ...*variant.Dialect) error {
	t := mux.load()
	messages := slices.SortedFunc(maps.Values(t.out), func(a, b outgoingType) int {
		return strings.Compare(a.name, b.name)
	})

	for _, d := range dialects {
		spec := cmp.Or(d, codec.Godot4).Spec()
		has := func(t variant.Type) bool {
			_, falls := spec.Fallback[t]
			return t == variant.TypeNil || falls || slices.Contains(spec.Types, t)
		}

		for _, o := range messages {
			if err := o.message.CheckWrite(has); err != nil {
				return &Error{Name: o.name, Err: fmt.Errorf("in %s: %w", spec.Name, err)}
			}
		}
	}

	return nil
}
