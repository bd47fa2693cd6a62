package sliced

import (
	"slices"

	"godotvariant/cmd/internal/values"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A list is a container that can be divided into runs, see the package comment.
type list struct {
	value variant.Variant
	parts values.Parts
}

// listOf returns a value as a list. It returns false for a value that is not a list.
func listOf(v variant.Variant) (list, bool) {
	switch v := v.(type) {
	case variant.Array, variant.Dictionary:
	case objects.Object:
		if v.Class == "" {
			return list{}, false // an object without a class has no parts
		}
	default:
		return list{}, false
	}

	return list{v, values.Of(v)}, true
}

// run returns the list with only the parts i with from ≤ i < to.
func (l list) run(from, to int) variant.Variant {
	switch v := l.value.(type) {
	case variant.Array:
		v.Items = v.Items[from:to:to]
		return v
	case variant.Dictionary:
		v.Pairs = v.Pairs[from:to:to]
		return v
	case objects.Object:
		v.Properties = v.Properties[from:to:to]
		return v
	}
	return l.value
}

// left returns n minus the work on the part with the index i. It uses the function left for the
// value of the part. If the part is a pair, it also subtracts the work on the key.
func (l list) left(i, n int) int {
	if d, ok := l.value.(variant.Dictionary); ok {
		n = left(d.Pairs[i].Key, n)
	}
	return left(l.parts.At(i).Value, n)
}

// with returns a list with only one part: the part with the index i. This part keeps its key or its
// name, and gets a new value.
func (l list) with(i int, value variant.Variant) variant.Variant {
	switch v := l.run(i, i+1).(type) {
	case variant.Array:
		v.Items = []variant.Variant{value}
		return v
	case variant.Dictionary:
		v.Pairs = []variant.Pair{{Key: v.Pairs[0].Key, Value: value}}
		return v
	case objects.Object:
		v.Properties = []objects.Property{{Name: v.Properties[0].Name, Value: value}}
		return v
	}
	return l.value
}

// weight limits the number of parts in a run, see the package comment. The work on all parts of the
// run is less than weight, unless the run has only one part. The work on one short value is 1.
const weight = 1024

// The work on this many elements of a packed array, or on this many bytes of a text, is as much as
// the work on one value.
const (
	numbers = 16
	letters = 64
)

// isLong reports whether a value is too much work for one run.
func isLong(v variant.Variant) bool { return left(v, weight) <= 0 }

// left subtracts the work on a value from n. If the work is more than n, the result is 0 or less.
func left(v variant.Variant, n int) int {
	n--
	switch v := v.(type) {
	case variant.Array:
		return leftOf(v.Items, n)
	case variant.TypedArray:
		return leftOf(v.Items, n)
	case variant.PackedTypedArray:
		return leftOf(v.Items, n)

	case variant.Dictionary:
		for i := 0; i < len(v.Pairs) && n > 0; i++ {
			n = left(v.Pairs[i].Value, left(v.Pairs[i].Key, n))
		}
		return n

	case objects.Object:
		for i := 0; i < len(v.Properties) && n > 0; i++ {
			n = left(v.Properties[i].Value, n-1)
		}
		return n

	case variant.String:
		return n - len(v)/letters
	}

	if v != nil && values.IsPacked(v.Type()) {
		n -= values.Of(v).N / numbers
	}
	return n
}

func leftOf(items []variant.Variant, n int) int {
	for i := 0; i < len(items) && n > 0; i++ {
		n = left(items[i], n)
	}
	return n
}

// A keySet finds keys that may be equal. It handles the types that are usual for keys.
type keySet struct {
	seen  map[variant.Variant]struct{}
	equal bool // two keys may be equal
}

// add adds a key.
func (s *keySet) add(key variant.Variant) {
	if text, ok := key.(variant.StringName); ok { // engines may read the key as a String
		key = variant.String(text)
	}
	if s.seen == nil {
		s.seen = map[variant.Variant]struct{}{}
	}

	s.equal = s.equal || !isSimple(key)
	if s.equal {
		return
	}

	before := len(s.seen)
	s.seen[key] = struct{}{}
	s.equal = len(s.seen) == before
}

// simple are the types of keys whose order and equality are the same in all engines.
var simple = []variant.Type{variant.TypeString, variant.TypeStringName, variant.TypeInt,
	variant.TypeVector2i, variant.TypeVector3i, variant.TypeVector4i}

func isSimple(key variant.Variant) bool {
	return key != nil && slices.Contains(simple, key.Type())
}
