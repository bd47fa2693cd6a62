package codec

import (
	"iter"
	"strings"

	"godotvariant/codec/internal/components"
	"godotvariant/codec/internal/decimals"
	"godotvariant/internal/care"
	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An auditor finds the numbers that a dialect and a precision would change.
type auditor struct {
	dialect   *variant.Dialect
	precision variant.Precision
}

func auditorOf(f *forms.Format) auditor { return auditor{&f.Dialect, f.Precision} }

func (a auditor) audit(v variant.Variant) iter.Seq2[tree.Path, Conversion] {
	return func(yield func(tree.Path, Conversion) bool) {
		left := maxAudit
		for path, part := range tree.Walk(v) {
			if !a.value(path, part, &left, yield) {
				return
			}
		}
	}
}

// maxAudit is how many numbers of 4 bytes the longest packet of the default Limits can hold.
const maxAudit = 256 << 20 / 4

// value yields the numbers of v that would change, without the numbers of values in v. It subtracts
// the count of all numbers of v from left. It returns false if left is then negative, or if yield
// has returned false.
func (a auditor) value(path tree.Path, v variant.Variant, left *int,
	yield func(tree.Path, Conversion) bool) bool {
	if f, ok := v.(variant.Float); ok {
		return a.dialect.Float != variant.FloatPlain32 || report(path, "", float64(f), yield)
	}

	c, ok := v.(variant.Constructible)
	if !ok {
		return true
	}

	var names []string
	var numbers []float64
	care.Guard(v, func() {
		if a.narrows(c.Type()) {
			names, numbers = components.Floats(v)
		}
	})

	*left -= len(numbers)
	if *left < 0 {
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

// report yields the number f if it would change. The name is the path of the number in its value,
// such as x or origin.x; it is empty for a Float.
func report(path tree.Path, name string, f float64, yield func(tree.Path, Conversion) bool) bool {
	if _, exact := float.Narrow(f); exact {
		return true
	}

	for step := range strings.SplitSeq(name, ".") {
		if step != "" {
			path = append(path, variant.Step{Kind: variant.StepProperty, Name: step})
		}
	}

	return yield(path, conversion(decimals.Narrowed(f)))
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
