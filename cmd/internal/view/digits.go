package view

import (
	"godotvariant/codec"
	"godotvariant/variant"
)

// byPrecision has the codecs that the function Digits returns.
var byPrecision = map[variant.Precision]*codec.Codec{
	codec.Single: codec.MustNew(codec.Options{Precision: codec.Single}),
	codec.Double: codec.MustNew(codec.Options{Precision: codec.Double}),
}

// Digits returns a codec for the numbers in text and JSON. The argument is the precision of the
// file with the values. A component of a vector gets the digits that distinguish it from all other
// numbers of this precision. A float gets the digits of double precision, because engines store a
// float in double precision in every file.
func Digits(p variant.Precision) *codec.Codec { return byPrecision[p] }
