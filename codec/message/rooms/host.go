package rooms

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// ErrDraining is the error of Ready after Drain has begun.
var ErrDraining = errors.New("rooms: the process is draining")

// A Host is this process's part of a game on many processes: it owns rooms and is a gateway for
// players. Its methods are safe for concurrent use.
type Host struct {
	core
	gateway *gateway
	end     context.CancelFunc
	work    sync.WaitGroup
	places  chan struct{} // limits how many rooms are opened or given away at the same time
	owners  *owners
	wake    chan struct{} // has an item after news

	mu       sync.Mutex
	owned    map[string]*service
	opening  map[string]bool
	wanted   map[string]bool      // rooms that somebody asks for
	failed   map[string]time.Time // when rooms could not be opened
	draining bool
}

// Stats has the numbers of a Host's rooms, clients and messages.
type Stats struct {
	Rooms    int // rooms that it owns
	Visitors int // clients that have joined
	Unacked  int // messages of its clients that are not in a log yet
}

// Open starts a Host, which works together with all processes that use the same NATS servers. It
// makes the streams and buckets if there are none. ctx is only for opening. At the end call Drain,
// which does not close the connection. [Connect] makes a connection with the options that a Host
// needs.
func Open(ctx context.Context, conn *nats.Conn, c Config) (*Host, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	if most := conn.MaxPayload() / 8; int64(c.MaxMessage) > most {
		return nil, fmt.Errorf("rooms: Config.MaxMessage is %d, and NATS has room for %d "+
			"(an eighth of max_payload)", c.MaxMessage, most)
	}

	shared, err := openCore(ctx, conn, c)
	if err != nil {
		return nil, err
	}

	h := &Host{
		core:    shared,
		gateway: newGateway(shared),
		places:  make(chan struct{}, 32),
		owners:  newOwners(),
		wake:    make(chan struct{}, 1),
		owned:   map[string]*service{},
		opening: map[string]bool{},
		wanted:  map[string]bool{},
		failed:  map[string]time.Time{},
	}

	return h, h.start()
}

// start starts the goroutines and subscriptions of a Host, which last until Drain.
func (h *Host) start() error {
	ctx, end := context.WithCancel(context.Background())
	h.end = end

	_, err := h.conn.Subscribe(h.names.wanted(), func(m *nats.Msg) { h.ask(string(m.Data)) })
	if err == nil {
		_, err = h.conn.Subscribe(h.names.news(), h.hear)
	}
	if err != nil {
		end()
		return err
	}

	for _, run := range []func(context.Context){
		h.renew, h.watch, h.watchIndex, h.adopt, h.mark, h.sweep, h.rebalance, h.gateway.run,
	} {
		h.work.Go(func() { run(ctx) })
	}

	return nil
}

// Server returns the server for clients. Its methods Serve and ServeConn accept clients over TCP,
// UDP and any other transport. Before the first call of these methods its limits may be changed,
// such as Limits.MaxPeers. The other fields must not be changed.
func (h *Host) Server() *message.Server[*Visitor] { return h.gateway.server }

// Ready returns nil if the process can accept clients: it reaches NATS and is not draining.
func (h *Host) Ready() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining {
		return ErrDraining
	}
	if err := h.registry.valid(); err != nil {
		return fmt.Errorf("%w, NATS is %v", err, h.conn.Status())
	}
	return nil
}

// Stats returns the present numbers of the Host.
func (h *Host) Stats() Stats {
	visitors, unacked := h.gateway.count()
	h.mu.Lock()
	defer h.mu.Unlock()
	return Stats{len(h.owned), visitors, unacked}
}

// Retire ends taking rooms that another process can take, for a deployment of a new version: the
// rooms of this process end here. Call Drain when it has none any more, or when the time is over.
func (h *Host) Retire() {
	h.registry.change(func(own *lease) { own.State = retiring })
}

