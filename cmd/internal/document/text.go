package document

import (
	"godotvariant/cmd/internal/gdscript"
	"godotvariant/variant"
)

// Text returns a value as GDScript text in one line, see [gdscript.Text].
func (f *Format) Text(v variant.Variant) string { return gdscript.Text(v, f.Precision()) }

// Parse returns the value of GDScript text, see [gdscript.Parse]. Components of vectors and similar
// types are rounded to the precision of the file. For a number out of the range of its type the
// error is variant.ErrRange.
func (f *Format) Parse(s string) (variant.Variant, error) {
	return gdscript.Parse(s, gdscript.Codec(f.Precision()))
}
