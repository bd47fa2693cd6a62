package rooms

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"godotvariant/codec/transport"
)

const (
	// inboxSize is the greatest number of messages of gateways that may wait for a room. NATS drops
	// further messages, and the gateways send them again.
	inboxSize = 4096

	// silence is the time for which a gateway may send no list of its members. After this time its
	// players count as gone.
	silence = 3 * time.Second
)

// A service is a room while its owner runs it: it handles messages of gateways, computes ticks, and
// informs the gateways.
type service struct {
	*owner
	speaker *speaker

	inbox   chan *nats.Msg
	waiting []request            // requests for the next tick
	heard   map[string]time.Time // times at which each gateway last sent its members
	used    time.Time            // time when the room last had a player
	remove  bool                 // the room is to be deleted

	version int64 // version of the room
	leaving sync.Once
	newer   chan int64    // epochs of other owners
	drain   chan struct{} // closed when the room is to be given away
	ended   chan struct{} // closed after the end
	why     error         // reason for the end; nil if the room was given away
}

// A request is a message of a gateway, or of a host.
type request struct {
	entry Entry
	here  *hereMessage // members of a gateway; nil if the request has an entry or a kick
	kick  string       // player to kick; "" for none
}

func newService(o *owner) *service {
	return &service{
		owner: o, speaker: newSpeaker(o), version: o.world.version,
		inbox: make(chan *nats.Msg, inboxSize),
		heard: map[string]time.Time{},
		used:  time.Now(),
		newer: make(chan int64, 1),
		drain: make(chan struct{}),
		ended: make(chan struct{}),
	}
}

// run computes the ticks of the room until another process takes the room, the game ends it, nobody
// uses it, or it is given away. It returns the reason for the end, or nil if the room was given
// away to another process.
func (s *service) run(ctx context.Context) error {
	sub, err := s.conn.ChanSubscribe(s.names.do(s.name), s.inbox)
	if err != nil {
		return err
	}
	stop := func() { _ = sub.Unsubscribe() }
	defer stop()

	ctx, cancel := context.WithCancel(ctx)
	var committing sync.WaitGroup
	committing.Go(func() { s.commits.run(ctx) })
	defer committing.Wait()
	defer cancel()

	if err := s.speaker.greet(); err != nil {
		return err
	}

	due := time.Now().Add(s.config.Tick)
	timer := time.NewTimer(s.config.Tick)
	defer timer.Stop()

	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.drain:
			stop()
			return s.give(ctx)
		case epoch := <-s.newer:
			if epoch > s.world.epoch {
				return errFenced
			}
		case m := <-s.inbox:
			s.take(m)
		case <-timer.C:
			s.gather()
			began := time.Now()
			if err := s.turn(ctx); err != nil {
				return err
			}
			s.config.Hooks.Ticked(s.name, began.Sub(due), time.Since(began))

			if why := s.over(ctx); why != nil {
				stop()
				return errors.Join(why, s.end(ctx, why))
			}

			due = due.Add(s.config.Tick)
			if time.Since(due) > time.Second {
				due = time.Now() // the process was halted, so the missed ticks are skipped
			}
			timer.Reset(time.Until(due))
		}
	}
}

// over returns the reason why the room has to end, or nil. A room continues while records wait for
// Config.Committed.
func (s *service) over(ctx context.Context) (why error) {
	switch {
	case s.remove:
		return errDeleted
	case s.rules.ended(s.world.state, s.world.tick):
		why = errOver
	case time.Since(s.used) > s.config.Idle:
		why = errIdle
	default:
		return nil
	}

	if s.settle(ctx) != nil {
		return nil
	}
	return why
}

// settle waits until Config.Committed was called for all changes of the state, but only for a short
// time. If the state has changed since the last record, settle first writes a record.
func (s *service) settle(ctx context.Context) error {
	if s.config.Committed == nil {
		return nil
	}
	if waiting, _ := s.commits.behind(); waiting > 0 {
		return errBehind
	}

	w := s.world
	if !same(w.recorded, w.state) {
		if err := s.record(ctx, w.begin(w.tick+1)); err != nil {
			return err
		}
	}
	return once(ctx, s.commits.settle)
}

// give writes the last record of a room that another process takes over. The record is a snapshot,
// unless records wait for Config.Committed: these records have to stay in the log.
func (s *service) give(ctx context.Context) error {
	if once(ctx, s.commits.settle) == nil {
		return s.snapshot(ctx, RecordGiven)
	}

	p := s.world.begin(s.world.tick + 1)
	p.record.Kind = RecordLeft
	return s.record(ctx, p)
}

// end writes the last record of a room that ends. If the room was deleted, end also tells the
// clients.
func (s *service) end(ctx context.Context, why error) error {
	if !errors.Is(why, errDeleted) {
		return s.snapshot(ctx, RecordGiven)
	}

	var all []farewell
	for _, session := range s.world.sessions {
		all = append(all, farewell{session: session.Nonce, kind: byeDeleted, why: byeDeleted})
	}
	if err := s.snapshot(ctx, RecordDeleted); err != nil {
		return err
	}
	return s.speaker.show(s.world, nil, all)
}

