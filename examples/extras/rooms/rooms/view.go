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
	// patienceOfView is how long a gateway waits for an answer of an owner before it asks again,
	// and for the acknowledgement of a message before it sends the message again.
	patienceOfView = 250 * time.Millisecond

	// probe is how often a gateway asks the owner of a room for its tick. The owner learns that
	// there are players, and the gateway that it has missed something.
	probe = time.Second

	maxMissed = 256 // changes that a view keeps while it waits for the state before them
)

// ErrReplaced is why a client leaves when its player joins again.
var ErrReplaced = errors.New("rooms: the player has joined again")

// A view is what a gateway knows of a room: the state as its owner says it, and the players who are
// there through this gateway.
type view struct {
	host
	room  string
	inbox string // the subject of answers to this view

	mu       sync.Mutex
	closed   bool
	members  map[string]*Visitor // by player
	epoch    int64
	tick     int64
	state    variant.Variant // nil while it is not known
	version  int64           // of the state for clients
	missed   []out           // changes of ticks after a state that is asked for
	asked    time.Time       // when the state was asked for, zero if it was not
	probed   time.Time
	incoming chan *nats.Msg
	subs     []*nats.Subscription
}

// A Visitor is a client of a gateway.
type Visitor struct {
	*message.Peer
	player Player
	view   *view // nil before it has joined

	// The lock of the view guards what follows.
	welcome bool      // State has been sent
	asked   time.Time // for its last number
	synced  time.Time // the state was sent again
	last    int64     // that is in the log
	unacked []Entry   // the ones after that
	sent    time.Time // the first of them
}

// newView returns the view of a room, which takes messages of its owner from now on.
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

// join takes a visitor, in place of one who has the same player. It reports false if the view is
// closed.
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

// leave forgets a visitor, and reports whether the view has no members any more and is closed.
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

// do takes a message of a visitor, and sends it to the owner. One that is in the log is
// acknowledged again, one that waits for that is known, and one that is too early will come again.
func (v *view) do(c *Visitor, number int64, packet []byte) error {
	v.mu.Lock()
	defer v.mu.Unlock()

	switch next := c.last + int64(len(c.unacked)) + 1; {
	case !c.welcome:
		return nil
	case number > next:
		if time.Since(c.asked) > patienceOfView {
			v.askFor(c) // the last number may be an old one
		}
		return nil
	case number <= c.last:
		return c.Send(Ack{c.last})
	case number < next:
		return nil
	case len(c.unacked) >= v.config.Unacked:
		v.config.Hooks.Refused("full")
		return nil // it comes again
	}

	if len(c.unacked) == 0 {
		c.sent = time.Now()
	}

	e := Entry{c.player.ID, number, c.Dialect().Name, packet}
	c.unacked = append(c.unacked, e)
	v.send(e)

	return nil
}

// sync sends the whole state to a visitor.
func (v *view) sync(c *Visitor) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state == nil || !c.welcome || time.Since(c.synced) < patienceOfView/2 {
		return nil // a client asks again
	}

	c.synced = time.Now()
	return c.Send(State{v.version, v.tick, c.last, v.state})
}

// send sends a message to the owner of the room. If it gets lost, it is sent again.
func (v *view) send(e Entry) {
	if packet, err := codec.Marshal(e); err == nil {
		v.config.Hooks.Bus(len(packet), false)
		_ = v.conn.Publish(doSubject(v.room), packet)
	}
}

// ask asks the owner of the room. If there is none, NATS answers at once with an empty message.
func (v *view) ask(q question) {
	if packet, err := codec.Marshal(q); err == nil {
		v.config.Hooks.Bus(len(packet), false)
		_ = v.conn.PublishRequest(askSubject(v.room), v.inbox, packet)
	}
}

// askFor asks for the last number of a visitor, and for the state if this gateway has none.
func (v *view) askFor(c *Visitor) {
	c.asked = time.Now()
	full := v.state == nil
	if full {
		v.asked = c.asked
	}
	v.ask(question{Player: c.player.ID, Full: full})
}

// run takes messages of the owner, and repeats what got lost. It ends when the view is closed.
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

// take takes a message of an owner.
func (v *view) take(m *nats.Msg) {
	if len(m.Data) == 0 { // nobody listens to this view's questions
		_ = v.conn.Publish(openSubject, []byte(v.room))
		return
	}

	v.config.Hooks.Bus(len(m.Data), true)
	var o out
	if err := codec.Unmarshal(m.Data, &o); err != nil {
		v.config.Log.Error("a message of an owner", "room", v.room, "error", err)
		return
	}

	v.mu.Lock()
	defer v.mu.Unlock()
	if o.Epoch < v.epoch {
		return // of an owner that was replaced
	}

	if o.Epoch > v.epoch {
		v.begin(o.Epoch)
	}

	v.change(o)
	for _, a := range o.Acks {
		v.acked(a)
	}
}

// begin begins with a new owner. It may be behind the one before, by ticks without messages, so its
// state is asked for. It has not got what the one before did not write.
func (v *view) begin(epoch int64) {
	v.epoch = epoch
	v.missed = nil
	v.asked = time.Now()
	v.ask(question{Full: true})
	v.resend(time.Now(), 0)
}

// change takes the state of a message, or its changes.
func (v *view) change(o out) {
	switch {
	case o.State != nil:
		v.replace(o)
	case v.state == nil || !v.asked.IsZero():
		v.missed = append(v.missed, o)
		if len(v.missed) > maxMissed {
			v.missed = v.missed[1:]
		}
	case o.Tick <= v.tick && o.From < o.Tick: // known
	case o.From != v.tick:
		v.missed = nil
		v.asked = time.Now()
		v.ask(question{Full: true})
	case o.Tick > o.From:
		v.follow(o)
	}
}

// replace takes a whole state, and tells the clients what is different.
func (v *view) replace(o out) {
	if v.state != nil && v.asked.IsZero() {
		return // not asked for
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

// follow takes the changes of a tick.
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

// tell sends changes to all clients that have the state before them.
func (v *view) tell(changes variant.Array) {
	v.version++
	m := Tick{From: v.version - 1, Version: v.version, Tick: v.tick, Changes: changes}
	err := message.Broadcast(v.welcomed, m)
	if err != nil {
		v.config.Log.Error("tell the clients", "room", v.room, "error", err)
	}
}

// welcomed yields the members that have a state.
func (v *view) welcomed(yield func(*Visitor) bool) {
	for _, c := range v.members {
		if c.welcome && !yield(c) {
			return
		}
	}
}

// acked takes what the owner says of a player's messages.
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
		_ = c.Send(Refused{a.Number, a.Why}) // or it has left
		return
	}
	_ = c.Send(Ack{a.Number})
}

// greet sends the state to a visitor who has just joined, as soon as it is there.
func (v *view) greet(c *Visitor, last int64) {
	if v.state == nil {
		return // asked for again
	}

	c.welcome = true
	c.last = last
	c.unacked = nil
	if err := c.Send(State{v.version, v.tick, last, v.state}); err != nil {
		c.End(err) // such as a state that is too long for a datagram
	}
}

// repeat asks again and sends again what has got no answer. It reports false after the end.
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

// resend sends all messages again that wait for so long.
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

// count returns how many members there are, and how many of their messages wait.
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
