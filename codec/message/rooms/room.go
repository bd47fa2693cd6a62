package rooms

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

const (
	// inboxSize is the number of messages of gateways that may wait for a room. NATS drops further
	// messages, and the gateways send them again.
	inboxSize = 4096

	// recordTicks is the number of ticks after which a state that changes without messages gets a
	// record. A new owner goes back by at most this number of ticks.
	recordTicks = 20
)

var (
	errLease = errors.New("rooms: the lease of the process has ended")
	errIdle  = errors.New("rooms: nobody uses the room")
)

// A host has the values that all rooms and views of a process share.
type host struct {
	config   Config
	conn     *nats.Conn
	journal  *journal
	registry *registry
}

// An owner runs a room.
type owner struct {
	host
	name  string
	id    string // ID of the process when it took the room
	epoch uint64

	world    *world
	sequence uint64          // number of the last record in the stream
	recorded int64           // the tick of the last record
	logged   variant.Variant // the state after the last record
	shown    variant.Variant // the state that the gateways have
	tick     int64           // the tick of shown

	inbox   chan *nats.Msg
	waiting []Entry   // messages for the next tick
	heard   time.Time // when any gateway last sent a message

	records int // number since the last snapshot, with their bytes
	bytes   int
	first   time.Time  // when the first of the records was written, or zero
	saved   chan error // gets the result of the snapshot that is being stored; else nil

	drain chan struct{} // closed when the room is to be given away
	ended chan struct{} // closed after the end
}

func newOwner(h host, name string, epoch uint64) *owner {
	return &owner{
		host: h, name: name, id: h.registry.self(), epoch: epoch,
		inbox: make(chan *nats.Msg, inboxSize),
		heard: time.Now(),
		drain: make(chan struct{}),
		ended: make(chan struct{}),
	}
}

// open reads the room from the log and writes the first record of its epoch. Afterwards older
// owners can't write any more, and all their records have been read.
func (o *owner) open(ctx context.Context) error {
	for {
		var err error
		o.world, o.sequence, err = o.journal.load(ctx, o.config, o.name)
		if err != nil {
			return err
		}

		if o.world.epoch > int64(o.epoch) {
			return errFenced
		}

		o.records = o.world.replays
		if o.records > o.config.SnapshotRecords/4 {
			// A snapshot is due now, so the log stays short even if owners change often.
			o.records = o.config.SnapshotRecords
		}

		err = o.record(ctx, o.world.begin(int64(o.epoch), o.world.tick+1))
		if !errors.Is(err, errFenced) {
			return err
		}
		// An older owner has written a record meanwhile, or there is a newer owner.
	}
}

// listen makes the room reachable for gateways. The returned function ends this.
func (o *owner) listen() (stop func(), err error) {
	var subs []*nats.Subscription
	stop = func() {
		for _, s := range subs {
			_ = s.Unsubscribe()
		}
	}

	for _, subject := range []string{doSubject(o.name), askSubject(o.name)} {
		s, err := o.conn.ChanSubscribe(subject, o.inbox)
		if err != nil {
			stop()
			return nil, err
		}
		subs = append(subs, s)
	}

	return stop, nil
}

// run serves the room until it is lost, drained or idle. The error says why. It is nil if the room
// was given away.
func (o *owner) run(ctx context.Context) (err error) {
	stop, err := o.listen()
	if err != nil {
		return err
	}
	defer stop()

	o.shown = o.world.state
	o.tick = o.world.tick
	o.say(out{From: o.tick, Tick: o.tick}) // tells gateways the new epoch

	due := time.Now().Add(o.config.Tick)
	timer := time.NewTimer(o.config.Tick)
	defer timer.Stop()

	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-o.drain:
			stop()
			return o.leave(ctx, o.registry.give)
		case m := <-o.inbox:
			o.take(m)
		case err := <-o.saved:
			o.finish(err)
		case <-timer.C:
			began := time.Now()
			if err := o.turn(ctx); err != nil {
				return err
			}
			o.config.Hooks.Ticked(o.name, began.Sub(due), time.Since(began))

			if time.Since(o.heard) > o.config.Idle {
				stop()
				return errors.Join(errIdle, o.leave(ctx, o.registry.close))
			}

			due = due.Add(o.config.Tick)
			if time.Since(due) > time.Second {
				due = time.Now() // the process was halted: skip the missed ticks
			}
			timer.Reset(time.Until(due))
		}
	}
}

// take handles a message of a gateway.
func (o *owner) take(m *nats.Msg) {
	o.heard = time.Now()
	o.config.Hooks.Bus(len(m.Data), Received)

	if m.Subject == askSubject(o.name) {
		if _, err := o.owns(); err != nil {
			return // the state of this process is old
		}
		if err := o.answer(m); err != nil {
			o.config.Log.Error("answer", "room", o.name, "error", err)
		}
		return
	}

	var e Entry
	if err := codec.Unmarshal(m.Data, &e); err != nil {
		o.config.Log.Error("a message of a gateway", "room", o.name, "error", err)
		return
	}

	if len(o.waiting) < inboxSize {
		o.waiting = append(o.waiting, e)
	}
}

