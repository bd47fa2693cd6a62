package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
)

// startGodot runs server.gd and returns its address when it listens.
func startGodot(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") // to find a free port
	require.NoError(t, err)
	addr := l.Addr().String()
	require.NoError(t, l.Close())
	_, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	server := enginetest.Godot3(t).Start(t, "server.gd", "", []string{"GDPORT=" + port})
	server.Expect("listening on " + port)
	return addr
}

// TestGodot has bots play on a real engine: every answer is right, and none is lost.
func TestGodot(t *testing.T) {
	addr := startGodot(t)

	patience := map[string]time.Duration{"tcp": time.Minute, "udp": time.Second} // which may lose
	for _, network := range []string{"tcp", "udp"} {
		t.Run(network, func(t *testing.T) {
			l := load{network: network, addr: addr, bots: 8, rate: 50, span: time.Second,
				patience: patience[network]}
			r, err := play(t.Context(), l, "godot3")
			require.NoError(t, err)
			t.Log(r)
			require.Empty(t, r.errs)
			require.Zero(t, r.wrong)
			require.NotEmpty(t, r.answers)
			require.Equal(t, r.sent, len(r.answers)+r.lost)
			if network == "tcp" {
				require.Zero(t, r.lost)
			}
		})
	}
}

// serve answers TCP connections by f until the test ends.
func serve(t *testing.T, f func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })

	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				f(conn)
			}()
		}
	}()

	return l.Addr().String()
}

// each calls f for every message of a connection, with a function that sends a reply.
func each(f func(m message, send func(any))) func(net.Conn) {
	return func(conn net.Conn) {
		var c codec.Codec
		dec, enc := c.NewDecoder(conn, codec.FrameU32), c.NewEncoder(conn, codec.FrameU32)
		for {
			var m message
			if _, err := dec.DecodeRaw(); err != nil {
				return
			}

			if c.Unmarshal(dec.Packet(), &m) == nil {
				f(m, func(r any) {
					v, _ := c.ToVariant(r)
					_ = enc.Encode(v)
				})
			}
		}
	}
}

// TestReport: what a server does wrong is in the report.
func TestReport(t *testing.T) {
	right := func(m message) reply { return reply{m.Bot, m.Seq, m.At.Add(m.Step)} }

	for name, c := range map[string]struct {
		serve func(net.Conn)
		check func(r *report)
	}{
		"right": {each(func(m message, send func(any)) { send(right(m)) }), func(r *report) {
			require.Equal(t, r.sent, len(r.answers))
			require.Zero(t, r.wrong+r.lost+len(r.errs))
		}},
		"wrong sums": {each(func(m message, send func(any)) {
			send(reply{m.Bot, m.Seq, math.Vector2{X: -1}})
		}), func(r *report) {
			require.Equal(t, r.sent, r.wrong)
			require.Equal(t, r.sent, len(r.answers))
		}},
		"twice": {each(func(m message, send func(any)) {
			send(right(m))
			send(right(m))
		}), func(r *report) {
			require.Equal(t, r.sent, len(r.answers))
			require.Positive(t, r.wrong)
		}},
		"every other": {each(func(m message, send func(any)) {
			if m.Seq%2 == 0 {
				send(right(m))
			}
		}), func(r *report) {
			require.InDelta(t, r.sent, 2*r.lost, 2)
			require.Equal(t, r.sent, len(r.answers)+r.lost)
		}},
		"slow": {each(func(m message, send func(any)) {
			time.Sleep(20 * time.Millisecond)
			send(right(m))
		}), func(r *report) {
			require.GreaterOrEqual(t, r.quantile(0.5), 18*time.Millisecond)
		}},
		"no dictionary": {each(func(m message, send func(any)) { send(7) }), func(r *report) {
			require.Len(t, r.errs, 2)
			require.ErrorIs(t, r.errs[0], variant.ErrWrongType)
		}},
		"hangs up": {func(net.Conn) {}, func(r *report) {
			require.Len(t, r.errs, 2)
			require.Equal(t, r.sent, r.lost)
		}},
		"no server": {nil, func(r *report) {
			require.Len(t, r.errs, 2)
			require.Zero(t, r.sent)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			addr := "127.0.0.1:1"
			if c.serve != nil {
				addr = serve(t, c.serve)
			}
			l := load{network: "tcp", addr: addr, bots: 2, rate: 40, span: 300 * time.Millisecond,
				patience: time.Minute}
			if name == "every other" { // whose end does not come earlier
				l.patience = time.Second
			}
			r, err := play(t.Context(), l, "godot4")
			require.NoError(t, err)
			c.check(r)
			require.Contains(t, r.String(), fmt.Sprintf("%d wrong, %d lost\n", r.wrong, r.lost))
		})
	}
}

// TestBlockedServer: a server that reads nothing does not keep the bots from ending.
func TestBlockedServer(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	addr := serve(t, func(conn net.Conn) { <-release; _, _ = io.Copy(io.Discard, conn) })
	start := time.Now()
	l := load{network: "tcp", addr: addr, bots: 1, rate: 1_000_000, span: 500 * time.Millisecond}
	r, err := play(t.Context(), l, "godot4")
	require.NoError(t, err)
	require.Empty(t, r.answers)
	require.Less(t, time.Since(start), time.Minute)
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	silent := serve(t, each(func(m message, send func(any)) {}))

	l := load{network: "tcp", addr: silent, bots: 1, rate: 10, span: time.Hour}
	r, err := play(ctx, l, "godot4")
	require.NoError(t, err)
	require.Less(t, r.span, time.Minute)
}

func TestSettings(t *testing.T) {
	good := load{network: "tcp", addr: "127.0.0.1:1", bots: 1, rate: 1, span: time.Millisecond}
	_, err := play(t.Context(), good, "godot4")
	require.NoError(t, err)

	for _, change := range []func(*load){
		func(l *load) { l.bots = 0 },
		func(l *load) { l.rate = 0 },
		func(l *load) { l.rate = 2_000_000 },
		func(l *load) { l.span = 0 },
	} {
		l := good
		change(&l)
		_, err := play(t.Context(), l, "godot4")
		require.Error(t, err)
	}

	_, err = play(t.Context(), good, "godot5")
	require.True(t, err != nil && strings.Contains(err.Error(), "godot5"))
}
