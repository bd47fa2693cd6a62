package dialect

import "strconv"

// Type is the canonical type of a value. It is the same in every dialect and is never written. A
// [Dialect] gives each type its ID on the wire. The constants have the names of Godot 4.
type Type uint8

// The types of all engines, with the names of Godot 3 where they differ.
const (
	TypeNil Type = iota
	TypeBool
	TypeInt
	TypeFloat // Godot 3: real
	TypeString
	TypeVector2
	TypeVector2i
	TypeRect2
	TypeRect2i
	TypeVector3
	TypeVector3i
	TypeTransform2D
	TypeVector4
	TypeVector4i
	TypePlane
	TypeQuaternion // Godot 3: Quat
	TypeAABB
	TypeBasis
	TypeTransform3D // Godot 3: Transform
	TypeProjection
	TypeColor
	TypeStringName
	TypeNodePath
	TypeRID
	TypeObject
	TypeCallable
	TypeSignal
	TypeDictionary
	TypeArray
	TypePackedByteArray  // Godot 3: PoolByteArray
	TypePackedInt32Array // Godot 3: PoolIntArray
	TypePackedInt64Array
	TypePackedFloat32Array // Godot 3: PoolRealArray
	TypePackedFloat64Array
	TypePackedStringArray  // Godot 3: PoolStringArray
	TypePackedVector2Array // Godot 3: PoolVector2Array
	TypePackedVector3Array // Godot 3: PoolVector3Array
	TypePackedColorArray   // Godot 3: PoolColorArray
	TypePackedVector4Array
	TypePackedVector2iArray // Pandemonium: PoolVector2iArray
	TypePackedVector3iArray // Pandemonium: PoolVector3iArray
	TypePackedVector4iArray // Pandemonium: PoolVector4iArray
	TypeTypedArray          // Pandemonium 5
	TypePackedTypedArray    // Pandemonium 5

	typeCount
)

// TypeCustom is the first number for your own types: TypeCustom, TypeCustom+1, and so on to 254. A
// codec.Registry gives them IDs.
const TypeCustom Type = 128

// TypeUnsupported marks an ID that a [Dialect] has without a payload, such as "16: RID
// (unsupported)".
const TypeUnsupported Type = 255

// String returns Godot 4's name of the type: "int", "Vector2", "PackedByteArray".
func (t Type) String() string {
	switch {
	case t < typeCount:
		return names[t]
	case t >= TypeCustom && t != TypeUnsupported:
		return "custom type " + strconv.Itoa(int(t-TypeCustom))
	default:
		return "unsupported type"
	}
}

// GoString returns the name of the constant, for %#v.
func (t Type) GoString() string {
	switch {
	case t == TypeUnsupported:
		return "TypeUnsupported"
	case t >= typeCount:
		return "Type(" + strconv.Itoa(int(t)) + ")"
	}

	name := t.String()
	return "Type" + string(name[0]&^0x20) + name[1:] // name int becomes TypeInt
}

// ByName returns the built-in type for which [Type.String] returns this name. For the name of a
// custom type, ByName returns false.
func ByName(name string) (Type, bool) {
	for t := range names {
		if names[t] == name {
			return Type(t), true
		}
	}
	return TypeNil, false
}

var names = [typeCount]string{
	TypeNil:                 "Nil",
	TypeBool:                "bool",
	TypeInt:                 "int",
	TypeFloat:               "float",
	TypeString:              "String",
	TypeVector2:             "Vector2",
	TypeVector2i:            "Vector2i",
	TypeRect2:               "Rect2",
	TypeRect2i:              "Rect2i",
	TypeVector3:             "Vector3",
	TypeVector3i:            "Vector3i",
	TypeTransform2D:         "Transform2D",
	TypeVector4:             "Vector4",
	TypeVector4i:            "Vector4i",
	TypePlane:               "Plane",
	TypeQuaternion:          "Quaternion",
	TypeAABB:                "AABB",
	TypeBasis:               "Basis",
	TypeTransform3D:         "Transform3D",
	TypeProjection:          "Projection",
	TypeColor:               "Color",
	TypeStringName:          "StringName",
	TypeNodePath:            "NodePath",
	TypeRID:                 "RID",
	TypeObject:              "Object",
	TypeCallable:            "Callable",
	TypeSignal:              "Signal",
	TypeDictionary:          "Dictionary",
	TypeArray:               "Array",
	TypePackedByteArray:     "PackedByteArray",
	TypePackedInt32Array:    "PackedInt32Array",
	TypePackedInt64Array:    "PackedInt64Array",
	TypePackedFloat32Array:  "PackedFloat32Array",
	TypePackedFloat64Array:  "PackedFloat64Array",
	TypePackedStringArray:   "PackedStringArray",
	TypePackedVector2Array:  "PackedVector2Array",
	TypePackedVector3Array:  "PackedVector3Array",
	TypePackedColorArray:    "PackedColorArray",
	TypePackedVector4Array:  "PackedVector4Array",
	TypePackedVector2iArray: "PackedVector2iArray",
	TypePackedVector3iArray: "PackedVector3iArray",
	TypePackedVector4iArray: "PackedVector4iArray",
	TypeTypedArray:          "TypedArray",
	TypePackedTypedArray:    "PackedTypedArray",
}
