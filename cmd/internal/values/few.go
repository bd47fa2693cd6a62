package values

import "godotvariant/variant"

// few is the least number of values for which Few returns false.
const few = 64

// Few reports whether a value consists of few values, so that work on it takes little time. The
// value itself and the keys of dictionaries count. Few looks only into arrays and dictionaries.
func Few(v variant.Variant) bool { return without(v, few) > 0 }

// without returns n minus the number of values of which v consists. It stops counting when the
// result is 0 or less.
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
