package codec_test

import (
	"godotvariant/internal"
	"godotvariant/variant"
)

var kernel = variant.Internal(internal.Key{})
