// Chatserver is a server for Godot 3 on port 7003 and for Godot 4 on port 7004, over TCP and UDP,
// in which players of both engines meet. They join, walk and talk:
//
//	go run ./examples/chatserver
//	cd examples/chatserver
//	GDPORT=7003 GDNET=udp GDNAME=Tia GDBOTS=1 godot3-server --no-window -s bot3.gd
//
// A message is a Dictionary, and its key "type" has its name. The first message of a client is
//
//	peer.put_var({"type": "join", "name": "Tia"})
//
// Then it sends something at least every 10 seconds:
//
//	peer.put_var({"type": "move", "at": Vector2(4, 2)})
//	peer.put_var({"type": "say", "text": "Ahoy!"})
//	peer.put_var({"type": "ping", "t": any_value})
package main

import (
	"errors"
	"log"
	"net"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/math"
	"godotvariant/variant"
)

// A Player is one of the game. "join" sets its name, and "move" its position.
type Player struct {
	ID   int          `godot:"id"`
	Name string       `godot:"name"`
	At   math.Vector2 `godot:"at"`
}

type (
	Welcome Player // "welcome", to a player that has joined
	Joined  Player // "joined", to all players; a new player gets one for each player before it
	Moved   Player // "moved", to all players
	Left    Player // "left", to all players
)

// Say is "say" from a player, and "said" to all players.
type Say struct {
	ID   int    `godot:"id"`
	Text string `godot:"text"`
}

// Ping is "ping" from a player, and "pong" back to it.
type Ping struct {
	T variant.Variant `godot:"t"`
}

// A client is a connection, or an address that sends datagrams, and its player.
type client struct {
	*message.Peer
	Player
}

// A game has the players of all servers.
type game struct {
	mu      sync.Mutex // the servers hold it while a handler runs
	mux     message.Mux[*client]
	players map[*client]bool
	lastID  int
}

func newGame() *game {
	g := &game{players: map[*client]bool{}}

	message.Handle(&g.mux, "join", g.join)
	message.Handle(&g.mux, "move", g.move)
	message.Handle(&g.mux, "say", g.say)
	message.Handle(&g.mux, "ping", g.ping)

	message.Register[Welcome](&g.mux, "welcome")
	message.Register[Joined](&g.mux, "joined")
	message.Register[Moved](&g.mux, "moved")
	message.Register[Left](&g.mux, "left")
	message.Register[Say](&g.mux, "said")
	message.Register[Ping](&g.mux, "pong")
	return g
}

func (g *game) join(c *client, m *Player) error {
	if g.players[c] {
		return errors.New("already joined")
	}

	g.lastID++
	c.Player = Player{ID: g.lastID, Name: m.Name}
	if err := c.Send(Welcome(c.Player)); err != nil {
		return err
	}
	for other := range g.players {
		if err := c.Send(Joined(other.Player)); err != nil {
			return err
		}
	}

	g.players[c] = true
	g.tell(Joined(c.Player))
	return nil
}

func (g *game) move(c *client, m *Player) error {
	if !g.players[c] {
		return errNotJoined
	}

	c.At = m.At
	g.tell(Moved(c.Player))
	return nil
}

func (g *game) say(c *client, m *Say) error {
	if !g.players[c] {
		return errNotJoined
	}

	g.tell(Say{ID: c.ID, Text: m.Text})
	return nil
}

func (g *game) ping(c *client, m *Ping) error { return c.Send(m) }

var errNotJoined = errors.New("not joined")

// tell sends a message to all players.
func (g *game) tell(m any) {
	for c := range g.players {
		_ = c.Send(m) // if it fails, the server disconnects the client, and leave gets the error
	}
}

// leave is called after the last message of a client.
func (g *game) leave(c *client, why error) {
	log.Print(c.Addr(), " ", c.Name, ": ", why)
	if !g.players[c] {
		return
	}

	delete(g.players, c)
	g.tell(Left(c.Player))
}

// server returns a server for the clients of one engine.
func (g *game) server(d *variant.Dialect) *message.Server[*client] {
	limits := codec.Limits{MaxFrame: 1 << 10, MaxDepth: 8}
	return &message.Server[*client]{
		Mux:       &g.mux,
		Lock:      &g.mu,
		In:        codec.MustNew(codec.Options{Dialect: d, Finite: true, Limits: limits}),
		Out:       codec.MustNew(codec.Options{Dialect: d}),
		Idle:      10 * time.Second,
		MaxPeers:  100,
		PerSecond: 50,
		Enter:     func(p *message.Peer) (*client, error) { return &client{Peer: p}, nil },
		Leave:     g.leave,
	}
}

// listen serves the clients of one engine, over TCP and UDP. It returns the first error.
func (g *game) listen(addr string, d *variant.Dialect) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	conn, err := net.ListenPacket("udp", addr)
	if err != nil {
		return err
	}
	log.Print("listening for ", d.Name, " on ", addr)

	failed := make(chan error, 2)
	go func() { failed <- g.server(d).Serve(listener) }()
	go func() { failed <- g.server(d).ServePacket(conn) }()
	return <-failed
}

func main() {
	g := newGame()
	failed := make(chan error, 2)
	go func() { failed <- g.listen("127.0.0.1:7003", codec.Godot3) }()
	go func() { failed <- g.listen("127.0.0.1:7004", codec.Godot4) }()
	log.Fatal(<-failed)
}
