package packed

import (
	"godotvariant/internal/bulk"
	"godotvariant/internal/wire"
	"godotvariant/math"
	"godotvariant/variant"
)

// PackedVector2iArray is Pandemonium's array of Vector2i. Godot has no such type. Pandemonium:
// PoolVector2iArray, type ID 29, 32 or 34 by version. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of vectors
//	     8     8·n  int32    X and Y of each
type PackedVector2iArray []math.Vector2i

var _ variant.Variant = PackedVector2iArray{}

// Type returns variant.TypePackedVector2iArray.
func (PackedVector2iArray) Type() variant.Type { return variant.TypePackedVector2iArray }

// Encode writes the payload; see [variant.Variant].
func (a PackedVector2iArray) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendWords[math.Vector2i], putVector2i)
}

// Decode reads a payload; see [variant.Variant].
func (PackedVector2iArray) Decode(r *variant.Reader) (variant.Variant, error) {
	elements := read(r, 8, bulk.ReadWords[math.Vector2i], getVector2i)
	return variant.Result(r, PackedVector2iArray(elements))
}

// String returns the array as Godot 4 writes it: PackedVector2iArray(1, 2).
func (a PackedVector2iArray) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedVector2iArray) GoString() string {
	return goFormat("PackedVector2iArray", a, math.Vector2i.GoString)
}

// PackedVector3iArray is Pandemonium's array of Vector3i. Godot has no such type. Pandemonium:
// PoolVector3iArray, type ID 31, 34 or 36 by version. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of vectors
//	     8    12·n  int32    X, Y and Z of each
type PackedVector3iArray []math.Vector3i

var _ variant.Variant = PackedVector3iArray{}

// Type returns variant.TypePackedVector3iArray.
func (PackedVector3iArray) Type() variant.Type { return variant.TypePackedVector3iArray }

// Encode writes the payload; see [variant.Variant].
func (a PackedVector3iArray) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendWords[math.Vector3i], putVector3i)
}

// Decode reads a payload; see [variant.Variant].
func (PackedVector3iArray) Decode(r *variant.Reader) (variant.Variant, error) {
	elements := read(r, 12, bulk.ReadWords[math.Vector3i], getVector3i)
	return variant.Result(r, PackedVector3iArray(elements))
}

// String returns the array as Godot 4 writes it: PackedVector3iArray(1, 2, 3).
func (a PackedVector3iArray) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedVector3iArray) GoString() string {
	return goFormat("PackedVector3iArray", a, math.Vector3i.GoString)
}

// PackedVector4iArray is Pandemonium's array of Vector4i. Godot has no such type. Pandemonium:
// PoolVector4iArray, type ID 36 or 38 by version. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   n, the count of vectors
//	     8    16·n  int32    X, Y, Z and W of each
//
// Pandemonium up to 5.2 has a fault: it writes Z instead of W, and reads W from Z. This package
// writes and reads W.
type PackedVector4iArray []math.Vector4i

var _ variant.Variant = PackedVector4iArray{}

// Type returns variant.TypePackedVector4iArray.
func (PackedVector4iArray) Type() variant.Type { return variant.TypePackedVector4iArray }

// Encode writes the payload; see [variant.Variant].
func (a PackedVector4iArray) Encode(w *variant.Writer) error {
	return write(w, a, bulk.AppendWords[math.Vector4i], putVector4i)
}

// Decode reads a payload; see [variant.Variant].
func (PackedVector4iArray) Decode(r *variant.Reader) (variant.Variant, error) {
	elements := read(r, 16, bulk.ReadWords[math.Vector4i], getVector4i)
	return variant.Result(r, PackedVector4iArray(elements))
}

// String returns the array as Godot 4 writes it: PackedVector4iArray(1, 2, 3, 4).
func (a PackedVector4iArray) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedVector4iArray) GoString() string {
	return goFormat("PackedVector4iArray", a, math.Vector4i.GoString)
}

func putVector2i(w *variant.Writer, v math.Vector2i) {
	w.Int32(v.X)
	w.Int32(v.Y)
}

func getVector2i(r *wire.Reader) math.Vector2i {
	return math.Vector2i{X: r.Int32(), Y: r.Int32()}
}

func putVector3i(w *variant.Writer, v math.Vector3i) {
	w.Int32(v.X)
	w.Int32(v.Y)
	w.Int32(v.Z)
}

func getVector3i(r *wire.Reader) math.Vector3i {
	return math.Vector3i{X: r.Int32(), Y: r.Int32(), Z: r.Int32()}
}

func putVector4i(w *variant.Writer, v math.Vector4i) {
	w.Int32(v.X)
	w.Int32(v.Y)
	w.Int32(v.Z)
	w.Int32(v.W)
}

func getVector4i(r *wire.Reader) math.Vector4i {
	return math.Vector4i{X: r.Int32(), Y: r.Int32(), Z: r.Int32(), W: r.Int32()}
}
