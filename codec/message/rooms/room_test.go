package rooms

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// testService opens a room, and returns its service. The test calls the method turn for each tick.
func testService(t *testing.T, c core) *service {
	t.Helper()
	return newService(testOwner(t, c))
}

// hears gives an event of a gateway to a service.
func (s *service) hears(e Entry) { s.take(&nats.Msg{Data: e.appendTo(nil)}) }

// clock is a game that changes at every tick.
type clock struct{ book }

func (clock) Step(_ variant.Variant, tick int64) variant.Variant {
	return variant.NewDictionary(variant.KV("tick", variant.Int(tick)))
}

// TestTickNeverGoesBackFar: the first tick of a new owner is at most one second before the last
// tick of the earlier owner, even after a long time without messages. The test has a game that
// changes without messages, and a game that does not. At first the test stores no marks of the
// owner, so the owner has to write records.
func TestTickNeverGoesBackFar(t *testing.T) {
	for name, game := range map[string]Game{"still": book{}, "moving": clock{}} {
		t.Run(name, func(t *testing.T) {
			c := testCore(t, startNATS(t), func(c *Config) { c.Game = game })
			s := testService(t, c)
			second := c.config.ticks(time.Second)

			before := s.sequence
			for range 100 { // no mark is stored
				require.NoError(t, s.turn(t.Context()))
				require.LessOrEqual(t, s.world.tick, s.recorded+second)
			}
			require.Equal(t, int64(100), s.world.tick)
			require.Equal(t, uint64(4), s.sequence-before, "a record a second")

			for range 300 {
				s.marks(t)
				for range 15 {
					require.NoError(t, s.turn(t.Context()))
				}
			}
			require.Greater(t, s.world.tick, int64(4000))

			// The test acts as if the owner had died. The next owner has a registry with another
			// host ID, so it reads the stored mark as the mark of another host.
			next := newOwner(c, "room")
			next.registry = must(openRegistry(t.Context(), c.journal.js, c.config))
			require.NoError(t, next.load(t.Context()))
			require.LessOrEqual(t, s.world.tick-next.world.tick, second)
			require.NoError(t, next.begin(t.Context(), nil))
			p := s.world.begin(next.world.tick)
			if next.world.tick > s.world.tick {
				require.Equal(t, fmt.Sprint(p.state), fmt.Sprint(next.world.state))
			}

			// The first process opens the room again. The owner next has stored no mark. So the
			// owner again continues after the last record of next.
			again := testOwner(t, c)
			require.Greater(t, again.world.tick, next.world.tick)
		})
	}
}

// marks stores the mark of the room of a service, as the method keeper.mark does.
func (s *service) marks(t *testing.T) {
	t.Helper()
	m := *s.present.Load()
	require.NoError(t, s.marker.write(t.Context(), s.registry.id, []mark{m}))
	s.hasMarked(m)
}

// TestSlowHeir: when the lease of an owner has ended, the owner continues for at most a second of
// ticks after the last tick that the next owner has read. If the lease becomes valid again and the
// old owner continues longer, the next owner has to read the log again.
func TestSlowHeir(t *testing.T) {
	c := testCore(t, startNATS(t), func(c *Config) { c.Game = clock{} })
	s := testService(t, c)
	second := c.config.ticks(time.Second)
	turns := func(n int) {
		for range n {
			require.NoError(t, s.turn(t.Context()))
		}
	}
	turns(15)
	s.marks(t)

	c.registry.mu.Lock()
	c.registry.until = time.Now().Add(-time.Nanosecond)
	c.registry.mu.Unlock()
	heir := newOwner(c, "room")
	heir.registry = must(openRegistry(t.Context(), c.journal.js, c.config))
	require.NoError(t, heir.load(t.Context()))
	turns(15)
	s.marks(t)
	require.LessOrEqual(t, s.world.tick-heir.world.tick, second)
	require.Equal(t, heir.world.tick, s.marked.Load(), "the mark does not count")

	require.NoError(t, c.registry.renew(t.Context()))
	require.False(t, s.sure())
	turns(1)
	require.True(t, s.sure())
	for range 3 {
		turns(15)
		s.marks(t)
	}
	require.ErrorIs(t, heir.begin(t.Context(), nil), errFenced)
	clear(c.marker.read)
	require.NoError(t, heir.open(t.Context(), nil))
	require.LessOrEqual(t, s.world.tick-heir.world.tick, second)
}

