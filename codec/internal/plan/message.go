package plan

import (
	"reflect"
	"strconv"
	"strings"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A Message writes and reads structs of one type as messages with one name. The name is before the
// fields: in a Dictionary it is the value of a key, in an Array it is the first item.
type Message struct {
	plan      *plan
	structure *structPlan
}

// errNamedTwice is returned for a message with two names. An engine would use the second one.
var errNamedTwice = variant.Because(variant.ErrDuplicateKey, "the message has two names")

// NewMessage returns the Message for structs of type t. The argument name is the name of the
// message. The argument key is the key of this name in a Dictionary. The error says why t can't be
// a message.
func (p *Plans) NewMessage(t reflect.Type, key, name string) (*Message, error) {
	for _, hook := range []reflect.Type{typeVariant, typeMarshaler, typeUnmarshaler,
		typeTextMarshaler, typeTextUnmarshaler} {
		if has(t, hook) {
			name := strings.NewReplacer("plan.m", "codec.VariantM", "plan.u",
				"codec.VariantU").Replace(hook.String())
			return nil, badType(t, "a message is a plain struct, without the methods of "+name)
		}
	}

	if t.Kind() != reflect.Struct {
		return nil, badType(t, "a message must be a struct")
	}

	b := p.planner()
	s, err := b.fieldsOf(t)
	if err != nil {
		return nil, err
	}

	if s.options.object != "" {
		return nil, badField(t, "_", "a message can't be an object")
	}
	if s.options.array {
		key = "" // in an Array the name of the message is the first item, without a key
	}
	if _, taken := s.byName[key]; taken {
		return nil, badField(t, key, "the key of a field is that of the name of messages")
	}

	f := field{name: key, typ: reflect.TypeFor[string]()}
	if err := b.complete(t, &f, s.options); err != nil {
		return nil, badField(t, key, err.Error())
	}

	f.plan = namePlan(name)
	others := s.fields
	s.fields = nil
	s.ahead = 0
	s.merging = nil

	for _, f := range append([]field{f}, others...) {
		s.add(f)
	}

	c := &plan{typ: t}
	s.fill(c)
	return &Message{c, s}, nil
}

// namePlan returns the plan of the field that holds the name of the message.
func namePlan(name string) *plan {
	c := &plan{typ: reflect.TypeFor[string]()}
	c.write = func(e *encoder, _ place) { e.w.PartText(name) }

	c.read = func(d *decoder, want variant.Type, p place) bool {
		at := d.r.Offset()
		t, _ := d.r.NextType(want)

		if d.fresh { // see field.read
			return d.refuse(at, t, errNamedTwice)
		}

		if b, ok := d.r.NextText(want); !ok || string(b) != name {
			return d.refuse(at, t,
				variant.Because(variant.ErrWrongType, "it is not the name "+strconv.Quote(name)))
		}

		return true
	}

	return c
}

// An Outgoing is a struct to write as a message, for [Plans.Append]. V is the struct or a pointer
// to it.
type Outgoing struct {
	Message *Message
	V       any
}

// An Incoming is a message whose name is not known yet, for [Plans.Read]. Key is the key of the
// name. The function Known returns the Message for a name, and the struct to fill.
type Incoming struct {
	Key   string
	Known func(name []byte) (*Message, reflect.Value, error)
}

// find reads a packet up to the name of its message. It returns the plan of the message and the
// struct to fill. If the function Known returns an error, find adds the offset of the name to it,
// and the result ofData is false. After any other error, find checks the rest of the packet,
// because an error in the packet has priority.
func (in *Incoming) find(f *forms.Format, packet []byte) (by *plan, to place, ofData bool,
	err error) {
	ofData = true
	err = packets.Read(f, packet, packets.First, func(r *wire.Reader) {
		newDecoder(r).findName(in.Key, func(name []byte) error {
			ofData = false
			m, v, err := in.Known(name)
			if err == nil {
				by = m.plan
				to = placeOf(v)
			}
			return err
		})
	})

	if err != nil && ofData {
		if _, bad := packets.Valid(f, packet, packets.Alone); bad != nil {
			err = bad
		}
	}

	return by, to, ofData, err
}

// findName reads a message up to its name, and calls known(name).
func (d *decoder) findName(key string, known func(name []byte) error) {
	r := d.r
	if n, keyType, valueType, ok := r.NextDictionary(variant.TypeNil); ok {
		d.findKey(key, n, keyType, valueType, known)
		r.Leave()
	} else if n, item, ok := r.NextArray(variant.TypeNil); ok {
		if n == 0 {
			d.refuse(0, variant.TypeArray, variant.Because(variant.ErrNotFound,
				"a message begins with its name"))
		} else if !d.name(item, known) {
			r.Step(wire.Step{Kind: wire.StepIndex})
		}

		r.Leave()
	} else {
		t, _ := r.NextType(variant.TypeNil)
		d.refuse(0, t, variant.Because(variant.ErrWrongType,
			"a message is a Dictionary or an Array"))
	}
}

// findKey reads the n pairs of a Dictionary up to the pair with the name, and calls known(name).
func (d *decoder) findKey(key string, n int, keyType, valueType variant.Type,
	known func(name []byte) error) {
	for i := range n {
		start := d.r.Offset()
		b, isText := d.r.NextText(keyType)
		if !isText {
			packets.SkipNext(d.r, keyType)
		}

		if isText && string(b) == key {
			if !d.name(valueType, known) {
				d.stepKey(i, start)
			}
			return
		}

		packets.SkipNext(d.r, valueType)

		if d.r.Failed() {
			return
		}
	}

	d.refuse(0, variant.TypeDictionary, variant.Because(variant.ErrNotFound,
		"a message has its name under the key "+strconv.Quote(key)))
}

// name reads the name of a message, and calls known(name).
func (d *decoder) name(want variant.Type, known func(name []byte) error) bool {
	at := d.r.Offset()
	t, _ := d.r.NextType(want)

	b, ok := d.r.NextText(want)
	if !ok {
		return d.refuse(at, t, variant.Because(variant.ErrWrongType,
			"the name of a message is text"))
	}

	if err := known(b); err != nil {
		return d.refuse(at, t, err)
	}

	return true
}
