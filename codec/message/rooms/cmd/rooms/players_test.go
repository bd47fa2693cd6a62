package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/history"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A bot is a player in Go that walks about.
type bot struct {
	*rooms.Client
	t    *testing.T
	name string // name of this client; a player may have several clients
	play *history.Play
	pace time.Duration // time from a message to the next message

	mu     sync.Mutex
	sent   int
	tick   int64           // the last tick that the bot has seen
	state  variant.Variant // state at this tick
	noted  time.Time       // time when the last tick was recorded
	stated time.Time       // time when the last state was recorded
}

// usualPace is the pace of most bots. A bot with quietPace sends hardly any messages.
const (
	usualPace = 100 * time.Millisecond
	quietPace = 5 * time.Second
)

// startBot lets a bot play until the test ends. The bots have different transports and dialects.
func startBot(
	t *testing.T, i int, player, name, room string, play *history.Play, processes []*process,
) *bot {
	t.Helper()
	b := &bot{t: t, name: name, play: play, pace: usualPace}
	b.Client = &rooms.Client{
		Room: room, Token: player, Dialect: codec.Godot4,
		OnAck: b.acked, OnLost: b.lost, OnTick: b.ticked,
	}
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
	b.sent++
	body := variant.NewDictionary(
		variant.KV("go", math.V2(x, y)), variant.KV("id", variant.String(b.id(b.sent))),
	)
	b.play.Sent(b.name, b.id(b.sent), body, time.Now())
	b.Do(body)
}

// id returns the ID of the message with a number.
func (b *bot) id(number int) string { return fmt.Sprintf("%s-%d", b.name, number) }

// wander walks about until ctx is done, and then stands still. Sometimes it sends a message that
// the game refuses.
func (b *bot) wander(ctx context.Context) {
	ticker := time.NewTicker(b.pace)
	defer ticker.Stop()

	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			b.walk(0, 0)
			return
		case <-ticker.C:
		}

		switch {
		case b.Waiting() >= 50:
		case i%17 == 16:
			b.walk(2, 0)
		default:
			b.walk(float64(i%3-1), float64(i/3%3-1))
		}
	}
}

func (b *bot) acked(number int64, why string) {
	b.play.Acked(b.id(int(number)), why, time.Now())
}

// lost is the OnLost of the bot. It fails the test: no message may be lost, because no NATS server
// has lost its files.
func (b *bot) lost(first, last int64) {
	b.t.Errorf("%s is told that messages %d to %d are lost", b.name, first, last)
}

// ticked records some of the ticks: one in about 200 ms, and each tick that is less than the tick
// before it. It records the state once a second.
func (b *bot) ticked(variant.Variant) {
	state, tick := b.State()
	now := time.Now()

	b.mu.Lock()
	defer b.mu.Unlock()
	back := tick < b.tick
	if back {
		b.play.Saw(b.name, b.tick, b.state, now)
	}
	b.tick = tick
	b.state = state

	switch {
	case back || now.Sub(b.stated) > time.Second:
		b.play.Saw(b.name, tick, state, now)
		b.stated = now
		b.noted = now
	case now.Sub(b.noted) > 200*time.Millisecond:
		b.play.Saw(b.name, tick, nil, now)
		b.noted = now
	}
}

// same reports whether two states are equal, without regard to the order of keys. It returns false
// if a state is nil.
func same(a, b variant.Variant) bool {
	if a == nil || b == nil {
		return false
	}
	patch, err := tree.Diff(a, b, tree.DiffOptions{AnyKeyOrder: true})
	return err == nil && len(patch) == 0
}

// requireSame waits until the bot's state equals the wanted state.
func (b *bot) requireSame(t *testing.T, wanted variant.Variant) {
	t.Helper()
	sees := func() bool {
		state, _ := b.State()
		return same(state, wanted)
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

// requireDone waits for the end of the actor's engine. It requires that the log has the given
// number of the actor's messages, and that the actor has seen the final state.
func (a *actor) requireDone(t *testing.T, did int, want variant.Variant) {
	t.Helper()
	out := a.script.Wait()
	require.Len(t, out, 2)
	require.Equal(t, fmt.Sprintf("%d accepted, %[1]d done, 0 waiting", did), out[0], a.name)

	state := must(a.codec.Decode(must(base64.StdEncoding.DecodeString(out[1]))))
	require.True(t, same(state, want), "%s sees another state: %v", a.name, state)
	t.Logf("%s: %s", a.name, out[0])
}

// standsStill reports whether the state of the room contains the actor, and the actor does not
// walk.
func (a *actor) standsStill(state variant.Variant) bool {
	dir, err := tree.Lookup(state, "go."+a.name)
	return err == nil && dir == variant.Variant(math.Vector2{})
}
