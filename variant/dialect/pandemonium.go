package dialect

import (
	"slices"
)

// The engine Pandemonium has the payloads of Godot 3. Its type numbers have changed
// twice. Names that begin with Pool there begin with Packed here.
//
// For types that the engine itself reads or writes wrongly, these dialects write bytes that the
// engine reads correctly. If there are none, they write bytes that lose nothing:
//   - PoolVector4iArray: the engine writes z twice and no w. These dialects write w.
//   - PoolVector4Array and PoolVector4iArray: the engine reads w from z.
//   - Vector4 and Vector4i: the engine reads them correctly, but then continues 4 bytes
//     too early, so in a container it cannot read the next item.
//   - Projection: the engine only reads one with 184 more bytes after it.

var pandemonium35Types = []Type{
	0:  TypeNil,
	1:  TypeBool,
	2:  TypeInt,
	3:  TypeFloat,
	4:  TypeString,
	5:  TypeVector2,
	6:  TypeVector2i,
	7:  TypeRect2,
	8:  TypeRect2i,
	9:  TypeVector3,
	10: TypeVector3i,
	11: TypeTransform2D,
	12: TypePlane,
	13: TypeQuaternion,
	14: TypeAABB,
	15: TypeBasis,
	16: TypeTransform3D,
	17: TypeColor,
	18: TypeNodePath,
	19: TypeRID,
	20: TypeObject,
	21: TypeStringName,
	22: TypeDictionary,
	23: TypeArray,
	24: TypePackedByteArray,
	25: TypePackedInt32Array,
	26: TypePackedFloat32Array,
	27: TypePackedStringArray,
	28: TypePackedVector2Array,
	29: TypePackedVector2iArray,
	30: TypePackedVector3Array,
	31: TypePackedVector3iArray,
	32: TypePackedColorArray,
}

var pandemonium38Types = []Type{
	0:  TypeNil,
	1:  TypeBool,
	2:  TypeInt,
	3:  TypeFloat,
	4:  TypeString,
	5:  TypeRect2,
	6:  TypeRect2i,
	7:  TypeVector2,
	8:  TypeVector2i,
	9:  TypeVector3,
	10: TypeVector3i,
	11: TypeVector4,
	12: TypeVector4i,
	13: TypePlane,
	14: TypeQuaternion,
	15: TypeAABB,
	16: TypeBasis,
	17: TypeTransform3D,
	18: TypeTransform2D,
	19: TypeProjection,
	20: TypeColor,
	21: TypeNodePath,
	22: TypeRID,
	23: TypeObject,
	24: TypeStringName,
	25: TypeDictionary,
	26: TypeArray,
	27: TypePackedByteArray,
	28: TypePackedInt32Array,
	29: TypePackedFloat32Array,
	30: TypePackedStringArray,
	31: TypePackedVector2Array,
	32: TypePackedVector2iArray,
	33: TypePackedVector3Array,
	34: TypePackedVector3iArray,
	35: TypePackedVector4Array,
	36: TypePackedVector4iArray,
	37: TypePackedColorArray,
}

// pandemonium5Types adds the typed arrays after Array.
var pandemonium5Types = slices.Insert(slices.Clone(pandemonium38Types), 27, TypeTypedArray,
	TypePackedTypedArray)

// Pandemonium35 is Pandemonium 3.5 to 3.7.
var Pandemonium35 = &Dialect{
	Name:           "Pandemonium35",
	Types:          pandemonium35Types,
	Keys:           KeysByReference,
	StringArrayNUL: true,
}

// Pandemonium38 is Pandemonium 3.8 to 4.9. This package reads everything that the engine writes.
// The engine itself, up to 5.2, has faults in its reader: it refuses a Projection, it continues at
// a wrong offset after a Vector4 or Vector4i in a container, and in packed arrays of these it takes
// W from Z. Do not send it such values.
var Pandemonium38 = &Dialect{
	Name:           "Pandemonium38",
	Types:          pandemonium38Types,
	Keys:           KeysByReference,
	StringArrayNUL: true,
}

// Pandemonium5 is Pandemonium 5.0 and later, with its TypedArray and
// PackedTypedArray. For faults of the engine see [Pandemonium38].
var Pandemonium5 = &Dialect{
	Name:           "Pandemonium5",
	Types:          pandemonium5Types,
	Keys:           KeysByReference,
	StringArrayNUL: true,
}
