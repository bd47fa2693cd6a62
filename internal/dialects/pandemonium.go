package dialects

import (
	"slices"

	"godotvariant/variant/dialect"
)

// Pandemonium writes the same payloads as Godot 3. Its type numbers have changed twice. Its type
// names begin with Pool, and this library writes Packed instead: PoolVector2iArray is
// TypePackedVector2iArray.

var pandemonium35Types = []dialect.Type{
	0:  dialect.TypeNil,
	1:  dialect.TypeBool,
	2:  dialect.TypeInt,
	3:  dialect.TypeFloat,
	4:  dialect.TypeString,
	5:  dialect.TypeVector2,
	6:  dialect.TypeVector2i,
	7:  dialect.TypeRect2,
	8:  dialect.TypeRect2i,
	9:  dialect.TypeVector3,
	10: dialect.TypeVector3i,
	11: dialect.TypeTransform2D,
	12: dialect.TypePlane,
	13: dialect.TypeQuaternion,
	14: dialect.TypeAABB,
	15: dialect.TypeBasis,
	16: dialect.TypeTransform3D,
	17: dialect.TypeColor,
	18: dialect.TypeNodePath,
	19: dialect.TypeRID,
	20: dialect.TypeObject,
	21: dialect.TypeStringName,
	22: dialect.TypeDictionary,
	23: dialect.TypeArray,
	24: dialect.TypePackedByteArray,
	25: dialect.TypePackedInt32Array,
	26: dialect.TypePackedFloat32Array,
	27: dialect.TypePackedStringArray,
	28: dialect.TypePackedVector2Array,
	29: dialect.TypePackedVector2iArray,
	30: dialect.TypePackedVector3Array,
	31: dialect.TypePackedVector3iArray,
	32: dialect.TypePackedColorArray,
}

var pandemonium38Types = []dialect.Type{
	0:  dialect.TypeNil,
	1:  dialect.TypeBool,
	2:  dialect.TypeInt,
	3:  dialect.TypeFloat,
	4:  dialect.TypeString,
	5:  dialect.TypeRect2,
	6:  dialect.TypeRect2i,
	7:  dialect.TypeVector2,
	8:  dialect.TypeVector2i,
	9:  dialect.TypeVector3,
	10: dialect.TypeVector3i,
	11: dialect.TypeVector4,
	12: dialect.TypeVector4i,
	13: dialect.TypePlane,
	14: dialect.TypeQuaternion,
	15: dialect.TypeAABB,
	16: dialect.TypeBasis,
	17: dialect.TypeTransform3D,
	18: dialect.TypeTransform2D,
	19: dialect.TypeProjection,
	20: dialect.TypeColor,
	21: dialect.TypeNodePath,
	22: dialect.TypeRID,
	23: dialect.TypeObject,
	24: dialect.TypeStringName,
	25: dialect.TypeDictionary,
	26: dialect.TypeArray,
	27: dialect.TypePackedByteArray,
	28: dialect.TypePackedInt32Array,
	29: dialect.TypePackedFloat32Array,
	30: dialect.TypePackedStringArray,
	31: dialect.TypePackedVector2Array,
	32: dialect.TypePackedVector2iArray,
	33: dialect.TypePackedVector3Array,
	34: dialect.TypePackedVector3iArray,
	35: dialect.TypePackedVector4Array,
	36: dialect.TypePackedVector4iArray,
	37: dialect.TypePackedColorArray,
}

// pandemonium5Types adds the typed arrays after Array.
var pandemonium5Types = slices.Insert(slices.Clone(pandemonium38Types), 27, dialect.TypeTypedArray,
	dialect.TypePackedTypedArray)

// Pandemonium35 is documented in package codec.
var Pandemonium35 = dialect.MustNew(dialect.Spec{
	Name:           "Pandemonium35",
	Family:         dialect.FamilyPandemonium,
	Types:          pandemonium35Types,
	Keys:           dialect.KeysByReference,
	StringArrayNUL: true,
})

// Pandemonium38 is documented in package codec.
var Pandemonium38 = dialect.MustNew(dialect.Spec{
	Name:           "Pandemonium38",
	Family:         dialect.FamilyPandemonium,
	Types:          pandemonium38Types,
	Keys:           dialect.KeysByReference,
	StringArrayNUL: true,
})

// Pandemonium5 is documented in package codec.
var Pandemonium5 = dialect.MustNew(dialect.Spec{
	Name:           "Pandemonium5",
	Family:         dialect.FamilyPandemonium,
	Types:          pandemonium5Types,
	Keys:           dialect.KeysByReference,
	StringArrayNUL: true,
})
