package traffic

import (
	"fmt"

	"godotvariant/cmd/gdnet/rpc"
	"godotvariant/codec/multiplayer/packet"
)

// A session is the state of a connection.
type session struct {
	conn         int
	begun        bool          // a message was seen
	ends         int           // number of sides that send nothing more
	format, twin *packet.Codec // nil if the connection does not use Godot's multiplayer
	framed       bool          // the messages are frames of Godot 3
	id           int32         // ID of the client, or 0 if it is not known

	known   map[string]rpc.Node // scripts by checksum
	scripts map[string]rpc.Node // scripts of nodes by path
	sides   map[int32]*side     // for each peer, by ID: the names that it has sent

	totals totals
}

// A side has the paths and names of nodes from the packets of one peer.
type side struct {
	numbers map[uint32]string // paths of nodes
	spawned map[uint32]string // by ID: the names of spawned nodes and of their synchronizers
}

// server is the server's ID as a peer.
const server = 1

// most is the limit for the number of peers in a session, and for the number of names in each of
// its maps.
const most = 4096

// damaged is the row of the totals for damaged packets.
const damaged = "damaged"

// said is what a Monitor says about a message. The field text is the explanation of the message.
// The field about is the name of the row of the totals in which the message is counted.
type said struct {
	text, about string
}

// target returns the beginning of a line about a packet. It contains the receiver, unless the
// receiver is the server.
func target(to int32) string {
	switch {
	case to == 0:
		return "for all: "
	case to < 0:
		return fmt.Sprintf("for all but %d: ", -int64(to))
	}
	return fmt.Sprintf("for %d: ", to)
}

// side returns the paths and names of nodes from the packets of a peer.
func (s *session) side(id int32) *side {
	p := s.sides[id]
	if p == nil {
		p = &side{numbers: map[uint32]string{}, spawned: map[uint32]string{}}
		if len(s.sides) < most {
			s.sides[id] = p
		}
	}
	return p
}

// keep stores a name in the map names, unless the ID is new and the map is full.
func keep[K comparable, V any](names map[K]V, id K, name V) {
	if _, ok := names[id]; ok || len(names) < most {
		names[id] = name
	}
}

// node returns the path of a node. A packet contains this path, or a number that stands for it. If
// the path is not known, node returns a text with the number.
func (p *side) node(number uint32, path string) string {
	if path == "" {
		path = p.numbers[number]
	}
	if path == "" {
		path = fmt.Sprintf("node %d", number)
	}
	return path
}

// synchronizer returns the name of the synchronizer with this ID.
func (p *side) synchronizer(id uint32) string {
	if id&packet.NumberBit != 0 {
		return p.node(id&^packet.NumberBit, "")
	}
	if name, ok := p.spawned[id]; ok {
		return name
	}
	return fmt.Sprintf("synchronizer %d", id)
}
