package multiplayer

import "godotvariant/variant"

// An Event is what a packet, a peer or the time brought about, apart from the calls of Go
// functions: [Connected], [Disconnected], [Authenticating], [AuthData], [AuthFailed], [Received],
// [Called], [Differs], [Spawned], [Despawned] or [Synced].
type Event any

// Connected: a peer is there, and can be called. Godot: peer_connected.
type Connected struct{ Peer *Peer }

// Disconnected: a peer has left. What it had spawned was removed before.
// Godot: peer_disconnected.
type Disconnected struct{ Peer *Peer }

// Authenticating: a peer has come and has to authenticate itself. Godot: peer_authenticating.
type Authenticating struct{ Peer *Peer }

// AuthData: a peer that is authenticating has sent data. Godot: auth_callback.
type AuthData struct {
	Peer *Peer
	Data []byte
}

// AuthFailed: a peer has left, or was too slow, before it had authenticated itself.
// Godot: peer_authentication_failed.
type AuthFailed struct{ Peer *Peer }

// Received: a peer has sent bytes. Godot: peer_packet.
type Received struct {
	Peer *Peer
	Data []byte
}

// Called: a peer has called a method that was declared without a function, or set such a property
// of Godot 3.
type Called struct {
	Peer   *Peer
	Node   *Node
	Method Method
	Args   []variant.Variant
}

// Differs: the node has other methods here than at the peer. Calls of its methods may reach the
// wrong ones. The node's [Node.Signature] has the names of this side.
// Godot: "The rpc node checksum failed".
type Differs struct {
	Peer *Peer
	Node *Node
}

// Spawned: a peer has spawned a node. Godot: MultiplayerSpawner.spawned.
type Spawned struct {
	Peer   *Peer
	Entity *Entity
}

// Despawned: a node that a peer had spawned was removed. Godot: MultiplayerSpawner.despawned.
type Despawned struct {
	Peer   *Peer
	Entity *Entity
}

// Synced: a peer has changed the state of an entity. Godot: MultiplayerSynchronizer.synchronized
// and delta_synchronized.
type Synced struct {
	Peer         *Peer
	Synchronizer *Synchronizer
}