// Drain gives all rooms away, disconnects the clients, which connect to another process, and ends
// the Host. It stops waiting when ctx is done. It returns the first error. Other processes can take
// a room that was not given away only after the lease of this process has ended.
func (h *Host) Drain(ctx context.Context) error {
	leaving := h.leave()
	h.registry.change(func(own *lease) { own.State = draining })
	err := h.registry.renew(ctx)

	for _, s := range leaving {
		h.giveAway(ctx, s)
	}
	for _, s := range leaving {
		select {
		case <-s.ended:
		case <-ctx.Done():
			err = errors.Join(err, ctx.Err())
		}
	}

	err = errors.Join(err, h.gateway.server.Shutdown(ctx, nil))
	h.end()

	done := make(chan struct{})
	go func() {
		h.work.Wait()
		h.gateway.work.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return errors.Join(err, ctx.Err())
	}

	return errors.Join(err, h.registry.resign(ctx))
}

// leave begins to drain. It returns all rooms.
func (h *Host) leave() (leaving []*service) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining {
		return nil
	}

	h.draining = true
	for _, s := range h.owned {
		leaving = append(leaving, s)
	}
	return leaving
}

// giveAway makes a service write its last snapshot, when few others do.
func (h *Host) giveAway(ctx context.Context, s *service) {
	select {
	case h.places <- struct{}{}:
	case <-ctx.Done():
		return
	}

	s.leave()
	go func() {
		<-s.ended
		<-h.places
	}()
}

// renew renews the lease, several times before it ends.
func (h *Host) renew(ctx context.Context) {
	h.every(ctx, h.config.Lease/4, func() {
		full := h.count() >= h.config.MaxRooms
		h.registry.change(func(own *lease) { own.Full = full })
		if err := h.registry.renew(ctx); err != nil && ctx.Err() == nil {
			h.config.Log.Warn("renew the lease", "error", err)
		}
	})
}

// every calls a function at each interval, until ctx is done.
func (h *Host) every(ctx context.Context, interval time.Duration, f func()) {
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

func (h *Host) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.owned) + len(h.opening)
}

// watch follows the leases of other hosts. After an error it starts again.
func (h *Host) watch(ctx context.Context) {
	h.repeat(ctx, "watch the leases", h.registry.watch)
}

// watchIndex follows the index of rooms.
func (h *Host) watchIndex(ctx context.Context) {
	h.repeat(ctx, "watch the rooms", h.index.watch)
}

// repeat calls a function again after each error, until ctx is done.
func (h *Host) repeat(ctx context.Context, what string, f func(context.Context) error) {
	for ctx.Err() == nil {
		err := f(ctx)
		if ctx.Err() == nil {
			h.config.Log.Warn(what, "error", err)
			pause(ctx, h.config.Lease/8)
		}
	}
}

// mark stores the ticks of all rooms.
func (h *Host) mark(ctx context.Context) {
	h.every(ctx, markEvery, func() {
		all := h.services()
		if len(all) == 0 {
			return
		}

		marks := make([]mark, len(all))
		for i, s := range all {
			marks[i] = *s.present.Load()
		}
		if err := h.marker.write(ctx, h.registry.id, marks); err != nil {
			h.config.Log.Debug("store the ticks", "error", err)
			return
		}
		for i, s := range all {
			s.marked.Store(marks[i].tick)
		}
	})
}

// services returns the rooms of this host.
func (h *Host) services() (all []*service) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.owned {
		all = append(all, s)
	}
	return all
}

// sweep deletes what hosts left that went long ago, and makes a lost index anew. By then their
// rooms have other owners.
func (h *Host) sweep(ctx context.Context) {
	h.every(ctx, 5*time.Second, func() {
		for _, id := range h.registry.gone(10 * time.Minute) {
			err := errors.Join(h.registry.sweep(ctx, id), h.marker.drop(ctx, id))
			if err != nil {
				h.config.Log.Debug("sweep", "host", id, "error", err)
			}
		}

		if err := h.index.check(ctx); err != nil {
			h.config.Log.Debug("index", "error", err)
			return
		}
		for _, s := range h.services() {
			if i, is := h.index.room(s.name); !is || !i.Open {
				_ = h.enlist(ctx, s.name, s.version) // tried again
			}
		}
	})
}

// enlist writes into the index that a room is open.
func (h *Host) enlist(ctx context.Context, room string, version int64) error {
	i, _, err := h.index.read(ctx, room)
	if err != nil || i.Open && i.Version == version {
		return err
	}

	i.Open = true
	i.Version = version
	return h.index.write(ctx, room, i)
}

