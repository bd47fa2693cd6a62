package packet

// Any is one packet: an [RPC], [SimplifyPath], [ConfirmPath], [Raw], [Spawn], [Despawn], [Sync],
// [Delta], [Auth], [AddPeer], [DelPeer] or [Relay]; for Godot 3 also a [Call] or [Set].
type Any any
