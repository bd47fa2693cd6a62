package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A soak has many clients in Go play on the server over loopback, and prints what that costs.
type soak struct {
	clients int
	rate    int // messages of each, a second
	span    time.Duration
	out     io.Writer
}

// A tally is what one client has seen. It is read when that is done.
type tally struct {
	sent, got int
	trips     []time.Duration // there and back again
	err       error
}

var (
	soakClients = flag.Int("clients", 8, "TestSoak: how many clients play")
	soakRate    = flag.Int("rate", 50, "TestSoak: messages that a client sends a second")
	soakSpan    = flag.Duration("for", time.Second, "TestSoak: how long they play")
)

// TestSoak: many clients play, none fails. It measures a server with
//
//	go test ./examples/tcpserver -run TestSoak -v -clients 64 -rate 100 -for 60s
func TestSoak(t *testing.T) {
	var out strings.Builder
	l := &soak{clients: *soakClients, rate: *soakRate, span: *soakSpan, out: &out}
	require.Zero(t, l.run(t.Context(), codec.Godot4), &out)
	require.Contains(t, out.String(), fmt.Sprintf("%d for %v, 0 failed\n", l.clients, l.span))
	require.Regexp(t, `round trip   p50 [0-9.]+[µm]?s, p99`, out.String())
	t.Log("\n" + out.String())
}

// run returns the exit code: 1 if a client failed.
func (l *soak) run(ctx context.Context, d *variant.Dialect) int {
	limits := defaults
	limits.perSecond = 4 * l.rate
	limits.connections = max(limits.connections, l.clients)
	limits.queue = 256
	s := newServer(d, limits, slog.New(slog.DiscardHandler))

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(l.out, err)
		return 1
	}

	serving, end := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { _ = s.serve(serving, listener); close(done) }()

	playing, stop := context.WithTimeout(ctx, l.span)
	defer stop()
	var all sync.WaitGroup

	tallies := make([]tally, l.clients)
	for i := range tallies {
		all.Add(1)
		go func() {
			defer all.Done()
			tallies[i] = l.play(playing, s.out, listener.Addr().String())
		}()
	}

	memory := l.watch(playing)
	all.Wait()
	end()
	<-done

	return l.report(tallies, memory)
}

// play is one client: it moves and pings in turn, and reads all that comes.
func (l *soak) play(ctx context.Context, c *codec.Codec, addr string) tally {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return tally{err: err}
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()

	sent := make(chan tally, 1)
	start := time.Now()
	go func() { sent <- l.send(ctx, c.NewEncoder(conn, codec.FrameU32), start) }()

	t := tally{trips: make([]time.Duration, 0, l.rate*int(l.span/time.Second+1))}
	for v, err := range c.NewDecoder(bufio.NewReader(conn), codec.FrameU32).All() {
		if err != nil {
			if ctx.Err() == nil {
				t.err = err
			}
			break
		}

		t.got++
		if at, err := tree.Get[variant.Int](v, "t"); err == nil {
			t.trips = append(t.trips, time.Since(start)-time.Duration(at))
		}
	}

	conn.Close()
	s := <-sent
	t.sent = s.sent

	if t.err == nil && ctx.Err() == nil {
		t.err = fmt.Errorf("the server ended the connection: %v", s.err)
	}

	return t
}

func (l *soak) send(ctx context.Context, enc *codec.Encoder, start time.Time) tally {
	var t tally
	say := message.New[any](message.Options{Key: "op"})
	message.Register[join](say, "join")
	message.Register[ping](say, "ping")
	message.Register[move](say, "move")

	t.err = say.Send(enc, join{"bot"})
	if t.err != nil {
		return t
	}

	ticker := time.NewTicker(time.Second / time.Duration(l.rate))
	defer ticker.Stop()

	for t.sent = 1; ; t.sent++ {
		select {
		case <-ctx.Done():
			return t
		case <-ticker.C:
		}

		var m any = ping{variant.Int(time.Since(start))}
		if t.sent%2 == 0 {
			m = move{math.Vector2{X: rand.Float64() - 0.5, Y: rand.Float64() - 0.5}}
		}

		t.err = say.Send(enc, m)
		if t.err != nil {
			return t
		}
	}
}

// memory is what the process holds and has allocated at one time.
type memory struct {
	after        time.Duration
	heap, allocs uint64
}

// watch looks at the memory while the clients play: after a tenth of the time,
// half of it, and at the end.
func (l *soak) watch(ctx context.Context) (seen []memory) {
	start := time.Now()
	for _, tenths := range []time.Duration{1, 5, 10} {
		select {
		case <-time.After(time.Until(start.Add(l.span * tenths / 10 * 99 / 100))):
		case <-ctx.Done():
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		seen = append(seen, memory{time.Since(start), m.HeapAlloc, m.Mallocs})
	}
	return seen
}

func (l *soak) report(tallies []tally, seen []memory) int {
	var sent, got, failed int
	var trips []time.Duration
	for _, t := range tallies {
		sent += t.sent
		got += t.got
		trips = append(trips, t.trips...)

		if t.err != nil {
			failed++
			fmt.Fprintln(l.out, "client:", t.err)
		}
	}

	slices.Sort(trips)
	at := func(share float64) time.Duration {
		if len(trips) == 0 {
			return 0
		}
		return trips[int(share*float64(len(trips)-1))].Round(time.Microsecond)
	}

	messages := float64(sent + got)
	fmt.Fprintf(l.out, "clients      %d for %v, %d failed\n", l.clients, l.span, failed)
	fmt.Fprintf(l.out, "messages     %.0f a second: %.0f to the server, %.0f from it\n",
		messages/l.span.Seconds(), float64(sent)/l.span.Seconds(), float64(got)/l.span.Seconds())
	fmt.Fprintf(l.out, "round trip   p50 %v, p99 %v, longest %v, of %d\n",
		at(0.5), at(0.99), at(1), len(trips))

	first, last := seen[0], seen[len(seen)-1]
	share := (last.after - first.after).Seconds() / l.span.Seconds()
	fmt.Fprintf(l.out, "allocations  %.1f a message, both ends together\n",
		float64(last.allocs-first.allocs)/(messages*share))

	for _, m := range seen {
		fmt.Fprintf(l.out, "heap         %.2f MiB after %v\n", float64(m.heap)/(1<<20),
			m.after.Round(time.Second))
	}

	return min(failed, 1)
}
