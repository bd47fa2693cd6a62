// Package text writes Godot's values as the text that the engine's own functions
// return, and reads such text.
//
// [Format] with Options{} is var_to_str of Godot 4. With Version Godot3 it is var2str,
// and with Str it is str(), which print() shows. [Parse] is both str_to_var and
// str2var, and also reads the names of Godot 2. Such text is in .tscn, .tres and
// .cfg files, in project.godot, and in saves.
//
// The String methods of all types, and %v, are close to var_to_str: one line, with
// dictionaries in their own order. They do not need this package.
//
// # What the engine's text loses
//
//   - Godot 4 prints 0 for -0.0, nan for every NaN, Signal() for every signal. A
//     float that single precision holds is printed in the digits that single
//     precision needs, and read as another double: 1722.7538 for
//     1722.7537841796875. The same goes for components; ParseOptions.Single
//     reads them back.
//   - Godot 4 prints \a and \v in a StringName, a NodePath and a
//     PackedStringArray, and reads a and v.
//   - Godot 3 prints six digits. A float beyond single precision becomes inf, and
//     -inf is printed as -inf.0, which it reads as the int 0. It can't read inf
//     and nan inside of a Vector2 or the like, and prints nothing for an RID.
//   - Both sort dictionaries if they have an order for the keys.
//
// Options.Lossless writes a form that loses nothing. Engines read it too, with the
// exceptions that its comment lists.
//
// # Where Format differs from an engine
//
// Godot 4 finds the digits of a double by Grisu 2, which for some numbers gives one
// digit too many; Format always writes the fewest. For an object Format writes the ID
// in the value, an engine the number of the object in its memory.
// Dictionaries of more than 16 pairs whose keys have no order (Basis, NodePath,
// arrays in Godot 3 …) may be in another order than the engine's.
//
// # Security
//
// Parse is safe for text from anywhere: depth and size are limited, and memory grows
// linearly with the text. Engines make and load what Object(…) and Resource(…) name;
// here they are data, and refused unless an option accepts them.
package text
