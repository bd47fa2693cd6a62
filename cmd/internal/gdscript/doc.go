// Package gdscript reads GDScript: the statements of a script, and the literals that users write
// for a value.
//
//	gdscript.Parse(`{hp = 0x10, 'at': Vector2.ZERO}`, nil)
//
// A literal is a number, text, array, dictionary, constant or constructor. [Parse] reads all texts
// that [text.Parse] reads, which have the form in which engines print values. It also reads these
// forms of GDScript:
//
//	0x10, 0b101, 1_000, .5, +5           numbers
//	'text', """text""", r"raw", "\a"     strings
//	^"path", &'name'                     a NodePath, a StringName
//	{hp = 10}                            a dictionary in the style of Lua
//	Vector2.ZERO, Color.RED, PI, -INF    constants
//	Color("red"), Color(1, 0, 0)         colors
//	PackedVector2Array([Vector2(1, 2)])  packed arrays
//	# a comment
//
// [Statements] cuts a script into statements. Their tokens have line numbers.
package gdscript
