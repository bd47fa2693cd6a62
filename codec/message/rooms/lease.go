package rooms

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// leaseBucket is the name of the key-value bucket with the leases. Each process renews its key
// "node.ID". The key "room.NAME" of a room has the ID of its owner, and the revision of this key is
// the epoch of the owner.
const leaseBucket = "rooms-leases"

const (
	nodeKey = "node."
	roomKey = "room."
)

// errTaken is the error when another process has taken the room first.
var errTaken = errors.New("rooms: another process has the room")

// A registry knows the leases of all processes, and renews the lease of its own process.
type registry struct {
	kv    jetstream.KeyValue
	lease time.Duration

	mu      sync.Mutex
	id      string // ID of this process: a new one after each lease that has ended
	until   time.Time
	nodes   map[string]sighting
	rooms   map[string]holder
	heard   time.Time     // when the watch last got an entry
	changed chan struct{} // has an item after a room became free
}

// A sighting is the last renewal of a lease that this process has seen.
type sighting struct {
	revision uint64
	at       time.Time
}

// A holder is the entry of a room: the ID of its owner, or "" if the room was given away.
type holder struct {
	id    string
	epoch uint64
	seen  time.Time
}

// openRegistry gets a lease for this process.
func openRegistry(
	ctx context.Context, js jetstream.JetStream, lease time.Duration, replicas int,
) (*registry, error) {
	kv, err := openBucket(ctx, js, leaseBucket, replicas)
	if err != nil {
		return nil, err
	}

	g := &registry{
		kv: kv, lease: lease, id: nuid.Next(),
		nodes:   map[string]sighting{},
		rooms:   map[string]holder{},
		changed: make(chan struct{}, 1),
	}

	for {
		err = g.renew(ctx)
		if err == nil || ctx.Err() != nil {
			return g, err
		}
		pause(ctx, 50*time.Millisecond) // the bucket may not have a leader yet
	}
}

// renew renews the lease of this process. The new lease counts from before the request, because no
// process can see it earlier. The write has no condition, since only this process writes the key. A
// write that arrives too late does no harm, because this process knows that the lease has ended.
func (g *registry) renew(ctx context.Context) error {
	began := time.Now()
	id := g.current(began)
	ctx, cancel := context.WithTimeout(ctx, g.lease/3)
	defer cancel()

	if _, err := g.kv.Put(ctx, nodeKey+id, nil); err != nil {
		return err
	}

	g.mu.Lock()
	defer g.mu.Unlock()
	if g.until.IsZero() || time.Now().Before(g.until) {
		g.until = began.Add(g.lease)
	}

	return nil
}

// current returns the ID of this process. If the lease of the last ID has ended, it makes a new ID:
// other processes then find the rooms of the last ID free.
func (g *registry) current(now time.Time) string {
	g.mu.Lock()
	defer g.mu.Unlock()

	if now.After(g.until) && !g.until.IsZero() {
		g.id = nuid.Next()
		g.until = time.Time{}
	}

	return g.id
}

// self returns the ID of this process.
func (g *registry) self() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.id
}

// valid returns the ID of this process, and the time until which the process may own rooms.
func (g *registry) valid() (id string, until time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.id, g.until
}

// watch follows the leases of other processes until ctx is done.
func (g *registry) watch(ctx context.Context) error {
	w, err := g.kv.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()

	silence := time.NewTicker(g.lease)
	defer silence.Stop()
	g.mu.Lock()
	g.heard = time.Now()
	g.mu.Unlock()

	for {
		select {
		case <-ctx.Done():
			return ctx.Err()

		case entry, open := <-w.Updates():
			switch {
			case !open:
				return errors.New("the watch has ended")
			case entry != nil: // nil marks the end of the initial entries
				g.see(entry)
			}

		case <-silence.C:
			// This process renews its lease, so it must see these renewals.
			if g.deaf() {
				return errors.New("the watch is silent")
			}
		}
	}
}

func (g *registry) deaf() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return time.Since(g.heard) > 2*g.lease
}

// see handles an entry of the bucket.
func (g *registry) see(entry jetstream.KeyValueEntry) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.heard = time.Now()
	deleted := entry.Operation() != jetstream.KeyValuePut

	if id, ok := strings.CutPrefix(entry.Key(), nodeKey); ok {
		g.seeNode(id, entry.Revision(), deleted)
	} else if room, ok := strings.CutPrefix(entry.Key(), roomKey); ok {
		g.seeRoom(room, string(entry.Value()), entry.Revision(), deleted)
	}
}

func (g *registry) seeNode(id string, revision uint64, deleted bool) {
	switch {
	case deleted:
		delete(g.nodes, id)
	case revision > g.nodes[id].revision:
		g.nodes[id] = sighting{revision, time.Now()}
	}
}

func (g *registry) seeRoom(room, id string, revision uint64, deleted bool) {
	switch {
	case revision < g.rooms[room].epoch:
		return // late
	case deleted:
		delete(g.rooms, room)
		return
	}

	if g.rooms[room].epoch != revision {
		g.rooms[room] = holder{id, revision, time.Now()}
	}

	if id == "" {
		select {
		case g.changed <- struct{}{}:
		default:
		}
	}
}

