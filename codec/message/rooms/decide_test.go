package rooms

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// said returns, as text, the acks and farewells that an owner sends after a tick.
func said(d *decision) string {
	var all []string
	for _, a := range d.acks() {
		text := fmt.Sprint("ack ", a.session, " ", a.last)
		for _, r := range a.refused {
			text += fmt.Sprint(" !", r.Number)
		}
		all = append(all, text)
	}
	slices.Sort(all)

	for _, f := range d.farewells {
		all = append(all, fmt.Sprint(f.kind, " ", f.session, " ", f.last))
	}
	return strings.Join(all, "; ")
}

// kinds returns the kinds of the entries of a record.
func kinds(r Record) string {
	var all []string
	for _, e := range r.Entries {
		all = append(all, e.Kind.String())
	}
	return strings.Join(all, " ")
}

// TestSessions: an owner accepts players, applies each message once, ends older sessions, and knows
// which players are away. A world that replays the records has the same state after each record.
// The same holds for a world from a snapshot.
func TestSessions(t *testing.T) {
	w, replayed := newTestWorld(book{}), newTestWorld(book{})

	steps := []struct {
		name    string
		entries []Entry
		kinds   string // the kinds of the entries in the log
		said    string
	}{
		{"a message without a session", []Entry{says("ada", 1, 1, "a")}, "", "forgotten 1 -1"},
		{"join", []Entry{join("ada", 1, 1)}, "join", "ack 1 0"},
		{"join again", []Entry{join("ada", 1, 1)}, "", "ack 1 0"},
		{"two messages", []Entry{says("ada", 1, 1, "a"), says("ada", 1, 2, "b")},
			"message message", "ack 1 2"},
		{"a message twice", []Entry{says("ada", 1, 2, "b"), says("ada", 1, 3, "c"),
			says("ada", 1, 3, "c")}, "message", "ack 1 3"},
		{"too early", []Entry{says("ada", 1, 5, "e")}, "", ""},
		{"refused", []Entry{says("ada", 1, 4, "no")}, "message", "ack 1 4 !4"},
		{"and refused again", []Entry{says("ada", 1, 4, "no")}, "", "ack 1 4 !4"},
		{"a panic of the game", []Entry{says("ada", 1, 5, "panic")}, "message", "ack 1 5 !4 !5"},
		{"another player", []Entry{join("bob", 2, 1), says("bob", 2, 1, "x")}, "join message",
			"ack 2 1"},
		{"the room is full", []Entry{join("eve", 3, 1)}, "", "full 3 0"},
		{"a refused player", []Entry{quit("bob", 2), join("nobody", 4, 1)}, "leave",
			"quit 2 1; refused 4 0"},
		{"a second device", []Entry{join("ada", 5, 1)}, "join", "ack 5 0; replaced 1 5"},
		{"the first one speaks", []Entry{says("ada", 1, 6, "f")}, "", "replaced 1 5"},
		{"the first one joins late", []Entry{join("ada", 1, 9)}, "", "replaced 1 5"},
		{"the connection is lost", []Entry{away("ada", 5, 1)}, "away", ""},
		{"another gateway", []Entry{join("ada", 5, 2)}, "back", "ack 5 0"},
		{"the loss is told late", []Entry{away("ada", 5, 1)}, "", ""},
		{"lost again", []Entry{away("ada", 5, 2)}, "away", ""},
		{"a message brings back", []Entry{says("ada", 5, 1, "g")}, "back message", "ack 5 1"},
		{"quit", []Entry{quit("ada", 5)}, "leave", "quit 5 1"},
		{"quit again", []Entry{quit("ada", 5)}, "", ""},
		{"a known session that the room does not know",
			[]Entry{{Kind: EntryJoin, Player: "ada", Session: 6, Try: 2, Number: 1}}, "",
			"forgotten 6 -1"},
	}

	for _, s := range steps {
		d := decide(w, 2, s.entries...)
		require.Equal(t, s.kinds, kinds(d.record), s.name)
		require.Equal(t, s.said, said(d), s.name)

		record := must(ReadRecord(must(d.record.encode())))
		w.commit(d.plan)
		require.NoError(t, replayed.replay(record), s.name)
		require.Equal(t, w.snapshot(), replayed.snapshot(), s.name)
	}

	require.Equal(t, "a,b,c,g", textsOf(w.state, "ada"))
	require.Equal(t, "ada Joined,bob Joined,bob Left(quit),ada Left(replaced),ada Joined,"+
		"ada Went,ada Came,ada Went,ada Came,ada Left(quit)", textsOf(w.state, "events"))

	stored := newWorld(w.rules)
	r := Record{
		Kind: RecordSnapshot, Epoch: 1, Index: w.index + 1, Tick: w.tick, Snapshot: w.snapshot(),
	}
	require.NoError(t, stored.replay(must(ReadRecord(must(r.encode())))))
	require.Equal(t, fmt.Sprint(w.snapshot()), fmt.Sprint(stored.snapshot()))
}