// hear takes news about a room.
func (h *Host) hear(m *nats.Msg) {
	h.config.Hooks.Bus(len(m.Data), transport.Incoming)
	var n news
	if err := codec.Unmarshal(m.Data, &n); err != nil {
		h.config.Log.Warn("news", "error", err)
		return
	}

	h.owners.hear(n)
	if n.Host != h.registry.id {
		h.mu.Lock()
		s := h.owned[n.Room]
		h.mu.Unlock()
		if s != nil && !n.Over {
			s.replaced(n.Epoch)
		}
	}
	if n.Over {
		h.look()
	}
}

// look makes adopt look for rooms at once.
func (h *Host) look() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// ask notes that somebody asks for a room, because it seems to have no owner.
func (h *Host) ask(room string) {
	if !roomName.MatchString(room) {
		return
	}

	h.mu.Lock()
	if h.owned[room] == nil && !h.opening[room] && len(h.wanted) < maxWanted {
		h.wanted[room] = true
	}
	h.mu.Unlock()
	h.look()
}

// maxWanted is the number of rooms that somebody may ask for at the same time.
const maxWanted = 10_000

// adopt opens the rooms that this host should have.
func (h *Host) adopt(ctx context.Context) {
	ticker := time.NewTicker(40 * time.Millisecond)
	defer ticker.Stop()
	var before hosts
	var looked time.Time

	for {
		forced := true
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
		case <-h.index.wake:
		case <-ticker.C:
			forced = false
		}

		if !h.registry.mayTake() || h.Ready() != nil {
			continue
		}
		members := h.registry.members()
		if !forced && !h.isAsked() && members.equal(before) && time.Since(looked) < time.Second {
			continue
		}

		before = members
		looked = time.Now()
		h.inherit(ctx, members)
	}
}

func (h *Host) isAsked() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.wanted) > 0
}

// inherit opens the rooms of the index, and those that somebody asks for, of which this host is the
// heir.
func (h *Host) inherit(ctx context.Context, members hosts) {
	all := h.index.all()
	h.mu.Lock()
	wanted := h.wanted
	h.wanted = map[string]bool{}
	h.mu.Unlock()

	for room := range wanted {
		i, is := all[room]
		if !is {
			i.Version, _ = members.latest()
			i.Options = variant.Nil{}
		}
		h.consider(ctx, members, room, i, true)
	}
	for room, i := range all {
		if i.Open && !wanted[room] {
			h.consider(ctx, members, room, i, false)
		}
	}
}

// recheck is the time after which the log is asked again who owns a room. It finds owners whose
// news this process has missed.
const recheck = 5 * time.Second

// consider opens a room if this host should have it.
func (h *Host) consider(
	ctx context.Context, members hosts, room string, i indexed, asked bool,
) {
	switch heir := members.heir(room, i.Version); {
	case heir == "" && asked:
		h.stuck(room, fmt.Errorf("no process runs version %d of the game", i.Version))
		return
	case heir != h.registry.id:
		return
	}

	b := h.owners.of(room)
	if b.shut && !asked {
		return
	}
	since := time.Since(b.at)
	if b.host != "" && b.host != h.registry.id && h.registry.live(b.host) &&
		(since < recheck && !asked || since < h.config.Lease) {
		return
	}
	h.open(ctx, room, i)
}

// open opens a room, unless this host has the room or is opening it.
func (h *Host) open(ctx context.Context, room string, i indexed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	full := len(h.owned)+len(h.opening) >= h.config.MaxRooms
	soon := time.Since(h.failed[room]) < time.Second
	if h.draining || full || soon || h.opening[room] || h.owned[room] != nil {
		return
	}

	h.opening[room] = true
	h.work.Go(func() {
		h.places <- struct{}{}
		s, err := h.take(ctx, room, i)
		<-h.places

		h.mu.Lock()
		delete(h.opening, room)
		if err == nil {
			delete(h.failed, room)
			h.owned[room] = s
			h.core.owned.Add(1)
			if h.draining {
				s.leave()
			}
		}
		h.mu.Unlock()

		if err == nil {
			h.serve(ctx, s)
		}
	})
}