// owner returns the owner of a room as far as this process knows. It returns the zero holder if
// there is none.
func (g *registry) owner(room string) holder {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.rooms[room]
}

// free returns the rooms whose owner has gone, with the time since the last sign of the owner.
func (g *registry) free() map[string]time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()

	free := map[string]time.Duration{}
	for room, h := range g.rooms {
		if since, gone := g.gone(h); gone {
			free[room] = since
		}
	}

	return free
}

// gone reports whether the owner of a room has gone: a full lease has passed since this process saw
// the last renewal. The owner made this renewal earlier, so by its own clock the lease has ended
// too. The two clocks need not show the same time.
func (g *registry) gone(h holder) (since time.Duration, gone bool) {
	if h.id == "" {
		return time.Since(h.seen), true
	}
	if h.id == g.id {
		return 0, false
	}

	seen := h.seen
	if n := g.nodes[h.id]; n.at.After(seen) {
		seen = n.at
	}

	since = time.Since(seen)
	return since, since > g.lease
}

// take takes a room that is free, and returns the epoch. The error is errTaken if it is not free.
func (g *registry) take(ctx context.Context, room string) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, g.lease)
	defer cancel()
	id := g.self()

	h, err := g.lookup(ctx, room)
	if err != nil {
		return 0, err
	}

	if h.id != "" && h.id != id {
		if err := g.confirm(ctx, room, h); err != nil {
			return 0, err
		}
	}

	// KeyValue.Update with revision 0 works only for a key that never existed. Create also works
	// for a deleted key.
	var epoch uint64
	if h.epoch == 0 {
		epoch, err = g.kv.Create(ctx, roomKey+room, []byte(id))
	} else {
		epoch, err = g.kv.Update(ctx, roomKey+room, []byte(id), h.epoch)
	}

	if err != nil {
		epoch, err = g.taken(ctx, room, id, err)
	}
	if err != nil {
		return 0, err
	}

	g.mu.Lock()
	defer g.mu.Unlock()
	g.rooms[room] = holder{id, epoch, time.Now()}
	return epoch, nil
}

// lookup asks NATS for the owner of a room.
func (g *registry) lookup(ctx context.Context, room string) (holder, error) {
	entry, err := g.kv.Get(ctx, roomKey+room)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return holder{}, nil
	}
	if err != nil {
		return holder{}, err
	}

	g.see(entry)
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.rooms[room], nil
}

// confirm asks NATS for the lease of an owner that seems to have gone, because the watch may be
// late.
func (g *registry) confirm(ctx context.Context, room string, h holder) error {
	entry, err := g.kv.Get(ctx, nodeKey+h.id)
	switch {
	case err == nil:
		g.see(entry)
	case !errors.Is(err, jetstream.ErrKeyNotFound):
		return err
	}

	g.mu.Lock()
	defer g.mu.Unlock()
	if _, gone := g.gone(h); !gone {
		return fmt.Errorf("%w: %s", errTaken, room)
	}

	return nil
}

// taken finds out whether this process has the room, after an error that leaves it open, such as a
// timeout.
func (g *registry) taken(
	ctx context.Context, room, id string, why error,
) (epoch uint64, err error) {
	entry, err := g.kv.Get(ctx, roomKey+room)
	if err != nil {
		return 0, errors.Join(why, err)
	}

	g.see(entry)
	if string(entry.Value()) != id {
		return 0, errors.Join(errTaken, why)
	}

	return entry.Revision(), nil
}

// give gives a room away: any process may take it now.
func (g *registry) give(ctx context.Context, room string, epoch uint64) error {
	ctx, cancel := context.WithTimeout(ctx, g.lease)
	defer cancel()
	_, err := g.kv.Update(ctx, roomKey+room, nil, epoch)
	return err
}

// close closes a room that nobody uses. The next process that gets a client for the room may take
// it.
func (g *registry) close(ctx context.Context, room string, epoch uint64) error {
	ctx, cancel := context.WithTimeout(ctx, g.lease)
	defer cancel()
	return g.kv.Delete(ctx, roomKey+room, jetstream.LastRevision(epoch))
}

// sweep deletes leases that ended long ago.
func (g *registry) sweep(ctx context.Context) {
	g.mu.Lock()
	old := map[string]uint64{}
	for id, n := range g.nodes {
		if id != g.id && time.Since(n.at) > 20*g.lease {
			old[id] = n.revision
		}
	}
	g.mu.Unlock()

	for id, revision := range old {
		// An error does no harm, since other processes sweep too.
		_ = g.kv.Purge(ctx, nodeKey+id, jetstream.LastRevision(revision))
	}
}

// waited returns the time since the last sign of a room's owner, or 0 if the room has no owner.
func (g *registry) waited(room string) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	h := g.rooms[room]
	if h.epoch == 0 {
		return 0
	}

	since, _ := g.gone(h)
	return since
}

// resign ends the lease of this process, after it has given its rooms away.
func (g *registry) resign(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, g.lease)
	defer cancel()
	return g.kv.Purge(ctx, nodeKey+g.self())
}
