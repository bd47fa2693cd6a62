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
	// fill puts a copy of the packed array's elements into the slice.
	fill func(slice any, v variant.Variant) bool
	// adopt makes the packed array itself, which nobody else has, the slice.
	adopt func(slice any, v variant.Variant)
	// read fills the slice from a payload, in the memory that it has.
	read func(r *variant.Reader, slice any)
}

// packedKinds are the slices that become packed arrays, by their elements. Only
// packed arrays that engines of Godot 4 have are here.
var packedKinds = map[reflect.Type]packedKind{
	reflect.TypeFor[byte](): {
		typ:   variant.TypePackedByteArray,
		view:  func(s any) variant.Variant { return (*packed.PackedByteArray)(s.(*[]byte)) },
		clone: cloner[packed.PackedByteArray],
		fill:  filler[packed.PackedByteArray],
		adopt: adopter[packed.PackedByteArray],
		read:  func(r *variant.Reader, s any) { p := s.(*[]byte); *p = r.AppendData(notNil(*p)) },
	},
	reflect.TypeFor[int32](): {
		typ:   variant.TypePackedInt32Array,
		view:  func(s any) variant.Variant { return (*packed.PackedInt32Array)(s.(*[]int32)) },
		clone: cloner[packed.PackedInt32Array],
		fill:  filler[packed.PackedInt32Array],
		adopt: adopter[packed.PackedInt32Array],
		read:  reader(fixed(4), (*variant.Reader).Int32),
	},
	reflect.TypeFor[int64](): {
		typ:   variant.TypePackedInt64Array,
		view:  func(s any) variant.Variant { return (*packed.PackedInt64Array)(s.(*[]int64)) },
		clone: cloner[packed.PackedInt64Array],
		fill:  filler[packed.PackedInt64Array],
		adopt: adopter[packed.PackedInt64Array],
		read:  reader(count64, (*variant.Reader).Int64),
	},
	reflect.TypeFor[float32](): {
		typ:   variant.TypePackedFloat32Array,
		view:  func(s any) variant.Variant { return (*packed.PackedFloat32Array)(s.(*[]float32)) },
		clone: cloner[packed.PackedFloat32Array],
		fill:  filler[packed.PackedFloat32Array],
		adopt: adopter[packed.PackedFloat32Array],
		read:  reader(fixed(4), (*variant.Reader).Float32),
	},
	reflect.TypeFor[float64](): {
		typ:   variant.TypePackedFloat64Array,
		view:  func(s any) variant.Variant { return (*packed.PackedFloat64Array)(s.(*[]float64)) },
		clone: cloner[packed.PackedFloat64Array],
		fill:  filler[packed.PackedFloat64Array],
		adopt: adopter[packed.PackedFloat64Array],
		read:  reader(fixed(8), (*variant.Reader).Float64),
	},
	reflect.TypeFor[string](): {
		typ:   variant.TypePackedStringArray,
		view:  func(s any) variant.Variant { return (*packed.PackedStringArray)(s.(*[]string)) },
		clone: cloner[packed.PackedStringArray],
		fill:  filler[packed.PackedStringArray],
		adopt: adopter[packed.PackedStringArray],
		read:  func(r *variant.Reader, s any) { p := s.(*[]string); *p = append(notNil(*p), r.PackedStrings()...) },
	},
	reflect.TypeFor[math3d.Vector2](): {
		typ:   variant.TypePackedVector2Array,
		view:  func(s any) variant.Variant { return (*packed.PackedVector2Array)(s.(*[]math3d.Vector2)) },
		clone: cloner[packed.PackedVector2Array],
		fill:  filler[packed.PackedVector2Array],
		adopt: adopter[packed.PackedVector2Array],
		read:  reader(reals(2), readVector2),
	},
	reflect.TypeFor[math3d.Vector3](): {
		typ:   variant.TypePackedVector3Array,
		view:  func(s any) variant.Variant { return (*packed.PackedVector3Array)(s.(*[]math3d.Vector3)) },
		clone: cloner[packed.PackedVector3Array],
		fill:  filler[packed.PackedVector3Array],
		adopt: adopter[packed.PackedVector3Array],
		read:  reader(reals(3), readVector3),
	},
	reflect.TypeFor[math3d.Vector4](): {
		typ:   variant.TypePackedVector4Array,
		view:  func(s any) variant.Variant { return (*packed.PackedVector4Array)(s.(*[]math3d.Vector4)) },
		clone: cloner[packed.PackedVector4Array],
		fill:  filler[packed.PackedVector4Array],
		adopt: adopter[packed.PackedVector4Array],
		read:  reader(reals(4), readVector4),
	},
	reflect.TypeFor[math3d.Color](): {
		typ:   variant.TypePackedColorArray,
		view:  func(s any) variant.Variant { return (*packed.PackedColorArray)(s.(*[]math3d.Color)) },
		clone: cloner[packed.PackedColorArray],
		fill:  filler[packed.PackedColorArray],
		adopt: adopter[packed.PackedColorArray],
		read:  reader(reals(4), readColor),
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

// filler puts a packed array's elements into a slice, if v is one of type S.
func filler[S interface {
	variant.Variant
	~[]E
}, E any](slice any, v variant.Variant) bool {
	a, ok := v.(S)
	if ok {
		p := slice.(*[]E)
		*p = append(notNil(*p), a...)
	}
	return ok
}

// adopter makes a packed array the slice.
func adopter[S interface {
	variant.Variant
	~[]E
}, E any](slice any, v variant.Variant) {
	if a, ok := v.(S); ok {
		*slice.(*[]E) = []E(a)
	}
}

// reader makes a read of a count and a function for one element. Memory that is
// there already is used again.
func reader[E any](count func(*variant.Reader) int, one func(*variant.Reader) E) func(*variant.Reader, any) {
	return func(r *variant.Reader, slice any) {
		p := slice.(*[]E)
		n := count(r)
		if cap(*p) < n || *p == nil {
			*p = make([]E, n)
		}
		*p = (*p)[:n]
		for i := range *p {
			(*p)[i] = one(r)
		}
	}
}

func fixed(size int) func(*variant.Reader) int {
	return func(r *variant.Reader) int { return r.Count(size) }
}

func reals(n int) func(*variant.Reader) int {
	return func(r *variant.Reader) int { return r.Count(n * r.Width()) }
}

func count64(r *variant.Reader) int {
	if r.Dialect().Int64ArrayCount64 {
		return r.Count64(8)
	}
	return r.Count(8)
}

// notNil returns the slice without elements, and not nil.
func notNil[E any](s []E) []E {
	if s == nil {
		return []E{}
	}
	return s[:0]
}

// slicePlan is the plan of a slice that has a packed array. Its elements' plan
// is for Arrays, and for packed arrays of other elements.
func (k packedKind) slicePlan(elem *plan) plan {
	return plan{
		elem: variant.ElementType{Type: k.typ},
		marshal: func(m *marshaler, v reflect.Value) {
			if m.w != nil {
				m.w.Value(k.view(pointerToSlice(v)))
				return
			}
			m.v = k.clone(pointerToSlice(v))
		},
		unmarshal: func(u *unmarshaler, n node, v reflect.Value) {
			switch {
			case !n.is(k.typ):
			case u.r != nil && v.IsNil(): // the type itself is quicker
				k.adopt(pointerToSlice(v), u.variant(n))
				return
			case u.r != nil:
				k.read(u.r, pointerToSlice(v))
				return
			case k.fill(pointerToSlice(v), n.value):
				return
			}
			u.slice(elem, n, v)
		},
	}
}

// pointerToSlice returns a *[]E, also of a slice whose type has a name.
func pointerToSlice(v reflect.Value) any {
	v = addressable(v)
	if v.Type().Name() == "" {
		return v.Addr().Interface()
	}
	return v.Addr().Convert(reflect.PointerTo(reflect.SliceOf(v.Type().Elem()))).Interface()
}

// itemsOf returns what an array of any kind holds, as values of their own.
func itemsOf(v variant.Variant) ([]variant.Variant, bool) {
	switch a := v.(type) {
	case variant.Array:
		return a.Items, true
	case variant.TypedArray:
		return a.Items, true
	case variant.PackedTypedArray:
		return a.Items, true
	case packed.PackedByteArray:
		return boxed(a, func(b byte) variant.Variant { return variant.Int(b) }), true
	case packed.PackedInt32Array:
		return boxed(a, func(i int32) variant.Variant { return variant.Int(i) }), true
	case packed.PackedInt64Array:
		return boxed(a, func(i int64) variant.Variant { return variant.Int(i) }), true
	case packed.PackedFloat32Array:
		return boxed(a, func(f float32) variant.Variant { return variant.Float(f) }), true
	case packed.PackedFloat64Array:
		return boxed(a, func(f float64) variant.Variant { return variant.Float(f) }), true
	case packed.PackedStringArray:
		return boxed(a, func(s string) variant.Variant { return variant.String(s) }), true
	case packed.PackedVector2Array:
		return boxed(a, func(v math3d.Vector2) variant.Variant { return v }), true
	case packed.PackedVector3Array:
		return boxed(a, func(v math3d.Vector3) variant.Variant { return v }), true
	case packed.PackedVector4Array:
		return boxed(a, func(v math3d.Vector4) variant.Variant { return v }), true
	case packed.PackedColorArray:
		return boxed(a, func(v math3d.Color) variant.Variant { return v }), true
	case packed.PackedVector2iArray:
		return boxed(a, func(v math3d.Vector2i) variant.Variant { return v }), true
	case packed.PackedVector3iArray:
		return boxed(a, func(v math3d.Vector3i) variant.Variant { return v }), true
	case packed.PackedVector4iArray:
		return boxed(a, func(v math3d.Vector4i) variant.Variant { return v }), true
	default:
		return nil, false
	}
}

func boxed[E any](s []E, box func(E) variant.Variant) []variant.Variant {
	out := make([]variant.Variant, len(s))
	for i, e := range s {
		out[i] = box(e)
	}
	return out
}
