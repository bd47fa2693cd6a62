package codec

import (
	"slices"

	"godotvariant/variant"
)

// The engine Pandemonium has the payloads of Godot 3. Its type numbers have changed
// twice. Names that begin with Pool there begin with Packed here.
//
// For types that the engine itself reads or writes wrongly, these dialects write what
// it can read, or if that is not possible, what loses nothing:
//   - PoolVector4iArray: the engine writes z twice and no w. These dialects write w.
//   - PoolVector4Array and PoolVector4iArray: the engine reads w from z.
//   - Vector4 and Vector4i: the engine reads them correctly, but then continues 4 bytes
//     too early, so in a container it cannot read the next item.
//   - Projection: the engine only reads one with 184 more bytes after it.

var pandemonium35Types = []variant.Type{
	0:  variant.TypeNil,
	1:  variant.TypeBool,
	2:  variant.TypeInt,
	3:  variant.TypeFloat,
	4:  variant.TypeString,
	5:  variant.TypeVector2,
	6:  variant.TypeVector2i,
	7:  variant.TypeRect2,
	8:  variant.TypeRect2i,
	9:  variant.TypeVector3,
	10: variant.TypeVector3i,
	11: variant.TypeTransform2D,
	12: variant.TypePlane,
	13: variant.TypeQuaternion,
	14: variant.TypeAABB,
	15: variant.TypeBasis,
	16: variant.TypeTransform3D,
	17: variant.TypeColor,
	18: variant.TypeNodePath,
	19: variant.TypeRID,
	20: variant.TypeObject,
	21: variant.TypeStringName,
	22: variant.TypeDictionary,
	23: variant.TypeArray,
	24: variant.TypePackedByteArray,
	25: variant.TypePackedInt32Array,
	26: variant.TypePackedFloat32Array,
	27: variant.TypePackedStringArray,
	28: variant.TypePackedVector2Array,
	29: variant.TypePackedVector2iArray,
	30: variant.TypePackedVector3Array,
	31: variant.TypePackedVector3iArray,
	32: variant.TypePackedColorArray,
}

var pandemonium38Types = []variant.Type{
	0:  variant.TypeNil,
	1:  variant.TypeBool,
	2:  variant.TypeInt,
	3:  variant.TypeFloat,
	4:  variant.TypeString,
	5:  variant.TypeRect2,
	6:  variant.TypeRect2i,
	7:  variant.TypeVector2,
	8:  variant.TypeVector2i,
	9:  variant.TypeVector3,
	10: variant.TypeVector3i,
	11: variant.TypeVector4,
	12: variant.TypeVector4i,
	13: variant.TypePlane,
	14: variant.TypeQuaternion,
	15: variant.TypeAABB,
	16: variant.TypeBasis,
	17: variant.TypeTransform3D,
	18: variant.TypeTransform2D,
	19: variant.TypeProjection,
	20: variant.TypeColor,
	21: variant.TypeNodePath,
	22: variant.TypeRID,
	23: variant.TypeObject,
	24: variant.TypeStringName,
	25: variant.TypeDictionary,
	26: variant.TypeArray,
	27: variant.TypePackedByteArray,
	28: variant.TypePackedInt32Array,
	29: variant.TypePackedFloat32Array,
	30: variant.TypePackedStringArray,
	31: variant.TypePackedVector2Array,
	32: variant.TypePackedVector2iArray,
	33: variant.TypePackedVector3Array,
	34: variant.TypePackedVector3iArray,
	35: variant.TypePackedVector4Array,
	36: variant.TypePackedVector4iArray,
	37: variant.TypePackedColorArray,
}

// pandemonium5Types adds the typed arrays after Array.
var pandemonium5Types = slices.Insert(slices.Clone(pandemonium38Types), 27, variant.TypeTypedArray, variant.TypePackedTypedArray)

// Pandemonium35 is Pandemonium 3.5 to 3.7.
var Pandemonium35 = &variant.Dialect{
	Name:           "Pandemonium35",
	Types:          pandemonium35Types,
	Keys:           variant.KeysByReference,
	StringArrayNUL: true,
}

// Pandemonium38 is Pandemonium 3.8 to 4.9. This package reads all that it writes, but the engine
// itself, up to 5.2, has faults in its reader: it refuses a Projection, it loses its place after
// a Vector4 or Vector4i inside a container, and in arrays of these it takes W from Z. Do not send
// it such values.
var Pandemonium38 = &variant.Dialect{
	Name:           "Pandemonium38",
	Types:          pandemonium38Types,
	Keys:           variant.KeysByReference,
	StringArrayNUL: true,
}

// Pandemonium5 is Pandemonium 5.0 and later, with its TypedArray and
// PackedTypedArray. For faults of the engine see [Pandemonium38].
var Pandemonium5 = &variant.Dialect{
	Name:           "Pandemonium5",
	Types:          pandemonium5Types,
	Keys:           variant.KeysByReference,
	StringArrayNUL: true,
}
