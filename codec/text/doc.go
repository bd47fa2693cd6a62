// Package text writes Godot's values as the text that the engine's own functions return, and reads
// such text. It is called constructor text, because a script writes it to make the value:
// Vector2(1, 2).
//
//	text.Format(v, nil)            var_to_str(v) of Godot 4
//	text.Format(v, three)          var2str(v), with
//	                               three := codec.MustNew(codec.Options{Dialect: codec.Godot3})
//	text.Str.Format(v, nil)        str(v), print(v)
//	text.Lossless.Format(v, nil)   var_to_str(v) with all data that var_to_str drops
//	text.Parse(s, nil)             str_to_var(s), str2var(s)
//
// The codec is the last argument, and nil means the codec of codec.Options{}. Its dialect says
// which engine writes the text: Godot 4, or Godot 3 for all older dialects and those of
// Pandemonium. Its precision is the precision of the engine. Its options Exact, Finite,
// FullObjects, Mode, Limits and Registry mean the same as for packets. The comments of
// [Form.Format] and [Parse] say where they apply. If another package, for example one for YAML,
// writes a struct as text, use codec.Value as the type of a field.
//
// Such text is in .tscn, .tres and .cfg files, in project.godot, and in saves. Package
// codec/configfile reads and edits the files of ConfigFile.
//
// The String methods of all types, and %v, do not need this package. Their text is close to the
// text of var_to_str in Godot 4, and has the same digits. But it has only one line, its
// dictionaries are in order of insertion, and it keeps -0.0.
//
// # What the engine's text loses
//
//   - Godot 4 prints 0.0 for -0.0, nan for every NaN, and Signal() for every signal.
//   - If single precision holds a float exactly, Godot 4 prints the digits of single precision:
//     1722.7538 for 1722.7537841796875. It reads these digits as another double. The same holds for
//     components of vectors. In single precision, Parse reads such components back.
//   - Engines print the control characters U+0007 and U+000B in a StringName, a NodePath and
//     a PackedStringArray as \a and \v, and read these as the letters a and v.
//   - Godot 3 prints six digits. It prints inf for a float beyond single precision, and nothing for
//     an RID. It prints -inf and a NaN with the sign bit as -inf.0 and -nan.0, and reads these as
//     the int 0. It can't read inf and nan in a Vector2 or a similar type. Parse reads all of these
//     numbers. The str() of Godot 3 prints [...] or {...} for every empty container after the
//     first.
//   - Both engines sort the pairs of a dictionary, if they have an order for its keys.
//
// The form [Lossless] loses nothing. Engines read this form too, except for the cases that its
// comment lists.
//
// # Where Format differs from an engine
//
// Numbers have the same digits as in the engine. Engines do not always print the digits that
// strconv finds. For example, Godot 4 and %v print 290.57813, and strconv prints 290.57812. And
// str() prints 1000.0 for 999.9999999999995. One number depends on the machine:
// str(9223372036854775808.0) is 9223372036854775808.0 here and on x86-64, and 9223372036854775807.0
// on the web.
//
// For Godot 4, Format writes the text of Godot 4.6. Other releases print some numbers differently.
// Godot 4.5 always prints elements of a PackedFloat64Array with the digits of a double. In double
// precision it prints components in the same way. Godot 4.4 and before print six digits in
// var_to_str. Releases before 4.4 print 1 for 1.0 in str().
//
// For an object, Format writes the ID in the value, and an engine writes the number that the object
// has in its memory. Dictionaries of more than 16 pairs whose keys have no order (Basis, NodePath,
// arrays in Godot 3 …) may be in another order than the engine's.
//
// # Security
//
// Parse is safe for text from anywhere: depth and size are limited, and memory grows linearly with
// the text. Engines make and load the objects and files that Object(…) and Resource(…) name. Parse
// reads them only as data, and refuses them without the option FullObjects of the codec.
package text
