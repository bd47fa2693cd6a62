package codec

import (
	"iter"

	"godotvariant/internal/dialects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Audit yields every number of v that encoding in precision p would change, with its path,
// such as $["player"].pos.x, and the number that it becomes. The path is valid until the next
// step of the iteration; to keep it, use slices.Clone.
//
// It follows the packets of Godot 4. Components of vectors, matrices and the like, alone and in
// packed arrays, are rounded in single precision. Components of colors are rounded in both
// precisions. A Float is never reported, because it is written in 8 bytes if it needs them. The
// numbers of a PackedFloat64Array and of a PackedFloat32Array are never reported either. For other
// dialects use [Codec.Audit].
//
// With Options.Exact, encoding fails with variant.ErrInexact if and only if Audit yields a number
// of the value.
//
// Audit looks at the values that [tree.Walk] yields, and ends after 67,108,864 numbers,
// which are more than a packet of 256 MiB holds. A nil pointer has no numbers.
func Audit(v variant.Variant, p variant.Precision) iter.Seq2[tree.Path, Conversion] {
	return auditor{dialects.Own(nil), p}.audit(v)
}

// Audit is the function [Audit] for the codec's dialect and precision. In DocsGodot32 and
// other dialects with FloatPlain32 a Float is rounded too. In dialects with WideColor, colors
// are rounded only in single precision.
func (c *Codec) Audit(v variant.Variant) iter.Seq2[tree.Path, Conversion] {
	return auditorOf(c.format()).audit(v)
}
