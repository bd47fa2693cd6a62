package multiplayer_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/transport"
)

// must returns v, and panics at an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// fails returns the error of a function with two results.
func fails[T any](_ T, err error) error { return err }

// A hub carries messages between the Worlds of one program. It stores the messages until the method
// run delivers them.
type hub struct {
	worlds  map[int32]*multiplayer.World
	waiting []delivery
	events  map[int32][]multiplayer.Event
	errors  map[int32][]error

	// random, if it is not nil, makes messages of different channels and modes overtake each other.
	// It also makes unreliable messages get lost, doubled and reordered.
	random *rand.Rand
}

// A delivery is a message that has not arrived yet.
type delivery struct {
	from, to int32
	transport.Message
}

// A port is the transport of one World.
type port struct {
	*hub
	id int32
}

// Send stores a message in the hub. The function run delivers it to the peer.
func (p port) Send(to int32, m transport.Message) error {
	p.waiting = append(p.waiting, delivery{p.id, to, m})
	return nil
}

// Disconnect tells both sides that a connection has ended.
func (p port) Disconnect(id int32) {
	p.waiting = slices.DeleteFunc(p.waiting, func(d delivery) bool {
		return d.from == p.id && d.to == id || d.from == id && d.to == p.id
	})
	if w := p.worlds[id]; w != nil {
		p.take(id, func() ([]multiplayer.Event, error) { return w.Disconnect(p.id) })
	}
}

func newHub() *hub {
	return &hub{
		worlds: map[int32]*multiplayer.World{}, events: map[int32][]multiplayer.Event{},
		errors: map[int32][]error{},
	}
}

// session returns a hub with a server and clients that have these options. All of them are
// connected.
func session(t *testing.T, server multiplayer.Options, clients ...multiplayer.Options) *hub {
	t.Helper()
	h := newHub()
	h.add(1, server)
	for i, o := range clients {
		h.add(int32(i+2), o)
		h.connect(int32(i + 2))
	}
	h.run()
	require.Empty(t, h.errors)
	return h
}

// chat returns the node Chat of a World.
func (h *hub) chat(id int32) *multiplayer.Node { return h.worlds[id].Node("Chat") }

// add adds a World.
func (h *hub) add(id int32, o multiplayer.Options) *multiplayer.World {
	o.ID, o.Sender = id, port{h, id}
	w := multiplayer.New(o)
	h.worlds[id] = w
	return w
}

// connect connects a client with the server.
func (h *hub) connect(id int32) {
	h.take(1, func() ([]multiplayer.Event, error) { return h.worlds[1].Connect(id) })
	h.take(id, func() ([]multiplayer.Event, error) { return h.worlds[id].Connect(1) })
}

// take records the events and the error of a function of a World.
func (h *hub) take(id int32, do func() ([]multiplayer.Event, error)) {
	events, err := do()
	h.events[id] = append(h.events[id], events...)
	if err != nil {
		h.errors[id] = append(h.errors[id], err)
	}
}

// run delivers messages until none are left.
func (h *hub) run() {
	for len(h.waiting) > 0 {
		h.step()
	}
}

// step delivers one message, if there is one.
func (h *hub) step() {
	if len(h.waiting) == 0 {
		return
	}
	d, arrives := h.next()
	if w := h.worlds[d.to]; w != nil && arrives {
		h.take(d.to, func() ([]multiplayer.Event, error) { return w.Receive(d.from, d.Message) })
	}
}

// next chooses a message that has not arrived yet. The result arrives is false if the message is
// lost.
func (h *hub) next() (d delivery, arrives bool) {
	if h.random == nil {
		d = h.waiting[0]
		h.waiting = h.waiting[1:]
		return d, true
	}

	i := h.random.IntN(len(h.waiting))
	d = h.waiting[i]
	if d.Delivery != transport.Unreliable {
		i = slices.IndexFunc(h.waiting, func(x delivery) bool {
			return x.from == d.from && x.to == d.to &&
				x.Delivery == d.Delivery && x.Channel == d.Channel
		})
		d = h.waiting[i]
	}

	fate := h.random.IntN(10)
	if d.Delivery == transport.Unreliable && fate < 2 {
		return d, true // the message stays in the queue, and arrives a second time
	}
	h.waiting = slices.Delete(h.waiting, i, i+1)
	return d, d.Delivery == transport.Reliable || fate < 7
}

// poll polls all Worlds in the order of their IDs.
func (h *hub) poll() {
	for id := int32(1); int(id) <= len(h.worlds); id++ {
		h.take(id, h.worlds[id].Poll)
	}
}
