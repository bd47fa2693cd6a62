// Package objects has the Godot values that point at something: [Object],
// [NodePath], [RID], [Callable] and [Signal].
//
// An [Object] is a description, whatever it describes. Decoding one makes
// nothing but a Go struct; no class is looked up, no script is loaded. Without the
// option FullObjects objects travel as their instance IDs, numbers that mean
// something only to the game that sent them.
//
// A [NodePath] keeps its names apart, so that one with a slash inside survives;
// [ParseNodePath] and its String convert from and to text.
package objects
