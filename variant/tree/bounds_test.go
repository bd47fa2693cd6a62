package tree_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// TestApplyIsLinear: a patch of a value of double the size takes about double the memory, for keys
// that equal no other, one big key, and paths of great depth.
func TestApplyIsLinear(t *testing.T) {
	values := map[string]func(n, value int) variant.Variant{
		"objects as keys": func(n, value int) variant.Variant {
			var d variant.Dictionary
			for i := range n {
				key := objects.Object{ID: uint64(i) + 1}
				d.Pairs = append(d.Pairs, pair(key, variant.Int(value)))
			}
			return d
		},
		"NaN in keys": func(n, value int) variant.Variant {
			var d variant.Dictionary
			for i := range n {
				key := variant.NewArray(variant.Float(math.NaN), variant.Int(i))
				d.Pairs = append(d.Pairs, pair(key, variant.Int(value)))
			}
			return d
		},
		"one big key": func(n, value int) variant.Variant {
			return variant.NewDictionary(pair(ints(0, n), ints(value, n)))
		},
		"one big packed key": func(n, value int) variant.Variant {
			key := make(packed.PackedInt32Array, n)
			return variant.NewDictionary(pair(key, ints(value, n)))
		},
		"many keys and one big one": func(n, value int) variant.Variant {
			var d variant.Dictionary
			for i := range n {
				key := variant.NewArray(variant.Int(i))
				d.Pairs = append(d.Pairs, pair(key, variant.Int(value)))
			}
			return variant.NewDictionary(append(d.Pairs, pair(ints(0, n), variant.Int(value)))...)
		},
		"deep": func(n, value int) variant.Variant { return inArrays(ints(value, n), 900) },
	}

	for name, value := range values {
		size := func(n int) uint64 {
			a, b := value(n, 0), value(n, 1_000_000)
			return testkit.Allocated(func() {
				p, err := tree.Diff(a, b, tree.DiffOptions{})
				require.NoError(t, err, name)
				got, err := p.Apply(a)
				require.NoError(t, err, name)
				require.True(t, variant.Equal(b, got), name)
			})
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
		p, err := tree.Diff(values[0], values[1], tree.DiffOptions{})
		require.NoError(t, err, name)

		steps := 0
		for _, c := range p {
			steps += len(c.Path)
		}

		assert.NotEmpty(t, p, name)
		assert.Less(t, steps*int(unsafe.Sizeof(variant.Step{})), 16<<20, name)

		got, err := p.Apply(values[0])
		require.NoError(t, err, name)
		assert.True(t, variant.Equal(values[1], got), name)
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
	p, err := tree.Diff(inArrays(ints(0, 5000), 15), inArrays(ints(5000, 5000), 15),
		tree.DiffOptions{})
	require.NoError(t, err)
	assert.Len(t, p, 5000)
}

// TestPatchOfLenientContainers: a patch makes typed containers with what lenient mode accepts in
// them, and what a container had of another type may change within its type.
func TestPatchOfLenientContainers(t *testing.T) {
	floats := variant.ElementType{Type: variant.TypeFloat}
	names := variant.ElementType{Type: variant.TypeStringName}
	for _, values := range [][2]variant.Variant{
		{variant.NewTypedArray(floats, one), variant.NewTypedArray(floats, variant.Int(2))},
		{variant.NewTypedArray(floats), variant.NewTypedArray(floats, variant.Int(2), one)},
		{variant.NewTypedArray(names, str("a")), variant.NewTypedArray(names, str("b"), str("c"))},
		{variant.Dictionary{Key: &names}, variant.Dictionary{Key: &names,
			Pairs: []variant.Pair{pair(str("k"), one)}}},
		{variant.TypedArray{Elem: floats}, variant.TypedArray{Elem: floats,
			Items: []variant.Variant{one}}},
	} {
		p, err := tree.Diff(values[0], values[1], tree.DiffOptions{})
		require.NoError(t, err)
		got, err := p.Apply(values[0])
		require.NoError(t, err, "%v", p)
		assert.True(t, variant.Equal(values[1], got), "%v, not %v", got, values[1])
	}

	a := variant.NewTypedArray(floats, variant.Int(1), variant.NewArray(one))
	got, err := tree.Set(a, "[1][0]", variant.Int(2))
	require.NoError(t, err)
	assert.Equal(t, "Array[float]([1, [2]])", variant.Text(got))
	_, err = tree.Set(a, "[1]", str("b"))
	assert.ErrorIs(t, err, variant.ErrElementType)
}

// TestAnyOrderHoldsInside: with an order ignored, it is ignored at every depth, so more options
// never find more changes.
func TestAnyOrderHoldsInside(t *testing.T) {
	ab := variant.NewDictionary(variant.KV("a", one), variant.KV("b", ints(0, 2)))
	ba := variant.NewDictionary(variant.KV("b", ints(0, 2)), variant.KV("a", one))
	rev := variant.NewArray(variant.Int(1), variant.Int(0))
	same := tree.DiffOptions{AnyKeyOrder: true, AnyItemOrder: true}
	keys, items := tree.DiffOptions{AnyKeyOrder: true}, tree.DiffOptions{AnyItemOrder: true}

	for _, c := range []struct {
		a, b    variant.Variant
		options tree.DiffOptions
		changes int
	}{
		{variant.NewArray(ab), variant.NewArray(ba), same, 0},
		{variant.NewArray(ab), variant.NewArray(ba), keys, 0},
		{variant.NewArray(ab), variant.NewArray(ba), items, 2},
		{variant.NewArray(ints(0, 2), one), variant.NewArray(one, rev), items, 0},
		{variant.NewArray(ints(0, 2), one), variant.NewArray(one, rev), same, 0},
		{variant.NewArray(ints(0, 2), one), variant.NewArray(rev, one), keys, 2},
		{variant.NewArray(null, ab), variant.NewArray(ba), keys, 1},
		{variant.NewDictionary(pair(ab, one)), variant.NewDictionary(pair(ba, one)), same, 2},
	} {
		p, err := tree.Diff(c.a, c.b, c.options)
		require.NoError(t, err)
		assert.Len(t, p, c.changes, "%v\n%v\n%v", c.a, c.b, p)
	}
}
