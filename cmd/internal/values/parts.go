package values

import (
	"godotvariant/packed"
	"godotvariant/variant"
)

// A Part is a child of a value.
type Part struct {
	Step  variant.Step
	Value variant.Variant
}

// Parts are the n children of a value. The function At returns child i, 0 <= i < n.
type Parts struct {
	N  int
	At func(i int) Part
}

// Of returns the parts of a value: the values of a dictionary, the items of an array, the elements
// of a packed array, the properties of an object. Vectors and other values have no parts.
func Of(v variant.Variant) Parts {
	switch v := v.(type) {
	case variant.Dictionary:
		return Parts{len(v.Pairs), func(i int) Part {
			p := v.Pairs[i]
			return Part{variant.Step{Kind: variant.StepKey, Key: OrNil(p.Key)}, OrNil(p.Value)}
		}}

	case variant.Array:
		return elements(v.Items, OrNil)
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

	case variant.Container: // objects, and typed arrays of the engine Pandemonium
		var list []Part
		for step, value := range v.Parts() {
			if step.Kind != variant.StepPairKey {
				list = append(list, Part{step, OrNil(value)})
			}
		}

		return Parts{len(list), func(i int) Part { return list[i] }}
	}

	return Parts{}
}

// elements returns the parts of a list.
func elements[T any](list []T, value func(T) variant.Variant) Parts {
	return Parts{len(list), func(i int) Part {
		return Part{variant.Step{Kind: variant.StepIndex, Index: i}, value(list[i])}
	}}
}

func asVariant[T variant.Variant](x T) variant.Variant { return x }

// OrNil returns Nil for a nil interface.
func OrNil(v variant.Variant) variant.Variant {
	if v == nil {
		return variant.Nil{}
	}
	return v
}
