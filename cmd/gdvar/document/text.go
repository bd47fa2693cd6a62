package document

import (
	"godotvariant/cmd/internal/gdscript"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// Text returns a value as GDScript text in one line. [Format.Parse] reads it as the same value.
// Exceptions are null objects, which Parse reads as null, and types that have no text.
func (f *Format) Text(v variant.Variant) string {
	short := variant.Text(v)

	switch v.(type) {
	case variant.Nil, variant.Bool, variant.Int, variant.String, variant.StringName:
		return short
	}

	if same, err := text.Parse(short, f.parseOptions()); err == nil && variant.Equal(same, v) {
		return short
	}

	long, err := text.Format(v, text.Options{Lossless: true})
	if err != nil {
		return short
	}

	return long
}

// Parse returns the value of GDScript text, see [gdscript.Parse]. Components of vectors and similar
// types are rounded to the precision of the file. A number that is out of the range of its type is a
// variant.ErrRange.
func (f *Format) Parse(s string) (variant.Variant, error) {
	return gdscript.Parse(s, f.parseOptions())
}

func (f *Format) parseOptions() text.ParseOptions {
	return text.ParseOptions{
		Objects: true, Single: f.Precision() == variant.Single, Strict: true,
	}
}
