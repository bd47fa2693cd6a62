package packed

import (
	"math"
	"strconv"

	"godotvariant/internal/bulk"
	"godotvariant/internal/float"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// PackedByteArray is Godot's array of bytes. Godot: PackedByteArray, type ID 29 in Godot 4;
// PoolByteArray, type ID 20 in Godot 3. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of bytes
//	     8       n  bytes    the bytes
//	   8+n  0 to 3  bytes    zeros up to the next multiple of 4
//
// An example of a packet:
//
//	1d000000 03000000 01020300  PackedByteArray(1, 2, 3)
type PackedByteArray []byte

var _ variant.Variant = PackedByteArray{}

// Type returns variant.TypePackedByteArray.
func (PackedByteArray) Type() variant.Type { return variant.TypePackedByteArray }

// Encode writes the payload; see [variant.Variant].
func (a PackedByteArray) Encode(w *variant.Writer) error {
	w.Data(a)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (PackedByteArray) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, PackedByteArray(r.Data()))
}

// String returns the array as Godot 4 writes it: PackedByteArray(1, 2).
func (a PackedByteArray) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedByteArray) GoString() string {
	return goFormat("PackedByteArray", a, func(v byte) string { return strconv.Itoa(int(v)) })
}

// PackedInt32Array is Godot's array of 32-bit integers. Godot: PackedInt32Array, type ID 30 in
// Godot 4; PoolIntArray, type ID 21 in Godot 3. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of integers
//	     8     4·n  int32    the integers
//
// An example of a packet:
//
//	1e000000 02000000 01000000 ffffffff  PackedInt32Array(1, -1)
type PackedInt32Array []int32

var _ variant.Variant = PackedInt32Array{}

// Type returns variant.TypePackedInt32Array.
func (PackedInt32Array) Type() variant.Type { return variant.TypePackedInt32Array }

// Encode writes the payload; see [variant.Variant].
func (a PackedInt32Array) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendWords[int32], (*variant.Writer).Int32)
}

// Decode reads a payload; see [variant.Variant].
func (PackedInt32Array) Decode(r *variant.Reader) (variant.Variant, error) {
	elements := read(r, 4, bulk.ReadWords[int32], (*wire.Reader).Int32)
	return variant.Result(r, PackedInt32Array(elements))
}

// String returns the array as Godot 4 writes it: PackedInt32Array(1, 2).
func (a PackedInt32Array) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedInt32Array) GoString() string {
	return goFormat("PackedInt32Array", a, func(v int32) string { return strconv.Itoa(int(v)) })
}

// PackedInt64Array is Godot 4's array of 64-bit integers. Godot: PackedInt64Array, type ID 31 in
// Godot 4; Godot 3 has no such type. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of integers
//	     8     8·n  int64    the integers
//
// In dialects with Int64ArrayCount64 the count takes 8 bytes.
//
// An example of a packet:
//
//	1f000000 01000000 01000000 00000000  PackedInt64Array(1)
type PackedInt64Array []int64

var _ variant.Variant = PackedInt64Array{}

// Type returns variant.TypePackedInt64Array.
func (PackedInt64Array) Type() variant.Type { return variant.TypePackedInt64Array }

// Encode writes the payload; see [variant.Variant].
func (a PackedInt64Array) Encode(w *variant.Writer) error {
	if (*wire.Writer)(w).Format().Spec.Int64ArrayCount64 {
		(*wire.Writer)(w).Count64(len(a))
	} else {
		w.Count(len(a))
	}
	return writeElements(w, a, bulk.AppendWords[int64], (*variant.Writer).Int64)
}

// Decode reads a payload; see [variant.Variant].
func (PackedInt64Array) Decode(r *variant.Reader) (variant.Variant, error) {
	var n int
	if (*wire.Reader)(r).Format().Spec.Int64ArrayCount64 {
		n = (*wire.Reader)(r).Count64(8)
	} else {
		n = r.Count(8)
	}

	return variant.Result(r, PackedInt64Array(readElements(r, n, 8, bulk.ReadWords[int64],
		(*wire.Reader).Int64)))
}

// String returns the array as Godot 4 writes it: PackedInt64Array(1, 2).
func (a PackedInt64Array) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedInt64Array) GoString() string {
	return goFormat("PackedInt64Array", a, func(v int64) string { return strconv.FormatInt(v, 10) })
}

// PackedFloat32Array is Godot's array of single-precision numbers, in either precision of the
// engine. Godot: PackedFloat32Array, type ID 32 in Godot 4; PoolRealArray, type ID 22 in Godot 3.
// Payload:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of numbers
//	     8     4·n  float32  the numbers
//
// An example of a packet:
//
//	20000000 01000000 0000003f  PackedFloat32Array(0.5)
type PackedFloat32Array []float32

var _ variant.Variant = PackedFloat32Array{}

// Type returns variant.TypePackedFloat32Array.
func (PackedFloat32Array) Type() variant.Type { return variant.TypePackedFloat32Array }

// Encode writes the payload; see [variant.Variant].
func (a PackedFloat32Array) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendWords[float32], (*variant.Writer).Float32)
}

// Decode reads a payload; see [variant.Variant].
func (PackedFloat32Array) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, PackedFloat32Array(read(r, 4, bulk.ReadWords[float32],
		(*wire.Reader).Float32)))
}

// String returns the array as Godot 4 writes it: PackedFloat32Array(0.5, 1).
func (a PackedFloat32Array) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedFloat32Array) GoString() string {
	return goFormat("PackedFloat32Array", a, func(v float32) string {
		if literal, ok := float.Literal(float64(v), 32); ok {
			return literal
		}
		return "math.Float32frombits(0x" + strconv.FormatUint(uint64(math.Float32bits(v)), 16) + ")"
	})
}

// PackedFloat64Array is Godot 4's array of double-precision numbers, in either precision of the
// engine. Godot: PackedFloat64Array, type ID 33 in Godot 4; Godot 3 has no such type. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of numbers
//	     8     8·n  float64  the numbers
//
// An example of a packet:
//
//	21000000 01000000 00000000 0000e03f  PackedFloat64Array(0.5)
type PackedFloat64Array []float64

var _ variant.Variant = PackedFloat64Array{}

// Type returns variant.TypePackedFloat64Array.
func (PackedFloat64Array) Type() variant.Type { return variant.TypePackedFloat64Array }

// Encode writes the payload; see [variant.Variant].
func (a PackedFloat64Array) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendWords[float64], (*variant.Writer).Float64)
}

// Decode reads a payload; see [variant.Variant].
func (PackedFloat64Array) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, PackedFloat64Array(read(r, 8, bulk.ReadWords[float64],
		(*wire.Reader).Float64)))
}

// String returns the array as Godot 4 writes it: PackedFloat64Array(0.5, 1).
func (a PackedFloat64Array) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedFloat64Array) GoString() string {
	return goFormat("PackedFloat64Array", a, float.Source)
}
