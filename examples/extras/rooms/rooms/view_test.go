package rooms

import (
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// stateAt returns a state that says its tick.
func stateAt(tick int64) variant.Variant {
	return variant.NewDictionary(variant.KV("tick", variant.Int(tick)))
}

// tickOf returns what an owner says after a tick.
func tickOf(epoch, from, to int64) *nats.Msg {
	patch := must(tree.Diff(stateAt(from), stateAt(to), tree.DiffOptions{}))
	return messageOf(out{Epoch: epoch, From: from, Tick: to, Changes: must(patch.Delta())})
}

func messageOf(o out) *nats.Msg { return &nats.Msg{Data: must(codec.Marshal(o))} }

// TestView: a gateway follows the ticks of an owner, asks for the state when it has missed one,
// when the owner is another one, and again if no answer comes, and does not hear one that was
// replaced.
func TestView(t *testing.T) {
	v := must(newView(openHost(t, func(*Config) {}), "room"))
	answer := func(epoch, tick int64) *nats.Msg {
		return messageOf(out{Epoch: epoch, From: tick, Tick: tick, State: stateAt(tick)})
	}

	steps := []struct {
		name  string
		m     *nats.Msg
		tick  int64 // that the view has afterwards, 0 for no state
		asked bool  // for the state
	}{
		{"a tick before the state", tickOf(1, 4, 5), 0, true},
		{"the state, and the tick that came before it", answer(1, 4), 5, false},
		{"the next", tickOf(1, 5, 6), 6, false},
		{"it comes twice", tickOf(1, 5, 6), 6, false},
		{"one is missing", tickOf(1, 7, 8), 6, true},
		{"the next one waits", tickOf(1, 8, 9), 6, true},
		{"the state between them", answer(1, 8), 9, false},
		{"a state that nobody asked for", answer(1, 3), 9, false},
		{"another owner, which is behind", tickOf(2, 7, 8), 9, true},
		{"the owner before", tickOf(1, 9, 10), 9, true},
		{"its state", answer(1, 10), 9, true},
		{"the state of the new one", answer(2, 8), 8, false},
		{"and its next", tickOf(2, 8, 9), 9, false},
	}

	for _, s := range steps {
		v.take(s.m)
		want := "<nil>"
		if s.tick > 0 {
			want = fmt.Sprint(stateAt(s.tick))
		}
		require.Equal(t, want, fmt.Sprint(v.state), s.name)
		require.Equal(t, s.asked, !v.asked.IsZero(), s.name)
	}

	v.take(tickOf(2, 20, 21))
	before := v.asked
	require.True(t, v.repeat(before.Add(2*patienceOfView)))
	require.NotEqual(t, before, v.asked, "asks again")

	v.close()
	require.False(t, v.repeat(time.Now()))
}
