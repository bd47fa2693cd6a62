package tree_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// ints returns an array of n ints from first on.
func ints(first, n int) variant.Array {
	a := variant.NewArray()
	for i := range n {
		a.Items = append(a.Items, variant.Int(first+i))
	}
	return a
}

// inArrays returns v in arrays in arrays.
func inArrays(v variant.Variant, depth int) variant.Variant {
	for range depth {
		v = variant.NewArray(v)
	}
	return v
}

// TestDiffOfUsualDepthIsComplete: up to a depth of 16 each item that differs is one change. Deeper
// in, the items of a long array change together.
func TestDiffOfUsualDepthIsComplete(t *testing.T) {
	requireDiff(t, inArrays(ints(0, 5000), 15), inArrays(ints(5000, 5000), 15),
		tree.DiffOptions{}, 5000)
	requireDiff(t, inArrays(ints(0, 10_000), 900), inArrays(ints(10_000, 10_000), 900),
		tree.DiffOptions{}, 1)
}

// TestPatchOfLenientContainers: a patch makes typed containers with what lenient mode accepts in
// them, and what a container had of another type may change within its type.
func TestPatchOfLenientContainers(t *testing.T) {
	floats := variant.ElementType{Type: variant.TypeFloat}
	names := variant.ElementType{Type: variant.TypeStringName}
	array := variant.NewTypedArray
	for _, values := range [][2]variant.Variant{
		{array(floats, one), array(floats, variant.Int(2))},
		{array(floats), array(floats, variant.Int(2), one)},
		{array(names, str("a")), array(names, str("b"), str("c"))},
		{variant.Dictionary{Key: &names},
			variant.Dictionary{Key: &names, Pairs: []variant.Pair{pair(str("k"), one)}}},
		{variant.TypedArray{Elem: floats},
			variant.TypedArray{Elem: floats, Items: []variant.Variant{one}}},
	} {
		requireDiff(t, values[0], values[1], tree.DiffOptions{}, -1)
	}

	a := array(floats, one, variant.NewArray(one))
	got := must(tree.Set(a, "[1][0]", variant.Int(2)))
	assert.Equal(t, "Array[float]([1, [2]])", variant.Text(got))
	_, err := tree.Set(a, "[1]", str("b"))
	assert.ErrorIs(t, err, variant.ErrElementType)
}

// TestAnyOrderHoldsInside: with an order ignored, it is ignored at every depth, so more options
// never find more changes.
func TestAnyOrderHoldsInside(t *testing.T) {
	same := tree.DiffOptions{AnyKeyOrder: true, AnyItemOrder: true}
	keys, items := tree.DiffOptions{AnyKeyOrder: true}, tree.DiffOptions{AnyItemOrder: true}

	for _, c := range []struct {
		a, b    string
		options tree.DiffOptions
		changes int
	}{
		{`[{"a": 1, "b": [0, 1]}]`, `[{"b": [0, 1], "a": 1}]`, same, 0},
		{`[{"a": 1, "b": [0, 1]}]`, `[{"b": [0, 1], "a": 1}]`, keys, 0},
		{`[{"a": 1, "b": [0, 1]}]`, `[{"b": [0, 1], "a": 1}]`, items, 2},
		{"[[0, 1], 1]", "[1, [1, 0]]", items, 0},
		{"[[0, 1], 1]", "[1, [1, 0]]", same, 0},
		{"[[0, 1], 1]", "[[1, 0], 1]", keys, 2},
		{`[null, {"a": 1, "b": [0, 1]}]`, `[{"b": [0, 1], "a": 1}]`, keys, 1},
		{`{{"a": 1, "b": 2}: 1}`, `{{"b": 2, "a": 1}: 1}`, same, 2},
	} {
		requireDiff(t, parse(t, c.a), parse(t, c.b), c.options, c.changes)
	}
}
