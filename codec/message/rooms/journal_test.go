package rooms

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/message/rooms/internal/meadow"
	"godotvariant/codec/message/rooms/natsd"
	"godotvariant/math"
	"godotvariant/variant"
)

// testOwner opens the room "room" for a new owner, which replaces any earlier owner.
func testOwner(t *testing.T, c core) *owner {
	t.Helper()
	o := newOwner(c, "room")
	require.NoError(t, o.open(t.Context(), nil))
	return o
}

// do writes events to the log, in the next tick.
func do(o *owner, all ...Entry) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return o.record(ctx, decide(o.world, 8, all...).plan)
}

// TestFence: after a new owner has opened a room, the previous owner can't write. The same is true
// for a process that has read the log before the new owner opened the room.
func TestFence(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	old := testOwner(t, c)
	require.NoError(t, do(old, join("ada", 1, 1), says("ada", 1, 1, "a")))

	late := newOwner(c, "room") // this process reads the log, and then halts
	require.NoError(t, late.load(t.Context()))
	next := testOwner(t, c)
	require.Equal(t, int64(2), next.world.epoch)
	require.ErrorIs(t, do(old, says("ada", 1, 2, "b")), errFenced)
	require.ErrorIs(t, late.begin(t.Context(), nil), errFenced)

	require.NoError(t, do(next, says("ada", 1, 2, "c")))
	require.Equal(t, "a,c", textsOf(next.world.state, "ada"))
	require.ErrorIs(t, do(old, says("ada", 1, 2, "b")), errFenced)
	require.ErrorIs(t, old.snapshot(t.Context(), RecordGiven), errFenced)
}

// TestRecordIsWrittenOnce: an owner that gets no answer writes the record again. The log then has
// the record once.
func TestRecordIsWrittenOnce(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	o := testOwner(t, c)
	r := Record{Kind: RecordTick, Epoch: 1, Tick: 2, Index: 2, Host: "h", Nonce: 5}

	first, _, err := c.journal.append(t.Context(), "room", o.sequence, r)
	require.NoError(t, err)
	again, _, err := c.journal.append(t.Context(), "room", o.sequence, r)
	require.NoError(t, err)
	require.Equal(t, first, again)

	r.Nonce++ // a record of another owner with the same epoch, which never happens in a game
	_, _, err = c.journal.append(t.Context(), "room", o.sequence, r)
	require.ErrorIs(t, err, errFenced)
}

// TestLateRecord: a process that opens its room again has a new epoch. It does not mistake a late
// record of its earlier epoch for a record of the new epoch.
func TestLateRecord(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	first := testOwner(t, c)
	require.NoError(t, do(first, join("ada", 1, 1)))
	p := decide(first.world, 8, says("ada", 1, 1, "late")).plan
	p.record.Host, p.record.Nonce = c.registry.id, first.nonce
	late := &nats.Msg{Subject: c.names.log("room"), Data: must(p.record.encode())}

	second := newOwner(c, "room")
	require.NoError(t, second.load(t.Context()))
	_, err := c.journal.try(t.Context(), late, first.sequence)
	require.NoError(t, err)
	require.ErrorIs(t, second.begin(t.Context(), nil), errFenced)

	require.NoError(t, second.open(t.Context(), nil))
	require.Equal(t, int64(2), second.world.epoch)
	require.Equal(t, "late", textsOf(second.world.state, "ada"))
	d := decide(second.world, 8, says("ada", 1, 1, "late"))
	require.Empty(t, d.record.Entries)
	require.Equal(t, "ack 1 1", said(d))
}

