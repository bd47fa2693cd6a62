package packed

import (
	"strconv"

	"godotvariant/variant"
)

// PackedStringArray is Godot's array of texts.
//
//	4  4  count
//	8  …  for each text: its length in 4 bytes, UTF-8, zeros up to the next multiple of 4
//
// Engines count a NUL at the end of each text in its length, and write it;
// texts that come without it are read all the same. Godot 3: PoolStringArray (ID
// 23), Godot 4: PackedStringArray (34).
type PackedStringArray []string

var _ variant.Variant = PackedStringArray{}

// Type returns variant.TypePackedStringArray.
func (PackedStringArray) Type() variant.Type { return variant.TypePackedStringArray }

// Encode writes the payload.
func (a PackedStringArray) Encode(w *variant.Writer) error {
	w.Count(len(a))
	if i := kernel.WriteStrings(w, a); i < len(a) {
		w.Step(variant.Step{Kind: variant.StepIndex, Index: i})
	}
	return w.Err()
}

// Decode reads the payload.
func (PackedStringArray) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, PackedStringArray(kernel.PackedStrings(r)))
}

// String returns the array as Godot 4 writes it: PackedStringArray("a", "b").
func (a PackedStringArray) String() string { return text(a) }

// GoString returns the array as Go source, for %#v.
func (a PackedStringArray) GoString() string { return goFormat("PackedStringArray", a, strconv.Quote) }
