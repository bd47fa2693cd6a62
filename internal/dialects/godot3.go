package dialects

import (
	"godotvariant/variant/dialect"
)

// godot3Types is Variant::Type of Godot 3 and of the forks with the same format (Rebel
// Engine, Segs).
var godot3Types = []dialect.Type{
	0:  dialect.TypeNil,
	1:  dialect.TypeBool,
	2:  dialect.TypeInt,
	3:  dialect.TypeFloat,
	4:  dialect.TypeString,
	5:  dialect.TypeVector2,
	6:  dialect.TypeRect2,
	7:  dialect.TypeVector3,
	8:  dialect.TypeTransform2D,
	9:  dialect.TypePlane,
	10: dialect.TypeQuaternion,
	11: dialect.TypeAABB,
	12: dialect.TypeBasis,
	13: dialect.TypeTransform3D,
	14: dialect.TypeColor,
	15: dialect.TypeNodePath,
	16: dialect.TypeRID,
	17: dialect.TypeObject,
	18: dialect.TypeDictionary,
	19: dialect.TypeArray,
	20: dialect.TypePackedByteArray,
	21: dialect.TypePackedInt32Array,
	22: dialect.TypePackedFloat32Array,
	23: dialect.TypePackedStringArray,
	24: dialect.TypePackedVector2Array,
	25: dialect.TypePackedVector3Array,
	26: dialect.TypePackedColorArray,
}

// textNames is the field Fallback of dialects that have no StringName. They write a StringName as a
// String.
var textNames = map[dialect.Type]dialect.Type{dialect.TypeStringName: dialect.TypeString}

// Godot3 is documented in package codec.
var Godot3 = dialect.MustNew(dialect.Spec{
	Name:           "Godot3",
	Family:         dialect.FamilyGodot3,
	Types:          godot3Types,
	Keys:           dialect.KeysByReference,
	StringArrayNUL: true,
	Fallback:       textNames,
})

// Godot30 is documented in package codec.
var Godot30 = dialect.MustNew(dialect.Spec{
	Name:           "Godot30",
	Family:         dialect.FamilyGodot3,
	Types:          godot3Types,
	Int:            dialect.IntFlagged64,
	Keys:           dialect.KeysByReference,
	StringArrayNUL: true,
	Fallback:       textNames,
})
