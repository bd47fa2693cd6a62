package rooms

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/message/rooms/natsd"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// counter is a game whose state says how often each player has done something.
type counter struct{}

func (counter) New(string) variant.Variant                          { return variant.Dictionary{} }
func (counter) Step(state variant.Variant, _ int64) variant.Variant { return state }
func (counter) Apply(
	state variant.Variant, player string, body variant.Variant,
) (variant.Variant, error) {
	if body == variant.Variant(variant.String("panic")) {
		panic("a bug")
	}
	before, _ := tree.Lookup(state, player)
	n, _ := before.(variant.Int)
	return tree.Set(state, player, n+1)
}

// must returns v, and panics at an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// startNATS starts a server that only this process reaches.
func startNATS(t *testing.T) *server.Server {
	t.Helper()
	s := must(natsd.Start("", t.TempDir()))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s
}

// connect returns a connection to a server.
func connect(t *testing.T, s *server.Server) *nats.Conn {
	t.Helper()
	conn := must(nats.Connect("", nats.InProcessServer(s)))
	t.Cleanup(conn.Close)
	return conn
}

// openHost returns what a process has.
func openHost(t *testing.T, change func(*Config)) host {
	t.Helper()
	c := Config{Game: counter{}}
	change(&c)
	c = must(c.withDefaults())
	c.Hooks = c.Hooks.withDefaults()

	conn := connect(t, startNATS(t))
	js := must(jetstream.New(conn))
	return host{
		config: c, conn: conn, journal: must(openJournal(t.Context(), js, 1)),
		registry: must(openRegistry(t.Context(), js, c.Lease, 1)),
	}
}

// do returns the entries of a player's messages.
func do(player string, from, to int64) (all []Entry) {
	packet, _ := codec.Marshal("something")
	for n := from; n <= to; n++ {
		all = append(all, Entry{player, n, codec.Godot4.Name(), packet})
	}
	return all
}

// open opens a room for an epoch.
func open(t *testing.T, h host, epoch uint64) *owner {
	t.Helper()
	o := newOwner(h, "room", epoch)
	require.NoError(t, o.open(t.Context()))
	return o
}

// add writes a record of an owner.
func add(o *owner, entries ...Entry) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	p := o.world.begin(int64(o.epoch), o.world.tick+1)
	for _, e := range entries {
		if err := o.world.add(p, e); err != nil {
			return err
		}
	}
	return o.record(ctx, p)
}

// TestFence: once a new owner has opened a room, the one before can't write, and it does not matter
// in which order the two wake up.
func TestFence(t *testing.T) {
	h := openHost(t, func(c *Config) {})
	old := open(t, h, 1)
	require.NoError(t, add(old, do("ada", 1, 3)...))

	late := newOwner(h, "room", 2) // takes the lease, and halts
	next := open(t, h, 3)
	require.ErrorIs(t, add(old, do("ada", 4, 4)...), errFenced)
	require.ErrorIs(t, late.open(t.Context()), errFenced)

	require.NoError(t, add(next, do("ada", 4, 5)...))
	require.Equal(t, "{\"ada\": 5}", fmt.Sprint(next.world.state))
	require.ErrorIs(t, add(old, do("ada", 4, 4)...), errFenced)
}

// TestRecordIsWrittenOnce: an owner that got no answer writes the record again. It is there once.
func TestRecordIsWrittenOnce(t *testing.T) {
	h := openHost(t, func(c *Config) {})
	o := open(t, h, 1)
	r := Record{Epoch: 1, Tick: 2, Index: 2, Entries: do("ada", 1, 1)}

	first, _, err := h.journal.append(t.Context(), "room", o.sequence, r)
	require.NoError(t, err)
	again, _, err := h.journal.append(t.Context(), "room", o.sequence, r)
	require.NoError(t, err)
	require.Equal(t, first, again)
}

// TestReplay: a new owner has the state of the last one, from snapshot and log, and the log stays
// short. The last record stays, so an owner that was replaced before it wrote anything can't write.
func TestReplay(t *testing.T) {
	h := openHost(t, func(c *Config) { c.SnapshotRecords = 10 })
	never := newOwner(h, "room", 1)
	never.world, never.sequence, _ = h.journal.load(t.Context(), h.config, "room")

	o := open(t, h, 2)
	for n := int64(1); n <= 600; n++ {
		require.NoError(t, add(o, do("ada", n, n)...))
		if o.saved != nil && n%100 == 0 {
			require.NoError(t, <-o.saved)
			o.saved = nil
		}
	}

	next := open(t, h, 3)
	require.Equal(t, "{\"ada\": 600}", fmt.Sprint(next.world.state))
	require.Equal(t, int64(600), next.world.players["ada"].Number)
	require.Error(t, add(o, do("ada", 601, 601)...))
	require.ErrorIs(t, add(never), errFenced)

	info := must(h.journal.stream.Info(t.Context()))
	require.Less(t, info.State.Msgs, uint64(250))
}

// TestGapIsSeen: where snapshot and log do not fit, since one of them was read late, nothing is
// made of them.
func TestGapIsSeen(t *testing.T) {
	h := openHost(t, func(c *Config) {})
	o := open(t, h, 1)
	for n := int64(1); n <= 5; n++ {
		require.NoError(t, add(o, do("ada", n, n)...))
	}
	require.NoError(t, h.journal.stream.Purge(t.Context(), jetstream.WithPurgeSequence(4)))

	_, _, err := h.journal.tryLoad(t.Context(), h.config, "room")
	require.ErrorIs(t, err, errGap)
}
