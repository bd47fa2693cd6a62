package codec

import (
	"iter"
	"strings"

	"godotvariant/codec/internal/components"
	"godotvariant/internal/float"
	"godotvariant/variant"
)

// Audit yields every number of v that encoding in precision p would change, with its path,
// such as $["player"].pos.x, and the number that it becomes. The path is valid until the next
// step of the iteration; to keep it, use slices.Clone.
//
// It follows the packets of Godot 4. Components of vectors, matrices and the like, alone and
// in packed arrays, are rounded in single precision. Components of colors are rounded in both
// precisions. Numbers of these types are never reported: a Float, which is written in 8 bytes
// if it needs them, a PackedFloat64Array, and a PackedFloat32Array, whose numbers are float32
// in Go too. For other dialects use [Codec.Audit].
//
// An encoder with Options.Exact refuses exactly the values for which Audit yields
// something.
//
// Audit looks at the values that [variant.Walk] yields, and ends after 67,108,864 numbers,
// which are more than a packet of 256 MiB holds. A nil pointer has no numbers.
func Audit(v variant.Variant, p variant.Precision) iter.Seq2[variant.Path, Conversion] {
	return auditor{ownDialect(nil), p}.audit(v)
}

// Audit is the function [Audit] for the codec's dialect and precision. In DocsGodot32 and
// other dialects with FloatPlain32 a Float is rounded too. In dialects with WideColor, colors
// are rounded only in single precision.
func (c *Codec) Audit(v variant.Variant) iter.Seq2[variant.Path, Conversion] {
	return auditor{c.dialect(), c.set().options.Precision}.audit(v)
}

// inexact is an ErrInexact whose text has the number and what it becomes.
type inexact struct{ text string }

func (e *inexact) Error() string        { return "not exact: " + e.text }
func (e *inexact) Is(target error) bool { return target == variant.ErrInexact }

type auditor struct {
	dialect   *variant.Dialect
	precision variant.Precision
}

func (a auditor) audit(v variant.Variant) iter.Seq2[variant.Path, Conversion] {
	return func(yield func(variant.Path, Conversion) bool) {
		left := maxAudit
		for path, part := range variant.Walk(v) {
			if !a.value(path, part, &left, yield) {
				return
			}
		}
	}
}

// maxAudit is the number of numbers in the longest packet of the default Limits.
const maxAudit = 256 << 20 / 4

// value yields the numbers of one value, not those of values inside of it. It
// returns false to stop, which it does when left, the count of numbers, is used up.
func (a auditor) value(path variant.Path, v variant.Variant, left *int, yield func(variant.Path, Conversion) bool) bool {
	if f, ok := v.(variant.Float); ok {
		return a.dialect.Float != variant.FloatPlain32 || report(path, "", float64(f), yield)
	}
	c, ok := v.(variant.Constructible)
	if !ok {
		return true
	}
	var names []string
	var numbers []float64
	kernel.Guard(v, func() {
		if a.narrows(c.Type()) {
			names, numbers = components.Of(v, false)
		}
	})
	if *left -= len(numbers); *left < 0 {
		return false
	}
	for i, f := range numbers {
		at := path
		if components.IsArray(v.Type()) {
			at = append(path, variant.Step{Kind: variant.StepIndex, Index: i / len(names)})
		}
		if !report(at, names[i%len(names)], f, yield) {
			return false
		}
	}
	return true
}

// report yields a number if it would change. Its name may be several with points between.
func report(path variant.Path, name string, f float64, yield func(variant.Path, Conversion) bool) bool {
	if _, exact := float.Narrow(f); exact {
		return true
	}
	for step := range strings.SplitSeq(name, ".") {
		if step != "" {
			path = append(path, variant.Step{Kind: variant.StepProperty, Name: step})
		}
	}
	return yield(path, explainNarrowed(f))
}

// narrows reports whether the components of values of type t are written in 4 bytes.
func (a auditor) narrows(t variant.Type) bool {
	wide := a.precision == variant.Double && a.dialect.Real != variant.RealSingle
	switch t {
	case variant.TypeColor, variant.TypePackedColorArray:
		return !wide || !a.dialect.WideColor
	default:
		return !wide
	}
}