// TestSnapshotReplacesTheLog: a new owner has the state of the last owner, from the snapshot and
// the log. A room that was given away has only one message in the stream.
func TestSnapshotReplacesTheLog(t *testing.T) {
	s := startNATS(t)
	c := testCore(t, s, nil)
	o := testOwner(t, c)
	require.NoError(t, do(o, join("ada", 1, 1)))
	for n := int64(1); n <= 600; n++ { // more records than one request reads
		require.NoError(t, do(o, says("ada", 1, n, fmt.Sprint(n))))
	}

	next := testOwner(t, c)
	require.Equal(t, int64(600), next.world.sessions["ada"].Last)
	require.Equal(t, fmt.Sprint(o.world.snapshot()), fmt.Sprint(next.world.snapshot()))

	require.NoError(t, next.snapshot(t.Context(), RecordGiven))
	stream := c.journal.stream("room")
	require.Equal(t, uint64(1), must(stream.Info(t.Context())).State.Msgs)
	require.ErrorIs(t, do(o, says("ada", 1, 601, "x")), errFenced)

	last := testOwner(t, c)
	require.Equal(t, fmt.Sprint(next.world.snapshot()), fmt.Sprint(last.world.snapshot()))
	require.Equal(t, int64(3), last.world.epoch)
}

// TestLongState: a state that is longer than a message of NATS is stored in parts. The parts of the
// previous snapshot are deleted.
func TestLongState(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	o := testOwner(t, c)
	for i := range 3 {
		long := strings.Repeat(fmt.Sprint(i), 3_000_000)
		o.world.state = withText(variant.Dictionary{}, "long", long)
		require.NoError(t, o.snapshot(t.Context(), RecordSnapshot))

		next := newOwner(c, "room")
		require.NoError(t, next.load(t.Context()))
		require.Equal(t, long, textsOf(next.world.state, "long"))
	}
	require.Equal(t, uint64(7), must(c.journal.stream("room").Info(t.Context())).State.Msgs)

	o.world.state = variant.Dictionary{}
	require.NoError(t, o.snapshot(t.Context(), RecordSnapshot))
	require.Equal(t, uint64(1), must(c.journal.stream("room").Info(t.Context())).State.Msgs)
}

// TestGapIsSeen: a log in which a record is missing is an error.
func TestGapIsSeen(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	o := testOwner(t, c)
	require.NoError(t, do(o, join("ada", 1, 1)))
	for n := int64(1); n <= 5; n++ {
		require.NoError(t, do(o, says("ada", 1, n, "x")))
	}
	require.NoError(t, c.journal.stream("room").DeleteMsg(t.Context(), 4))
	require.ErrorIs(t, newOwner(c, "room").load(t.Context()), errGap)
}

// slow is a game whose steps together take longer than a request to NATS may take.
type slow struct{ book }

func (slow) Step(state variant.Variant, _ int64) variant.Variant {
	time.Sleep(attempt / 40)
	return state
}

// TestSlowGame: computing the state of a room has no time limit.
func TestSlowGame(t *testing.T) {
	s := startNATS(t)
	quick, late := testCore(t, s, nil), testCore(t, s, func(c *Config) { c.Game = slow{} })
	o := testOwner(t, quick)
	require.NoError(t, do(o, join("ada", 1, 1)))
	for n := int64(1); n <= 60; n++ {
		require.NoError(t, do(o, says("ada", 1, n, "x")))
	}

	began := time.Now()
	w := newWorld(late.rules)
	sequence, err := late.journal.load(t.Context(), "room", w)
	require.NoError(t, err)
	require.Equal(t, o.sequence, sequence)
	require.Greater(t, time.Since(began), attempt)
	require.Equal(t, int64(60), w.sessions["ada"].Last)
}

// TestQuietMeadow: if players stand still for three hours, a new owner has nothing to compute.
func TestQuietMeadow(t *testing.T) {
	steps := 0
	g := countedGame{meadow.Game{}, &steps}
	c := testCore(t, startNATS(t), func(c *Config) { c.Game = g })
	o := testOwner(t, c)
	var all []Entry
	for i := range 100 {
		name := fmt.Sprint("player", i)
		e := says(name, int64(i+1), 1, "")
		e.Packet = must(godot4.Encode(variant.NewDictionary(variant.KV("go", math.V2(0, 0)))))
		all = append(all, join(name, int64(i+1), 1), e)
	}
	d := decide(o.world, 100, all...)
	require.NoError(t, o.record(t.Context(), d.plan))

	const quiet = 3 * 60 * 60 * 20
	for range 100 {
		p := o.world.begin(o.world.tick + 1)
		o.world.advance(p)
		o.spend(time.Millisecond, o.world.still)
	}
	require.True(t, o.world.still)
	require.Zero(t, o.cost)
	o.world.tick += quiet
	require.NoError(t, do(o, Entry{Kind: EntryAway, Player: "player1", Session: 2, Try: 1}))

	steps = 0
	next := testOwner(t, c)
	require.Equal(t, o.world.tick+1, next.world.tick)
	require.Less(t, steps, 10)
}

