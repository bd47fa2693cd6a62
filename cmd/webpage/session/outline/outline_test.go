package outline_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/cmd/webpage/session/outline"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// visible returns the places of all rows, in their order.
func visible(t *outline.Tree, root variant.Variant, p outline.Place) []outline.Place {
	rows := []outline.Place{append(outline.Place(nil), p...)}
	if t.Branch(p) == nil {
		return rows
	}

	parts := values.Of(root)
	for i := range parts.N {
		rows = append(rows, visible(t, parts.At(i).Value, append(p, i))...)
	}
	return rows
}

// TestRows: after values are opened and closed at random, each visible value has its row, and closed
// values have none.
func TestRows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))

	for range 200 {
		root := valuestest.Root(random)
		var open outline.Tree
		open.Open(root)

		for range 12 {
			rows := visible(&open, root, nil)
			require.Equal(t, len(rows), open.Total())

			for i, p := range rows {
				require.Equal(t, i, open.Row(p), p)
			}

			p := rows[random.IntN(len(rows))]
			v := root
			for _, at := range p {
				v = values.Of(v).At(at).Value
			}

			var b *outline.Branch
			if n := values.Of(v).N; n > 0 && (open.Branch(p) == nil || len(p) == 0) {
				b = &outline.Branch{N: n}
			}
			before := open.Total()
			added := open.Set(p, b)
			require.Equal(t, open.Total(), before+added)
			if len(p) == 0 && b == nil {
				open.Open(root)
			}
		}

		require.Equal(t, -1, open.Row(outline.Place{values.Of(root).N}))
	}
}

// TestLocate: the place of a path leads to the value of the path.
func TestLocate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))

	for range 100 {
		root := valuestest.Root(random)
		for path, v := range tree.Walk(root) {
			if n := len(path); n > 0 && path[n-1].Kind == variant.StepPairKey {
				continue
			}

			p, found, err := outline.Locate(root, path)
			require.NoError(t, err)
			require.True(t, variant.Equal(v, found), path)
			require.Len(t, p, len(path))
		}
	}

	_, _, err := outline.Locate(variant.Array{}, variant.Path{{Kind: variant.StepIndex}})
	require.ErrorContains(t, err, "There is nothing at 0")
	require.Negative(t, outline.Place{0, 5}.Compare(outline.Place{1}))
}
