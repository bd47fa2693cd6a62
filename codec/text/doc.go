// Package text writes Godot's values as the text that the engine's own functions
// give, and reads such text back.
//
// [Format] with Options{} is var_to_str of Godot 4; with Version Godot3 it is var2str,
// and with Str it is str(), which print() shows. [Parse] is str_to_var and
// str2var in one; it also reads the names of Godot 2. Such text is in .tscn, .tres and
// .cfg files, in project.godot, and in saves.
//
// The String methods of all types, and %v, are close to var_to_str: one line,
// dictionaries in their own order. For those the package is not needed.
//
// # What the engine's text loses
//
//   - Godot 4 prints 0 for -0.0, nan for every NaN, Signal() for every signal. A
//     float that single precision holds is printed in the digits that single
//     precision needs, and read as another double: 1722.7538 for
//     1722.7537841796875. So are components; reading them with
//     ParseOptions.Single gives them back.
//   - Godot 4 prints \a and \v in a StringName, a NodePath and a
//     PackedStringArray, and reads a and v.
//   - Godot 3 prints six digits. A float beyond single precision becomes inf, and
//     -inf is printed as -inf.0, which it reads as the int 0. It can't read inf
//     and nan inside of a Vector2 or the like, and prints an RID as nothing.
//   - Both sort dictionaries, as far as they have an order for the keys.
//
// Options.Lossless is the form that loses nothing. Engines read that too, with the
// exceptions that its comment names.
//
// # Where Format differs from an engine
//
// Godot 4 finds the digits of a double by Grisu 2, which in some numbers has one
// more than are needed; Format always writes the fewest. An object shows the ID
// that the value holds, an engine the number of the object in its memory.
// Dictionaries of more than 16 pairs whose keys have no order (Basis, NodePath,
// arrays in Godot 3 …) may be in another order than the engine's.
//
// # Security
//
// Parse is for text from anywhere: depth and size are bounded, its memory grows with
// the text and no faster. Engines make and load what Object(…) and
// Resource(…) name; here they are data, and refused unless asked for.
package text
