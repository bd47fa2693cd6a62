package codec

import (
	"encoding"
	"reflect"

	"godotvariant/variant"
)

// The plans of interfaces, pointers and Variants, and the hooks that replace a half of a plan.

// interfacePlan makes the plan of an interface type: what it holds, and any value that
// implements it.
func interfacePlan(c *plan) {
	c.write = func(e *encoder, p place) {
		v := valueAt(p, c.typ)
		if v.IsNil() {
			e.w.Value(variant.Nil{})
			return
		}
		if !e.hop() {
			return
		}
		defer func() { e.hops-- }()
		if value, ok := v.Interface().(variant.Variant); ok {
			if _, hooked := value.(VariantMarshaler); !hooked && v.Elem().Kind() != reflect.Pointer {
				e.value(value)
				return
			}
		}
		planOf(v.Elem().Type()).write(e, placeOf(addressable(v.Elem())))
	}
	c.read = func(d *decoder, want variant.Type, p place) bool {
		v, at, ok := d.kept(want)
		if !ok {
			return false
		}
		rv := reflect.ValueOf(v)
		if !rv.Type().AssignableTo(c.typ) {
			return d.misfit(at, v, c.typ)
		}
		valueAt(p, c.typ).Set(rv)
		return true
	}
}

// pointer makes the plan of a pointer: what it points at, or Nil.
func (b planner) pointer(c *plan, o tag) {
	end := c.typ
	for n := 0; end.Kind() == reflect.Pointer; n++ {
		if end = end.Elem(); n > 100 {
			c.bad(variant.Because(ErrType, c.typ.String()+" points at pointers without end"))
			return
		}
	}
	elem := b.with(c.typ.Elem(), o)
	c.write = func(e *encoder, p place) {
		if valueAt(p, c.typ).IsNil() {
			e.w.Value(variant.Nil{})
			return
		}
		if e.hop() {
			elem.write(e, pointerAt(p))
			e.hops--
		}
	}
	c.read = func(d *decoder, want variant.Type, p place) bool {
		if d.null(want) {
			valueAt(p, c.typ).SetZero()
			return true
		}
		if kernel.Failed(d.r) {
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
	if o != (tag{}) {
		c.bad(badOption(c.typ, "options that change values are not for Variants"))
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
		e.value(v.Addr().Interface().(variant.Variant)) // a pointer is boxed without memory
	}
	c.read = c.readVariant
}

// readVariant reads a value of just the plan's type, or one that points at such a value.
func (c *plan) readVariant(d *decoder, want variant.Type, p place) bool {
	v, at, ok := d.kept(want)
	if !ok {
		return false
	}
	rv := reflect.ValueOf(v)
	switch {
	case rv.Type() == c.typ:
		valueAt(p, c.typ).Set(rv)
	case rv.Type() == reflect.PointerTo(c.typ) && !rv.IsNil():
		valueAt(p, c.typ).Set(rv.Elem())
	default:
		return d.misfit(at, v, c.typ)
	}
	return true
}

// zeroType returns the type of a zero value, which is the type of all values of its Go type,
// but for a Raw and what is like it.
func zeroType(v variant.Variant) variant.Type {
	if _, ok := v.(*Raw); ok {
		return variant.TypeNil
	}
	if t := typeOf(v); t != variant.TypeUnsupported {
		return t
	}
	return variant.TypeNil
}

// typeOf is v.Type of a value that may be a nil pointer, and then TypeUnsupported.
func typeOf(v variant.Variant) (t variant.Type) {
	defer func() {
		if recover() != nil {
			t = variant.TypeUnsupported
		}
	}()
	return v.Type()
}

// variantHooks puts MarshalVariant and UnmarshalVariant in the place of what c does.
func variantHooks(c *plan) {
	if has(c.typ, typeVariantMarshaler) {
		c.elem = variant.ElementType{}
		c.write = func(e *encoder, p place) {
			v, err := valueAt(p, c.typ).Addr().Interface().(VariantMarshaler).MarshalVariant()
			if err != nil {
				e.fail(err)
				return
			}
			e.value(v)
		}
	}
	if has(c.typ, typeVariantUnmarshaler) {
		c.plain = false
		c.read = func(d *decoder, want variant.Type, p place) bool {
			value, at, ok := d.kept(want)
			if !ok {
				return false
			}
			v := d.content(valueAt(p, c.typ))
			if err := v.Addr().Interface().(VariantUnmarshaler).UnmarshalVariant(value); err != nil {
				return d.refuse(at, typeOf(value), err)
			}
			return true
		}
	}
}

// textHooks puts MarshalText and UnmarshalText in the place of what c does.
func textHooks(c *plan) {
	if has(c.typ, typeTextMarshaler) {
		c.elem = variant.ElementType{Type: variant.TypeString}
		c.write = func(e *encoder, p place) {
			v := valueAt(p, c.typ)
			switch v.Kind() {
			case reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
				if v.IsNil() {
					e.w.Value(variant.Nil{})
					return
				}
			}
			text, err := v.Addr().Interface().(encoding.TextMarshaler).MarshalText()
			if err != nil {
				e.fail(err)
				return
			}
			kernel.PartText(e.w, string(text))
		}
	}
	if has(c.typ, typeTextUnmarshaler) {
		c.plain = false
		c.read = func(d *decoder, want variant.Type, p place) bool {
			text, at, t, ok := d.text(want)
			if !ok {
				return c.other(d, want, p)
			}
			v := d.content(valueAt(p, c.typ))
			if err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)); err != nil {
				return d.refuse(at, t, err)
			}
			return true
		}
	}
}
