package dialect

// godot4Types is Variant::Type of Godot 4 and of its forks (Redot, Blazium). Versions only
// add types at the end.
var godot4Types = []Type{
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
	12: TypeVector4,
	13: TypeVector4i,
	14: TypePlane,
	15: TypeQuaternion,
	16: TypeAABB,
	17: TypeBasis,
	18: TypeTransform3D,
	19: TypeProjection,
	20: TypeColor,
	21: TypeStringName,
	22: TypeNodePath,
	23: TypeRID,
	24: TypeObject,
	25: TypeCallable,
	26: TypeSignal,
	27: TypeDictionary,
	28: TypeArray,
	29: TypePackedByteArray,
	30: TypePackedInt32Array,
	31: TypePackedInt64Array,
	32: TypePackedFloat32Array,
	33: TypePackedFloat64Array,
	34: TypePackedStringArray,
	35: TypePackedVector2Array,
	36: TypePackedVector3Array,
	37: TypePackedColorArray,
	38: TypePackedVector4Array,
}

// Godot4 is Godot 4.4 and later: typed arrays and typed dictionaries.
var Godot4 = &Dialect{
	Name:              "Godot4",
	Types:             godot4Types,
	Real:              RealFlagged,
	StringArrayNUL:    true,
	RIDPayload:        true,
	Classes:           classes4,
	EncryptedCFB:      true,
	TypedArrays:       true,
	TypedDictionaries: true,
}

// Godot43 is Godot 4.3: typed arrays. A typed dictionary is written as an untyped one.
var Godot43 = &Dialect{
	Name:           "Godot43",
	Types:          godot4Types,
	Real:           RealFlagged,
	StringArrayNUL: true,
	RIDPayload:     true,
	Classes:        classes4,
	EncryptedCFB:   true,
	TypedArrays:    true,
}

// Godot40 is Godot 4.0 to 4.2: no typed containers on the wire, no PackedVector4Array. Double
// precision has the format of 4.2. Builds of 4.0 and 4.1 write Vector4 and Projection in double
// precision without the flag, so nothing can read them.
var Godot40 = &Dialect{
	Name:           "Godot40",
	Types:          godot4Types[:38],
	Real:           RealFlagged,
	StringArrayNUL: true,
	RIDPayload:     true,
	Classes:        classes4,
	EncryptedCFB:   true,
}
