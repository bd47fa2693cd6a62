package multiplayer

import (
	"time"

	"godotvariant/codec/multiplayer/packet"
)

// A link is a peer, and what the World has to remember of the packets between them.
type link struct {
	*Peer
	relayed bool // it is behind the server

	// Of an authentication: when it began, and which side has completed it.
	since         time.Time
	local, remote bool

	// Numbers of nodes.
	told      map[uint32]bool   // by number: the peer was told; true: it has confirmed
	numbers   map[uint32]string // paths of nodes by the peer's number
	elsewhere map[uint32]string // the same, which it gave them at other clients
	confirms  *packet.Format    // with the form of ConfirmPath that the peer reads

	sending   sending
	receiving receiving

	packets, bytes bucket
}

// sending is what of the replication goes to a peer.
type sending struct {
	time    uint16
	syncs   []*Synchronizer          // that the peer sees, in the order in which they became visible
	watched map[*Synchronizer]moment // when it got the last changes
	spawned map[*Entity]bool
}

// A moment is a tick, and the time of it.
type moment struct {
	tick uint64
	time time.Time
}

// receiving is what of the replication came from a peer.
type receiving struct {
	entities map[uint32]*Entity
	syncs    map[uint32]*Synchronizer
}

func newLink(id int32, f *packet.Format) *link {
	return &link{
		Peer: &Peer{id: id}, confirms: f,
		told: map[uint32]bool{}, numbers: map[uint32]string{},
		sending: sending{
			watched: map[*Synchronizer]moment{}, spawned: map[*Entity]bool{},
		},
		receiving: receiving{
			entities: map[uint32]*Entity{}, syncs: map[uint32]*Synchronizer{},
		},
	}
}
