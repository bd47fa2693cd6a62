package print

import "godotvariant/variant"

// names3 has the names of types in the constructor text of Godot 3.
var names3 = map[variant.Type]string{
	variant.TypeVector2:            "Vector2",
	variant.TypeRect2:              "Rect2",
	variant.TypeVector3:            "Vector3",
	variant.TypeTransform2D:        "Transform2D",
	variant.TypePlane:              "Plane",
	variant.TypeQuaternion:         "Quat",
	variant.TypeAABB:               "AABB",
	variant.TypeBasis:              "Basis",
	variant.TypeTransform3D:        "Transform",
	variant.TypeColor:              "Color",
	variant.TypeNodePath:           "NodePath",
	variant.TypePackedByteArray:    "PoolByteArray",
	variant.TypePackedInt32Array:   "PoolIntArray",
	variant.TypePackedFloat32Array: "PoolRealArray",
	variant.TypePackedStringArray:  "PoolStringArray",
	variant.TypePackedVector2Array: "PoolVector2Array",
	variant.TypePackedVector3Array: "PoolVector3Array",
	variant.TypePackedColorArray:   "PoolColorArray",
}

// in3 reports whether Godot 3 can write a type. It returns true for a StringName, which is written
// as a String.
func in3(t variant.Type) bool {
	switch t {
	case variant.TypeNil, variant.TypeBool, variant.TypeInt, variant.TypeFloat, variant.TypeString,
		variant.TypeStringName,
		variant.TypeRID, variant.TypeObject, variant.TypeDictionary, variant.TypeArray:
		return true
	}
	return names3[t] != ""
}
