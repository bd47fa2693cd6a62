package outline_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/internal/valuestest"
	"godotvariant/codec/text"
	"godotvariant/objects"
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

// TestRows opens and closes values at random. Then each visible value has its row. Values inside a
// closed value have no row.
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
			requireRows(t, &open, root, rows)

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

// siblings returns the number of parts of the value around a place. For the root it returns 1.
func siblings(root variant.Variant, p outline.Place) int {
	n := 1
	for _, at := range p {
		parts := values.Of(root)
		n = parts.N
		root = parts.At(at).Value
	}
	return n
}

// requireRows requires that the tree has exactly the rows of the given places. It also tests each
// range of rows.
func requireRows(t *testing.T, open *outline.Tree, root variant.Variant, places []outline.Place) {
	var all []outline.Row
	for r := range open.Rows(root, 0, len(places)+5) {
		require.Equal(t, len(all), r.Index)
		require.Equal(t, places[r.Index], r.Place)
		require.Equal(t, open.Branch(r.Place) != nil, r.Open)

		p, v, err := outline.Locate(root, r.Path)
		require.NoError(t, err)
		require.Equal(t, r.Place, append(outline.Place(nil), p...))
		require.True(t, variant.Equal(v, r.Value))
		require.Equal(t, siblings(root, r.Place), r.Of)
		all = append(all, r)
	}
	require.Len(t, all, len(places))

	for from := 0; from < len(all); from += 3 {
		to := min(from+4, len(all))
		require.Equal(t, all[from:to], slices.Collect(open.Rows(root, from, to)))
	}
	for first := range open.Rows(root, 0, len(all)) {
		require.Equal(t, all[0], first)
		break
	}
}

// TestChange: after a part is removed or added, the open values after it stay open at their new
// places. A removed part is closed.
func TestChange(t *testing.T) {
	root, err := text.Parse(`[[1], {"a": [2], "b": [3]}, [4]]`, nil)
	require.NoError(t, err)
	var open outline.Tree
	open.Open(root)
	open.Reveal(root, outline.Place{1, 1, 0})
	require.NotNil(t, open.Branch(outline.Place{1, 1}))

	change := func(after variant.Variant) {
		patch, err := tree.Diff(root, after, tree.DiffOptions{})
		require.NoError(t, err)
		open.Change(root, patch, after)
		root = after
		requireRows(t, &open, root, visible(&open, root, nil))
	}

	after, err := tree.Delete(root, "[0]")
	require.NoError(t, err)
	change(after)
	require.NotNil(t, open.Branch(outline.Place{0, 1}))

	after, err = tree.Delete(root, "[0].a")
	require.NoError(t, err)
	change(after)
	require.NotNil(t, open.Branch(outline.Place{0, 0}))

	change(variant.NewArray(append([]variant.Variant{variant.Int(7)},
		root.(variant.Array).Items...)...))
	require.NotNil(t, open.Branch(outline.Place{1, 0}))

	after, err = tree.Delete(root, "[1].b")
	require.NoError(t, err)
	change(after)
	require.Nil(t, open.Branch(outline.Place{1}))
}

// TestChangeByKey: if keys of a dictionary, properties of an object or items of a typed array are
// removed or added, open values stay open at their new places.
func TestChangeByKey(t *testing.T) {
	list := variant.NewArray(variant.Int(1))
	named := variant.NewDictionary(variant.KV("a", list), variant.KV("b", list),
		variant.KV("c", list), variant.KV("d", list))
	numbered := variant.NewDictionary(variant.Pair{Key: variant.Int(5), Value: list},
		variant.Pair{Key: variant.Int(7), Value: list})
	object := objects.NewObject("Node", objects.Prop("a", list), objects.Prop("b", list),
		objects.Prop("c", list))
	typed := func(items ...variant.Variant) variant.Variant {
		return variant.TypedArray{Items: items, Elem: variant.ElementType{Type: variant.TypeArray}}
	}
	one, two, three := variant.NewArray(variant.Int(1)), variant.NewArray(variant.Int(2)),
		variant.NewArray(variant.Int(3))

	for _, c := range []struct {
		root, fewer variant.Variant
		open, to    int // index of the open value in the field root, and in the field fewer
	}{
		{named, variant.NewDictionary(slices.Delete(slices.Clone(named.Pairs), 2, 3)...), 0, 0},
		{named, variant.NewDictionary(slices.Delete(slices.Clone(named.Pairs), 2, 3)...), 3, 2},
		{named, variant.NewDictionary(named.Pairs[3]), 3, 0},
		{named, variant.NewDictionary(named.Pairs[0], named.Pairs[3]), 0, 0},
		{numbered, variant.NewDictionary(numbered.Pairs[0]), 0, 0},
		{numbered, variant.NewDictionary(numbered.Pairs[1]), 1, 0},
		{object, objects.NewObject("Node", object.Properties[0], object.Properties[2]), 0, 0},
		{object, objects.NewObject("Node", object.Properties[0], object.Properties[2]), 2, 1},
		{typed(one, two, three), typed(three), 2, 0},
		{typed(one, two, three), typed(one, three), 0, 0},
	} {
		requireOpen(t, c.root, c.fewer, c.open, c.to)
		requireOpen(t, c.fewer, c.root, c.to, c.open)
	}
}

