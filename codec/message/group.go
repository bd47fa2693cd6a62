package message

import (
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
// Broadcast returns errors of encoding, see [Peer.Send]. Clients of a dialect in which the message
// can't be encoded do not get it. A client with a full queue is disconnected, as by Peer.Send. That
// is not an error of Broadcast.
func Broadcast[P Member](to iter.Seq[P], m any) error {
	type packet struct {
		name  string
		bytes []byte
		err   error
	}

	packets := map[format]packet{}
	var first error

	for member := range to {
		p := member.peer()
		f := p.spoken()

		made, ok := packets[f]
		if !ok {
			made.name, made.bytes, made.err = f.encode(m)
			packets[f] = made
		}

		if made.err != nil && first == nil {
			first = made.err
		}
		if made.err == nil {
			_ = p.post(made.name, made.bytes) // a client that has left needs no message
		}
	}

	return first
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

	maps.DeleteFunc(g.members, func(p *Peer, _ P) bool { return p.ended() != nil })
	return slices.Collect(maps.Values(g.members))
}

// Send sends a message to all clients of the group, see [Broadcast].
func (g *Group[P]) Send(m any) error { return Broadcast(slices.Values(g.Members()), m) }
