package plan

import (
	"reflect"
	"slices"
	"unicode/utf8"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// fieldsOf collects the fields of t by the rules of encoding/json. If several fields have the same
// name, the least deeply embedded field is used. If several fields are at this depth, the field
// that has the name in its tag is used. If there is not exactly one such field, all fields of this
// name are left out. Unlike encoding/json, fieldsOf refuses two fields of one struct with the same
// name, because different names in Go may become the same name here.
func (b planner) fieldsOf(t reflect.Type) (*structPlan, error) {
	options, err := blankOptions(t)
	if err != nil {
		return nil, err
	}

	found := collector{
		naming: options.naming(b.plans.naming), inlineMap: -1, around: map[reflect.Type]bool{},
	}
	if err := found.addFields(t, nil); err != nil {
		return nil, err
	}

	all := found.fields
	s := &structPlan{
		typ: t, byName: map[string]int{}, options: options,
		rest: found.inlineMap, hidden: found.hidden,
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

// hasTwin reports whether another field of the same struct has the name of f.
func hasTwin(all []field, f field) bool {
	last := len(f.index) - 1
	return slices.ContainsFunc(all, func(g field) bool {
		return g.name == f.name && slices.Equal(g.index[:len(g.index)-1], f.index[:last]) &&
			g.index[last] != f.index[last]
	})
}

// complete sets the members of f that follow from its name, its type and its tag, such as the key
// and the plan. It is called only for fields that no other field hides. The argument structTag is
// the tag of the whole struct.
func (b planner) complete(t reflect.Type, f *field, structTag tag) error {
	if !utf8.ValidString(f.name) {
		return variant.ErrUTF8
	}

	f.key = variant.String(f.name)
	f.keyType = variant.TypeString

	if f.tag.nameKeys || structTag.nameKeys {
		f.key = variant.StringName(f.name)
		f.keyType = variant.TypeStringName
	}

	packet, err := packets.Append(keyFormat, nil, f.key)
	if err != nil {
		return err
	}

	f.packet = wire.NewKeyPacket(packet)
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

	f.always = f.direct && f.omit == nil
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

// isZero returns a function that reports whether a value of type t is zero. If the type has a
// method IsZero, the function calls it, as encoding/json does.
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
