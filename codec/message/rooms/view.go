package rooms

import (
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

const (
	// patienceOfView is the time after which a gateway repeats a question that the owner has not
	// answered, or a message that the owner has not acknowledged.
	patienceOfView = 250 * time.Millisecond

	maxMissed = 256 // number of frames that a view keeps while it waits for the state
)

// A view has the data of a gateway about a room: the state that the owner has sent, and the clients
// of this gateway that are in the room.
type view struct {
	core
	room  string
	inbox string // subject of answers to this view

	mu       sync.Mutex
	closed   bool
	members  map[int64]*Visitor // members by session
	epoch    int64
	birth    int64
	tick     int64
	state    variant.Variant // nil if the state is not known
	paths    paths
	version  int64     // version of the state, which clients get
	missed   []changes // changes that have arrived since the view asked for the state
	joiner   joiner
	asked    time.Time // time when the view asked for the state; zero if it expects no answer
	probed   time.Time
	vacant   time.Time // time since when the room has no owner; zero if it has one
	trouble  string    // reason why the room can't be opened
	warned   time.Time // time when the clients were last told that the room has no owner
	incoming chan *nats.Msg
	subs     []*nats.Subscription
}

// A Visitor is a client of a gateway.
type Visitor struct {
	*message.Peer
	view *view // nil before it has joined
	seat       // guarded by the lock of the view
}

// end disconnects the client with a farewell of the owner.
func (c *Visitor) end(f farewell, birth int64) {
	c.End(&Goodbye{
		Kind: f.kind, Why: f.why, Last: f.last, Refused: refusals(f.refused), Birth: birth,
	})
}

// A changes is a frame with changes. Its paths are read only when it is applied.
type changes struct {
	kind byte
	body []byte // rest of the frame after the epoch
}

// ticks returns the ticks of the states before and after.
func (c changes) ticks() (from, to int64) {
	r := bits{b: c.body}
	to = r.int()
	return to - r.int(), to
}

// newView returns the view of a room. From then on the view receives the messages of the owner.
func newView(h core, room string) (*view, error) {
	v := &view{
		core: h, room: room, inbox: nats.NewInbox(),
		members:  map[int64]*Visitor{},
		incoming: make(chan *nats.Msg, inboxSize),
	}

	for _, subject := range []string{h.names.out(room), v.inbox} {
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

// join adds a visitor. It disconnects an older connection of the same session. It returns false if
// the view is closed.
func (v *view) join(c *Visitor, known bool) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}

	if before := v.members[c.session]; before != nil && before != c {
		before.end(farewell{kind: byeAgain, why: "the client has another connection"}, v.birth)
	}

	c.view = v
	c.known = known
	v.members[c.session] = c
	v.enter(c)
	if v.state == nil && v.asked.IsZero() {
		v.need()
	}

	return true
}

// enter asks the owner to let a visitor in.
func (v *view) enter(c *Visitor) {
	c.asked = time.Now()
	e := c.entry(EntryJoin)
	e.Gateway = v.registry.id
	e.Packet = c.data
	if c.known {
		e.Number = 1
	}
	v.send(e)
}

// leave removes a visitor. It reports whether the view had no other members and is closed now.
func (v *view) leave(c *Visitor) (closed bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.members[c.session] == c {
		delete(v.members, c.session)
		v.send(c.entry(EntryAway))
	}

	if len(v.members) == 0 && !v.closed {
		v.close()
		return true
	}

	return false
}

// quit tells the owner that a visitor will not come back.
func (v *view) quit(c *Visitor) {
	v.mu.Lock()
	defer v.mu.Unlock()
	c.leaving = true
	v.sendQuit(c)
}

func (v *view) sendQuit(c *Visitor) {
	e := c.entry(EntryLeave)
	e.Why = Quit
	c.asked = time.Now()
	v.send(e)
}

// do handles a message of a visitor, and sends it to the owner. If the message is already in the
// log, it acknowledges the message again. It ignores a message that already waits for the log. If
// the previous message is missing, it also ignores the message, because the client repeats it
// later.
func (v *view) do(c *Visitor, number int64, packet []byte) error {
	v.mu.Lock()
	defer v.mu.Unlock()

	next := c.last + int64(len(c.unacked)) + 1
	switch {
	case !c.welcome, number > next:
		return nil
	case number <= c.last:
		return c.Send(Ack{c.last, refusals(c.refused)})
	case number < next:
		return nil
	case len(c.unacked) >= v.config.Unacked:
		v.config.Hooks.Refused("full")
		return nil // the client will repeat it
	}

	if len(c.unacked) == 0 {
		c.sent = time.Now()
	}

	e := c.entry(EntryMessage)
	e.Number = number
	e.Dialect = c.Dialect().Name()
	e.Packet = packet
	c.unacked = append(c.unacked, e)
	v.send(e)

	return nil
}

// sync sends the complete state to a visitor.
func (v *view) sync(c *Visitor) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state == nil || !c.welcome || time.Since(c.synced) < patienceOfView/2 {
		return nil // the client will ask again
	}

	c.synced = time.Now()
	return c.Send(v.stateOf(c))
}

