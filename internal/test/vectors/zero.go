package vectors

import (
	"fmt"
	"reflect"

	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// Zeros has the zero value of each built-in type, except that the Object has an ID. A zero Object
// is null, and most dialects write null as Nil.
var Zeros = []variant.Variant{
	variant.Nil{}, variant.Bool(false), variant.Int(0), variant.Float(0), variant.String(""),
	variant.StringName(""),
	math.Vector2{}, math.Vector2i{}, math.Rect2{}, math.Rect2i{}, math.Vector3{}, math.Vector3i{},
	math.Transform2D{},
	math.Vector4{}, math.Vector4i{}, math.Plane{}, math.Quaternion{}, math.AABB{}, math.Basis{},
	math.Transform3D{},
	math.Projection{}, math.Color{}, objects.NodePath{}, objects.RID(0), objects.Object{ID: 1},
	objects.Callable{},
	objects.Signal{}, variant.Dictionary{}, variant.Array{}, packed.PackedByteArray{},
	packed.PackedInt32Array{},
	packed.PackedInt64Array{}, packed.PackedFloat32Array{}, packed.PackedFloat64Array{},
	packed.PackedStringArray{},
	packed.PackedVector2Array{}, packed.PackedVector3Array{}, packed.PackedVector4Array{},
	packed.PackedColorArray{},
	packed.PackedVector2iArray{}, packed.PackedVector3iArray{}, packed.PackedVector4iArray{},
	variant.TypedArray{}, variant.PackedTypedArray{},
}

// Zero returns the value of type t in Zeros.
func Zero(t variant.Type) variant.Variant {
	for _, v := range Zeros {
		if v.Type() == t {
			return v
		}
	}
	panic(fmt.Sprintf("no value of type %v", t))
}

// Leaves returns the numbers, texts and bools in v, in the order in which they are encoded. The
// argument is a value or an array of values.
func Leaves(v reflect.Value) []reflect.Value {
	var all []reflect.Value
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			all = append(all, Leaves(v.Field(i))...)
		}

	case reflect.Slice:
		for i := range v.Len() {
			all = append(all, Leaves(v.Index(i))...)
		}

	default:
		all = append(all, v)
	}

	return all
}
