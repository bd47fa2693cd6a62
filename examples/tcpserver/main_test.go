package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	stdmath "math"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// start runs a server until the test ends, and holds it to ending then.
func start(t *testing.T, d *variant.Dialect, l limits) net.Addr {
	t.Helper()
	s := newServer(d, l, slog.New(slog.DiscardHandler))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.serve(ctx, listener) }()

	t.Cleanup(func() {
		cancel()
		select {
		case err := <-done:
			require.ErrorIs(t, err, net.ErrClosed)
			require.Empty(t, s.clients)
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
	})

	return listener.Addr()
}

// TestBots has real engines play together.
func TestBots(t *testing.T) {
	godot := enginetest.Godot3(t)
	const bots = 4
	_, port, err := net.SplitHostPort(start(t, codec.Godot3, defaults).String())
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

// A peer is a client in Go.
type peer struct {
	net.Conn
	*codec.Encoder
	*codec.Decoder
}

func dial(t *testing.T, addr net.Addr) peer {
	t.Helper()
	conn, err := net.Dial("tcp", addr.String())
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(time.Minute))
	return peer{conn, codec.NewEncoder(conn, codec.FrameU32),
		codec.NewDecoder(conn, codec.FrameU32)}
}

func said(op string, more ...variant.Pair) variant.Dictionary {
	pairs := []variant.Pair{variant.KV("op", variant.String(op))}
	return variant.NewDictionary(append(pairs, more...)...)
}

func op(v variant.Variant) string {
	name, _ := tree.Get[variant.String](v, "op")
	return string(name)
}

// await reads until a message of the kind comes.
func (p peer) await(t *testing.T, name string) variant.Variant {
	t.Helper()
	for {
		v, err := p.Decode()
		require.NoError(t, err)
		if op(v) == name {
			return v
		}
	}
}

var tia = said("join", variant.KV("name", variant.String("Tia")))

func joined(t *testing.T, addr net.Addr) (peer, variant.Int) {
	t.Helper()
	p := dial(t, addr)
	require.NoError(t, p.Encode(tia))
	id, err := tree.Get[variant.Int](p.await(t, "welcome"), "id")
	require.NoError(t, err)
	return p, id
}

func TestGame(t *testing.T) {
	addr := start(t, codec.Godot4, defaults)
	a, idA := joined(t, addr)
	b, idB := joined(t, addr)
	require.NotEqual(t, idA, idB)

	require.NoError(t, a.Encode(said("move", variant.KV("dir", math.Vector2{Y: -100}))))

	var at math.Vector2
	for range 40 {
		players, _ := tree.Get[variant.Dictionary](b.await(t, "state"), "players")
		v, ok := players.Get(idA)
		require.True(t, ok)
		at = v.(math.Vector2)
	}

	require.Less(t, at.Y, 400.0)
	require.GreaterOrEqual(t, at.Y, 500-41*5.0, "no faster than 100 a second")

	a.Close()

	for there := true; there; {
		players, err := tree.Get[variant.Dictionary](b.await(t, "state"), "players")
		require.NoError(t, err)
		_, there = players.Get(idA)
	}
}

// TestBadClientsLoseTheirConnection: a client that no game is loses its own connection, and the
// others miss no state.
func TestBadClientsLoseTheirConnection(t *testing.T) {
	l := defaults
	l.patience = 2 * time.Second
	l.perSecond = 1e9
	l.queue = 256
	addr := start(t, codec.Godot4, l)
	done, played := make(chan struct{}), make(chan error)
	go func() { played <- play(t, addr, done) }()

	big := said("ping", variant.KV("t", packed.PackedByteArray(make([]byte, 900))))
	for name, misdeed := range map[string]func(p peer) error{
		"joins twice": func(p peer) error { return p.Encode(tia) },
		"is damaged": func(p peer) error {
			_, err := p.Write([]byte{4, 0, 0, 0, 255, 0, 0, 0})
			return err
		},
		"says nothing": func(peer) error { return nil },
		"moves nowhere": func(p peer) error {
			return p.Encode(said("move", variant.KV("dir", math.Vector2{X: stdmath.NaN()})))
		},
		"is slow": func(p peer) error {
			for _, err := p.Write([]byte{200, 0, 0, 0}); err == nil; _, err = p.Write([]byte{27}) {
				time.Sleep(l.patience / 10)
			}
			return nil
		},
		"never reads": func(p peer) error {
			for p.Encode(big) == nil {
			}
			return nil
		},
	} {
		p, _ := joined(t, addr)
		require.NoError(t, misdeed(p), name)
		_, err := io.Copy(io.Discard, p.Conn)
		require.NotErrorIs(t, err, os.ErrDeadlineExceeded, name)
	}

	close(done)
	require.NoError(t, <-played)
}

// play answers each state with a ping until the end of done. It returns what is wrong.
func play(t *testing.T, addr net.Addr, done <-chan struct{}) error {
	p, _ := joined(t, addr)
	var last variant.Int
	for {
		select {
		case <-done:
			return nil
		default:
		}

		tick, err := tree.Get[variant.Int](p.await(t, "state"), "tick")
		if err != nil || last > 0 && tick != last+1 {
			return fmt.Errorf("tick %d after %d: %v", tick, last, err)
		}

		last = tick
		if err := p.Encode(said("ping", variant.KV("t", tick))); err != nil {
			return err
		}
	}
}

// TestSendsTooMuch: more than limits.perSecond.
func TestSendsTooMuch(t *testing.T) {
	p, _ := joined(t, start(t, codec.Godot4, defaults))
	for n := 0; n < 10000 && p.Encode(said("ping")) == nil; n++ {
	}
	_, err := io.Copy(io.Discard, p.Conn)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
}

// TestRoom: a connection too many is closed at once, and there is room again when another has
// gone.
func TestRoom(t *testing.T) {
	l := defaults
	l.connections = 1
	addr := start(t, codec.Godot4, l)

	first, _ := joined(t, addr)
	_, err := dial(t, addr).Read(make([]byte, 1))
	require.Error(t, err)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
	first.Close()

	require.Eventually(t, func() bool {
		p := dial(t, addr)
		_ = p.Encode(tia) // fails, if the connection is closed already
		v, err := p.Decode()
		return err == nil && op(v) == "welcome"
	}, 20*time.Second, 10*time.Millisecond)
}
