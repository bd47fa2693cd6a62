package rooms

import (
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"godotvariant/codec/message"
	"godotvariant/codec/transport"
	"godotvariant/variant"
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
	version  int64          // number of the state that clients get, see State.Version
	missed   []changesFrame // changes that have arrived since the view asked for the state
	joiner   joiner
	asked    time.Time // time when the view asked for the state; zero if it expects no answer
	probed   time.Time
	vacant   time.Time // time when the view noticed that the room has no owner; zero if it has one
	trouble  string    // reason why the room can't be opened
	warned   time.Time // time when the clients were last told that the room has no owner
	incoming chan *nats.Msg
	subs     []*nats.Subscription
}

// A Visitor is a client of a gateway.
type Visitor struct {
	*message.Peer
	view *view // nil until the client has joined a room
	seat       // guarded by the lock of the view
}

// end disconnects the client with a farewell of the owner.
func (c *Visitor) end(f farewell, birth int64) {
	c.End(&Goodbye{
		Kind: f.kind, Why: f.why, Last: f.last, Refused: refusals(f.refused), Birth: birth,
	})
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

// count returns the number of members, and the number of their messages that wait for the log.
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

// welcomed yields the members that have received the state.
func (v *view) welcomed(yield func(*Visitor) bool) {
	for _, c := range v.members {
		if c.welcome && !yield(c) {
			return
		}
	}
}

// send sends an event to the owner of the room. If the event gets lost, it is sent again.
func (v *view) send(e Entry) { _ = v.publish(v.names.do(v.room), e.appendTo(nil)) }

// ask sends the list of members to the owner of the room. It asks for the tick. If the argument
// full is true, it asks for the state instead. If there is no owner, NATS answers at once with an
// empty message.
func (v *view) ask(full bool) {
	h := hereMessage{gateway: v.registry.id, members: map[int64]bool{}, full: full}
	for session, c := range v.members {
		h.members[session] = c.welcome
	}

	b := h.encode()
	v.config.Hooks.Bus(len(b), transport.Outgoing)
	_ = v.conn.PublishRequest(v.names.do(v.room), v.inbox, b)
}

// need asks for the state. It drops the changes that wait for an earlier answer.
func (v *view) need() {
	v.missed = nil
	v.asked = time.Now()
	v.ask(true)
}