// take takes a room.
func (h *Host) take(ctx context.Context, room string, i indexed) (*service, error) {
	before := h.owners.of(room)
	waited := time.Duration(0)
	if before.epoch > 0 {
		waited = time.Since(before.at)
	}

	began := time.Now()
	if i.revision == 0 { // the watch may be late
		if known, is, err := h.index.read(ctx, room); err != nil {
			return nil, err
		} else if is {
			i = known
		}
	}

	o := newOwner(h.core, room)
	err := o.open(ctx, i.Options)
	switch {
	case errors.Is(err, errTaken):
		h.owners.looked(room, o.world.host, o.world.epoch)
		return nil, err
	case err != nil:
		if ctx.Err() == nil {
			h.stuck(room, err)
		}
		return nil, err
	}

	if err := h.enlist(ctx, room, o.world.version); err != nil {
		h.config.Log.Debug("index", "room", room, "error", err) // sweep tries again
	}
	h.tell(news{Room: room, Epoch: o.world.epoch, Host: h.registry.id})
	h.config.Log.Info("owns", "room", room, "epoch", o.world.epoch, "tick", o.world.tick,
		"record", o.world.index, "waited", waited, "replay", time.Since(began))
	h.config.Hooks.Owned(room, waited, time.Since(began))

	return newService(o), nil
}

// stuck tells the operator and the clients why a room can't be opened.
func (h *Host) stuck(room string, why error) {
	h.mu.Lock()
	if len(h.failed) > maxWanted {
		clear(h.failed)
	}
	h.failed[room] = time.Now()
	h.mu.Unlock()

	h.config.Log.Warn("open", "room", room, "error", why)
	h.config.Hooks.Stuck(room, why)
	_ = h.publish(h.names.out(room), appendTrouble(nil, 0, why.Error()))
}

// serve runs a room to its end.
func (h *Host) serve(ctx context.Context, s *service) {
	err := s.run(ctx)
	unused := errors.Is(err, errIdle) || errors.Is(err, errOver)
	deleted := errors.Is(err, errDeleted)

	switch {
	case unused:
		h.shut(s)
	case deleted:
		if err := h.index.remove(ctx, s.name); err != nil {
			h.config.Log.Warn("index", "room", s.name, "error", err)
		}
	}

	h.mu.Lock()
	delete(h.owned, s.name)
	h.core.owned.Add(-1)
	h.mu.Unlock()

	switch {
	case err == nil || unused || deleted:
		h.tell(news{s.name, s.world.epoch, h.registry.id, true, err != nil})
	case !errors.Is(err, errFenced) && ctx.Err() == nil:
		// Others think that this process has the room, so nobody else takes it.
		h.work.Go(func() {
			pause(ctx, time.Second)
			h.open(ctx, s.name, indexed{Open: true, Version: s.version})
		})
	}
	close(s.ended)

	h.config.Log.Info("owns no more", "room", s.name, "epoch", s.world.epoch, "error", err)
	h.config.Hooks.Lost(s.name, err)
}

// shut writes into the index that a room is closed. If another host has opened the room meanwhile,
// it has changed the entry.
func (h *Host) shut(s *service) {
	i, is := h.index.room(s.name)
	if !is {
		return
	}

	ctx, cancel := context.WithTimeout(context.Background(), attempt)
	defer cancel()
	i.Open = false
	if err := h.index.write(ctx, s.name, i); err != nil && !errors.Is(err, errChanged) {
		h.config.Log.Warn("index", "room", s.name, "error", err)
	}
}

// rebalance gives rooms to other hosts that should have them, and that have been there for some
// time. Rooms without players go first.
func (h *Host) rebalance(ctx context.Context) {
	h.every(ctx, time.Second, func() {
		members := h.registry.members()
		given := 0
		for _, s := range h.services() {
			if given >= h.config.Rebalance || h.Ready() != nil {
				return
			}

			i, is := h.index.room(s.name)
			heir := members.heir(s.name, i.Version)
			if !is || heir == "" || heir == h.registry.id || members.age(heir) < 10*time.Second {
				continue
			}
			h.giveAway(ctx, s)
			given++
		}
	})
}
