package multiplayer

import "godotvariant/variant"

// An Event is an effect of a packet, a peer or a timeout. A call that runs a Go function is not an
// Event. An Event is a [Connected], [Disconnected], [Authenticating], [AuthData], [AuthFailed],
// [Received], [Called], [Differs], [Spawned], [Despawned] or [Synced]. Other packages can't add
// events, so a type switch can be complete.
type Event interface{ isEvent() }

func (Connected) isEvent()      {}
func (Disconnected) isEvent()   {}
func (Authenticating) isEvent() {}
func (AuthData) isEvent()       {}
func (AuthFailed) isEvent()     {}
func (Received) isEvent()       {}
func (Called) isEvent()         {}
func (Differs) isEvent()        {}
func (Spawned) isEvent()        {}
func (Despawned) isEvent()      {}
func (Synced) isEvent()         {}

// Connected is the event that a peer has connected and can be called. Godot: peer_connected.
type Connected struct{ Peer *Peer }

// Disconnected is the event that a peer has left. The nodes that it had spawned were removed
// before. Godot: peer_disconnected.
type Disconnected struct{ Peer *Peer }

// Authenticating is the event that a peer has connected and has to authenticate itself. Godot:
// peer_authenticating.
type Authenticating struct{ Peer *Peer }

// AuthData is the event that a peer has sent data during its authentication. Godot: auth_callback.
type AuthData struct {
	Peer *Peer
	Data []byte
}

// AuthFailed is the event that a peer has left, or has exceeded Options.AuthTimeout, before it had
// authenticated itself. Godot: peer_authentication_failed.
type AuthFailed struct{ Peer *Peer }

// Received is the event that a peer has sent bytes. Godot: peer_packet.
type Received struct {
	Peer *Peer
	Data []byte
}

// Called is the event that a peer has called a method that was declared without a function. In
// Godot 3 it is also the event that a peer has set a property that was declared without a function.
type Called struct {
	Peer   *Peer
	Node   *Node
	Method Method
	Args   []variant.Variant
}

// Differs is the event that a node has other method names at the peer than in this World. Calls of
// the node may reach the wrong methods. [Node.Signature] returns the names in this World. Godot:
// "The rpc node checksum failed".
type Differs struct {
	Peer *Peer
	Node *Node
}

// Spawned is the event that a peer has spawned a node. Godot: MultiplayerSpawner.spawned.
type Spawned struct {
	Peer   *Peer
	Entity *Entity
}

// Despawned is the event that a node was removed. A peer had spawned this node. Godot:
// MultiplayerSpawner.despawned.
type Despawned struct {
	Peer   *Peer
	Entity *Entity
}

// Synced is the event that a peer has changed the state of an entity. Godot:
// MultiplayerSynchronizer.synchronized and delta_synchronized.
type Synced struct {
	Peer         *Peer
	Synchronizer *Synchronizer
}

// report calls the function event with each event, unless this function is nil. If err is not nil,
// it calls the function log with err.
func report(events []Event, err error, event func(Event), log func(error)) {
	for _, e := range events {
		if event != nil {
			event(e)
		}
	}

	if err != nil {
		log(err)
	}
}
