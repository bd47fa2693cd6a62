package dialect

// godot3Types is Variant::Type of Godot 3 and of the forks with the same format (Rebel
// Engine, Segs).
var godot3Types = []Type{
	0:  TypeNil,
	1:  TypeBool,
	2:  TypeInt,
	3:  TypeFloat,
	4:  TypeString,
	5:  TypeVector2,
	6:  TypeRect2,
	7:  TypeVector3,
	8:  TypeTransform2D,
	9:  TypePlane,
	10: TypeQuaternion,
	11: TypeAABB,
	12: TypeBasis,
	13: TypeTransform3D,
	14: TypeColor,
	15: TypeNodePath,
	16: TypeRID,
	17: TypeObject,
	18: TypeDictionary,
	19: TypeArray,
	20: TypePackedByteArray,
	21: TypePackedInt32Array,
	22: TypePackedFloat32Array,
	23: TypePackedStringArray,
	24: TypePackedVector2Array,
	25: TypePackedVector3Array,
	26: TypePackedColorArray,
}

// Godot3 is Godot 3.1 to 3.6. An int takes 4 bytes if it fits. A null object is written
// as Nil, as Godot 3.4 and later do.
var Godot3 = &Dialect{
	Name:           "Godot3",
	Types:          godot3Types,
	Keys:           KeysByReference,
	StringArrayNUL: true,
	Fallback:       textNames,
	Classes:        classes3,
	ForeignText:    text4,
}

// Godot30 is Godot 3.0 to 3.0.6: every int takes 8 bytes and has the flag.
var Godot30 = &Dialect{
	Name:           "Godot30",
	Types:          godot3Types,
	Int:            IntFlagged64,
	Keys:           KeysByReference,
	StringArrayNUL: true,
	Fallback:       textNames,
	Classes:        classes3,
	ForeignText:    text4,
}
