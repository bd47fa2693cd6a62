// Chatserver is a server in which players of Godot 3 and Godot 4 meet, on one port over TCP and
// UDP, and on the next port over WebSocket. They join, walk and talk.
//
// It shows a complete server in one file: every transport, both engines, changes of a state,
// limits, counts, a last message, and an orderly shutdown.
//
//	cd examples/extras
//	go run ./chatserver
//	cat chatserver/bot3.gd ../deltas/delta.gd > bot.gd
//	GDPORT=7000 GDNET=udp GDNAME=Tia GDBOTS=1 godot3-server --no-window -s bot.gd
//
// A message is a Dictionary. The value of its key "type" is the name of the message. The first
// message of a client is
//
//	peer.put_var({"type": "join", "name": "Tia"})
//
// Then it sends one of these messages at least every 10 seconds:
//
//	peer.put_var({"type": "move", "at": Vector2(4, 2)})
//	peer.put_var({"type": "say", "text": "Ahoy!"})
//	peer.put_var({"type": "ping", "t": any_value})
//
// In messages "state" the client gets the positions of all players, and then their changes, 20
// times a second. It answers each of these messages with the result of the function take. This
// function is in deltas/delta.gd, a file that is a part of the script of the bots:
//
//	peer.put_var(take(have, message))
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/signal"
	"slices"
	"sync"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/codec/transport/websocket"
	"godotvariant/math"
	"godotvariant/variant"
)

// A Player is a player of the game. The message "join" sets its name, and the message "move" sets
// its position.
type Player struct {
	Name string       `godot:"name,max=20"`
	At   math.Vector2 `godot:"at"`
}

// Welcome is the message "welcome" to a player that has joined.
type Welcome struct {
	ID int `godot:"id"`
}

// Say is the struct for the message "say" from a player, and for the message "said" to all players.
type Say struct {
	ID   int    `godot:"id"`
	Text string `godot:"text,max=200"`
}

// Ping is the struct for the message "ping" from a player, and for the answer "pong" to this
// player.
type Ping struct {
	T variant.Variant `godot:"t"`
}

// Goodbye is the message "goodbye", the last message to a player.
type Goodbye struct {
	Why string `godot:"why"`
}

// A client is a connection, or an address that sends datagrams, and its player.
type client struct {
	*message.Peer
	Player
	id int
}

// A game has the players, by their IDs. The lock mu is held while a handler runs.
type game struct {
	mu      sync.Mutex
	feed    message.Feed[*client]
	players map[int]*Player
	lastID  int
}

func (g *game) join(c *client, m *Player) error {
	g.lastID++
	c.id = g.lastID
	c.Name = m.Name
	g.players[c.id] = &c.Player
	g.feed.Add(c)
	return c.Send(Welcome{c.id})
}

func (g *game) move(c *client, m *Player) error {
	c.At = m.At
	return nil
}

func (g *game) say(c *client, m *Say) error {
	return message.Broadcast(slices.Values(g.feed.Members()), Say{ID: c.id, Text: m.Text})
}

func (g *game) ping(c *client, m *Ping) error { return c.Send(m) }

func (g *game) tick() {
	if err := g.feed.Send(g.players); err != nil {
		log.Print(err)
	}
}

// leave is called after the last message of a client.
func (g *game) leave(c *client, why error) {
	log.Printf("%v %q: %v", c.Addr(), c.Name, why)
	delete(g.players, c.id)
}

// newServer returns the server of a new game, for both engines and all transports.
func newServer() *message.Server[*client] {
	g := &game{players: map[int]*Player{}}
	mux := message.New[*client](message.Options{})
	message.Handle(mux, "join", g.join)
	message.Handle(mux, "move", g.move)
	message.Handle(mux, "say", g.say)
	message.Handle(mux, "ping", g.ping)
	message.Handle(mux, "ack", g.feed.Ack)

	message.Declare[Welcome](mux, "welcome")
	message.Declare[message.Update](mux, "state")
	message.Declare[Say](mux, "said")
	message.Declare[Ping](mux, "pong")
	message.Declare[Goodbye](mux, "goodbye")

	limits := codec.Limits{MaxFrame: 1 << 10, MaxDepth: 8}
	server := &message.Server[*client]{
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
	server.Every(50*time.Millisecond, g.tick)
	return server
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

	server := newServer()
	server.Every(time.Minute, func() { log.Printf("%+v", server.Totals()) })
	go server.Serve(tcp, udp, sockets)

	<-interrupted.Done()
	patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(patience, nil); err != nil {
		log.Print("shut down: ", err)
	}
}
