// Package packed has Godot's packed arrays. They are Go slices under Godot's names, so you can
// build, range over, append to and sort them like any slice.
//
//	path := packed.PackedVector3Array{{X: 0, Y: 0, Z: 0}, {X: 10, Y: 0, Z: 2.5}}
//	for i, point := range path { … }
//
// A packed array takes less memory and time than an Array, in the engine, on the wire and in Go.
// Decoding returns a new slice, which is never a part of the input and never nil. A nil slice is
// encoded as an empty array. Many goroutines may read an array at the same time, if no goroutine
// changes it.
//
// # Names
//
// The types have the names of Godot 4. Godot 3 has other names, other type IDs and the same
// payloads:
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
// Pandemonium is a fork of Godot 3. Only Godot 4 has [PackedInt64Array] and [PackedFloat64Array].
// Only Pandemonium has [PackedVector2iArray], [PackedVector3iArray] and [PackedVector4iArray].
// Godot has [PackedVector4Array] since 4.3, and Pandemonium has it since 3.8.
//
// # Payloads
//
// The comment of each type shows its payload, the bytes after the 4 bytes of the header, as a
// table. An offset counts from the start of the packet. A float has 4 bytes in single precision and
// 8 in double precision; in packets of Godot 4 the header shows the precision. In either precision,
// a float32 has 4 bytes and a float64 has 8 bytes.
//
// # Text and JSON
//
// String, %v and MarshalText return Godot 4's constructor text, PackedInt32Array(1, 2),
// and UnmarshalText reads it. MarshalJSON returns the JSON of Godot's JSON.from_native,
// and UnmarshalJSON reads it. LogValue returns the text of up to 32 elements for
// log/slog.
package packed
