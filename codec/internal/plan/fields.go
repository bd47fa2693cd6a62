package plan

import (
	"reflect"
	"slices"
	"unicode/utf8"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal"
	"godotvariant/variant"
)

// field is one field of a struct, or of a struct embedded in it.
type field struct {
	name    string
	key     variant.Variant
	keyType variant.Type
	packet  internal.KeyPacket // of the key, where the format begins it as one of heads
	index   []int
	direct  bool    // no pointer leads to it,
	offset  uintptr // and then it is here in the struct
	typ     reflect.Type
	plan    *plan
	merges  bool                     // see structPlan.holdsMerging
	omit    func(reflect.Value) bool // nil: never
	tag     tag
}

// A keyHead is the header of the packets of keys of one type.
type keyHead struct {
	typ  variant.Type
	head uint32
}

// at returns the field in a struct, if no nil pointer leads to it. With make it makes the
// structs that nil pointers should point at, except for pointers of unexported types, which
// can't be set.
func (f *field) at(v reflect.Value, make bool) (reflect.Value, bool) {
	for i, x := range f.index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !make || !v.CanSet() {
					return reflect.Value{}, false
				}
				v.Set(reflect.New(v.Type().Elem()))
			}

			v = v.Elem()
		}

		v = v.Field(x)
	}

	return v, true
}

// present returns the field in v, unless it is to be left out.
func (f *field) present(v reflect.Value) (reflect.Value, bool) {
	fv, ok := f.at(v, false)
	return fv, ok && (f.omit == nil || !f.omit(fv))
}

// A structPlan is the plan of a struct: its fields, in their order.
type structPlan struct {
	typ     reflect.Type
	fields  []field
	byName  map[string]int
	rest    int // the index of the inline map, -1 if there is none
	options tag // of the blank field

	restKey, restValue *plan // of the inline map

	heads   []keyHead // of the keys of the fields
	ahead   int       // how many fields come before the first that a pointer leads to
	omits   bool      // some fields may be left out
	merging []int     // the indices of the fields that merge
	hidden  bool      // to zero all fields does not zero the struct

	requires bool // some fields have the tag required
}

// fieldsOf collects the fields of t, by the rules of encoding/json: of several fields of one
// name the least deeply embedded counts, of those of one depth the one with the name in its
// tag, and if that still leaves several, none.
func (b planner) fieldsOf(t reflect.Type) (*structPlan, error) {
	s := &structPlan{typ: t, byName: map[string]int{}, rest: -1}
	all, err := s.collect(t, nil, map[reflect.Type]bool{}, &s.options)
	if err != nil {
		return nil, err
	}

	ranks := map[string][]int{}
	for _, f := range all {
		ranks[f.name] = append(ranks[f.name], f.rank())
	}

	for _, f := range all {
		same := ranks[f.name]
		slices.Sort(same)

		if f.rank() != same[0] || len(same) > 1 && same[1] == same[0] {
			if hasTwin(all, f) {
				return nil, badField(t, f.name, "two fields have this key")
			}
			s.hidden = true
			continue
		}

		if err := b.complete(t, &f, s.options); err != nil {
			return nil, badField(t, f.name, err.Error())
		}

		s.add(f)
	}

	if s.options.array && (s.omits || s.rest >= 0) {
		return nil, badField(t, "_",
			"a struct that is an array has no fields that may be missing, and no inline map")
	}

	if s.rest >= 0 {
		rest := t.Field(s.rest).Type
		s.restKey, s.restValue = b.with(rest.Key(), tag{}), b.with(rest.Elem(), tag{})
	}

	return s, nil
}

// add makes f the next field.
func (s *structPlan) add(f field) {
	h := keyHead{f.keyType, uint32(f.packet.Head)}
	if !slices.Contains(s.heads, h) {
		s.heads = append(s.heads, h)
	}

	if f.direct && s.ahead == len(s.fields) {
		s.ahead++
	}

	if f.merges {
		s.merging = append(s.merging, len(s.fields))
	}

	s.byName[f.name] = len(s.fields)
	s.fields = append(s.fields, f)
	s.omits = s.omits || f.omit != nil || !f.direct
	s.requires = s.requires || f.tag.required
}

// hasTwin reports whether another field of the same struct has the key of f in its tag.
func hasTwin(all []field, f field) bool {
	last := len(f.index) - 1
	return slices.ContainsFunc(all, func(g field) bool {
		return g.name == f.name && g.rank() == f.rank() && slices.Equal(g.index[:len(g.index)-1],
			f.index[:last]) &&
			g.index[last] != f.index[last]
	})
}

