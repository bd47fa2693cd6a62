package edit

import (
	"godotvariant/cmd/internal/values"
	"godotvariant/codec/text"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Fit converts v by the rule of types in the package comment, so that the result can replace the
// old value. The error of a value that does not fit is a [*Mismatch].
func Fit(old, v variant.Variant) (variant.Variant, error) {
	switch old := old.(type) {
	case nil, variant.Nil:
		return v, nil

	case variant.Array:
		return fitArray(old, v)
	case variant.Dictionary:
		return fitDictionary(old, v)

	case variant.TypedArray:
		items, err := fitItems(old, v, &old.Elem)
		old.Items = items
		return old, err
	case variant.PackedTypedArray:
		items, err := fitItems(old, v, &old.Elem)
		old.Items = items
		return old, err
	}

	if values.IsPacked(old.Type()) {
		return fitPacked(old, v)
	}

	if as, ok := asType(v, old.Type()); ok {
		return as, nil
	}

	return nil, &Mismatch{Want: values.TypeOf(old), Value: v}
}

// fitPart converts v to the type of the parts of a typed container.
func fitPart(want *variant.ElementType, v variant.Variant) (variant.Variant, error) {
	if want == nil || want.Type == variant.TypeNil {
		return v, nil
	}

	fit, ok := asType(v, want.Type)
	if ok {
		var err error
		fit, err = want.Convert(fit)
		ok = err == nil
	}

	if !ok {
		return nil, &Mismatch{Want: want.String(), Value: v, Fixed: true}
	}

	return fit, nil
}

// asType converts v to a type if the conversion is exact. If the type is Object, it also accepts
// null.
func asType(v variant.Variant, want variant.Type) (variant.Variant, bool) {
	if v.Type() == want || want == variant.TypeObject && v.Type() == variant.TypeNil {
		return v, true
	}

	switch want {
	case variant.TypeInt, variant.TypeFloat:
		return asNumber(v, want)
	case variant.TypeString, variant.TypeStringName, variant.TypeNodePath:
		return asText(v, want)
	}

	return counterpart(v, want)
}

// isList reports whether a value has items or elements.
func isList(v variant.Variant) bool {
	switch v.(type) {
	case variant.Array, variant.TypedArray, variant.PackedTypedArray:
		return true
	default:
		return values.IsPacked(v.Type())
	}
}

// fitArray converts the list v to an array with the element type of the old array. If the old array
// has no element type, v must be an Array, and its items keep their types.
func fitArray(old variant.Array, v variant.Variant) (variant.Variant, error) {
	if old.Elem == nil {
		array, ok := v.(variant.Array)
		if !ok {
			return nil, &Mismatch{Want: values.TypeOf(old), Value: v}
		}

		array.Elem = nil
		return array, nil
	}

	items, err := fitItems(old, v, old.Elem)
	old.Items = items
	return old, err
}

// fitItems returns the items of a list, converted to parts of the old array.
func fitItems(
	old, v variant.Variant, want *variant.ElementType,
) (items []variant.Variant, err error) {
	if !isList(v) {
		return nil, &Mismatch{Want: values.TypeOf(old), Value: v}
	}

	parts := values.Of(v)
	items = make([]variant.Variant, parts.N)
	for i := range items {
		part := parts.At(i)

		items[i], err = fitPart(want, part.Value)
		if wrong, ok := err.(*Mismatch); ok {
			return nil, wrong.inItem(part.Step)
		}
	}

	return items, nil
}

// fitPacked returns the items of the list v as a packed array. The result has the type of the old
// array.
func fitPacked(old, v variant.Variant) (variant.Variant, error) {
	if v.Type() == old.Type() {
		return v, nil
	}

	items, err := fitItems(old, v, &variant.ElementType{Type: values.PackedElementType(old.Type())})
	if err != nil {
		return nil, err
	}

	empty, err := text.Parse(old.Type().String()+"()", nil)
	if err != nil {
		return nil, err
	}

	return appended(empty, items)
}

// appended returns the list with more items at its end. The new items get the type of the items of
// the list.
func appended(list variant.Variant, items []variant.Variant) (variant.Variant, error) {
	n := values.Of(list).N
	patch := make(tree.Patch, len(items))

	for i, item := range items {
		path := variant.Path{{Kind: variant.StepIndex, Index: n + i}}
		patch[i] = tree.Change{Kind: tree.Added, Path: path, Position: -1, New: item}
	}

	return patch.Apply(list)
}

// fitDictionary converts v to a dictionary whose keys and values have the same types as in the old
// dictionary.
func fitDictionary(old variant.Dictionary, v variant.Variant) (variant.Variant, error) {
	d, ok := v.(variant.Dictionary)
	if !ok {
		return nil, &Mismatch{Want: values.TypeOf(old), Value: v}
	}

	pairs := make([]variant.Pair, len(d.Pairs))
	for i, p := range d.Pairs {
		step := variant.Step{Kind: variant.StepKey, Key: p.Key}

		key, err := fitPart(old.Key, p.Key)
		if wrong, ok := err.(*Mismatch); ok {
			return nil, wrong.inItem(step)
		}

		value, err := fitPart(old.Value, p.Value)
		if wrong, ok := err.(*Mismatch); ok {
			return nil, wrong.inItem(step)
		}

		pairs[i] = variant.Pair{Key: key, Value: value}
	}

	old.Pairs = pairs
	return old, nil
}

// fitAround converts v to a part of the container outer. The parts of this container may have a
// type.
func fitAround(outer, v variant.Variant) (variant.Variant, error) {
	switch outer := outer.(type) {
	case variant.Array:
		return fitPart(outer.Elem, v)
	case variant.TypedArray:
		return fitPart(&outer.Elem, v)
	case variant.PackedTypedArray:
		return fitPart(&outer.Elem, v)
	case variant.Dictionary:
		return fitPart(outer.Value, v)
	}

	if outer != nil && values.IsPacked(outer.Type()) {
		return fitPart(&variant.ElementType{Type: values.PackedElementType(outer.Type())}, v)
	}

	return v, nil
}
