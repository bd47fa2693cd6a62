package session

import (
	"godotvariant/packed"
	"godotvariant/variant"
)

// A part is a child of a value in the tree.
type part struct {
	step  variant.Step
	value variant.Variant
}

// parts are the n children of a value. The function at returns child i, 0 <= i < n.
type parts struct {
	n  int
	at func(i int) part
}

// partsOf returns the parts of a value: the values of a dictionary, the items of an array, the
// elements of a packed array, the properties of an object. Vectors and other scalars have none.
func partsOf(v variant.Variant) parts {
	switch v := v.(type) {
	case variant.Dictionary:
		return parts{len(v.Pairs), func(i int) part {
			p := v.Pairs[i]
			return part{variant.Step{Kind: variant.StepKey, Key: orNil(p.Key)}, orNil(p.Value)}
		}}

	case variant.Array:
		return elements(v.Items, orNil)
	case packed.PackedByteArray:
		return elements(v, func(x byte) variant.Variant { return variant.Int(x) })
	case packed.PackedInt32Array:
		return elements(v, func(x int32) variant.Variant { return variant.Int(x) })
	case packed.PackedInt64Array:
		return elements(v, func(x int64) variant.Variant { return variant.Int(x) })
	case packed.PackedFloat32Array:
		return elements(v, func(x float32) variant.Variant { return variant.Float(x) })
	case packed.PackedFloat64Array:
		return elements(v, func(x float64) variant.Variant { return variant.Float(x) })
	case packed.PackedStringArray:
		return elements(v, func(x string) variant.Variant { return variant.String(x) })
	case packed.PackedVector2Array:
		return elements(v, asVariant)
	case packed.PackedVector3Array:
		return elements(v, asVariant)
	case packed.PackedVector4Array:
		return elements(v, asVariant)
	case packed.PackedColorArray:
		return elements(v, asVariant)
	case packed.PackedVector2iArray:
		return elements(v, asVariant)
	case packed.PackedVector3iArray:
		return elements(v, asVariant)
	case packed.PackedVector4iArray:
		return elements(v, asVariant)

	case variant.Container: // objects, and Pandemonium's typed arrays
		var list []part
		for step, value := range v.Parts() {
			if step.Kind != variant.StepPairKey {
				list = append(list, part{step, orNil(value)})
			}
		}

		return parts{len(list), func(i int) part { return list[i] }}
	}

	return parts{}
}

// hasParts reports whether a value has parts that can be shown.
func hasParts(v variant.Variant) bool { return partsOf(v).n > 0 }

// elements returns the parts of a list.
func elements[T any](list []T, value func(T) variant.Variant) parts {
	return parts{len(list), func(i int) part {
		return part{variant.Step{Kind: variant.StepIndex, Index: i}, value(list[i])}
	}}
}

func asVariant[T variant.Variant](x T) variant.Variant { return x }

// orNil returns Nil for a nil interface.
func orNil(v variant.Variant) variant.Variant {
	if v == nil {
		return variant.Nil{}
	}
	return v
}
