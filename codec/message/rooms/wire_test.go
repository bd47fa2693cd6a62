package rooms

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestRecord: each kind of record can be written and read back, no damaged record causes a panic,
// and reading a record in a newer format returns ErrNewer.
func TestRecord(t *testing.T) {
	entries := []Entry{
		{Kind: EntryJoin, Player: "ada.[1]", Session: 1<<63 - 1, Try: 3, Gateway: "g",
			Dialect: "Godot4", Packet: []byte{1, 2}},
		{Kind: EntryMessage, Player: "b", Session: 2, Number: 300,
			Dialect: "Godot3", Packet: []byte{3}},
		{Kind: EntryBack, Player: "b", Session: 2, Try: 4, Gateway: "h", Dialect: "Godot4"},
		{Kind: EntryAway, Player: "b", Session: 2, Try: 4, Number: 70_000, Dialect: "Godot4"},
		{Kind: EntryLeave, Player: "b", Session: 2, Why: Kicked, Dialect: "Godot4"},
	}
	for i := range entries {
		if entries[i].Kind != EntryMessage {
			entries[i].Dialect = codecOf("").Dialect().Name()
		} else {
			entries[i].Dialect = godot3.Dialect().Name()
		}
	}

	head := Record{Epoch: 300, Index: 5, Tick: 70_000, Host: "host", Nonce: -5, Version: 2}
	for _, change := range []func(*Record){
		func(r *Record) { r.Kind = RecordBegin },
		func(r *Record) { r.Kind, r.Still = RecordDeleted, true },
		func(r *Record) { r.Kind, r.Entries = RecordTick, entries },
		func(r *Record) { r.Kind, r.Parts = RecordGiven, 3 },
		func(r *Record) {
			r.Kind = RecordSnapshot
			r.Snapshot = &Snapshot{Birth: 7, State: math.V2(0.1, 2),
				Sessions: []Session{{Player: "a", Nonce: 4, Refused: []Refusal{{1, "no"}}}},
				Ended:    []Ended{{Session{Player: "b"}, int64(Quit)}}}
		},
	} {
		r := head
		change(&r)
		packet := must(r.encode())
		got := must(ReadRecord(packet))
		require.Equal(t, fmt.Sprintf("%+v", r.Entries), fmt.Sprintf("%+v", got.Entries))
		require.Equal(t, packet, must(got.encode()))

		for i := range packet {
			_, _ = ReadRecord(packet[:i])
			damaged := slices.Clone(packet)
			damaged[i] ^= 0xff
			_, _ = ReadRecord(damaged)
		}
		packet[1]++
		_, err := ReadRecord(packet)
		require.ErrorIs(t, err, ErrNewer)
	}
}

// TestBytesOfAMove: a Vector2 that moves costs at most 24 bytes between the processes, even late in
// the life of a room with many players.
func TestBytesOfAMove(t *testing.T) {
	const players = 20
	game := meadow.Game{}
	state := game.New("room")
	step := func(player string, x float64) {
		body := variant.NewDictionary(variant.KV("go", math.V2(x, 0)))
		state = must(game.Apply(state, player, body))
	}
	for i := range players {
		step(fmt.Sprint("player-", i), 0)
	}

	var p paths
	p.reset()
	frame := func(from int64, before variant.Variant) []byte {
		patch := must(tree.Diff(before, state, tree.DiffOptions{AnyKeyOrder: true}))
		return must(p.appendChanges(nil, 300, from, from+1, must(patch.Delta())))
	}
	move := func(from int64, player string) []byte {
		before := state
		path := variant.Path{
			{Kind: variant.StepKey, Key: variant.String("at")},
			{Kind: variant.StepKey, Key: variant.String(player)},
		}
		at := must(tree.Lookup(state, path)).(math.Vector2)
		state = must(tree.Set(state, path, at.Add(math.V2(1, 0))))
		return frame(from, before)
	}

	// A player's first move needs more bytes, because it also gives a number to the changed path.
	for i := range players {
		b := move(1_000_000+int64(i), fmt.Sprint("player-", i))
		t.Logf("the first move of a player: %d bytes", len(b))
	}
	for i := range players {
		b := move(2_000_000+int64(i), fmt.Sprint("player-", i))
		require.LessOrEqual(t, len(b), 24)
	}
	t.Logf("a move: %d bytes", len(move(2_000_100, "player-7")))
}

// TestChangesArrive: a reader that applies the frames of an owner has the states of the owner, for
// every kind of change.
func TestChangesArrive(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var writer, reader paths
	state := variant.Variant(variant.NewDictionary())
	seen := state

	for tick := int64(0); tick < 400; tick++ {
		before := state
		key := fmt.Sprint(random.IntN(100))
		if tick == 0 { // a state with nearly the maximum number of paths
			for i := range maxPaths - 50 {
				state = must(tree.Set(state, fmt.Sprint("x", i), variant.Nil{}))
			}
		}
		if tick == 1 {
			state = variant.NewDictionary()
		}
		switch random.IntN(4) {
		case 0:
			state = must(tree.Set(state, "a"+key, variant.Int(tick)))
		case 1:
			list, _ := tree.Get[variant.Array](state, "list")
			items := append([]variant.Variant{variant.Int(tick)}, list.Items...)
			state = must(tree.Set(state, "list", variant.Array{Items: items[:min(len(items), 5)]}))
		case 2:
			at := math.V2(1, float64(tick))
			inner := variant.NewDictionary(variant.Pair{Key: at, Value: variant.Nil{}})
			state = must(tree.Set(state, "b"+key, inner))
		default:
			state, _ = tree.Set(state, "list[0]", variant.String(key))
			if state == nil {
				state = before
			}
		}

		delta := must(must(tree.Diff(before, state, tree.DiffOptions{AnyKeyOrder: true})).Delta())
		b := must(writer.appendChanges(nil, 3, tick, tick+1, delta))
		r := bits{b: b}
		f := frame{kind: r.byte()}
		require.Equal(t, int64(3), r.int())
		reader.changes(&r, &f)
		require.NoError(t, r.end())
		require.Equal(t, [2]int64{tick, tick + 1}, [2]int64{f.from, f.tick})
		seen = must(tree.ApplyDelta(seen, f.changes))
		require.True(t, variant.Equal(state, seen), tick)

		if tick%100 == 0 { // the whole state, for a reader that joins later
			b := must(writer.appendState(nil, 3, 9, tick+1, state))
			r := bits{b: b[2:]}
			var f frame
			reader = paths{}
			reader.state(&r, &f)
			require.NoError(t, r.end())
			require.True(t, variant.Equal(state, f.state))
		}
	}
	require.Less(t, len(writer.steps), maxPaths/2, "the owner has begun a new table")
}

// TestSplit: a message that is too long for NATS arrives in parts.
func TestSplit(t *testing.T) {
	long := make([]byte, 1000)
	for i := range long {
		long[i] = byte(i)
	}
	for _, limit := range []int{1, 7, 999, 1000, 5000} {
		var j joiner
		var got []byte
		for i, part := range split(long, limit) {
			require.Nil(t, got, i)
			got = j.add(part)
		}
		require.Equal(t, long, got)
	}
}