// TestReturn: if a player does not come back in time, the session ends. The log has the tick of
// this end, so the session ends at the same tick in every process. If the player joins again later,
// the room can still tell which messages of the old session it has handled.
func TestReturn(t *testing.T) {
	w := newTestWorld(book{})
	var log []Record
	for _, e := range [][]Entry{
		{join("ada", 1, 1), says("ada", 1, 1, "a"), says("ada", 1, 2, "no")}, {away("ada", 1, 1)},
	} {
		d := decide(w, 2, e...)
		log = append(log, must(ReadRecord(must(d.record.encode()))))
		w.commit(d.plan)
	}

	until := w.sessions["ada"].Until
	for w.tick < until {
		require.Contains(t, w.sessions, "ada")
		w.advance(w.begin(w.tick + 1))
	}
	require.Empty(t, w.sessions)
	require.False(t, w.still)

	d := decide(w, 2, join("ada", 1, 2))
	require.Equal(t, "forgotten 1 2", said(d))
	require.Equal(t, []Refusal{{2, "refused: no"}}, d.farewells[0].refused)

	d = decide(w, 2, join("ada", 9, 1))
	log = append(log, must(ReadRecord(must(d.record.encode()))))
	w.commit(d.plan)
	replayed := newTestWorld(book{})
	for _, r := range log {
		require.NoError(t, replayed.replay(r))
	}
	require.Equal(t, w.snapshot(), replayed.snapshot())
	require.Equal(t, "ada Joined,ada Went,ada Left(away),ada Joined", textsOf(w.state, "events"))
}

// TestMembers: a player is away if the gateway does not list the player any more, or if the gateway
// sends nothing. The player is back when the gateway lists the player again. The owner tells a
// gateway which sessions of the gateway are not in the room.
func TestMembers(t *testing.T) {
	w := newTestWorld(book{})
	w.commit(decide(w, 4, join("ada", 1, 1), join("bob", 2, 1)).plan)

	steps := []struct {
		gateway string
		members map[int64]bool
		kinds   string
		said    string
	}{
		{"gate", map[int64]bool{1: true, 2: true}, "", ""},
		{"other", nil, "", ""},
		{"gate", map[int64]bool{1: true}, "away", ""},
		{"gate", map[int64]bool{1: true, 2: true}, "back", "ack 2 0"},
		{"gate", nil, "away away", ""},
		{"gate", map[int64]bool{1: true, 2: true, 3: true, 4: false}, "back back",
			"ack 1 0; ack 2 0; forgotten 3 -1"},
	}
	for i, s := range steps {
		d := decide(w, 4)
		d.meet(must(readHere(hereMessage{gateway: s.gateway, members: s.members}.encode())))
		require.Equal(t, s.kinds, kinds(d.record), i)
		require.Equal(t, s.said, said(d), i)
		w.commit(d.plan)
	}

	d := decide(w, 4)
	d.kick("ada")
	d.kick("eve")
	require.Equal(t, "kicked 1 0", said(d))
}

