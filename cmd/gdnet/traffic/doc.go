// Package traffic explains the packets between a game of Godot's multiplayer and its server over
// WebSocket or ENet: calls by name, spawns, states, and the number of bytes of each.
//
// The package reads both directions of a connection. It remembers the numbers of nodes, the IDs of
// spawned nodes, and the script of each node, because later packets refer to them. Packets of Godot
// 4 do not have the names of methods. If the package has the scripts, it finds the names by the
// checksums of the scripts.
//
// Packets may be hostile, so the number of names that it remembers for each connection is limited.
package traffic
