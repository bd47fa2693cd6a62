package multiplayer

import (
	"time"

	"godotvariant/variant"
)

// Replication says when a property is sent. Godot: SceneReplicationConfig.ReplicationMode.
type Replication uint8

// The kinds of replication.
const (
	Never    Replication = iota // only with the spawn, if Spawn is set; otherwise not at all
	Always                      // at each poll, unreliably
	OnChange                    // when it has changed, reliably
)

// String returns "never", "always" or "on change".
func (r Replication) String() string {
	names := [...]string{"never", "always", "on change"}
	if int(r) >= len(names) {
		return "unknown replication"
	}
	return names[r]
}

// A Property is a property of a [SyncConfig]. Both sides must have the same properties in the same
// order, because packets contain neither names nor types.
type Property struct {
	// Path is the path in the editor without ".:" at its start: "position" for a property of the
	// root node, "Sprite:modulate" for a property of a child, "position:x" for a part of a
	// property. The path is also the key of the value in the state.
	Path string
	// Spawn says that the value is sent when the node is spawned. The editor sets Spawn for a new
	// property.
	Spawn bool
	// Replication says when the value is sent after the spawn. The editor sets Always for a new
	// property.
	Replication Replication
}

// A SyncConfig describes a MultiplayerSynchronizer of the game and its SceneReplicationConfig.
type SyncConfig struct {
	// Node is the path of the MultiplayerSynchronizer from the root node of the state, such as
	// "MultiplayerSynchronizer" or "Body/Sync".
	Node string
	// Properties are the replicated properties. At most 64 of them may be OnChange: engines accept
	// more, but then misread some of the packets.
	Properties []Property
	// Authority is the ID of the peer that sends the state. 0 means 1, the server.
	// [Node.SetAuthority] changes it later.
	Authority int32
	// Interval is the minimum time between two states to the same peer, and DeltaInterval is the
	// minimum time between two deltas to the same peer. 0 means that each Poll may send one. Godot:
	// replication_interval, delta_interval.
	Interval, DeltaInterval time.Duration
	// Hidden says that the state is sent only to peers for which [World.SetVisible] was
	// called. Godot: public_visibility = false.
	Hidden bool
	// Filter reports whether a peer sees the state. The World calls it when a peer connects and at
	// each Poll. It skips the peers from which Hidden or [World.SetVisible] hides the state. Filter
	// must not use the World. A nil Filter hides the state from no peer. Godot:
	// MultiplayerSynchronizer.add_visibility_filter.
	Filter func(*Peer) bool
}

// An Instance is the Go side of a replicated node: its state and its synchronizers.
type Instance struct {
	// State is a pointer to the state: to a struct with the tags of codec.Marshal, or to a map
	// whose values are variant.Variant or any. The keys are the paths of the properties:
	//
	//	type player struct {
	//		Position math.Vector2 `godot:"position"`
	//		Tint     math.Color   `godot:"Sprite:modulate"`
	//	}
	State any
	// Configs are the synchronizers of the node, in the order in which they enter the tree of the
	// engine: a node before its children. Package scenes reads them from files of the game.
	Configs []SyncConfig
}

// A Maker makes the instance of a node that a peer spawns. The argument scene is the index of the
// node's scene. If it is [packet.CustomScene], the game called MultiplayerSpawner.spawn, and the
// argument data is the data of this call. Check the data, because a stranger has sent it. The node
// n is in the tree already, and the Maker declares its methods. If the Maker returns an error,
// nothing is spawned.
type Maker func(n *Node, scene uint8, data variant.Variant) (Instance, error)
