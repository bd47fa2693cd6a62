package codec

import "godotvariant/variant"

// godot3Types is Variant::Type of Godot 3 and of the forks with the same format (Rebel
// Engine, Segs).
var godot3Types = []variant.Type{
	0:  variant.TypeNil,
	1:  variant.TypeBool,
	2:  variant.TypeInt,
	3:  variant.TypeFloat,
	4:  variant.TypeString,
	5:  variant.TypeVector2,
	6:  variant.TypeRect2,
	7:  variant.TypeVector3,
	8:  variant.TypeTransform2D,
	9:  variant.TypePlane,
	10: variant.TypeQuaternion,
	11: variant.TypeAABB,
	12: variant.TypeBasis,
	13: variant.TypeTransform3D,
	14: variant.TypeColor,
	15: variant.TypeNodePath,
	16: variant.TypeRID,
	17: variant.TypeObject,
	18: variant.TypeDictionary,
	19: variant.TypeArray,
	20: variant.TypePackedByteArray,
	21: variant.TypePackedInt32Array,
	22: variant.TypePackedFloat32Array,
	23: variant.TypePackedStringArray,
	24: variant.TypePackedVector2Array,
	25: variant.TypePackedVector3Array,
	26: variant.TypePackedColorArray,
}

// Godot3 is Godot 3.1 to 3.6. An int takes 4 bytes if it fits. A null object is written
// as Nil, as Godot 3.4 and later do.
var Godot3 = &variant.Dialect{
	Name:           "Godot3",
	Types:          godot3Types,
	Keys:           variant.KeysByReference,
	StringArrayNUL: true,
	Fallback:       textNames,
	Classes:        classes3,
	ForeignText:    text4,
}

// Godot30 is Godot 3.0 to 3.0.6: every int takes 8 bytes and has the flag.
var Godot30 = &variant.Dialect{
	Name:           "Godot30",
	Types:          godot3Types,
	Int:            variant.IntFlagged64,
	Keys:           variant.KeysByReference,
	StringArrayNUL: true,
	Fallback:       textNames,
	Classes:        classes3,
	ForeignText:    text4,
}

// text4 is the text of values, as Godot 4 writes it, that str2var of Godot 3 does not read: names that
// Godot 4 changed, and types that Godot 3 lacks. Godot 4 reads all names of Godot 3.
var text4 = []string{
	"Array[", "Dictionary[",
	"Vector2i(", "Vector3i(", "Vector4(", "Vector4i(", "Rect2i(",
	"Quaternion(", "Transform3D(", "Projection(",
	"PackedByteArray(", "PackedInt32Array(", "PackedInt64Array(", "PackedFloat32Array(", "PackedFloat64Array(", "PackedStringArray(",
	"PackedVector2Array(", "PackedVector3Array(", "PackedColorArray(", "PackedVector4Array(",
}