// TestEveryAnswerIsTheSame: messages may arrive in any order, and any number of times. The log has
// each message once, and the messages of a session in their order. The outcome of a message never
// changes, and a player has one session.
func TestEveryAnswerIsTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	w := newTestWorld(book{})
	outcome := map[string]string{}

	for range 3000 {
		var all []Entry
		for range random.IntN(4) {
			player := []string{"ada", "bob", "eve"}[random.IntN(3)]
			session := int64(random.IntN(40) + 1)
			try := int64(random.IntN(3) + 1)
			switch random.IntN(8) {
			case 0:
				all = append(all, join(player, session, try))
			case 1:
				all = append(all, away(player, session, try))
			case 2:
				all = append(all, quit(player, session))
			default:
				s := w.sessions[player]
				number := max(1, s.Last-1+int64(random.IntN(4)))
				text := fmt.Sprint(player, s.Nonce, " ", number)
				if number%3 == 0 {
					text = "no " + text
				}
				all = append(all, says(player, s.Nonce, number, text))
			}
		}

		d := decide(w, 2, all...)
		for _, a := range d.acks() {
			refused := map[int64]bool{}
			for _, r := range a.refused {
				refused[r.Number] = true
			}
			for n := max(1, a.last-outcomes+1); n <= a.last; n++ {
				key := fmt.Sprint(a.session, " ", n)
				text := fmt.Sprint(refused[n])
				if before, known := outcome[key]; known {
					require.Equal(t, before, text, key)
				}
				outcome[key] = text
			}
		}
		w.commit(d.plan)
		require.LessOrEqual(t, len(w.sessions), 2)
	}

	seen := map[string]bool{}
	for _, name := range []string{"ada", "bob", "eve"} {
		for text := range strings.SplitSeq(textsOf(w.state, name), ",") {
			require.False(t, seen[text], text)
			seen[text] = true
		}
	}
	require.Greater(t, len(seen), 100)
}

// TestReplayRefuses: replay returns an error for a record that can't follow the records before it.
// It ignores a record of an owner that was replaced.
func TestReplayRefuses(t *testing.T) {
	w := newTestWorld(book{})
	w.epoch = 5
	require.NoError(t, w.replay(Record{Kind: RecordTick, Epoch: 5, Tick: 1, Index: 1,
		Entries: []Entry{join("ada", 1, 1), says("ada", 1, 1, "a")}}))

	before := w.snapshot()
	require.NoError(t, w.replay(Record{Kind: RecordTick, Epoch: 4, Tick: 2, Index: 2,
		Entries: []Entry{says("ada", 1, 2, "b")}}))
	require.Equal(t, before, w.snapshot())

	for want, r := range map[string]Record{
		"record 3 follows record 1": {Kind: RecordTick, Epoch: 5, Tick: 2, Index: 3},
		"message 1 of ada follows message 1": {
			Kind: RecordTick, Epoch: 5, Tick: 2, Index: 2, Entries: []Entry{says("ada", 1, 1, "a")},
		},
		"an entry of ada is of another session": {
			Kind: RecordTick, Epoch: 5, Tick: 2, Index: 2, Entries: []Entry{says("ada", 2, 2, "a")},
		},
	} {
		require.ErrorContains(t, w.replay(r), want)
	}
}

// TestSmallerRoom: a log can be read even if MaxPlayers has become smaller, because the limit
// refuses only new players.
func TestSmallerRoom(t *testing.T) {
	w, replayed := newTestWorld(book{}), newTestWorld(book{})
	d := decide(w, 3, join("ada", 1, 1), join("bob", 2, 1), join("eve", 3, 1))
	record := must(ReadRecord(must(d.record.encode())))
	require.NoError(t, replayed.replay(record))

	d = decide(replayed, 1, join("eve", 3, 2), says("eve", 3, 1, "x"), join("may", 4, 1))
	require.Equal(t, "ack 3 1; full 4 0", said(d))
}

// TestRefusedPlayerChangesNothing: if the game refuses a player, the session of another client of
// the same player does not end.
func TestRefusedPlayerChangesNothing(t *testing.T) {
	w := newTestWorld(strict{})
	w.commit(decide(w, 2, join("ada", 1, 1)).plan)
	e := join("ada", 2, 1)
	e.Packet = must(exactly.Encode(variant.Bool(true)))

	d := decide(w, 2, e)
	require.Equal(t, "refused 2 0", said(d))
	require.Empty(t, d.record.Entries)
	require.Equal(t, w.state, d.state)
	s, _ := d.find("ada")
	require.Equal(t, int64(1), s.Nonce)
}

// strict refuses players with data.
type strict struct{ book }

func (g strict) Event(state variant.Variant, e Event) (variant.Variant, error) {
	if e.Kind == Joined && e.Data != nil {
		return nil, fmt.Errorf("banned")
	}
	return g.book.Event(state, e)
}
