package main

import (
	"context"
	"sync"
	"time"

	"godotvariant/codec/message/rooms"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// pace is the time between two messages of a player.
const pace = 500 * time.Millisecond

// A player walks in a room, and measures the answers of the server.
type player struct {
	name   string
	client *rooms.Client

	mu     sync.Mutex
	sent   map[int64]time.Time
	acks   []time.Duration // times from a message to its acknowledgement
	ticked time.Time       // time when the last tick arrived
	gaps   []time.Duration // times between two ticks
	why    string          // reason why a message was refused; "" if none was
}

func newPlayer(name, room string, addresses []string) *player {
	p := &player{name: name, sent: map[int64]time.Time{}}
	p.client = &rooms.Client{
		Addresses: addresses, Room: room, Token: name,
		OnAck: p.onAck, OnTick: p.onTick,
	}
	return p
}

// String names the player in errors.
func (p *player) String() string { return p.name }

func (p *player) onAck(number int64, why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if why != "" {
		p.why = why
	}
	if at, ok := p.sent[number]; ok {
		p.acks = append(p.acks, time.Since(at))
		delete(p.sent, number)
	}
}

func (p *player) onTick(variant.Variant) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if !p.ticked.IsZero() {
		p.gaps = append(p.gaps, now.Sub(p.ticked))
	}
	p.ticked = now
}

// forget deletes all measurements, so that the measurement starts again.
func (p *player) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.acks = nil
	p.gaps = nil
}

// measured returns the measurements.
func (p *player) measured() (acks, gaps []time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.acks, p.gaps
}

// walk waits for the duration delay, and then sends a message every 500 ms until ctx is done.
func (p *player) walk(ctx context.Context, delay time.Duration) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(delay):
	}

	ticks := time.NewTicker(pace)
	defer ticks.Stop()
	for x := 1.0; ; x = -x {
		p.do(x, 1)
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// do sends a message. From then on the player walks in the direction (x, y).
func (p *player) do(x, y float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	number := p.client.Do(variant.NewDictionary(variant.KV("go", math.V2(x, y))))
	p.sent[number] = time.Now()
}

// lost returns the number of acknowledged messages that the room has not applied or has applied
// more than once. Call it after all messages were acknowledged.
func (p *player) lost() int64 { return lost(p.client, p.name) }

func lost(client *rooms.Client, name string) int64 {
	state, _ := client.State()
	acked := client.Acked()
	did, err := tree.Get[variant.Dictionary](state, "did")
	if err != nil {
		return acked
	}

	count, _ := did.Get(variant.String(name))
	n, _ := count.(variant.Int)
	return max(int64(n), acked) - min(int64(n), acked)
}
