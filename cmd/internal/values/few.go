package values

import "godotvariant/variant"

// few is the most values that Few allows.
const few = 64

// Few reports whether there are few values in a value, so that work on it takes little time. It looks
// only into arrays and dictionaries.
func Few(v variant.Variant) bool { return without(v, few) > 0 }

// without returns n less the number of values in a value, or at the most 0 if there are so many.
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
