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

// The methods that follow are for printing values, and for reading text and JSON.

// NameOf returns the name of the type of v: that of a [Named] type, else that of its Type.
func (kernel) NameOf(v Variant) string { return nameOf(v) }

// ErrorOf returns the error of a value that is neither read from nor written to bytes.
func (kernel) ErrorOf(op string, v Variant, err error) *Error { return errorOf(op, v, err) }

// GoText returns v as Go source: what %#v prints.
func (kernel) GoText(v Variant) string { return goText(v) }

// FormatVerb is the Format method of containers: %v and %s print one line, %+v one part a
// line, %#v Go source; %q and %x treat the line as a string.
func (kernel) FormatVerb(s fmt.State, verb rune, v Variant) { formatVerb(s, verb, v) }

// LogValue returns a container as a group for package slog, after the extra attributes.
func (kernel) LogValue(c Container, extra ...slog.Attr) slog.Value { return logValue(c, extra...) }

// ArrayType returns the type of a typed array, Array[int], or "" for an untyped array.
func (kernel) ArrayType(elem *ElementType) string { return arrayType(elem) }

// DictionaryType returns the type of a typed dictionary, Dictionary[String, Variant], or ""
// for an untyped dictionary.
func (kernel) DictionaryType(d Dictionary) string { return dictionaryType(d) }

// JSON returns v as canonical JSON.
func (kernel) JSON(v Variant) ([]byte, error) { return marshalJSON(v) }

// ParseText reads the constructor text of the type of the prototype.
func (kernel) ParseText(text []byte, prototype Constructible) (Variant, error) {
	return unmarshalText(text, prototype)
}

// ParseJSON reads canonical JSON of the type of the prototype.
func (kernel) ParseJSON(data []byte, prototype Constructible) (Variant, error) {
	return unmarshalJSON(data, prototype)
}

// ScalarText reads a scalar of this package as constructor text. It returns false, and
// reads nothing, if something else is next.
func (kernel) ScalarText(r *notation.Reader) (Variant, bool) { return scalarText(r) }

// ScalarJSON reads a scalar of this package, or a NodePath by its prototype, as canonical
// JSON. It returns false, and reads nothing, if something else is next.
func (kernel) ScalarJSON(r *notation.Reader, path Constructible) (Variant, bool) {
	return scalarJSON(r, path)
}

// ConstructJSON reads the type of the prototype from the list of arguments at offset list,
// -1 if it is missing, of the JSON object at offset at.
func (kernel) ConstructJSON(r *notation.Reader, at, list int, prototype Constructible) Variant {
	return constructJSON(r, at, list, prototype)
}

// Distinct returns pairs with each key once: in its first place, with its last value.
// It changes the slice.
func (kernel) Distinct(pairs []Pair) []Pair { return distinct(pairs) }

// Accepts reports whether a container of element type want takes an item of type t.
func (kernel) Accepts(want, t Type) bool { return accepts(want, t, false) }

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
