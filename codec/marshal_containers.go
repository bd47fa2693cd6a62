package codec

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"

	"godotvariant/objects"
	"godotvariant/variant"
)

// slice is the plan of a slice: a packed array, where there is one of its
// elements, or an Array.
func (b planner) slice(t reflect.Type, o tag) plan {
	elem := b.with(t.Elem(), tag{text: o.text, scaled: o.scaled, scale: o.scale})
	var reads map[variant.Type]packedRead
	if !o.text && !o.scaled {
		reads = packedReads[t.Elem()]
	}
	p := plan{
		marshal:   func(m *marshaler, v reflect.Value) { m.array(elem, v) },
		unmarshal: func(u *unmarshaler, n node, v reflect.Value) { u.slice(elem, reads, n, v) },
		quick: func(u *unmarshaler, want variant.Type, v reflect.Value) bool {
			return u.quickSlice(elem, want, v)
		},
		elem: variant.ElementType{Type: variant.TypeArray},
	}
	if o.typed {
		p.marshal = func(m *marshaler, v reflect.Value) { m.typedArray(elem, v) }
	}
	if k, ok := packedKinds[t.Elem()]; ok && !o.changesValue() {
		p.marshal, p.elem = k.marshal, variant.ElementType{Type: k.typ}
	}
	return p
}

// array is the plan of a Go array, whose length the Array or packed array must have.
func (b planner) array(t reflect.Type, o tag) plan {
	slice := b.slice(reflect.SliceOf(t.Elem()), o)
	elem := b.with(t.Elem(), tag{text: o.text, scaled: o.scaled, scale: o.scale})
	return plan{
		marshal:   func(m *marshaler, v reflect.Value) { slice.marshal(m, addressable(v).Slice(0, t.Len())) },
		unmarshal: func(u *unmarshaler, n node, v reflect.Value) { u.array(elem, n, v) },
		elem:      slice.elem,
	}
}

func (m *marshaler) array(elem *plan, v reflect.Value) {
	n := v.Len()
	c := m.open(variant.TypeArray, n)
	for i := 0; i < n && !m.failed(); i++ {
		elem.marshal(m, v.Index(i))
		m.item(&c, i)
	}
	m.close(variant.TypeArray, c)
}

// typedArray makes an Array with the element type that the Go type gives.
func (m *marshaler) typedArray(elem *plan, v reflect.Value) {
	e := elem.elem
	if e.Type == variant.TypeNil {
		m.fail(variant.Because(ErrType, "a typed Array needs items of one type, and "+v.Type().Elem().String()+" is none"))
		return
	}
	a, ok := m.tree(func() { m.array(elem, v) }).(variant.Array)
	if !ok {
		return
	}
	a.Elem = &e
	m.value(a)
}

// mapping is the plan of a map.
func (b planner) mapping(t reflect.Type, o tag) plan {
	key, value := b.plan(t.Key()), b.with(t.Elem(), o)
	return plan{
		marshal:   func(m *marshaler, v reflect.Value) { m.mapping(key, value, v) },
		unmarshal: func(u *unmarshaler, n node, v reflect.Value) { u.mapping(key, value, n, v) },
		elem:      variant.ElementType{Type: variant.TypeDictionary},
	}
}

func (m *marshaler) mapping(key, value *plan, v reflect.Value) {
	c := m.open(variant.TypeDictionary, v.Len())
	m.entries(&c, 0, key, value, v)
	m.close(variant.TypeDictionary, c)
}

// entries marshals the entries of a map in the order of their keys, as pairs of c
// from i on.
func (m *marshaler) entries(c *container, i int, key, value *plan, v reflect.Value) {
	if v.Len() == 0 || m.failed() {
		return
	}
	for _, e := range sortedEntries(key, v) {
		key.marshal(m, e.key)
		if !m.key(c, i) {
			return
		}
		value.marshal(m, addressable(e.value))
		if m.failed() {
			m.step(variant.Step{Kind: variant.StepKey, Key: keyVariant(key, e.key)})
			return
		}
		m.pair(c)
		i++
	}
}

// keyVariant returns a map's key as a value, nil if it can't be one.
func keyVariant(key *plan, k reflect.Value) variant.Variant {
	m := marshaler{decimalPrecision: variant.Double}
	key.marshal(&m, k)
	return m.v
}

// entry is an entry of a map with what it is sorted by.
type entry struct {
	key, value reflect.Value

	text   string
	whole  int64
	number float64
	packet []byte
}

