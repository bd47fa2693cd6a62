// Package jsonvar writes Godot's values as JSON, and reads them back.
//
// There are two forms. [Marshal] writes the canonical one, in the shape of
// Godot's own JSON.from_native (4.4 and later): every value says what it is, and
// [Unmarshal] gives the very value back. Godot reads it with
// JSON.to_native(JSON.parse_string(text)), and [Unmarshal] reads what
// JSON.stringify(JSON.from_native(value)) writes. [MarshalRelaxed] writes what
// people and web tools expect, numbers as numbers and vectors as objects; there is
// no way back from it.
//
// # What differs from Godot's own
//
// Our numbers have all their digits; Godot writes 15, and no negative zero. Infinite numbers and NaN among
// the args of a vector are "f:inf" and the like here: Godot
// writes them bare, which is no JSON, and reads our form as 0. An RID that is not
// empty, a Signal with a name, the bits of an unusual NaN are written in forms of
// our own. Godot's parser makes every number a float, so
// integers beyond 2^53 in a PackedInt64Array change there.
//
// # Security
//
// Unmarshal is for JSON from anywhere: depth and size are bounded, its memory grows
// with the text and no faster, objects are data and refused unless asked for.
package jsonvar
