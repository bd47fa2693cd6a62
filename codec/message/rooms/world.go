package rooms

import (
	"fmt"
	"slices"
	"strings"

	"godotvariant/variant"
)

// A world is the state of a room at a tick. It depends only on the log, so it is the same in all
// processes.
type world struct {
	rules *rules
	// stored is called after each record, with the state after the previous record and the state
	// after this record. It may be nil.
	stored func(r Record, before, after variant.Variant)

	// Fields of the last record.
	epoch   int64
	index   int64
	host    string
	version int64
	given   bool // the owner has given the room away
	deleted bool

	birth    int64 // random number that the room got when it was made; 0 if there is no room
	tick     int64
	state    variant.Variant // a state is never changed, only replaced
	recorded variant.Variant // state after the last record; nil before the first record
	sessions map[string]Session
	ended    []Ended
	until    int64 // tick at which the next session ends, or 0
	still    bool  // nothing has changed since the last record

	records int   // number of records since the last snapshot
	parts   int64 // index of the last snapshot if it has parts, else 0
}

func newWorld(r *rules) *world {
	return &world{rules: r, sessions: map[string]Session{}, still: true}
}

// A plan is the result of a tick. The world changes only when commit or advance applies the plan.
type plan struct {
	world    *world
	record   Record
	state    variant.Variant
	sessions map[string]*Session // changed sessions; nil for a player who has left
	ended    []Ended             // sessions that have ended in this tick
}

// begin returns a plan for a tick. The plan has the state after this tick, and no entries yet.
func (w *world) begin(tick int64) *plan {
	p := &plan{
		world: w,
		record: Record{
			Kind: RecordTick, Epoch: w.epoch, Index: w.index + 1, Tick: tick, Host: w.host,
			Version: w.version, Still: w.still,
		},
		state:    w.state,
		sessions: map[string]*Session{},
	}

	for t := w.tick + 1; t <= tick; t++ {
		p.step(t)
	}

	return p
}

// step computes a tick.
func (p *plan) step(tick int64) {
	if p.world.until > 0 && p.world.until <= tick {
		p.expire(tick)
	}
	p.state = p.world.rules.step(p.state, tick)
}

// expire ends the sessions of players who did not come back in time, in the order of their names.
func (p *plan) expire(tick int64) {
	var late []Session
	for player := range p.world.sessions {
		s, is := p.find(player)
		if is && s.Until > 0 && s.Until <= tick {
			late = append(late, s)
		}
	}

	for _, s := range sorted(late) {
		p.leave(s, Away, tick)
	}
}

// sorted sorts sessions by the names of their players.
func sorted(all []Session) []Session {
	slices.SortFunc(all, func(a, b Session) int { return strings.Compare(a.Player, b.Player) })
	return all
}

// find returns the session of a player.
func (p *plan) find(player string) (Session, bool) {
	if s, changed := p.sessions[player]; changed {
		if s == nil {
			return Session{}, false
		}
		return *s, true
	}

	s, is := p.world.sessions[player]
	return s, is
}

// count returns the number of sessions.
func (p *plan) count() int {
	n := len(p.world.sessions)
	for player, s := range p.sessions {
		_, before := p.world.sessions[player]
		switch {
		case before && s == nil:
			n--
		case !before && s != nil:
			n++
		}
	}
	return n
}

// add adds an entry to the record, and applies it. After an error the plan is unchanged.
func (p *plan) add(e Entry) error {
	if err := p.apply(e); err != nil {
		return err
	}
	p.record.Entries = append(p.record.Entries, e)
	return nil
}

// apply applies an entry. It returns an error for an entry that is not valid at this place of the
// log, and for a player whom the game refuses.
func (p *plan) apply(e Entry) error {
	s, is := p.find(e.Player)
	tick := p.record.Tick

	if e.Kind == EntryJoin {
		return p.join(e, s, is)
	}
	if !is || s.Nonce != e.Session {
		return fmt.Errorf("rooms: an entry of %s is of another session", e.Player)
	}

	switch e.Kind {
	case EntryMessage:
		if e.Number != s.Last+1 {
			return fmt.Errorf("rooms: message %d of %s follows message %d", e.Number, e.Player,
				s.Last)
		}
		s = s.did(e.Number, p.do(e))

	case EntryBack:
		came := s.Until > 0
		s.Try = e.Try
		s.Gateway = e.Gateway
		s.Until = 0
		if came {
			p.event(Event{Kind: Came, Player: e.Player, Tick: tick})
		}

	case EntryAway:
		s.Try = e.Try
		s.Until = e.Number
		p.event(Event{Kind: Went, Player: e.Player, Tick: tick})

	case EntryLeave:
		p.leave(s, e.Why, tick)
		return nil
	}

	p.sessions[e.Player] = &s
	return nil
}

