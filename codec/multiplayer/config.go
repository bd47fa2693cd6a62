package multiplayer

import (
	"time"

	"godotvariant/variant"
)

// Replication is when a property is sent. Godot: SceneReplicationConfig.ReplicationMode.
type Replication int

// The kinds of replication.
const (
	Never    Replication = iota // only at a spawn, if at all
	Always                      // at each poll, unreliably
	OnChange                    // when it has changed, reliably
)

// A Property is a property of a [Config]. Both sides must have the same properties in the same
// order, since neither names nor types are on the wire.
type Property struct {
	// Path is the path in the editor without ".:" at its start: "position" for a property of the
	// root node, "Sprite:modulate" for one of a child, "position:x" for a part. It is the key of
	// the value in the state.
	Path string
	// Spawn says that the value is sent when the node is spawned. The editor sets it.
	Spawn bool
	// Replication is when the value is sent after that. The editor sets Always.
	Replication Replication
}

// A Config is a MultiplayerSynchronizer of the game, with its SceneReplicationConfig.
type Config struct {
	// Node is the path of the MultiplayerSynchronizer from the root node of the state, such as
	// "MultiplayerSynchronizer" or "Body/Sync".
	Node string
	// Properties are at most 64 with OnChange. Engines accept more, and then read some of their
	// packets wrongly.
	Properties []Property
	// Authority is the ID of the peer that sends the state; 0 for 1, the server. It stays the
	// same.
	Authority int32
	// Interval and DeltaInterval are how long the synchronizer waits at least between two states
	// and, for each peer, between two changes; 0: each Poll sends them. Godot:
	// replication_interval, delta_interval.
	Interval, DeltaInterval time.Duration
	// Private says that the state is sent only to peers for which [World.SetVisible] was
	// called. Godot: public_visibility = false.
	Private bool
	// Filter decides which of the peers that may see the state do. It is asked when a peer comes,
	// and at each Poll. It must not use the World. Nil: all of them. Godot:
	// MultiplayerSynchronizer.add_visibility_filter.
	Filter func(*Peer) bool
}

// An Instance is what a spawned node is in Go.
type Instance struct {
	// State points at the state: a struct, whose tags are those of codec.Marshal, or a map with
	// variant.Variant or any as values. Its keys are the paths of the properties:
	//
	//	type player struct {
	//		Position math.Vector2 `godot:"position"`
	//		Tint     math.Color   `godot:"Sprite:modulate"`
	//	}
	State any
	// Configs are the synchronizers of the node, in the order of the scene tree.
	Configs []Config
}

// A Maker makes the instance of a node that a peer spawns: of the scene with an index, or, for
// [packet.CustomScene], for the data that the game gave to MultiplayerSpawner.spawn. The node is in
// the tree already; the Maker declares its methods. If it returns an error, nothing is spawned.
// Data comes from a stranger.
type Maker func(n *Node, scene uint8, data variant.Variant) (Instance, error)
