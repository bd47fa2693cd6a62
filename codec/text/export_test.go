package text

import "godotvariant/variant"

// Unexported things that tests need.
var (
	AppendDigits = appendDigits
	ExactDigits  = exactDigits
	Grisu        = grisu
	Scale        = scale
)

// Sorted returns the pairs in the order in which var_to_str writes them.
func Sorted(pairs []variant.Pair, v Version) []variant.Pair {
	order := appendOrder(nil, pairs)
	sortPairs(order, pairs, v)

	sorted := make([]variant.Pair, len(pairs))
	for i, at := range order {
		sorted[i] = pairs[at]
	}

	return sorted
}
