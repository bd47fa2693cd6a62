// Package multiplayer speaks the high-level multiplayer of Godot: calls of methods (@rpc),
// MultiplayerSpawner, MultiplayerSynchronizer, the relay of a server and authentication.
//
// A [Format] turns packets into structs and back, for each [Protocol]: Godot 4.0 to 4.2, Godot 4.3
// and later, Godot 3 and Pandemonium.
package multiplayer
