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

// tick puts entries into a world, as an owner does. It returns the record and what is said.
func tick(t *testing.T, w *world, entries ...Entry) (Record, string) {
	t.Helper()
	p := w.begin(1, w.tick+1)
	said := ""

	for _, e := range entries {
		if err := w.add(p, e); err != nil {
			said += fmt.Sprint(e.Player, ": ", err, "; ")
		}
	}

	for _, a := range p.acks {
		said += fmt.Sprint(a.Player, " ", a.Number, " ", a.Why, "; ")
	}

	w.commit(p)
	return p.record, said
}

// TestOnce: messages come twice, too early, and again after they were applied, in one tick and in
// several, and each is applied once. A world that replays the records is the same.
func TestOnce(t *testing.T) {
	c := Config{Game: careful{counter{}}, MaxPlayers: 2, Remember: 5}
	w, replayed := newWorld(c, "room"), newWorld(c, "room")
	bad, _ := codec.Marshal("panic")
	panics := Entry{"bob", 2, codec.Godot4.Name(), bad}
	damaged := Entry{"bob", 3, codec.Godot3.Name(), []byte{1}}

	steps := []struct {
		entries []Entry
		said    string
		state   string
	}{
		{do("ada", 1, 2), "ada 1 ; ada 2 ; ", `{"ada": 2}`},
		{append(do("ada", 2, 3), do("ada", 3, 3)...), "ada 2 ; ada 3 ; ", `{"ada": 3}`},
		{do("ada", 5, 6), "", `{"ada": 3}`},
		{append(do("ada", 4, 4), do("bob", 1, 1)...), "ada 4 ; bob 1 ; ", `{"ada": 4, "bob": 1}`},
		{do("eve", 1, 1), "eve: the room is full; ", `{"ada": 4, "bob": 1}`},
		{[]Entry{panics}, "bob 2 the game fails: a bug; ", `{"ada": 4, "bob": 1}`},
		{do("bob", 1, 2), "bob 2 ; bob 2 ; ", `{"ada": 4, "bob": 1}`},
		{[]Entry{damaged}, "bob 3 " + decodeError(damaged) + "; ", `{"ada": 4, "bob": 1}`},
		{nil, "", `{"ada": 4, "bob": 1}`},
		// Ada, who was silent for 6 ticks, makes room, and finds none afterwards.
		{append(do("eve", 1, 1), do("ada", 1, 1)...), "ada: the room is full; eve 1 ; ",
			`{"ada": 4, "bob": 1, "eve": 1}`},
	}

	for i, s := range steps {
		record, said := tick(t, w, s.entries...)
		require.Equal(t, s.said, said, "step %d", i)
		require.Equal(t, s.state, fmt.Sprint(w.state), "step %d", i)
		require.NoError(t, replayed.replay(record))
		require.NoError(t, replayed.replay(record), "one that is known does nothing")
		require.Equal(t, w.snapshot(7), replayed.snapshot(7))
	}

	require.Equal(t, w.snapshot(7), restore(c, w.snapshot(7)).snapshot(7))
}

func decodeError(e Entry) string {
	_, err := e.body()
	return err.Error()
}

// TestReplayRefuses: records that can't follow are no part of a log.
func TestReplayRefuses(t *testing.T) {
	w := newWorld(Config{Game: counter{}, MaxPlayers: 2, Remember: 5}, "room")
	require.NoError(t, w.replay(Record{Epoch: 5, Tick: 1, Index: 1, Entries: do("ada", 1, 1)}))

	for want, r := range map[string]Record{
		"record 3 follows record 1":           {Epoch: 5, Tick: 2, Index: 3},
		"record 2 of epoch 4 follows epoch 5": {Epoch: 4, Tick: 2, Index: 2},
		"record 2 has a message that was applied bef": {
			Epoch: 5, Tick: 2, Index: 2, Entries: do("ada", 1, 1),
		},
	} {
		require.ErrorContains(t, w.replay(r), want)
	}
}

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
