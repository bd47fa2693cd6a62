package main

import (
	"context"
	"fmt"
	"io"
	stdmath "math"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// serve runs a game until the test ends, and returns its address.
func serve(t *testing.T) net.Addr {
	t.Helper()
	listener, err := transport.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)

	g := new(game)
	server := g.server()
	go server.Serve(listener)

	ctx, cancel := context.WithCancel(context.Background())
	played := make(chan error)
	go func() { played <- g.play(ctx) }()

	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-played)
		require.NoError(t, server.Shutdown(context.Background(), nil))
		require.Empty(t, g.players.Members())
	})

	return listener.Addr()
}

// TestBots makes real engines play together.
func TestBots(t *testing.T) {
	godot := enginetest.Godot3(t)
	const bots = 4
	_, port, err := net.SplitHostPort(serve(t).String())
	require.NoError(t, err)

	var scripts []*enginetest.Script
	for i := range bots {
		env := []string{"GDPORT=" + port, fmt.Sprint("GDNAME=bot", i), fmt.Sprint("GDBOTS=", bots)}
		scripts = append(scripts, godot.Start(t, "bot.gd", "", env))
	}

	for _, script := range scripts {
		lines := script.Wait()
		require.Contains(t, lines, "op welcome, ticks 20")
		require.Contains(t, lines, "walked 50, 0 in 10 ticks", "at the speed of the server")
		require.Contains(t, lines, "players 4")
		require.Contains(t, lines, "pong {any:[1, 2.5, é]}")
	}
}

// A player is a client in Go.
type player struct {
	net.Conn
	*codec.Encoder
	*codec.Decoder
	id variant.Int
}

// join returns a player that has joined the game.
func join(t *testing.T, addr net.Addr) player {
	t.Helper()
	conn, err := net.Dial("tcp", addr.String())
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(time.Minute))

	p := player{
		Conn:    conn,
		Encoder: codec.NewEncoder(conn, codec.FrameU32),
		Decoder: codec.NewDecoder(conn, codec.FrameU32),
	}
	require.NoError(t, p.say("join", variant.KV("name", variant.String("Tia"))))
	p.id, err = tree.Get[variant.Int](p.await(t, "welcome"), "id")
	require.NoError(t, err)
	return p
}

func (p player) say(op string, more ...variant.Pair) error {
	pairs := []variant.Pair{variant.KV("op", variant.String(op))}
	return p.Encode(variant.NewDictionary(append(pairs, more...)...))
}

// await reads messages until a message with the name comes, and returns it.
func (p player) await(t *testing.T, name string) variant.Variant {
	t.Helper()
	for {
		v, err := p.Decode()
		require.NoError(t, err)
		if op, _ := tree.Get[variant.String](v, "op"); string(op) == name {
			return v
		}
	}
}

// players waits for the next message "state", and returns the players in it.
func (p player) players(t *testing.T) variant.Dictionary {
	t.Helper()
	players, err := tree.Get[variant.Dictionary](p.await(t, "state"), "players")
	require.NoError(t, err)
	return players
}

// TestGame: a player sees in the messages "state" how another player walks, and that this player is
// gone after it has left. Nobody walks faster than the server allows.
func TestGame(t *testing.T) {
	addr := serve(t)
	a := join(t, addr)
	b := join(t, addr)
	require.NotEqual(t, a.id, b.id)
	require.NoError(t, a.say("move", variant.KV("dir", math.Vector2{Y: -100})))

	var at variant.Variant
	for range 40 {
		at, _ = b.players(t).Get(a.id)
	}
	require.Less(t, at.(math.Vector2).Y, 400.0)
	require.GreaterOrEqual(t, at.(math.Vector2).Y, 500-41*5.0, "no faster than 100 a second")

	a.Close()
	for there := true; there; {
		_, there = b.players(t).Get(a.id)
	}
}

// TestBadClientsLoseTheirConnection: the server disconnects a client that sends a bad message, and
// other clients can still play.
func TestBadClientsLoseTheirConnection(t *testing.T) {
	addr := serve(t)
	good := join(t, addr)

	for name, misdeed := range map[string]func(p player) error{
		"joins twice": func(p player) error { return p.say("join") },
		"moves nowhere": func(p player) error {
			return p.say("move", variant.KV("dir", math.Vector2{X: stdmath.NaN()}))
		},
		"sends too much": func(p player) error {
			for range 1000 {
				if p.say("ping") != nil {
					break
				}
			}
			return nil
		},
	} {
		p := join(t, addr)
		require.NoError(t, misdeed(p), name)
		_, err := io.Copy(io.Discard, p.Conn)
		require.NotErrorIs(t, err, os.ErrDeadlineExceeded, name)
	}

	require.NoError(t, good.say("ping"))
	good.await(t, "pong")
}
