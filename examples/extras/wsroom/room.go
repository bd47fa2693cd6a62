package main

import (
	"strings"
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
)

// A room passes what one member says on to all. Its members speak different dialects: a value is
// decoded from the dialect of its sender, and encoded once for each dialect in the room. Any
// goroutine may use it.
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

// maxWaiting is how many packets may wait for a member. A member with more is sent away, so that
// memory does not grow for the slowest: the members of a dialect share the packets, and 1024 of
// the longest are 64 MiB.
const maxWaiting = 1024

// newRoom returns an empty room. Web pages of the given origins may connect, besides those of the
// room's own host.
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

// join lets m in and tells everybody, m included.
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

// leave tells the others that m has gone.
func (r *room) leave(m *member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(m.dialect.members, m)
	r.tell(newEvent("left", m.name))
}

// say passes a value on to everybody, m included. Members whose dialect can't express it do not
// hear it: a value that is almost the same would be a lie. m is told how many they are, and why.
func (r *room) say(m *member, value variant.Variant) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, refused := range r.tell(newEvent("said", m.name, variant.KV("value", value))) {
		if packet, err := m.dialect.codec.Encode(refused); err == nil {
			m.send(packet)
		}
	}
}

// tell encodes an event once for each dialect and queues the bytes for its members. It returns an
// event for each dialect whose members can't hear it. The caller holds the lock, so that all hear
// everything in the same order.
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

// send queues a packet.
func (m *member) send(packet []byte) {
	select {
	case m.out <- packet:
	default:
		m.kick()
	}
}

// newEvent returns what the room sends: {"event": "said", "name": "Ada", …}.
func newEvent(event, name string, more ...variant.Pair) variant.Dictionary {
	d := variant.NewDictionary(
		variant.KV("event", variant.String(event)),
		variant.KV("name", variant.String(name)),
	)
	d.Pairs = append(d.Pairs, more...)
	return d
}