// stateOf returns the state for a visitor.
func (v *view) stateOf(c *Visitor) State {
	m := State{
		Version: v.version, Tick: v.tick, Last: c.last, Refused: refusals(c.refused),
		Birth: v.birth, State: v.state,
	}
	if v.rules.viewer != nil {
		m.Version = c.version
		m.State = c.seen
	}
	return m
}

// send sends an event to the owner of the room. If the event gets lost, it is sent again.
func (v *view) send(e Entry) { _ = v.publish(v.names.do(v.room), e.appendTo(nil)) }

// ask sends the list of members to the owner of the room. It asks for the tick, or for the state if
// full is true. If there is no owner, NATS answers at once with an empty message.
func (v *view) ask(full bool) {
	h := here{gateway: v.registry.id, members: map[int64]bool{}, full: full}
	for session, c := range v.members {
		h.members[session] = c.welcome
	}

	b := h.encode()
	v.config.Hooks.Bus(len(b), transport.Outgoing)
	_ = v.conn.PublishRequest(v.names.do(v.room), v.inbox, b)
}

// need asks for the state, unless the view already waits for it.
func (v *view) need() {
	v.missed = nil
	v.asked = time.Now()
	v.ask(true)
}

// run handles messages of the owner, and repeats messages without an answer. It ends when the view
// is closed.
func (v *view) run() {
	ticker := time.NewTicker(patienceOfView / 5)
	defer ticker.Stop()

	for {
		select {
		case m := <-v.incoming:
			v.take(m.Data)
		case <-ticker.C:
			if !v.repeat(time.Now()) {
				return
			}
		}
	}
}

// take handles a message of an owner.
func (v *view) take(data []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(data) == 0 { // by this NATS says that the room has no owner
		if v.vacant.IsZero() {
			v.vacant = time.Now()
		}
		_ = v.publish(v.names.wanted(), []byte(v.room))
		return
	}

	v.config.Hooks.Bus(len(data), transport.Incoming)
	data = v.joiner.add(data)
	if data == nil {
		return
	}
	if err := v.read(data); err != nil {
		v.config.Log.Warn("a message of an owner", "room", v.room, "error", err)
		v.need()
	}
}

