package rooms

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"godotvariant/variant"
)

// maxBehind is the number of records that may wait for Config.Committed. If more wait, no player
// may join.
const maxBehind = 10_000

// A committer calls Config.Committed for the records of a room, in its own goroutine. A room writes
// no snapshot while records wait, so a new owner finds these records in the log.
type committer struct {
	core
	room string
	wake chan struct{} // gets an item after add
	free chan struct{} // gets an item when no record waits any more

	mu      sync.Mutex
	waiting []Commit
	done    int64 // index of the last record for which Committed has returned nil
}

func newCommitter(c core, room string) *committer {
	return &committer{
		core: c, room: room, wake: make(chan struct{}, 1), free: make(chan struct{}, 1),
	}
}

// forget forgets all records, because the log is read again.
func (c *committer) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = nil
	c.done = 0
}

// add adds a record of the log to the waiting records. The arguments oldState and newState are the
// states before the record and after it. add does nothing if there was no state before the record.
// It also does nothing if the record has no entries and has not changed the state.
func (c *committer) add(r Record, oldState, newState variant.Variant) {
	if c.config.Committed == nil || oldState == nil {
		return
	}
	if len(r.Entries) == 0 && same(oldState, newState) {
		return
	}

	c.mu.Lock()
	c.waiting = append(c.waiting, Commit{
		Room: c.room, ID: fmt.Sprintf("%016x-%d", r.Nonce, r.Index), Index: r.Index, Tick: r.Tick,
		Entries: r.Entries, Before: oldState, After: newState,
	})
	c.mu.Unlock()
	signal(c.wake)
}

// skip removes the waiting records up to the record with the given index. Committed has returned
// nil for these records.
func (c *committer) skip(index int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.waiting) > 0 && c.waiting[0].Index <= index {
		c.waiting = c.waiting[1:]
	}
	c.done = max(c.done, index)
}

// behind returns the number of records that wait, and the index of the last record for which
// Committed has returned nil.
func (c *committer) behind() (records int, done int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiting), c.done
}

// run calls Committed until ctx is done. After an error it calls Committed again, with pauses that
// grow.
func (c *committer) run(ctx context.Context) {
	var again retry
	for {
		err := c.flush(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			c.config.Log.Warn("committed", "room", c.room, "error", err)
			again.wait(ctx)
			continue
		}

		again = retry{}
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
	}
}

// flush calls Committed for the records that wait, up to the first error.
func (c *committer) flush(ctx context.Context) error {
	for {
		next, is := c.next()
		if !is {
			signal(c.free)
			return nil
		}
		if err := c.call(ctx, next); err != nil {
			return err
		}
		c.skip(next.Index)
	}
}

// next returns the first record that waits.
func (c *committer) next() (next Commit, is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) == 0 {
		return Commit{}, false
	}
	return c.waiting[0], true
}

// call calls Committed, and returns its panic as an error.
func (c *committer) call(ctx context.Context, next Commit) (err error) {
	defer failed(&err)
	return c.config.Committed(ctx, next)
}

// settle waits until there are no waiting records. Meanwhile another goroutine must execute c.run,
// which calls Committed for them. The error is errBehind if ctx is done first.
func (c *committer) settle(ctx context.Context) error {
	for {
		if records, _ := c.behind(); records == 0 {
			return nil
		}

		select {
		case <-ctx.Done():
			return errBehind
		case <-c.free:
		}
	}
}

// errBehind is the error if records wait for Config.Committed.
var errBehind = errors.New("rooms: records wait for Config.Committed")
