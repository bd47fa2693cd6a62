package message_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

type feed = message.Feed[*follower]

// A follower is a client in the tests of Feed. It has the packets and the acknowledgements that are
// on their way. The test delivers or drops them, in place of a network.
type follower struct {
	*message.Peer
	copy message.Replica
	room int
	down []sentPacket
	up   []message.Ack
	done chan struct{}
}

// A sentPacket is a packet with the number of the room whose Feed has sent it.
type sentPacket struct {
	room   int
	packet []byte
}

// A stage is a server with followers. When a Feed sends a packet to a follower, Tap stores the
// packet in the follower before Feed.Send returns.
type stage struct {
	t       *testing.T
	server  *message.Server[*follower]
	game    *message.Mux[*follower]
	entered chan *follower
	all     map[*message.Peer]*follower
	quiet   bool // Tap stores no packets
}

func newStage(t *testing.T, dialects ...*variant.Dialect) *stage {
	s := &stage{t: t, entered: make(chan *follower, 1), all: map[*message.Peer]*follower{}}

	mux := message.New[*follower](message.Options{})
	message.Declare[message.Update](mux, "state")
	message.Handle(mux, "ack", func(*follower, *message.Ack) error { return nil })

	s.game = message.New[*follower](message.Options{})
	message.Handle(s.game, "state", func(f *follower, m *message.Update) error {
		ack, err := f.copy.Apply(m)
		f.up = append(f.up, ack)
		return err
	})

	s.server = &message.Server[*follower]{
		Mux:      mux,
		Dialects: dialects,
		Limits: transport.Limits{
			MaxQueue: 1 << 30, MaxQueueBytes: 1 << 40, Idle: time.Hour, Patience: time.Hour,
		},
		Enter: func(p *message.Peer) (*follower, error) {
			f := &follower{Peer: p}
			s.entered <- f
			return f, nil
		},
		Tap: func(p *message.Peer, way transport.Direction, _ string, packet []byte) {
			if way != transport.Outgoing || s.quiet {
				return
			}
			if f := s.all[p]; f != nil {
				f.down = append(f.down, sentPacket{f.room, packet})
			}
		},
	}

	return s
}

// join connects a follower.
func (s *stage) join() *follower {
	near, _ := transport.Pipe()
	done := make(chan struct{})
	in := make(chan []byte, 1)
	go s.server.ServeConn(&sink{near, in, nil, done})
	if len(s.server.Dialects) > 1 {
		in <- first
	}

	f := <-s.entered
	f.done = done
	s.all[f.Peer] = f
	return f
}

// first is the first packet of a client. A server with several dialects needs it to learn the
// dialect.
var first, _ = codec.Marshal(map[string]any{"type": "ack", "seq": 0}) // never fails

// leave disconnects a follower.
func (s *stage) leave(f *follower) {
	f.End(nil)
	close(f.done)
	delete(s.all, f.Peer)
}

func (s *stage) end() {
	for _, f := range s.all {
		s.leave(f)
	}
	require.NoError(s.t, s.server.Shutdown(s.t.Context(), nil))
}

// take delivers the oldest packet that is on its way to a follower. It returns the content of the
// packet.
func (s *stage) take(f *follower) message.Update {
	s.t.Helper()
	require.NotEmpty(s.t, f.down)
	packet := f.down[0].packet
	f.down = f.down[1:]

	var m message.Update
	require.NoError(s.t, codec.Unmarshal(packet, &m))
	require.NoError(s.t, s.game.Dispatch(f, packet))
	return m
}

// acks gives a Feed the newest acknowledgement of a follower.
func (s *stage) acks(feed *feed, f *follower) {
	s.t.Helper()
	ack := f.up[len(f.up)-1]
	f.up = nil
	require.NoError(s.t, feed.Ack(f, &ack))
}

// pair returns a state with a long text and the number n. Because of the long text, changes of the
// state are shorter than the whole state.
func pair(n int) variant.Dictionary {
	return variant.NewDictionary(
		variant.KV("text", variant.String(fmt.Sprintf("%0200d", 0))),
		variant.KV("n", variant.Int(n)),
	)
}

