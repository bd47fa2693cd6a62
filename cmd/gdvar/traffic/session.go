package traffic

import (
	"fmt"

	"godotvariant/cmd/gdvar/rpc"
	"godotvariant/codec/multiplayer/packet"
)

// A session is what is known of a connection.
type session struct {
	conn         int
	begun        bool           // a message was seen
	ends         int            // sides that send nothing more
	format, twin *packet.Format // format is nil if there is no multiplayer
	framed       bool           // messages are those of Godot 3
	id           int32          // the client's; 0 until it is known

	known   map[string]rpc.Node // scripts by checksum
	scripts map[string]rpc.Node // of nodes, by path
	sides   map[int32]*side     // by the ID of the peer

	totals totals
}

// A side is what a peer has named.
type side struct {
	numbers map[uint32]string // paths of nodes
	spawned map[uint32]string // names of spawned nodes and their synchronizers
}

// The server's ID.
const server = 1

// most is how many names of one kind a session keeps.
const most = 4096

// damaged is what damaged packets count for.
const damaged = "damaged"

// said is what a message says, and what it counts for.
type said struct {
	text, about string
}

// target returns the beginning of a line about a packet that is for other peers than the server.
func target(to int32) string {
	switch {
	case to == 0:
		return "for all: "
	case to < 0:
		return fmt.Sprintf("for all but %d: ", -int64(to))
	}
	return fmt.Sprintf("for %d: ", to)
}

// side returns what a peer has named.
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

// keep keeps a name, unless there are too many.
func keep[K comparable, V any](names map[K]V, id K, name V) {
	if _, ok := names[id]; ok || len(names) < most {
		names[id] = name
	}
}

// node returns the path of a node that a peer calls by a number.
func (p *side) node(number uint32, path string) string {
	if path == "" {
		path = p.numbers[number]
	}
	if path == "" {
		path = fmt.Sprintf("node %d", number)
	}
	return path
}

// synchronizer returns the name of a synchronizer.
func (p *side) synchronizer(id uint32) string {
	if id&packet.NumberBit != 0 {
		return p.node(id&^packet.NumberBit, "")
	}
	if name, ok := p.spawned[id]; ok {
		return name
	}
	return fmt.Sprintf("synchronizer %d", id)
}
