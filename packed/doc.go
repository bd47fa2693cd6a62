// Package packed has Godot's packed arrays: slices under Godot's names, to be
// built, ranged over and sorted like any slice.
//
//	path := packed.PackedVector3Array{{X: 0, Y: 0, Z: 0}, {X: 10, Y: 0, Z: 2.5}}
//	for i, point := range path { … }
//
// Godot 3 calls them PoolByteArray, PoolIntArray, PoolRealArray and so on; their
// bytes are the same. [PackedInt64Array], [PackedFloat64Array] and
// [PackedVector4Array] are of Godot 4 alone, [PackedVector2iArray],
// [PackedVector3iArray] and [PackedVector4iArray] of the engine Pandemonium.
//
// What decoding returns is a slice of its own, never a part of the input.
package packed
