package plan

import (
	"reflect"
	"strconv"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal"
	"godotvariant/internal/wire"
	"godotvariant/objects"
	"godotvariant/variant"
)

// structure makes the plan of a struct.
func (b planner) structure(c *plan) {
	if s, err := b.fieldsOf(c.typ); err != nil {
		c.bad(err)
	} else {
		s.fill(c)
	}
}

// fill makes c the plan of the struct: a Dictionary, an Array, or an object of a class with the
// fields as properties.
func (s *structPlan) fill(c *plan) {
	for _, f := range s.fields {
		c.parts = append(c.parts, part{"[" + strconv.Quote(f.name) + "]", f.plan})
	}

	if s.rest >= 0 {
		c.parts = append(c.parts, part{"[…]", s.restValue})
	}

	if s.options.array {
		c.elem = variant.ElementType{Type: variant.TypeArray}
		c.write = s.writeItems
		c.read = func(d *decoder, want variant.Type, p place) bool {
			return s.readItems(c, d, want, p)
		}
		return
	}

	c.elem = variant.ElementType{Type: variant.TypeDictionary}

	if len(s.merging) > 0 {
		c.merging = s
	}

	c.write = s.write
	c.read = func(d *decoder, want variant.Type, p place) bool { return s.read(c, d, want, p) }

	if class := s.options.object; class != "" {
		fields := *c
		c.elem = variant.ElementType{Type: variant.TypeObject, Class: class}
		c.write = s.writeObject
		c.read = func(d *decoder, want variant.Type, p place) bool {
			return s.readObject(&fields, d, want, p)
		}
	}
}

func (s *structPlan) write(e *encoder, p place) {
	w := e.w
	var v, rest reflect.Value
	n := len(s.fields)

	if s.omits || s.rest >= 0 {
		v = valueAt(p, s.typ)
		n = 0
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
		spelled = spelled && w.HasHeader(h.typ, h.head)
	}

	m, ok := e.open(variant.TypeDictionary, n)
	if !ok {
		return
	}

	for i := range s.fields {
		f := &s.fields[i]
		var at place

		if !s.omits {
			at = fieldAt(p, f.index, f.offset)
		} else if fv, ok := f.present(v); ok {
			at = placeOf(fv)
		} else {
			continue
		}

		if !spelled || !w.PartKey(&f.packet) {
			e.value(f.key)
			if w.Failed() {
				w.Step(wire.Step{Kind: wire.StepPairKey, Index: i})
				break
			}
		}

		f.plan.write(e, at)

		if w.Exceeded() {
			w.Step(wire.Step{Kind: wire.StepKey, Key: f.key})
			break
		}
	}

	if s.rest >= 0 && !w.Failed() {
		s.writeRest(e, rest)
	}

	e.close(m)
}

// writeRest writes the inline map, whose keys must not be those of fields.
func (s *structPlan) writeRest(e *encoder, rest reflect.Value) {
	for _, k := range rest.MapKeys() {
		if _, taken := s.byName[k.String()]; taken {
			e.fail(variant.Because(variant.ErrDuplicateKey, "the inline map has a key of a field"))
			e.w.Step(wire.Step{Kind: wire.StepKey, Key: variant.String(k.String())})
			return
		}
	}

	e.entries(len(s.fields), s.restKey, s.restValue, rest)
}

// A field merges if reading it leaves some of what it held: a struct keeps the fields that the
// packet does not name, a map its entries, and a method of the type may keep anything. If the
// key of such a field comes twice, the first value must leave no trace in the field. A field that
// held nothing is zeroed for the last value. Other fields can't be restored: that is an error.

// holdsMerging reports whether a field of the struct v that merges holds something.
func (s *structPlan) holdsMerging(v reflect.Value) bool {
	for _, x := range s.merging {
		if f, ok := s.fields[x].at(v, false); ok && !f.IsZero() {
			return true
		}
	}
	return false
}

// clearMerging zeroes the fields that merge.
func (s *structPlan) clearMerging(v reflect.Value) {
	for _, x := range s.merging {
		if f, ok := s.fields[x].at(v, false); ok {
			f.SetZero()
		}
	}
}

// read reads a Dictionary. It expects the keys in the order of the fields, and looks up those from
// the first that is not.
func (s *structPlan) read(c *plan, d *decoder, want variant.Type, p place) bool {
	r := d.r
	start := r.Offset()

	n, key, value, ok := r.NextDictionary(want)
	if !ok {
		return c.readOther(d, want, p)
	}

	if d.fresh && s.hidden {
		valueAt(p, s.typ).SetZero()
	}

	most := min(n, s.ahead)
	for _, h := range s.heads {
		if !r.NextHasHeader(h.typ, h.head, key) {
			most = 0
		}
	}

	i := s.readInOrder(d, most, value, p)
	ok = !r.Failed()
	if ok && (i < n || (d.fresh || s.requires) && i < len(s.fields)) {
		ok = s.readOthers(d, start, i, n, key, value, valueAt(p, s.typ))
	}

	r.Leave()
	return ok
}

