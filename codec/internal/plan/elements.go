package plan

import (
	"reflect"

	"godotvariant/codec/internal/builtin"
	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// readItems reads the items of a value of any type that has items. It calls reads(t) to ask whether
// the plan itself can read a packet of the type t. If the packet is a reference, t is the type of
// the referenced value.
func readItems(c *plan, d *decoder, want variant.Type, p place,
	reads func(variant.Type) bool) bool {
	v, start, ok := d.value(want)
	if !ok {
		return false
	}

	t := nilsafe.TryType(v)
	if builtin.Own(v) && (t == variant.TypeArray || reads(t)) {
		return d.readFrom(start, v, c.read, p)
	}

	items, ok := itemsOf(v)
	switch {
	case !ok:
		return d.typeError(start, v, c.typ)
	case c.typ.Kind() == reflect.Array && len(items) != c.typ.Len():
		return d.refuse(start, t, badLength(len(items), "items", c.typ))
	}

	if t != variant.TypeTypedArray && t != variant.TypePackedTypedArray {
		d.depth-- // the elements of a packed array are not parts, so they add no depth
		defer func() { d.depth++ }()
	}

	return d.readFrom(start, variant.Array{Items: items}, c.read, p)
}

// itemsOf returns the items of a TypedArray or PackedTypedArray, and the elements of any other
// packed array as values.
func itemsOf(v variant.Variant) ([]variant.Variant, bool) {
	switch a := v.(type) {
	case variant.TypedArray:
		return a.Items, true
	case variant.PackedTypedArray:
		return a.Items, true
	}

	rv := reflect.ValueOf(v)
	if !builtin.Own(v) || rv.Kind() != reflect.Slice {
		return nil, false
	}

	items := make([]variant.Variant, rv.Len())
	for i := range items {
		switch e := rv.Index(i); {
		case e.CanInt():
			items[i] = variant.Int(e.Int())
		case e.CanUint():
			items[i] = variant.Int(e.Uint())
		case e.CanFloat():
			items[i] = variant.Float(e.Float())
		case e.Kind() == reflect.String:
			items[i] = variant.String(e.String())
		default:
			items[i] = e.Interface().(variant.Variant)
		}
	}

	return items, true
}
