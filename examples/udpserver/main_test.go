package main

import (
	"context"
	"fmt"
	"log/slog"
	stdmath "math"
	"net"
	"net/netip"
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

func newTestServer(t *testing.T, d *variant.Dialect) *server {
	t.Helper()
	conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return newServer(conn, d, slog.New(slog.DiscardHandler))
}

// start serves until the test ends, and holds the server to ending then.
func start(t *testing.T, d *variant.Dialect) net.Addr {
	t.Helper()
	s := newTestServer(t, d)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.ErrorIs(t, <-done, net.ErrClosed)
	})
	return s.conn.LocalAddr()
}

// TestBots has real engines send and listen.
func TestBots(t *testing.T) {
	godot := enginetest.Godot3(t)
	_, port, err := net.SplitHostPort(start(t, codec.Godot3).String())
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

func addrOf(i int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), uint16(1000+i))
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
	s := newTestServer(t, codec.Godot4)
	now := time.Now()
	for _, c := range []struct {
		seq  int64
		took bool
	}{
		{5, true}, {7, true}, {6, false}, {7, false}, {8, true}, {5, false},
		{0, false}, {-1, false}, {stdmath.MaxInt32, true}, {stdmath.MaxInt32 + 1, true},
		{stdmath.MaxInt64, true}, {9, false},
	} {
		at := math.Vector2{X: float64(c.seq % 1000), Y: float64(c.seq % 7)}
		before := math.Vector2{X: -1}
		if p := s.byAddr[addrOf(0)]; p != nil {
			before = p.At
		}

		s.receive(addrOf(0), datagram(t, s, c.seq, at), now)
		if c.took {
			require.Equal(t, at, s.byAddr[addrOf(0)].At, c.seq)
		} else {
			require.Equal(t, before, s.byAddr[addrOf(0)].At, c.seq)
		}
	}

	require.Len(t, s.players, 1)
}

func TestBadDatagrams(t *testing.T) {
	s := newTestServer(t, codec.Godot4)
	long, err := s.codec.Encode(packed.PackedByteArray(make([]byte, maxDatagram)))
	require.NoError(t, err)
	nan := datagram(t, s, 1, math.Vector2{X: stdmath.NaN()})
	for _, b := range [][]byte{nil, []byte("rubbish"), {0, 0, 0, 0}, long, nan} {
		s.receive(addrOf(1), b, time.Now())
	}
	require.Empty(t, s.players)
}

func TestForgets(t *testing.T) {
	s := newTestServer(t, codec.Godot4)
	now := time.Now()
	for i := range maxPlayers + 5 {
		at := now.Add(time.Duration(i) * time.Millisecond)
		s.receive(addrOf(i), datagram(t, s, 1, math.Vector2{}), at)
	}
	require.Len(t, s.players, maxPlayers)
	s.tick(now.Add(silence + maxPlayers/2*time.Millisecond))
	require.Len(t, s.players, maxPlayers/2)
	require.Len(t, s.byAddr, maxPlayers/2)
}

// TestBudget: no datagram is too long, and in turn everybody is in one.
func TestBudget(t *testing.T) {
	for _, n := range []int{1, 2, 3, 90, 95, 100, 500} {
		s := newTestServer(t, codec.Godot4)
		for i := range n {
			s.receive(addrOf(i), datagram(t, s, 1, math.Vector2{X: float64(i)}), time.Now())
		}

		s.snapshot.Seq = stdmath.MaxInt32 - 5 // a larger number takes 8 bytes
		seen := map[int32]float64{}
		for range 10 {
			s.snapshot.Seq++
			require.NoError(t, s.encode(n/2))
			require.LessOrEqual(t, len(s.out), maxDatagram)
			require.Equal(t, n > maxVisible, len(s.out)+16 > maxDatagram, "as many as fit in")
			v, err := s.codec.Decode(s.out)
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
