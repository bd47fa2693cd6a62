package variant

import (
	"fmt"
	"log/slog"

	"godotvariant/internal"
	"godotvariant/variant/notation"
)

// Internal returns functions for the other packages of this module. No other
// module can call it.
func Internal(internal.Key) kernel { return kernel{} }

// kernel has the functions of [Internal] as its methods.
type kernel struct{}

// For printing values, and for reading text and JSON: each is the function of its name.

func (kernel) NameOf(v Variant) string                             { return nameOf(v) }
func (kernel) ErrorOf(op string, v Variant, err error) *Error      { return errorOf(op, v, err) }
func (kernel) GoText(v Variant) string                             { return goText(v) }
func (kernel) FormatVerb(s fmt.State, verb rune, v Variant)        { formatVerb(s, verb, v) }
func (kernel) LogValue(c Container, extra ...slog.Attr) slog.Value { return logValue(c, extra...) }
func (kernel) ArrayType(elem *ElementType) string                  { return arrayType(elem) }
func (kernel) DictionaryType(d Dictionary) string                  { return dictionaryType(d) }
func (kernel) Accepts(want, t Type) bool                           { return accepts(want, t, false) }
func (kernel) Distinct(pairs []Pair) []Pair                        { return distinct(pairs) }
func (kernel) FormatJSON(v Variant) ([]byte, error)                { return formatJSON(v) }

func (kernel) ParseText(text []byte, prototype Constructible) (Variant, error) {
	return parseText(text, prototype)
}

func (kernel) ParseJSON(data []byte, prototype Constructible) (Variant, error) {
	return parseJSON(data, prototype)
}

func (kernel) ScalarText(r *notation.Reader) (Variant, bool) { return scalarText(r) }

func (kernel) ScalarJSON(r *notation.Reader, path Constructible) (Variant, bool) {
	return scalarJSON(r, path)
}

func (kernel) ConstructJSON(r *notation.Reader, at, list int, prototype Constructible) Variant {
	return constructJSON(r, at, list, prototype)
}

// Constructibles returns the prototypes of own types in the format that are made of
// arguments.
func (kernel) Constructibles(f *Format) []Constructible {
	var own []Constructible
	for i := range f.forms[:256] {
		if c, ok := f.forms[i].prototype.(Constructible); ok && f.forms[i].typ >= TypeCustom {
			own = append(own, c)
		}
	}
	return own
}
