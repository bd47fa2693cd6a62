package rooms

import (
	"fmt"

	"godotvariant/variant"
)

// A Game has the rules of its rooms. Its methods return a new state and do not change the state
// that they get, as tree.Set does. The same arguments must give the same result in all processes.
type Game interface {
	// New returns the state of a new room.
	New(room string) variant.Variant
	// Step returns the state one tick later.
	Step(state variant.Variant, tick int64) variant.Variant
	// Apply returns the state after a message of a player. An error refuses the message: the state
	// does not change, and the player gets the text of the error.
	Apply(state variant.Variant, player string, body variant.Variant) (variant.Variant, error)
}

// A careful game recovers from panics of the rules. Otherwise one accepted message could crash each
// owner in turn.
type careful struct{ Game }

// Step returns the state unchanged after a panic.
func (g careful) Step(state variant.Variant, tick int64) (next variant.Variant) {
	defer func() {
		if recover() != nil {
			next = state
		}
	}()

	return g.Game.Step(state, tick)
}

// Apply refuses the message after a panic.
func (g careful) Apply(
	state variant.Variant, player string, body variant.Variant,
) (next variant.Variant, err error) {
	defer func() {
		if r := recover(); r != nil {
			next = state
			err = fmt.Errorf("the game fails: %v", r)
		}
	}()

	return g.Game.Apply(state, player, body)
}
