package random

import (
	"math/rand/v2"
	"slices"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Any returns a value of any type. Most of the values are containers.
func Any(rng *rand.Rand) variant.Variant {
	g := New(AllSettings[rng.IntN(len(AllSettings))], Bytes(rng, 200))
	if rng.IntN(3) == 0 {
		return g.Value()
	}
	kinds := []variant.Type{variant.TypeArray, variant.TypeDictionary}
	return g.Container(kinds[rng.IntN(2)])
}

// Changed returns a copy of v with some random changes.
func Changed(rng *rand.Rand, v variant.Variant) variant.Variant {
	for range 1 + rng.IntN(4) {
		var paths []variant.Path
		for path := range tree.Walk(v) {
			paths = append(paths, slices.Clone(path))
		}

		path := paths[rng.IntN(len(paths))]
		next, err := tree.Set(v, path, variant.Int(rng.IntN(3)))
		if rng.IntN(2) == 0 {
			next, err = tree.Delete(v, path)
		}
		if err == nil {
			v = next
		}
	}

	return v
}
