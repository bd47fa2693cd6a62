package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/variant"
)

// An audit reads all that is written to the logs. A snapshot replaces the records before it, perhaps
// before the audit has read them. So the audit hears all attempts to write, too, and knows the
// missing records by them.
type audit struct {
	js jetstream.JetStream

	mu       sync.Mutex
	rooms    map[string][]rooms.Record
	attempts map[attempt]rooms.Record
	trouble  []string
	elected  int // how often NATS servers have chosen another leader: rooms halt meanwhile
}

// An attempt is what identifies a record.
type attempt struct {
	room         string
	epoch, index int64
	nonce        int64
}

// startAudit begins before the first process.
func startAudit(t *testing.T, url string) *audit {
	t.Helper()
	conn := must(nats.Connect(url, nats.MaxReconnects(-1)))
	t.Cleanup(conn.Close)
	a := &audit{
		js: must(jetstream.New(conn)), rooms: map[string][]rooms.Record{},
		attempts: map[attempt]rooms.Record{},
	}
	must(conn.Subscribe("rooms.log.>", func(m *nats.Msg) {
		r, err := rooms.ReadRecord(m.Data)
		a.mu.Lock()
		defer a.mu.Unlock()
		if err == nil {
			a.attempts[attempt{roomOf(m.Subject), r.Epoch, r.Index, r.Nonce}] = r
		}
	}))
	must(conn.Subscribe("$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED.>", func(*nats.Msg) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.elected++
	}))
	return a
}

// roomOf returns the room of a subject such as "rooms.log.3.north".
func roomOf(subject string) string { return subject[strings.LastIndex(subject, ".")+1:] }

// follow reads the logs, which a process has created.
func (a *audit) follow(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for shard := range 16 {
		c := must(a.js.OrderedConsumer(ctx, fmt.Sprintf("rooms-log-%d", shard),
			jetstream.OrderedConsumerConfig{FilterSubjects: []string{"rooms.log.>"}}))
		t.Cleanup(must(c.Consume(a.take)).Stop)
	}
}

func (a *audit) take(m jetstream.Msg) {
	room := roomOf(m.Subject())
	r, err := rooms.ReadRecord(m.Data())

	a.mu.Lock()
	defer a.mu.Unlock()
	if err != nil {
		a.trouble = append(a.trouble, err.Error())
		return
	}
	a.rooms[room] = append(a.rooms[room], r)
}

// elections returns how often a stream has got another leader.
func (a *audit) elections() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.elected
}

// records returns the log of a room up to now. The audit must be locked.
func (a *audit) records(t *testing.T, room string) (all []rooms.Record) {
	t.Helper()
	var last rooms.Record
	for _, r := range a.rooms[room] {
		if r.Index <= last.Index && r.Nonce == last.Nonce {
			continue // the consumer has begun anew
		}
		for last.Index+1 < r.Index {
			missing, found := a.after(room, last, r)
			require.True(t, found, "no attempt for record %d of %s", last.Index+1, room)
			all = append(all, missing)
			last = missing
		}
		all = append(all, r)
		last = r
	}
	return all
}

// after returns the record after another one, which the consumer did not get.
func (a *audit) after(room string, last, next rooms.Record) (rooms.Record, bool) {
	r, found := a.attempts[attempt{room, last.Epoch, last.Index + 1, last.Nonce}]
	if found {
		return r, true
	}
	for epoch := last.Epoch + 1; epoch <= next.Epoch; epoch++ {
		for key, r := range a.attempts {
			if key.room == room && key.epoch == epoch && key.index == last.Index+1 {
				return r, true
			}
		}
	}
	return rooms.Record{}, false
}

// epoch returns that of the last record of a room, 0 if there is none.
func (a *audit) epoch(room string) int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := a.rooms[room]
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
		a.mu.Lock()
		defer a.mu.Unlock()
		entries := 0
		for _, r := range a.records(t, room) {
			for _, e := range r.Entries {
				if e.Kind == rooms.EntryMessage {
					entries++
				}
			}
		}
		return entries >= n
	}, "messages of %s are missing", room)
}

// A session is a player with a nonce.
type session struct {
	player string
	nonce  int64
}

// check checks the invariants of a room: one owner after the other writes, no epoch is used by two
// owners, no record is missing, each session's messages are there once, in their order, and each
// snapshot has the state that the records before it make. It returns the state that the log makes,
// and the messages of each player.
func (a *audit) check(
	t *testing.T, room string,
) (state variant.Variant, did map[string][]variant.Variant) {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	require.Empty(t, a.trouble)

	var game meadow.Game
	did = map[string][]variant.Variant{}
	last := map[session]int64{}
	owners := map[int64]int64{}
	var before rooms.Record

	for _, r := range a.records(t, room) {
		require.Equal(t, before.Index+1, r.Index, "a record of %s is missing or there twice", room)
		require.GreaterOrEqual(t, r.Epoch, before.Epoch, "an owner of %s writes after a newer one", room)
		require.GreaterOrEqual(t, r.Tick, before.Tick, "the tick of %s goes back", room)
		if nonce, used := owners[r.Epoch]; used {
			require.Equal(t, nonce, r.Nonce, "two owners of %s have epoch %d", room, r.Epoch)
		}
		owners[r.Epoch] = r.Nonce

		if state == nil {
			require.NotNil(t, r.Snapshot, "a room begins with a snapshot")
			state = r.Snapshot.State
		}
		for tick := before.Tick; tick < r.Tick; tick++ {
			state = game.Step(state, tick+1)
		}
		before = r

		for _, e := range r.Entries {
			if e.Kind != rooms.EntryMessage {
				continue
			}
			key := session{e.Player, e.Session}
			require.Equal(t, last[key]+1, e.Number,
				"a message of %s in %s is missing or there twice", e.Player, room)
			last[key] = e.Number
			body := must(e.Body())
			did[e.Player] = append(did[e.Player], body)
			if next, err := game.Apply(state, e.Player, body); err == nil {
				state = next
			}
		}
		if r.Snapshot != nil {
			require.True(t, same(state, r.Snapshot.State), "a snapshot of %s has another state", room)
		}
	}

	return state, did
}
