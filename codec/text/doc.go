// Package text writes Godot's values as the text that the engine's own functions
// return, and reads such text.
//
// [Format] with Options{} is var_to_str of Godot 4. With Version Godot3 it is var2str,
// and with Str it is str(), which print() shows. [Parse] is both str_to_var and
// str2var, and also reads the names of Godot 2. Such text is in .tscn, .tres and
// .cfg files, in project.godot, and in saves. Package codec/configfile reads and edits the files of
// ConfigFile as a whole.
//
// The String methods of all types, and %v, are close to var_to_str: one line, with
// dictionaries in their own order, and the fewest digits that read back. They do not need
// this package.
//
// # What the engine's text loses
//
//   - Godot 4 prints 0 for -0.0, nan for every NaN, Signal() for every signal. A
//     float that single precision holds is printed in the digits that single
//     precision needs, and read as another double: 1722.7538 for
//     1722.7537841796875. The same goes for components; ParseOptions.Single
//     reads them back.
//   - Engines print \a and \v in a StringName, a NodePath and a
//     PackedStringArray, and read a and v.
//   - Godot 3 prints six digits. A float beyond single precision becomes inf, and
//     -inf and a NaN with a sign are printed as -inf.0 and -nan.0, which it reads as
//     the int 0. It can't read inf and nan inside of a Vector2 or the like, and prints
//     nothing for an RID. Parse reads all of these numbers. Its str() prints [...] or {...}
//     for every empty container after the first.
//   - Both sort dictionaries if they have an order for the keys.
//
// Options.Lossless writes a form that loses nothing. Engines read it too, with the
// exceptions that its comment lists.
//
// # Where Format differs from an engine
//
// Numbers are the engine's, digit by digit. Engines do not always find the fewest digits:
// Godot 4 prints 290.57813 where %v has 290.57812, and str() has 1000.0 for
// 999.9999999999995. One number depends on the machine: str(9223372036854775808.0) is
// 9223372036854775808.0 here, as on x86-64, and ends in 807.0 where the conversion to an
// int saturates, as on the web.
//
// Godot4 is 4.6. Releases differ: 4.5 prints elements of a PackedFloat64Array and
// components of a double build always with the digits of a double, 4.4 and before print
// six digits in var_to_str, and releases before 4.4 print 1 for 1.0 in str().
//
// For an object Format writes the ID in the value, an engine the number of the object in
// its memory. Dictionaries of more than 16 pairs whose keys have no order (Basis, NodePath,
// arrays in Godot 3 …) may be in another order than the engine's.
//
// # Security
//
// Parse is safe for text from anywhere: depth and size are limited, and memory grows
// linearly with the text. Engines make and load what Object(…) and Resource(…) name;
// here they are data, and refused unless an option accepts them.
package text
