package multiplayer

import (
	"time"

	"godotvariant/codec/multiplayer/packet"
)

// A link is a peer with all data that the World stores about it.
type link struct {
	*Peer
	relayed bool // the peer is another client, and the server relays its packets

	// since is the time at which the authentication began. local and remote say whether this World
	// and the peer have completed it.
	since         time.Time
	local, remote bool

	// Numbers of nodes.
	told     map[uint32]bool // numbers that were sent to the peer; true after the confirmation
	given    givenPaths      // numbers that the peer gave to nodes of this World
	passed   passedPaths     // numbers that the peer gave to nodes of other clients
	confirms *packet.Codec   // codec with the form of ConfirmPath that the peer understands

	sending   sending
	receiving receiving
}

// sending is the state of the replication from this World to a peer.
type sending struct {
	time    uint16
	syncs   hashSet[*Synchronizer]   // synchronizers that the peer sees
	watched map[*Synchronizer]moment // when the peer got the last Delta
	spawned map[*Entity]bool
}

// A moment is a tick and its time.
type moment struct {
	tick uint64
	time time.Time
}

// receiving is the state of the replication from a peer to this World.
type receiving struct {
	entities map[uint32]*Entity
	syncs    map[uint32]*Synchronizer
}

func newLink(id int32, f *packet.Codec) *link {
	return &link{
		Peer: &Peer{id: id}, confirms: f,
		told: map[uint32]bool{},
		sending: sending{
			watched: map[*Synchronizer]moment{}, spawned: map[*Entity]bool{},
		},
		receiving: receiving{
			entities: map[uint32]*Entity{}, syncs: map[uint32]*Synchronizer{},
		},
	}
}

// An origin says whether a packet, or the news of a new peer, has come from the peer itself or
// through a server.
type origin bool

const (
	direct  origin = false // sent by the peer itself
	relayed origin = true  // sent through a server that relays packets of clients
)
