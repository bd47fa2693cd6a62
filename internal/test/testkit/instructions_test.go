package testkit

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestInstructions: a loop with ten times as many rounds takes about ten times as many
// instructions.
func TestInstructions(t *testing.T) {
	loop := func(rounds int) func() {
		return func() {
			for range rounds {
				nothing()
			}
		}
	}

	n := Instructions(t, loop(10_000), loop(100_000), func() {})
	assert.InEpsilon(t, 10*n[0], n[1], 0.01)
	assert.Less(t, n[2], 100)
}

//go:noinline
func nothing() {}
