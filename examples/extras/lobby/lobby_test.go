package main

import (
	"fmt"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/variant"
)

// A line is the connection of a game in Go: a message.Conn, and the Transport of its World.
type line struct {
	up, down chan []byte
	closed   chan struct{}
	once     sync.Once
}

func (l *line) ReadPacket() ([]byte, error) {
	select {
	case packet := <-l.up:
		return packet, nil
	case <-l.closed:
		return nil, io.EOF
	}
}

func (l *line) WritePacket(packet []byte) error {
	select {
	case l.down <- packet:
		return nil
	case <-l.closed:
		return net.ErrClosed
	}
}

func (l *line) Close(error) error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *line) RemoteAddr() net.Addr { return &net.TCPAddr{} }

func (l *line) Send(_ int32, m multiplayer.Message) error {
	l.up <- m.Data
	return nil
}

func (l *line) Disconnect(int32) { l.Close(nil) }

// A game is one of Godot 4, in Go. It keeps the names of calls, and their arguments.
type game struct {
	t     *testing.T
	line  *line
	world *multiplayer.World
	node  *multiplayer.Node
	heard []string
}

// visit connects a game.
func visit(t *testing.T, e *entrance) *game {
	c := &line{
		up: make(chan []byte, 99), down: make(chan []byte, 99), closed: make(chan struct{}),
	}
	go e.serve(c)
	id, err := packet.ParseID(<-c.down)
	require.NoError(t, err)

	g := &game{t: t, line: c, world: multiplayer.New(multiplayer.Options{Transport: c, ID: id})}
	_, err = g.world.Connect(1)
	require.NoError(t, err)

	g.node = g.world.Node("Lobby")
	for _, name := range []string{"register_player", "begin", "player_loaded", "say"} {
		g.node.Declare(multiplayer.Method{Name: name, Access: multiplayer.ByAnyPeer})
	}
	for _, name := range ofGames {
		g.node.Handle(multiplayer.Method{Name: name}, func(args ...variant.Variant) {
			g.heard = append(g.heard, fmt.Sprint(name, args))
		})
	}
	return g
}

// call calls the server.
func (g *game) call(method string, args ...any) {
	g.t.Helper()
	require.NoError(g.t, g.node.Call(1, method, args...))
}

// hears takes messages until the game has heard as many calls, and compares them.
func (g *game) hears(want ...string) {
	g.t.Helper()
	for len(g.heard) < len(want) {
		_, err := g.world.Receive(1, multiplayer.Message{Data: <-g.line.down})
		require.NoError(g.t, err)
	}
	require.Equal(g.t, want, g.heard)
	g.heard = nil
}

var (
	ada = Info{Name: "Ada"}
	tia = Info{Name: "Tia"}
)

// TestPlayersStartTogether: nobody starts before all have loaded the game, and one that is late
// loads it at once.
func TestPlayersStartTogether(t *testing.T) {
	e := new(lobby).open(packet.Godot4)
	a := visit(t, e)
	a.call("register_player", ada)
	a.hears(`add_player[2 {"name": "Ada"}]`)
	b := visit(t, e)
	b.call("register_player", tia)
	b.hears(`add_player[2 {"name": "Ada"}]`, `add_player[3 {"name": "Tia"}]`)

	a.call("begin")
	b.hears(`load_game[res://game.tscn]`)
	b.call("player_loaded")
	b.call("say", "loaded")
	b.hears(`hear[3 loaded]`)
	a.hears(`add_player[3 {"name": "Tia"}]`, `load_game[res://game.tscn]`, `hear[3 loaded]`)
	a.call("player_loaded")
	a.hears(`start_game[]`)
	b.hears(`start_game[]`)

	c := visit(t, e)
	c.call("register_player", Info{Name: "Tom"})
	c.hears(`add_player[2 {"name": "Ada"}]`, `add_player[3 {"name": "Tia"}]`,
		`add_player[4 {"name": "Tom"}]`, `load_game[res://game.tscn]`)
	c.call("player_loaded")
	c.hears(`start_game[]`)
}

// TestLeaversHoldNobodyUp: the others start without them, and the next lobby begins anew.
func TestLeaversHoldNobodyUp(t *testing.T) {
	e := new(lobby).open(packet.Godot4)
	a, b := visit(t, e), visit(t, e)
	a.call("register_player", ada)
	a.hears(`add_player[2 {"name": "Ada"}]`)
	b.call("register_player", tia)
	b.hears(`add_player[2 {"name": "Ada"}]`, `add_player[3 {"name": "Tia"}]`)
	b.call("begin")
	b.call("player_loaded")
	b.hears(`load_game[res://game.tscn]`)

	a.line.Close(nil)
	b.hears(`remove_player[2]`, `start_game[]`)
	b.line.Close(nil)
	e.lobby.visits.Wait()

	c := visit(t, e)
	c.call("register_player", ada)
	c.call("say", "alone")
	c.hears(`add_player[4 {"name": "Ada"}]`, `hear[4 alone]`)
}

// TestStrangersAreRefused: calls out of turn change nothing, and the game stays connected.
func TestStrangersAreRefused(t *testing.T) {
	e := new(lobby).open(packet.Godot4)
	a := visit(t, e)
	a.call("begin")
	a.call("say", "not registered")
	a.call("player_loaded")
	a.call("register_player", Info{})
	a.call("register_player", map[string]string{"name": "more than 20 characters"})
	a.call("register_player", ada)
	a.call("register_player", ada)
	a.call("player_loaded")
	a.call("say", "still here")
	a.hears(`add_player[2 {"name": "Ada"}]`, `hear[2 still here]`)
}

// TestSlowGamesAreDisconnected, and the others hear of it.
func TestSlowGamesAreDisconnected(t *testing.T) {
	e := new(lobby).open(packet.Godot4)
	a, slow := visit(t, e), visit(t, e)
	slow.call("register_player", tia)
	slow.hears(`add_player[3 {"name": "Tia"}]`)
	a.call("register_player", ada)
	a.hears(`add_player[3 {"name": "Tia"}]`, `add_player[2 {"name": "Ada"}]`)

	tell := func() error {
		e.lobby.mu.Lock()
		defer e.lobby.mu.Unlock()
		return e.lobby.tell("hear", 1, "news")
	}

	messages := 0
	for tell() == nil {
		messages++
		a.hears("hear[1 news]")
	}
	// 256 messages wait for a slow game. The line holds at most 99 more, and one is being written.
	require.GreaterOrEqual(t, messages, 256)
	require.LessOrEqual(t, messages, 256+99+1)
	a.hears("hear[1 news]", "remove_player[3]")
}
