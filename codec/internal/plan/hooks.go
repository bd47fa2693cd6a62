package plan

import (
	"encoding"
	"reflect"

	"github.com/shopspring/decimal"

	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// marshaler and unmarshaler have the methods of codec.VariantMarshaler and
// codec.VariantUnmarshaler.
type (
	marshaler interface {
		MarshalVariant() (variant.Variant, error)
	}
	unmarshaler interface{ UnmarshalVariant(variant.Variant) error }
)

var (
	typeVariant         = reflect.TypeFor[variant.Variant]()
	typeMarshaler       = reflect.TypeFor[marshaler]()
	typeUnmarshaler     = reflect.TypeFor[unmarshaler]()
	typeTextMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	typeTextUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	typeDecimal         = reflect.TypeFor[decimal.Decimal]()
)

// has reports whether the type t, or the type of a pointer to t, implements the interface type
// iface.
func has(t, iface reflect.Type) bool {
	return t.Implements(iface) ||
		t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(iface)
}

// merges reports whether reading into a value of type t may keep some of the value's old content,
// see structPlan.holdsMerging.
func merges(t reflect.Type) bool {
	for n := 0; t.Kind() == reflect.Pointer && n < maxPointers; n++ {
		t = t.Elem()
	}

	switch {
	case t.Kind() == reflect.Interface:
		return false
	case has(t, typeUnmarshaler):
		return true
	case has(t, typeVariant), t == typeDecimal:
		return false
	case has(t, typeTextUnmarshaler):
		return true
	default:
		return t.Kind() == reflect.Struct || t.Kind() == reflect.Map
	}
}

// maxPointers is the greatest number of pointers that a plan follows in a type such as ***int.
const maxPointers = 100

// variantHooks makes c call MarshalVariant and UnmarshalVariant, if the type has them.
func variantHooks(c *plan) {
	if has(c.typ, typeMarshaler) {
		c.hooked[toWrite] = true
		c.elem = variant.ElementType{}

		c.write = func(e *encoder, p place) {
			v, err := valueAt(p, c.typ).Addr().Interface().(marshaler).MarshalVariant()
			if err != nil {
				e.fail(err)
				return
			}
			e.value(v)
		}
	}

	if has(c.typ, typeUnmarshaler) {
		c.hooked[toRead] = true
		c.plain = false

		c.read = func(d *decoder, want variant.Type, p place) bool {
			value, at, ok := d.keep(want)
			if !ok {
				return false
			}

			v := d.content(valueAt(p, c.typ))
			if err := v.Addr().Interface().(unmarshaler).UnmarshalVariant(value); err != nil {
				return d.refuse(at, nilsafe.TryType(value), err)
			}

			return true
		}
	}
}

// textHooks makes c call MarshalText and UnmarshalText, if the type has them.
func textHooks(c *plan) {
	if has(c.typ, typeTextMarshaler) {
		c.hooked[toWrite] = true
		c.elem = variant.ElementType{Type: variant.TypeString}

		c.write = func(e *encoder, p place) {
			v := valueAt(p, c.typ)
			switch v.Kind() {
			case reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
				if v.IsNil() {
					(*variant.Writer)(e.w).Value(variant.Nil{})
					return
				}
			}

			text, err := v.Addr().Interface().(encoding.TextMarshaler).MarshalText()
			if err != nil {
				e.fail(err)
				return
			}

			e.w.PartText(string(text))
		}
	}

	if has(c.typ, typeTextUnmarshaler) {
		c.hooked[toRead] = true
		c.plain = false

		c.read = func(d *decoder, want variant.Type, p place) bool {
			text, at, t, ok := d.text(want)
			if !ok {
				return c.readOther(d, want, p)
			}

			v := d.content(valueAt(p, c.typ))
			hook := v.Addr().Interface().(encoding.TextUnmarshaler)
			if err := hook.UnmarshalText([]byte(text)); err != nil {
				return d.refuse(at, t, err)
			}

			return true
		}
	}
}
