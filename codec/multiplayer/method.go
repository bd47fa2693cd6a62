package multiplayer

import "godotvariant/codec/transport"

// Access says which peers may call a method.
type Access uint8

// The kinds of access.
const (
	// ByAuthority lets only the multiplayer authority of the node call the method. It is the
	// default. Godot: @rpc("authority"); Godot 3: puppet.
	ByAuthority Access = iota
	// ByAnyPeer lets all peers call the method. Godot: @rpc("any_peer"); Godot 3: remote.
	ByAnyPeer
	// OnAuthority lets all peers call the method, but only at the node's authority. Godot 3:
	// master.
	OnAuthority
)

// String returns "by authority", "by any peer" or "on authority".
func (a Access) String() string {
	names := [...]string{"by authority", "by any peer", "on authority"}
	if int(a) >= len(names) {
		return "unknown access"
	}
	return names[a]
}

// A Method is a method that peers can call. The zero Access, Delivery and Channel mean the same as
// @rpc without arguments.
type Method struct {
	Name    string // as in GDScript: "take_damage"
	Access  Access
	Channel int // channel of the transport

	Delivery transport.Delivery // how the transport delivers calls

	// CallLocal means that a call to all peers also calls the method in the World that calls.
	// Godot: @rpc("call_local"); Godot 3: remotesync, mastersync, puppetsync.
	CallLocal bool

	// Configured says that the game makes the method callable by Node.rpc_config instead of @rpc.
	// Configured methods have their own range of IDs, see [packet.Signature].
	Configured bool
}
