package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/examples/engine"
	"godotvariant/math"
	"godotvariant/variant"
)

// start runs a server until the test ends, and holds it to ending then.
func start(t *testing.T, c config) net.Addr {
	t.Helper()
	s, err := newServer(c, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-done:
			require.NoError(t, err)
			require.Empty(t, s.clients)
		case <-time.After(10 * time.Second):
			t.Error("the server does not end")
		}
	})
	return l.Addr()
}

// TestBots has real engines play together.
func TestBots(t *testing.T) {
	godot := engine.Godot3(t)
	const bots = 4
	c := defaults
	c.Dialect = codec.Godot3
	_, port, err := net.SplitHostPort(start(t, c).String())
	require.NoError(t, err)

	var scripts []*engine.Script
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
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	return peer{conn, codec.NewEncoder(conn, codec.FrameU32), codec.NewDecoder(conn, codec.FrameU32)}
}

func said(op string, more ...variant.Pair) variant.Dictionary {
	return variant.NewDictionary(append([]variant.Pair{variant.KV("op", variant.String(op))}, more...)...)
}

// await reads until a message of the kind comes.
func (p peer) await(t *testing.T, op string) variant.Dictionary {
	t.Helper()
	for {
		v, err := p.Decode()
		require.NoError(t, err)
		d, _ := v.(variant.Dictionary)
		if got, _ := field[variant.String](d, "op"); string(got) == op {
			return d
		}
	}
}

func joined(t *testing.T, addr net.Addr) (peer, variant.Int) {
	t.Helper()
	p := dial(t, addr)
	require.NoError(t, p.Encode(said("join", variant.KV("name", variant.String("Tia")))))
	id, ok := field[variant.Int](p.await(t, "welcome"), "id")
	require.True(t, ok)
	return p, id
}

func TestGame(t *testing.T) {
	addr := start(t, defaults)
	a, idA := joined(t, addr)
	b, idB := joined(t, addr)
	require.NotEqual(t, idA, idB)

	require.NoError(t, a.Encode(said("move", variant.KV("dir", math.Vector2{Y: -100}))))
	var at math.Vector2
	for range 40 {
		players, _ := field[variant.Dictionary](b.await(t, "state"), "players")
		v, ok := players.Get(idA)
		require.True(t, ok)
		at = v.(math.Vector2)
	}
	require.Less(t, at.Y, 400.0)
	require.GreaterOrEqual(t, at.Y, 500-41*5.0, "no faster than 100 a second")

	require.NoError(t, a.Encode(said("leave")))
	gone := b.await(t, "left")
	id, _ := field[variant.Int](gone, "id")
	require.Equal(t, idA, id)
}

// TestPutOut: what no honest client does ends its connection, and nobody else's.
func TestPutOut(t *testing.T) {
	c := defaults
	c.idle, c.patience, c.queue, c.maxClients = time.Second, 200*time.Millisecond, 4, 6
	addr := start(t, c)
	honest, _ := joined(t, addr)
	alive, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		for alive.Err() == nil {
			honest.Encode(said("move", variant.KV("dir", math.Vector2{})))
			time.Sleep(100 * time.Millisecond)
		}
	}()

	join := said("join", variant.KV("name", variant.String("x")))
	for name, misdeed := range map[string]func(p peer){
		"does not join":     func(p peer) { p.Encode(said("move")) },
		"joins twice":       func(p peer) { p.Encode(join); p.Encode(join) },
		"is no game":        func(p peer) { p.Write([]byte("GET / HTTP/1.1\r\n\r\n")) },
		"sends a big frame": func(p peer) { p.Encode(join); p.Write([]byte{0, 8, 0, 0}) },
		"sends rubbish":     func(p peer) { p.Encode(join); p.Write([]byte{4, 0, 0, 0, 255, 0, 0, 0}) },
		"says nothing":      func(p peer) {},
		"falls silent":      func(p peer) { p.Encode(join); p.Write([]byte{200}) },
		"moves nowhere":     func(p peer) { p.Encode(join); p.Encode(said("move")) },
		"sends too much": func(p peer) {
			p.Encode(join)
			for range 200 {
				p.Encode(said("ping"))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := dial(t, addr)
			misdeed(p)
			_, err := io.Copy(io.Discard, p.Conn)
			var timeout net.Error
			require.False(t, errors.As(err, &timeout) && timeout.Timeout(), "the connection has been ended: %v", err)
		})
	}
	t.Run("there is no room", func(t *testing.T) {
		entered := 0
		for range 8 {
			p := dial(t, addr)
			require.NoError(t, p.Encode(join))
			if _, err := p.Decode(); err == nil {
				entered++
			}
		}
		require.Positive(t, entered)
		require.Less(t, entered, c.maxClients)
	})
	honest.await(t, "state")
}

func TestSoak(t *testing.T) {
	var out bytes.Buffer
	err := soak{clients: 8, rate: 50, span: time.Second, out: &out}.run(context.Background(), defaults)
	require.NoError(t, err)
	require.Contains(t, out.String(), "clients      8 for 1s, 0 failed\n")
	require.Regexp(t, `round trip   p50 [0-9.]+[µm]?s, p99`, out.String())
}
