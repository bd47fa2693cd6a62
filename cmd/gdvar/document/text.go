package document

import (
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// Text returns a value in one line of GDScript that [Format.Parse] reads as the same value, apart
// from null objects, which are read as null, and types that have no text.
func (f *Format) Text(v variant.Variant) string {
	short := variant.Text(v)

	switch v.(type) {
	case variant.Nil, variant.Bool, variant.Int, variant.String, variant.StringName:
		return short
	}

	if same, err := f.Parse(short); err == nil && variant.Equal(same, v) {
		return short
	}

	long, err := text.Format(v, text.Options{Lossless: true})
	if err != nil {
		return short
	}

	return long
}

// Parse returns the value of GDScript text, as [text.Parse] does. Components of vectors and the
// like are rounded as the precision of the file rounds them.
func (f *Format) Parse(s string) (variant.Variant, error) {
	return text.Parse(s, text.ParseOptions{Objects: true, Single: f.Precision() == variant.Single})
}
