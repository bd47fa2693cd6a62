package tree_test

import (
	"fmt"
	stdmath "math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/parsed"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestEqualApprox compares the values of approx.txt, and values that have no text.
func TestEqualApprox(t *testing.T) {
	type comparison struct {
		a, b variant.Variant
		t    tree.Tolerance
		want bool
	}

	f := func(x float64) variant.Variant { return variant.Float(x) }
	typed := func(x float64) variant.TypedArray {
		return variant.TypedArray{Items: []variant.Variant{f(x)}}
	}

	endless, nothing := testkit.SelfContaining()["array"], (*objects.Object)(nil)
	all := []comparison{
		{f(1), f(1.5), tree.Tolerance{Absolute: 0.5}, true},
		{f(1), f(2), tree.Tolerance{Relative: 0.5}, true},
		{typed(1), typed(1.000001), tree.Tolerance{}, true},
		{variant.TypedArray{}, variant.PackedTypedArray{}, tree.Tolerance{}, false},
		{nil, variant.Nil{}, tree.Tolerance{}, true},
		{endless, endless, tree.Tolerance{}, false},
		{nothing, nothing, tree.Tolerance{}, false},
		{testkit.Doubling(8, f(1)), testkit.Doubling(8, f(1.000001)), tree.Tolerance{}, true},
	}

	for _, line := range lines("approx.txt") {
		words := strings.Split(line, " | ")
		all = append(all, comparison{a: parsed.Value(t, words[0]), b: parsed.Value(t, words[1]),
			want: words[2] == "true"})
	}

	for _, c := range all {
		assert.Equal(t, c.want, tree.EqualApprox(c.a, c.b, c.t), "%.60v %.60v", c.a, c.b)
		assert.Equal(t, c.want, tree.EqualApprox(c.b, c.a, c.t), "%.60v %.60v", c.b, c.a)
	}
}

// TestPatchByHand: Apply makes changes in any order, one after another.
func TestPatchByHand(t *testing.T) {
	at := func(kind tree.ChangeKind, i, position int, old, new variant.Variant) tree.Change {
		path := variant.Path{{Kind: variant.StepIndex, Index: i}}
		return tree.Change{Kind: kind, Path: path, Position: position, Old: old, New: new}
	}

	two, three := variant.Int(2), variant.Int(3)
	got := must(tree.Patch{
		at(tree.Added, 2, 0, nil, three), at(tree.Removed, 0, 0, one, nil),
		at(tree.Changed, 1, 0, three, one), at(tree.Added, 0, 0, nil, two),
	}.Apply(variant.NewArray(one, two)))
	require.Equal(t, "[2, 2, 1]", variant.Text(got))

	got = must(tree.Patch{
		at(tree.Added, 7, -1, nil, one), at(tree.Added, 8, 0, nil, two),
		at(tree.Changed, 8, 0, two, three), at(tree.Removed, 7, 0, one, nil),
		at(tree.Added, 9, 1, nil, one),
	}.Apply(variant.NewDictionary(pair(one, one))))
	require.Equal(t, "{8: 3, 9: 1, 1: 1}", variant.Text(got))
}

// These types belong to another module and have no parts: position is an ordinary type, locked
// can't be decoded, and cloned has a method Clone.
type (
	position struct {
		variant.Nil
		XY *[2]float32
	}
	locked struct{ variant.Nil }
	cloned struct {
		variant.Nil
		Times *int
	}
)

func (position) Type() variant.Type { return variant.TypeCustom }

func (p position) Encode(w *variant.Writer) error {
	w.Float32(p.XY[0])
	w.Float32(p.XY[1])
	return w.Err()
}

func (position) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, position{XY: &[2]float32{r.Float32(), r.Float32()}})
}

func (locked) Type() variant.Type { return variant.TypeCustom + 1 }

func (locked) Decode(*variant.Reader) (variant.Variant, error) { panic("locked") }

func (c cloned) Clone() variant.Variant { *c.Times++; return variant.Int(*c.Times) }

// TestCloneOwn: Clone copies values of other modules' types with the methods of these types.
func TestCloneOwn(t *testing.T) {
	times := 6
	p := position{XY: &[2]float32{1, stdmath.Float32frombits(0x7FA00001)}}
	v := variant.NewArray(p, queue{Items: []variant.Variant{p}}, cloned{Times: &times})
	got := must(tree.Clone(v)).(variant.Array)

	inner := got.Items[1].(queue).Items[0].(position)
	for _, other := range []position{got.Items[0].(position), inner} {
		require.Equal(t, stdmath.Float32bits(p.XY[1]), stdmath.Float32bits(other.XY[1]))
		require.NotSame(t, p.XY, other.XY)
	}

	require.Equal(t, variant.Int(7), got.Items[2])
	_, err := tree.Clone(variant.NewArray(locked{}))
	require.ErrorIs(t, err, variant.ErrUnsupported)
	require.ErrorContains(t, err, "godot: clone $[0] (custom type 1)")
}

