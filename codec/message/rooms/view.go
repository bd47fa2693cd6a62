package rooms

import (
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

const (
	// patienceOfView is the time after which a gateway repeats a question that the owner has not
	// answered, or a message that the owner has not acknowledged.
	patienceOfView = 250 * time.Millisecond

	maxMissed = 256 // number of changes that a view keeps while it waits for the state
)

// ErrReplaced is the error with which a client is disconnected when its player joins again.
var ErrReplaced = errors.New("rooms: the player has joined again")

// A view has what a gateway knows about a room: the state that the owner has sent, and the clients
// of this gateway that are in the room.
type view struct {
	host
	room  string
	inbox string // the subject of answers to this view

	mu       sync.Mutex
	closed   bool
	members  map[string]*Visitor // by the ID of the player
	epoch    int64
	tick     int64
	state    variant.Variant // nil while it is not known
	version  int64           // version of the state, as clients see it
	missed   []out           // changes that arrived while the state was asked for
	asked    time.Time       // when the state was asked for; zero if it is not being asked for
	probed   time.Time
	incoming chan *nats.Msg
	subs     []*nats.Subscription
}

// A Visitor is a client of a gateway.
type Visitor struct {
	*message.Peer
	player Player
	view   *view // nil before it has joined

	// The lock of the view guards the following fields.
	welcome bool      // the first State has been sent
	asked   time.Time // when the owner was last asked for the player's last number
	synced  time.Time // when the state was last sent again
	last    int64     // number of the last message that is in the log
	unacked []Entry   // the messages after it
	sent    time.Time // when the first of unacked was last sent
}

// newView returns the view of a room. It receives messages of the owner from now on.
func newView(h host, room string) (*view, error) {
	v := &view{
		host: h, room: room, inbox: nats.NewInbox(),
		members:  map[string]*Visitor{},
		incoming: make(chan *nats.Msg, inboxSize),
	}

	for _, subject := range []string{outSubject(room), v.inbox} {
		s, err := h.conn.ChanSubscribe(subject, v.incoming)
		if err != nil {
			v.close()
			return nil, err
		}
		v.subs = append(v.subs, s)
	}

	return v, nil
}

// close ends a view without members.
func (v *view) close() {
	v.closed = true
	for _, s := range v.subs {
		_ = s.Unsubscribe()
	}
}

// join adds a visitor. It disconnects another visitor with the same player. It reports false if the
// view is closed.
func (v *view) join(c *Visitor) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}

	if before := v.members[c.player.ID]; before != nil && before != c {
		before.End(ErrReplaced)
	}

	c.view = v
	v.members[c.player.ID] = c
	v.askFor(c)

	return true
}

// leave removes a visitor. It reports whether the view had no other members and is closed now.
func (v *view) leave(c *Visitor) (closed bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.members[c.player.ID] == c {
		delete(v.members, c.player.ID)
	}

	if len(v.members) == 0 && !v.closed {
		v.close()
		return true
	}

	return false
}

// do handles a message of a visitor, and sends it to the owner. It acknowledges a message that is
// in the log again. It ignores a message that already waits for the log, and a message that comes
// too early, since the client will repeat it.
func (v *view) do(c *Visitor, number int64, packet []byte) error {
	v.mu.Lock()
	defer v.mu.Unlock()

	switch next := c.last + int64(len(c.unacked)) + 1; {
	case !c.welcome:
		return nil
	case number > next:
		if time.Since(c.asked) > patienceOfView {
			v.askFor(c) // the known last number may be old
		}
		return nil
	case number <= c.last:
		return c.Send(Ack{c.last})
	case number < next:
		return nil
	case len(c.unacked) >= v.config.Unacked:
		v.config.Hooks.Refused("full")
		return nil // the client repeats it
	}

	if len(c.unacked) == 0 {
		c.sent = time.Now()
	}

	e := Entry{c.player.ID, number, c.Dialect().Name(), packet}
	c.unacked = append(c.unacked, e)
	v.send(e)

	return nil
}

// sync sends the complete state to a visitor.
func (v *view) sync(c *Visitor) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state == nil || !c.welcome || time.Since(c.synced) < patienceOfView/2 {
		return nil // the client asks again
	}

	c.synced = time.Now()
	return c.Send(State{v.version, v.tick, c.last, v.state})
}

// send sends a message to the owner of the room. If it gets lost, it is sent again.
func (v *view) send(e Entry) {
	if packet, err := codec.Marshal(e); err == nil {
		v.config.Hooks.Bus(len(packet), Sent)
		_ = v.conn.Publish(doSubject(v.room), packet)
	}
}

// ask sends a question to the owner of the room. If there is no owner, NATS answers at once with an
// empty message.
func (v *view) ask(q question) {
	if packet, err := codec.Marshal(q); err == nil {
		v.config.Hooks.Bus(len(packet), Sent)
		_ = v.conn.PublishRequest(askSubject(v.room), v.inbox, packet)
	}
}

// askFor asks the owner for the last number of a visitor, and for the state if this gateway does
// not have it.
func (v *view) askFor(c *Visitor) {
	c.asked = time.Now()
	full := v.state == nil
	if full {
		v.asked = c.asked
	}
	v.ask(question{Player: c.player.ID, Full: full})
}

// run handles messages of the owner, and repeats messages without an answer. It ends when the view
// is closed.
func (v *view) run() {
	ticker := time.NewTicker(patienceOfView / 5)
	defer ticker.Stop()

	for {
		select {
		case m := <-v.incoming:
			v.take(m)
		case <-ticker.C:
			if !v.repeat(time.Now()) {
				return
			}
		}
	}
}

