package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
)

// listen returns a listener on a free port. Nobody accepts the connections of this listener.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	return l
}

// TestGodot lets bots play on a real engine. Every answer must be correct. Over TCP, every message
// must have an answer.
func TestGodot(t *testing.T) {
	l := listen(t) // finds a free port
	addr := l.Addr().String()
	require.NoError(t, l.Close())
	_, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	server := enginetest.Godot3(t).Start(t, "server.gd", "", []string{"GDPORT=" + port})
	server.Expect("listening on " + port)

	// UDP may lose some messages. So over UDP the bots do not wait long for answers.
	patience := map[string]time.Duration{"tcp": time.Minute, "udp": time.Second}
	for _, network := range []string{"tcp", "udp"} {
		t.Run(network, func(t *testing.T) {
			l := load{network: network, addr: addr, dialect: "godot3", bots: 8, rate: 50,
				span: time.Second, patience: patience[network]}
			r, err := l.run(t.Context())
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

// serve starts a server in Go whose handler for "move" is the function move. It returns the address
// of the server.
func serve(t *testing.T, move func(p *message.Peer, m *Move) error) string {
	t.Helper()
	mux := message.New[*message.Peer](message.Options{})
	message.Handle(mux, "move", move)
	message.Declare[Moved](mux, "moved")
	message.Declare[Move](mux, "fly")
	server := &message.Server[*message.Peer]{
		Mux:   mux,
		Enter: func(p *message.Peer) (*message.Peer, error) { return p, nil },
	}

	l := listen(t)
	go server.Serve(transport.Stream(l, transport.StreamOptions{}))
	return l.Addr().String()
}

// newLoad returns a load in which two bots play for a short time.
func newLoad(addr string) load {
	return load{network: "tcp", addr: addr, dialect: "godot4", bots: 2, rate: 40,
		span: 300 * time.Millisecond, patience: time.Minute}
}

// TestReport: the report shows what a server does wrong, such as wrong and missing answers.
func TestReport(t *testing.T) {
	for name, c := range map[string]struct {
		move  func(p *message.Peer, m *Move) error
		check func(r *report)
	}{
		"right": {func(p *message.Peer, m *Move) error { return p.Send(answer(*m)) },
			func(r *report) {
				require.Equal(t, r.sent, len(r.answers))
				require.Zero(t, r.wrong+r.lost+len(r.errs))
			}},
		"wrong sums": {func(p *message.Peer, m *Move) error {
			return p.Send(Moved{m.Seq, math.Vector2{X: -1}})
		}, func(r *report) {
			require.Equal(t, r.sent, r.wrong)
			require.Equal(t, r.sent, len(r.answers))
		}},
		"twice": {func(p *message.Peer, m *Move) error {
			return errors.Join(p.Send(answer(*m)), p.Send(answer(*m)))
		}, func(r *report) {
			require.Equal(t, r.sent, len(r.answers))
			require.Positive(t, r.wrong)
		}},
		"every other": {func(p *message.Peer, m *Move) error {
			if m.Seq%2 == 0 {
				return p.Send(answer(*m))
			}
			return nil
		}, func(r *report) {
			require.InDelta(t, r.sent, 2*r.lost, 2)
			require.Equal(t, r.sent, len(r.answers)+r.lost)
		}},
		"slow": {func(p *message.Peer, m *Move) error {
			time.Sleep(20 * time.Millisecond)
			return p.Send(answer(*m))
		}, func(r *report) {
			require.GreaterOrEqual(t, r.quantile(0.5), 18*time.Millisecond)
		}},
		"another answer": {func(p *message.Peer, m *Move) error { return p.Send(*m) },
			func(r *report) {
				require.Len(t, r.errs, 2)
				require.ErrorIs(t, r.errs[0], message.ErrUnknown)
			}},
		"hangs up": {func(p *message.Peer, m *Move) error { return errors.New("go away") },
			func(r *report) {
				require.Len(t, r.errs, 2)
				require.Equal(t, r.sent, r.lost)
			}},
		"no server": {nil, func(r *report) {
			require.Len(t, r.errs, 2)
			require.Zero(t, r.sent)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLoad("127.0.0.1:1")
			if c.move != nil {
				l.addr = serve(t, c.move)
			}
			if name == "every other" { // the bots wait for answers that never come
				l.patience = time.Second
			}

			r, err := l.run(t.Context())
			require.NoError(t, err)
			c.check(r)
			require.Contains(t, r.String(), fmt.Sprintf("%d wrong, %d lost\n", r.wrong, r.lost))
		})
	}
}

// TestBlockedServer: the bots end even if the server reads nothing.
func TestBlockedServer(t *testing.T) {
	l := newLoad(listen(t).Addr().String())
	l.rate = 1_000_000
	l.patience = 0

	r, err := l.run(t.Context())
	require.NoError(t, err)
	require.Empty(t, r.answers)
	require.Positive(t, r.lost)
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	l := newLoad(serve(t, func(*message.Peer, *Move) error { return nil }))
	l.span = time.Hour
	l.patience = time.Second

	r, err := l.run(ctx)
	require.NoError(t, err)
	require.Less(t, r.span, time.Minute)
	require.Positive(t, r.lost)
}

func TestSettings(t *testing.T) {
	for want, change := range map[string]func(*load){
		"-n, -rate and -for are at least 1": func(l *load) { l.bots = 0 },
		"-rate and -for are at least 1":     func(l *load) { l.rate = 0 },
		"-rate at most 1000000":             func(l *load) { l.rate = 2_000_000 },
		"-for are at least 1":               func(l *load) { l.span = 0 },
		"no such dialect: godot5":           func(l *load) { l.dialect = "godot5" },
	} {
		l := newLoad("127.0.0.1:1")
		change(&l)
		_, err := l.run(t.Context())
		require.ErrorContains(t, err, want)
	}
}
