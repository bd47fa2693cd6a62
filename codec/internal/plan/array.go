package plan

import (
	"reflect"

	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// array makes the plan of a Go array. An Array or packed array must have the length of the Go
// array.
func (b planner) array(c *plan, o tag) {
	t := c.typ
	slice, elem := b.with(reflect.SliceOf(t.Elem()), o), b.with(t.Elem(), o.ofItems())
	numbers := t.Elem() == reflect.TypeFor[float32]() || t.Elem() == reflect.TypeFor[float64]()
	c.elem = slice.elem
	c.parts = []part{{"", slice}}

	c.write = func(e *encoder, p place) {
		v := reflect.New(slice.typ).Elem()
		v.Set(valueAt(p, t).Slice(0, t.Len()))
		slice.write(e, placeOf(v))
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		r, v := d.r, valueAt(p, t)
		start := r.Offset()

		n, item, ok := r.NextArray(want)
		if !ok {
			return readOtherArray(c, numbers, d, want, p)
		}
		defer r.Leave()

		if n != v.Len() {
			return d.refuse(start, variant.TypeArray, badLength(n, "items", t))
		}

		outer := d.fresh
		d.fresh = true

		for i := range n {
			ok = elem.read(d, item, placeOf(v.Index(i)))
			if !ok {
				r.Step(wire.Step{Kind: wire.StepIndex, Index: i})
				break
			}
		}

		d.fresh = outer
		return ok
	}
}

// vectorSizes has the types that fill a Go array of numbers. It maps each type to its number of
// components.
var vectorSizes = map[variant.Type]int{
	variant.TypeVector2: 2, variant.TypeVector3: 3, variant.TypeVector4: 4, variant.TypeColor: 4,
}

// readOtherArray reads a packet that is not an Array into a Go array.
func readOtherArray(c *plan, numbers bool, d *decoder, want variant.Type, p place) bool {
	r, start := d.r, d.r.Offset()
	t, _ := r.NextType(want)

	n := vectorSizes[t]
	switch {
	case !numbers || n == 0:
	case n != c.typ.Len():
		return d.refuse(start, t, badLength(n, "numbers", c.typ))

	case r.NextReals(t, want, d.reals[:n]):
		for i, f := range d.reals[:n] {
			to := valueAt(p, c.typ).Index(i)
			if single, ok := to.Addr().Interface().(*float32); !ok {
				to.SetFloat(f)
			} else if !d.setFloat32(start, f, single) {
				r.Step(wire.Step{Kind: wire.StepIndex, Index: i})
				return false
			}
		}

		return true
	}

	return readItems(c, d, want, p, func(t variant.Type) bool {
		return numbers && vectorSizes[t] > 0
	})
}
