package codec

import "godotvariant/variant"

// godot4Types is Variant::Type of Godot 4 and of its forks (Redot, Blazium). Versions only
// add types at the end.
var godot4Types = []variant.Type{
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
	12: variant.TypeVector4,
	13: variant.TypeVector4i,
	14: variant.TypePlane,
	15: variant.TypeQuaternion,
	16: variant.TypeAABB,
	17: variant.TypeBasis,
	18: variant.TypeTransform3D,
	19: variant.TypeProjection,
	20: variant.TypeColor,
	21: variant.TypeStringName,
	22: variant.TypeNodePath,
	23: variant.TypeRID,
	24: variant.TypeObject,
	25: variant.TypeCallable,
	26: variant.TypeSignal,
	27: variant.TypeDictionary,
	28: variant.TypeArray,
	29: variant.TypePackedByteArray,
	30: variant.TypePackedInt32Array,
	31: variant.TypePackedInt64Array,
	32: variant.TypePackedFloat32Array,
	33: variant.TypePackedFloat64Array,
	34: variant.TypePackedStringArray,
	35: variant.TypePackedVector2Array,
	36: variant.TypePackedVector3Array,
	37: variant.TypePackedColorArray,
	38: variant.TypePackedVector4Array,
}

// Godot4 is Godot 4.4 and later: typed arrays and typed dictionaries.
var Godot4 = &variant.Dialect{
	Name:              "Godot4",
	Types:             godot4Types,
	Real:              variant.RealFlagged,
	StringArrayNUL:    true,
	RIDPayload:        true,
	Classes:           classes4,
	EncryptedCFB:      true,
	TypedArrays:       true,
	TypedDictionaries: true,
}

// Godot43 is Godot 4.3: typed arrays. A typed dictionary is written as an untyped one.
var Godot43 = &variant.Dialect{
	Name:           "Godot43",
	Types:          godot4Types,
	Real:           variant.RealFlagged,
	StringArrayNUL: true,
	RIDPayload:     true,
	Classes:        classes4,
	EncryptedCFB:   true,
	TypedArrays:    true,
}

// Godot40 is Godot 4.0 to 4.2: no typed containers on the wire, no PackedVector4Array.
// Double precision is that of 4.2. Builds of 4.0 and 4.1 write Vector4 and Projection
// in double precision without the flag, so nothing can read them.
var Godot40 = &variant.Dialect{
	Name:           "Godot40",
	Types:          godot4Types[:38],
	Real:           variant.RealFlagged,
	StringArrayNUL: true,
	RIDPayload:     true,
	Classes:        classes4,
	EncryptedCFB:   true,
}
