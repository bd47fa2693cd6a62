package rooms

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
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
	panics := Entry{"bob", 2, codec.Godot4.Name, bad}
	damaged := Entry{"bob", 3, codec.Godot3.Name, []byte{1}}

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
