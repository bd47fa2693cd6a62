package exact

import (
	"iter"

	"godotvariant/codec"
	"godotvariant/codec/internal/audit"
	"godotvariant/variant"
)

// Audit yields every number of v that encoding with c would change, with its path, such as
// $["player"].pos.x, and the number that it becomes. A nil c means the codec of codec.Options{}.
// The path is valid until the next step of the iteration. To keep it, use slices.Clone.
//
// Components of vectors, matrices and similar types are rounded in single precision, also in packed
// arrays. Components of colors are rounded in both precisions, but in dialects with WideColor only
// in single precision. A Float is rounded only in DocsGodot32 and other dialects with FloatPlain32.
// All other dialects write it in 8 bytes if it needs them. The numbers of a PackedFloat64Array and
// of a PackedFloat32Array are never reported.
//
// With codec.Options.Exact, encoding fails with variant.ErrInexact if and only if Audit yields a
// number.
//
// Audit examines the values that tree.Walk yields, and ends after 67,108,864 numbers, which are
// more than a packet of 256 MiB holds. A nil pointer has no numbers.
func Audit(v variant.Variant, c *codec.Codec) iter.Seq2[variant.Path, Conversion] {
	o := c.Options()
	r := audit.Rounding{Spec: o.Dialect.Spec(), Precision: o.Precision}

	return func(yield func(variant.Path, Conversion) bool) {
		for path, number := range r.All(v) {
			if !yield(path, Narrow(number)) {
				return
			}
		}
	}
}