// rank orders the fields of one name: the lowest counts, by depth and then by explicit tag.
func (f *field) rank() int {
	if f.tag.given {
		return 2 * len(f.index)
	}
	return 2*len(f.index) + 1
}

// collect returns the fields of t, to which index leads, and of what is embedded in it. on
// holds the types on the way: their fields were seen nearer to the top.
func (s *structPlan) collect(t reflect.Type, index []int, on map[reflect.Type]bool,
	whole *tag) ([]field, error) {
	on[t] = true
	defer delete(on, t)

	var all []field
	for i := range t.NumField() {
		sf := t.Field(i)
		text, tagged := sf.Tag.Lookup("godot")
		at := append(slices.Clone(index), i)

		if sf.Name == "_" {
			if err := parseBlank(text, whole); err != nil && tagged && len(index) == 0 {
				return nil, badField(t, "_", err.Error())
			}
			continue
		}

		inner, embedded := embeddable(sf)
		if text == "-" || !sf.IsExported() && !embedded {
			s.hidden = true
			continue
		}

		o, err := parseTag(text)
		if err != nil {
			return nil, badField(t, sf.Name, err.Error())
		}

		switch {
		case o.inline && sf.Type.Kind() == reflect.Map:
			if s.rest >= 0 || sf.Type.Key().Kind() != reflect.String || len(index) > 0 {
				return nil, badField(t, sf.Name,
					"inline is for one map with keys of text in the outermost struct")
			}
			s.rest = i
			s.hidden = true

		case embedded && !o.given, o.inline:
			if inner == nil {
				return nil, badField(t, sf.Name, "inline is for structs and maps")
			}
			if sf.Type.Kind() == reflect.Pointer {
				s.hidden = true
			}
			if on[inner] {
				continue
			}

			var ignored tag // the inner struct's blank field concerns it alone
			fields, err := s.collect(inner, at, on, &ignored)
			if err != nil {
				return nil, err
			}

			all = append(all, fields...)

		case !sf.IsExported():
			s.hidden = true

		default:
			if !o.given {
				o.name = sf.Name
			}
			all = append(all, field{name: o.name, index: at, typ: sf.Type, tag: o})
		}
	}

	return all, nil
}

// embeddable returns the struct type whose fields sf may lend to the struct around, nil if
// there is none, and whether it is embedded.
func embeddable(sf reflect.StructField) (inner reflect.Type, embedded bool) {
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}

	if t.Kind() != reflect.Struct {
		return nil, false
	}

	return t, sf.Anonymous
}

// complete gives a field that counts its key and its plan.
func (b planner) complete(t reflect.Type, f *field, whole tag) error {
	if !utf8.ValidString(f.name) {
		return variant.ErrUTF8
	}

	f.key = variant.String(f.name)
	f.keyType = variant.TypeString

	if f.tag.nameKeys || whole.nameKeys {
		f.key = variant.StringName(f.name)
		f.keyType = variant.TypeStringName
	}

	packet, err := packets.Append(keyFormat, nil, f.key)
	if err != nil {
		return err
	}

	f.packet = internal.NewKeyPacket(packet)
	f.direct = true
	for i, x := range f.index {
		f.direct = i == 0 || t.Kind() == reflect.Struct
		if !f.direct {
			break
		}
		f.offset += t.Field(x).Offset
		t = t.Field(x).Type
	}

	f.plan = b.with(f.typ, f.tag)
	f.merges = merges(f.typ)

	switch zero := isZero(f.typ); {
	case f.tag.omitEmpty && f.tag.omitZero:
		f.omit = func(v reflect.Value) bool { return isEmpty(v) || zero(v) }
	case f.tag.omitEmpty:
		f.omit = isEmpty
	case f.tag.omitZero:
		f.omit = zero
	}

	return nil
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	default:
		return v.IsZero()
	}
}

// isZero returns the test for omitzero, as in encoding/json.
func isZero(t reflect.Type) func(reflect.Value) bool {
	type zeroer interface{ IsZero() bool }
	nilable := t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface
	switch of := reflect.TypeFor[zeroer](); {
	case nilable && t.Implements(of):
		return func(v reflect.Value) bool { return v.IsNil() || v.Interface().(zeroer).IsZero() }
	case nilable:
		return reflect.Value.IsZero

	case has(t, of):
		return func(v reflect.Value) bool {
			return addressable(v).Addr().Interface().(zeroer).IsZero()
		}

	default:
		return reflect.Value.IsZero
	}
}
