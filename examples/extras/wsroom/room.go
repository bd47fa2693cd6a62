package main

import (
	"strings"
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A room passes on each value to all members. It decodes the value from the dialect of its sender,
// and encodes it once for each dialect in the room. Any goroutine may use it.
type room struct {
	origins []string

	mu       sync.Mutex
	dialects []dialect
}

// A dialect is one way to encode messages, and the members who chose it.
type dialect struct {
	name     string
	protocol string // the sub-protocol by which a client chooses it
	codec    *codec.Codec
	members  map[*member]bool
}

// A member is a client that has said its name.
type member struct {
	name    string
	dialect dialect
	out     chan []byte // packets to send
	kick    func()      // ends the connection
}

// maxWaiting is how many packets may wait for a member. A slower member is disconnected, so the
// memory stays bounded: the members of a dialect share the packets, and 1024 of the longest packets
// are 64 MiB.
const maxWaiting = 1024

// newRoom returns an empty room. Web pages of its host and of the given origins may connect.
func newRoom(origins []string) (*room, error) {
	r := &room{origins: origins}
	for _, d := range codec.Dialects() {
		c, err := codec.New(codec.Options{Dialect: d, Limits: codec.Limits{MaxSize: maxMessage}})
		if err != nil {
			return nil, err
		}

		name := strings.ToLower(d.Name)
		r.dialects = append(r.dialects, dialect{name, protocol + name, c, map[*member]bool{}})
	}

	return r, nil
}

// join adds a member and tells all members, m included.
func (r *room) join(m *member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m.dialect.members[m] = true

	members := 0
	for _, d := range r.dialects {
		members += len(d.members)
	}

	r.tell(newEvent("joined", m.name, variant.KV("members", variant.Int(members))))
}

// leave removes a member and tells the others.
func (r *room) leave(m *member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(m.dialect.members, m)
	r.tell(newEvent("left", m.name))
}

// say passes on a value to all members, m included. Members whose dialect lacks the type of the
// value do not hear it, rather than hear a similar value. The sender gets an event with their
// number and the reason.
func (r *room) say(m *member, value variant.Variant) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, refused := range r.tell(newEvent("said", m.name, variant.KV("value", value))) {
		if packet, err := m.dialect.codec.Encode(refused); err == nil {
			m.send(packet)
		}
	}
}

// tell encodes an event once for each dialect and queues the packet for its members. It returns an
// event "refused" for each dialect that can't encode it. The caller holds the lock, so all members
// hear the events in the same order.
func (r *room) tell(event variant.Dictionary) (refused []variant.Dictionary) {
	for _, d := range r.dialects {
		if len(d.members) == 0 {
			continue
		}

		packet, err := d.codec.Encode(event)
		if err != nil {
			refused = append(refused, newEvent("refused", d.name,
				variant.KV("members", variant.Int(len(d.members))),
				variant.KV("why", variant.String(cut(err.Error(), 200)))))
			continue
		}

		for m := range d.members {
			m.send(packet)
		}
	}

	return refused
}

// send queues a packet, or disconnects a member that is too slow.
func (m *member) send(packet []byte) {
	select {
	case m.out <- packet:
	default:
		m.kick()
	}
}

// newEvent returns an event of the room: {"event": "said", "name": "Ada", …}.
func newEvent(event, name string, more ...variant.Pair) variant.Dictionary {
	d := variant.NewDictionary(
		variant.KV("event", variant.String(event)),
		variant.KV("name", variant.String(name)),
	)
	d.Pairs = append(d.Pairs, more...)
	return d
}
