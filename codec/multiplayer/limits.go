package multiplayer

import "cmp"

// Limits bound how much one peer can make a [World] store and process, and the length of the states
// that the World sends. A zero field means its default. The connection bounds how many messages and
// bytes a peer may send in a second: see transport.Limits, which a [Server] has.
type Limits struct {
	MaxPacket  int // the longest packet in bytes; default 131,072. Engines send at most 65,552
	MaxPeers   int // peers, and announced clients; default 1,024; no limit in a Server
	MaxNumbers int // the number of existing nodes to which the peer gave numbers; default 4,096
	MaxSpawns  int // the number of nodes that a peer has spawned and not removed; default 1,024

	// MaxSync and MaxDelta are the longest state and the longest delta of one synchronizer that the
	// World sends, in bytes; default 1,350 and 65,535. Godot: max_sync_packet_size,
	// max_delta_packet_size.
	MaxSync, MaxDelta int
}

// filled returns the limits with the defaults.
func (l Limits) filled() Limits {
	return Limits{
		MaxPacket:  cmp.Or(l.MaxPacket, 1<<17),
		MaxPeers:   cmp.Or(l.MaxPeers, 1<<10),
		MaxNumbers: cmp.Or(l.MaxNumbers, 1<<12),
		MaxSpawns:  cmp.Or(l.MaxSpawns, 1<<10),
		MaxSync:    cmp.Or(l.MaxSync, 1350),
		MaxDelta:   cmp.Or(l.MaxDelta, 65535),
	}
}
