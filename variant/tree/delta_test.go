package tree_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/objects"
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
		patch, err := tree.Diff(a, b, tree.DiffOptions{AnyKeyOrder: true})
		require.NoError(t, err)
		delta, err := patch.Delta()
		require.NoError(t, err)

		got, err := tree.ApplyDelta(a, delta)
		require.NoError(t, err)
		rest, err := tree.Diff(got, b, tree.DiffOptions{AnyKeyOrder: true})
		require.NoError(t, err)
		require.Empty(t, rest, "%v to %v by %v", a, b, delta)
	}
}

// TestDeltaErrors: what a delta can't say, and what is none.
func TestDeltaErrors(t *testing.T) {
	object := func(hp int) variant.Variant {
		return objects.Object{Class: "Node", Properties: []objects.Property{
			{Name: "hp", Value: variant.Int(hp)},
		}}
	}

	patch, err := tree.Diff(object(1), object(2), tree.DiffOptions{})
	require.NoError(t, err)
	_, err = patch.Delta()
	require.ErrorIs(t, err, variant.ErrUnsupported)

	array := variant.NewArray
	state := variant.NewDictionary(variant.KV("a", array(variant.Int(1))))
	for want, change := range map[string]variant.Variant{
		`delete $["b"] (Dictionary): not found`: array(array(variant.String("b"))),
		`godot: delta $["b"]: not found`: array(array(variant.String("b"),
			variant.Int(0)), variant.Int(1)),
		`$["a"]["x"]: wrong type: an index is an int`: array(array(variant.String("a"),
			variant.String("x")), variant.Int(1)),
		`$["a"] (Dictionary): wrong type: only an item is inserted`: array(array(variant.String("a")),
			variant.Int(1), variant.Bool(true)),
		`$[0]: wrong type: a change is [path]`:               variant.Int(1),
		`a change is [path], [path, value] or`:               array(array()),
		`a change is [path], [path, value] or [path, value,`: array(),
	} {
		_, err := tree.ApplyDelta(state, array(change))
		require.ErrorContains(t, err, want)
		var e *variant.Error
		require.ErrorAs(t, err, &e)
	}
}
