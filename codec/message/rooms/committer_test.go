package rooms

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// A database notes the commits of rooms.
type database struct {
	mu    sync.Mutex
	calls []Commit
	full  bool // the committer returns errors
}

func (d *database) store(_ context.Context, c Commit) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.full {
		return errors.New("the database is full")
	}
	d.calls = append(d.calls, c)
	return nil
}

func (d *database) fill(full bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.full = full
}

// rows returns each commit once, even if Committed was called for it several times. A database that
// ignores a known ID does the same.
func (d *database) rows() (rows []Commit) {
	d.mu.Lock()
	defer d.mu.Unlock()
	known := map[string]bool{}
	for _, c := range d.calls {
		if !known[c.ID] {
			rows = append(rows, c)
		}
		known[c.ID] = true
	}
	return rows
}

// requireChain requires that the state Before of each commit equals the state After of the previous
// commit.
func requireChain(t *testing.T, rows []Commit) {
	t.Helper()
	for i, c := range rows[1:] {
		require.Greater(t, c.Index, rows[i].Index)
		require.True(t, variant.Equal(rows[i].After, c.Before), "%v and %v", rows[i], c)
	}
}

// TestCommitted: each record is committed in order, with the states before and after it. While
// Committed returns errors, the owner writes no snapshot. A mark has the index of the last record
// for which Committed succeeded. A new owner calls Committed again for the records after this
// record. A repeated call has the same Commit.ID as the first call.
func TestCommitted(t *testing.T) {
	var db database
	behind := 0
	c := testCore(t, startNATS(t), func(c *Config) {
		c.Committed = db.store
		c.Hooks.Behind = func(string, int) { behind++ }
		c.SnapshotRecords = 1
	})
	o := testOwner(t, c)
	o.opened = time.Time{}
	require.NoError(t, do(o, join("ada", 1, 1)))
	require.NoError(t, do(o, says("ada", 1, 1, "a"), says("ada", 1, 2, "no")))
	require.NoError(t, o.commits.flush(t.Context()))

	rows := db.rows()
	require.Len(t, rows, 2)
	requireChain(t, rows)
	require.Equal(t, "a", textsOf(rows[1].After, "ada"))
	require.Len(t, rows[1].Entries, 2)
	require.Zero(t, behind)

	db.fill(true)
	require.NoError(t, do(o, says("ada", 1, 3, "b")))
	require.Error(t, o.commits.flush(t.Context()))
	require.False(t, o.due())
	require.Equal(t, 1, behind)
	waiting, done := o.commits.behind()
	require.Equal(t, []any{1, rows[1].Index}, []any{waiting, done})
	m := *o.present.Load()
	require.Equal(t, rows[1].Index, m.committed)

	next := newOwner(c, "room") // there is no mark
	next.registry = must(openRegistry(t.Context(), c.journal.js, c.config))
	require.NoError(t, next.load(t.Context()))
	waiting, _ = next.commits.behind()
	require.Equal(t, 3, waiting)

	require.NoError(t, c.marker.write(t.Context(), c.registry.id, []mark{m}))
	clear(c.marker.read)
	require.NoError(t, next.load(t.Context()))
	waiting, _ = next.commits.behind()
	require.Equal(t, 1, waiting)
	require.NoError(t, next.begin(t.Context(), nil))

	db.fill(false)
	require.NoError(t, next.commits.flush(t.Context()))
	require.NoError(t, o.commits.flush(t.Context()), "the owner before has not noticed")
	require.Len(t, db.calls, 4)
	rows = db.rows()
	require.Len(t, rows, 3)
	requireChain(t, rows)
	next.opened = time.Time{}
	require.True(t, next.due())
}

// TestCommittedStep: a change that only Step makes is committed with a snapshot. If the owner has
// died after the snapshot, the new owner commits the change.
func TestCommittedStep(t *testing.T) {
	var db database
	c := testCore(t, startNATS(t), func(c *Config) {
		c.Game = clock{}
		c.Committed = db.store
		c.SnapshotAge = time.Nanosecond
	})
	s := testService(t, c)
	s.opened = time.Time{}
	for range 3 {
		require.NoError(t, s.turn(t.Context()))
	}
	require.NoError(t, s.commits.flush(t.Context()))
	rows := db.rows()
	require.Len(t, rows, 1)
	require.NotEqual(t, fmt.Sprint(rows[0].Before), fmt.Sprint(rows[0].After))

	next := newOwner(c, "room")
	require.NoError(t, next.load(t.Context()))
	require.NoError(t, next.commits.flush(t.Context()))
	require.Len(t, db.calls, 2)
	require.Len(t, db.rows(), 1)
	require.Equal(t, fmt.Sprint(rows), fmt.Sprint(db.calls[1:]))
}

// TestNoSeats: if too many records wait, no new player may join.
func TestNoSeats(t *testing.T) {
	c := testCore(t, startNATS(t), func(c *Config) { c.Committed = new(database).store })
	s := testService(t, c)
	require.Equal(t, c.config.MaxPlayers, s.seats())
	s.commits.waiting = make([]Commit, maxBehind+1)
	require.Zero(t, s.seats())
}

// TestCommittedByAll: a process whose database fails gives its rooms away with the waiting records,
// and the next process commits them. A room closes when all records are committed.
func TestCommittedByAll(t *testing.T) {
	nats := startNATS(t)
	var db database
	config := func(c *Config) {
		c.Committed = db.store
		c.Idle = time.Nanosecond
	}
	first, at := startHost(t, nats, config)
	ada := play(t, "ada", "one", at)
	ada.says(t, "a")
	eventually(t, func() bool {
		rows := db.rows()
		return len(rows) > 0 && textsOf(rows[len(rows)-1].After, "ada") == "a"
	})
	db.fill(true)
	before := len(db.rows())
	ada.says(t, "b", "no", "c")

	second, other := startHost(t, nats, config)
	_ = first.Drain(t.Context()) // an error does not matter: the room moves all the same
	bob := play(t, "bob", "one", other)
	bob.says(t, "d")
	require.Len(t, db.rows(), before)
	bob.stop()
	require.Equal(t, 1, second.Stats().Rooms)

	db.fill(false)
	eventually(t, func() bool { return second.Stats().Rooms == 0 })
	rows := db.rows()
	requireChain(t, rows)
	require.Equal(t, "a,b,c", textsOf(rows[len(rows)-1].After, "ada"))

	var said []string
	for _, c := range rows {
		for _, e := range c.Entries {
			if e.Kind == EntryMessage {
				said = append(said, fmt.Sprint(must(e.Body())))
			}
		}
	}
	require.Equal(t, "a b no c d", strings.Join(said, " "))
	log := must(ReadLog(t.Context(), second.conn, second.config, "one"))
	require.NoError(t, log.Err)
	require.Len(t, log.Records, 1)
}
