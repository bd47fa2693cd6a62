package codec

import (
	"encoding/binary"
	"reflect"
	"slices"
	"unicode/utf8"

	"godotvariant/variant"
)

// structFields is the plan of a struct: its fields, in their order.
type structFields struct {
	typ    reflect.Type
	fields []field
	byName map[string]int
	rest   *field // the inline map, nil if there is none
	strict bool
	class  string // of the object that it becomes, "" for a Dictionary

	omits    bool    // some fields may be left out
	pointers [][]int // of embedded structs
	hidden   bool    // there are fields that the plan does not know
}

// field is one field of a struct, or of a struct embedded in it.
type field struct {
	name    string
	key     variant.Variant
	keyType variant.Type
	wire    []byte // the payload of the key's packet
	index   []int
	own     int // the index of a field of the struct itself, -1 of one further in
	typ     reflect.Type
	plan    *plan
	omit    func(reflect.Value) bool // nil: never
	tag     tag
}

// at returns the field in a struct, where it can be reached without nil
// pointers.
func (f *field) at(v reflect.Value) (reflect.Value, bool) {
	if len(f.index) == 1 {
		return v.Field(f.index[0]), true
	}
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

// make is at, with structs made where pointers to them are nil. It returns
// false where a pointer is of an unexported type and can't be set.
func (f *field) make(v reflect.Value) (reflect.Value, bool) {
	for i, x := range f.index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !v.CanSet() {
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

// candidate is a field before it is known which of its name counts.
type candidate struct {
	field
	depth int
}

// fieldsOf collects the fields of t, by the rules of encoding/json: of several
// fields of one name the least deeply embedded counts, among those of one depth
// the one with the name in its tag, and if that still leaves several, none.
func (b planner) fieldsOf(t reflect.Type) (*structFields, error) {
	s := &structFields{typ: t, byName: map[string]int{}}
	var whole tag
	all, err := s.collect(t, nil, map[reflect.Type]bool{}, &whole)
	if err != nil {
		return nil, err
	}
	byName := map[string][]candidate{}
	for _, c := range all {
		byName[c.name] = append(byName[c.name], c)
	}
	for _, c := range all {
		if !counts(c, byName[c.name]) {
			s.hidden = true
			continue
		}
		if err := b.complete(&c.field, whole); err != nil {
			return nil, badTag(t, c.name, err.Error())
		}
		s.byName[c.name] = len(s.fields)
		s.fields = append(s.fields, c.field)
		s.omits = s.omits || c.omit != nil || len(c.index) > 1
	}
	s.strict, s.class = whole.strict, whole.object
	return s, nil
}

// counts reports whether c is the one that counts of all fields of its name.
func counts(c candidate, all []candidate) bool {
	best := slices.MinFunc(all, func(a, b candidate) int { return a.rank() - b.rank() })
	n := 0
	for _, other := range all {
		if other.rank() == best.rank() {
			n++
		}
	}
	return n == 1 && slices.Equal(c.index, best.index)
}

func (c candidate) rank() int {
	rank := 2 * c.depth
	if !c.tag.given {
		rank++
	}
	return rank
}

// collect returns the fields of t, which index leads to, and of what is embedded
// in it. Types on the way are passed over: their fields were seen nearer to the
// top.
func (s *structFields) collect(t reflect.Type, index []int, on map[reflect.Type]bool, whole *tag) ([]candidate, error) {
	on[t] = true
	defer delete(on, t)
	var all []candidate
	for i := range t.NumField() {
		sf := t.Field(i)
		text, tagged := sf.Tag.Lookup("godot")
		at := append(slices.Clone(index), i)
		if sf.Name == "_" {
			if err := parseBlank(text, whole); err != nil && tagged && len(index) == 0 {
				return nil, badTag(t, "_", err.Error())
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
			return nil, badTag(t, sf.Name, err.Error())
		}
		switch {
		case o.inline && sf.Type.Kind() == reflect.Map:
			if s.rest != nil || sf.Type.Key().Kind() != reflect.String || len(index) > 0 {
				return nil, badTag(t, sf.Name, "inline is for one map with keys of text in the outermost struct")
			}
			s.rest = &field{name: sf.Name, index: at, typ: sf.Type}
		case embedded && !o.given, o.inline:
			if inner == nil {
				return nil, badTag(t, sf.Name, "inline is for structs and maps")
			}
			if sf.Type.Kind() == reflect.Pointer {
				s.pointers = append(s.pointers, at)
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
			all = append(all, candidate{field{name: o.name, index: at, typ: sf.Type, tag: o}, len(index)})
		}
	}
	return all, nil
}

// embeddable returns the struct type whose fields sf may lend to the struct
// around, and whether it is embedded, and not only inline.
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
func (b planner) complete(f *field, whole tag) error {
	if !utf8.ValidString(f.name) {
		return variant.ErrUTF8
	}
	f.key, f.keyType = variant.String(f.name), variant.TypeString
	if f.tag.nameKeys || whole.nameKeys {
		f.key, f.keyType = variant.StringName(f.name), variant.TypeStringName
	}
	f.wire = binary.LittleEndian.AppendUint32(nil, uint32(len(f.name)))
	f.wire = append(f.wire, f.name...)
	f.wire = append(f.wire, make([]byte, -len(f.name)&3)...)
	f.own = -1
	if len(f.index) == 1 {
		f.own = f.index[0]
	}
	f.plan = b.with(f.typ, f.tag)
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
		return func(v reflect.Value) bool { return addressable(v).Addr().Interface().(zeroer).IsZero() }
	default:
		return reflect.Value.IsZero
	}
}
