package plan_test

import (
	"math"

	"godotvariant/codec"
)

// standard is the codec of the functions of package codec.
var standard *codec.Codec

var (
	nan = math.NaN()
	inf = math.Inf(1)
)
