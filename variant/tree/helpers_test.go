package tree_test

import (
	"godotvariant/variant"
)

var (
	null = variant.Nil{}
	one  = variant.Int(1)
)

func str(s string) variant.Variant { return variant.String(s) }

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

// must returns v, and panics if there is an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
