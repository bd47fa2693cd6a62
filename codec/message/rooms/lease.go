package rooms

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"godotvariant/codec"
)

// The state of a host, in its lease.
const (
	serving  = iota // the host takes rooms
	retiring        // the host takes only rooms that no other host runs
	draining        // the host gives its rooms away
)

// A lease is the information that a host publishes about itself. In the bucket its key is the ID of
// the host.
type lease struct {
	State    int64   `godot:"state"`
	Version  int64   `godot:"version"`
	Accepts  []int64 `godot:"accepts"` // all versions that the host runs, including Version
	Weight   int64   `godot:"weight"`
	Full     bool    `godot:"full"`
	Revision int64   `godot:"revision"` // number of changes of the fields above
}

// A sighting is the last renewal of a lease that this process has seen.
type sighting struct {
	revision uint64
	first    time.Time // time when the host was first seen
	at       time.Time
	lease    lease
}

// A registry stores the leases of all hosts, and renews the lease of its own host. All times come
// from the monotonic clock of the process.
type registry struct {
	js     jetstream.JetStream
	config Config
	id     string // a new random name at every start

	mu    sync.Mutex
	kv    jetstream.KeyValue
	own   lease
	until time.Time // time when the lease of this host ends
	since time.Time // time since which the lease has been valid without a gap
	gaps  int64     // number of times that the lease of this host has ended
	hosts map[string]sighting
	heard time.Time            // time when the watch last received an entry
	sent  map[uint64]time.Time // start times of renewals that the watch has not received yet
	shown time.Time            // start time of this host's last renewal that the watch has received
}

// openRegistry gets a lease for this process.
func openRegistry(ctx context.Context, js jetstream.JetStream, c Config) (*registry, error) {
	g := &registry{
		js: js, config: c, id: nuid.New().Next()[:12],
		hosts: map[string]sighting{}, sent: map[uint64]time.Time{},
		own: lease{
			Version: c.Version, Accepts: append(slices.Clone(c.Accepts), c.Version),
			Weight: c.Weight,
		},
	}
	if err := g.bucket(ctx); err != nil {
		return nil, err
	}

	for {
		err := g.renew(ctx)
		if err == nil || ctx.Err() != nil {
			return g, err
		}
		pause(ctx, 50*time.Millisecond) // the bucket may not have a leader yet
	}
}

// bucket makes the bucket of the leases if there is none. The bucket is in memory, because nothing
// in it is useful after all processes have ended.
func (g *registry) bucket(ctx context.Context) error {
	kv, err := openBucket(ctx, g.js, jetstream.KeyValueConfig{
		Bucket: g.config.names().hostBucket(), Replicas: g.config.Replicas,
		Storage: jetstream.MemoryStorage,
	})
	if err != nil {
		return err
	}

	g.mu.Lock()
	defer g.mu.Unlock()
	g.kv = kv
	g.since = time.Now()

	// A new bucket counts revisions from the beginning.
	clear(g.sent)
	if own, is := g.hosts[g.id]; is {
		own.revision = 0
		g.hosts[g.id] = own
	}
	return nil
}

// renew renews the lease of this process. The new lease counts from the time before the request,
// because no process can see the lease earlier. The write has no condition, because only this
// process writes the key. If the bucket was lost, renew makes it again.
func (g *registry) renew(ctx context.Context) error {
	began := time.Now()
	packet, err := g.begin(began)
	if err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(ctx, g.config.Lease/3)
	defer cancel()

	revision, err := g.put(ctx, packet)
	if isLost(err) {
		err = g.bucket(ctx)
		if err == nil {
			revision, err = g.put(ctx, packet)
		}
	}
	if err != nil {
		return err
	}

	g.mu.Lock()
	defer g.mu.Unlock()
	g.lapse(time.Now()) // the previous lease may have ended before the answer came
	g.until = began.Add(g.config.Lease)
	g.sent[revision] = began
	g.show()
	return nil
}

// show updates the field shown: the start time of this host's newest renewal that the watch has
// received. It also removes this renewal and all older ones from the field sent.
func (g *registry) show() {
	for revision, began := range g.sent {
		if revision > g.hosts[g.id].revision {
			continue
		}
		delete(g.sent, revision)
		if began.After(g.shown) {
			g.shown = began
		}
	}
}

// put writes the lease, and returns its revision. It does not use KeyValue.Put: if there is no
// bucket, KeyValue.Put repeats the request for half a second.
func (g *registry) put(ctx context.Context, packet []byte) (revision uint64, err error) {
	m := &nats.Msg{Subject: "$KV." + g.config.names().hostBucket() + "." + g.id, Data: packet}
	done, err := g.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0))
	if err != nil {
		return 0, err
	}
	return done.Sequence, nil
}

// isLost reports whether an error means that a stream or bucket does not exist.
func isLost(err error) bool {
	return errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound)
}

// begin returns the encoded lease for a renewal. It also notes whether the previous lease has
// ended.
func (g *registry) begin(now time.Time) ([]byte, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lapse(now)
	return codec.Marshal(g.own)
}

// lapse notes whether the lease of this host has ended at the given time.
func (g *registry) lapse(now time.Time) {
	if !now.After(g.until) {
		return
	}

	g.since = now
	if !g.until.IsZero() {
		g.gaps++
		g.until = time.Time{} // so that lapse counts the end of this lease only once
	}
}

// change changes this host's own lease, from the next renewal on. It reports whether anything has
// changed.
func (g *registry) change(change func(own *lease)) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	before := g.own
	change(&g.own)
	if before.State == g.own.State && before.Full == g.own.Full {
		return false
	}
	g.own.Revision++
	return true
}

