// Deltas sends the state of a game over UDP, where datagrams are lost, come twice and in another
// order: each datagram has what has changed since the last state that the client has acknowledged.
//
//	go run ./examples/deltas
//
// plays for 5 seconds with clients in Go, loses 30 % of all datagrams on the way, and prints that
// all clients end with the state of the server. delta.gd is the side of the game, for Godot 3 and
// Godot 4.
package main

import (
	"fmt"
	"log"
	"math/rand/v2"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// State is "state": what leads from the state number Base, which the client has, to number Seq.
// State number 0 is {}.
type State struct {
	Seq   int           `godot:"seq"`
	Base  int           `godot:"base"`
	Delta variant.Array `godot:"delta"` // see tree.Patch.Delta
}

// Ack is "ack": the newest state that a client has.
type Ack struct {
	Seq int `godot:"seq,required"`
}

// history is how many states a server and a client keep. A client that acknowledges none of so many
// gets the full state.
const history = 64

// A feed is the server's side of one client. All numbers of states count for this client alone.
type feed struct {
	seq, acked int
	sent       map[int]variant.Variant // by number
}

func newFeed() *feed { return &feed{sent: map[int]variant.Variant{0: variant.Dictionary{}}} }

// next returns the message that brings the client to a state, which must not change afterwards.
func (f *feed) next(state variant.Variant) (State, error) {
	f.seq++
	if f.seq-f.acked > history {
		f.acked = 0
	}

	patch, err := tree.Diff(f.sent[f.acked], state, tree.DiffOptions{AnyKeyOrder: true})
	if err != nil {
		return State{}, err
	}

	f.sent[f.seq] = state
	delete(f.sent, max(f.seq-2*history, 1)-1)
	f.sent[0] = variant.Dictionary{}

	delta, err := patch.Delta()

	return State{Seq: f.seq, Base: f.acked, Delta: delta}, err
}

// ack takes the number of a state from the client. It ignores a number that was not sent, because
// a client may lie.
func (f *feed) ack(m *Ack) {
	if _, sent := f.sent[m.Seq]; sent && m.Seq > f.acked {
		f.acked = m.Seq
	}
}

// A replica is the client's side.
type replica struct {
	seq  int
	have map[int]variant.Variant // by number
}

func newReplica() *replica {
	return &replica{have: map[int]variant.Variant{0: variant.Dictionary{}}}
}

// take makes the newest state of a message, and returns what to acknowledge.
func (r *replica) take(m *State) (Ack, error) {
	base, known := r.have[m.Base]
	if !known || m.Seq <= r.seq { // from a state that was never here, or late
		return Ack{r.seq}, nil
	}

	state, err := tree.ApplyDelta(base, m.Delta)
	if err != nil {
		return Ack{r.seq}, err
	}

	r.seq = m.Seq
	r.have[m.Seq] = state
	for seq := range r.have {
		if seq != 0 && seq < m.Base {
			delete(r.have, seq) // the server builds on Base, or on a newer one
		}
	}

	return Ack{r.seq}, nil
}

// state returns the newest state.
func (r *replica) state() variant.Variant { return r.have[r.seq] }

// A link carries packets one way, and loses some of them.
type link struct {
	random  *rand.Rand
	loss    float64
	waiting [][]byte
}

func (l *link) send(packet []byte) {
	if l.random.Float64() >= l.loss {
		l.waiting = append(l.waiting, packet)
	}
}

// receive returns the packets that have arrived, in any order, and some of them twice.
func (l *link) receive() [][]byte {
	all := l.waiting
	if len(all) > 0 && l.random.IntN(10) == 0 {
		all = append(all, all[0])
	}

	l.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	l.waiting = nil

	if len(all) > 1 && l.random.IntN(3) == 0 {
		l.waiting = all[1:] // these come later
		all = all[:1]
	}

	return all
}

// A pair is a server's feed and a client's replica, with the links between them.
type pair struct {
	feed     *feed
	replica  *replica
	down, up *link
	bytes    int // sent by the server
}

// The messages of both sides.
func muxes() (server *message.Mux[*pair], game *message.Mux[*pair]) {
	server = message.New[*pair](message.Options{})
	message.Register[State](server, "state")

	message.Handle(server, "ack", func(p *pair, m *Ack) error {
		p.feed.ack(m)
		return nil
	})

	game = message.New[*pair](message.Options{})
	message.Register[Ack](game, "ack")

	message.Handle(game, "state", func(p *pair, m *State) error {
		ack, err := p.replica.take(m)
		if err != nil {
			return err
		}

		packet, err := game.Append(nil, ack)
		p.up.send(packet)
		return err
	})

	return server, game
}

// step sends a state to a client, and carries what is on the way.
func (p *pair) step(server, game *message.Mux[*pair], state variant.Variant) error {
	m, err := p.feed.next(state)
	if err != nil {
		return err
	}

	packet, err := server.Append(nil, m)
	if err != nil {
		return err
	}

	p.bytes += len(packet)
	p.down.send(packet)

	for _, packet := range p.down.receive() {
		if err := game.Dispatch(p, packet); err != nil {
			return err
		}
	}

	for _, packet := range p.up.receive() {
		if err := server.Dispatch(p, packet); err != nil {
			return err
		}
	}

	return nil
}

// A world changes a little in each tick.
type world struct {
	random  *rand.Rand
	players map[string]math.Vector2
	log     []any // texts: a delta has those items that change
}

func (w *world) tick() (variant.Variant, error) {
	name := fmt.Sprint("player ", w.random.IntN(20))
	switch _, here := w.players[name]; {
	case w.random.IntN(10) == 0:
		delete(w.players, name)
	case !here:
		w.log = append(w.log, name+" joins")
		fallthrough

	default:
		w.players[name] = math.V2(float64(w.random.IntN(100)), float64(w.random.IntN(100)))
	}

	if len(w.log) > 5 {
		w.log = w.log[1:]
	}

	return codec.ToVariant(map[string]any{"players": w.players, "log": w.log})
}

// play lets clients follow a world for some ticks, and then until all have its last state.
func play(clients, ticks int, loss float64, seed uint64, pause time.Duration) (
	pairs []*pair, last variant.Variant, extra int, err error) {
	random := rand.New(rand.NewPCG(seed, 30))
	w := world{random: random, players: map[string]math.Vector2{}}
	server, game := muxes()

	for range clients {
		pairs = append(pairs, &pair{feed: newFeed(), replica: newReplica(),
			down: &link{random: random, loss: loss}, up: &link{random: random, loss: loss}})
	}

	for i := 0; i < ticks || !equal(pairs, last); i++ {
		if i < ticks {
			last, err = w.tick()
			if err != nil {
				return nil, nil, 0, err
			}
		} else {
			extra++
		}

		for _, p := range pairs {
			if err := p.step(server, game, last); err != nil {
				return nil, nil, 0, err
			}
		}

		time.Sleep(pause)
	}

	return pairs, last, extra, nil
}

// equal reports whether all clients have a state.
func equal(pairs []*pair, state variant.Variant) bool {
	for _, p := range pairs {
		rest, err := tree.Diff(p.replica.state(), state, tree.DiffOptions{AnyKeyOrder: true})
		if err != nil || len(rest) > 0 {
			return false
		}
	}
	return true
}

func main() {
	const clients, ticks = 8, 100
	pairs, last, extra, err := play(clients, ticks, 0.3, 1, 50*time.Millisecond)
	if err != nil {
		log.Fatal(err)
	}

	full, err := codec.Encode(last)
	if err != nil {
		log.Fatal(err)
	}

	fmt.Printf("%d clients have the state of the server %d ticks after its last change\n",
		clients, extra)
	fmt.Printf("a full state has %d bytes, a datagram had %d on average\n", len(full),
		pairs[0].bytes/(ticks+extra))
}
