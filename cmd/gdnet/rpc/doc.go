// Package rpc finds in GDScript the methods that peers can call. It reads the annotation @rpc of
// Godot 4, and the keywords of Godot 3, such as remote, master and puppet. It also reads the
// scripts that a script extends. From all of them it computes the numbers of the methods and the
// checksum that are sent in packets.
//
// It reads only statements without indentation, and skips all others, such as the bodies of
// functions and inner classes. It does not check whether a script is correct.
package rpc