// TestLateMark: a mark that arrives late does not replace a newer mark. If a mark is stored but not
// acknowledged, the next mark is stored, too.
func TestLateMark(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	write := func(k *marker, tick int64) error {
		return k.write(t.Context(), "host", []mark{{room: "room", tick: tick}})
	}
	require.NoError(t, write(c.marker, 8))
	late := c.marker.last
	require.NoError(t, write(c.marker, 16))

	message := &nats.Msg{Subject: c.names.mark("host"), Data: encodeMarks([]mark{{room: "room"}})}
	unanswered := must(openMarker(t.Context(), c.journal.js, c.names))
	unanswered.last = late
	_, err := unanswered.publish(t.Context(), message)
	require.True(t, isWrongSequence(err))
	require.Equal(t, int64(16), must(c.marker.of(t.Context(), "host", "room")).tick)

	require.NoError(t, write(unanswered, 24))
	require.NoError(t, write(c.marker, 32))
	clear(c.marker.read)
	require.Equal(t, int64(32), must(c.marker.of(t.Context(), "host", "room")).tick)
}

// TestSilentHost: a host counts as dead when this process has seen its own renewals for the time of
// a lease, and no renewal of the host. If this process sees no renewals at all, no host counts as
// dead.
func TestSilentHost(t *testing.T) {
	atNight(t, nil, func(t *testing.T, n *night) {
		c := testCore(n.t, n.nats, nil)
		other := must(openRegistry(n.t.Context(), c.journal.js, c.config))
		ctx, cancel := context.WithCancel(n.t.Context())
		go func() { _ = c.registry.watch(ctx) }()
		synctest.Wait()
		require.True(t, c.registry.live(other.id))

		time.Sleep(3 * c.config.Lease / 2)
		synctest.Wait()
		require.True(t, c.registry.live(other.id))
		require.NoError(t, c.registry.renew(n.t.Context()))
		synctest.Wait()
		require.False(t, c.registry.live(other.id))
		require.Equal(t, int64(1), c.registry.lapses())

		require.NoError(t, other.renew(n.t.Context()))
		synctest.Wait()
		require.True(t, c.registry.live(other.id))
		cancel()
	})
}

// TestOldMarkIsIgnored: a mark of a replaced owner, or of an older record, is ignored.
func TestOldMarkIsIgnored(t *testing.T) {
	w := newTestWorld(book{})
	w.epoch = 3
	for _, m := range []mark{
		{epoch: 2, sequence: 9, tick: 50, still: true},
		{epoch: 3, sequence: 8, tick: 50, still: true},
		{},
	} {
		w.follow(m, 9)
		require.Zero(t, w.tick)
	}
	w.follow(mark{epoch: 3, sequence: 9, tick: 50, still: true}, 9)
	require.Equal(t, int64(50), w.tick)
	w.follow(mark{epoch: 3, sequence: 9, tick: 40, still: true}, 9)
	require.Equal(t, int64(50), w.tick)
}

// TestMarks: the marks of a host are read as they were written.
func TestMarks(t *testing.T) {
	all := []mark{{"a", 1, 2, 3, true, 1}, {"b", 300, 70_000, 1 << 40, false, 0}}
	require.Equal(t, all, must(readMarks(encodeMarks(all))))
	for i := range encodeMarks(all) {
		_, err := readMarks(encodeMarks(all)[:i])
		require.Error(t, err)
	}
}