// TestKeysInAnyOrder: the result does not depend on the order in which a patch removes keys.
func TestKeysInAnyOrder(t *testing.T) {
	list := variant.NewArray(variant.Int(1))
	root := variant.NewDictionary(variant.KV("a", list), variant.KV("b", list),
		variant.KV("c", list), variant.KV("d", list), variant.KV("e", list))

	for _, keys := range [][]string{{"d", "b"}, {"b", "d"}, {"e", "c", "a"}, {"a", "e", "c"}} {
		var open outline.Tree
		for at := range root.Pairs {
			open.Reveal(root, outline.Place{at, 0})
		}

		var patch tree.Patch
		after := variant.Variant(root)
		for _, key := range keys {
			next, err := tree.Delete(after, key)
			require.NoError(t, err)
			one, err := tree.Diff(after, next, tree.DiffOptions{})
			require.NoError(t, err)
			patch = append(patch, one...)
			after = next
		}

		open.Change(root, patch, after)
		for at := range values.Of(after).N {
			require.NotNil(t, open.Branch(outline.Place{at}), "%v: %d", keys, at)
		}
	}
}

// requireOpen opens the value at the index at of the root before, and changes this root to after.
// Then it requires that in after only the value at the index to is open.
func requireOpen(t *testing.T, before, after variant.Variant, at, to int) {
	t.Helper()
	var open outline.Tree
	open.Reveal(before, outline.Place{at, 0})
	patch, err := tree.Diff(before, after, tree.DiffOptions{})
	require.NoError(t, err)

	open.Change(before, patch, after)
	for i := range values.Of(after).N {
		require.Equal(t, i == to, open.Branch(outline.Place{i}) != nil, i)
	}
}

// TestClosed: a closed root has one row, and the parts of a closed value have no rows.
func TestClosed(t *testing.T) {
	root, err := text.Parse(`[[[1]], [2]]`, nil)
	require.NoError(t, err)
	var open outline.Tree
	require.Equal(t, 1, open.Total())
	require.Equal(t, -1, open.Row(outline.Place{0}))

	open.Open(root)
	require.Equal(t, -1, open.Row(outline.Place{0, 0}))
	require.Equal(t, 2, open.Row(outline.Place{1}))
	require.Empty(t, slices.Collect(open.Rows(root, 0, 0)))

	open.Reveal(root, outline.Place{1, 0})
	open.Shift(nil, 1, 0)
	require.NotNil(t, open.Branch(outline.Place{1}))

	open.Open(variant.Array{})
	for r := range open.Rows(variant.Array{}, 0, 1) {
		require.False(t, r.Open, "nothing follows")
	}
}

// TestLocate: Locate returns the place of a path, and the value at the path.
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

	named := variant.NewDictionary(variant.KV("a", variant.Int(1)), variant.KV("b", variant.Int(2)))
	p, v, err := outline.Locate(named, variant.Path{{Kind: variant.StepProperty, Name: "a"}})
	require.NoError(t, err)
	require.Equal(t, outline.Place{0}, p)
	require.Equal(t, variant.Int(1), v)

	numbered := variant.NewDictionary(variant.Pair{Key: variant.Int(5), Value: variant.Int(1)},
		variant.Pair{Key: variant.Int(7), Value: variant.Int(2)})
	p, v, err = outline.Locate(numbered, variant.Path{{Kind: variant.StepIndex, Index: 5}})
	require.NoError(t, err)
	require.Equal(t, outline.Place{0}, p)
	require.Equal(t, variant.Int(1), v)

	list := values.Of(variant.NewArray(variant.Int(1)))
	at, _ := outline.FindPart(list, variant.Step{Kind: variant.StepProperty, Name: "x"})
	require.Equal(t, -1, at)

	_, _, err = outline.Locate(variant.NewArray(variant.Int(1)),
		variant.Path{{Kind: variant.StepIndex, Index: 5}})
	require.ErrorContains(t, err, "There is nothing at 5")
	_, _, err = outline.Locate(variant.Array{}, variant.Path{{Kind: variant.StepIndex}})
	require.ErrorContains(t, err, "There is nothing at 0")
	require.Negative(t, outline.Place{0, 5}.Compare(outline.Place{1}))
}

// TestPlaceRemoved: the position of a removed part is its index directly before the removal.
func TestPlaceRemoved(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	removed := 0

	for range 2000 {
		v := valuestest.Root(random)
		patch, err := tree.Diff(v, valuestest.Root(random), tree.DiffOptions{})
		require.NoError(t, err)
		require.NoError(t, outline.PlaceRemoved(patch, v))

		for i, c := range patch {
			if c.Kind == tree.Removed {
				at, _, err := outline.Locate(v, c.Path)
				require.NoError(t, err)
				require.Equal(t, at[len(at)-1], c.Position, c)
				removed++
			}

			v, err = patch[i : i+1].Apply(v)
			require.NoError(t, err)
		}
	}

	require.Greater(t, removed, 1000)
}

// TestRemovedPlaces: the position of a removed key does not count the keys that are removed before
// it.
func TestRemovedPlaces(t *testing.T) {
	root := variant.NewDictionary(variant.KV("a", variant.Int(1)), variant.KV("b", variant.Int(2)),
		variant.KV("c", variant.Int(3)), variant.KV("d", variant.Int(4)))
	removed := func(i int) tree.Change {
		step := variant.Step{Kind: variant.StepKey, Key: root.Pairs[i].Key}
		return tree.Change{Kind: tree.Removed, Path: variant.Path{step}, Old: root.Pairs[i].Value}
	}

	patch := tree.Patch{removed(1), removed(3), removed(2)}
	require.NoError(t, outline.PlaceRemoved(patch, root))
	require.Equal(t, []int{1, 2, 1},
		[]int{patch[0].Position, patch[1].Position, patch[2].Position})
}
