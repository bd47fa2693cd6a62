package rooms

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

// This file has the work that a keeper repeats until Host.Drain ends it.

// renew renews the lease of this host, four times in the duration of a lease.
func (k *keeper) renew(ctx context.Context) {
	k.every(ctx, k.config.Lease/4, func() {
		full := k.count() >= k.config.MaxRooms
		k.registry.change(func(own *lease) { own.Full = full })
		if err := k.registry.renew(ctx); err != nil && ctx.Err() == nil {
			k.config.Log.Warn("renew the lease", "error", err)
		}
	})
}

// every calls a function at each interval, until ctx is done.
func (k *keeper) every(ctx context.Context, interval time.Duration, f func()) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			f()
		}
	}
}

// watch follows the leases of other hosts. After an error it starts again.
func (k *keeper) watch(ctx context.Context) {
	k.repeat(ctx, "watch the leases", k.registry.watch)
}

// watchIndex follows the index of rooms.
func (k *keeper) watchIndex(ctx context.Context) {
	k.repeat(ctx, "watch the rooms", k.index.watch)
}

// repeat calls a function again after each error, until ctx is done.
func (k *keeper) repeat(ctx context.Context, what string, f func(context.Context) error) {
	for ctx.Err() == nil {
		err := f(ctx)
		if ctx.Err() == nil {
			k.config.Log.Warn(what, "error", err)
			pause(ctx, k.config.Lease/8)
		}
	}
}

// mark stores the ticks of all rooms that this host owns.
func (k *keeper) mark(ctx context.Context) {
	k.every(ctx, markEvery, func() {
		all := k.services()
		if len(all) == 0 {
			return
		}

		marks := make([]mark, len(all))
		for i, s := range all {
			marks[i] = *s.present.Load()
		}
		if err := k.marker.write(ctx, k.registry.id, marks); err != nil {
			k.config.Log.Debug("store the ticks", "error", err)
			return
		}
		for i, s := range all {
			s.hasMarked(marks[i])
		}
	})
}

// sweep deletes the leases and marks of hosts that are gone for ten minutes, because other hosts
// own their rooms by then. If the index of the rooms was lost, sweep also makes the index again.
func (k *keeper) sweep(ctx context.Context) {
	k.every(ctx, 5*time.Second, func() {
		for _, id := range k.registry.gone(10 * time.Minute) {
			err := errors.Join(k.registry.sweep(ctx, id), k.marker.drop(ctx, id))
			if err != nil {
				k.config.Log.Debug("sweep", "host", id, "error", err)
			}
		}

		if err := k.index.check(ctx); err != nil {
			k.config.Log.Debug("index", "error", err)
			return
		}
		for _, s := range k.services() {
			if i, is := k.index.room(s.name); !is || !i.Open {
				_ = k.enlist(ctx, s.name, s.version) // after an error the next sweep tries again
			}
		}
	})
}

// newcomer is the time for which a host must have been known before it gets rooms of other hosts.
const newcomer = 10 * time.Second

// rebalance gives rooms to the hosts that should own them, a few in each second.
func (k *keeper) rebalance(ctx context.Context) {
	k.every(ctx, time.Second, func() {
		if k.ready() != nil {
			return
		}
		all := k.misplaced(k.registry.members())
		for _, s := range all[:min(len(all), max(0, k.config.Rebalance))] {
			k.giveAway(ctx, s)
		}
	})
}

// misplaced returns the rooms that another host should own. Rooms with few players come first.
func (k *keeper) misplaced(members hosts) (all []*service) {
	for _, s := range k.services() {
		i, is := k.index.room(s.name)
		heir := members.heir(s.name, i.Version)
		if is && heir != "" && heir != k.registry.id && members.age(heir) >= newcomer {
			all = append(all, s)
		}
	}

	slices.SortFunc(all, func(a, b *service) int {
		return cmp.Or(cmp.Compare(a.players.Load(), b.players.Load()), cmp.Compare(a.name, b.name))
	})
	return all
}
