package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A story is the history of a room without faults: owners 1, 2 and 3 run it one after the other, 40
// ticks each. In every fifth tick ada and bob send a message, and some messages are bad. After each
// message a client sees the state. The tests add faults to this history.
type story struct {
	t       *testing.T
	log     *Log
	play    *Play
	records []rooms.Record
	now     time.Time
	state   variant.Variant
	sent    int
}

// ticksOfOwner is the number of ticks of each owner.
const ticksOfOwner = 40

// sessions are the numbers of the players' sessions.
var sessions = map[string]int64{"ada": 11, "bob": 12}

func tell(t *testing.T) *story {
	t.Helper()
	s := &story{
		t: t, log: NewLog(), play: NewPlay(),
		now: time.Unix(1000, 0), state: meadow.Game{}.New(""),
	}
	for epoch := int64(1); epoch <= 3; epoch++ {
		s.begin(epoch)
		for tick := range int64(ticksOfOwner) {
			s.tick(epoch, tick)
		}
	}
	return s
}

func (s *story) begin(epoch int64) {
	r := rooms.Record{Kind: rooms.RecordBegin}
	if epoch == 1 {
		r.Kind = rooms.RecordSnapshot
		r.Snapshot = &rooms.Snapshot{State: s.state}
	} else {
		s.state = meadow.Game{}.Step(s.state, 0)
	}
	s.write(epoch, 1+(epoch-1)*ticksOfOwner, r)

	if epoch == 1 {
		var joins []rooms.Entry
		for _, player := range []string{"ada", "bob"} {
			joins = append(joins, rooms.Entry{
				Kind: rooms.EntryJoin, Player: player, Session: sessions[player],
			})
		}
		s.write(epoch, 1, rooms.Record{Kind: rooms.RecordTick, Entries: joins})
	}
}

// write writes a record after the last one.
func (s *story) write(epoch, tick int64, r rooms.Record) {
	r.Epoch = epoch
	r.Index = int64(len(s.records)) + 1
	r.Tick = tick
	r.Nonce = 100 + epoch
	r.Host = fmt.Sprint("host", epoch)
	s.records = append(s.records, r)
}

// tick moves the clock, and adds a tick of an owner to the history. The argument tick counts from 0
// for each owner. Tick 0 adds nothing, because it is in the first record of the owner.
func (s *story) tick(epoch, tick int64) {
	s.now = s.now.Add(50 * time.Millisecond)
	if tick == 0 {
		return
	}

	number := 1 + (epoch-1)*ticksOfOwner + tick
	s.state = meadow.Game{}.Step(s.state, number)
	if tick%5 != 0 {
		return
	}

	r := rooms.Record{Kind: rooms.RecordTick}
	s.sent++
	for _, player := range []string{"ada", "bob"} {
		dir := math.V2(float64(s.sent%3-1), 1)
		if s.sent%4 == 0 {
			dir.X = 7 // the game refuses this direction
		}
		r.Entries = append(r.Entries, s.say(player, dir))
	}
	s.write(epoch, number, r)
	s.play.Saw("ada", number, s.state, s.now)
	s.play.Saw("bob", number, s.state, s.now)

	if s.sent%6 == 0 {
		s.write(epoch, number, rooms.Record{
			Kind: rooms.RecordSnapshot, Snapshot: &rooms.Snapshot{State: s.state},
		})
	}
}

// say adds a message of a player, which is acknowledged before the next tick.
func (s *story) say(player string, dir math.Vector2) rooms.Entry {
	id := fmt.Sprint(player, s.sent)
	body := variant.NewDictionary(variant.KV("go", dir), variant.KV("id", variant.String(id)))
	s.play.Sent(player, id, body, s.now)

	why := ""
	if next, err := (meadow.Game{}).Apply(s.state, player, body); err != nil {
		why = err.Error()
	} else {
		s.state = next
	}
	s.play.Acked(id, why, s.now.Add(20*time.Millisecond))

	packet, err := codec.Encode(body)
	require.NoError(s.t, err)
	return rooms.Entry{
		Kind: rooms.EntryMessage, Player: player, Session: sessions[player], Number: int64(s.sent),
		Dialect: codec.Godot4.Name(), Packet: packet,
	}
}

