package tree

import (
	"strings"

	"godotvariant/variant"
)

// pairAt returns the index of the pair that the step leads to, or -1.
func pairAt(s variant.Step, pairs []variant.Pair) int {
	switch {
	case s.Kind == variant.StepPairKey, s.Kind == variant.StepPair:
		if s.Index < 0 || s.Index >= len(pairs) {
			return -1
		}
		return s.Index

	case s.Kind == variant.StepIndex:
		return lastPair(pairs, variant.Int(s.Index))
	case s.Kind == variant.StepProperty:
		return lastPair(pairs, variant.String(s.Name))
	case s.Key == nil && s.Name != "":
		return byText(pairs, s.Name)
	default:
		return lastPair(pairs, s.Key)
	}
}

// byText returns the index of the pair whose key has this text, or -1. It returns -1 for a text
// that Path.String does not write.
func byText(pairs []variant.Pair, text string) int {
	text = withoutSpaces(text)
	for i := len(pairs) - 1; i >= 0; i-- {
		switch k := pairs[i].Key.(type) {
		case nil, variant.Nil, variant.Bool, variant.Int, variant.Float, variant.String,
			variant.StringName: // ParsePath returns a key of these types as a value, not as text
		default:
			if withoutSpaces(keyTextOf(k)) == text {
				return i
			}
		}
	}

	return -1
}

// withoutSpaces removes the spaces outside of quotes.
func withoutSpaces(s string) string {
	if strings.IndexByte(s, ' ') < 0 {
		return s
	}

	b := make([]byte, 0, len(s))
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ' && !quoted:
			continue
		case c == '"':
			quoted = !quoted

		case c == '\\' && quoted && i+1 < len(s):
			b = append(b, c)
			i++
		}

		b = append(b, s[i])
	}

	return string(b)
}

// keyTextOf returns the text of a key in a path.
func keyTextOf(k variant.Variant) string {
	s := variant.Step{Kind: variant.StepKey, Key: k}.String()
	return s[1 : len(s)-1]
}