// join begins a session. If there is an older session of the player, the new session replaces it.
func (p *plan) join(e Entry, before Session, replaces bool) error {
	data, err := e.data()
	if err != nil {
		return err
	}

	// If the game refuses the player, undo restores the plan.
	undo := *p
	undo.sessions = map[string]*Session{}
	for player, s := range p.sessions {
		undo.sessions[player] = s
	}

	tick := p.record.Tick
	if replaces {
		p.leave(before, Replaced, tick)
	}

	event := Event{Kind: Joined, Player: e.Player, Data: data, Tick: tick}
	p.state, err = p.world.rules.event(p.state, event)
	if err != nil {
		*p = undo
		return err
	}

	p.sessions[e.Player] = &Session{
		Player: e.Player, Nonce: e.Session, Try: e.Try, Gateway: e.Gateway,
	}
	return nil
}

// data returns the Player.Data of an EntryJoin, or nil if there is none.
func (e Entry) data() (variant.Variant, error) {
	if len(e.Packet) == 0 {
		return nil, nil
	}
	return exactly.Decode(e.Packet)
}

// leave ends a session.
func (p *plan) leave(s Session, why Why, tick int64) {
	p.sessions[s.Player] = nil
	p.ended = append(p.ended[:len(p.ended):len(p.ended)], Ended{s, int64(why)})
	p.event(Event{Kind: Left, Player: s.Player, Why: why, Tick: tick})
}

// event tells the game about an event that the game can't refuse.
func (p *plan) event(e Event) {
	if next, err := p.world.rules.event(p.state, e); err == nil {
		p.state = next
	}
}

// do applies a message to the state. If the game refuses the message, do returns the reason,
// otherwise "".
func (p *plan) do(e Entry) string {
	body, err := e.Body()
	if err != nil {
		return cut(err.Error(), maxWhy)
	}

	next, err := p.world.rules.apply(p.state, e.Player, body)
	if err != nil {
		return cut(err.Error(), maxWhy)
	}

	p.state = next
	return ""
}

// cut returns at most the first n bytes of a text, without invalid UTF-8. If nothing is left, it
// returns "refused", because a refusal without a reason would count as no refusal.
func cut(s string, n int) string {
	s = strings.ToValidUTF8(s[:min(len(s), n)], "")
	if s == "" {
		return "refused"
	}
	return s
}

// quiet reports whether the plan changes nothing but the tick.
func (p *plan) quiet() bool {
	return len(p.record.Entries) == 0 && len(p.sessions) == 0 && same(p.state, p.world.state)
}

// same reports whether two states are equal. It is fast if both are the same value in memory.
func same(a, b variant.Variant) bool {
	x, isX := a.(variant.Dictionary)
	y, isY := b.(variant.Dictionary)
	if isX && isY && len(x.Pairs) > 0 && len(x.Pairs) == len(y.Pairs) &&
		&x.Pairs[0] == &y.Pairs[0] {
		return true
	}
	return variant.Equal(a, b)
}

// advance sets the world to the result of a plan whose record does not go into the log.
func (w *world) advance(p *plan) {
	w.still = w.still && p.quiet()
	w.accept(p)
}

// commit sets the world to the result of a plan. Call it after the record is in the log.
func (w *world) commit(p *plan) {
	w.accept(p)

	w.epoch = p.record.Epoch
	w.index = p.record.Index
	w.host = p.record.Host
	w.version = p.record.Version
	w.given = p.record.Kind == RecordLeft
	w.still = true
	w.records++
	w.store(p.record, w.recorded)
}

