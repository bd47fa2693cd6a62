// Package rpc reads from GDScript which methods peers can call: the annotation @rpc of Godot 4, and
// the keywords remote, master, puppet and so on of Godot 3. With the scripts that they extend, it
// has the numbers of methods and the checksum that go over the wire.
//
// It reads what stands at the left margin of a script and skips the rest, such as bodies and inner
// classes. It does not check the script.
package rpc
