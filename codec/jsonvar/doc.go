// Package jsonvar writes Godot's values as JSON, and reads them back.
//
// There are two forms. [Marshal] writes the canonical form, the form of Godot's JSON.from_native
// (4.4 and later): every value includes its type, and [Unmarshal] returns the same value. Godot
// reads it with JSON.to_native(JSON.parse_string(text)). Unmarshal also reads the text that
// JSON.stringify(JSON.from_native(value)) returns. [MarshalRelaxed] writes a form for people and
// web tools, with numbers as numbers and vectors as objects. It can't be read back.
//
// The MarshalJSON methods of values return the canonical form. Those of Int, Float,
// String and StringName are an exception: they return 5, 1.5 or "text". A field of one of
// these Go types reads its JSON again, but the JSON alone does not show the type. For a
// value of any type use codec.Value or this package.
//
// # Differences from Godot's JSON
//
//   - Numbers have all their digits here. Godot writes 15 digits, and no negative zero.
//   - Infinite numbers and NaN among the args of a vector or the like are "f:inf", "f:-inf" and
//     "f:nan" here. Godot 4.6 writes 1e99999, -1e99999 and null, and builds before its release
//     wrote inf, -inf and nan, which are not JSON. Unmarshal reads all of them. It reads null in
//     place of a float as NaN, and null in place of an integer is an error. Godot reads the form
//     written here, and null, as 0.
//   - A typed array of objects, Array[Node], is written with its element type, as Godot does
//     with its argument full_objects, and so is such a dictionary. Unmarshal needs no option to
//     read it. Without the argument JSON.from_native writes null for it and prints an error.
//     JSON.to_native needs its argument allow_objects to read it.
//   - An RID that is not empty, a Signal with a name, and the bits of an unusual NaN are written
//     in forms that only this package reads.
//   - So is a NodePath with a name that is empty or has a slash or colon, since "np:a/b" would be
//     read as another path. {"args":[0,1,"a/b"],"type":"NodePath"} is relative
//     (1: absolute) and has 1 name; the texts after the names are subnames.
//   - Bit 31 of a container's count, Shared, is not written.
//   - Godot's parser makes every number a float, so integers beyond 2^53 in a PackedInt64Array
//     change there.
//
// # Security
//
// Unmarshal is safe for JSON from anywhere: depth and size are limited, and memory grows
// linearly with the text. Objects are data, and refused unless an option accepts them.
package jsonvar