// answer answers a question with the state that gateways have been sent.
func (o *owner) answer(m *nats.Msg) error {
	var q question
	if err := codec.Unmarshal(m.Data, &q); err != nil {
		return err
	}

	a := out{Epoch: int64(o.epoch), From: o.tick, Tick: o.tick}
	if q.Full {
		a.State = o.shown
	}
	if q.Player != "" {
		a.Acks = []ack{{Player: q.Player, Number: o.world.players[q.Player].Number}}
	}

	packet, err := codec.Marshal(a)
	if err != nil {
		return err
	}

	o.config.Hooks.Bus(len(packet), Sent)
	return m.Respond(packet)
}

// turn runs one tick: it writes the waiting messages to the log, and tells the gateways.
func (o *owner) turn(ctx context.Context) error {
	until, err := o.owns()
	if err != nil {
		return err
	}

	p := o.world.begin(int64(o.epoch), o.world.tick+1)
	n := min(len(o.waiting), o.config.PerTick)
	for _, e := range o.waiting[:n] {
		if err := o.world.add(p, e); err != nil {
			p.acks = append(p.acks, ack{Player: e.Player, Why: err.Error()})
		}
	}
	o.waiting = append(o.waiting[:0], o.waiting[n:]...)

	if len(p.record.Entries) == 0 && p.record.Tick-o.recorded < recordTicks {
		o.world.advance(p)
		return o.show(p.acks)
	}

	if len(p.record.Entries) == 0 && variant.Equal(p.state, o.logged) {
		o.world.advance(p) // nothing has changed, so no record is needed
		return o.show(p.acks)
	}

	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	if err := o.record(ctx, p); err != nil {
		return err
	}

	return o.show(p.acks)
}

// owns returns the time until which this process owns the room, or an error if it does not own the
// room any more.
func (o *owner) owns() (until time.Time, err error) {
	id, until := o.registry.valid()
	if id != o.id || time.Now().After(until) {
		return until, errLease
	}

	if h := o.registry.owner(o.name); h.epoch > o.epoch {
		return until, errFenced
	}

	return until, nil
}

// record writes the record of a plan to the log, and then commits the plan.
func (o *owner) record(ctx context.Context, p *plan) error {
	began := time.Now()
	sequence, size, err := o.journal.append(ctx, o.name, o.sequence, p.record)
	if err != nil {
		return fmt.Errorf("rooms: record %d: %w", p.record.Index, err)
	}

	o.config.Hooks.Appended(o.name, len(p.record.Entries), size, time.Since(began))
	o.sequence = sequence
	o.recorded = p.record.Tick
	o.world.commit(p)
	o.logged = o.world.state

	if o.first.IsZero() {
		o.first = began
	}
	o.records++
	o.bytes += size
	o.snapshot()

	return nil
}

// show sends the gateways the changes of the state, and the acknowledgements.
func (o *owner) show(acks []ack) error {
	patch, err := tree.Diff(o.shown, o.world.state, tree.DiffOptions{AnyKeyOrder: true})
	if err != nil {
		return err
	}
	if len(patch) == 0 && len(acks) == 0 {
		return nil
	}

	changes, err := patch.Delta()
	if err != nil {
		return err
	}

	m := out{From: o.tick, Tick: o.tick, Changes: changes, Acks: acks}
	if len(patch) > 0 {
		m.Tick = o.world.tick
	}

	o.shown = o.world.state
	o.tick = m.Tick
	o.say(m)

	return nil
}

// say publishes a message for all gateways of the room. A gateway that misses it asks for the
// state.
func (o *owner) say(m out) {
	m.Epoch = int64(o.epoch)
	packet, err := codec.Marshal(m)
	if err == nil {
		o.config.Hooks.Bus(len(packet), Sent)
		err = o.conn.Publish(outSubject(o.name), packet)
	}
	if err != nil {
		o.config.Log.Error("tell the gateways", "room", o.name, "error", err)
	}
}

// snapshot starts to store a snapshot if one is due. The room goes on meanwhile.
func (o *owner) snapshot() {
	c := o.config
	due := o.records >= c.SnapshotRecords || o.bytes >= c.SnapshotBytes ||
		time.Since(o.first) >= c.SnapshotAge
	if !due || o.saved != nil {
		return
	}

	o.records = 0
	o.bytes = 0
	o.first = time.Time{}
	o.saved = make(chan error, 1)
	s := o.world.snapshot(o.sequence)
	go func() { o.saved <- o.save(context.Background(), s) }()
}

// save stores a snapshot.
func (o *owner) save(ctx context.Context, s snapshot) error {
	size, err := o.journal.save(ctx, o.name, s)
	if err == nil {
		o.config.Hooks.Snapshot(o.name, size)
	}
	return err
}

// finish handles the result of storing a snapshot. After an error nothing is lost, since the next
// snapshot includes everything.
func (o *owner) finish(err error) {
	o.saved = nil
	if err != nil {
		o.config.Log.Warn("snapshot", "room", o.name, "error", err)
	}
}

// leave stores a snapshot and ends the lease of the room, so that the next owner begins soon.
func (o *owner) leave(
	ctx context.Context, end func(ctx context.Context, room string, epoch uint64) error,
) error {
	if _, err := o.owns(); err != nil {
		return err
	}

	if err := o.record(ctx, o.world.begin(int64(o.epoch), o.world.tick)); err != nil {
		return err
	}

	if o.saved != nil {
		o.finish(<-o.saved)
	}
	o.finish(o.save(ctx, o.world.snapshot(o.sequence)))

	return end(ctx, o.name, o.epoch)
}
