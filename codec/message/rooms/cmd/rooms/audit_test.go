package main

import (
	"context"
	"fmt"
	"slices"
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
func startAudit(t *testing.T, servers []string) *audit {
	t.Helper()
	a := &audit{rooms: map[string][]rooms.Record{}, attempts: map[attempt]rooms.Record{}}
	connect := func(servers ...string) *nats.Conn {
		conn := must(nats.Connect(strings.Join(servers, ","), nats.MaxReconnects(-1),
			nats.RetryOnFailedConnect(true), nats.ReconnectWait(50*time.Millisecond)))
		t.Cleanup(conn.Close)
		return conn
	}

	// Each server tells of all attempts, so one that is killed or halts hides none.
	for _, address := range servers {
		must(connect(address).Subscribe("rooms.log.>", a.hear))
	}
	conn := connect(servers...)
	a.js = must(jetstream.New(conn))
	must(conn.Subscribe("$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED.>", func(*nats.Msg) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.elected++
	}))
	return a
}

// hear takes an attempt to write.
func (a *audit) hear(m *nats.Msg) {
	r, err := rooms.ReadRecord(m.Data)
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil {
		a.attempts[attempt{roomOf(m.Subject), r.Epoch, r.Index, r.Nonce}] = r
	}
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
		all = append(all, a.between(t, room, last, r)...)
		all = append(all, r)
		last = r
	}
	return all
}

// between returns the records between two others, which the consumer did not get.
func (a *audit) between(
	t *testing.T, room string, last, next rooms.Record,
) (missing []rooms.Record) {
	t.Helper()
	for next.Index > last.Index+1 {
		r, found := a.before(room, last, next)
		require.True(t, found, "no attempt for record %d of %s", next.Index-1, room)
		missing = append(missing, r)
		next = r
	}
	slices.Reverse(missing)
	return missing
}

// before returns the record before another one. An owner may have tried to write a record at the
// index at which a newer one began, and was refused. So the newer epochs come first.
func (a *audit) before(room string, last, next rooms.Record) (rooms.Record, bool) {
	index := next.Index - 1
	if r, found := a.attempts[attempt{room, next.Epoch, index, next.Nonce}]; found &&
		index >= a.first(room, next.Epoch, next.Nonce) {
		return r, true
	}

	for epoch := next.Epoch - 1; epoch >= last.Epoch; epoch-- {
		for key, r := range a.attempts {
			is := key.room == room && key.epoch == epoch && key.index == index
			if is && epoch == last.Epoch {
				is = key.nonce == last.Nonce
			}
			if is && index >= a.first(room, epoch, key.nonce) {
				return r, true
			}
		}
	}
	return rooms.Record{}, false
}

// first returns the index of the first record of an owner: that of its last attempt to begin.
func (a *audit) first(room string, epoch, nonce int64) (index int64) {
	for key, r := range a.attempts {
		is := key.room == room && key.epoch == epoch && key.nonce == nonce
		if is && r.Kind == rooms.RecordBegin {
			index = max(index, key.index)
		}
	}
	return index
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