// requireDiff checks the patch from a to b. It must have n changes, or any number if n is -1.
func requireDiff(t *testing.T, a, b variant.Variant, o tree.DiffOptions, n int) {
	p, err := tree.Diff(a, b, o)
	require.NoError(t, err)
	if n >= 0 {
		require.Len(t, p, n, "%v\n%v\n%v", a, b, p)
	}

	got, err := p.Apply(a)
	require.NoError(t, err, "%v", p)
	if o == (tree.DiffOptions{}) {
		require.True(t, variant.Equal(b, got), "%v, not %v, by %v", got, b, p)
	}
}

// TestDiffOdd compares values with keys that are equal to no key, keys that a dictionary has twice,
// and items with types of other modules.
func TestDiffOdd(t *testing.T) {
	pairs := func(values ...int) (d variant.Dictionary) {
		for _, x := range values {
			d.Pairs = append(d.Pairs, pair(objects.Object{ID: 5}, variant.Int(x)))
		}
		return d
	}

	many := func(value variant.Int) (d variant.Dictionary) {
		for i := range 30 {
			d.Set(variant.Int(i/2), value)
			d.Pairs = append(d.Pairs, pair(ints(i, 3), value))
		}
		return d
	}
	own := func(items ...variant.Variant) variant.Variant { return queue{Items: items} }
	nan := variant.NewArray(variant.Float(stdmath.NaN()))
	two, three := variant.Int(2), variant.Int(3)
	list := &variant.Array{Items: []variant.Variant{nil}}
	for _, c := range []struct {
		a, b    variant.Variant
		changes int
	}{
		{pairs(1), pairs(2), 1},
		{pairs(1, 2), pairs(1, 3), 1},
		{pairs(1, 2), pairs(2), 1},
		{variant.NewDictionary(pair(nan, nan)), variant.NewDictionary(pair(nan, nil)), 1},
		{variant.NewDictionary(pair(str("a"), nil)),
			variant.NewDictionary(pair(variant.StringName("a"), nil)), 2},
		{many(1), many(2), 45},
		{own(one, two), own(one, three, two), 1},
		{list, variant.NewArray(variant.Nil{}), 0},
		{list, variant.NewArray(), 1},
		{nil, one, 1},
	} {
		requireDiff(t, c.a, c.b, tree.DiffOptions{}, c.changes)
	}
}

// randomState returns a value of Dictionaries and Arrays.
func randomState(r *rand.Rand, depth int) variant.Variant {
	if depth == 0 || r.IntN(4) == 0 {
		return variant.Int(r.IntN(4))
	}

	if r.IntN(2) == 0 {
		var a variant.Array
		for range r.IntN(5) {
			a.Items = append(a.Items, randomState(r, depth-1))
		}
		return a
	}

	var d variant.Dictionary
	for range r.IntN(5) {
		d.Set(variant.String(fmt.Sprint(r.IntN(6))), randomState(r, depth-1))
	}

	return d
}

// TestDeltaLeadsToTheSameValue: applying a delta to a returns b, except for the order of keys.
func TestDeltaLeadsToTheSameValue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		a, b := randomState(r, 4), randomState(r, 4)
		delta := must(must(tree.Diff(a, b, tree.DiffOptions{AnyKeyOrder: true})).Delta())
		got := must(tree.ApplyDelta(a, delta))
		rest := must(tree.Diff(got, b, tree.DiffOptions{AnyKeyOrder: true}))
		require.Empty(t, rest, "%v to %v by %v", a, b, delta)
	}
}

// TestDeltaErrors: a change of an object can't be in a delta. paths.txt has Arrays that are not
// deltas.
func TestDeltaErrors(t *testing.T) {
	before := parsed.Value(t, `Object(Node,"hp":1)`)
	after := parsed.Value(t, `Object(Node,"hp":2)`)
	patch, err := tree.Diff(before, after, tree.DiffOptions{})
	require.NoError(t, err)
	_, err = patch.Delta()
	require.ErrorIs(t, err, variant.ErrUnsupported)
}

// ints returns an array of n consecutive ints, beginning with start.
func ints(start, n int) variant.Array {
	a := variant.NewArray()
	for i := range n {
		a.Items = append(a.Items, variant.Int(start+i))
	}
	return a
}

// inArrays returns v inside nested arrays. The argument depth is the number of arrays.
func inArrays(v variant.Variant, depth int) variant.Variant {
	for range depth {
		v = variant.NewArray(v)
	}
	return v
}

// TestDiffOfUsualDepthIsComplete: up to a depth of 16 each item that differs is a separate change.
// At a greater depth, a long array changes as one value.
func TestDiffOfUsualDepthIsComplete(t *testing.T) {
	requireDiff(t, inArrays(ints(0, 5000), 15), inArrays(ints(5000, 5000), 15),
		tree.DiffOptions{}, 5000)
	requireDiff(t, inArrays(ints(0, 10_000), 900), inArrays(ints(10_000, 10_000), 900),
		tree.DiffOptions{}, 1)
}

// TestPatchOfLenientContainers: a patch can put a value into a typed container if lenient mode
// accepts the value there. If the container has a part that is not of the element type, tree.Set
// can change the inside of this part, but can't replace it by a String.
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

// TestAnyOrderHoldsInside: an option to ignore an order applies at every depth. So Diff with more
// options never finds more changes.
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
		requireDiff(t, parsed.Value(t, c.a), parsed.Value(t, c.b), c.options, c.changes)
	}
}
