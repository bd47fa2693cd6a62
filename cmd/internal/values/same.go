package values

import (
	"bytes"

	"godotvariant/packed"
	"godotvariant/variant"
)

// Same returns the result of variant.Equal for values that were read from files. It does not
// compare parts that both values share in memory, because such parts are equal. So Same is fast for
// a value and an edited copy of it.
func Same(a, b variant.Variant) bool {
	switch x := a.(type) {
	case variant.Array:
		y, ok := b.(variant.Array)
		return ok && x.Shared == y.Shared && sameElement(x.Elem, y.Elem) &&
			sameParts(x.Items, y.Items, Same)

	case variant.Dictionary:
		y, ok := b.(variant.Dictionary)
		return ok && x.Shared == y.Shared && sameElement(x.Key, y.Key) &&
			sameElement(x.Value, y.Value) && sameParts(x.Pairs, y.Pairs, samePair)

	// These types are the most frequent ones, and variant.Equal takes longer.
	case variant.String:
		y, ok := b.(variant.String)
		return ok && x == y

	case variant.Int:
		y, ok := b.(variant.Int)
		return ok && x == y

	case packed.PackedByteArray:
		y, ok := b.(packed.PackedByteArray)
		return ok && bytes.Equal(x, y)
	}

	return variant.Equal(a, b)
}

// sameElement compares the element types of two containers.
func sameElement(a, b *variant.ElementType) bool {
	return a == b || a != nil && b != nil &&
		variant.Equal(variant.Array{Elem: a}, variant.Array{Elem: b})
}

func samePair(a, b variant.Pair) bool { return Same(a.Key, b.Key) && Same(a.Value, b.Value) }

// sameParts compares the parts of two containers.
func sameParts[T any](a, b []T, same func(a, b T) bool) bool {
	if len(a) != len(b) {
		return false
	}
	if len(a) == 0 || &a[0] == &b[0] {
		return true
	}

	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}

	return true
}
