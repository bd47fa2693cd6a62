package codec

import (
	"reflect"

	math3d "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// packedKind is a packed array and the Go slice that becomes it.
type packedKind struct {
	typ variant.Type
	// view returns the packed array that a pointer to the slice points at; the
	// result is a pointer too, so that no slice need be boxed.
	view func(slice any) variant.Variant
	// clone is view of a copy.
	clone func(slice any) variant.Variant
}

// packedKinds are the slices that become packed arrays, by their elements. Only
// packed arrays that engines of Godot 4 have are here. What is read into such
// slices stands in packedReads.
var packedKinds = map[reflect.Type]packedKind{
	reflect.TypeFor[byte](): {
		typ:   variant.TypePackedByteArray,
		view:  func(s any) variant.Variant { return (*packed.PackedByteArray)(s.(*[]byte)) },
		clone: cloner[packed.PackedByteArray],
	},
	reflect.TypeFor[int32](): {
		typ:   variant.TypePackedInt32Array,
		view:  func(s any) variant.Variant { return (*packed.PackedInt32Array)(s.(*[]int32)) },
		clone: cloner[packed.PackedInt32Array],
	},
	reflect.TypeFor[int64](): {
		typ:   variant.TypePackedInt64Array,
		view:  func(s any) variant.Variant { return (*packed.PackedInt64Array)(s.(*[]int64)) },
		clone: cloner[packed.PackedInt64Array],
	},
	reflect.TypeFor[float32](): {
		typ:   variant.TypePackedFloat32Array,
		view:  func(s any) variant.Variant { return (*packed.PackedFloat32Array)(s.(*[]float32)) },
		clone: cloner[packed.PackedFloat32Array],
	},
	reflect.TypeFor[float64](): {
		typ:   variant.TypePackedFloat64Array,
		view:  func(s any) variant.Variant { return (*packed.PackedFloat64Array)(s.(*[]float64)) },
		clone: cloner[packed.PackedFloat64Array],
	},
	reflect.TypeFor[string](): {
		typ:   variant.TypePackedStringArray,
		view:  func(s any) variant.Variant { return (*packed.PackedStringArray)(s.(*[]string)) },
		clone: cloner[packed.PackedStringArray],
	},
	reflect.TypeFor[math3d.Vector2](): {
		typ:   variant.TypePackedVector2Array,
		view:  func(s any) variant.Variant { return (*packed.PackedVector2Array)(s.(*[]math3d.Vector2)) },
		clone: cloner[packed.PackedVector2Array],
	},
	reflect.TypeFor[math3d.Vector3](): {
		typ:   variant.TypePackedVector3Array,
		view:  func(s any) variant.Variant { return (*packed.PackedVector3Array)(s.(*[]math3d.Vector3)) },
		clone: cloner[packed.PackedVector3Array],
	},
	reflect.TypeFor[math3d.Vector4](): {
		typ:   variant.TypePackedVector4Array,
		view:  func(s any) variant.Variant { return (*packed.PackedVector4Array)(s.(*[]math3d.Vector4)) },
		clone: cloner[packed.PackedVector4Array],
	},
	reflect.TypeFor[math3d.Color](): {
		typ:   variant.TypePackedColorArray,
		view:  func(s any) variant.Variant { return (*packed.PackedColorArray)(s.(*[]math3d.Color)) },
		clone: cloner[packed.PackedColorArray],
	},
}

// cloner returns a packed array with a copy of the slice's elements.
func cloner[S interface {
	variant.Variant
	~[]E
}, E any](slice any) variant.Variant {
	s := *slice.(*[]E)
	return append(make(S, 0, len(s)), s...)
}

func (k packedKind) marshal(m *marshaler, v reflect.Value) {
	if m.w != nil {
		m.w.Value(k.view(pointerToSlice(v)))
		return
	}
	m.v = k.clone(pointerToSlice(v))
}

// pointerToSlice returns a *[]E, also of a slice whose type has a name.
func pointerToSlice(v reflect.Value) any {
	v = addressable(v)
	if v.Type().Name() == "" {
		return v.Addr().Interface()
	}
	return v.Addr().Convert(reflect.PointerTo(reflect.SliceOf(v.Type().Elem()))).Interface()
}