// countedGame counts the steps of a game.
type countedGame struct {
	Game
	steps *int
}

func (g countedGame) Step(state variant.Variant, tick int64) variant.Variant {
	*g.steps++
	return g.Game.Step(state, tick)
}

// TestSettings: a process does not start if its Streams or Tick differ from those of the game in
// NATS, and the error names the field. Games with different prefixes do not affect each other.
func TestSettings(t *testing.T) {
	s := startNATS(t)
	conn := connect(t, s)
	open := func(change func(*Config)) error {
		_, err := openCore(t.Context(), conn, testConfig(change))
		return err
	}

	require.NoError(t, open(nil))
	require.NoError(t, open(nil))
	require.ErrorContains(t, open(func(c *Config) { c.Streams = 3 }), "Config.Streams is 3")
	require.ErrorContains(t, open(func(c *Config) { c.Tick = time.Second }), "Config.Tick is 1s")
	require.NoError(t, open(func(c *Config) { c.Prefix = "other"; c.Streams = 3 }))
	require.ErrorContains(t, open(func(c *Config) { c.Replicas = 3 }), "replicas")

	_, err := Open(t.Context(), conn, Config{Game: book{}, MaxMessage: 1 << 18})
	require.ErrorContains(t, err, "Config.MaxMessage")
	_, err = Open(t.Context(), conn, Config{Game: book{}, Prefix: "a.b"})
	require.ErrorContains(t, err, "Config.Prefix")
}

// TestReplicas: if the Config.Replicas of a new process is greater than the number of replicas in
// NATS, the process changes all streams and buckets of the game. The rooms stay.
func TestReplicas(t *testing.T) {
	servers := must(natsd.StartCluster(3, t.TempDir()))
	t.Cleanup(servers.Shutdown)
	o := testOwner(t, testCore(t, servers[0], nil))
	require.NoError(t, do(o, join("ada", 1, 1), says("ada", 1, 1, "a")))

	c := testCore(t, servers[1], func(c *Config) { c.Replicas = 3 })
	streams := 0
	for info := range c.journal.js.ListStreams(t.Context()).Info() {
		require.Equal(t, 3, info.Config.Replicas, info.Config.Name)
		streams++
	}
	require.Equal(t, c.config.Streams+3, streams, "of logs, marks, hosts and rooms")

	next := testOwner(t, c)
	require.Equal(t, "a", textsOf(next.world.state, "ada"))
	require.ErrorIs(t, do(o, says("ada", 1, 2, "b")), errFenced)
}

// TestForeignStream: openCore returns an error if another program has a stream with the name of a
// log.
func TestForeignStream(t *testing.T) {
	conn := connect(t, startNATS(t))
	js := must(jetstream.New(conn))
	must(js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "rooms-log-1", Subjects: []string{"mine"},
	}))
	_, err := openCore(t.Context(), conn, testConfig(nil))
	require.ErrorContains(t, err, "stream rooms-log-1: the stream is not one of this package")
}

// TestPauses: the pauses between attempts grow to a second, and only few requests run at the same
// time.
func TestPauses(t *testing.T) {
	r := retry{}
	var all []time.Duration
	for range 9 {
		r.pause = r.next()
		all = append(all, r.pause)
	}
	ms := time.Millisecond
	require.Equal(t, []time.Duration{
		10 * ms, 20 * ms, 40 * ms, 80 * ms, 160 * ms, 320 * ms, 640 * ms, 1000 * ms, 1000 * ms,
	}, all)
	require.Equal(t, 8, cap(newGate()))
}