// take handles a message of an owner.
func (v *view) take(m *nats.Msg) {
	if len(m.Data) == 0 { // the answer of NATS: the room has no owner
		_ = v.conn.Publish(openSubject, []byte(v.room))
		return
	}

	v.config.Hooks.Bus(len(m.Data), Received)
	var o out
	if err := codec.Unmarshal(m.Data, &o); err != nil {
		v.config.Log.Error("a message of an owner", "room", v.room, "error", err)
		return
	}

	v.mu.Lock()
	defer v.mu.Unlock()
	if o.Epoch < v.epoch {
		return // the message is of an owner that was replaced
	}

	if o.Epoch > v.epoch {
		v.begin(o.Epoch)
	}

	v.change(o)
	for _, a := range o.Acks {
		v.acked(a)
	}
}

// begin changes to a new owner. The new owner may be some ticks without messages behind the old
// owner, so the view asks for its state. Messages that the old owner did not write are sent again.
func (v *view) begin(epoch int64) {
	v.epoch = epoch
	v.missed = nil
	v.asked = time.Now()
	v.ask(question{Full: true})
	v.resend(time.Now(), 0)
}

// change applies the state or the changes of a message.
func (v *view) change(o out) {
	switch {
	case o.State != nil:
		v.replace(o)
	case v.state == nil || !v.asked.IsZero():
		v.missed = append(v.missed, o)
		if len(v.missed) > maxMissed {
			v.missed = v.missed[1:]
		}
	case o.Tick <= v.tick && o.From < o.Tick: // already applied
	case o.From != v.tick:
		v.missed = nil
		v.asked = time.Now()
		v.ask(question{Full: true})
	case o.Tick > o.From:
		v.follow(o)
	}
}

// replace sets a complete state, and sends the clients the difference.
func (v *view) replace(o out) {
	if v.state != nil && v.asked.IsZero() {
		return // the view has not asked for it
	}

	before := v.state
	v.state = o.State
	v.tick = o.Tick
	v.asked = time.Time{}

	if before != nil {
		patch, err := tree.Diff(before, v.state, tree.DiffOptions{AnyKeyOrder: true})
		changes, err2 := patch.Delta()
		if errors.Join(err, err2) == nil && len(changes.Items) > 0 {
			v.tell(changes)
		}
	} else {
		v.version++
	}

	missed := v.missed
	v.missed = nil
	for _, m := range missed {
		v.change(m)
	}
}

// follow applies the changes of a tick.
func (v *view) follow(o out) {
	state, err := tree.ApplyDelta(v.state, o.Changes)
	if err != nil {
		v.config.Log.Error("changes of a tick", "room", v.room, "error", err)
		v.asked = time.Now()
		v.ask(question{Full: true})
		return
	}

	v.state = state
	v.tick = o.Tick
	v.tell(o.Changes)
}

// tell sends changes to all clients that have got the state before.
func (v *view) tell(changes variant.Array) {
	v.version++
	m := Tick{From: v.version - 1, Version: v.version, Tick: v.tick, Changes: changes}
	err := message.Broadcast(v.welcomed, m)
	if err != nil {
		v.config.Log.Error("tell the clients", "room", v.room, "error", err)
	}
}

// welcomed yields the members that have got the state.
func (v *view) welcomed(yield func(*Visitor) bool) {
	for _, c := range v.members {
		if c.welcome && !yield(c) {
			return
		}
	}
}

// acked handles an acknowledgement of the owner for a player's messages.
func (v *view) acked(a ack) {
	c := v.members[a.Player]
	if c == nil {
		return
	}

	if a.Number == 0 && a.Why != "" {
		v.config.Hooks.Refused("full")
		c.End(errors.New("rooms: " + a.Why))
		return
	}

	if !c.welcome {
		v.greet(c, a.Number)
		return
	}

	n := a.Number - c.last
	if n <= 0 {
		return
	}

	c.last = a.Number
	c.unacked = c.unacked[min(int(n), len(c.unacked)):]
	c.sent = time.Now()
	if a.Why != "" {
		v.config.Hooks.Refused("game")
		_ = c.Send(Refused{a.Number, a.Why}) // fails only if the client has left
		return
	}
	_ = c.Send(Ack{a.Number})
}

// greet sends the state to a visitor who has just joined, if this gateway has the state.
func (v *view) greet(c *Visitor, last int64) {
	if v.state == nil {
		return // the state is still asked for
	}

	c.welcome = true
	c.last = last
	c.unacked = nil
	if err := c.Send(State{v.version, v.tick, last, v.state}); err != nil {
		c.End(err) // for example, the state is too long for a datagram
	}
}

// repeat repeats questions and messages without an answer. It reports false if the view is closed.
func (v *view) repeat(now time.Time) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}

	if !v.asked.IsZero() && now.Sub(v.asked) > patienceOfView {
		v.asked = now
		v.missed = nil
		v.ask(question{Full: true})
	}

	if now.Sub(v.probed) > probe {
		v.probed = now
		v.ask(question{})
	}

	for _, c := range v.members {
		if !c.welcome && now.Sub(c.asked) > patienceOfView {
			v.askFor(c)
		}
	}

	v.resend(now, patienceOfView)
	return true
}

// resend repeats all messages that have waited longer than longer.
func (v *view) resend(now time.Time, longer time.Duration) {
	for _, c := range v.members {
		if len(c.unacked) == 0 || now.Sub(c.sent) < longer {
			continue
		}

		c.sent = now
		for _, e := range c.unacked {
			v.send(e)
		}
	}
}

// count returns the number of members, and of their messages that wait for the log.
func (v *view) count() (members, unacked int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range v.members {
		unacked += len(c.unacked)
	}
	return len(v.members), unacked
}

// end disconnects all members.
func (v *view) end(why error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range v.members {
		c.End(why)
	}
}
