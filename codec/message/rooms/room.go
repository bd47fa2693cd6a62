package rooms

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"godotvariant/variant"
)

var (
	errTaken   = errors.New("rooms: another process has the room")
	errIdle    = errors.New("rooms: nobody uses the room")
	errOver    = errors.New("rooms: the game has ended the room")
	errDeleted = errors.New("rooms: the room is deleted")
	errVersion = errors.New("rooms: this process does not run the version of the room")
)

// An owner runs a room. It writes the log, and its speaker informs the gateways.
type owner struct {
	core
	name  string
	nonce int64

	world    *world
	commits  *committer
	sequence uint64       // number of the last record in the stream
	lapses   atomic.Int64 // number of lapses of the lease when the last record was written

	opened time.Time
	bytes  int           // bytes of records since the last snapshot
	first  time.Time     // time of the first change since the last snapshot; zero if none
	cost   time.Duration // time that a new owner needs to compute the ticks since the last snapshot
	unsure time.Duration // time of ticks since the last record if none changed the state, see spend

	recorded int64        // tick of the last record
	marked   atomic.Int64 // tick in the last stored mark that counts, see hasMarked
	present  atomic.Pointer[mark]
	players  atomic.Int64 // number of players in the room
}

func newOwner(c core, name string) *owner {
	o := &owner{
		core: c, name: name, nonce: randomID(), opened: time.Now(), commits: newCommitter(c, name),
	}
	o.lapses.Store(-1) // no record is written yet
	return o
}

// randomID returns a random number above 0.
func randomID() int64 { return rand.Int64N(1<<63-1) + 1 }

// open reads the room from the log, and writes the first record of its epoch. After this record
// older owners can't write any more, and this owner has read all their records. If the room does
// not exist, it is made with the options.
func (o *owner) open(ctx context.Context, options variant.Variant) error {
	for {
		if err := o.load(ctx); err != nil {
			return err
		}

		err := o.registry.valid()
		if err == nil {
			err = o.begin(ctx, options)
		}
		if !errors.Is(err, errFenced) {
			return err
		}
		// Another process has written a record meanwhile, so this process reads the log again.
	}
}

// load reads the room from the log. The error is errTaken if a living host owns the room, and
// errVersion if this process does not run the version of the room.
func (o *owner) load(ctx context.Context) (err error) {
	w := newWorld(o.rules)
	if o.config.Committed != nil {
		o.commits.forget()
		w.stored = o.commits.add
	}
	o.sequence, err = o.journal.load(ctx, o.name, w)
	if err != nil {
		return err
	}

	o.world = w
	left := w.given || w.deleted || w.host == "" || w.host == o.registry.id
	switch {
	case !left && o.registry.live(w.host):
		return fmt.Errorf("%w: %s", errTaken, w.host)
	case w.birth != 0 && !o.config.runs(w.version):
		return fmt.Errorf("%w: %d", errVersion, w.version)
	}

	waiting, _ := o.commits.behind()
	if left && waiting == 0 {
		return nil
	}

	m, err := o.marker.of(ctx, w.host, o.name)
	if err != nil {
		return err
	}
	if m.epoch == w.epoch {
		o.commits.skip(m.committed)
	}
	if !left {
		w.follow(m, o.sequence)
	}
	return nil
}

// begin writes the first record of an epoch. The record is a snapshot if the room is new or its
// version changes.
func (o *owner) begin(ctx context.Context, options variant.Variant) (err error) {
	w := o.world
	switch {
	case w.birth == 0:
		if options == nil {
			options = variant.Nil{}
		}
		w.state, err = o.rules.create(o.name, options)
		w.birth = randomID()
		w.version = o.config.Version
	case w.version != o.config.Version && o.rules.upgrader != nil:
		// The snapshot replaces all earlier records, so Committed must be called for them first.
		err = o.commits.flush(ctx)
		if err == nil {
			w.state, err = o.rules.upgrade(w.state, w.version)
			w.recorded = w.state
			w.version = o.config.Version
		}
	default:
		p := w.begin(w.tick + 1)
		p.record.Kind = RecordBegin
		p.record.Epoch = w.epoch + 1
		return o.record(ctx, p)
	}
	if err != nil {
		return err
	}

	w.epoch++
	return o.snapshot(ctx, RecordSnapshot)
}

// record writes the record of a plan to the log, and then commits the plan.
func (o *owner) record(ctx context.Context, p *plan) error {
	p.record.Host = o.registry.id
	p.record.Nonce = o.nonce
	size, err := o.append(ctx, p.record)
	if err != nil {
		return err
	}

	o.world.commit(p)
	o.recorded = p.record.Tick
	o.bytes += size
	if o.first.IsZero() {
		o.first = time.Now()
	}
	o.note()

	return nil
}

