package gdscript

import (
	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// byPrecision has the codec that the function Codec returns for each precision.
var byPrecision = map[variant.Precision]*codec.Codec{
	codec.Single: strict(codec.Single),
	codec.Double: strict(codec.Double),
}

func strict(p variant.Precision) *codec.Codec {
	return codec.MustNew(codec.Options{Precision: p, FullObjects: true, Mode: codec.Strict})
}

// Codec returns the codec for reading the values of a file with a precision. It reads objects. For
// a number out of the range of its type the error is variant.ErrRange.
func Codec(p variant.Precision) *codec.Codec { return byPrecision[p] }

// Text returns a value of a file as text in one line. [Parse] reads the text as the same value,
// with two exceptions: Parse reads null objects as null, and some types have no text.
func Text(v variant.Variant, p variant.Precision) string {
	short := variant.Text(v)

	switch v.(type) {
	case variant.Nil, variant.Bool, variant.Int, variant.String, variant.StringName:
		return short
	}

	if same, err := text.Parse(short, Codec(p)); err == nil && variant.Equal(same, v) {
		return short
	}

	long, err := text.Lossless.Format(v, nil)
	if err != nil {
		return short
	}

	return long
}