// TestRecordsFitNATS: a record is at most half as long as the longest message of NATS, even if
// clients send long messages. Messages that do not fit into the record wait for the next tick.
func TestRecordsFitNATS(t *testing.T) {
	c := testCore(t, startNATS(t), func(c *Config) { c.MaxPlayers = 20 })
	require.Equal(t, int64(1<<20), c.conn.MaxPayload(), "the default of NATS")
	s := testService(t, c)
	text := strings.Repeat("x", 3900)
	for i := range int64(6) {
		s.hears(join(fmt.Sprint("p", i), i+1, 1))
		for n := int64(1); n <= 64; n++ {
			s.hears(says(fmt.Sprint("p", i), i+1, n, text))
		}
	}

	ticks := 0
	for ; len(s.waiting) > 0; ticks++ {
		require.NoError(t, s.turn(t.Context()))
	}
	require.Equal(t, 3, ticks)
	for i := range 6 {
		require.Equal(t, int64(64), s.world.sessions[fmt.Sprint("p", i)].Last)
	}
}

// TestLateTicks: if all ticks of a room are late, because a Step takes longer than a tick, each
// tick still takes all messages that have arrived.
func TestLateTicks(t *testing.T) {
	const messages = 500
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var s *service
	ticks, entries := 0, 0
	s = testService(t, testCore(t, startNATS(t), func(c *Config) {
		c.Game = slow{}
		c.Tick = time.Millisecond
		c.Hooks.Appended = func(_ string, n, _ int, _ time.Duration) { entries += n }
		c.Hooks.Ticked = func(string, time.Duration, time.Duration) {
			ticks++
			switch {
			case ticks == 1:
				s.inbox <- &nats.Msg{Data: join("ada", 1, 1).appendTo(nil)}
				for n := int64(1); n <= messages; n++ {
					s.inbox <- &nats.Msg{Data: says("ada", 1, n, "x").appendTo(nil)}
				}
			case ticks == 2:
				cancel()
			}
		}
	}))

	require.ErrorIs(t, s.run(ctx), context.Canceled)
	require.Equal(t, 1+messages, entries)
}

// TestSnapshotByCost: if the ticks of a room take long to compute, the room writes a snapshot
// earlier. So a new owner does not need long to compute the state again.
func TestSnapshotByCost(t *testing.T) {
	c := testCore(t, startNATS(t), func(c *Config) {
		c.Game = slow{clock{}.book}
		c.Replay = 20 * time.Millisecond
	})
	o := testOwner(t, c)
	o.opened = time.Time{}
	o.spend(15*time.Millisecond, true)
	require.False(t, o.due(), "ticks that change nothing need not be computed")
	o.spend(4*time.Millisecond, false)
	require.False(t, o.due())
	o.spend(2*time.Millisecond, false)
	require.True(t, o.due())

	require.NoError(t, o.snapshot(t.Context(), RecordSnapshot))
	require.False(t, o.due())
	o.world.records = c.config.SnapshotRecords
	require.True(t, o.due())
	o.opened = time.Now()
	require.False(t, o.due(), "not just after a takeover")
}

// TestStopsWhenReplaced: an owner whose lease has ended writes a record in the next tick. If no
// other process has taken the room, the owner continues. Otherwise the owner gets an error.
func TestStopsWhenReplaced(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	s := testService(t, c)
	require.True(t, s.sure())
	lapse := func() {
		c.registry.mu.Lock()
		defer c.registry.mu.Unlock()
		c.registry.gaps++
		c.registry.until = time.Now().Add(time.Hour)
	}

	lapse()
	require.False(t, s.sure())
	require.NoError(t, s.turn(t.Context()), "nobody has come")
	require.True(t, s.sure())

	lapse()
	testOwner(t, c)
	require.ErrorIs(t, s.turn(t.Context()), errFenced)
}

// TestUnsureOwnerIsSilent: an owner whose lease has ended, and that can't reach the log, does not
// answer gateways, because another owner may have newer data. It answers again after it has written
// a record.
func TestUnsureOwnerIsSilent(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	s := testService(t, c)
	s.hears(join("ada", 1, 1))
	s.hears(says("ada", 1, 1, "x"))
	require.NoError(t, s.turn(t.Context()))
	said := must(c.conn.SubscribeSync(c.names.out("room")))

	c.registry.mu.Lock()
	c.registry.gaps++
	c.registry.until = time.Now().Add(time.Hour)
	c.registry.mu.Unlock()
	cut, cancel := context.WithCancel(t.Context())
	cancel()
	s.hears(says("ada", 1, 1, "x"))
	s.hears(says("bob", 2, 1, "x"))
	require.ErrorIs(t, s.turn(cut), context.Canceled)

	s.hears(says("ada", 1, 2, "x"))
	require.NoError(t, s.turn(t.Context()))
	r := bits{b: must(said.NextMsg(patience)).Data}
	require.Equal(t, byte(frameAcks), r.byte())
	require.Equal(t, s.world.epoch, r.int())
	require.Equal(t, []ack{{1, 1, 2, nil}}, r.acks())
}

