package rooms

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// maxWanted is the greatest number of rooms that a host remembers because somebody has asked for
// them, or because they can't be opened.
const maxWanted = 10_000

// A keeper has the rooms of this process. It opens them, runs them to their end, and gives them
// away.
type keeper struct {
	core
	work   sync.WaitGroup
	places chan struct{} // limits how many rooms are opened or given away at the same time
	owners *owners

	mu       sync.Mutex
	owned    map[string]*service
	opening  map[string]bool
	failed   map[string]time.Time // by room: time of the last failed attempt to open it
	draining bool
}

func newKeeper(c core) *keeper {
	return &keeper{
		core:    c,
		places:  make(chan struct{}, 32),
		owners:  newOwners(),
		owned:   map[string]*service{},
		opening: map[string]bool{},
		failed:  map[string]time.Time{},
	}
}

// ready returns nil if the process reaches NATS and is not draining.
func (k *keeper) ready() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.draining {
		return ErrDraining
	}
	if err := k.registry.valid(); err != nil {
		return fmt.Errorf("%w, NATS is %v", err, k.conn.Status())
	}
	return nil
}

// count returns the number of rooms that this host owns or is opening.
func (k *keeper) count() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.owned) + len(k.opening)
}

// services returns the services of the rooms that this host owns.
func (k *keeper) services() (all []*service) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.owned {
		all = append(all, s)
	}
	return all
}

// open opens a room, unless this host has the room or is opening it.
func (k *keeper) open(ctx context.Context, room string, i indexEntry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	full := len(k.owned)+len(k.opening) >= k.config.MaxRooms
	soon := time.Since(k.failed[room]) < time.Second
	if k.draining || full || soon || k.opening[room] || k.owned[room] != nil {
		return
	}

	k.opening[room] = true
	k.work.Go(func() {
		k.places <- struct{}{}
		s, err := k.take(ctx, room, i)
		<-k.places

		k.mu.Lock()
		delete(k.opening, room)
		if err == nil {
			delete(k.failed, room)
			k.owned[room] = s
			k.core.owned.Add(1)
			if k.draining {
				s.leave()
			}
		}
		k.mu.Unlock()

		if err == nil {
			k.serve(ctx, s)
		}
	})
}

// take takes a room.
func (k *keeper) take(ctx context.Context, room string, i indexEntry) (*service, error) {
	before := k.owners.of(room)
	waited := time.Duration(0)
	if before.epoch > 0 {
		waited = time.Since(before.at)
	}

	began := time.Now()
	if i.revision == 0 { // the watch of the index may not have received the entry yet
		if known, is, err := k.index.read(ctx, room); err != nil {
			return nil, err
		} else if is {
			i = known
		}
	}

	o := newOwner(k.core, room)
	err := o.open(ctx, i.Options)
	switch {
	case errors.Is(err, errTaken):
		k.owners.looked(room, o.world.host, o.world.epoch)
		return nil, err
	case err != nil:
		if ctx.Err() == nil {
			k.stuck(room, err)
		}
		return nil, err
	}

	if err := k.enlist(ctx, room, o.world.version); err != nil {
		k.config.Log.Debug("index", "room", room, "error", err) // sweep will try again
	}
	k.tell(news{Room: room, Epoch: o.world.epoch, Host: k.registry.id})
	k.config.Log.Info("owns", "room", room, "epoch", o.world.epoch, "tick", o.world.tick,
		"record", o.world.index, "waited", waited, "replay", time.Since(began))
	k.config.Hooks.Owned(room, waited, time.Since(began))

	return newService(o), nil
}

// enlist records in the index that the room is open and has this version.
func (k *keeper) enlist(ctx context.Context, room string, version int64) error {
	i, _, err := k.index.read(ctx, room)
	if err != nil || i.Open && i.Version == version {
		return err
	}

	i.Open = true
	i.Version = version
	return k.index.write(ctx, room, i)
}

// stuck tells the operator and the clients why a room can't be opened.
func (k *keeper) stuck(room string, why error) {
	k.mu.Lock()
	if len(k.failed) > maxWanted {
		clear(k.failed)
	}
	k.failed[room] = time.Now()
	k.mu.Unlock()

	k.config.Log.Warn("open", "room", room, "error", why)
	k.config.Hooks.Stuck(room, why)
	_ = k.publish(k.names.out(room), appendTrouble(nil, 0, why.Error()))
}

// serve runs a room until its end.
func (k *keeper) serve(ctx context.Context, s *service) {
	err := s.run(ctx)
	unused := errors.Is(err, errIdle) || errors.Is(err, errOver)
	deleted := errors.Is(err, errDeleted)

	switch {
	case unused:
		k.shut(s)
	case deleted:
		if err := k.index.remove(ctx, s.name); err != nil {
			k.config.Log.Warn("index", "room", s.name, "error", err)
		}
	}

	k.mu.Lock()
	delete(k.owned, s.name)
	k.core.owned.Add(-1)
	k.mu.Unlock()

	switch {
	case err == nil || unused || deleted:
		k.tell(news{s.name, s.world.epoch, k.registry.id, true, err != nil})
	case !errors.Is(err, errFenced) && ctx.Err() == nil:
		// Other hosts still count this process as the owner, so none of them takes the room.
		k.work.Go(func() {
			pause(ctx, time.Second)
			k.open(ctx, s.name, indexEntry{Open: true, Version: s.version})
		})
	}
	s.why = err
	close(s.ended)

	k.config.Log.Info("owns no more", "room", s.name, "epoch", s.world.epoch, "error", err)
	k.config.Hooks.Lost(s.name, err)
}

// shut writes into the index that a room is closed. If the entry has changed because another host
// has opened the room, shut does nothing.
func (k *keeper) shut(s *service) {
	i, is := k.index.room(s.name)
	if !is {
		return
	}

	ctx, cancel := context.WithTimeout(context.Background(), attempt)
	defer cancel()
	i.Open = false
	if err := k.index.write(ctx, s.name, i); err != nil && !errors.Is(err, errChanged) {
		k.config.Log.Warn("index", "room", s.name, "error", err)
	}
}

// leave begins to drain. It returns the services of all rooms.
func (k *keeper) leave() (leaving []*service) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.draining {
		return nil
	}

	k.draining = true
	for _, s := range k.owned {
		leaving = append(leaving, s)
	}
	return leaving
}

// giveAway makes a service give its room away. The service writes a last record, and ends. Only few
// services may do this at the same time, so giveAway waits for its turn, or until ctx is done.
func (k *keeper) giveAway(ctx context.Context, s *service) {
	select {
	case k.places <- struct{}{}:
	case <-ctx.Done():
		return
	}

	s.leave()
	go func() {
		<-s.ended
		<-k.places
	}()
}
