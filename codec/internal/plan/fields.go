package plan

import (
	"reflect"
	"slices"

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
	always  bool                     // direct, and never left out
	tag     tag
}

// A keyHead is the header of the packets of keys of one type.
type keyHead struct {
	typ  variant.Type
	head uint32
}

// at returns the field in a struct. It reports false if a nil pointer leads to the field.
func (f *field) at(v reflect.Value) (reflect.Value, bool) {
	for i, x := range f.index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return reflect.Value{}, false
			}
			v = v.Elem()
		}

		v = v.Field(x)
	}

	return v, true
}

// atOrNew is at, and sets nil pointers on the way to new structs. It reports false for a nil
// pointer to a struct of an unexported type, which can't be set.
func (f *field) atOrNew(v reflect.Value) (reflect.Value, bool) {
	outer := v
	for i, x := range f.index {
		v = v.Field(x)
		if i == len(f.index)-1 || v.Kind() != reflect.Pointer {
			continue
		}

		if v.IsNil() && v.CanSet() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if v.IsNil() {
			return reflect.Value{}, false
		}

		v = v.Elem()
	}

	return f.at(outer)
}

// present returns the field in v. It reports false if the field is left out.
func (f *field) present(v reflect.Value) (reflect.Value, bool) {
	fv, ok := f.at(v)
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
	s.omits = s.omits || !f.always
	s.requires = s.requires || f.tag.required
}

// rank orders the fields of one name: the lowest counts, by depth and then by explicit tag.
func (f *field) rank() int {
	if f.tag.given {
		return 2 * len(f.index)
	}
	return 2*len(f.index) + 1
}
