package codec

import (
	"encoding/binary"
	"reflect"
	"slices"
	"unicode/utf8"

	"godotvariant/internal"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A structPlan is the plan of a struct: its fields, in their order.
type structPlan struct {
	typ    reflect.Type
	fields []field
	byName map[string]int
	rest   int // the index of the inline map, -1 if there is none
	strict bool
	class  string // of the object that it becomes, "" for a Dictionary

	heads  []keyHead // of the keys of the fields
	ahead  int       // how many fields come before the first that a pointer leads to
	omits  bool      // some fields may be left out
	hidden bool      // to zero all fields does not zero the struct
}

// field is one field of a struct, or of a struct embedded in it.
type field struct {
	name    string
	key     variant.Variant
	keyType variant.Type
	packet  string // of the key, where the format begins it as one of heads
	known   internal.KeyPacket
	index   []int
	direct  bool    // no pointer leads to it,
	offset  uintptr // and then it is here in the struct
	typ     reflect.Type
	plan    *plan
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

// structure makes the plan of a struct: a Dictionary, or an object of a class with the fields
// as properties.
func (b planner) structure(c *plan) {
	s, err := b.fieldsOf(c.typ)
	if err != nil {
		c.bad(err)
		return
	}
	c.elem = variant.ElementType{Type: variant.TypeDictionary}
	c.write = s.write
	c.read = func(d *decoder, want variant.Type, p place) bool { return s.read(c, d, want, p) }
	if s.class != "" {
		fields := *c
		c.elem = variant.ElementType{Type: variant.TypeObject, Class: s.class}
		c.write = s.writeObject
		c.read = func(d *decoder, want variant.Type, p place) bool { return s.readObject(&fields, d, want, p) }
	}
}

func (s *structPlan) write(e *encoder, p place) {
	w := e.w
	var v, rest reflect.Value
	n := len(s.fields)
	if s.omits || s.rest >= 0 {
		v, n = valueAt(p, s.typ), 0
		for i := range s.fields {
			if _, ok := s.fields[i].present(v); ok {
				n++
			}
		}
	}
	if s.rest >= 0 {
		rest = v.Field(s.rest)
		n += rest.Len()
	}
	spelled := !e.tree // where keys are values that are there already
	for _, h := range s.heads {
		spelled = spelled && kernel.PartSpells(w, h.typ, h.head)
	}
	m, ok := e.open(variant.TypeDictionary, n)
	if !ok {
		return
	}
	for i := range s.fields {
		f := &s.fields[i]
		var at place
		if !s.omits {
			at = fieldAt(p, f)
		} else if fv, ok := f.present(v); ok {
			at = placeOf(fv)
		} else {
			continue
		}
		if !spelled || !kernel.PartPacket(w, f.packet) {
			if e.value(f.key); kernel.WriteFailed(w) {
				w.Step(variant.Step{Kind: variant.StepPairKey, Index: i})
				break
			}
		}
		if f.plan.write(e, at); kernel.Over(w) {
			w.Step(variant.Step{Kind: variant.StepKey, Key: f.key})
			break
		}
	}
	if s.rest >= 0 && !kernel.WriteFailed(w) {
		s.writeRest(e, rest)
	}
	e.close(m)
}

// present returns the field in v, unless it is to be left out.
func (f *field) present(v reflect.Value) (reflect.Value, bool) {
	fv, ok := f.at(v, false)
	return fv, ok && (f.omit == nil || !f.omit(fv))
}

// writeRest writes the inline map, whose keys must not be those of fields.
func (s *structPlan) writeRest(e *encoder, rest reflect.Value) {
	for _, k := range rest.MapKeys() {
		if _, taken := s.byName[k.String()]; taken {
			e.fail(variant.Because(variant.ErrDuplicateKey, "the inline map has a key of a field"))
			e.w.Step(variant.Step{Kind: variant.StepKey, Key: variant.String(k.String())})
			return
		}
	}
	e.entries(len(s.fields), planOf(rest.Type().Key()), planOf(rest.Type().Elem()), rest)
}

// read expects the keys in the order of the fields, and looks up those from the first that is
// not.
func (s *structPlan) read(c *plan, d *decoder, want variant.Type, p place) bool {
	r := d.r
	n, key, value, ok := kernel.NextDictionary(r, want)
	if !ok {
		return c.other(d, want, p)
	}
	if d.fresh && s.hidden {
		valueAt(p, s.typ).SetZero()
	}
	most := min(n, s.ahead)
	for _, h := range s.heads {
		if !kernel.NextSpells(r, h.typ, h.head, key) {
			most = 0
		}
	}
	i := s.readInOrder(d, most, value, p)
	if ok = !kernel.Failed(r); ok && (i < n || d.fresh && i < len(s.fields)) {
		ok = s.readOthers(d, i, n, key, value, valueAt(p, s.typ))
	}
	kernel.Leave(r)
	return ok
}

// readInOrder reads pairs as long as their keys are those of the fields, and up to most. It
// returns how many.
func (s *structPlan) readInOrder(d *decoder, most int, want variant.Type, p place) int {
	r, fields := d.r, s.fields[:most]
	for i := range fields {
		f := &fields[i]
		if !kernel.NextKey(r, &f.known) {
			return i
		}
		if !f.plan.read(d, want, fieldAt(p, f)) {
			r.Step(variant.Step{Kind: variant.StepKey, Key: f.key})
			return i
		}
	}
	return most
}

// readOthers reads the pairs from number i on. Those before it were the first fields.
func (s *structPlan) readOthers(d *decoder, i, n int, keyType, valueType variant.Type, v reflect.Value) bool {
	var few [64]bool
	seen := few[:]
	if len(s.fields) > len(few) {
		seen = make([]bool, len(s.fields))
	}
	for x := range i {
		seen[x] = true
	}
	for ; i < n; i++ {
		start := d.r.Offset()
		x, text, ok := s.key(d, keyType)
		switch {
		case !ok:
			d.r.Step(variant.Step{Kind: variant.StepPairKey, Index: i})
			return false
		case x >= 0:
			ok = s.fields[x].read(d, seen[x], valueType, v)
			seen[x] = true
		case text != nil:
			ok = s.readRest(d, text, valueType, v)
		case s.strict:
			ok = d.refuseNext(valueType, ErrUnknownKey)
		default:
			kernel.SkipNext(d.r, valueType)
			ok = !kernel.Failed(d.r)
		}
		if !ok {
			d.stepKey(start)
			return false
		}
	}
	for x := range s.fields {
		if d.fresh && !seen[x] {
			if f, ok := s.fields[x].at(v, false); ok {
				f.SetZero()
			}
		}
	}
	return true
}

// key reads a key. It returns the number of its field, or -1 and the key if the inline map
// takes it.
func (s *structPlan) key(d *decoder, want variant.Type) (x int, text variant.Variant, ok bool) {
	t, _ := kernel.NextType(d.r, want)
	b, isText := kernel.NextText(d.r, want)
	if !isText && !kernel.Failed(d.r) {
		kernel.SkipNext(d.r, want)
	}
	if x, ok := s.byName[string(b)]; ok && isText {
		return x, nil, true
	}
	if isText && s.rest >= 0 {
		text = variant.String(b)
		if t == variant.TypeStringName && (d.tree || s.typ.Field(s.rest).Type.Key() == reflect.TypeFor[variant.StringName]()) {
			text = variant.StringName(b)
		}
	}
	return -1, text, !kernel.Failed(d.r)
}

// read reads the value of the field in v. again: there was one before, and the last one alone
// counts.
func (f *field) read(d *decoder, again bool, want variant.Type, v reflect.Value) bool {
	fv, ok := f.at(v, true)
	if !ok {
		return d.refuseNext(want, variant.Because(ErrType, "the embedded pointer is nil, and its type is not exported"))
	}
	outer := d.fresh
	d.fresh = outer || again
	ok = f.plan.read(d, want, placeOf(fv))
	d.fresh = outer
	return ok
}

// readRest puts the next value under a key of the inline map.
func (s *structPlan) readRest(d *decoder, text variant.Variant, want variant.Type, v reflect.Value) bool {
	m := v.Field(s.rest)
	t := m.Type()
	if m.IsNil() {
		m.Set(reflect.MakeMap(t))
	}
	k, each := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
	if !d.inside(d.r.Offset(), text, planOf(t.Key()), placeOf(k)) {
		return false
	}
	outer := d.fresh
	d.fresh = true
	ok := planOf(t.Elem()).read(d, want, placeOf(each))
	d.fresh = outer
	if ok {
		m.SetMapIndex(k, each)
	}
	return ok
}

// writeObject writes a struct as an object.
func (s *structPlan) writeObject(e *encoder, p place) {
	d, ok := e.variant(s.write, p).(variant.Dictionary)
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
	e.value(o)
}

// readObject reads an object of the struct's class.
func (s *structPlan) readObject(fields *plan, d *decoder, want variant.Type, p place) bool {
	v, start, ok := d.value(want)
	if !ok {
		return false
	}
	o, ok := v.(objects.Object)
	switch {
	case !ok:
		return d.misfit(start, v, s.typ)
	case o.Class != s.class:
		why := "an object of class " + internal.Clip(quoted(o.Class), 64) + " and not " + s.class
		return d.refuse(start, variant.TypeObject, variant.Because(ErrType, why))
	}
	pairs := make([]variant.Pair, len(o.Properties))
	for i, p := range o.Properties {
		pairs[i] = variant.KV(p.Name, p.Value)
	}
	return d.inside(start, variant.Dictionary{Pairs: pairs}, fields, p)
}

// fieldsOf collects the fields of t, by the rules of encoding/json: of several fields of one
// name the least deeply embedded counts, of those of one depth the one with the name in its
// tag, and if that still leaves several, none.
func (b planner) fieldsOf(t reflect.Type) (*structPlan, error) {
	s := &structPlan{typ: t, byName: map[string]int{}, rest: -1}
	var whole tag
	all, err := s.collect(t, nil, map[reflect.Type]bool{}, &whole)
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
				return nil, badTag(t, f.name, "two fields have this key")
			}
			s.hidden = true
			continue
		}
		if err := b.complete(t, &f, whole); err != nil {
			return nil, badTag(t, f.name, err.Error())
		}
		h := keyHead{f.keyType, binary.LittleEndian.Uint32([]byte(f.packet))}
		if !slices.Contains(s.heads, h) {
			s.heads = append(s.heads, h)
		}
		if f.direct && s.ahead == len(s.fields) {
			s.ahead++
		}
		s.byName[f.name] = len(s.fields)
		s.fields = append(s.fields, f)
		s.omits = s.omits || f.omit != nil || !f.direct
	}
	s.strict, s.class = whole.strict, whole.object
	return s, nil
}

