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
	// inboxSize is how many messages of gateways may wait for a room. NATS drops more, and the
	// gateways send them again.
	inboxSize = 4096

	// recordTicks is after how many ticks a state that changes by itself gets a record without
	// messages. A new owner goes back by so many at most.
	recordTicks = 20
)

var (
	errLease = errors.New("rooms: the lease of the process has ended")
	errIdle  = errors.New("rooms: nobody uses the room")
)

// A host is what rooms share in a process.
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
	id    string // of the process, when it took the room
	epoch uint64

	world    *world
	sequence uint64          // of the last record
	recorded int64           // the tick of the last record
	logged   variant.Variant // the state after it
	shown    variant.Variant // the state that the gateways have
	tick     int64           // of that

	inbox   chan *nats.Msg
	waiting []Entry   // for the next tick
	heard   time.Time // of any gateway

	records int // since the last snapshot
	bytes   int
	first   time.Time  // of the records, zero if there is none
	saved   chan error // has the result of a snapshot that is being stored, else it is nil

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

// open reads the room from the log and writes the first record of its epoch. After that no older
// owner can write, and all that older owners have written has been read.
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
			o.records = o.config.SnapshotRecords // owners that change soon keep the log short, too
		}

		err = o.record(ctx, o.world.begin(int64(o.epoch), o.world.tick+1))
		if !errors.Is(err, errFenced) {
			return err
		}
		// An older owner was a little faster, or a newer one has come.
	}
}

// listen makes the room reachable for gateways, until the function that it returns is called.
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

// run serves the room until it is lost, drained or idle. The error says why; nil is for a room that
// was given away.
func (o *owner) run(ctx context.Context) (err error) {
	stop, err := o.listen()
	if err != nil {
		return err
	}
	defer stop()

	o.shown = o.world.state
	o.tick = o.world.tick
	o.say(out{From: o.tick, Tick: o.tick}) // gateways hear of the epoch

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
				due = time.Now() // the process was halted: no hurry afterwards
			}
			timer.Reset(time.Until(due))
		}
	}
}

// take takes a message of a gateway.
func (o *owner) take(m *nats.Msg) {
	o.heard = time.Now()
	o.config.Hooks.Bus(len(m.Data), true)

	if m.Subject == askSubject(o.name) {
		if _, err := o.owns(); err != nil {
			return // what this process knows is old
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

// answer answers a question with the state that all gateways have.
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

	o.config.Hooks.Bus(len(packet), false)
	return m.Respond(packet)
}

// turn is one tick: it puts what waits into the log, and tells the gateways.
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
		o.world.advance(p) // nothing moves
		return o.show(p.acks)
	}

	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	if err := o.record(ctx, p); err != nil {
		return err
	}

	return o.show(p.acks)
}

// owns returns until when the room is that of this process, or an error if it is no more.
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

// record puts the record of a plan into the log, and then the plan comes true.
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

// show tells the gateways what has changed and what is in the log.
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

// say publishes a message for all gateways of the room. One that misses it asks for the state.
func (o *owner) say(m out) {
	m.Epoch = int64(o.epoch)
	packet, err := codec.Marshal(m)
	if err == nil {
		o.config.Hooks.Bus(len(packet), false)
		err = o.conn.Publish(outSubject(o.name), packet)
	}
	if err != nil {
		o.config.Log.Error("tell the gateways", "room", o.name, "error", err)
	}
}

// snapshot begins to store a snapshot, if it is time. The room goes on meanwhile.
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

// finish takes the result of a snapshot. If it failed, the next one has what it has.
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
