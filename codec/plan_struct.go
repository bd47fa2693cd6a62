package codec

import (
	"encoding/binary"
	"reflect"
	"slices"
	"unicode/utf8"

	"godotvariant/objects"
	"godotvariant/variant"
)

// A structPlan is the plan of a struct: its fields, in their order.
type structPlan struct {
	typ    reflect.Type
	fields []field
	byName map[string]int
	rest   *field // the inline map, nil if there is none
	strict bool
	class  string // of the object that it becomes, "" for a Dictionary

	heads    []keyHead // of the keys of the fields
	omits    bool      // some fields may be left out
	pointers [][]int   // of embedded structs
	hidden   bool      // there are fields that the plan does not know
}

// field is one field of a struct, or of a struct embedded in it.
type field struct {
	name    string
	key     variant.Variant
	keyType variant.Type
	packet  string // of the key, where the format begins it as one of heads
	known   variant.KeyPacket
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
	if s.omits || s.rest != nil {
		v, n = valueAt(p, s.typ), 0
		for i := range s.fields {
			if _, ok := s.fields[i].present(v); ok {
				n++
			}
		}
	}
	if s.rest != nil {
		rest, _ = s.rest.at(v, false)
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
			if e.value(f.key); w.Failed() {
				w.Step(variant.Step{Kind: variant.StepPairKey, Index: i})
				break
			}
		}
		if f.plan.write(e, at); kernel.Over(w) {
			w.Step(variant.Step{Kind: variant.StepKey, Key: f.key})
			break
		}
	}
	if s.rest != nil && !w.Failed() {
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
	if d.fresh && (s.hidden || s.pointers != nil || s.rest != nil) {
		s.prepare(valueAt(p, s.typ))
	}
	i, most := 0, min(n, len(s.fields))
	for _, h := range s.heads {
		if !kernel.NextSpells(r, h.typ, h.head, key) {
			most = 0
		}
	}
	for ; i < most; i++ {
		f := &s.fields[i]
		if !f.direct || !kernel.NextKey(r, &f.known) {
			break
		}
		if !f.plan.read(d, value, fieldAt(p, f)) {
			r.Step(variant.Step{Kind: variant.StepKey, Key: f.key})
			kernel.Leave(r)
			return false
		}
	}
	if i < n || d.fresh && i < len(s.fields) {
		ok = s.readOthers(d, i, n, key, value, valueAt(p, s.typ))
	}
	kernel.Leave(r)
	return ok
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
			ok = s.readRest(d, start, text, valueType, v)
		case s.strict:
			ok = d.refuseNext(valueType, ErrUnknownKey)
		default:
			kernel.SkipNext(d.r, valueType)
			ok = !d.r.Failed()
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
	b, isText := kernel.NextText(d.r, want)
	if !isText && !d.r.Failed() {
		kernel.SkipNext(d.r, want)
	}
	if x, ok := s.byName[string(b)]; ok && isText {
		return x, nil, true
	}
	if isText && s.rest != nil {
		text = variant.String(b)
	}
	return -1, text, !d.r.Failed()
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
func (s *structPlan) readRest(d *decoder, start int, text variant.Variant, want variant.Type, v reflect.Value) bool {
	m, _ := s.rest.at(v, false)
	t := m.Type()
	if m.IsNil() {
		m.Set(reflect.MakeMap(t))
	}
	k, each := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
	if !d.inside(start, text, planOf(t.Key()), placeOf(k)) {
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

// prepare forgets what the fields do not reach.
func (s *structPlan) prepare(v reflect.Value) {
	if s.hidden {
		v.SetZero()
		return
	}
	for _, index := range s.pointers {
		f := field{index: index}
		if p, ok := f.at(v, false); ok && p.CanSet() {
			p.SetZero()
		}
	}
	if s.rest != nil {
		if m, ok := s.rest.at(v, false); ok {
			m.SetZero()
		}
	}
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
		why := "an object of class " + shortened(quoted(o.Class)) + " and not " + s.class
		return d.refuse(start, variant.TypeObject, variant.Because(ErrType, why))
	}
	pairs := make([]variant.Pair, len(o.Properties))
	for i, p := range o.Properties {
		pairs[i] = variant.KV(p.Name, p.Value)
	}
	return d.inside(start, variant.Dictionary{Pairs: pairs}, fields, p)
}

// candidate is a field before it is known which of its name counts.
type candidate struct {
	field
	depth int
}

// fieldsOf collects the fields of t, by the rules of encoding/json: of several
// fields of one name the least deeply embedded counts, among those of one depth
// the one with the name in its tag, and if that still leaves several, none.
func (b planner) fieldsOf(t reflect.Type) (*structPlan, error) {
	s := &structPlan{typ: t, byName: map[string]int{}}
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
		if err := b.complete(t, &c.field, whole); err != nil {
			return nil, badTag(t, c.name, err.Error())
		}
		h := keyHead{c.keyType, binary.LittleEndian.Uint32([]byte(c.packet[:4]))}
		if !slices.Contains(s.heads, h) {
			s.heads = append(s.heads, h)
		}
		s.byName[c.name] = len(s.fields)
		s.fields = append(s.fields, c.field)
		s.omits = s.omits || c.omit != nil || !c.direct
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
func (s *structPlan) collect(t reflect.Type, index []int, on map[reflect.Type]bool, whole *tag) ([]candidate, error) {
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
	f.packet, f.known = string(packet), variant.NewKeyPacket(string(packet))
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
