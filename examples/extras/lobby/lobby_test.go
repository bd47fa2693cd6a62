package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/transport/websocket"
	"godotvariant/variant"
)

// serve starts a lobby for games of Godot 4, and returns its address.
func serve(t *testing.T) (l *lobby, url string) {
	l = newLobby()
	games, err := websocket.Listen("127.0.0.1:0", websocket.Options{})
	require.NoError(t, err)
	go l.server.Serve(games)
	t.Cleanup(func() { _ = l.server.Shutdown(context.Background()) })
	return l, "ws://" + games.Addr().String() + "/godot4"
}

// A game is a client in Go that behaves like a game of Godot 4. It records the names and arguments
// of calls.
type game struct {
	*multiplayer.Client
	t     *testing.T
	node  *multiplayer.Node
	heard chan string
}

// visit connects a game.
func visit(t *testing.T, url string) *game {
	conn, err := websocket.Dial(context.Background(), url)
	require.NoError(t, err)
	c := multiplayer.NewClient(conn, multiplayer.Options{})
	t.Cleanup(func() { c.Close(nil) })

	g := &game{c, t, c.World().Node("Lobby"), make(chan string, 99)}
	for _, name := range []string{"register_player", "begin", "player_loaded", "say"} {
		g.node.Declare(multiplayer.Method{Name: name, Access: multiplayer.ByAnyPeer})
	}
	for _, name := range ofGames {
		g.node.Handle(multiplayer.Method{Name: name}, func(args ...variant.Variant) {
			g.heard <- fmt.Sprint(name, args)
		})
	}

	connected := make(chan bool)
	c.Event = func(e multiplayer.Event) {
		if _, ok := e.(multiplayer.Connected); ok {
			close(connected)
		}
	}
	c.Fault = func(_ *multiplayer.Peer, err *multiplayer.Error) error {
		g.heard <- err.Error()
		return nil
	}
	go c.Run(context.Background())
	<-connected
	return g
}

// call calls the server.
func (g *game) call(method string, args ...any) {
	g.t.Helper()
	g.Do(func(*multiplayer.World) { require.NoError(g.t, g.node.Call(1, method, args...)) })
}

// hears waits for calls.
func (g *game) hears(want ...string) {
	g.t.Helper()
	for _, want := range want {
		select {
		case heard := <-g.heard:
			require.Equal(g.t, want, heard)
		case <-time.After(time.Minute):
			require.Fail(g.t, "nothing came", want)
		}
	}
}

var (
	ada = Info{Name: "Ada"}
	tia = Info{Name: "Tia"}
)

// TestPlayersStartTogether: no player starts before all players have loaded the game. A player that
// arrives later loads the game immediately.
func TestPlayersStartTogether(t *testing.T) {
	_, url := serve(t)
	a := visit(t, url)
	a.call("register_player", ada)
	a.hears(`add_player[2 {"name": "Ada"}]`)
	b := visit(t, url)
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

	c := visit(t, url)
	c.call("register_player", Info{Name: "Tom"})
	c.hears(`add_player[2 {"name": "Ada"}]`, `add_player[3 {"name": "Tia"}]`,
		`add_player[4 {"name": "Tom"}]`, `load_game[res://game.tscn]`)
	c.call("player_loaded")
	c.hears(`start_game[]`)
}

// TestLeaversHoldNobodyUp: if a player leaves, the other players start without it. After the last
// player has left, the lobby is empty again.
func TestLeaversHoldNobodyUp(t *testing.T) {
	l, url := serve(t)
	a, b := visit(t, url), visit(t, url)
	a.call("register_player", ada)
	a.hears(`add_player[2 {"name": "Ada"}]`)
	b.call("register_player", tia)
	b.hears(`add_player[2 {"name": "Ada"}]`, `add_player[3 {"name": "Tia"}]`)
	b.call("begin")
	b.call("player_loaded")
	b.hears(`load_game[res://game.tscn]`)

	a.Close(nil)
	b.hears(`remove_player[2]`, `start_game[]`)
	b.Close(nil)
	require.Eventually(t, func() (empty bool) {
		l.server.Do(func(*multiplayer.World) { empty = len(l.players) == 0 })
		return empty
	}, time.Minute, time.Millisecond)

	c := visit(t, url)
	c.call("register_player", ada)
	c.call("say", "alone")
	c.hears(`add_player[4 {"name": "Ada"}]`, `hear[4 alone]`)
}

// TestStrangersAreRefused: calls at a wrong time have no effect, and the game stays connected.
func TestStrangersAreRefused(t *testing.T) {
	_, url := serve(t)
	a := visit(t, url)
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
