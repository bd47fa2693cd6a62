package tree_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

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

// TestDeltaLeadsToTheSameValue: the short form of a patch turns a into b, up to the order of keys.
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

// TestDeltaErrors: what a delta can't say, and what is none.
func TestDeltaErrors(t *testing.T) {
	patch, err := tree.Diff(parse(t, `Object(Node,"hp":1)`), parse(t, `Object(Node,"hp":2)`),
		tree.DiffOptions{})
	require.NoError(t, err)
	_, err = patch.Delta()
	require.ErrorIs(t, err, variant.ErrUnsupported)

	for _, c := range []struct{ delta, want string }{
		{`[[["b"]]]`, `delete $["b"] (Dictionary): not found`},
		{`[[["b", 0], 1]]`, `godot: delta $["b"]: not found`},
		{`[[["a", "x"], 1]]`, `$["a"]["x"]: wrong type: an index is an int`},
		{`[[["a"], 1, true]]`, `$["a"] (Dictionary): wrong type: only an item is inserted`},
		{`[1]`, `$[0]: wrong type: a change is [path]`},
		{`[[[]]]`, `a change is [path], [path, value] or`},
		{`[[]]`, `a change is [path], [path, value] or [path, value,`},
	} {
		_, err := tree.ApplyDelta(parse(t, `{"a": [1]}`), parse(t, c.delta).(variant.Array))
		require.ErrorContains(t, err, c.want, c.delta)
		var e *variant.Error
		require.ErrorAs(t, err, &e)
	}
}
