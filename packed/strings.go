package packed

import (
	"strconv"

	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// PackedStringArray is Godot's array of texts. Godot: PackedStringArray, type ID 34 in Godot 4;
// PoolStringArray, type ID 23 in Godot 3. Payload:
//
//	offset  length  type     field
//	     4       4  uint32   the count of texts
//	     8          texts    the texts, one after another
//
// Each text is:
//
//	offset  length  type     field
//	     0       4  uint32   n, the length of the text in bytes, with the NUL at its end
//	     4       n  bytes    the text in UTF-8 and the NUL
//	   4+n  0 to 3  bytes    zeros up to the next multiple of 4
//
// Decoding also accepts texts without the NUL. The texts share memory in blocks of 32 KiB, and a
// text that is still in use keeps its block. To keep a few texts of a large array, use
// strings.Clone.
//
// An example of a packet:
//
//	22000000 01000000 03000000 68690000  PackedStringArray("hi")
type PackedStringArray []string

var _ variant.Variant = PackedStringArray{}

// Type returns variant.TypePackedStringArray.
func (PackedStringArray) Type() variant.Type { return variant.TypePackedStringArray }

// Encode writes the payload; see [variant.Variant].
func (a PackedStringArray) Encode(w *variant.Writer) error {
	w.Count(len(a))
	if i := (*wire.Writer)(w).WriteStrings(a); i < len(a) {
		w.Step(variant.Step{Kind: variant.StepIndex, Index: i})
	}
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (PackedStringArray) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, PackedStringArray((*wire.Reader)(r).PackedStrings()))
}

// String returns the array as Godot 4 writes it: PackedStringArray("a", "b").
func (a PackedStringArray) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedStringArray) GoString() string {
	return goFormat("PackedStringArray", a, strconv.Quote)
}
