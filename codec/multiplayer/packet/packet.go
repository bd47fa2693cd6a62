package packet

// A Packet is one packet: an [RPC], [SimplifyPath], [ConfirmPath], [Bytes], [Spawn], [Despawn],
// [Sync], [Delta], [Auth], [AddPeer], [DelPeer] or [Relay]; for Godot 3 also a [Call] or [Set]. No
// other package has packets of its own, so a type switch can be complete.
type Packet interface{ isPacket() }
