package meadow_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

var game meadow.Game

// goes returns the message of a player who walks in a direction.
func goes(x, y float64) variant.Variant {
	return variant.NewDictionary(variant.KV("go", math.V2(x, y)))
}

// apply applies a message that the game must accept.
func apply(t *testing.T, state variant.Variant, player string, body variant.Variant) (
	next variant.Variant,
) {
	t.Helper()
	next, err := game.Apply(state, player, body)
	require.NoError(t, err)
	return next
}

// get returns the value at a path, which must have the type T.
func get[T variant.Variant](t *testing.T, state variant.Variant, path string) T {
	t.Helper()
	v, err := tree.Lookup(state, path)
	require.NoError(t, err)
	require.IsType(t, *new(T), v)
	return v.(T)
}

// TestApply: the first message of a player puts the player into the middle of the meadow. Each
// message counts, and the last one says where the player goes.
func TestApply(t *testing.T) {
	empty := game.New("one")
	state := apply(t, empty, "ada", goes(1, 0))
	state = apply(t, state, "bob", goes(0, 0))
	state = apply(t, state, "ada", goes(-1, 1))

	require.Equal(t, math.V2(500, 500), get[math.Vector2](t, state, "at.ada"))
	require.Equal(t, math.V2(-1, 1), get[math.Vector2](t, state, "go.ada"))
	require.Equal(t, variant.Int(2), get[variant.Int](t, state, "did.ada"))
	require.Equal(t, variant.Int(1), get[variant.Int](t, state, "did.bob"))
	require.True(t, variant.Equal(game.New("one"), empty), "the old state stays as it was")
}

// TestRefused: a step must be -1, 0 or 1 in x and in y.
func TestRefused(t *testing.T) {
	for _, body := range []variant.Variant{
		goes(2, 0), goes(0, -2), goes(0.5, 0), goes(0, 0.5),
		variant.NewDictionary(variant.KV("go", variant.Int(1))), variant.NewDictionary(),
		variant.String("go"), nil,
	} {
		_, err := game.Apply(game.New("one"), "ada", body)
		require.Error(t, err, "%v", body)
	}
}

// TestStep: walking players move by one step, and come back on the opposite side of the meadow.
// Others stay.
func TestStep(t *testing.T) {
	for _, c := range []struct{ from, dir, to math.Vector2 }{
		{math.V2(500, 500), math.V2(1, 0), math.V2(501, 500)},
		{math.V2(500, 500), math.V2(-1, 1), math.V2(499, 501)},
		{math.V2(999, 0), math.V2(1, -1), math.V2(0, 999)},
		{math.V2(0, 999), math.V2(-1, 1), math.V2(999, 0)},
		{math.V2(1, 998), math.V2(-1, 1), math.V2(0, 999)},
	} {
		state := apply(t, game.New("one"), "bob", goes(0, 0))
		state = apply(t, state, "ada", goes(c.dir.X, c.dir.Y))
		state, err := tree.Set(state, "at.ada", c.from)
		require.NoError(t, err)

		next := game.Step(state, 1)
		require.Equal(t, c.to, get[math.Vector2](t, next, "at.ada"))
		require.Equal(t, math.V2(500, 500), get[math.Vector2](t, next, "at.bob"))
		require.Equal(t, c.from, get[math.Vector2](t, state, "at.ada"), "the old state stays")
	}
}

// TestNobodyWalks: if no player walks, a step returns the same memory.
func TestNobodyWalks(t *testing.T) {
	state := apply(t, game.New("one"), "ada", goes(0, 0))
	next := game.Step(state, 1)

	before := get[variant.Dictionary](t, state, "at")
	after := get[variant.Dictionary](t, next, "at")
	require.Same(t, &before.Pairs[0], &after.Pairs[0])
}
