// Chatserver is a server in which players of Godot 3 and Godot 4 meet, on one port over TCP and
// UDP, and on the next port over WebSocket. They join, walk and talk:
//
//	cd examples/extras
//	go run ./chatserver
//	GDPORT=7000 GDNET=udp GDNAME=Tia GDBOTS=1 godot3-server --no-window -s chatserver/bot3.gd
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
	"context"
	"errors"
	"log"
	"os"
	"os/signal"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
	"godotvariant/math"
	"godotvariant/variant"
)

// A Player is a player of the game. "join" sets its name, and "move" its position.
type Player struct {
	ID   int          `godot:"id"`
	Name string       `godot:"name,max=20"`
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
	Text string `godot:"text,max=200"`
}

// Ping is "ping" from a player, and "pong" back to it.
type Ping struct {
	T variant.Variant `godot:"t"`
}

// Goodbye is "goodbye", the last message to a player.
type Goodbye struct {
	Why string `godot:"why"`
}

// A client is a connection, or an address that sends datagrams, and its player.
type client struct {
	*message.Peer
	Player
}

// A game has the players. mu is held while a handler runs.
type game struct {
	mu      sync.Mutex
	players message.Group[*client]
	lastID  int
}

func (g *game) join(c *client, m *Player) error {
	g.lastID++
	c.Player = Player{ID: g.lastID, Name: m.Name}
	err := c.Send(Welcome(c.Player))
	for _, player := range g.players.Members() {
		err = errors.Join(err, c.Send(Joined(player.Player)))
	}

	g.players.Add(c)
	return errors.Join(err, g.players.Send(Joined(c.Player)))
}

func (g *game) move(c *client, m *Player) error {
	c.At = m.At
	return g.players.Send(Moved(c.Player))
}

func (g *game) say(c *client, m *Say) error { return g.players.Send(Say{ID: c.ID, Text: m.Text}) }

func (g *game) ping(c *client, m *Ping) error { return c.Send(m) }

// leave is called after the last message of a client.
func (g *game) leave(c *client, why error) {
	log.Printf("%v %q: %v", c.Addr(), c.Name, why)
	if c.ID != 0 {
		_ = g.players.Send(Left(c.Player)) // every dialect has its types
	}
}

// server returns the server of the game, for both engines and all transports.
func (g *game) server() *message.Server[*client] {
	mux := message.New[*client](message.Options{})
	message.Handle(mux, "join", g.join)
	message.Handle(mux, "move", g.move)
	message.Handle(mux, "say", g.say)
	message.Handle(mux, "ping", g.ping)

	message.Register[Welcome](mux, "welcome")
	message.Register[Joined](mux, "joined")
	message.Register[Moved](mux, "moved")
	message.Register[Left](mux, "left")
	message.Register[Say](mux, "said")
	message.Register[Ping](mux, "pong")
	message.Register[Goodbye](mux, "goodbye")

	limits := codec.Limits{MaxFrame: 1 << 10, MaxDepth: 8}
	return &message.Server[*client]{
		Mux:      mux,
		Join:     "join",
		Lock:     &g.mu,
		Dialects: []*variant.Dialect{codec.Godot4, codec.Godot3},
		In:       codec.MustNew(codec.Options{Finite: true, WholeFloats: true, Limits: limits}),
		Limits:   transport.Limits{Idle: 10 * time.Second, MaxPeers: 100, MaxRate: 50},
		Enter:    func(p *message.Peer) (*client, error) { return &client{Peer: p}, nil },
		Leave:    g.leave,
		Farewell: func(_ *client, why error) any { return Goodbye{why.Error()} },
		Refused:  func(_ *message.Peer, why error) any { return Goodbye{why.Error()} },
	}
}

func main() {
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	tcp, err := transport.Listen("tcp", "127.0.0.1:7000")
	udp, err2 := transport.Listen("udp", "127.0.0.1:7000")
	sockets, err3 := websocket.Listen("127.0.0.1:7001", websocket.Options{})
	if err := errors.Join(err, err2, err3); err != nil {
		log.Fatal(err)
	}

	server := new(game).server()
	go server.Serve(tcp, udp, sockets)

	<-interrupted.Done()
	patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	log.Print("shut down: ", server.Shutdown(patience, nil))
	log.Printf("%+v", server.Totals())
}