// TestIdleRoom: a room ends some time after its last member has left, even if gateways without
// members still send their lists.
func TestIdleRoom(t *testing.T) {
	s := testService(t, testCore(t, startNATS(t), nil))

	for _, c := range []struct {
		members map[int64]bool
		want    error
	}{
		{nil, errIdle}, {map[int64]bool{7: true}, nil},
	} {
		s.used = time.Now().Add(-2 * s.config.Idle)
		s.take(&nats.Msg{Data: hereMessage{gateway: "far", members: c.members}.encode()})
		require.ErrorIs(t, s.over(t.Context()), c.want)
	}
}

// TestAnswerToAConnection: a gateway accepts a client only after an answer to the client's current
// connection. An answer to an earlier connection may be a late message of an owner that was
// replaced.
func TestAnswerToAConnection(t *testing.T) {
	v := must(newView(testCore(t, startNATS(t), nil), "room"))
	c := &Visitor{}
	c.session = 7
	c.try = 2
	v.members[c.session] = c

	v.take(appendAcks(nil, 1, []ack{{7, 1, 3, nil}}))
	require.Nil(t, c.pending)
	v.take(appendAcks(nil, 2, []ack{{7, 2, 5, nil}}))
	require.Equal(t, &ack{7, 2, 5, nil}, c.pending, "for the state, which is asked for")
}

// TestView: a gateway follows the ticks of an owner. It asks for the state when it has missed a
// tick, and when the owner has changed. It asks again if there is no answer. It ignores an owner
// that was replaced.
func TestView(t *testing.T) {
	v := must(newView(testCore(t, startNATS(t), nil), "room"))
	stateAt := func(tick int64) variant.Variant {
		return variant.NewDictionary(variant.KV("tick", variant.Int(tick)))
	}

	var owner paths // table of paths of the present owner
	owner.reset()
	tick := func(epoch, from, to int64) []byte {
		path := variant.NewArray(variant.String("tick"))
		delta := variant.NewArray(variant.NewArray(path, variant.Int(to)))
		return must(owner.appendChanges(nil, epoch, from, to, delta))
	}
	answer := func(epoch, tick int64) []byte {
		return must(owner.appendState(nil, epoch, 1, tick, stateAt(tick)))
	}

	steps := []struct {
		name  string
		data  func() []byte
		tick  int64 // tick of the view after the message; 0 if the view has no state
		asked bool  // the view has asked for the state
	}{
		{"it asks", func() []byte { return tick(1, 3, 4) }, 0, true},
		{"a tick after the state", func() []byte {
			state := answer(1, 4)
			v.take(tick(1, 4, 5))
			return state
		}, 5, false},
		{"the next", func() []byte { return tick(1, 5, 6) }, 6, false},
		{"it comes twice", func() []byte { return tick(1, 5, 6) }, 6, false},
		{"one is missing", func() []byte { return tick(1, 7, 8) }, 6, true},
		{"the next one waits", func() []byte { return tick(1, 8, 9) }, 6, true},
		{"the state between them", func() []byte { return answer(1, 8) }, 9, false},
		{"a state that nobody asked for", func() []byte { return answer(1, 3) }, 9, false},
		{"another owner, which is behind", func() []byte {
			owner.reset()
			return tick(2, 7, 8)
		}, 9, true},
		{"the owner before", func() []byte { return tick(1, 9, 10) }, 9, true},
		{"its state", func() []byte { return answer(1, 10) }, 9, true},
		{"the state of the new one", func() []byte { return answer(2, 8) }, 8, false},
		{"and its next", func() []byte { return tick(2, 8, 9) }, 9, false},
		{"in two parts", func() []byte {
			whole := tick(2, 9, 10)
			parts := split(whole, len(whole)-1)
			v.take(parts[0])
			return parts[1]
		}, 10, false},
		{"damage", func() []byte { return []byte{frameChanges, 2, 11, 1, 9, 9} }, 10, true},
	}

	for _, s := range steps {
		v.take(s.data())
		want := "<nil>"
		if s.tick > 0 {
			want = fmt.Sprint(stateAt(s.tick))
		}
		require.Equal(t, want, fmt.Sprint(v.state), s.name)
		require.Equal(t, s.asked, !v.asked.IsZero(), s.name)
	}

	before := v.asked
	require.True(t, v.repeat(before.Add(2*patienceOfView)))
	require.NotEqual(t, before, v.asked, "asks again")

	v.close()
	require.False(t, v.repeat(time.Now()))
}

