package message

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sync"
)

// A Member is a client of a [Server]: a [*Peer], or a struct of the program that embeds one.
type Member interface{ peer() *Peer }

func (p *Peer) peer() *Peer { return p }

// Broadcast sends a message to several clients, and encodes it only once for each dialect:
//
//	message.Broadcast(maps.Keys(game.players), Moved{…})
//
// Broadcast returns the first error of [Peer.Send] for a client that is still connected: the
// message can't be encoded in the client's dialect, or is longer than its transport can carry. The
// other clients get the message. A client with a full queue is disconnected, as by Peer.Send. That
// is not an error of Broadcast.
func Broadcast[P Member](to iter.Seq[P], m any) error {
	var packets packets
	var first error

	for member := range to {
		p := member.peer()
		if p.Peer == nil {
			continue // the zero Peer
		}

		made := packets.of(p.spoken(), m)
		first = cmp.Or(first, p.deliver(made))
	}

	return first
}

// deliver queues a packet that several clients get. A client that has left needs no message.
func (p *Peer) deliver(made packetOf) error {
	if made.err != nil {
		return made.err
	}

	err := p.post(made.name, made.bytes)
	if p.Ended() != nil {
		return nil
	}
	return err
}

// packets are one message in the formats of several clients, of which there are few.
type packets []packetOf

type packetOf struct {
	format format
	name   string
	bytes  []byte
	err    error
}

// of returns the packet of m in a format. It is encoded once.
func (all *packets) of(f format, m any) packetOf {
	for _, made := range *all {
		if made.format == f {
			return made
		}
	}

	made := packetOf{format: f}
	made.name, made.bytes, made.err = f.encode(m)
	*all = append(*all, made)
	return made
}

// A Group is a set of clients, such as the players in a room. The Group drops clients that have
// been disconnected. The zero Group is empty. It is safe for concurrent use. Do not copy a Group.
type Group[P Member] struct {
	mu      sync.Mutex
	members map[*Peer]P
}

// Add adds a client. Adding a member again does nothing.
func (g *Group[P]) Add(member P) {
	g.mu.Lock()
	defer g.mu.Unlock()

	if g.members == nil {
		g.members = map[*Peer]P{}
	}

	g.members[member.peer()] = member
}

// Remove removes a client. It does nothing if the client is not a member.
func (g *Group[P]) Remove(member P) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.members, member.peer())
}

// Members returns the clients of the group that are still connected, in any order.
func (g *Group[P]) Members() []P {
	g.mu.Lock()
	defer g.mu.Unlock()

	dropEnded(g.members)
	return slices.Collect(maps.Values(g.members))
}

// dropEnded removes the clients that have been disconnected.
func dropEnded[V any](members map[*Peer]V) {
	maps.DeleteFunc(members, func(p *Peer, _ V) bool { return p.Ended() != nil })
}

// Send sends a message to all clients of the group, see [Broadcast].
func (g *Group[P]) Send(m any) error { return Broadcast(slices.Values(g.Members()), m) }
