// Package objects has the Godot values that refer to something in a game: [Object], [NodePath],
// [RID], [Callable] and [Signal].
//
//	timer := objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(2.5)))
//	door := objects.MustParseNodePath("/root/Level/Door:position:x")
//
// # Objects are data
//
// An [Object] describes an object of a game. Decoding makes only this Go struct: no class is looked
// up, and no script is loaded.
//
// Engines write an object in one of two forms. Usually an engine writes only the instance ID, a
// number that has a meaning only in the game that sent it. With full_objects it writes the class
// and the properties. Package codec writes and reads the second form only with the option
// FullObjects.
//
// # Paths
//
// A [NodePath] has its names in a slice, so a name may contain a slash. [ParseNodePath] reads the
// text of a path, and [NodePath.String] returns it.
//
// # Payloads
//
// The comment of each type shows its payload, the bytes after the 4 bytes of the header,
// as a table. An offset counts from the start of the packet. A String in a table is a
// length of 4 bytes, the text and zeros, as the payload of a [variant.String].
package objects
