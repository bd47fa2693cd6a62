// Package traffic says in words what games of Godot's multiplayer and their server send each other
// over WebSocket: calls by name, spawns, states, and how many bytes each takes.
//
// It looks at both directions of a connection and keeps what later packets mean: the numbers of
// nodes, the IDs of what was spawned, and which script a node has. The names of methods are in no
// packet of Godot 4. With scripts they are known, since a node has the checksum of its script.
//
// What comes is from strangers: of each connection it keeps a bounded number of names.
package traffic