// read reads the frames of a message.
func (v *view) read(data []byte) error {
	r := bits{b: data}
	var acks []ack
	var farewells []farewell
	var letters []Letter
	var err error

	for len(r.b) > 0 && r.err == nil && err == nil {
		kind, epoch := r.byte(), r.int()
		if kind == frameTrouble {
			v.trouble = r.text()
			continue
		}
		if epoch < v.epoch {
			return nil // the message is from a replaced owner
		}
		if epoch > v.epoch {
			v.begin(epoch)
		}
		v.vacant = time.Time{}
		v.trouble = ""

		switch kind {
		case frameAcks:
			acks = r.acks()
		case frameFarewells:
			farewells = r.farewells()
		case frameLetters:
			letters = r.letters()
		case frameChanges, frameFresh:
			err = v.change(changes{kind, r.b})
			r.b = nil
		case frameState:
			err = v.replace(&r)
		default:
			return unknown(kind)
		}
	}

	err = errors.Join(err, r.end())
	if err != nil {
		return err
	}
	for _, a := range acks {
		v.acked(a)
	}
	v.deliver(letters)
	for _, f := range farewells {
		v.part(f)
	}
	return nil
}

// begin changes to a new owner. The new owner may be behind the old owner by some ticks without
// messages, and it uses other numbers for paths. So the view asks for the state of the new owner.
// It repeats the messages that the old owner has not answered.
func (v *view) begin(epoch int64) {
	v.epoch = epoch
	v.need()

	now := time.Now()
	v.reenter(now, 0)
	v.resend(now, 0)
}

// change applies the changes of a tick.
func (v *view) change(c changes) error {
	from, to := c.ticks()

	switch {
	case v.state == nil || !v.asked.IsZero():
		v.missed = append(v.missed, c)
		v.missed = v.missed[max(0, len(v.missed)-maxMissed):]
	case to <= v.tick && from < to: // the changes were applied already
	case from != v.tick:
		v.need()
	case to > from:
		return v.follow(c)
	}

	return nil
}

// follow applies the changes of the next tick.
func (v *view) follow(c changes) error {
	f := frame{kind: c.kind}
	r := bits{b: c.body}
	v.paths.changes(&r, &f)
	if err := r.end(); err != nil {
		return err
	}

	state, err := tree.ApplyDelta(v.state, f.changes)
	if err != nil {
		return err
	}

	v.state = state
	v.tick = f.tick
	v.tell(f.changes)
	return nil
}

// replace sets a complete state, and sends the clients the difference.
func (v *view) replace(r *bits) error {
	if v.state != nil && v.asked.IsZero() {
		r.b = nil
		return nil // the view has not asked for the state
	}

	var f frame
	v.paths.state(r, &f)
	if err := r.end(); err != nil {
		return err
	}

	before := v.state
	v.state = f.state
	v.tick = f.tick
	v.birth = f.birth
	v.asked = time.Time{}
	if err := v.differ(before); err != nil {
		return err
	}

	missed := v.missed
	v.missed = nil
	for _, m := range missed {
		if err := v.change(m); err != nil {
			return err
		}
	}

	for _, c := range v.members {
		if c.pending != nil {
			v.greet(c, *c.pending)
		}
	}
	return nil
}

// differ sends the clients the difference from the previous state, if there was one.
func (v *view) differ(before variant.Variant) error {
	if before == nil {
		v.version++
		return nil
	}

	patch, err := tree.Diff(before, v.state, tree.DiffOptions{AnyKeyOrder: true})
	if err != nil {
		return err
	}
	changes, err := patch.Delta()
	if err != nil {
		return err
	}
	if len(changes.Items) > 0 {
		v.tell(changes)
	}
	return nil
}

// tell sends changes to all clients that have the previous state. With a [Viewer], each client gets
// the changes of its own view.
func (v *view) tell(changes variant.Array) {
	if v.rules.viewer != nil {
		for c := range v.welcomed {
			v.look(c)
		}
		return
	}

	v.version++
	m := Tick{From: v.version - 1, Version: v.version, Tick: v.tick, Changes: changes}
	err := message.Broadcast(v.welcomed, m)
	if err != nil {
		v.config.Log.Error("tell the clients", "room", v.room, "error", err)
	}
}

