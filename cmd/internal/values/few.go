package values

import "godotvariant/variant"

// few is the greatest number of values for which Few returns true.
const few = 64

// Few reports whether a value has only few values in it, so that work on it takes little time. It
// looks only into arrays and dictionaries.
func Few(v variant.Variant) bool { return without(v, few) > 0 }

// without subtracts the number of values in a value from n. It stops at 0.
func without(v variant.Variant, n int) int {
	n--
	switch v := v.(type) {
	case variant.Array:
		for i := 0; i < len(v.Items) && n > 0; i++ {
			n = without(v.Items[i], n)
		}
	case variant.Dictionary:
		for i := 0; i < len(v.Pairs) && n > 0; i++ {
			n = without(v.Pairs[i].Value, n-1)
		}
	}
	return n
}