// valid returns an error if this host's lease has ended.
func (g *registry) valid() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Now().After(g.until) {
		return errLease
	}
	return nil
}

var errLease = errors.New("rooms: the lease of the process has ended")

// mayTake reports whether this host may take rooms. Two conditions must hold. The lease of this
// host has been valid without a gap for long enough, so that all other hosts had time to renew
// their leases. And this host sees the leases of other hosts.
func (g *registry) mayTake() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	return now.Before(g.until) && now.Sub(g.since) >= g.config.Lease &&
		now.Sub(g.heard) < g.config.Lease && g.own.State != draining
}

// lapses returns the number of times that the lease of this host has ended. While the lease is not
// valid, other hosts may take rooms of this host.
func (g *registry) lapses() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Now().After(g.until) && !g.until.IsZero() {
		return g.gaps + 1
	}
	return g.gaps
}

// watch follows the leases of other hosts until ctx is done. This process renews its own lease
// regularly. So watch returns an error if it receives nothing for some time.
func (g *registry) watch(ctx context.Context) error {
	g.mu.Lock()
	kv := g.kv
	g.heard = time.Now()
	g.since = g.heard
	g.mu.Unlock()

	return follow(ctx, kv, g.config.Lease, g.see, func() error {
		if g.deaf() {
			return errors.New("the watch is silent")
		}
		return nil
	})
}

func (g *registry) deaf() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return time.Since(g.heard) > 2*g.config.Lease
}

// see handles a lease that a host has renewed or deleted in the bucket.
func (g *registry) see(entry jetstream.KeyValueEntry) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	g.heard = now

	if entry.Operation() != jetstream.KeyValuePut {
		delete(g.hosts, entry.Key())
		return
	}

	var l lease
	if err := codec.Unmarshal(entry.Value(), &l); err != nil {
		return // an unknown version of this package has written the entry
	}

	s, seen := g.hosts[entry.Key()]
	if !seen {
		s.first = now
	}
	s.revision = entry.Revision()
	s.at = now
	s.lease = l
	g.hosts[entry.Key()] = s
	if entry.Key() == g.id {
		g.show()
	}
}

// live reports whether the host B with the given ID is alive, as far as this host A knows. The
// lease of B ends at the latest when Config.Lease has passed since A saw the last renewal of B. If
// A renews its own lease after this end, and sees this renewal in the bucket, B counts as dead. All
// hosts see renewals in the order of the bucket. So a later renewal of B can only come after the
// renewal of A, and the lease of B had ended before.
func (g *registry) live(id string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.isLive(id)
}

func (g *registry) isLive(id string) bool {
	s, is := g.hosts[id]
	return is && g.shown.Sub(s.at) <= g.config.Lease
}

// A hosts is the list of living hosts, for choosing the owners of rooms.
type hosts struct {
	all []member
}

// A member is a living host.
type member struct {
	id    string
	first time.Time
	lease lease
}

// members returns the living hosts, in the order of their IDs.
func (g *registry) members() hosts {
	g.mu.Lock()
	defer g.mu.Unlock()

	var h hosts
	for id, s := range g.hosts {
		if g.isLive(id) {
			h.all = append(h.all, member{id, s.first, s.lease})
		}
	}

	slices.SortFunc(h.all, func(a, b member) int {
		if a.id < b.id {
			return -1
		}
		return 1
	})
	return h
}

// equal reports whether two lists have the same hosts with the same leases.
func (h hosts) equal(other hosts) bool {
	return slices.EqualFunc(h.all, other.all, func(a, b member) bool {
		return a.id == b.id && a.lease.Revision == b.lease.Revision
	})
}

// latest returns the greatest version of the hosts that serve. New rooms get this version.
func (h hosts) latest() (version int64, is bool) {
	for _, m := range h.all {
		if m.lease.State == serving && (!is || m.lease.Version > version) {
			version, is = m.lease.Version, true
		}
	}
	return version, is
}

// heir returns the host that should own a room of a version, or "" if there is none. A retiring
// host is the heir only if no other host runs the version.
func (h hosts) heir(room string, version int64) string {
	for _, state := range []int64{serving, retiring} {
		best, most := "", -1.0
		for _, m := range h.all {
			fits := m.lease.State == state && !m.lease.Full &&
				slices.Contains(m.lease.Accepts, version)
			if !fits {
				continue
			}
			if s := score(room, m.id, max(1, m.lease.Weight)); s > most {
				best, most = m.id, s
			}
		}
		if best != "" {
			return best
		}
	}
	return ""
}

// age returns for how long this process has known a host.
func (h hosts) age(id string) time.Duration {
	for _, m := range h.all {
		if m.id == id {
			return time.Since(m.first)
		}
	}
	return 0
}

// gone deletes other hosts from the registry if their leases were not renewed for longer than the
// given duration. It returns the IDs of these hosts.
func (g *registry) gone(after time.Duration) (ids []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for id, s := range g.hosts {
		if id != g.id && time.Since(s.at) > after {
			ids = append(ids, id)
			delete(g.hosts, id)
		}
	}
	return ids
}

// sweep deletes the lease of a host that is gone. An error does no harm, because other processes
// also delete the lease.
func (g *registry) sweep(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	return g.kv.Purge(ctx, id)
}

// resign ends the lease of this host, after it has given its rooms away.
func (g *registry) resign(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	if err := g.kv.Purge(ctx, g.id); err != nil {
		return fmt.Errorf("rooms: end the lease: %w", err)
	}
	return nil
}