// TestHeirs: each room has one heir, the host that should own the room. If a new host comes, some
// rooms get it as their heir, and the other rooms keep their heirs. A host that is full, drains or
// runs another version is not an heir.
func TestHeirs(t *testing.T) {
	all := hosts{}
	for i := range 4 {
		all.all = append(all.all, member{
			id: fmt.Sprint("host", i), lease: lease{Accepts: []int64{7}, Weight: 1},
		})
	}
	three := hosts{all.all[:3]}

	count, moved := map[string]int{}, 0
	for i := range 4000 {
		room := fmt.Sprint("room", i)
		heir := all.heir(room, 7)
		count[heir]++
		if before := three.heir(room, 7); before != heir {
			require.Equal(t, "host3", heir)
			moved++
		}
	}
	require.InDelta(t, 1000, moved, 150)
	for i := range 4 {
		require.InDelta(t, 1000, count[fmt.Sprint("host", i)], 150)
	}

	all.all[0].lease.Full = true
	all.all[1].lease.State = draining
	all.all[2].lease.State = retiring
	all.all[3].lease.Accepts = []int64{8}
	all.all[3].lease.Version = 8
	require.Equal(t, "host2", all.heir("room", 7), "nobody else runs it")
	require.Equal(t, "host3", all.heir("room", 8))
	require.Empty(t, all.heir("room", 9))
	version, is := all.latest()
	require.True(t, is)
	require.Equal(t, int64(8), version)
}

// TestLostLeases: if the bucket of leases was lost, a process makes the bucket again, and at first
// takes no rooms of other hosts. A lost bucket of the index is made again, too.
func TestLostLeases(t *testing.T) {
	s := startNATS(t)
	c := testCore(t, s, nil)
	require.NoError(t, c.journal.js.DeleteKeyValue(t.Context(), c.names.hostBucket()))
	require.NoError(t, c.registry.renew(t.Context()))
	require.NoError(t, c.registry.valid())
	require.False(t, c.registry.mayTake())

	require.NoError(t, c.journal.js.DeleteKeyValue(t.Context(), c.names.roomBucket()))
	require.NoError(t, c.index.check(t.Context()))
	require.NoError(t, c.index.write(t.Context(), "room", indexEntry{Open: true}))
	require.ErrorIs(t, c.index.write(t.Context(), "room", indexEntry{Open: true}), errChanged)
	i, is, err := c.index.read(t.Context(), "room")
	require.NoError(t, err)
	require.True(t, is && i.Open)
}

// TestWritesArePaused: while no stream can store its record, an owner seldom sends requests to
// NATS.
func TestWritesArePaused(t *testing.T) {
	c := testCore(t, startNATS(t), nil)
	o := testOwner(t, c)
	stream := c.names.logStream(c.names.shard("room"))
	require.NoError(t, c.journal.js.DeleteStream(t.Context(), stream))

	before := c.conn.Stats().OutMsgs
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	require.Error(t, o.record(ctx, o.world.begin(o.world.tick+1)))
	require.Less(t, c.conn.Stats().OutMsgs-before, uint64(40))
}
