// Package packed has Godot's packed arrays: slices under Godot's names, which you build, range over
// and sort as any slice.
//
//	path := packed.PackedVector3Array{{X: 0, Y: 0, Z: 0}, {X: 10, Y: 0, Z: 2.5}}
//	for i, point := range path { … }
//
// A packed array takes less memory and time than an Array, in the engine, on the wire and in Go.
// Decoding returns a slice of its own, never a part of the input.
//
// # Names
//
// The names are those of Godot 4. Godot 3 has other names and the same bytes:
//
//	Go                    Godot 3
//	PackedByteArray       PoolByteArray
//	PackedInt32Array      PoolIntArray
//	PackedFloat32Array    PoolRealArray
//	PackedStringArray     PoolStringArray
//	PackedVector2Array    PoolVector2Array
//	PackedVector3Array    PoolVector3Array
//	PackedColorArray      PoolColorArray
//
// [PackedInt64Array], [PackedFloat64Array] and [PackedVector4Array] are of Godot 4 alone.
// [PackedVector2iArray], [PackedVector3iArray] and [PackedVector4iArray] are of Pandemonium alone, an
// engine that began as a copy of Godot 3.
//
// # Payloads
//
// The comment of each type shows its payload, the bytes after the 4 bytes of the header, as a table.
// An offset counts from the start of the packet. A float has 4 bytes in single precision and 8 in
// double precision, which the header shows; a float32 has 4 and a float64 has 8 in both.
//
// # Text and JSON
//
// String, %v and MarshalText return Godot 4's constructor text, PackedInt32Array(1, 2), and
// UnmarshalText reads it. MarshalJSON returns the JSON of Godot's JSON.from_native, and UnmarshalJSON
// reads it. LogValue returns the text of up to 32 elements for log/slog.
//
// # Methods for packages
//
// Programs convert values with package codec. These methods are for the packages that it calls:
// Encode, Decode, ToArgs and FromArgs. The functions [ReadReals] and [ReadWords] are for package codec
// itself.
package packed
