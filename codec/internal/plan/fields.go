package plan

import (
	"reflect"
	"slices"

	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A field is a field of a struct, or of a struct embedded in it.
type field struct {
	name    string
	key     variant.Variant
	keyType variant.Type
	packet  wire.KeyPacket // prepared packet of the key, see hasPreparedKeys
	index   []int
	direct  bool    // the path to the field has no pointer
	offset  uintptr // offset in the struct, if direct is set
	typ     reflect.Type
	plan    *plan
	merges  bool                     // see structPlan.holdsMerging
	omit    func(reflect.Value) bool // reports whether to leave out the field; nil means never
	always  bool                     // the field is never missing: direct is set, and omit is nil
	tag     tag
}

// A keyHead is the header of the prepared packets of keys whose type is typ.
type keyHead struct {
	typ  variant.Type
	head uint32
}

// at returns the field of the struct v. It returns false if the path to the field has a nil
// pointer.
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

// atOrNew returns the field of the struct v, like at. It sets nil pointers in the path to new
// structs first. It returns false if a nil pointer can't be set, because the type of its struct is
// not exported.
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

// present returns the field of the struct v. It returns false if the field is left out.
func (f *field) present(v reflect.Value) (reflect.Value, bool) {
	fv, ok := f.at(v)
	return fv, ok && (f.omit == nil || !f.omit(fv))
}

// A structPlan is the plan of a struct. It has the fields in their order.
type structPlan struct {
	typ     reflect.Type
	fields  []field
	byName  map[string]int
	rest    int // index of the inline map; -1 if there is none
	options tag // options of the blank field

	restKey, restValue *plan // plans of the inline map

	heads   []keyHead // headers of the keys of the fields
	ahead   int       // number of fields before the first field that is not direct
	omits   bool      // some fields may be left out
	merging []int     // indices of the fields that merge, see holdsMerging
	hidden  bool      // a part of the struct is not in the list of fields

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

// rank orders fields that have the same name. First it orders them by depth. At the same depth, a
// field whose tag gives the name comes first. The field with the lowest rank is used.
func (f *field) rank() int {
	if f.tag.given {
		return 2 * len(f.index)
	}
	return 2*len(f.index) + 1
}