// hasTwin reports whether another field of the same struct has the key of f in its tag.
func hasTwin(all []field, f field) bool {
	last := len(f.index) - 1
	return slices.ContainsFunc(all, func(g field) bool {
		return g.name == f.name && g.rank() == f.rank() && slices.Equal(g.index[:len(g.index)-1], f.index[:last]) &&
			g.index[last] != f.index[last]
	})
}

// rank is the lower, the sooner the field counts among those of its name.
func (f *field) rank() int {
	if f.tag.given {
		return 2 * len(f.index)
	}
	return 2*len(f.index) + 1
}

// collect returns the fields of t, to which index leads, and of what is embedded in it. on
// holds the types on the way: their fields were seen nearer to the top.
func (s *structPlan) collect(t reflect.Type, index []int, on map[reflect.Type]bool, whole *tag) ([]field, error) {
	on[t] = true
	defer delete(on, t)
	var all []field
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
			if s.rest >= 0 || sf.Type.Key().Kind() != reflect.String || len(index) > 0 {
				return nil, badTag(t, sf.Name, "inline is for one map with keys of text in the outermost struct")
			}
			s.rest, s.hidden = i, true
		case embedded && !o.given, o.inline:
			if inner == nil {
				return nil, badTag(t, sf.Name, "inline is for structs and maps")
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
	f.key, f.keyType = variant.String(f.name), variant.TypeString
	if f.tag.nameKeys || whole.nameKeys {
		f.key, f.keyType = variant.StringName(f.name), variant.TypeStringName
	}
	packet, err := keyFormat.Encode(f.key)
	if err != nil {
		return err
	}
	f.packet, f.known = string(packet), internal.NewKeyPacket(string(packet))
	f.direct = true
	for i, x := range f.index {
		if f.direct = i == 0 || t.Kind() == reflect.Struct; !f.direct {
			break
		}
		f.offset += t.Field(x).Offset
		t = t.Field(x).Type
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