// TestFeed: a client gets the whole state first, then the changes since the state that it has
// acknowledged, and nothing if nothing has changed.
func TestFeed(t *testing.T) {
	s := newStage(t)
	defer s.end()
	var feed feed

	require.NoError(t, feed.Send(pair(1)), "nobody is there")
	f := s.join()
	feed.Add(f)
	require.NoError(t, feed.Send(pair(1)))
	m := s.take(f)
	require.Equal(t, 1, m.Seq)
	require.Equal(t, 0, m.Base)
	testkit.RequireEqual(t, pair(1), f.copy.State())

	require.NoError(t, feed.Send(pair(1)))
	m = s.take(f)
	require.Equal(t, 1, m.Seq, "the same state again, because nothing was acknowledged")
	s.acks(&feed, f)
	require.NoError(t, feed.Send(pair(1)))
	require.Empty(t, f.down)

	for n := range 3 {
		require.NoError(t, feed.Send(pair(2+n)))
	}
	for n := range 3 { // all three updates refer to the acknowledged state
		m = s.take(f)
		require.Equal(t, *number(2+n, 1), m)
	}
	testkit.RequireEqual(t, pair(4), f.copy.State())

	s.acks(&feed, f)
	require.NoError(t, feed.Send(variant.NewDictionary()))
	m = s.take(f)
	require.Equal(t, 0, m.Base, "the whole state is shorter than the change")
	testkit.RequireEqual(t, variant.NewDictionary(), f.copy.State())
}

// TestFeedMembers tests members that are added twice, that are removed, and that have left.
func TestFeedMembers(t *testing.T) {
	s := newStage(t)
	defer s.end()
	var feed feed
	a, b := s.join(), s.join()
	for range 2 {
		feed.Add(a)
		feed.Add(b)
	}
	require.ElementsMatch(t, []*follower{a, b}, feed.Members())

	feed.Remove(b)
	feed.Remove(b)
	require.NoError(t, feed.Send(pair(1)))
	require.Len(t, a.down, 1)
	require.Empty(t, b.down)
	require.NoError(t, feed.Ack(b, &message.Ack{Seq: 1}), "no member")

	s.leave(a)
	require.Empty(t, feed.Members())
	require.NoError(t, feed.Send(pair(2)))
	require.Len(t, a.down, 1)
}

// TestFeedEncodesOnce: clients that have the same state get the same bytes.
func TestFeedEncodesOnce(t *testing.T) {
	s := newStage(t, codec.Godot4, codec.Godot43)
	defer s.end()
	var feed feed
	var all []*follower
	for range 40 {
		f := s.join()
		feed.Add(f)
		all = append(all, f)
	}

	encoded := func() int {
		made := map[*byte]bool{}
		for _, f := range all {
			for _, sent := range f.down {
				made[&sent.packet[0]] = true
			}
		}
		return len(made)
	}

	require.NoError(t, feed.Send(pair(1)))
	require.Equal(t, 1, encoded())
	for i, f := range all {
		s.take(f)
		if i%4 != 0 {
			s.acks(&feed, f)
		}
	}

	require.NoError(t, feed.Send(pair(2)))
	require.Equal(t, 2, encoded(), "the whole state, and the change")
	for i, f := range all {
		s.take(f)
		if i%4 == 1 {
			s.acks(&feed, f)
		}
	}

	require.NoError(t, feed.Send(pair(3)))
	require.Equal(t, 3, encoded(), "the whole state, the change since 1, and since 2")
}

// TestFeedCost compares the allocations of a Send to one client and of a Send to forty clients that
// have the same state. The difference is less than 200.
func TestFeedCost(t *testing.T) {
	cost := func(clients int) float64 {
		s := newStage(t)
		defer s.end()
		var feed feed
		for range clients {
			feed.Add(s.join())
		}
		s.quiet = true

		state := pair(0)
		return testkit.AllocsPerRun(20, func() {
			state.Pairs[1].Value = state.Pairs[1].Value.(variant.Int) + 1
			require.NoError(t, feed.Send(state))
		})
	}

	require.Less(t, cost(40), cost(1)+200)
}