// sortedEntries returns the entries of a map: numbers and text in their order,
// other keys by the bytes of their packets.
func sortedEntries(key *plan, v reflect.Value) []entry {
	entries := make([]entry, 0, v.Len())
	for i := v.MapRange(); i.Next(); {
		e := entry{key: i.Key(), value: i.Value()}
		switch k := keyVariant(key, e.key).(type) {
		case variant.String:
			e.text = string(k)
		case variant.Int:
			e.whole = int64(k)
		case variant.Float:
			e.number = float64(k)
		default: // nil, if the key makes the map fail when it is its turn
			e.packet, _ = keyFormat.Encode(k)
		}
		entries = append(entries, e)
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Or(
			cmp.Compare(a.text, b.text),
			cmp.Compare(a.whole, b.whole),
			cmp.Compare(a.number, b.number),
			bytes.Compare(a.packet, b.packet),
		)
	})
	return entries
}

// keyFormat tells keys apart that single precision would round to one.
var keyFormat = MustNew(Options{Precision: Double, Mode: Lenient})

// structure is the plan of a struct.
func (b planner) structure(t reflect.Type) plan {
	s, err := b.fieldsOf(t)
	if err != nil {
		return badPlan(err)
	}
	if s.class != "" {
		return plan{
			marshal:   s.marshalObject,
			unmarshal: s.unmarshalObject,
			elem:      variant.ElementType{Type: variant.TypeObject, Class: s.class},
		}
	}
	return plan{
		marshal:   s.marshal,
		unmarshal: s.unmarshal,
		quick:     s.quick,
		elem:      variant.ElementType{Type: variant.TypeDictionary},
	}
}

func (s *structFields) marshal(m *marshaler, v reflect.Value) {
	v = addressable(v)
	n := len(s.fields)
	if s.omits {
		n = 0
		for i := range s.fields {
			if _, ok := s.present(i, v); ok {
				n++
			}
		}
	}
	var rest reflect.Value
	if s.rest != nil {
		rest, _ = s.rest.at(v)
		n += rest.Len()
	}
	c := m.open(variant.TypeDictionary, n)
	s.marshalFields(m, &c, v)
	if s.rest != nil && !m.failed() {
		s.marshalRest(m, &c, rest)
	}
	m.close(variant.TypeDictionary, c)
}

// present returns a field that is there and not to be left out.
func (s *structFields) present(i int, v reflect.Value) (reflect.Value, bool) {
	f := &s.fields[i]
	if !s.omits {
		return v.Field(f.own), true
	}
	fv, ok := f.at(v)
	if !ok || f.omit != nil && f.omit(fv) {
		return reflect.Value{}, false
	}
	return fv, true
}

func (s *structFields) marshalFields(m *marshaler, c *container, v reflect.Value) {
	for i := range s.fields {
		f := &s.fields[i]
		var fv reflect.Value
		if !s.omits {
			fv = v.Field(f.own)
		} else if present, ok := s.present(i, v); ok {
			fv = present
		} else {
			continue
		}
		switch {
		case m.w == nil:
			m.v = f.key
			m.key(c, i)
		case !m.w.PutLiteral(f.keyType, f.wire):
			m.step(variant.Step{Kind: variant.StepPairKey, Index: i})
			return
		}
		f.plan.marshal(m, fv)
		if m.failed() {
			m.step(variant.Step{Kind: variant.StepKey, Key: f.key})
			return
		}
		m.pair(c)
	}
}

// marshalRest marshals the inline map, whose keys must not be those of fields.
func (s *structFields) marshalRest(m *marshaler, c *container, rest reflect.Value) {
	for _, k := range rest.MapKeys() {
		if _, taken := s.byName[k.String()]; taken {
			m.fail(variant.Because(variant.ErrDuplicateKey, "the inline map has a key of a field"))
			m.step(variant.Step{Kind: variant.StepKey, Key: variant.String(k.String())})
			return
		}
	}
	t := rest.Type()
	m.entries(c, len(s.fields), planOf(t.Key()), planOf(t.Elem()), rest)
}

// marshalObject marshals a struct as an object, with its fields as properties.
func (s *structFields) marshalObject(m *marshaler, v reflect.Value) {
	d, ok := m.tree(func() { s.marshal(m, v) }).(variant.Dictionary)
	if !ok {
		return
	}
	o := objects.Object{Class: s.class, Properties: make([]objects.Property, len(d.Pairs))}
	for i, p := range d.Pairs {
		name, _ := p.Key.(variant.String)
		if n, ok := p.Key.(variant.StringName); ok {
			name = variant.String(n)
		}
		o.Properties[i] = objects.Property{Name: string(name), Value: p.Value}
	}
	m.value(o)
}
