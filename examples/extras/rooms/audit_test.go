package main

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/examples/extras/rooms/meadow"
	"godotvariant/examples/extras/rooms/rooms"
	"godotvariant/variant"
)

// An audit reads all that is written to the logs, before it is purged.
type audit struct {
	js jetstream.JetStream

	mu      sync.Mutex
	rooms   map[string][]rooms.Record
	trouble []string
	elected int // how often NATS servers have chosen another leader: rooms halt meanwhile
}

// startAudit begins before the first process.
func startAudit(t *testing.T, url string) *audit {
	t.Helper()
	conn := must(nats.Connect(url))
	t.Cleanup(conn.Close)
	return &audit{js: must(jetstream.New(conn)), rooms: map[string][]rooms.Record{}}
}

// follow reads the log, which a process has created.
func (a *audit) follow(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	must(a.js.Conn().Subscribe("$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED.>", func(*nats.Msg) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.elected++
	}))

	c := must(a.js.OrderedConsumer(ctx, rooms.LogStream, jetstream.OrderedConsumerConfig{}))
	t.Cleanup(must(c.Consume(a.take)).Stop)
}

func (a *audit) take(m jetstream.Msg) {
	room := m.Subject()[len("rooms.log."):]
	r, err := rooms.ReadRecord(m.Data())

	a.mu.Lock()
	defer a.mu.Unlock()
	if err != nil {
		a.trouble = append(a.trouble, err.Error())
	}
	a.rooms[room] = append(a.rooms[room], r)
}

// elections returns how often a stream has got another leader.
func (a *audit) elections() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.elected
}

// records returns the log of a room up to now.
func (a *audit) records(room string) []rooms.Record {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.rooms[room]
}

// epoch returns that of the last record of a room, 0 if there is none.
func (a *audit) epoch(room string) int64 {
	all := a.records(room)
	if len(all) == 0 {
		return 0
	}
	return all[len(all)-1].Epoch
}

// waitForEpoch waits until a newer owner than that of an epoch has written, and returns when.
func (a *audit) waitForEpoch(t *testing.T, room string, after int64) time.Time {
	t.Helper()
	require.Eventually(t, func() bool { return a.epoch(room) > after }, patience, time.Millisecond)
	return time.Now()
}

// waitForEntries waits until so many messages of a room are in the log.
func (a *audit) waitForEntries(t *testing.T, room string, n int) {
	t.Helper()
	eventually(t, func() bool {
		entries := 0
		for _, r := range a.records(room) {
			entries += len(r.Entries)
		}
		return entries >= n
	}, "messages of %s are missing", room)
}

// check checks the invariants of a room: one owner after the other writes, no record is missing,
// and each player's messages are there once, in their order. It returns the state that the log
// makes, and the messages of each player.
func (a *audit) check(
	t *testing.T, room string,
) (state variant.Variant, did map[string][]variant.Variant) {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	require.Empty(t, a.trouble)

	var game meadow.Game
	state = game.New(room)
	did = map[string][]variant.Variant{}
	epoch, tick := int64(0), int64(0)

	for i, r := range a.rooms[room] {
		require.Equal(t, int64(i+1), r.Index, "a record of %s is missing or there twice", room)
		require.GreaterOrEqual(t, r.Epoch, epoch, "an owner of %s writes after a newer one", room)
		epoch = r.Epoch

		for ; tick < r.Tick; tick++ {
			state = game.Step(state, tick+1)
		}

		for _, e := range r.Entries {
			require.Equal(t, int64(len(did[e.Player])+1), e.Number,
				"a message of %s in %s is missing or there twice", e.Player, room)
			o := codec.Options{Dialect: codec.DialectByName(e.Dialect)}
			body := must(codec.MustNew(o).Decode(e.Packet))
			did[e.Player] = append(did[e.Player], body)
			if next, err := game.Apply(state, e.Player, body); err == nil {
				state = next
			}
		}
	}

	return state, did
}