// readInOrder reads pairs as long as their keys are those of the fields, and up to most. It
// returns how many.
func (s *structPlan) readInOrder(d *decoder, most int, want variant.Type, p place) int {
	r, fields := d.r, s.fields[:most]
	for i := range fields {
		f := &fields[i]
		if !r.NextKey(&f.packet) {
			return i
		}

		if !f.plan.read(d, want, fieldAt(p, f.index, f.offset)) {
			r.Step(wire.Step{Kind: wire.StepKey, Key: f.key})
			return i
		}
	}

	return most
}

// readOthers reads the pairs from number i on of the Dictionary at offset start. Those before
// it were the first fields.
func (s *structPlan) readOthers(d *decoder, start, i, n int, keyType, valueType variant.Type,
	v reflect.Value) bool {
	var few [64]bool
	seen := few[:]

	if len(s.fields) > len(few) {
		seen = make([]bool, len(s.fields))
	}

	for x := range i {
		seen[x] = true
	}

	for ; i < n; i++ {
		at := d.r.Offset()
		x, text, ok := s.key(d, keyType)
		switch {
		case !ok:
			d.r.Step(wire.Step{Kind: wire.StepPairKey, Index: i})
			return false

		case x >= 0 && seen[x] && s.fields[x].merges && d.held && !d.fresh:
			ok = d.refuse(at, variant.TypeNil, errHeld)

		case x >= 0:
			ok = s.fields[x].read(d, seen[x], valueType, v)
			seen[x] = true

		case text != nil:
			ok = s.readRest(d, text, valueType, v)
		case s.options.strict:
			ok = d.refuseNext(valueType, ErrUnknownKey)

		default:
			packets.SkipNext(d.r, valueType)
			ok = !d.r.Failed()
		}

		if !ok {
			d.stepKey(at)
			return false
		}
	}

	for x := range s.fields {
		if f := &s.fields[x]; f.tag.required && !seen[x] {
			return d.refuse(start, variant.TypeDictionary, variant.Because(variant.ErrNotFound,
				"the key "+strconv.Quote(f.name)+" is required"))
		}

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
	t, _ := d.r.NextType(want)
	b, isText := d.r.NextText(want)
	if !isText && !d.r.Failed() {
		packets.SkipNext(d.r, want)
	}

	if x, ok := s.byName[string(b)]; ok && isText {
		return x, nil, true
	}

	if isText && s.rest >= 0 {
		text = variant.String(b)
		if t == variant.TypeStringName &&
			(d.tree || s.typ.Field(s.rest).Type.Key() == reflect.TypeFor[variant.StringName]()) {
			text = variant.StringName(b)
		}
	}

	return -1, text, !d.r.Failed()
}

// read reads the value of the field in v. The argument again says that the key was read before; the
// last value replaces the first entirely.
func (f *field) read(d *decoder, again bool, want variant.Type, v reflect.Value) bool {
	fv, ok := f.at(v, true)
	if !ok {
		return d.refuseNext(want,
			variant.Because(variant.ErrWrongType,
				"the embedded pointer is nil, and its type is not exported"))
	}

	outer := d.fresh
	d.fresh = outer || again
	ok = f.plan.read(d, want, placeOf(fv))
	d.fresh = outer

	return ok
}

// readRest puts the next value under a key of the inline map.
func (s *structPlan) readRest(d *decoder, text variant.Variant, want variant.Type,
	v reflect.Value) bool {
	m := v.Field(s.rest)
	t := m.Type()

	if m.IsNil() {
		m.Set(reflect.MakeMap(t))
	}

	k, each := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
	if !d.readFrom(d.r.Offset(), text, s.restKey.read, placeOf(k)) {
		return false
	}

	outer := d.fresh
	d.fresh = true
	ok := s.restValue.read(d, want, placeOf(each))
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

	o := objects.Object{Class: s.options.object, Properties: make([]objects.Property, len(d.Pairs))}
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
		return d.typeError(start, v, s.typ)
	case o.Class != s.options.object:
		why := "an object of class " + internal.Clip(strconv.Quote(o.Class), 64) + " and not " +
			s.options.object
		return d.refuse(start, variant.TypeObject, variant.Because(variant.ErrWrongType, why))
	}

	pairs := make([]variant.Pair, len(o.Properties))
	for i, p := range o.Properties {
		pairs[i] = variant.KV(p.Name, p.Value)
	}

	return d.readFrom(start, variant.Dictionary{Pairs: pairs}, fields.read, p)
}
