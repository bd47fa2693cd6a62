package gdscript

import (
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// Options returns the options to read the values of a file with a precision. Objects are read, and
// a number that is out of the range of its type is a variant.ErrRange.
func Options(p variant.Precision) text.ParseOptions {
	return text.ParseOptions{Objects: true, Single: p == variant.Single, Strict: true}
}

// Text returns a value of a file as text in one line. [Parse] reads it as the same value. Exceptions
// are null objects, which Parse reads as null, and types that have no text.
func Text(v variant.Variant, p variant.Precision) string {
	short := variant.Text(v)

	switch v.(type) {
	case variant.Nil, variant.Bool, variant.Int, variant.String, variant.StringName:
		return short
	}

	if same, err := text.Parse(short, Options(p)); err == nil && variant.Equal(same, v) {
		return short
	}

	long, err := text.Format(v, text.Options{Lossless: true})
	if err != nil {
		return short
	}

	return long
}
