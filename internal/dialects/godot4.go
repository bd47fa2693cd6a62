package dialects

import (
	"godotvariant/variant/dialect"
)

// godot4Types is Variant::Type of Godot 4 and of its forks (Redot, Blazium). New versions of Godot
// 4 only add types at the end.
var godot4Types = []dialect.Type{
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
	12: dialect.TypeVector4,
	13: dialect.TypeVector4i,
	14: dialect.TypePlane,
	15: dialect.TypeQuaternion,
	16: dialect.TypeAABB,
	17: dialect.TypeBasis,
	18: dialect.TypeTransform3D,
	19: dialect.TypeProjection,
	20: dialect.TypeColor,
	21: dialect.TypeStringName,
	22: dialect.TypeNodePath,
	23: dialect.TypeRID,
	24: dialect.TypeObject,
	25: dialect.TypeCallable,
	26: dialect.TypeSignal,
	27: dialect.TypeDictionary,
	28: dialect.TypeArray,
	29: dialect.TypePackedByteArray,
	30: dialect.TypePackedInt32Array,
	31: dialect.TypePackedInt64Array,
	32: dialect.TypePackedFloat32Array,
	33: dialect.TypePackedFloat64Array,
	34: dialect.TypePackedStringArray,
	35: dialect.TypePackedVector2Array,
	36: dialect.TypePackedVector3Array,
	37: dialect.TypePackedColorArray,
	38: dialect.TypePackedVector4Array,
}

// Godot4 is documented in package codec.
var Godot4 = dialect.MustNew(dialect.Spec{
	Name:              "Godot4",
	Family:            dialect.FamilyGodot4,
	Types:             godot4Types,
	Real:              dialect.RealFlagged,
	StringArrayNUL:    true,
	RIDPayload:        true,
	TypedArrays:       true,
	TypedDictionaries: true,
})

// Godot43 is documented in package codec.
var Godot43 = dialect.MustNew(dialect.Spec{
	Name:           "Godot43",
	Family:         dialect.FamilyGodot4,
	Types:          godot4Types,
	Real:           dialect.RealFlagged,
	StringArrayNUL: true,
	RIDPayload:     true,
	TypedArrays:    true,
})

// Godot40 is documented in package codec.
var Godot40 = dialect.MustNew(dialect.Spec{
	Name:           "Godot40",
	Family:         dialect.FamilyGodot4,
	Types:          godot4Types[:38],
	Real:           dialect.RealFlagged,
	StringArrayNUL: true,
	RIDPayload:     true,
})