// check stores all records, and checks them.
func (s *story) check() (Outcome, error) {
	for i, r := range s.records {
		s.log.Tried(uint64(i)*10, r, time.Unix(1000, 0))
		s.log.Stored(uint64(i+1)*10, r)
	}
	records, err := s.log.Records()
	require.NoError(s.t, err)
	return rules.Check(records, s.play)
}

var rules = Rules{
	Game: meadow.Game{}, Second: 20,
	ID: func(_ string, body variant.Variant) string {
		id, _ := tree.Get[variant.String](body, "id")
		return string(id)
	},
}

// TestSound: a history without faults has no errors.
func TestSound(t *testing.T) {
	s := tell(t)
	outcome, err := s.check()
	require.NoError(t, err)
	require.True(t, variant.Equal(s.play.sights[len(s.play.sights)-1].state, outcome.State))
	require.Equal(t, map[string]int{"ada": s.sent, "bob": s.sent}, outcome.Messages)
	require.Equal(t, 3, outcome.Owners)
}

// drop removes a record, and lowers the Index of each later record by 1.
func (s *story) drop(i int) {
	s.records = append(s.records[:i:i], s.records[i+1:]...)
	for k := i; k < len(s.records); k++ {
		s.records[k].Index--
	}
}

// find returns the index of the record that contains the message with an ID, and the index of the
// message's entry in this record.
func (s *story) find(id string) (record, entry int) {
	for i, r := range s.records {
		for k, e := range r.Entries {
			if e.Kind != rooms.EntryMessage {
				continue
			}
			body, err := e.Body()
			require.NoError(s.t, err)
			if rules.ID(e.Player, body) == id {
				return i, k
			}
		}
	}
	s.t.Fatal("no message", id)
	return 0, 0
}

// TestFaults: Check finds each fault of a history.
func TestFaults(t *testing.T) {
	for _, fault := range []struct {
		name string
		want error
		make func(s *story)
	}{
		{"an acknowledged message is not in the log", ErrLost, func(s *story) {
			i, _ := s.find("bob5")
			s.drop(i)
		}},
		{"the last acknowledged message is not in the log", ErrLost, func(s *story) {
			i, _ := s.find(fmt.Sprint("bob", s.sent))
			s.records = s.records[:i]
		}},
		{"a message is applied twice", ErrTwice, func(s *story) {
			i, k := s.find("bob5")
			e := s.records[i].Entries[k]
			e.Number++ // otherwise the session would have a gap
			s.records[i].Entries = append(s.records[i].Entries, e)
		}},
		{"an owner writes a message again", ErrSession, func(s *story) {
			i, k := s.find("bob5")
			s.records[i+1].Entries = append(s.records[i+1].Entries, s.records[i].Entries[k])
		}},
		{"a message that nobody has sent", ErrForeign, func(s *story) {
			delete(s.play.messages, "ada3")
		}},
		{"a message has another body", ErrForeign, func(s *story) {
			s.play.messages["ada3"].body = variant.Nil{}
		}},
		{"two messages of a client are exchanged", ErrOrder, func(s *story) {
			i, k := s.find("ada5")
			j, l := s.find("ada6")
			a, b := &s.records[i].Entries[k], &s.records[j].Entries[l]
			a.Packet, b.Packet = b.Packet, a.Packet
		}},
		{"two clients' messages are out of real-time order", ErrRealTime, func(s *story) {
			s.play.messages["ada6"].acked = s.play.messages["bob5"].sent.Add(-time.Millisecond)
		}},
		{"a refused message is told to be accepted", ErrOutcome, func(s *story) {
			s.play.messages["ada4"].why = ""
		}},
		{"an accepted message is told to be refused", ErrOutcome, func(s *story) {
			s.play.messages["ada5"].why = "no"
		}},
		{"two owners have one epoch", ErrEpoch, func(s *story) {
			s.records[len(s.records)-3].Nonce++
		}},
		{"an owner writes after a newer one", ErrEpoch, func(s *story) {
			last := &s.records[len(s.records)-1]
			last.Epoch = 2
			last.Nonce = 102
		}},
		{"an owner begins with the epoch of another one", ErrEpoch, func(s *story) {
			for i := range s.records {
				if s.records[i].Epoch == 3 {
					s.records[i].Epoch = 2
				}
			}
		}},
		{"a record is there twice", ErrGap, func(s *story) {
			s.records[len(s.records)-1].Index--
		}},
		{"the tick of the log goes back", ErrBack, func(s *story) {
			s.records[len(s.records)-1].Tick -= 30
		}},
		{"a client sees the tick go back by more than a second", ErrBack, func(s *story) {
			s.play.Saw("ada", 130, nil, s.now)
			s.play.Saw("ada", 109, nil, s.now)
		}},
		{"an owner begins more than a second before a tick that was seen", ErrBack, func(s *story) {
			s.play.sights = append([]sight{{"eve", 1 + ticksOfOwner + 21, nil, time.Unix(999, 0)}},
				s.play.sights...)
		}},
		{"a player has two sessions", ErrSession, func(s *story) {
			i, k := s.find("bob5")
			s.records[i].Entries[k].Session++
			s.records[i].Entries[k].Number = 1
		}},
		{"a snapshot has another state", ErrSnapshot, func(s *story) {
			s.records[len(s.records)-1].Kind = rooms.RecordSnapshot
			s.records[len(s.records)-1].Snapshot = &rooms.Snapshot{State: variant.Nil{}}
		}},
		{"a client sees another state", ErrState, func(s *story) {
			s.play.Saw("ada", 50, s.state, s.now)
		}},
		{"a client sees a state too early", ErrState, func(s *story) {
			s.play.sights[4].tick--
		}},
	} {
		t.Run(fault.name, func(t *testing.T) {
			s := tell(t)
			fault.make(s)
			_, err := s.check()
			require.ErrorIs(t, err, fault.want)
		})
	}
}

