package history

import (
	"errors"
	"fmt"
	"time"

	"godotvariant/codec/message/rooms"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// The errors of Check.
var (
	ErrGap      = errors.New("records of the log are missing or there twice")
	ErrEpoch    = errors.New("an epoch has two owners, or epochs do not rise by one")
	ErrBack     = errors.New("the tick goes back by more than a second")
	ErrSnapshot = errors.New("a snapshot has another state than the records before it make")
	ErrSession  = errors.New("a session has a gap or a repetition, or a player has two")
	ErrForeign  = errors.New("nobody has sent the message")
	ErrTwice    = errors.New("the message is in the log twice")
	ErrOrder    = errors.New("the messages of a client are not in their order")
	ErrLost     = errors.New("the message was acknowledged and is not in the log")
	ErrOutcome  = errors.New("the client was told another outcome than the log has")
	ErrState    = errors.New("a client has seen a state that the log does not make")
	ErrRealTime = errors.New("a message was acknowledged before the other one was sent, " +
		"and follows it")
)

// Rules has the parameters for checking a room.
type Rules struct {
	Game   rooms.Game
	Second int64 // number of ticks in a second
	// ID returns the ID of a message, as in Play.Sent. It returns "" for a message of a player
	// whose messages are not in the Play.
	ID func(player string, body variant.Variant) string
}

// An Outcome is the result of applying a log.
type Outcome struct {
	State    variant.Variant
	Messages map[string]int // number of messages in the log, by player
	Owners   int
}

// mostErrors is the greatest number of errors of a kind that Check returns, because one fault may
// cause many errors.
const mostErrors = 5

// A check has the data of one comparison of observations with a log.
type check struct {
	Rules
	play   *Play
	errs   []error
	found  map[error]int     // number of errors by kind
	sights map[int64][]sight // states that clients have seen, by tick
	seen   map[string]bool   // IDs of the messages in the log
	order  []string          // IDs of the messages, in the order of the log
	done   map[string]int    // number of messages of each sender that were checked so far

	before   rooms.Record
	state    variant.Variant
	sessions map[string]int64 // live session, by player
	last     map[int64]int64  // number of the last message, by session
	outcome  Outcome
}

// Check checks the log of a room against the observations of its clients. The error joins errors of
// kinds such as ErrLost.
func (r Rules) Check(records []Stored, p *Play) (Outcome, error) {
	p.mu.Lock()
	defer p.mu.Unlock()

	c := &check{
		Rules: r, play: p, found: map[error]int{}, sights: map[int64][]sight{},
		seen: map[string]bool{}, done: map[string]int{},
		sessions: map[string]int64{}, last: map[int64]int64{},
		outcome: Outcome{Messages: map[string]int{}},
	}
	greatest := int64(0)
	for _, s := range p.sights {
		greatest = max(greatest, s.tick)
		if s.state != nil {
			c.sights[s.tick] = append(c.sights[s.tick], s)
		}
	}

	for i, record := range records {
		until := greatest
		if i+1 < len(records) {
			until = records[i+1].Tick - 1
			// The replaced owner may also have sent states for the ticks of the new owner's first
			// second.
			if records[i+1].Epoch != record.Epoch {
				until += r.Second
			}
		}
		c.record(record.Record)
		c.compare(record.Tick, until)
	}

	c.ticks(records)
	c.clients()
	c.realTime()
	for tick, left := range c.sights {
		for _, s := range left {
			c.fail(ErrState, "%s at tick %d: %v", s.client, tick, s.state)
		}
	}

	c.outcome.State = c.state
	return c.outcome, errors.Join(c.errs...)
}

func (c *check) fail(kind error, format string, args ...any) {
	c.found[kind]++
	if c.found[kind] > mostErrors {
		return
	}
	c.errs = append(c.errs, fmt.Errorf("%w: %s", kind, fmt.Sprintf(format, args...)))
}

// record checks a record, and computes the state after it.
func (c *check) record(r rooms.Record) {
	if r.Index != c.before.Index+1 {
		c.fail(ErrGap, "record %d follows record %d", r.Index, c.before.Index)
	}

	begins := r.Kind == rooms.RecordBegin || c.before.Index == 0
	switch {
	case begins && r.Epoch != c.before.Epoch+1:
		c.fail(ErrEpoch, "record %d begins epoch %d after epoch %d",
			r.Index, r.Epoch, c.before.Epoch)
	case !begins && (r.Epoch != c.before.Epoch || r.Nonce != c.before.Nonce):
		c.fail(ErrEpoch, "record %d of %s in epoch %d follows one of %s in epoch %d",
			r.Index, r.Host, r.Epoch, c.before.Host, c.before.Epoch)
	}
	if begins {
		c.outcome.Owners++
	}

	if r.Tick < c.before.Tick {
		c.fail(ErrBack, "record %d has tick %d, the one before %d", r.Index, r.Tick, c.before.Tick)
	}
	if c.state == nil && r.Snapshot != nil {
		c.state = r.Snapshot.State
	}
	for tick := c.before.Tick; tick < r.Tick; tick++ {
		c.state = c.Game.Step(c.state, tick+1)
	}
	c.before = r

	for _, e := range r.Entries {
		c.entry(e)
	}
	if r.Snapshot != nil && !same(c.state, r.Snapshot.State) {
		c.fail(ErrSnapshot, "record %d", r.Index)
		c.state = r.Snapshot.State
	}
}

// entry checks and applies an entry.
func (c *check) entry(e rooms.Entry) {
	switch e.Kind {
	case rooms.EntryJoin:
		c.sessions[e.Player] = e.Session
		return
	case rooms.EntryLeave:
		delete(c.sessions, e.Player)
		return
	case rooms.EntryMessage:
	default:
		return
	}

	if c.sessions[e.Player] != e.Session {
		c.fail(ErrSession, "message %d of %s in session %d, and not in %d", e.Number, e.Player,
			e.Session, c.sessions[e.Player])
	}
	if e.Number != c.last[e.Session]+1 {
		c.fail(ErrSession, "message %d of %s follows message %d",
			e.Number, e.Player, c.last[e.Session])
	}
	c.last[e.Session] = e.Number

	body, err := e.Body()
	if err != nil {
		c.fail(ErrForeign, "message %d of %s: %v", e.Number, e.Player, err)
		return
	}
	next, err := c.Game.Apply(c.state, e.Player, body)
	if err == nil {
		c.state = next
	}
	c.outcome.Messages[e.Player]++
	if id := c.ID(e.Player, body); id != "" {
		c.message(id, body, err != nil)
	}
}

// message checks a message against the message that its sender has recorded.
func (c *check) message(id string, body variant.Variant, refused bool) {
	m, is := c.play.messages[id]
	switch {
	case !is || !variant.Equal(m.body, body):
		c.fail(ErrForeign, "%q", id)
		return
	case c.seen[id]:
		c.fail(ErrTwice, "%s", id)
		return
	}

	c.seen[id] = true
	c.order = append(c.order, id)
	if !m.acked.IsZero() && refused != (m.why != "") {
		c.fail(ErrOutcome, "%s: refused is %t, and the client was told %q", id, refused, m.why)
	}

	sent := c.play.senders[m.sender]
	n := c.done[m.sender]
	c.done[m.sender]++
	if sent[n] != id {
		c.fail(ErrOrder, "%s is where %s should be", id, sent[n])
	}
}

// compare compares the states that clients have seen with the states of the log, from firstTick to
// lastTick. It deletes the seen states that agree with the log.
func (c *check) compare(firstTick, lastTick int64) {
	state := c.state
	for tick := firstTick; tick <= lastTick; tick++ {
		if tick > firstTick {
			state = c.Game.Step(state, tick)
		}

		var left []sight
		for _, s := range c.sights[tick] {
			if !same(s.state, state) {
				left = append(left, s)
			}
		}
		if len(left) == 0 {
			delete(c.sights, tick)
		} else {
			c.sights[tick] = left
		}
	}
}

// same reports whether two states are equal except for the order of keys.
func same(a, b variant.Variant) bool {
	if a == nil || b == nil {
		return false
	}
	if variant.Equal(a, b) {
		return true
	}
	patch, err := tree.Diff(a, b, tree.DiffOptions{AnyKeyOrder: true})
	return err == nil && len(patch) == 0
}

// ticks checks two conditions. No client sees the tick go back by more than a second. No owner
// begins at a tick that is more than a second before a tick that any client has seen.
func (c *check) ticks(records []Stored) {
	greatest := map[string]int64{}
	for _, s := range c.play.sights {
		if s.tick < greatest[s.client]-c.Second {
			c.fail(ErrBack, "%s sees tick %d after tick %d", s.client, s.tick, greatest[s.client])
		}
		greatest[s.client] = max(greatest[s.client], s.tick)
	}

	for _, r := range records {
		if r.Kind != rooms.RecordBegin || r.Tried.IsZero() {
			continue
		}
		for _, s := range c.play.sights {
			if s.at.Before(r.Tried) && r.Tick < s.tick-c.Second {
				c.fail(ErrBack, "epoch %d begins at tick %d, and %s has seen tick %d",
					r.Epoch, r.Tick, s.client, s.tick)
				break
			}
		}
	}
}

// clients checks that every acknowledged message is in the log.
func (c *check) clients() {
	for id, m := range c.play.messages {
		if !m.acked.IsZero() && !c.seen[id] {
			c.fail(ErrLost, "%s", id)
		}
	}
}

// realTime checks the order of messages that do not overlap in time. If message A was acknowledged
// before message B was sent, A must come before B in the log.
func (c *check) realTime() {
	var earliest time.Time // earliest acknowledgement of a message that is later in the log
	var of string
	for i := len(c.order) - 1; i >= 0; i-- {
		m := c.play.messages[c.order[i]]
		if !earliest.IsZero() && earliest.Before(m.sent) {
			c.fail(ErrRealTime, "%s is before %s", c.order[i], of)
		}
		if !m.acked.IsZero() && (earliest.IsZero() || m.acked.Before(earliest)) {
			earliest = m.acked
			of = c.order[i]
		}
	}
}
