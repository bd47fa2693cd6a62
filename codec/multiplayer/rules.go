package multiplayer

import "godotvariant/codec/multiplayer/packet"

// RelayRules are the rules by which a server passes packets on between its clients. The zero
// RelayRules passes on every packet that [packet.Format.Parse] accepts, to all clients of the same
// room; engines pass on damaged packets too.
type RelayRules struct {
	// Filter decides about each packet to each target. An error refuses the packet. Nil: all are
	// passed on.
	Filter func(*Relayed) error
}

// Relayed is a packet on its way from one client to another.
type Relayed struct {
	From, To *Peer
	Packet   packet.Any // do not change it

	// Node is the path of the node that the packet calls, numbers or confirms; "" if it has none,
	// or its number was not seen. Method is the name of the method that it calls, if this side has
	// declared it; "" if not, or if it calls none. In Godot 3 packets have the name, also that of
	// a property which is set.
	Node, Method string
}