// TestFeedFalseAcks: an acknowledgement of a state that was not sent to the client changes nothing.
func TestFeedFalseAcks(t *testing.T) {
	s := newStage(t)
	defer s.end()
	var feed feed
	honest, liar := s.join(), s.join()
	feed.Add(honest)
	for n := range 5 {
		require.NoError(t, feed.Send(pair(n)))
	}

	feed.Add(liar) // state 5 is the first state for this client
	for range 2 {
		for _, seq := range []int{-1 << 63, -1, 0, 1, 4, 6, 1<<63 - 1} {
			require.NoError(t, feed.Ack(liar, &message.Ack{Seq: seq}))
		}
		require.NoError(t, feed.Send(pair(4)))
		require.Equal(t, 0, s.take(liar).Base)
	}

	require.NoError(t, feed.Ack(liar, &message.Ack{Seq: 5}))
	require.NoError(t, feed.Ack(liar, &message.Ack{Seq: 4}), "an old one")
	require.NoError(t, feed.Send(pair(6)))
	require.Equal(t, 5, s.take(liar).Base)
	require.Equal(t, 1, s.take(honest).Seq)
}

// TestFeedBounds: a client whose last state the Feed has dropped gets the whole state.
func TestFeedBounds(t *testing.T) {
	for name, make := range map[string]func() *feed{
		"states": func() *feed { return &feed{MaxStates: 3} },
		"bytes":  func() *feed { return &feed{MaxBytes: 3 * 370} },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			defer s.end()
			feed := make()
			f := s.join()
			feed.Add(f)
			require.NoError(t, feed.Send(pair(1)))
			require.Len(t, f.down[0].packet, 364, "the size of a state")
			s.take(f)
			s.acks(feed, f)

			var bases []int
			for n := range 5 {
				require.NoError(t, feed.Send(pair(2+n)))
				bases = append(bases, s.take(f).Base)
			}
			require.Equal(t, []int{1, 1, 1, 0, 0}, bases)
			s.acks(feed, f)
			require.NoError(t, feed.Send(pair(8)))
			require.Equal(t, 6, s.take(f).Base)
		})
	}
}

// TestFeedErrors: Send returns an error for a value that is not a state, and for a state that a
// client can't get.
func TestFeedErrors(t *testing.T) {
	s := newStage(t)
	defer s.end()
	var feed feed
	f := s.join()
	feed.Add(f)
	require.ErrorIs(t, feed.Send(5), variant.ErrWrongType)
	require.ErrorIs(t, feed.Send(nil), variant.ErrWrongType)
	require.ErrorIs(t, feed.Send((*world)(nil)), variant.ErrWrongType)
	require.ErrorIs(t, feed.Send(make(chan int)), codec.ErrGoType)
	require.Empty(t, f.down)

	require.ErrorIs(t, feed.Send(map[string]any{"x": make([]byte, 20<<20)}), variant.ErrLimit)
	require.Empty(t, f.down)
	require.NoError(t, feed.Send(pair(1)))
	require.Equal(t, 2, s.take(f).Seq)
	testkit.RequireEqual(t, pair(1), f.copy.State())
}

// TestFeedObjects: a delta can't change a property of an object, so the Feed sends the whole state.
func TestFeedObjects(t *testing.T) {
	s := newStage(t)
	defer s.end()
	s.server.Out = codec.MustNew(codec.Options{FullObjects: true})

	state := func(hp int) variant.Dictionary {
		d := pair(0)
		boss := objects.NewObject("Boss", objects.Prop("hp", variant.Int(hp)))
		d.Set(variant.String("boss"), boss)
		return d
	}
	var feed feed
	f := s.join()
	feed.Add(f)
	for hp := range 2 {
		require.NoError(t, feed.Send(state(hp)))
		var m message.Update
		require.NoError(t, s.server.Out.Unmarshal(f.down[hp].packet, &m))
		require.Equal(t, 0, m.Base)
		got, err := tree.Lookup(m.Delta, "[0][1].boss")
		require.NoError(t, err)
		boss, _ := state(hp).Get(variant.String("boss"))
		testkit.RequireEqual(t, boss, got)
		require.NoError(t, feed.Ack(f, &message.Ack{Seq: m.Seq}))
	}
}

// A world has a state that the test changes in place, as a game changes its world.
type world struct{ state variant.Dictionary }

func newWorld() *world {
	return &world{variant.NewDictionary(
		variant.KV("players", variant.NewDictionary()),
		variant.KV("log", variant.NewArray()),
		variant.KV("map", variant.String(fmt.Sprintf("%0300d", 0))),
	)}
}

