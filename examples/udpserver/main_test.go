package main

import (
	"context"
	"fmt"
	"log/slog"
	stdmath "math"
	"net"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func newTestServer(d *variant.Dialect) *server {
	return newServer(d, slog.New(slog.DiscardHandler))
}

// serve starts a server, which ends with the test.
func serve(t *testing.T, d *variant.Dialect) net.Addr {
	t.Helper()
	l, err := transport.Listen("udp", "127.0.0.1:0")
	require.NoError(t, err)

	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- newTestServer(d).serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		require.ErrorIs(t, <-done, transport.ErrClosed)
	})
	return l.Addr()
}

// TestBots lets real engines send and receive.
func TestBots(t *testing.T) {
	godot := enginetest.Godot3(t)
	_, port, err := net.SplitHostPort(serve(t, codec.Godot3).String())
	require.NoError(t, err)

	var scripts []*enginetest.Script
	for i := range 3 {
		env := []string{"GDPORT=" + port, fmt.Sprint("GDX=", 100*(i+1))}
		scripts = append(scripts, godot.Start(t, "bot.gd", "", env))
	}

	for i, script := range scripts {
		lines := script.Wait()
		require.Contains(t, lines, "in order True")
		require.Contains(t, lines, fmt.Sprintf("I am at (%d, 40)", 100*(i+1)))
		require.Contains(t, lines, "seen [100, 200, 300]")
	}
}

// join adds a player.
func join(s *server) *player {
	p := new(transport.Peer)
	_ = s.enter(p) // the server refuses nobody
	return p.Value.(*player)
}

func datagram(t *testing.T, s *server, seq int64, at math.Vector2) []byte {
	t.Helper()
	b, err := s.codec.Encode(variant.NewDictionary(
		variant.KV("seq", variant.Int(seq)),
		variant.KV("at", at),
	))
	require.NoError(t, err)
	return b
}

func TestLatestWins(t *testing.T) {
	s := newTestServer(codec.Godot4)
	p := join(s)
	for _, c := range []struct {
		seq  int64
		took bool
	}{
		{5, true}, {7, true}, {6, false}, {7, false}, {8, true}, {5, false},
		{0, false}, {-1, false}, {stdmath.MaxInt32, true}, {stdmath.MaxInt32 + 1, true},
		{stdmath.MaxInt64, true}, {9, false},
	} {
		at := math.Vector2{X: float64(c.seq % 1000), Y: float64(c.seq % 7)}
		before := p.At
		require.NoError(t, p.take(s.codec, datagram(t, s, c.seq, at)))
		if c.took {
			require.Equal(t, at, p.At, c.seq)
		} else {
			require.Equal(t, before, p.At, c.seq)
		}
	}
}

func TestBadDatagrams(t *testing.T) {
	s := newTestServer(codec.Godot4)
	p := join(s)
	nan := datagram(t, s, 1, math.Vector2{X: stdmath.NaN()})
	for _, b := range [][]byte{nil, []byte("rubbish"), {0, 0, 0, 0}, nan} {
		require.Error(t, p.take(s.codec, b))
		require.NoError(t, s.receive(p.peer, transport.Message{Data: b}), "it ends nothing")
	}
	require.Zero(t, p.report)
}

// TestLeaving: snapshots do not contain a player that has left.
func TestLeaving(t *testing.T) {
	s := newTestServer(codec.Godot4)
	a, b, c := join(s), join(s), join(s)
	s.leave(b.peer, transport.ErrIdle)
	require.Equal(t, []*player{a, c}, s.players)
}

// TestBudget: no datagram is too long, and every player is in one of several consecutive datagrams.
func TestBudget(t *testing.T) {
	for _, n := range []int{1, 2, 3, 90, 95, 100, 500} {
		s := newTestServer(codec.Godot4)
		for i := range n {
			p := join(s)
			require.NoError(t, p.take(s.codec, datagram(t, s, 1, math.Vector2{X: float64(i)})))
		}

		s.snapshot.Seq = stdmath.MaxInt32 - 5 // soon above MaxInt32, where a number takes 8 bytes
		seen := map[int32]float64{}
		for range 10 {
			s.snapshot.Seq++
			out, err := s.encode(n / 2)
			require.NoError(t, err)
			require.LessOrEqual(t, len(out), maxDatagram)
			require.Equal(t, n > maxVisible, len(out)+16 > maxDatagram, "as many as fit in")
			v, err := s.codec.Decode(out)
			require.NoError(t, err)
			seq, err := tree.Get[variant.Int](v, "seq")
			require.NoError(t, err)
			require.EqualValues(t, s.snapshot.Seq, seq)
			ids, err := tree.Get[packed.PackedInt32Array](v, "ids")
			require.NoError(t, err)
			at, err := tree.Get[packed.PackedVector2Array](v, "at")
			require.NoError(t, err)
			require.Equal(t, s.players[n/2].id, ids[0], "one's own comes first")
			require.Len(t, at, len(ids))

			once := map[int32]bool{}
			for k, id := range ids {
				require.False(t, once[id])
				once[id] = true
				seen[id] = at[k].X
			}
		}

		require.Len(t, seen, n)
		for id, x := range seen {
			require.EqualValues(t, id-1, x)
		}
	}
}
