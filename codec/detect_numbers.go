package codec

import (
	math3d "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// numbersIn returns the numbers in a value of one of the math types, or in the first
// elements of a packed array; none for other types.
func numbersIn(v variant.Variant) []float64 {
	switch v := v.(type) {
	case math3d.Vector2:
		return []float64{v.X, v.Y}
	case math3d.Vector2i:
		return []float64{float64(v.X), float64(v.Y)}
	case math3d.Vector3:
		return []float64{v.X, v.Y, v.Z}
	case math3d.Vector3i:
		return []float64{float64(v.X), float64(v.Y), float64(v.Z)}
	case math3d.Vector4:
		return []float64{v.X, v.Y, v.Z, v.W}
	case math3d.Vector4i:
		return []float64{float64(v.X), float64(v.Y), float64(v.Z), float64(v.W)}
	case math3d.Color:
		return []float64{v.R, v.G, v.B, v.A}
	case math3d.Quaternion:
		return []float64{v.X, v.Y, v.Z, v.W}
	case math3d.Rect2:
		return numbersInAll(v.Position, v.Size)
	case math3d.Rect2i:
		return numbersInAll(v.Position, v.Size)
	case math3d.Transform2D:
		return numbersInAll(v.X, v.Y, v.Origin)
	case math3d.Plane:
		return append(numbersIn(v.Normal), v.D)
	case math3d.AABB:
		return numbersInAll(v.Position, v.Size)
	case math3d.Basis:
		return numbersInAll(v.X, v.Y, v.Z)
	case math3d.Transform3D:
		return numbersInAll(v.Basis.X, v.Basis.Y, v.Basis.Z, v.Origin)
	case math3d.Projection:
		return numbersInAll(v.X, v.Y, v.Z, v.W)
	default:
		return packedNumbers(v)
	}
}

func packedNumbers(v variant.Variant) []float64 {
	switch v := v.(type) {
	case packed.PackedInt32Array:
		return floats(v)
	case packed.PackedInt64Array:
		return floats(v)
	case packed.PackedFloat32Array:
		return floats(v)
	case packed.PackedFloat64Array:
		return floats(v)
	case packed.PackedVector2Array:
		return numbersInAll(first(v)...)
	case packed.PackedVector3Array:
		return numbersInAll(first(v)...)
	case packed.PackedVector4Array:
		return numbersInAll(first(v)...)
	case packed.PackedColorArray:
		return numbersInAll(first(v)...)
	case packed.PackedVector2iArray:
		return numbersInAll(first(v)...)
	case packed.PackedVector3iArray:
		return numbersInAll(first(v)...)
	case packed.PackedVector4iArray:
		return numbersInAll(first(v)...)
	default:
		return nil
	}
}

// numbersInAll returns the components of values of one type, one after another.
func numbersInAll[T variant.Variant](values ...T) (all []float64) {
	for _, v := range values {
		all = append(all, numbersIn(v)...)
	}
	return all
}

func floats[T int32 | int64 | float32 | float64](a []T) (all []float64) {
	for _, n := range first(a) {
		all = append(all, float64(n))
	}
	return all
}