// store calls w.stored after a record was stored in the log. The argument oldState is the state
// after the previous record.
func (w *world) store(r Record, oldState variant.Variant) {
	w.recorded = w.state
	if w.stored != nil {
		w.stored(r, oldState, w.state)
	}
}

// accept copies the results of a plan to the world.
func (w *world) accept(p *plan) {
	w.tick = p.record.Tick
	w.state = p.state

	if len(p.sessions) > 0 || len(p.ended) > 0 {
		w.seat(p)
	}
}

// seat copies the sessions of a plan to the world.
func (w *world) seat(p *plan) {
	for player, s := range p.sessions {
		if s == nil {
			delete(w.sessions, player)
		} else {
			w.sessions[player] = *s
		}
	}

	w.ended = append(w.ended, p.ended...)
	w.ended = w.ended[max(0, len(w.ended)-maxEnded):]
	w.mind()
}

// mind sets w.until to the first tick at which a session ends, or to 0 if all players are
// connected.
func (w *world) mind() {
	w.until = 0
	for _, s := range w.sessions {
		if s.Until > 0 && (w.until == 0 || s.Until < w.until) {
			w.until = s.Until
		}
	}
}

// snapshot returns the snapshot of the world.
func (w *world) snapshot() *Snapshot {
	s := &Snapshot{Birth: w.birth, State: w.state, Ended: w.ended}
	if w.stored != nil && w.recorded != nil && !same(w.recorded, w.state) {
		s.Before = w.recorded
	}
	for _, session := range w.sessions {
		s.Sessions = append(s.Sessions, session)
	}

	s.Sessions = sorted(s.Sessions)
	return s
}

// replay applies a record of the log. The error is errGap if records are missing before it.
func (w *world) replay(r Record) error {
	switch {
	case r.Epoch < w.epoch:
		return nil // a replaced owner has written the record
	case r.Kind == RecordSnapshot || r.Kind == RecordGiven:
		return w.restore(r)
	case r.Kind == RecordDeleted:
		w.remove(r)
		return nil
	case r.Index != w.index+1:
		return fmt.Errorf("%w: record %d follows record %d", errGap, r.Index, w.index)
	}

	if r.Still && r.Tick > w.tick {
		w.tick = r.Tick - 1
	}

	p := w.begin(r.Tick)
	p.record = r
	p.record.Entries = nil
	for _, e := range r.Entries {
		if err := p.add(e); err != nil {
			return fmt.Errorf("rooms: record %d: %w", r.Index, err)
		}
	}

	w.commit(p)
	return nil
}

// errGap is the error for missing records.
var errGap = fmt.Errorf("rooms: records are missing in the log")

// restore sets the world to the state in a snapshot.
func (w *world) restore(r Record) error {
	if r.Snapshot == nil {
		return fmt.Errorf("rooms: record %d has no snapshot", r.Index)
	}

	s := r.Snapshot
	*w = world{
		rules: w.rules, stored: w.stored,
		epoch: r.Epoch, index: r.Index, host: r.Host, version: r.Version,
		given: r.Kind == RecordGiven,
		birth: s.Birth, tick: r.Tick, state: s.State, ended: s.Ended,
		sessions: map[string]Session{},
		still:    true,
	}

	for _, session := range s.Sessions {
		w.sessions[session.Player] = session
	}
	w.mind()
	if r.Parts > 0 {
		w.parts = r.Index
	}

	w.store(r, s.Before)
	return nil
}

// snapped updates the world when a record has replaced all earlier records. If hasParts is true,
// the snapshot of the record is in parts.
func (w *world) snapped(r Record, hasParts bool) {
	w.index = r.Index
	w.host = r.Host
	w.still = true
	w.records = 0
	w.parts = 0
	if hasParts {
		w.parts = r.Index
	}
	w.store(r, w.recorded)
}

// remove sets the world to the state of a deleted room. It keeps the epoch, because the next owner
// of a room with this name needs a greater epoch.
func (w *world) remove(r Record) {
	*w = world{
		rules: w.rules, stored: w.stored,
		epoch: r.Epoch, index: r.Index, host: r.Host, tick: r.Tick,
		deleted: true, sessions: map[string]Session{}, still: true,
	}
}
