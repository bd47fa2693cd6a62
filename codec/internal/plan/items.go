package plan

import (
	"fmt"

	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// This file has the plans of structs with the tag array on a blank field. Such a struct is written
// as an Array of its fields.

func (s *structPlan) writeItems(e *encoder, p place) {
	m, ok := e.open(variant.TypeArray, len(s.fields))
	if !ok {
		return
	}

	for i := range s.fields {
		f := &s.fields[i]
		f.plan.write(e, fieldAt(p, f.index, f.offset))
		if e.w.Exceeded() {
			e.w.Step(wire.Step{Kind: wire.StepIndex, Index: i})
			break
		}
	}

	e.close(m)
}

func (s *structPlan) readItems(c *plan, d *decoder, want variant.Type, p place) bool {
	start := d.r.Offset()
	n, item, ok := d.r.NextArray(want)
	if !ok {
		return readItems(c, d, want, p, func(variant.Type) bool { return false })
	}
	defer d.r.Leave()

	if n != len(s.fields) {
		why := fmt.Sprintf("%d items into the %d of a Go %v", n, len(s.fields), s.typ)
		if len(s.fields) > 0 && s.fields[0].index == nil { // the struct is a message
			why += " and its name"
		}
		return d.refuse(start, variant.TypeArray, variant.Because(variant.ErrRange, why))
	}

	if d.fresh && s.hidden {
		valueAt(p, s.typ).SetZero()
	}

	for i := range s.fields {
		f := &s.fields[i]
		if !f.plan.read(d, item, fieldAt(p, f.index, f.offset)) {
			d.r.Step(wire.Step{Kind: wire.StepIndex, Index: i})
			return false
		}
	}

	return true
}
