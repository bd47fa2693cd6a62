package rooms

import (
	"fmt"

	"godotvariant/variant"
)

// A Game has the rules of its rooms. Its methods return a new state and leave the one before as it
// is, as tree.Set does. All processes must get the same result from the same arguments.
type Game interface {
	// New returns the state of a new room.
	New(room string) variant.Variant
	// Step returns the state one tick later.
	Step(state variant.Variant, tick int64) variant.Variant
	// Apply returns the state after a message of a player. An error refuses the message: the state
	// stays as it is, and the player gets the text.
	Apply(state variant.Variant, player string, body variant.Variant) (variant.Variant, error)
}

// A careful game survives a panic of the rules. A message that was accepted would otherwise end one
// owner after the other.
type careful struct{ Game }

// Step leaves the state as it is after a panic.
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