// look sends a client the changes of its view.
func (v *view) look(c *Visitor) {
	seen := v.rules.view(v.state, c.player.ID)
	patch, err := tree.Diff(c.seen, seen, tree.DiffOptions{AnyKeyOrder: true})
	if err != nil || len(patch) == 0 {
		return
	}
	changes, err := patch.Delta()
	if err != nil {
		return
	}

	c.seen = seen
	c.version++
	_ = c.Send(Tick{c.version - 1, c.version, v.tick, changes}) // fails only if the client has left
}

// welcomed yields the members that have received the state.
func (v *view) welcomed(yield func(*Visitor) bool) {
	for _, c := range v.members {
		if c.welcome && !yield(c) {
			return
		}
	}
}

// acked handles an acknowledgement of the owner for the messages of a session. A new visitor gets
// an answer only if the acknowledgement has the number of its connection, because then the
// connection is in the log. Any other acknowledgement may be a late message of a replaced owner,
// and may have fewer messages than were already acknowledged to the visitor.
func (v *view) acked(a ack) {
	c := v.members[a.session]
	switch {
	case c == nil:
	case !c.welcome && a.try != c.try:
	case !c.welcome:
		v.greet(c, a)
	default:
		accepted, refused := c.accept(a)
		for range refused {
			v.config.Hooks.Refused("game")
		}
		if accepted > 0 {
			_ = c.Send(Ack{c.last, refusals(c.refused)}) // fails only if the client has left
		}
	}
}

// greet sends the state to a visitor who has just joined, if this gateway has the state.
func (v *view) greet(c *Visitor, a ack) {
	if v.state == nil || !v.asked.IsZero() {
		c.pending = &a // the state has not arrived yet
		return
	}

	c.pending = nil
	c.welcome = true
	c.known = true
	c.last = a.last
	c.refused = a.refused
	c.seen = v.rules.view(v.state, c.player.ID)
	if err := c.Send(v.stateOf(c)); err != nil {
		c.End(err) // for example, the state is too long for a datagram
	}
}

// part disconnects a visitor whose session has ended.
func (v *view) part(f farewell) {
	c := v.members[f.session]
	if c == nil {
		return
	}
	switch f.kind {
	case byeFull, byeRefused:
		v.config.Hooks.Refused(f.kind)
	}
	c.end(f, v.birth)
}

// deliver sends letters to visitors.
func (v *view) deliver(letters []Letter) {
	for _, l := range letters {
		for c := range v.welcomed {
			if l.To == "" || l.To == c.player.ID {
				_ = c.Send(Mail{l.Body}) // fails only if the client has left
			}
		}
	}
}

// repeat repeats requests and messages without an answer. It returns false if the view is closed.
func (v *view) repeat(now time.Time) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}

	if !v.asked.IsZero() && now.Sub(v.asked) > patienceOfView {
		v.need()
	}

	if now.Sub(v.probed) > probe {
		v.probed = now
		v.ask(false)
	}

	v.reenter(now, patienceOfView)
	v.resend(now, patienceOfView)
	v.warn(now)
	return true
}

// reenter repeats the requests to enter or to leave that were sent at least a duration ago.
func (v *view) reenter(now time.Time, longer time.Duration) {
	for _, c := range v.members {
		if now.Sub(c.asked) < longer {
			continue
		}
		switch {
		case c.leaving:
			v.sendQuit(c)
		case !c.welcome:
			v.enter(c)
		}
	}
}

// resend repeats all messages that were sent at least a duration ago.
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

// warn tells the clients once a second that the room has no owner.
func (v *view) warn(now time.Time) {
	if v.vacant.IsZero() || now.Sub(v.vacant) < v.config.Lease || now.Sub(v.warned) < time.Second {
		return
	}

	v.warned = now
	why := v.trouble
	if why == "" {
		why = "the room has no owner at the moment"
	}
	for _, c := range v.members {
		_ = c.Send(Waiting{why}) // fails only if the client has left
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

// end disconnects all members. They then go to another gateway.
func (v *view) end(why error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range v.members {
		c.End(why)
	}
}