// TestMostErrors: the error names only a few faults of each kind.
func TestMostErrors(t *testing.T) {
	s := tell(t)
	for range 2 * mostErrors {
		s.play.Saw("ada", 50, s.state, s.now)
	}

	_, err := s.check()
	require.Equal(t, mostErrors, strings.Count(err.Error(), ErrState.Error()))
}

// TestForeignSession: the error names a message that belongs to another session, even if it is the
// first message of that session.
func TestForeignSession(t *testing.T) {
	s := tell(t)
	i, k := s.find("bob5")
	s.records[i].Entries[k].Session = 99
	s.records[i].Entries[k].Number = 1

	_, err := s.check()
	require.ErrorContains(t, err, "message 1 of bob in session 99, and not in ")
}

// TestWaits: the Waits are the times from sending a message to its acknowledgment.
func TestWaits(t *testing.T) {
	s := tell(t)
	s.play.Sent("ada", "unanswered", variant.Nil{}, s.now)
	waits := s.play.Waits()
	require.Len(t, waits, 2*s.sent)
	for _, wait := range waits {
		require.Equal(t, 20*time.Millisecond, wait)
	}
}

// TestWithinASecond: two observations are not errors. The first is a tick that goes back by a
// second. The second is a state that an owner has sent but not written, because the owner was
// replaced.
func TestWithinASecond(t *testing.T) {
	s := tell(t)
	s.play.Saw("ada", 130, nil, s.now)
	s.play.Saw("ada", 110, nil, s.now)
	s.play.sights = append([]sight{{"eve", 1 + ticksOfOwner + 20, nil, time.Unix(999, 0)}},
		s.play.sights...)

	i := 0
	for s.records[i+1].Epoch == 1 {
		i++
	}
	shown, err := s.check()
	require.NoError(t, err)
	require.NotNil(t, shown.State)

	state := variant.Variant(nil)
	for _, seen := range s.play.sights {
		if seen.tick == s.records[i].Tick && seen.state != nil {
			state = seen.state
		}
	}
	require.NotNil(t, state)
	for tick := s.records[i].Tick + 1; tick <= ticksOfOwner+20; tick++ {
		state = meadow.Game{}.Step(state, tick)
		s.play.Saw("fay", tick, state, s.now)
	}
	_, err = s.check()
	require.NoError(t, err)
}
