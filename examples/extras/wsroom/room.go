package main

import (
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
)

// room passes what one member says on to all. Any goroutine may use it.
type room struct {
	codec   *codec.Codec
	origins []string

	mu      sync.Mutex
	members map[*member]bool
}

// member is somebody who has said a name.
type member struct {
	name string
	out  chan []byte // packets to send
	kick func()      // ends the connection
}

// maxWaiting is how many packets may wait for a member. Who lags behind by more
// is sent away, so that nobody's memory grows for the slowest.
const maxWaiting = 256

func newRoom(c *codec.Codec, origins []string) *room {
	return &room{codec: c, origins: origins, members: map[*member]bool{}}
}

// join lets m in and tells everybody, m included.
func (r *room) join(m *member) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.members[m] = true
	return r.tell("joined", m.name, variant.KV("members", variant.Int(len(r.members))))
}

// leave tells the others that m has gone.
func (r *room) leave(m *member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.members, m)
	_ = r.tell("left", m.name) // cannot be too long, the name has been told before
}

// say passes text on to everybody, m included. The error is a variant.ErrLimit
// where the clients could not take it.
func (r *room) say(m *member, text variant.String) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tell("said", m.name, variant.KV("text", text))
}

// tell encodes an event once and queues the bytes for all members. The caller
// holds the lock, so that all hear everything in the same order.
func (r *room) tell(event, name string, more ...variant.Pair) error {
	packet, err := r.codec.Encode(newEvent(event, name, more...))
	if err != nil {
		return err
	}
	for m := range r.members {
		m.send(packet)
	}
	return nil
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
