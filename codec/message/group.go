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
			continue // the zero Peer is a client that has left
		}

		made := packets.of(p.spoken(), m)
		first = cmp.Or(first, p.deliver(made))
	}

	return first
}

// deliver queues a packet that several clients get. It returns the error of encoding the packet. If
// the client has left, deliver drops the packet and returns nil.
func (p *Peer) deliver(made packetOf) error {
	if made.err != nil {
		return made.err
	}

	err := p.post(made)
	if p.Ended() != nil {
		return nil
	}
	return err
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
