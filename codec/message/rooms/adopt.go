package rooms

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"godotvariant/codec"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// An adopter finds the rooms that this process should have, and makes its keeper open them.
type adopter struct {
	*keeper
	wake   chan struct{}   // gets an item after news about a room
	wanted map[string]bool // rooms that somebody has asked for; guarded by the lock of the keeper
}

func newAdopter(k *keeper) *adopter {
	return &adopter{keeper: k, wake: make(chan struct{}, 1), wanted: map[string]bool{}}
}

// hear handles news about a room.
func (a *adopter) hear(m *nats.Msg) {
	a.config.Hooks.Bus(len(m.Data), transport.Incoming)
	var n news
	if err := codec.Unmarshal(m.Data, &n); err != nil {
		a.config.Log.Warn("news", "error", err)
		return
	}

	a.owners.hear(n)
	if n.Host != a.registry.id {
		a.mu.Lock()
		s := a.owned[n.Room]
		a.mu.Unlock()
		if s != nil && !n.Over {
			s.replaced(n.Epoch)
		}
	}
	if n.Over {
		a.look()
	}
}

// look wakes the method adopt, so that it looks for rooms at once.
func (a *adopter) look() { signal(a.wake) }

// ask records that a client or a process needs a room. The room seems to have no owner.
func (a *adopter) ask(room string) {
	if !roomName.MatchString(room) {
		return
	}

	a.mu.Lock()
	if a.owned[room] == nil && !a.opening[room] && len(a.wanted) < maxWanted {
		a.wanted[room] = true
	}
	a.mu.Unlock()
	a.look()
}

// adopt opens the rooms that this host should have.
func (a *adopter) adopt(ctx context.Context) {
	ticker := time.NewTicker(40 * time.Millisecond)
	defer ticker.Stop()
	var before hosts
	var looked time.Time

	for {
		forced := true
		select {
		case <-ctx.Done():
			return
		case <-a.wake:
		case <-a.index.wake:
		case <-ticker.C:
			forced = false
		}

		if !a.registry.mayTake() || a.ready() != nil {
			continue
		}
		members := a.registry.members()
		if !forced && !a.isAsked() && members.equal(before) && time.Since(looked) < time.Second {
			continue
		}

		before = members
		looked = time.Now()
		a.inherit(ctx, members)
	}
}

func (a *adopter) isAsked() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.wanted) > 0
}

// inherit considers the rooms that somebody has asked for, and the open rooms of the index. It
// opens those that this host should have.
func (a *adopter) inherit(ctx context.Context, members hosts) {
	all := a.index.all()
	a.mu.Lock()
	wanted := a.wanted
	a.wanted = map[string]bool{}
	a.mu.Unlock()

	for room := range wanted {
		i, is := all[room]
		if !is {
			i.Version, _ = members.latest()
			i.Options = variant.Nil{}
		}
		a.consider(ctx, members, room, i, true)
	}
	for room, i := range all {
		if i.Open && !wanted[room] {
			a.consider(ctx, members, room, i, false)
		}
	}
}

// recheck is the time after which the owner of a room is read from the log again. So a process also
// finds an owner if it has missed the news about this owner.
const recheck = 5 * time.Second

// consider opens a room if this host should have it.
func (a *adopter) consider(
	ctx context.Context, members hosts, room string, i indexEntry, asked bool,
) {
	switch heir := members.heir(room, i.Version); {
	case heir == "" && asked:
		a.stuck(room, fmt.Errorf("no process runs version %d of the game", i.Version))
		return
	case heir != a.registry.id:
		return
	}

	b := a.owners.of(room)
	if b.shut && !asked {
		return
	}
	since := time.Since(b.at)
	if b.host != "" && b.host != a.registry.id && a.registry.live(b.host) &&
		(since < recheck && !asked || since < a.config.Lease) {
		return
	}
	a.open(ctx, room, i)
}
