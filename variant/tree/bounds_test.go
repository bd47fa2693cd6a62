package tree_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
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

// keyed returns a dictionary of n keys with one value.
func keyed(n, value int, key func(i int) variant.Variant) (d variant.Dictionary) {
	for i := range n {
		d.Pairs = append(d.Pairs, pair(key(i), variant.Int(value)))
	}
	return d
}

// TestApplyIsLinear: a patch of a value of double the size takes about double the memory, for keys
// that equal no other, one big key, and paths of great depth.
func TestApplyIsLinear(t *testing.T) {
	values := map[string]func(n, value int) variant.Variant{
		"objects as keys": func(n, value int) variant.Variant {
			return keyed(n, value, func(i int) variant.Variant {
				return objects.Object{ID: uint64(i) + 1}
			})
		},
		"NaN in keys": func(n, value int) variant.Variant {
			return keyed(n, value, func(i int) variant.Variant {
				return variant.NewArray(variant.Float(math.NaN), variant.Int(i))
			})
		},
		"one big key": func(n, value int) variant.Variant {
			return variant.NewDictionary(pair(ints(0, n), ints(value, n)))
		},
		"one big packed key": func(n, value int) variant.Variant {
			return variant.NewDictionary(pair(make(packed.PackedInt32Array, n), ints(value, n)))
		},
		"many keys and one big one": func(n, value int) variant.Variant {
			d := keyed(n, value, func(i int) variant.Variant { return ints(i, 1) })
			d.Pairs = append(d.Pairs, pair(ints(0, n), variant.Int(value)))
			return d
		},
		"deep": func(n, value int) variant.Variant { return inArrays(ints(value, n), 900) },
	}

	for name, value := range values {
		size := func(n int) uint64 {
			a, b := value(n, 0), value(n, 1_000_000)
			return testkit.Allocated(func() { requireDiff(t, a, b, tree.DiffOptions{}, -1) })
		}

		small, large := size(500), size(2000)
		assert.Less(t, large, 7*small, name)
	}
}

// TestDiffPathsAreBounded: the paths of all changes take no more memory than the packets of the
// values allow. A container with more changes than that has one.
func TestDiffPathsAreBounded(t *testing.T) {
	for name, values := range map[string][2]variant.Variant{
		"items":  {inArrays(ints(0, 10_000), 900), inArrays(ints(10_000, 10_000), 900)},
		"levels": {levels(0, 900), levels(1, 900)},
	} {
		steps := 0
		for _, c := range must(tree.Diff(values[0], values[1], tree.DiffOptions{})) {
			steps += len(c.Path)
		}

		assert.Positive(t, steps, name)
		assert.Less(t, steps*int(unsafe.Sizeof(variant.Step{})), 16<<20, name)
		requireDiff(t, values[0], values[1], tree.DiffOptions{}, -1)
	}
}

// levels returns arrays in each other, each with an int besides the next.
func levels(i variant.Int, depth int) variant.Variant {
	v := variant.NewArray()
	for range depth {
		v = variant.NewArray(i, v)
	}
	return v
}

// TestDiffOfUsualDepthIsComplete: up to a depth of 16 each item that differs is one change.
func TestDiffOfUsualDepthIsComplete(t *testing.T) {
	requireDiff(t, inArrays(ints(0, 5000), 15), inArrays(ints(5000, 5000), 15),
		tree.DiffOptions{}, 5000)
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
