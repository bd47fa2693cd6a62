package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/message/rooms/internal/history"
	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An audit observes all records that are written to the logs of rooms.
type audit struct {
	js jetstream.JetStream

	mu      sync.Mutex
	logs    map[string]*history.Log  // logs by room
	waiting map[string]recordAttempt // attempts that NATS has not answered, by answer subject
	trouble []string
	elected int // number of times that a stream has got another leader
}

// A recordAttempt is an attempt to write a record of a room.
type recordAttempt struct {
	room   string
	record rooms.Record
}

// startAudit starts an audit before the first process starts.
func startAudit(t *testing.T, servers []string) *audit {
	t.Helper()
	a := &audit{logs: map[string]*history.Log{}, waiting: map[string]recordAttempt{}}
	connect := func(servers ...string) *nats.Conn {
		conn := must(nats.Connect(strings.Join(servers, ","), nats.MaxReconnects(-1),
			nats.RetryOnFailedConnect(true), nats.ReconnectWait(50*time.Millisecond)))
		t.Cleanup(conn.Close)
		return conn
	}

	// A process sends a record to one server, and all servers pass it to their subscribers. So with
	// a subscription at each server, the audit gets the record even if another server is killed or
	// halts.
	for _, address := range servers {
		must(connect(address).Subscribe("rooms.log.>", a.hear))
	}
	conn := connect(servers...)
	a.js = must(jetstream.New(conn))
	must(conn.Subscribe("_INBOX.>", a.answered))
	must(conn.Subscribe("$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED.>", func(*nats.Msg) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.elected++
	}))
	return a
}

// log returns the log of a room. The audit must be locked.
func (a *audit) log(room string) *history.Log {
	l := a.logs[room]
	if l == nil {
		l = history.NewLog()
		a.logs[room] = l
	}
	return l
}

// hear handles a process's attempt to write a record.
func (a *audit) hear(m *nats.Msg) {
	now := time.Now()
	r, err := rooms.ReadRecord(m.Data)
	if err != nil {
		return // if NATS stores this record all the same, the method take reports the error
	}
	expected, err := strconv.ParseUint(m.Header.Get(jetstream.ExpectedLastSubjSeqHeader), 10, 64)
	if err != nil {
		return
	}

	a.mu.Lock()
	defer a.mu.Unlock()
	room := roomOf(m.Subject)
	a.log(room).Tried(expected, r, now)
	if m.Reply != "" {
		a.waiting[m.Reply] = recordAttempt{room, r}
	}
}

// answered handles an answer of NATS. If the answer says that a record is stored, answered adds the
// record to the log of its room.
func (a *audit) answered(m *nats.Msg) {
	a.mu.Lock()
	defer a.mu.Unlock()
	try, is := a.waiting[m.Subject]
	if !is {
		return
	}

	delete(a.waiting, m.Subject)
	var answer struct {
		Error *struct{}
		Seq   uint64
	}
	if err := json.Unmarshal(m.Data, &answer); err == nil && answer.Error == nil && answer.Seq > 0 {
		a.log(try.room).Stored(answer.Seq, try.record)
	}
}

// roomOf returns the room of a subject such as "rooms.log.3.north".
func roomOf(subject string) string { return subject[strings.LastIndex(subject, ".")+1:] }

// follow reads the records that are stored in the streams. Call it after a process has made the
// streams.
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

// take adds a stored record to the log of its room.
func (a *audit) take(m jetstream.Msg) {
	r, err := rooms.ReadRecord(m.Data())
	meta, err2 := m.Metadata()

	a.mu.Lock()
	defer a.mu.Unlock()
	if err := errors.Join(err, err2); err != nil {
		a.trouble = append(a.trouble, err.Error())
		return
	}
	a.log(roomOf(m.Subject())).Stored(meta.Sequence.Stream, r)
}

// elections returns how often a stream has got another leader.
func (a *audit) elections() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.elected
}

// epoch returns the epoch of the last record of a room, or 0 if there is none.
func (a *audit) epoch(room string) int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.log(room).Last().Epoch
}

// waitForEpoch waits until a new owner has written a record. The epoch of this owner is greater
// than oldEpoch. It returns the present time.
func (a *audit) waitForEpoch(t *testing.T, room string, oldEpoch int64) time.Time {
	t.Helper()
	isNew := func() bool { return a.epoch(room) > oldEpoch }
	require.Eventually(t, isNew, patience, time.Millisecond)
	return time.Now()
}

// check compares the log of a room with the observations of its clients. After a failure it tries
// again for a limited time, because the audit may not have read all records yet.
func (a *audit) check(t *testing.T, room string, play *history.Play) (outcome history.Outcome) {
	t.Helper()
	var err error
	for deadline := time.Now().Add(patience / 4); time.Now().Before(deadline); {
		outcome, err = a.outcome(room, play)
		if err == nil {
			return outcome
		}
		time.Sleep(200 * time.Millisecond)
	}

	require.NoError(t, err, room)
	return outcome
}

// outcome compares the records that the audit has read from the log of a room with the observations
// of clients.
func (a *audit) outcome(room string, play *history.Play) (history.Outcome, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.trouble) > 0 {
		return history.Outcome{}, errors.New(a.trouble[0])
	}

	records, missed := a.log(room).Records()
	outcome, err := meadowRules.Check(records, play)
	return outcome, errors.Join(missed, err)
}

// meadowRules are the rules for checking a room with the game of package meadow. Only the messages
// of bots have an ID. The messages of players in engines have none.
var meadowRules = history.Rules{
	Game: meadow.Game{}, Second: 20,
	ID: func(player string, body variant.Variant) string {
		id, err := tree.Get[variant.String](body, "id")
		if err != nil && !strings.HasPrefix(player, "Godot") {
			return "none"
		}
		return string(id)
	},
}
