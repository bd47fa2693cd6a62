package plan

import (
	"reflect"

	"godotvariant/variant"
)

// This file implements the option Finite and the tag finite. The Reader and Writer of package wire
// refuse numbers in packets, see forms.Format. The methods encoder.checked and decoder.keep refuse
// numbers in Variants.

// finite makes the plan of a type whose field has the tag finite.
func (b planner) finite(c *plan, o tag) {
	switch kind := c.typ.Kind(); {
	case kind < reflect.Float32, kind == reflect.String:
		c.bad(badType(c.typ, "finite is for floats and for what holds them"))
		return
	}

	o.finite = false
	inner := b.with(c.typ, o)
	c.elem = inner.elem
	c.plain = inner.plain
	c.parts = []part{{"", inner}}

	c.write = func(e *encoder, p place) {
		w, outer := e.w, e.w.BeginFinite()
		inner.write(e, p)
		w.EndFinite(outer)
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		r, outer := d.r, d.r.BeginFinite()
		ok := inner.read(d, want, p)
		r.EndFinite(outer)
		return ok
	}
}
