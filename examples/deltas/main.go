// Deltas sends the state of a game over UDP. Datagrams can be lost, arrive twice, and arrive in
// another order. So each datagram has all changes since the last state that the client has
// acknowledged.
//
// It shows how a message.Feed sends changes, how a game acknowledges them, and how to test this
// over a bad network.
//
//	go run ./examples/deltas
//
// plays for 5 seconds with clients in Go, loses 30 % of all datagrams on the way, and prints that
// all clients end with the state of the server. The script delta.gd is the client in a game, for
// Godot 3 and Godot 4. A game begins with the message {"type": "ack", "seq": 0}, which acknowledges
// no state, and repeats the message until it has received a state.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A World is the state of a game. It changes a little in each tick.
type World struct {
	Players map[string]math.Vector2 `godot:"players"`
	Log     []string                `godot:"log"`
	Tick    int                     `godot:"tick"`
}

func (w *World) move(random *rand.Rand) {
	w.Tick++
	name := fmt.Sprint("player ", random.IntN(20))
	if random.IntN(10) == 0 {
		delete(w.Players, name)
		return
	}

	if _, here := w.Players[name]; !here {
		w.Log = append(w.Log, name+" joins")
		w.Log = w.Log[max(0, len(w.Log)-5):]
	}
	w.Players[name] = math.V2(float64(random.IntN(100)), float64(random.IntN(100)))
}

// newServer returns a server that adds each client to the feed.
func newServer(feed *message.Feed[*message.Peer], dialects ...*variant.Dialect,
) *message.Server[*message.Peer] {
	mux := message.New[*message.Peer](message.Options{})
	message.Declare[message.Update](mux, "state")
	message.Handle(mux, "ack", feed.Ack)

	return &message.Server[*message.Peer]{
		Mux:      mux,
		Lock:     new(sync.Mutex),
		Dialects: dialects,
		Enter: func(p *message.Peer) (*message.Peer, error) {
			feed.Add(p)
			return p, nil
		},
	}
}

// A bot is a client in Go.
type bot struct {
	client *message.Client[*bot]

	mu      sync.Mutex
	replica message.Replica
	newest  message.Ack
}

// newBot connects a bot with a server, over a network that loses datagrams.
func newBot(ctx context.Context, mux *message.Mux[*message.Peer], addr string, loss float64,
) (*bot, error) {
	conn, err := transport.Dial(ctx, "udp", addr)
	if err != nil {
		return nil, err
	}

	b := new(bot)
	b.client = message.NewClient(ctx, lossy{conn, loss}, message.Mirror(mux, (*bot).take))
	return b, nil
}

// take applies an update.
func (b *bot) take(m any) (err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.newest, err = b.replica.Apply(m.(*message.Update))
	return err
}

// acknowledge tells the server the number of the newest state that the bot has.
func (b *bot) acknowledge() error {
	b.mu.Lock()
	newest := b.newest
	b.mu.Unlock()
	return b.client.Send(newest)
}

// has reports whether the state of the bot equals the argument state.
func (b *bot) has(state variant.Variant) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	rest, err := tree.Diff(b.replica.State(), state, tree.DiffOptions{AnyKeyOrder: true})
	return err == nil && len(rest) == 0
}

// A lossy connection loses some messages in both directions.
type lossy struct {
	transport.Conn
	loss float64
}

// Send loses some messages.
func (l lossy) Send(m transport.Message) error {
	if rand.Float64() < l.loss {
		return nil
	}
	return l.Conn.Send(m)
}

// Receive loses some messages.
func (l lossy) Receive() (transport.Message, error) {
	m, err := l.Conn.Receive()
	for err == nil && rand.Float64() < l.loss {
		m, err = l.Conn.Receive()
	}
	return m, err
}

// A game is a server, its world and its bots.
type game struct {
	feed   message.Feed[*message.Peer]
	server *message.Server[*message.Peer]
	world  World
	random *rand.Rand
	ticks  int // number of ticks in which the world still changes
	extra  int // number of ticks after the last change
	bots   []*bot
	over   chan error
}

// tick changes the world and sends it. The game ends when all bots have the last state.
func (g *game) tick() {
	if g.ticks > 0 {
		g.ticks--
		g.world.move(g.random)
	} else {
		g.extra++
	}

	err := g.feed.Send(g.world)
	for _, b := range g.bots {
		if err == nil {
			err = b.acknowledge()
		}
	}

	if err != nil || g.ticks == 0 && g.equal() {
		select {
		case g.over <- err:
		default: // the game has already ended
		}
	}
}

func (g *game) equal() bool {
	last, err := codec.ToVariant(g.world)
	for _, b := range g.bots {
		if err != nil || !b.has(last) {
			return false
		}
	}
	return true
}

// play lets the world change for some ticks, while clients follow it. Then it waits until all
// clients have the last state of the world.
func play(clients, ticks int, loss float64, interval time.Duration) (*game, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	udp, err := transport.Listen("udp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}

	g := &game{
		world:  World{Players: map[string]math.Vector2{}},
		random: rand.New(rand.NewPCG(1, 30)),
		ticks:  ticks,
		over:   make(chan error, 1),
	}
	g.server = newServer(&g.feed, codec.Godot4, codec.Godot3)
	go g.server.Serve(udp)

	for range clients {
		b, err := newBot(ctx, g.server.Mux, udp.Addr().String(), loss)
		if err != nil {
			return nil, err
		}
		g.bots = append(g.bots, b)
		go b.client.Serve(b)
	}

	g.server.Every(interval, g.tick)
	err = <-g.over
	_ = g.server.Shutdown(ctx, nil) // no client waits for a last message
	return g, err
}

func main() {
	const clients, ticks = 8, 100
	g, err := play(clients, ticks, 0.3, 50*time.Millisecond)
	if err != nil {
		log.Fatal(err)
	}

	full, err := codec.Marshal(g.world)
	if err != nil {
		log.Fatal(err)
	}

	sent := g.server.Totals()
	fmt.Printf("%d clients have the state of the server %d ticks after its last change\n",
		clients, g.extra)
	fmt.Printf("a full state has %d bytes, a datagram had %d on average\n", len(full),
		sent.SentBytes/sent.Sent)
}
