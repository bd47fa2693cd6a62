package parse

import (
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// engineTypes has the types that are written as a name with arguments. Its keys are all names of
// these types that an engine reads.
var engineTypes = byName(
	names{math.Vector2{}, nil},
	names{math.Vector2i{}, nil},
	names{math.Rect2{}, nil},
	names{math.Rect2i{}, nil},
	names{math.Vector3{}, nil},
	names{math.Vector3i{}, nil},
	names{math.Transform2D{}, []string{"Matrix32"}},
	names{math.Vector4{}, nil},
	names{math.Vector4i{}, nil},
	names{math.Plane{}, nil},
	names{math.Quaternion{}, []string{"Quat"}},
	names{math.AABB{}, []string{"Rect3"}},
	names{math.Basis{}, []string{"Matrix3"}},
	names{math.Transform3D{}, []string{"Transform"}},
	names{math.Projection{}, nil},
	names{math.Color{}, nil},
	names{objects.NodePath{}, nil},
	names{objects.RID(0), nil},
	names{objects.Callable{}, nil},
	names{objects.Signal{}, nil},
	names{packed.PackedByteArray{}, []string{"PoolByteArray", "ByteArray"}},
	names{packed.PackedInt32Array{}, []string{"PackedIntArray", "PoolIntArray", "IntArray"}},
	names{packed.PackedInt64Array{}, nil},
	names{packed.PackedFloat32Array{}, []string{"PackedRealArray", "PoolRealArray", "FloatArray"}},
	names{packed.PackedFloat64Array{}, nil},
	names{packed.PackedStringArray{}, []string{"PoolStringArray", "StringArray"}},
	names{packed.PackedVector2Array{}, []string{"PoolVector2Array", "Vector2Array"}},
	names{packed.PackedVector3Array{}, []string{"PoolVector3Array", "Vector3Array"}},
	names{packed.PackedColorArray{}, []string{"PoolColorArray", "ColorArray"}},
	names{packed.PackedVector4Array{}, []string{"PoolVector4Array", "Vector4Array"}},
	names{packed.PackedVector2iArray{}, []string{"PoolVector2iArray"}},
	names{packed.PackedVector3iArray{}, []string{"PoolVector3iArray"}},
	names{packed.PackedVector4iArray{}, []string{"PoolVector4iArray"}},
)

type names struct {
	prototype variant.Constructible
	old       []string // names of older engines
}

func byName(all ...names) map[string]variant.Constructible {
	m := map[string]variant.Constructible{}
	for _, n := range all {
		m[n.prototype.Type().String()] = n.prototype
		for _, name := range n.old {
			m[name] = n.prototype
		}
	}

	return m
}
