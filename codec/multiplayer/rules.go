package multiplayer

import "godotvariant/codec/multiplayer/packet"

// RelayRules are the rules by which a server passes packets on between its clients. With the zero
// RelayRules, a server passes on every packet that [packet.Codec.Decode] accepts, but only to
// clients in the room of the sender. Engines also pass on damaged packets.
type RelayRules struct {
	// Filter is called for each packet and each receiver. If it returns an error, the packet is not
	// passed on to this receiver. If Filter is nil, all packets are passed on.
	Filter func(*Relayed) error
}

// Relayed is a packet that one client sends to another client.
type Relayed struct {
	From, To *Peer
	Packet   packet.Packet // the packet; do not change it

	// Node is the path of the node that the packet calls, numbers or confirms. It is "" if the
	// packet has no node, or if the number of the node is unknown. Method is the name of the called
	// method, or "" if the packet is not a call. In Godot 4 it is also "" if the server has not
	// declared the method. In Godot 3 the server does not have to declare it, because the packet
	// has the name. If a packet of Godot 3 sets a property, Method is the name of the property.
	Node, Method string
}