// kept reports whether the service has ended but this host still counts as the owner of the room.
// The result is false if the room was given away, closed or deleted, or if the owner was replaced.
func (s *service) kept() bool {
	for _, left := range []error{errFenced, errIdle, errOver, errDeleted} {
		if errors.Is(s.why, left) {
			return false
		}
	}
	return s.why != nil
}

// leave makes the service give its room away and end.
func (s *service) leave() { s.leaving.Do(func() { close(s.drain) }) }

// replaced tells the service that another owner with a later epoch exists.
func (s *service) replaced(epoch int64) {
	select {
	case s.newer <- epoch:
	default: // an epoch is waiting already
	}
}

// gather takes the messages that have arrived. Without this function, a room whose ticks are always
// late would take only about one message in a tick.
func (s *service) gather() {
	for range len(s.inbox) {
		s.take(<-s.inbox)
	}
}

// take handles a message of a gateway.
func (s *service) take(m *nats.Msg) {
	s.config.Hooks.Bus(len(m.Data), transport.Incoming)
	if len(m.Data) == 0 || len(s.waiting) >= inboxSize {
		return
	}

	var err error
	switch m.Data[0] {
	case frameHere:
		err = s.takeHere(m)
	case frameKick:
		s.waiting = append(s.waiting, request{kick: string(m.Data[1:])})
		err = m.Respond(nil)
	case frameDelete:
		s.remove = true
		err = m.Respond(nil)
	default:
		b := bits{b: m.Data}
		e := b.entry()
		err = b.end()
		if err == nil {
			s.used = time.Now()
			s.waiting = append(s.waiting, request{entry: e})
		}
	}

	if err != nil {
		s.config.Log.Warn("a message of a gateway", "room", s.name, "error", err)
	}
}

// takeHere handles a hereMessage, which a gateway sends. It answers with the state or the tick,
// unless another host may have taken the room.
func (s *service) takeHere(m *nats.Msg) error {
	h, err := readHere(m.Data)
	if err != nil {
		return err
	}

	s.heard[h.gateway] = time.Now()
	s.waiting = append(s.waiting, request{here: &h})
	if len(h.members) > 0 {
		s.used = time.Now()
	}

	if !s.sure() {
		return nil // another host may have taken the room
	}
	return s.speaker.answer(m, h.full)
}

// turn runs one tick: it writes the waiting messages to the log, and informs the gateways.
func (s *service) turn(ctx context.Context) error {
	if s.due() {
		if err := s.snapshot(ctx, RecordSnapshot); err != nil {
			return err
		}
	}

	s.listen()
	began := time.Now()
	w := s.world
	d := &decision{
		plan: w.begin(w.tick + 1), players: s.seats(),
		comeAt:   w.tick + 1 + s.config.ticks(s.config.Return),
		answered: map[string]bool{},
	}
	s.decide(d)
	took := time.Since(began)

	if len(d.record.Entries) > 0 || s.mustRecord() {
		if d.record.Still {
			s.unsure = 0
		}
		if err := s.record(ctx, d.plan); err != nil {
			return err
		}
		s.spend(took, false)
		return s.speaker.show(w, d.acks(), d.farewells)
	}

	w.advance(d.plan)
	s.spend(took, w.still)
	s.note()
	if !s.sure() {
		// Another host may have taken the room, and may have newer data. So the gateways get no
		// answer, and will ask again.
		return s.speaker.show(w, nil, nil)
	}
	return s.speaker.show(w, d.acks(), d.farewells)
}

// seats returns the greatest number of players that the room may have. If too many records wait for
// Config.Committed, it returns 0, so that nobody can join.
func (s *service) seats() int {
	if waiting, _ := s.commits.behind(); waiting > maxBehind {
		return 0
	}
	return s.config.MaxPlayers
}

// decide handles as many waiting requests as fit into a record.
func (s *service) decide(d *decision) {
	size, limit := 0, s.journal.limit()-1024
	n := 0
	for _, r := range s.waiting {
		size += r.entry.size()
		if n > 0 && (n >= s.config.PerTick || size > limit) {
			break
		}

		switch {
		case r.here != nil:
			d.meet(*r.here)
		case r.kick != "":
			d.kick(r.kick)
		default:
			d.receive(r.entry)
		}
		n++
	}

	s.waiting = append(s.waiting[:0], s.waiting[n:]...)
}

// listen finds gateways from which the owner has heard nothing for too long.
func (s *service) listen() {
	if s.world.tick%s.config.ticks(time.Second) != 0 {
		return
	}

	now := time.Now()
	quiet := map[string]bool{}
	for _, session := range s.world.sessions {
		at, known := s.heard[session.Gateway]
		if !known {
			s.heard[session.Gateway] = now // the silence is measured from now on
		} else if session.Until == 0 && now.Sub(at) > silence {
			quiet[session.Gateway] = true
		}
	}

	for gateway := range quiet {
		s.waiting = append(s.waiting, request{here: &hereMessage{gateway: gateway}})
	}
}
