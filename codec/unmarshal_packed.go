package codec

import (
	"cmp"
	"math"
	"reflect"

	"godotvariant/internal/float"
	math3d "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A packedRead takes a packed array as a whole into a slice, given by a pointer to
// it, in the memory that the slice has.
type packedRead struct {
	wire func(u *unmarshaler, slice any) // from its payload
	tree func(u *unmarshaler, slice any, v variant.Variant) bool
}

// packedReads are by the slices' elements, and then by the packed array. What is
// not here goes item by item.
var packedReads = map[reflect.Type]map[variant.Type]packedRead{
	reflect.TypeFor[byte]():           {variant.TypePackedByteArray: same[packed.PackedByteArray](readBytes)},
	reflect.TypeFor[int32]():          {variant.TypePackedInt32Array: same[packed.PackedInt32Array](readInt32s)},
	reflect.TypeFor[int64]():          {variant.TypePackedInt64Array: same[packed.PackedInt64Array](readInt64s)},
	reflect.TypeFor[string]():         {variant.TypePackedStringArray: same[packed.PackedStringArray](readStrings)},
	reflect.TypeFor[math3d.Vector2](): {variant.TypePackedVector2Array: same[packed.PackedVector2Array](readReals(2, toVector2))},
	reflect.TypeFor[math3d.Vector3](): {variant.TypePackedVector3Array: same[packed.PackedVector3Array](readReals(3, toVector3))},
	reflect.TypeFor[math3d.Vector4](): {variant.TypePackedVector4Array: same[packed.PackedVector4Array](readReals(4, toVector4))},
	reflect.TypeFor[math3d.Color]():   {variant.TypePackedColorArray: same[packed.PackedColorArray](readReals(4, toColor))},
	reflect.TypeFor[float32]():        numbers(readFloat32s, toFloat32),
	reflect.TypeFor[float64]():        numbers(readFloat64s, toFloat64),
	reflect.TypeFor[[2]float32]():     tuples32[[2]float32](variant.TypePackedVector2Array),
	reflect.TypeFor[[3]float32]():     tuples32[[3]float32](variant.TypePackedVector3Array),
	reflect.TypeFor[[4]float32]():     tuples32[[4]float32](variant.TypePackedVector4Array, variant.TypePackedColorArray),
	reflect.TypeFor[[2]float64]():     tuples64[[2]float64](variant.TypePackedVector2Array),
	reflect.TypeFor[[3]float64]():     tuples64[[3]float64](variant.TypePackedVector3Array),
	reflect.TypeFor[[4]float64]():     tuples64[[4]float64](variant.TypePackedVector4Array, variant.TypePackedColorArray),
}

// same is for a packed array of just the slice's elements.
func same[S interface {
	variant.Variant
	~[]E
}, E any](wire func(*variant.Reader, []E) []E) packedRead {
	return packedRead{
		wire: func(u *unmarshaler, slice any) {
			p := slice.(*[]E)
			*p = wire(u.r, *p)
		},
		tree: func(_ *unmarshaler, slice any, v variant.Variant) bool {
			a, ok := v.(S)
			if ok {
				p := slice.(*[]E)
				*p = append(notNil(*p), a...)
			}
			return ok
		},
	}
}

// notNil returns the slice without elements, and not nil.
func notNil[E any](s []E) []E {
	if s == nil {
		return []E{}
	}
	return s[:0]
}

func readBytes(r *variant.Reader, a []byte) []byte { return r.AppendData(notNil(a)) }

func readInt32s(r *variant.Reader, a []int32) []int32 {
	return packed.ReadWords(r, a, r.Count(4), 4, (*variant.Reader).Int32)
}

func readInt64s(r *variant.Reader, a []int64) []int64 {
	if r.Dialect().Int64ArrayCount64 {
		return packed.ReadWords(r, a, r.Count64(8), 8, (*variant.Reader).Int64)
	}
	return packed.ReadWords(r, a, r.Count(8), 8, (*variant.Reader).Int64)
}

func readStrings(r *variant.Reader, a []string) []string {
	if len(a) > 0 && r.MatchStrings(a) {
		return a
	}
	texts := r.PackedStrings()
	if cap(a) < len(texts) || a == nil {
		return texts
	}
	return append(a[:0], texts...)
}

func readReals[E packed.Real](n int, to func([]float64) E) func(*variant.Reader, []E) []E {
	return func(r *variant.Reader, a []E) []E {
		size := n * r.Width()
		return packed.ReadReals(r, a, r.Count(size), size, func(r *variant.Reader) E {
			c := make([]float64, n)
			r.Reals(c)
			return to(c)
		})
	}
}

// numbers are the reads of a slice of numbers, which takes those of vectors and
// colors one after another. wire gets how many, and how wide they are.
func numbers[E float32 | float64](wire func(u *unmarshaler, a []E, n, width int) []E, to func(*unmarshaler, float64) E) map[variant.Type]packedRead {
	read := func(parts, width int) packedRead {
		return packedRead{
			wire: func(u *unmarshaler, slice any) {
				p := slice.(*[]E)
				width := cmp.Or(width, u.r.Width())
				*p = wire(u, *p, parts*u.r.Count(parts*width), width)
			},
			tree: func(u *unmarshaler, slice any, v variant.Variant) bool {
				from, ok := floatsIn(v)
				if !ok {
					return false
				}
				p := slice.(*[]E)
				*p = sized(*p, len(from))
				for i, f := range from {
					(*p)[i] = to(u, f)
					if u.failed() {
						u.step(variant.Step{Kind: variant.StepIndex, Index: i / parts})
						break
					}
				}
				return true
			},
		}
	}
	return map[variant.Type]packedRead{
		variant.TypePackedFloat32Array: read(1, 4),
		variant.TypePackedFloat64Array: read(1, 8),
		variant.TypePackedVector2Array: read(2, 0),
		variant.TypePackedVector3Array: read(3, 0),
		variant.TypePackedVector4Array: read(4, 0),
		variant.TypePackedColorArray:   read(4, 0),
	}
}

func readFloat32s(u *unmarshaler, a []float32, n, width int) []float32 {
	if width == 4 {
		return packed.ReadWords(u.r, a, n, 4, (*variant.Reader).Float32)
	}
	a = sized(a, n)
	for i := range a {
		a[i] = toFloat32(u, u.r.Float64())
	}
	return a
}

func readFloat64s(u *unmarshaler, a []float64, n, width int) []float64 {
	if width == 8 {
		return packed.ReadWords(u.r, a, n, 8, (*variant.Reader).Float64)
	}
	return packed.ReadReals(u.r, a, n, 4, (*variant.Reader).Real)
}

// tuples32 are the reads of a slice of Go arrays, each of which takes one vector or
// color. All but a copy of single precision goes item by item.
func tuples32[T [2]float32 | [3]float32 | [4]float32](types ...variant.Type) map[variant.Type]packedRead {
	return tuples(types, func(u *unmarshaler, a []T) []T {
		size := 4 * len(*new(T))
		one := func(r *variant.Reader) (t T) {
			for i := 0; i < len(t); i++ {
				t[i] = toFloat32(u, r.Real())
			}
			return t
		}
		if u.r.Width() == 4 {
			return packed.ReadWords(u.r, a, u.r.Count(size), size, one)
		}
		a = sized(a, u.r.Count(2*size))
		for i := range a {
			a[i] = one(u.r)
		}
		return a
	})
}

func tuples64[T [2]float64 | [3]float64 | [4]float64](types ...variant.Type) map[variant.Type]packedRead {
	return tuples(types, func(u *unmarshaler, a []T) []T {
		size := u.r.Width() * len(*new(T))
		return packed.ReadReals(u.r, a, u.r.Count(size), size, func(r *variant.Reader) (t T) {
			for i := 0; i < len(t); i++ {
				t[i] = r.Real()
			}
			return t
		})
	})
}

func tuples[T any](types []variant.Type, read func(*unmarshaler, []T) []T) map[variant.Type]packedRead {
	reads := map[variant.Type]packedRead{}
	for _, t := range types {
		reads[t] = packedRead{wire: func(u *unmarshaler, slice any) {
			p := slice.(*[]T)
			*p = read(u, *p)
		}}
	}
	return reads
}

// sized returns the slice with n elements, whatever they hold, and not nil.
func sized[E any](a []E, n int) []E {
	if a == nil || cap(a) < n {
		return make([]E, n)
	}
	return a[:n]
}

// toFloat32 keeps the bits of a NaN, and has ErrRange beyond what a float32 holds.
func toFloat32(u *unmarshaler, f float64) float32 {
	bits, _ := float.Narrow(f)
	if math.IsInf(float64(math.Float32frombits(bits)), 0) && !math.IsInf(f, 0) {
		u.misfit(node{typ: variant.TypeFloat}, outOfRange(f, reflect.ValueOf(float32(0))))
	}
	return math.Float32frombits(bits)
}

func toFloat64(_ *unmarshaler, f float64) float64 { return f }

// floatsIn returns the numbers of an array of numbers, vectors or colors, one after
// another.
func floatsIn(v variant.Variant) ([]float64, bool) {
	switch a := v.(type) {
	case packed.PackedFloat32Array:
		return joined(a, func(f float32) []float64 { return []float64{float.Widen(math.Float32bits(f))} }), true
	case packed.PackedFloat64Array:
		return a, true
	case packed.PackedVector2Array:
		return joined(a, func(v math3d.Vector2) []float64 { return []float64{v.X, v.Y} }), true
	case packed.PackedVector3Array:
		return joined(a, func(v math3d.Vector3) []float64 { return []float64{v.X, v.Y, v.Z} }), true
	case packed.PackedVector4Array:
		return joined(a, func(v math3d.Vector4) []float64 { return []float64{v.X, v.Y, v.Z, v.W} }), true
	case packed.PackedColorArray:
		return joined(a, func(c math3d.Color) []float64 { return []float64{c.R, c.G, c.B, c.A} }), true
	default:
		return nil, false
	}
}

func joined[E any](a []E, numbers func(E) []float64) []float64 {
	var all []float64
	for _, e := range a {
		all = append(all, numbers(e)...)
	}
	return all
}

// componentsOf returns the numbers of a vector or color, which fill a Go array of
// float32 or float64.
func componentsOf(v variant.Variant) []float64 {
	switch v := v.(type) {
	case math3d.Vector2:
		return []float64{v.X, v.Y}
	case math3d.Vector3:
		return []float64{v.X, v.Y, v.Z}
	case math3d.Vector4:
		return []float64{v.X, v.Y, v.Z, v.W}
	case math3d.Color:
		return []float64{v.R, v.G, v.B, v.A}
	default:
		return nil
	}
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
