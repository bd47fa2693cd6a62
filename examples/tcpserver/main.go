/*
Tcpserver is an authoritative game server for games made with Godot. Players join and say in which
direction they want to move. Twenty times a second, the server sends the positions of all players to
all players.

It shows a tick of the game, handlers under a lock, limits, and a server that sends a last message
before it ends.

	go run ./examples/tcpserver -addr :7000
	GDPORT=7000 godot3-server -s examples/tcpserver/bot.gd

Games of Godot 3 and Godot 4 play together. bot.gd is a client without graphics. A game has a
PacketPeerStream around its StreamPeerTCP. In Godot 4 it calls poll() of the StreamPeerTCP. In each
frame it reads

	while peer.get_available_packet_count() > 0:
		print(peer.get_var())

The server accepts only a direction from its clients. It limits the number of connections, the
messages a second, and the size of a message to 1 KiB. It disconnects a client that is silent for 10
seconds, does not read its messages, or sends another message. The other clients are not affected.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"os"
	"os/signal"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/math"
	"godotvariant/variant"
)

// Join is the first message of a client: {"op": "join", "name": String}.
type Join struct {
	Name string `godot:"name,max=32"`
}

// Welcome is the answer: {"op": "welcome", "id": int, "ticks": int}.
type Welcome struct {
	ID    int64 `godot:"id"`
	Ticks int   `godot:"ticks"`
}

// Move is {"op": "move", "dir": Vector2}. The player walks in this direction until the next Move.
type Move struct {
	Dir math.Vector2 `godot:"dir"`
}

// Ping is {"op": "ping", "t": any value}. The answer is {"op": "pong", "t": the same value}.
type Ping struct {
	T variant.Variant `godot:"t"`
}

// State goes to all players in every tick: {"op": "state", "tick": int, "players": {id: Vector2}}.
type State struct {
	Tick    int64                  `godot:"tick"`
	Players map[int64]math.Vector2 `godot:"players"`
}

const (
	ticks = 20    // ticks in a second
	speed = 100.0 // distance that a player walks in a second
)

// field is the area where players walk.
var field = math.Rect2{Size: math.Vector2{X: 1000, Y: 1000}}

// A client is a connection and its player.
type client struct {
	*message.Peer
	id      int64 // 0 before the client has joined
	at, dir math.Vector2
}

// A game has the players. mu is held while a handler runs.
type game struct {
	mu      sync.Mutex
	players message.Group[*client]
	lastID  int64
	tick    int64
}

func (g *game) join(c *client, m *Join) error {
	if c.id != 0 {
		return errors.New("already joined")
	}

	g.lastID++
	c.id = g.lastID
	c.at = field.Center()
	log.Printf("%v joined as %q", c.Addr(), m.Name)

	g.players.Add(c)
	return c.Send(Welcome{ID: c.id, Ticks: ticks})
}

func (g *game) move(c *client, m *Move) error {
	c.dir = m.Dir.LimitLength(1)
	return nil
}

func (g *game) ping(c *client, m *Ping) error { return c.Send(m) }

// step moves the players and sends the state to all.
func (g *game) step() error {
	g.mu.Lock()
	defer g.mu.Unlock()

	g.tick++
	state := State{Tick: g.tick, Players: map[int64]math.Vector2{}}
	for _, c := range g.players.Members() {
		at := c.at.Add(c.dir.Mulf(speed / ticks))
		c.at = at.Clamp(field.Position, field.End())
		state.Players[c.id] = c.at
	}

	return g.players.Send(state)
}

// play calls step in each tick, until ctx is done or step returns an error.
func (g *game) play(ctx context.Context) error {
	ticker := time.NewTicker(time.Second / ticks)
	defer ticker.Stop()

	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if err := g.step(); err != nil {
				return err
			}
		}
	}
}

// server returns the server of the game.
func (g *game) server() *message.Server[*client] {
	mux := message.New[*client](message.Options{Key: "op"})
	message.Handle(mux, "join", g.join)
	message.Handle(mux, "move", g.move)
	message.Handle(mux, "ping", g.ping)

	message.Declare[Welcome](mux, "welcome")
	message.Declare[Ping](mux, "pong")
	message.Declare[State](mux, "state")

	limits := codec.Limits{MaxFrame: 1 << 10, MaxDepth: 8}
	return &message.Server[*client]{
		Mux:      mux,
		Lock:     &g.mu,
		Dialects: []*variant.Dialect{codec.Godot4, codec.Godot3},
		In:       codec.MustNew(codec.Options{Finite: true, Limits: limits}),
		Limits: transport.Limits{
			MaxPeers: 256,
			MaxRate:  40,
			MaxQueue: 32,
			Idle:     10 * time.Second,
		},
		Enter: func(p *message.Peer) (*client, error) { return &client{Peer: p}, nil },
		Leave: func(c *client, why error) { log.Printf("%v left: %v", c.Addr(), why) },
	}
}

func main() {
	addr := flag.String("addr", "127.0.0.1:7000", "where to listen")
	flag.Parse()

	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	listener, err := transport.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	log.Print("listening on ", listener.Addr())

	g := new(game)
	server := g.server()
	go func() { log.Print(server.Serve(listener)) }()
	if err := g.play(interrupted); err != nil {
		log.Print(err)
	}

	patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(patience, nil); err != nil {
		log.Print("shut down: ", err)
	}
}