// append writes a record. After that, another host that has read the log earlier can't write any
// more.
func (o *owner) append(ctx context.Context, r Record) (size int, err error) {
	began := time.Now()
	lapses, valid := o.registry.lapses(), o.registry.valid() == nil
	sequence, size, err := o.journal.append(ctx, o.name, o.sequence, r)
	if err != nil {
		return 0, fmt.Errorf("rooms: record %d: %w", r.Index, err)
	}

	o.sequence = sequence
	if valid {
		o.lapses.Store(lapses)
	}
	o.config.Hooks.Appended(o.name, len(r.Entries), size, time.Since(began))
	return size, nil
}

// snapshot writes a record that replaces all earlier records. It has the state of the room, or
// deletes the room if the kind is RecordDeleted.
func (o *owner) snapshot(ctx context.Context, kind RecordKind) error {
	w := o.world
	r := Record{
		Kind: kind, Epoch: w.epoch, Index: w.index + 1, Tick: w.tick, Host: o.registry.id,
		Nonce: o.nonce, Version: w.version,
	}
	if kind != RecordDeleted {
		r.Snapshot = w.snapshot()
	}

	size, err := o.append(ctx, r)
	if err != nil {
		return err
	}

	before := w.parts
	w.snapped(r, size > o.journal.limit())
	o.recorded = r.Tick
	o.bytes = 0
	o.first = time.Time{}
	o.cost = 0
	o.unsure = 0
	o.note()
	o.config.Hooks.Snapshot(o.name, size)

	if before > 0 {
		err = o.journal.dropParts(ctx, o.name, before)
	}
	if err != nil {
		o.config.Log.Warn("delete the parts of a snapshot", "room", o.name, "error", err)
	}
	return nil
}

// due reports whether the owner must write a snapshot now.
func (o *owner) due() bool {
	c := o.config
	age := c.SnapshotAge + time.Duration(float64(c.SnapshotAge)*(part("age", o.name)-0.5)/2)
	share := max(c.Replay/time.Duration(max(1, o.owned.Load())), 2*time.Millisecond)

	switch {
	case time.Since(o.opened) < time.Second: // NATS is busy right after a takeover
		return false
	case o.world.records >= c.SnapshotRecords, o.bytes >= c.SnapshotBytes, o.cost >= share:
	case !o.first.IsZero() && time.Since(o.first) >= age:
	default:
		return false
	}

	if records, _ := o.commits.behind(); records > 0 {
		c.Hooks.Behind(o.name, records)
		return false
	}
	return o.snapshots.take()
}

// spend adds the time for computing a tick to the field cost, because a new owner may have to
// compute the tick again. The argument unchanged is true if no tick since the last record has
// changed the state. A new owner does not compute such ticks, so their time goes to the field
// unsure. When a later tick changes the state, spend adds the time in unsure to cost.
//
// Config.Committed is called only for records. If it is set, a change of a tick without a message
// needs a record, too. So spend sets the field first, and due later reports that the room needs a
// snapshot.
func (o *owner) spend(took time.Duration, unchanged bool) {
	o.unsure += took
	if unchanged {
		return
	}

	o.cost += o.unsure
	o.unsure = 0
	if o.config.Committed != nil && o.first.IsZero() {
		o.first = time.Now()
	}
}

// note stores a mark of the room with the present tick in o.present. The host writes this mark
// together with the marks of its other rooms. The function note also stores the number of players.
func (o *owner) note() {
	o.players.Store(int64(len(o.world.sessions)))
	_, committed := o.commits.behind()
	o.present.Store(&mark{
		room: o.name, epoch: o.world.epoch, sequence: o.sequence, tick: o.world.tick,
		still: o.world.still, committed: committed,
	})
}

// mustRecord reports whether the next tick needs a record even without messages. There are two
// reasons. A new owner continues at the last tick that is stored in a record or a mark, so the room
// must not run far ahead of the stored tick. And if the lease of this host was not valid for some
// time, another host may be about to take the room. A new record forces that host to read the log
// again.
func (o *owner) mustRecord() bool {
	stored := max(o.recorded, o.marked.Load())
	isFar := o.world.tick+1-stored > o.config.ticks(recordTime)
	return isFar || !o.sure() && o.registry.valid() == nil
}

// hasMarked is called after the mark m was stored. If another host is about to take the room, it
// may have read the marks before m was stored. So m counts only if it is certain that no other host
// is taking the room: the lease of this host is valid and has not ended since the last record.
func (o *owner) hasMarked(m mark) {
	if o.sure() && o.registry.valid() == nil {
		o.marked.Store(m.tick)
	}
}

// sure reports whether it is certain that no other host has taken the room. This is the case if the
// lease of this host has not ended since the last record.
func (o *owner) sure() bool { return o.lapses.Load() == o.registry.lapses() }