func (w *world) tick(random *rand.Rand) {
	players := w.state.Pairs[0].Value.(variant.Dictionary)
	log := w.state.Pairs[1].Value.(variant.Array)

	at := variant.Variant(math.V2(float64(random.IntN(9)), 0.5))
	switch n := len(players.Pairs); {
	case n > 0 && random.IntN(2) == 0:
		players.Pairs[random.IntN(n)].Value = at
	case n > 0 && random.IntN(3) == 0:
		i := random.IntN(n)
		players.Pairs = slices.Delete(players.Pairs, i, i+1)
	default:
		players.Set(variant.Int(random.IntN(30)), at)
	}

	switch n := len(log.Items); {
	case n > 0 && random.IntN(3) == 0:
		log.Items[random.IntN(n)] = variant.Float(0.25)
	case n > 5:
		log.Items = slices.Delete(log.Items, 0, 1+random.IntN(n-1))
	case random.IntN(3) == 0:
		var entry variant.Variant = variant.NewArray(variant.Int(n))
		log.Items = slices.Insert(log.Items, random.IntN(n+1), entry)
	}

	w.state.Pairs[0].Value = players
	w.state.Pairs[1].Value = log
}

// TestFeedProperty: messages are lost, repeated and reordered, and clients join, leave or go into
// another room. After a client has applied an Update, its state equals the server's state with the
// number of the Update. When nothing is lost any more, all clients have the newest state.
func TestFeedProperty(t *testing.T) {
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(seed, 38))
		s := newStage(t)
		rooms := []*feed{{MaxStates: 1 + random.IntN(20)}, {MaxBytes: 5000}}
		worlds := []*world{newWorld(), newWorld()}
		states := []map[int]variant.Variant{{}, {}}
		loss := random.IntN(80)
		var here []*follower

		applied := 0
		carry := func(f *follower) {
			random.Shuffle(len(f.down), func(i, j int) {
				f.down[i], f.down[j] = f.down[j], f.down[i]
			})
			for len(f.down) > 0 && random.IntN(4) != 0 {
				room := f.down[0].room
				if random.IntN(10) == 0 {
					f.down = append(f.down, f.down[0])
				}
				if random.IntN(100) < loss {
					f.down = f.down[1:]
					continue
				}

				m := s.take(f)
				if f.up[len(f.up)-1].Seq != m.Seq {
					continue // an old or repeated packet
				}
				applied++
				rest, err := tree.Diff(f.copy.State(), states[room][m.Seq],
					tree.DiffOptions{AnyKeyOrder: true})
				require.NoError(t, err)
				require.Empty(t, rest)
			}

			random.Shuffle(len(f.up), func(i, j int) { f.up[i], f.up[j] = f.up[j], f.up[i] })
			for len(f.up) > 0 && random.IntN(4) != 0 {
				if random.IntN(100) >= loss {
					require.NoError(t, rooms[f.room].Ack(f, &f.up[0]))
				}
				f.up = f.up[1:]
			}
		}

		send := func() {
			for i, feed := range rooms {
				require.NoError(t, feed.Send(worlds[i].state))
				state, err := tree.Clone(worlds[i].state)
				require.NoError(t, err)

				for _, f := range feed.Members() {
					if len(f.down) == 0 || f.down[len(f.down)-1].room != i {
						continue
					}
					var m message.Update
					require.NoError(t, codec.Unmarshal(f.down[len(f.down)-1].packet, &m))
					if states[i][m.Seq] == nil {
						states[i][m.Seq] = state
					}
				}
			}
		}

		for range 200 {
			for _, w := range worlds {
				if random.IntN(3) != 0 {
					w.tick(random)
				}
			}

			switch n := len(here); {
			case n < 2 || n < 10 && random.IntN(10) == 0:
				f := s.join()
				here = append(here, f)
				rooms[0].Add(f)
			case random.IntN(30) == 0:
				s.leave(here[0])
				here = here[1:]
			case random.IntN(20) == 0:
				f := here[random.IntN(n)]
				rooms[f.room].Remove(f)
				f.room = random.IntN(2)
				rooms[f.room].Add(f)
			}

			send()
			for _, f := range here {
				carry(f)
			}
		}
		require.Greater(t, applied, 100)

		loss = 0
		for range 200 {
			send()
			for _, f := range here {
				carry(f)
			}
		}
		for _, f := range here {
			rest, err := tree.Diff(f.copy.State(), worlds[f.room].state,
				tree.DiffOptions{AnyKeyOrder: true})
			require.NoError(t, err)
			require.Empty(t, rest)
		}
		s.end()
	}
}
