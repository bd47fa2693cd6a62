// Evening is a server for Godot 3 on port 7003 and for Godot 4 on port 7004, over TCP and UDP: players join, walk and
// talk. A client sends put_var({"type": "join", "name": "Tia"}) first, and then something at least every 10 seconds.
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

type Player struct { // comes as "join" with a name, and as "move" with a position
	ID   int          `godot:"id"`
	Name string       `godot:"name"`
	At   math.Vector2 `godot:"at"`
}
type Welcome Player // goes to the new player
type Joined Player  // goes to all, as do the next
type Moved Player
type Left Player
type Say struct { // comes as "say" with a text, and goes to all as "said"
	ID   int    `godot:"id"`
	Text string `godot:"text"`
}
type Ping struct { // comes as "ping", and goes back as "pong"
	T variant.Variant `godot:"t"`
}

type peer struct {
	*message.Peer
	Player
}

type game struct {
	mu      sync.Mutex // held by the servers
	mux     message.Mux[*peer]
	players map[*peer]bool
	lastID  int
}

func newGame() *game {
	g := &game{players: map[*peer]bool{}}
	message.Handle(&g.mux, "join", func(p *peer, m *Player) error {
		if g.players[p] {
			return errors.New("it joins twice")
		}
		g.lastID++
		p.Player = Player{ID: g.lastID, Name: m.Name}
		p.Send(Welcome(p.Player))
		for other := range g.players {
			p.Send(Joined(other.Player))
		}
		g.players[p] = true
		return g.tell(p, Joined(p.Player))
	})
	message.Handle(&g.mux, "move", func(p *peer, m *Player) error {
		p.At = m.At
		return g.tell(p, Moved(p.Player))
	})
	message.Handle(&g.mux, "say", func(p *peer, m *Say) error { return g.tell(p, Say{p.ID, m.Text}) })
	message.Handle(&g.mux, "ping", func(p *peer, m *Ping) error { return p.Send(m) })
	message.Register[Welcome](&g.mux, "welcome")
	message.Register[Joined](&g.mux, "joined")
	message.Register[Moved](&g.mux, "moved")
	message.Register[Left](&g.mux, "left")
	message.Register[Say](&g.mux, "said")
	message.Register[Ping](&g.mux, "pong")
	return g
}

// tell tells all players what a player does.
func (g *game) tell(p *peer, m any) error {
	if !g.players[p] {
		return errors.New("it did not join")
	}
	for other := range g.players {
		other.Send(m) // a player who does not take it will leave
	}
	return nil
}

func (g *game) server(d *variant.Dialect) *message.Server[*peer] {
	limits := codec.Limits{MaxFrame: 1 << 10, MaxDepth: 8}
	return &message.Server[*peer]{
		Mux:       &g.mux,
		Lock:      &g.mu,
		In:        codec.MustNew(codec.Options{Dialect: d, Finite: true, Limits: limits}),
		Out:       codec.MustNew(codec.Options{Dialect: d}),
		Idle:      10 * time.Second,
		MaxPeers:  100,
		PerSecond: 50,
		Enter:     func(p *message.Peer) (*peer, error) { return &peer{Peer: p}, nil },
		Leave: func(p *peer, why error) {
			log.Print(p.Addr(), " ", p.Name, ": ", why)
			g.tell(p, Left(p.Player))
			delete(g.players, p)
		},
	}
}

func main() {
	g, failed := newGame(), make(chan error)
	for addr, d := range map[string]*variant.Dialect{"127.0.0.1:7003": codec.Godot3, "127.0.0.1:7004": codec.Godot4} {
		l, err := net.Listen("tcp", addr)
		conn, err2 := net.ListenPacket("udp", addr)
		if err := errors.Join(err, err2); err != nil {
			log.Fatal(err)
		}
		go func() { failed <- g.server(d).Serve(l) }()
		go func() { failed <- g.server(d).ServePacket(conn) }()
		log.Print("listening for ", d.Name, " on ", addr)
	}
	log.Fatal(<-failed)
}
