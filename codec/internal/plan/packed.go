package plan

import (
	"cmp"
	"reflect"

	"godotvariant/internal/bulk"
	"godotvariant/internal/wire"
	math3d "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A packedPlan writes a slice as a packed array, and reads packed arrays into the memory of the
// slice. If packed arrays of the type t can be read in this way, reads[t] is the function for it.
// Other packed arrays are read item by item.
type packedPlan struct {
	typ variant.Type
	// view returns the slice at a place as a packed array. The result is a pointer, because a slice
	// in an interface needs an allocation. If view is nil, the slice is written as an Array.
	view  func(place) variant.Variant
	reads map[variant.Type]packedRead
}

// A packedRead reads the payload of the packet at offset start into the slice at p. An error is
// stored in the Reader.
type packedRead func(d *decoder, start int, p place)

// packedPlans has the plan for each type of element. They use the packed arrays that engines of
// Godot 4 have.
var packedPlans = map[reflect.Type]packedPlan{
	reflect.TypeFor[byte]():   packedAs[packed.PackedByteArray](readBytes, nil),
	reflect.TypeFor[int32]():  packedAs[packed.PackedInt32Array](readInt32s, nil),
	reflect.TypeFor[int64]():  packedAs[packed.PackedInt64Array](readInt64s, nil),
	reflect.TypeFor[string](): packedAs[packed.PackedStringArray](readStrings, nil),
	reflect.TypeFor[math3d.Vector2](): packedAs[packed.PackedVector2Array](readReals(2, toVector2),
		nil),
	reflect.TypeFor[math3d.Vector3](): packedAs[packed.PackedVector3Array](readReals(3, toVector3),
		nil),
	reflect.TypeFor[math3d.Vector4](): packedAs[packed.PackedVector4Array](readReals(4, toVector4),
		nil),
	reflect.TypeFor[math3d.Color](): packedAs[packed.PackedColorArray](readReals(4, toColor),
		nil),
	reflect.TypeFor[float32](): packedAs[packed.PackedFloat32Array, []float32](nil,
		numbers(readFloat32s)),
	reflect.TypeFor[float64](): packedAs[packed.PackedFloat64Array, []float64](nil,
		numbers(readFloat64s)),
	reflect.TypeFor[[2]float32](): tuples(readTuples32[[2]float32],
		variant.TypePackedVector2Array),
	reflect.TypeFor[[3]float32](): tuples(readTuples32[[3]float32],
		variant.TypePackedVector3Array),
	reflect.TypeFor[[4]float32](): tuples(readTuples32[[4]float32],
		variant.TypePackedVector4Array, variant.TypePackedColorArray),
	reflect.TypeFor[[2]float64](): tuples(readTuples64[[2]float64],
		variant.TypePackedVector2Array),
	reflect.TypeFor[[3]float64](): tuples(readTuples64[[3]float64],
		variant.TypePackedVector3Array),
	reflect.TypeFor[[4]float64](): tuples(readTuples64[[4]float64],
		variant.TypePackedVector4Array, variant.TypePackedColorArray),
}

// packedAs returns the plan of the slice type S, which is written as the packed array type A. A
// slice either reads only the packed array type A, with the function read, or it reads several
// types, with the functions in the map reads. If read is not nil, the map is not used.
func packedAs[A any, S any, P pointerTo[A]](read func(*decoder, S) S,
	reads map[variant.Type]packedRead) packedPlan {
	t := P(new(A)).Type()
	if read != nil {
		reads = map[variant.Type]packedRead{t: func(d *decoder, _ int, p place) {
			s := at[S](p)
			*s = read(d, *s)
		}}
	}

	return packedPlan{typ: t, view: func(p place) variant.Variant {
		return P(at[A](p))
	}, reads: reads}
}

// notNil returns s[:0], or an empty slice if s is nil.
func notNil[E any](s []E) []E {
	if s == nil {
		return []E{}
	}
	return s[:0]
}

func readBytes(d *decoder, a []byte) []byte { return append(notNil(a), d.r.Bytes()...) }

func readInt32s(d *decoder, a []int32) []int32 {
	return bulk.ReadWords(d.r, a, d.r.Count(4), 4, (*wire.Reader).Int32)
}

func readInt64s(d *decoder, a []int64) []int64 {
	var n int
	if d.r.Format().Spec.Int64ArrayCount64 {
		n = d.r.Count64(8)
	} else {
		n = d.r.Count(8)
	}
	return bulk.ReadWords(d.r, a, n, 8, (*wire.Reader).Int64)
}

func readStrings(d *decoder, a []string) []string {
	if len(a) > 0 && d.r.MatchStrings(a) {
		return a
	}

	texts := d.r.PackedStrings()
	if cap(a) < len(texts) || a == nil {
		return texts
	}

	return append(a[:0], texts...)
}

func readReals[E bulk.Real](n int, to func([]float64) E) func(*decoder, []E) []E {
	return func(d *decoder, a []E) []E {
		size := n * d.r.Width()
		return bulk.ReadReals(d.r, a, d.r.Count(size), size,
			func(r *wire.Reader) E {
				r.Reals(d.reals[:n])
				return to(d.reals[:n])
			})
	}
}

// numbers returns the functions with which a slice of numbers reads packed arrays. Each vector or
// color becomes several numbers, one for each component. The function read reads n numbers of width
// bytes each. Its argument parts is the number of components of an element of the packed array.
func numbers[E float32 | float64](read func(d *decoder, start int, a []E,
	n, width, parts int) []E) map[variant.Type]packedRead {
	of := func(parts, width int) packedRead {
		return func(d *decoder, start int, p place) {
			s, width := at[[]E](p), cmp.Or(width, d.r.Width())
			*s = read(d, start, *s, parts*d.r.Count(parts*width), width, parts)
		}
	}

	return map[variant.Type]packedRead{
		variant.TypePackedFloat32Array: of(1, 4),
		variant.TypePackedFloat64Array: of(1, 8),
		variant.TypePackedVector2Array: of(2, 0),
		variant.TypePackedVector3Array: of(3, 0),
		variant.TypePackedVector4Array: of(4, 0),
		variant.TypePackedColorArray:   of(4, 0),
	}
}

func readFloat32s(d *decoder, start int, a []float32, n, width, parts int) []float32 {
	if width == 4 {
		return bulk.ReadWords(d.r, a, n, 4, (*wire.Reader).Float32)
	}

	a = sized(a, n)
	for i := range a {
		if !d.setFloat32(start, d.r.Float64(), &a[i]) {
			d.r.Step(wire.Step{Kind: wire.StepIndex, Index: i / parts})
			break
		}
	}

	return a
}

func readFloat64s(d *decoder, _ int, a []float64, n, width, _ int) []float64 {
	if width == 8 {
		return bulk.ReadWords(d.r, a, n, 8, (*wire.Reader).Float64)
	}
	return bulk.ReadReals(d.r, a, n, 4, (*wire.Reader).Real)
}

// tuples returns the plan of a slice of Go arrays. Each Go array holds the components of one vector
// or color.
func tuples[E any](read func(d *decoder, start int, a []E) []E, types ...variant.Type) packedPlan {
	reads := map[variant.Type]packedRead{}
	for _, t := range types {
		reads[t] = func(d *decoder, start int, p place) {
			s := at[[]E](p)
			*s = read(d, start, *s)
		}
	}

	return packedPlan{reads: reads}
}

func readTuples32[T [2]float32 | [3]float32 | [4]float32](d *decoder, start int, a []T) []T {
	r, size := d.r, d.r.Width()*len(*new(T))
	n := r.Count(size)

	if r.Width() == 4 {
		return bulk.ReadWords(r, a, n, size, func(r *wire.Reader) (t T) {
			for i := 0; i < len(t); i++ {
				t[i] = r.Float32()
			}
			return t
		})
	}

	a = sized(a, n)
	for i := range a {
		for j := 0; j < len(a[i]); j++ {
			var f float32
			if !d.setFloat32(start, r.Float64(), &f) {
				r.Step(wire.Step{Kind: wire.StepIndex, Index: j})
				r.Step(wire.Step{Kind: wire.StepIndex, Index: i})
				return a
			}

			a[i][j] = f
		}
	}

	return a
}

func readTuples64[T [2]float64 | [3]float64 | [4]float64](d *decoder, _ int, a []T) []T {
	size := d.r.Width() * len(*new(T))
	return bulk.ReadReals(d.r, a, d.r.Count(size), size,
		func(r *wire.Reader) (t T) {
			for i := 0; i < len(t); i++ {
				t[i] = r.Real()
			}
			return t
		})
}

// sized returns a slice of n elements, which is not nil. It uses the memory of a if the capacity is
// sufficient.
func sized[E any](a []E, n int) []E {
	if a == nil || cap(a) < n {
		return make([]E, n)
	}
	return a[:n]
}
