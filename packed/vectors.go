package packed

import (
	"godotvariant/internal/bulk"
	"godotvariant/internal/wire"
	"godotvariant/math"
	"godotvariant/variant"
)

// The components of vectors have 4 or 8 bytes. In some dialects Flag64 in the header decides this,
// in others the precision of the codec. The components of colors have 4 bytes, except with
// WideColor in double precision.

// PackedVector2Array is Godot's array of Vector2. Godot: PackedVector2Array, type ID 35 in Godot 4;
// PoolVector2Array, type ID 24 in Godot 3. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of vectors
//	     8     8·n  float    X and Y of each
//
// In double precision each float has 8 bytes, and each vector has 16 bytes.
//
// An example of a packet:
//
//	23000000 01000000 0000803f 0000003f  PackedVector2Array(1, 0.5)
type PackedVector2Array []math.Vector2

var _ variant.Variant = PackedVector2Array{}

// Type returns variant.TypePackedVector2Array.
func (PackedVector2Array) Type() variant.Type { return variant.TypePackedVector2Array }

// Encode writes the payload; see [variant.Variant].
func (a PackedVector2Array) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendReals[math.Vector2], putVector2)
}

// Decode reads a payload; see [variant.Variant].
func (PackedVector2Array) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, PackedVector2Array(read(r, 2*(*wire.Reader)(r).Width(),
		bulk.ReadReals[math.Vector2], getVector2)))
}

// String returns the array as Godot 4 writes it: PackedVector2Array(1, 2, 3, 4).
func (a PackedVector2Array) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedVector2Array) GoString() string {
	return goFormat("PackedVector2Array", a, math.Vector2.GoString)
}

// PackedVector3Array is Godot's array of Vector3. Godot: PackedVector3Array, type ID 36 in Godot 4;
// PoolVector3Array, type ID 25 in Godot 3. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of vectors
//	     8    12·n  float    X, Y and Z of each
//
// In double precision each float takes 8 bytes, 24 for each vector.
//
// An example of a packet:
//
//	24000000 01000000 0000803f 0000003f 00000000  PackedVector3Array(1, 0.5, 0)
type PackedVector3Array []math.Vector3

var _ variant.Variant = PackedVector3Array{}

// Type returns variant.TypePackedVector3Array.
func (PackedVector3Array) Type() variant.Type { return variant.TypePackedVector3Array }

// Encode writes the payload; see [variant.Variant].
func (a PackedVector3Array) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendReals[math.Vector3], putVector3)
}

// Decode reads a payload; see [variant.Variant].
func (PackedVector3Array) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, PackedVector3Array(read(r, 3*(*wire.Reader)(r).Width(),
		bulk.ReadReals[math.Vector3], getVector3)))
}

// String returns the array as Godot 4 writes it: PackedVector3Array(1, 2, 3).
func (a PackedVector3Array) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedVector3Array) GoString() string {
	return goFormat("PackedVector3Array", a, math.Vector3.GoString)
}

// PackedVector4Array is Godot's array of Vector4. Godot: PackedVector4Array, type ID 38 in Godot
// 4.3 and later; Godot 3 has no such type. Pandemonium: PoolVector4Array, type ID 35 or 37 by
// version. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of vectors
//	     8    16·n  float    X, Y, Z and W of each
//
// In double precision each float takes 8 bytes, 32 for each vector.
//
// An example of a packet:
//
//	26000000 01000000 0000803f 0000003f 00000000 00000000  PackedVector4Array(1, 0.5, 0, 0)
type PackedVector4Array []math.Vector4

var _ variant.Variant = PackedVector4Array{}

// Type returns variant.TypePackedVector4Array.
func (PackedVector4Array) Type() variant.Type { return variant.TypePackedVector4Array }

// Encode writes the payload; see [variant.Variant].
func (a PackedVector4Array) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendReals[math.Vector4], putVector4)
}

// Decode reads a payload; see [variant.Variant].
func (PackedVector4Array) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, PackedVector4Array(read(r, 4*(*wire.Reader)(r).Width(),
		bulk.ReadReals[math.Vector4], getVector4)))
}

// String returns the array as Godot 4 writes it: PackedVector4Array(1, 2, 3, 4).
func (a PackedVector4Array) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedVector4Array) GoString() string {
	return goFormat("PackedVector4Array", a, math.Vector4.GoString)
}

// PackedColorArray is Godot's array of Color. Godot: PackedColorArray, type ID 37 in Godot 4;
// PoolColorArray, type ID 26 in Godot 3. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of colors
//	     8    16·n  float    R, G, B and A of each
//
// The engines write single precision in every packet.
//
// An example of a packet:
//
//	25000000 01000000 0000803f 0000003f 00000000 0000803f  PackedColorArray(1, 0.5, 0, 1)
type PackedColorArray []math.Color

var _ variant.Variant = PackedColorArray{}

// Type returns variant.TypePackedColorArray.
func (PackedColorArray) Type() variant.Type { return variant.TypePackedColorArray }

// Encode writes the payload; see [variant.Variant].
func (a PackedColorArray) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendReals[math.Color], putColor)
}

// Decode reads a payload; see [variant.Variant].
func (PackedColorArray) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, PackedColorArray(read(r, 4*(*wire.Reader)(r).Width(),
		bulk.ReadReals[math.Color], getColor)))
}

// String returns the array as Godot 4 writes it: PackedColorArray(1, 0.5, 0, 1).
func (a PackedColorArray) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedColorArray) GoString() string {
	return goFormat("PackedColorArray", a, math.Color.GoString)
}

func putVector2(w *variant.Writer, v math.Vector2) { (*wire.Writer)(w).Reals2(v.X, v.Y) }

func getVector2(r *wire.Reader) math.Vector2 {
	return math.Vector2{X: r.Real(), Y: r.Real()}
}

func putVector3(w *variant.Writer, v math.Vector3) { (*wire.Writer)(w).Reals3(v.X, v.Y, v.Z) }

func getVector3(r *wire.Reader) math.Vector3 {
	return math.Vector3{X: r.Real(), Y: r.Real(), Z: r.Real()}
}

func putVector4(w *variant.Writer, v math.Vector4) { (*wire.Writer)(w).Reals4(v.X, v.Y, v.Z, v.W) }

func getVector4(r *wire.Reader) math.Vector4 {
	return math.Vector4{X: r.Real(), Y: r.Real(), Z: r.Real(), W: r.Real()}
}

func putColor(w *variant.Writer, v math.Color) { (*wire.Writer)(w).Reals4(v.R, v.G, v.B, v.A) }

func getColor(r *wire.Reader) math.Color {
	return math.Color{R: r.Real(), G: r.Real(), B: r.Real(), A: r.Real()}
}
