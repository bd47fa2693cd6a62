// Package meadow is the game of the program rooms: players walk on a meadow and count their steps.
//
// A state has three dictionaries with the names of players as keys:
//
//	{"at": {"ada": Vector2(12, 7)}, "go": {"ada": Vector2(1, 0)}, "did": {"ada": 3}}
//
// A player sends {"go": Vector2(1, 0)} to walk and {"go": Vector2(0, 0)} to stop. Every walking
// player changes the state at every tick. Any other body is refused.
package meadow

import (
	"errors"
	"slices"

	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Side is the length of the meadow. A player who leaves it on one side comes back on the opposite
// side.
const Side = 1000

// A Game has the rules. All coordinates are integers, so every machine computes the same results.
type Game struct{}

// New returns an empty meadow.
func (Game) New(string) variant.Variant {
	var empty variant.Variant = variant.Dictionary{}
	return variant.NewDictionary(
		variant.KV("at", empty),
		variant.KV("go", empty),
		variant.KV("did", empty),
	)
}

// Step moves all walking players. If no player walks, it returns the same state, which costs a room
// nothing.
func (Game) Step(state variant.Variant, _ int64) variant.Variant {
	going, _ := tree.Get[variant.Dictionary](state, "go")
	walks := func(p variant.Pair) bool { return p.Value != variant.Variant(math.Vector2{}) }
	if !slices.ContainsFunc(going.Pairs, walks) {
		return state
	}

	before, _ := tree.Get[variant.Dictionary](state, "at")
	after := variant.Dictionary{Pairs: make([]variant.Pair, len(before.Pairs))}
	copy(after.Pairs, before.Pairs)

	for i := range after.Pairs { // "at" and "go" have the same players in the same order
		at := after.Pairs[i].Value.(math.Vector2)
		after.Pairs[i].Value = walk(at, going.Pairs[i].Value.(math.Vector2))
	}

	next, err := tree.Set(state, "at", after)
	if err != nil {
		return state
	}

	return next
}

func walk(at, dir math.Vector2) math.Vector2 {
	return math.V2(wrap(at.X+dir.X), wrap(at.Y+dir.Y))
}

// wrap returns the coordinate f on the meadow, in [0, Side).
func wrap(f float64) float64 {
	switch {
	case f < 0:
		return f + Side
	case f >= Side:
		return f - Side
	}
	return f
}

// Apply changes the direction of a player.
func (Game) Apply(
	state variant.Variant, player string, body variant.Variant,
) (variant.Variant, error) {
	dir, err := tree.Get[math.Vector2](body, "go")
	if err != nil {
		return nil, err
	}

	for _, f := range []float64{dir.X, dir.Y} {
		if f != -1 && f != 0 && f != 1 {
			return nil, errors.New("a step is -1, 0 or 1 each way")
		}
	}

	at, did, going := key("at", player), key("did", player), key("go", player)
	before, err := tree.Lookup(state, did)
	if err != nil { // the first message of the player
		before = variant.Int(0)
		state, err = tree.Set(state, at, math.V2(Side/2, Side/2))
	}
	if err != nil {
		return nil, err
	}

	state, err = tree.Set(state, did, before.(variant.Int)+1)
	if err != nil {
		return nil, err
	}

	return tree.Set(state, going, dir)
}

// key returns the path of a player's value in a part of the state, such as "at".
func key(part, player string) variant.Path {
	return variant.Path{
		{Kind: variant.StepKey, Key: variant.String(part)},
		{Kind: variant.StepKey, Key: variant.String(player)},
	}
}
