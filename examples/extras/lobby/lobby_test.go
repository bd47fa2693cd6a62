package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/examples/extras/wsclient"
	"godotvariant/variant"
)

// open starts a lobby for games of Godot 4, and returns its address.
func open(t *testing.T) (l *lobby, url string) {
	l = newLobby()
	site := httptest.NewServer(l.gate.Handler(l.newServer(packet.Godot4)))
	t.Cleanup(site.Close)
	return l, strings.Replace(site.URL, "http", "ws", 1)
}

// A game is one of Godot 4, in Go. It hears calls, as their names and arguments.
type game struct {
	*wsclient.Game
	t     *testing.T
	node  *multiplayer.Node
	heard chan string
}

// visit connects a game.
func visit(t *testing.T, url string) *game {
	joined, err := wsclient.Join(context.Background(), url, multiplayer.Options{})
	require.NoError(t, err)
	t.Cleanup(joined.Leave)

	g := &game{joined, t, joined.World.Node("Lobby"), make(chan string, 99)}
	for _, name := range []string{"register_player", "begin", "player_loaded", "say"} {
		g.node.Declare(multiplayer.Method{Name: name, Access: multiplayer.ByAnyPeer})
	}
	for _, name := range ofGames {
		g.node.Handle(multiplayer.Method{Name: name}, func(args ...variant.Variant) {
			g.heard <- fmt.Sprint(name, args)
		})
	}

	go g.Listen(func(err error) { g.heard <- err.Error() })
	return g
}

// call calls the server.
func (g *game) call(method string, args ...any) {
	g.t.Helper()
	g.Lock()
	defer g.Unlock()
	require.NoError(g.t, g.node.Call(1, method, args...))
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

// TestPlayersStartTogether: nobody starts before all have loaded the game, and one that is late
// loads it at once.
func TestPlayersStartTogether(t *testing.T) {
	_, url := open(t)
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

// TestLeaversHoldNobodyUp: the others start without them, and the next lobby begins anew.
func TestLeaversHoldNobodyUp(t *testing.T) {
	l, url := open(t)
	a, b := visit(t, url), visit(t, url)
	a.call("register_player", ada)
	a.hears(`add_player[2 {"name": "Ada"}]`)
	b.call("register_player", tia)
	b.hears(`add_player[2 {"name": "Ada"}]`, `add_player[3 {"name": "Tia"}]`)
	b.call("begin")
	b.call("player_loaded")
	b.hears(`load_game[res://game.tscn]`)

	a.Leave()
	b.hears(`remove_player[2]`, `start_game[]`)
	b.Leave()
	require.Eventually(t, func() bool {
		l.gate.Lock()
		defer l.gate.Unlock()
		return len(l.players) == 0
	}, time.Minute, time.Millisecond)

	c := visit(t, url)
	c.call("register_player", ada)
	c.call("say", "alone")
	c.hears(`add_player[4 {"name": "Ada"}]`, `hear[4 alone]`)
}

// TestStrangersAreRefused: calls out of turn change nothing, and the game stays connected.
func TestStrangersAreRefused(t *testing.T) {
	_, url := open(t)
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
