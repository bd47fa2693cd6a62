package codec

import (
	"reflect"
	"strconv"

	"godotvariant/internal"
	"godotvariant/variant"
)

// Internal returns functions for package codec/message. Other modules can't call it, because
// they can't name its argument.
func Internal(internal.Key) forMessages { return forMessages{} }

// forMessages has the functions of [Internal] as its methods.
type forMessages struct{}

// Next reads the next frame of a Decoder. It returns what is needed to read the packet.
func (forMessages) Next(d *Decoder) (*Codec, Framing, []byte, error) {
	packet, err := d.next()
	return d.codec, d.framing, packet, err
}

// A message is how structs of one type are written and read as messages of one name. The name
// is one more field, before the others: of a Dictionary the value of a key, of an Array the
// first item.
type message struct{ plan *plan }

// errNamedTwice is the error of a message with two names. An engine would take the last one.
var errNamedTwice = variant.Because(variant.ErrDuplicateKey, "a message has one name")

// Message returns the message of a name. The error says why a struct of type t can't be one.
func (forMessages) Message(t reflect.Type, key, name string) (*message, error) {
	for _, hook := range []reflect.Type{
		typeVariant, typeVariantMarshaler, typeVariantUnmarshaler, typeTextMarshaler, typeTextUnmarshaler,
	} {
		if has(t, hook) {
			return nil, variant.Because(ErrType, t.String()+" is no plain struct: it has the methods of "+hook.String())
		}
	}
	if t.Kind() != reflect.Struct {
		return nil, variant.Because(ErrType, t.String()+" is no struct")
	}
	b := planner{map[planKey]*plan{}}
	s, err := b.fieldsOf(t)
	if err != nil {
		return nil, err
	}
	if s.whole.object != "" {
		return nil, badTag(t, "_", "a message is no object")
	}
	if s.whole.array {
		key = "" // which no field has
	}
	if _, taken := s.byName[key]; taken {
		return nil, badTag(t, key, "the key of a field is that of the name of messages")
	}
	f := field{name: key, typ: reflect.TypeFor[string]()}
	if err := b.complete(t, &f, s.whole); err != nil {
		return nil, badTag(t, key, err.Error())
	}
	f.plan = namePlan(name)
	others := s.fields
	s.fields, s.ahead = nil, 0
	for _, f := range append([]field{f}, others...) {
		s.add(f)
	}
	c := &plan{typ: t}
	s.fill(c)
	return &message{c}, nil
}

// namePlan is the plan of the name itself, wherever its place is.
func namePlan(name string) *plan {
	c := &plan{typ: reflect.TypeFor[string]()}
	c.write = func(e *encoder, _ place) { kernel.PartText(e.w, name) }
	c.read = func(d *decoder, want variant.Type, p place) bool {
		at := d.r.Offset()
		t, _ := kernel.NextType(d.r, want)
		if d.fresh { // see field.read
			return d.refuse(at, t, errNamedTwice)
		}
		if b, ok := kernel.NextText(d.r, want); !ok || string(b) != name {
			return d.refuse(at, t, variant.Because(ErrType, "it is not the name "+strconv.Quote(name)))
		}
		return true
	}
	return c
}

// Append appends the packet of a struct, to which v may point.
func (m *message) Append(c *Codec, dst []byte, v any) ([]byte, error) {
	return c.marshal(dst, m.plan, placeOf(written(v)))
}

// Send writes a struct, to which v may point, as one frame.
func (m *message) Send(e *Encoder, v any) error {
	return e.frame(func(b []byte) ([]byte, error) { return m.Append(e.codec, b, v) })
}

// Read reads a packet into a struct.
func (m *message) Read(c *Codec, f Framing, packet []byte, dst reflect.Value) error {
	return f.shift(c.unmarshal(packet, m.plan, dst))
}

// Find finds the name in the packet of a message, up to which it reads, and calls known. The
// error of known gets the place of the name. For other errors the whole packet is looked at:
// what is wrong with the data comes first.
func (forMessages) Find(c *Codec, f Framing, packet []byte, key string, known func(name []byte) error) error {
	d := decoders.Get().(*decoder)
	defer d.release()
	found := false
	err := kernel.Read(c.format(), packet, false, func(r *variant.Reader) {
		d.r = r
		d.findName(key, func(name []byte) error {
			found = true
			return known(name)
		})
	})
	if err != nil && !found {
		if bad := c.Valid(packet); bad != nil {
			err = bad
		}
		err = c.hint(packet, true, err)
	}
	return f.shift(err)
}

// findName reads a message up to its name.
func (d *decoder) findName(key string, known func(name []byte) error) {
	r := d.r
	if n, keyType, valueType, ok := kernel.NextDictionary(r, variant.TypeNil); ok {
		d.findKey(key, n, keyType, valueType, known)
		kernel.Leave(r)
	} else if n, item, ok := kernel.NextArray(r, variant.TypeNil); ok {
		if n == 0 {
			d.refuse(0, variant.TypeArray, variant.Because(variant.ErrNotFound, "a message begins with its name"))
		} else if !d.name(item, known) {
			r.Step(variant.Step{Kind: variant.StepIndex})
		}
		kernel.Leave(r)
	} else {
		t, _ := kernel.NextType(r, variant.TypeNil)
		d.refuse(0, t, variant.Because(ErrType, "a message is a Dictionary or an Array"))
	}
}

// findKey reads the n pairs of a Dictionary up to the name.
func (d *decoder) findKey(key string, n int, keyType, valueType variant.Type, known func(name []byte) error) {
	for range n {
		start := d.r.Offset()
		b, isText := kernel.NextText(d.r, keyType)
		if !isText {
			kernel.SkipNext(d.r, keyType)
		}
		if isText && string(b) == key {
			if !d.name(valueType, known) {
				d.stepKey(start)
			}
			return
		}
		if kernel.SkipNext(d.r, valueType); kernel.Failed(d.r) {
			return
		}
	}
	d.refuse(0, variant.TypeDictionary, variant.Because(variant.ErrNotFound, "a message has its name under the key "+strconv.Quote(key)))
}

// name reads the name.
func (d *decoder) name(want variant.Type, known func(name []byte) error) bool {
	at := d.r.Offset()
	t, _ := kernel.NextType(d.r, want)
	b, ok := kernel.NextText(d.r, want)
	if !ok {
		return d.refuse(at, t, variant.Because(ErrType, "the name of a message is text"))
	}
	if err := known(b); err != nil {
		return d.refuse(at, t, err)
	}
	return true
}
