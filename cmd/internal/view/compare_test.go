package view_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/valuestest"
	"godotvariant/cmd/internal/view"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestComparison: a comparison in slices finds changes that turn the first value into the second.
// It finds no more changes than tree.Diff.
func TestComparison(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(2, seed))
		items := make([]variant.Variant, 100)
		for i := range items {
			items[i] = valuestest.Root(random)
		}

		a := variant.NewDictionary(variant.KV("items", variant.NewArray(items...)),
			variant.KV("hp", variant.Int(seed)), variant.KV("old", valuestest.Root(random)))
		b := edited(t, random, a)

		for _, o := range []tree.DiffOptions{{}, {AnyKeyOrder: true}, {AnyItemOrder: true}} {
			want, err := tree.Diff(a, b, o)
			require.NoError(t, err)

			c := view.NewComparison(full, o)
			done := 0
			c.Watch = func(now int) {
				require.Greater(t, now, done)
				done = now
			}

			got, err := c.Diff(a, b)
			require.NoError(t, err)
			require.LessOrEqual(t, len(got), len(want), "seed %d", seed)

			after, err := got.Apply(a)
			require.NoError(t, err)
			left, err := tree.Diff(after, b, o)
			require.NoError(t, err)
			require.Empty(t, left, "seed %d", seed)
		}
	}
}

// edited returns a value with some changes at random places.
func edited(t *testing.T, random *rand.Rand, v variant.Variant) variant.Variant {
	t.Helper()
	for range 1 + random.IntN(8) {
		var paths []variant.Path
		for path := range tree.Walk(v) {
			if n := len(path); n > 0 && path[n-1].Kind != variant.StepPairKey {
				paths = append(paths, append(variant.Path(nil), path...))
			}
		}

		path := paths[random.IntN(len(paths))]
		var after variant.Variant
		var err error
		if random.IntN(2) == 0 {
			after, err = tree.Delete(v, path)
		} else {
			after, err = tree.Set(v, path, variant.String("another value"))
		}
		if err == nil {
			v = after
		}
	}

	return v
}
