package plan

import (
	"strconv"

	"godotvariant/internal/printable"
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

// fill makes c the plan of the struct. The struct becomes a Dictionary, an Array, or an object of a
// class with the fields as properties.
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
		why := "an object of class " + printable.Clip(strconv.Quote(o.Class), 64) + " and not " +
			s.options.object
		return d.refuse(start, variant.TypeObject, variant.Because(variant.ErrWrongType, why))
	}

	pairs := make([]variant.Pair, len(o.Properties))
	for i, p := range o.Properties {
		pairs[i] = variant.KV(p.Name, p.Value)
	}

	return d.readFrom(start, variant.Dictionary{Pairs: pairs}, fields.read, p)
}
