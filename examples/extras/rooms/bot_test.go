package main

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/examples/extras/rooms/rooms"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A bot is a player in Go that walks about.
type bot struct {
	*rooms.Client
	name string

	mu    sync.Mutex
	sent  []variant.Variant // bodies, in the order of their numbers
	times []time.Time       // when they were sent
	waits []time.Duration   // until they were acknowledged
}

// startBot lets a bot play until the test ends. All have their own transport and dialect.
func startBot(t *testing.T, i int, name, room string, processes []*process) *bot {
	t.Helper()
	b := &bot{name: name}
	b.Client = &rooms.Client{Room: room, Token: name, OnAck: b.acked, Dialect: codec.Godot4}
	if i%2 == 1 {
		b.Dialect = codec.Godot3
	}

	for j := range processes {
		p := processes[(i+j)%len(processes)]
		b.Addresses = append(b.Addresses,
			[]string{"tcp://" + p.tcp, "udp://" + p.tcp, "ws://" + p.ws}[i%3])
	}

	ctx, cancel := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() { b.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		run.Wait()
	})

	return b
}

// walk sends a direction.
func (b *bot) walk(x, y float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	body := variant.NewDictionary(variant.KV("go", math.V2(x, y)))
	b.sent = append(b.sent, body)
	b.times = append(b.times, time.Now())
	b.Do(body)
}

// wander walks about until ctx is done, and then stands still.
func (b *bot) wander(ctx context.Context) {
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()

	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			b.walk(0, 0)
			return
		case <-ticker.C:
			if b.Waiting() < 50 {
				b.walk(float64(i%3-1), float64(i/3%3-1))
			}
		}
	}
}

func (b *bot) acked(number int64, _ string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waits = append(b.waits, time.Since(b.times[number-1]))
}

// sorted returns how long messages have waited for their acknowledgement.
func (b *bot) sorted() []time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Sorted(slices.Values(b.waits))
}

// same reports whether two states are equal but for the order of keys.
func same(a, b variant.Variant) bool {
	if a == nil || b == nil {
		return false
	}
	patch, err := tree.Diff(a, b, tree.DiffOptions{AnyKeyOrder: true})
	return err == nil && len(patch) == 0
}

// requireSame waits until a bot has a state.
func (b *bot) requireSame(t *testing.T, want variant.Variant) {
	t.Helper()
	require.Eventually(t, func() bool {
		state, _ := b.State()
		return same(state, want)
	}, patience, 10*time.Millisecond, "%s sees another state", b.name)
}
