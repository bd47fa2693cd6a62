// Package rpc finds in GDScript the methods that peers can call. It reads the annotation @rpc of
// Godot 4, and the keywords remote, master, puppet and so on of Godot 3. From a script and the
// scripts that it extends it computes the numbers of the methods and the checksum that are sent in
// packets.
//
// It reads only the statements without indentation, and skips others such as bodies and inner
// classes. It does not check whether a script is correct.
package rpc
