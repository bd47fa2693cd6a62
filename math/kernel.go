package math

import (
	"godotvariant/internal"
	"godotvariant/variant"
)

// kernel has the functions of package variant for the packages of this module.
var kernel = variant.Internal(internal.Key{})
