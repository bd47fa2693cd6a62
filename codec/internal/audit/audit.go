// Package audit finds the numbers in a value that change when the value is written to a packet.
package audit

import (
	"iter"
	"strings"

	"godotvariant/codec/internal/components"
	"godotvariant/internal/float"
	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
	"godotvariant/variant/tree"
)

// A Rounding says how a dialect and a precision change numbers.
type Rounding struct {
	Spec      dialect.Spec
	Precision variant.Precision
}

// MaxNumbers is the greatest number of 4-byte numbers in a packet with the default Limits.
const MaxNumbers = 256 << 20 / 4

// All yields every number of v that would change, together with its path. It stops after MaxNumbers
// numbers.
func (r Rounding) All(v variant.Variant) iter.Seq2[variant.Path, float64] {
	return func(yield func(variant.Path, float64) bool) {
		left := MaxNumbers
		for path, part := range tree.Walk(v) {
			if !r.Value(path, part, &left, yield) {
				return
			}
		}
	}
}

// Value yields the numbers of v that would change, without the numbers of the values inside v. For
// each component of v that may change, it subtracts 1 from *left. It returns false if *left becomes
// negative, or if yield has returned false.
func (r Rounding) Value(path variant.Path, v variant.Variant, left *int,
	yield func(variant.Path, float64) bool) bool {
	if f, ok := v.(variant.Float); ok {
		_, exact := float.Narrow(float64(f))
		if exact || r.Spec.Float != dialect.FloatPlain32 {
			return true
		}
		return report(path, "", float64(f), yield)
	}

	c, ok := v.(variant.Constructible)
	if !ok {
		return true
	}

	var names []string
	var numbers []float64
	nilsafe.Guard(v, func() {
		if r.narrows(c.Type()) {
			names, numbers = components.Floats(v)
		}
	})

	*left -= len(numbers)
	if *left < 0 {
		return false
	}

	for i, f := range numbers {
		if _, exact := float.Narrow(f); exact {
			continue
		}

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

// report yields a number f that writing would change, and its path. The argument path is the path
// of the value that contains the number. The argument name is the component of this value, such as
// x or origin.x. It is empty for a Float.
func report(path variant.Path, name string, f float64,
	yield func(variant.Path, float64) bool) bool {
	for step := range strings.SplitSeq(name, ".") {
		if step != "" {
			path = append(path, variant.Step{Kind: variant.StepProperty, Name: step})
		}
	}

	return yield(path, f)
}

// narrows reports whether the components of values of type t are written in 4 bytes.
func (r Rounding) narrows(t variant.Type) bool {
	wide := r.Precision == variant.Double && r.Spec.Real != dialect.RealSingle
	switch t {
	case variant.TypeColor, variant.TypePackedColorArray:
		return !wide || !r.Spec.WideColor
	default:
		return !wide
	}
}
