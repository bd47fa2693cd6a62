package parse_test

import (
	"godotvariant/codec/internal/parse"
	"godotvariant/variant"
)

// all accepts objects too.
var all = parse.Options{Objects: true}

var (
	null = variant.Nil{}
	one  = variant.Int(1)
	two  = variant.Int(2)
)

func str(s string) variant.Variant { return variant.String(s) }

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }
