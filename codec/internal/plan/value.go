package plan

import (
	"reflect"

	"godotvariant/internal/care"
	"godotvariant/variant"
)

// This file has the plans of interfaces, pointers and Variants.

// interfaces makes the plan of an interface type. It writes the value that the interface holds by
// the plan of the value's type. It reads any Variant that implements the interface.
func (b planner) interfaces(c *plan) {
	b.made = nil // the plan of a value is made when the value is written

	c.write = func(e *encoder, p place) {
		v := valueAt(p, c.typ)
		if v.IsNil() {
			(*variant.Writer)(e.w).Value(variant.Nil{})
			return
		}

		if !e.follow() {
			return
		}
		defer func() { e.followed-- }()

		if value, ok := v.Interface().(variant.Variant); ok {
			if _, hooked := value.(marshaler); !hooked && v.Elem().Kind() != reflect.Pointer {
				e.value(value)
				return
			}
		}

		b.of(v.Elem().Type()).write(e, placeOf(addressable(v.Elem())))
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		v, at, ok := d.keep(want)
		if !ok {
			return false
		}

		rv := reflect.ValueOf(v)
		if !rv.Type().AssignableTo(c.typ) {
			return d.typeError(at, v, c.typ)
		}

		valueAt(p, c.typ).Set(rv)
		return true
	}
}

// pointer makes the plan of a pointer. It writes the value that the pointer points at, or Nil.
func (b planner) pointer(c *plan, o tag) {
	end := c.typ
	for n := 0; end.Kind() == reflect.Pointer; n++ {
		end = end.Elem()
		if n > maxPointers {
			c.bad(badType(c.typ, "pointers without end"))
			return
		}
	}

	elem := b.with(c.typ.Elem(), o)
	c.parts = []part{{"", elem}}

	c.write = func(e *encoder, p place) {
		if valueAt(p, c.typ).IsNil() {
			(*variant.Writer)(e.w).Value(variant.Nil{})
			return
		}

		if e.follow() {
			elem.write(e, pointerAt(p))
			e.followed--
		}
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		if d.null(want) {
			valueAt(p, c.typ).SetZero()
			return true
		}

		if d.r.Failed() {
			return false
		}
		if v := valueAt(p, c.typ); v.IsNil() {
			v.Set(reflect.New(c.typ.Elem()))
		}

		return elem.read(d, want, pointerAt(p))
	}
}

// variantPlan makes the plan of a type that is a Variant.
func variantPlan(c *plan, o tag) {
	if _, ok := twins[c.typ]; ok {
		o.whole = false
	}

	if o != (tag{}) {
		c.bad(badType(c.typ, "options that change values are not for Variants"))
		return
	}

	zero, _ := reflect.New(c.typ).Interface().(variant.Variant)
	c.elem = variant.ElementType{Type: zeroType(zero)}

	if fill, ok := mathPlans[c.typ]; ok {
		fill(c)
		return
	}

	c.write = func(e *encoder, p place) {
		v := valueAt(p, c.typ)
		if e.tree && c.typ.Implements(typeVariant) {
			e.value(v.Interface().(variant.Variant))
			return
		}
		e.value(v.Addr().Interface().(variant.Variant)) // without an allocation
	}

	c.read = c.readVariant
}

// zeroType returns the type of v, a zero value. All values of its Go type have this type. For Go
// types whose values have several types, such as codec.Raw, it returns TypeNil.
func zeroType(v variant.Variant) variant.Type {
	if t := care.TryType(v); t != variant.TypeUnsupported {
		return t
	}
	return variant.TypeNil
}
