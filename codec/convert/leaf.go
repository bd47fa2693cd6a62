package convert

import (
	gomath "math"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/exact"
	"godotvariant/codec/internal/audit"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// text reports a ForeignText if s contains the text of a value in a form that the engine does not
// read.
func (x *converter) text(s string) {
	if strings.IndexByte(s, '(') < 0 {
		return // a constructor, such as Vector2i(1, 2), has a parenthesis; s has none
	}

	for _, foreign := range foreignText[x.spec.Family] {
		at := strings.Index(s, foreign)
		if at < 0 || at > 0 && isWord(s[at-1]) { // MyVector2i( does not contain the word Vector2i(
			continue
		}

		x.note(Note{Kind: ForeignText,
			Text: "the engine does not read " + foreign[:len(foreign)-1] + " in text"})
		return
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// round rounds the numbers of v to the precision of the codec.
func (x *converter) round(v variant.Variant) (variant.Variant, bool) {
	rounds := false
	r := audit.Rounding{Spec: x.spec, Precision: x.options.Precision}
	r.Value(x.path, v, &x.numbers, func(path variant.Path, f float64) bool {
		rounds = true
		x.note(Note{Path: path, Kind: NumberRounded, Conversion: exact.Narrow(f)})
		return x.report != nil
	})

	if f, ok := v.(variant.Float); ok && !rounds && x.spec.Float == dialect.FloatPlain32 &&
		signalling(float64(f)) {
		rounds = true
		x.note(Note{Kind: NumberRounded,
			Conversion: exact.Conversion{Precision: variant.Single, Outcome: exact.NaNBits}})
	}

	switch {
	case x.numbers < 0:
		return x.fail(v, variant.Because(variant.ErrLimit, "too many numbers"))
	case !rounds:
		return v, false
	}

	if x.rounder == nil {
		o := x.options
		o.Exact = false
		o.Finite = false
		o.Mode = codec.Lenient
		x.rounder = codec.MustNew(o) // valid, because o has fewer options than the codec
	}

	b, err := x.rounder.Encode(v)
	if err != nil {
		return x.fail(v, err)
	}

	out, err := x.rounder.Decode(b)
	if err != nil {
		return x.fail(v, err)
	}

	return out, true
}

// signalling reports whether f is a signalling NaN. In 4 bytes it becomes a quiet NaN.
func signalling(f float64) bool { return f != f && gomath.Float64bits(f)&(1<<51) == 0 }
