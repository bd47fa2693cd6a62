// Package jsonvar writes Godot's values as JSON, and reads them back.
//
// There are two forms. [Format] writes the canonical form, the form of Godot's JSON.from_native
// (4.4 and later). It includes the type of every value, and [Parse] returns the same value.
// Godot reads it with JSON.to_native(JSON.parse_string(text)). Parse also reads the text that
// JSON.stringify(JSON.from_native(value)) returns. [Relaxed] is a form for people and web tools,
// with numbers as numbers and vectors as objects. It can't be read back.
//
// The codec is the last argument, and nil means the codec of codec.Options{}. In single precision
// the components of vectors and similar types are rounded, in writing and in reading, as in
// packets. With codec.Options{Precision: codec.Double} they keep all digits.
//
// The MarshalJSON methods of values return the canonical form with all digits. The UnmarshalJSON
// methods of scalars, vectors, packed arrays and handles read it. For a value of any type, use
// codec.Value as the field of a struct, or this package.
//
// # Differences from Godot's JSON
//
//   - Numbers have all their digits here. Godot writes 15 digits, and no negative zero.
//   - Infinite numbers and NaN among the args of a vector or a similar type are "f:inf", "f:-inf"
//     and "f:nan" here. Godot 4.6 writes 1e99999, -1e99999 and null, and builds before its release
//     wrote inf, -inf and nan, which are not JSON. Parse reads all of these forms. Parse reads null
//     as NaN if the argument is a float. If the argument is an integer, null is an error. Godot
//     reads "f:inf", "f:-inf", "f:nan" and null as 0.
//   - A typed array or dictionary of objects, such as Array[Node], is written with its element
//     type, and Parse needs no option to read it. Godot's JSON.from_native writes it like this
//     only with the argument full_objects. Without the argument, it writes null and prints an
//     error. JSON.to_native needs the argument allow_objects to read it.
//   - An RID that is not empty, a Signal with a name, and the bits of an unusual NaN are written
//     in forms that only this package reads.
//   - A NodePath with a name that is empty or has a slash or colon is also written in such a form,
//     because "np:a/b" would be read as another path. {"args":[0,1,"a/b"],"type":"NodePath"} has
//     the numbers 0 for a relative path (1 for an absolute path) and 1 for the number of names.
//     Texts after the names are subnames.
//   - Bit 31 of a container's count, Shared, is not written.
//   - Godot's parser reads every number as a float, so it changes integers greater than 2^53 in a
//     PackedInt64Array.
//
// # Security
//
// Parse is safe for untrusted JSON. Depth and size are limited, and the memory grows linearly with
// the text. Objects are only data. Without the option FullObjects of the codec, a full object is an
// error.
package jsonvar
