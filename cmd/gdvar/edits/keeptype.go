package edits

import (
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// inType converts v to the type of the value that it replaces. ok is false if information would be
// lost.
func inType(old, v variant.Variant) (variant.Variant, bool) {
	switch v := v.(type) {
	case variant.Int:
		f := variant.Float(v)
		_, ok := old.(variant.Float)

		return f, ok && variant.Int(f) == v

	case variant.String:
		switch old.(type) {
		case variant.StringName:
			return variant.StringName(v), true
		case objects.NodePath:
			path, err := objects.ParseNodePath(string(v))
			return path, err == nil
		}

	case variant.Array:
		return arrayInType(old, v)
	case variant.Dictionary:
		return dictionaryInType(old, v)
	}

	return nil, false
}

// arrayInType returns an Array with the type of the array that it replaces. It sets each item.
func arrayInType(old variant.Variant, v variant.Array) (variant.Variant, bool) {
	now, ok := emptyLike(old)
	if !ok || v.Elem != nil {
		return nil, false
	}

	for i, item := range v.Items {
		at := variant.Path{{Kind: variant.StepIndex, Index: i}}

		next, err := tree.Set(now, at, item)
		if whole, ok := item.(variant.Int); err != nil && ok {
			next, err = tree.Set(now, at, variant.Float(whole))
		}

		if err != nil {
			return nil, false
		}

		now = next
	}

	return now, true
}

// dictionaryInType returns a Dictionary with the types of the Dictionary that it replaces. It sets
// each pair.
func dictionaryInType(old variant.Variant, v variant.Dictionary) (variant.Variant, bool) {
	typed, ok := old.(variant.Dictionary)
	if !ok || typed.Key == nil && typed.Value == nil ||
		v.Key != nil || v.Value != nil {
		return nil, false
	}

	typed.Pairs = nil
	var now variant.Variant = typed
	for _, p := range v.Pairs {
		at := variant.Path{{Kind: variant.StepKey, Key: p.Key}}

		next, err := tree.Set(now, at, p.Value)
		if err != nil {
			return nil, false
		}

		now = next
	}

	return now, true
}

// emptyLike returns an empty array of the same type as v. ok is false if v is not an array.
func emptyLike(v variant.Variant) (variant.Variant, bool) {
	switch v := v.(type) {
	case variant.Array:
		v.Items = nil
		return v, v.Elem != nil

	case variant.TypedArray:
		v.Items = nil
		return v, true

	case variant.PackedTypedArray:
		v.Items = nil
		return v, true

	case packed.PackedByteArray:
		return v[:0:0], true
	case packed.PackedInt32Array:
		return v[:0:0], true
	case packed.PackedInt64Array:
		return v[:0:0], true
	case packed.PackedFloat32Array:
		return v[:0:0], true
	case packed.PackedFloat64Array:
		return v[:0:0], true
	case packed.PackedStringArray:
		return v[:0:0], true
	case packed.PackedVector2Array:
		return v[:0:0], true
	case packed.PackedVector3Array:
		return v[:0:0], true
	case packed.PackedVector4Array:
		return v[:0:0], true
	case packed.PackedColorArray:
		return v[:0:0], true
	default:
		return nil, false
	}
}
