package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message/rooms"
	"godotvariant/internal/test/enginetest"
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
	run.Go(func() { _ = b.Run(ctx) })
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
	sees := func() bool {
		state, _ := b.State()
		return same(state, want)
	}
	eventually(t, sees, "%s sees another state", b.name)
}

// An actor is a player in an engine.
type actor struct {
	name   string
	room   string
	codec  *codec.Codec
	script *enginetest.Script
}

// startActors starts one player of each engine in a room: Godot 3 over TCP and Godot 4 over
// WebSocket.
func startActors(t *testing.T, room string, processes []*process) []*actor {
	t.Helper()
	var tcp, ws []string
	for _, p := range processes {
		tcp = append(tcp, p.tcp)
		ws = append(ws, p.ws)
	}

	return []*actor{
		startActor(t, enginetest.Godot3(t), codec.Godot3, room, tcp),
		startActor(t, enginetest.Godot4(t), codec.Godot4, room, ws),
	}
}

func startActor(
	t *testing.T, e *enginetest.Engine, d *variant.Dialect, room string, addresses []string,
) *actor {
	t.Helper()
	dir := t.TempDir()
	script := must(os.ReadFile("player.gd"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "player.gd"), script, 0o600))

	a := &actor{name: d.Name(), room: room, codec: codec.MustNew(codec.Options{Dialect: d})}
	e.Limit = time.Hour
	a.script = e.Start(t, strings.Replace(d.Name(), "Godot", "bot", 1)+".gd", dir, []string{
		"ADDRESSES=" + strings.Join(addresses, ","), "ROOM=" + room, "TOKEN=" + a.name,
	})

	return a
}

// requireDone waits for the end of the engine, and requires that all its messages are in the log
// and that it has seen the state in the end.
func (a *actor) requireDone(t *testing.T, did []variant.Variant, want variant.Variant) {
	t.Helper()
	out := a.script.Wait()
	require.Len(t, out, 2)
	require.Equal(t, fmt.Sprintf("%d accepted, %[1]d done, 0 waiting", len(did)), out[0], a.name)

	state := must(a.codec.Decode(must(base64.StdEncoding.DecodeString(out[1]))))
	require.True(t, same(state, want), "%s sees another state: %v", a.name, state)
	t.Logf("%s: %s", a.name, out[0])
}

// standsStill reports whether the state of a room has an actor that does not walk.
func (a *actor) standsStill(state variant.Variant) bool {
	dir, err := tree.Lookup(state, "go."+a.name)
	return err == nil && dir == variant.Variant(math.Vector2{})
}
