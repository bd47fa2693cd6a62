package text

import (
	"fmt"

	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// ParseOptions say what [Parse] takes. The zero value is right for text from
// anywhere.
type ParseOptions struct {
	// Objects accepts full objects, Object(Timer,"wait_time":1.0), and
	// Resource("res://icon.png"), an object of class Resource with the property
	// resource_path. They are data: nothing is made or loaded. Without it only the
	// EncodedObjectAsID that stands for an instance ID is accepted.
	Objects bool
	// Single rounds the components of vectors and the like to single precision, as
	// engines do that are not built with precision=double. What such an engine has
	// printed is then read as the very value. Without it 0.1 is read as it stands.
	Single bool
	// MaxDepth is how deep values may nest. 0: 1024, which is also the most.
	MaxDepth int
	// MaxSize is how long the text may be, in bytes. 0: 256 MiB.
	MaxSize int
}

// Parse returns the value of constructor text: what var_to_str and var2str print,
// and what str_to_var and str2var read, the names of Godot 2 and 3 included. Space and
// comments, from a semicolon to the end of the line, may stand between its
// parts, a comma may stand behind the last of them.
//
// It is stricter than engines where they lose data: a number that its type has
// no room for, text behind the value, numbers left over in a
// PackedVector2Array are errors. An int out of range becomes the nearest, as it
// does in engines.
//
// The error is a [*variant.TextError] with line and column.
func Parse(s string, o ParseOptions) (variant.Variant, error) {
	if o.MaxSize == 0 {
		o.MaxSize = defaultMaxSize
	}
	if len(s) > o.MaxSize {
		return nil, &variant.TextError{Line: 1, Column: 1, Err: variant.Because(variant.ErrLimit, "the text is longer than MaxSize")}
	}
	r := variant.NewTextReader(s, o.Settings())
	v := r.Value()
	r.End()
	if r.Failed() {
		return nil, r.Err()
	}
	return v, nil
}

// Settings returns what a variant.TextReader has to know to read by these options,
// for readers of forms of your own.
func (o ParseOptions) Settings() variant.TextSettings {
	return variant.TextSettings{Types: types, Object: objectMaker(o.Objects), Single: o.Single, MaxDepth: o.MaxDepth}
}

func objectMaker(full bool) func(string, []string, []variant.Variant) (variant.Variant, error) {
	return func(class string, names []string, values []variant.Variant) (variant.Variant, error) {
		o := objects.FromText(class, names, values)
		if o.Class != "" && !full {
			return nil, fmt.Errorf("%w: the option Objects accepts a %s", variant.ErrObject, class)
		}
		return o, nil
	}
}

// types are the types by all names that engines read.
var types = byName(
	named{math.Vector2{}, nil},
	named{math.Vector2i{}, nil},
	named{math.Rect2{}, nil},
	named{math.Rect2i{}, nil},
	named{math.Vector3{}, nil},
	named{math.Vector3i{}, nil},
	named{math.Transform2D{}, []string{"Matrix32"}},
	named{math.Vector4{}, nil},
	named{math.Vector4i{}, nil},
	named{math.Plane{}, nil},
	named{math.Quaternion{}, []string{"Quat"}},
	named{math.AABB{}, []string{"Rect3"}},
	named{math.Basis{}, []string{"Matrix3"}},
	named{math.Transform3D{}, []string{"Transform"}},
	named{math.Projection{}, nil},
	named{math.Color{}, nil},
	named{objects.NodePath{}, nil},
	named{objects.RID(0), nil},
	named{objects.Callable{}, nil},
	named{objects.Signal{}, nil},
	named{packed.PackedByteArray{}, []string{"PoolByteArray", "ByteArray"}},
	named{packed.PackedInt32Array{}, []string{"PackedIntArray", "PoolIntArray", "IntArray"}},
	named{packed.PackedInt64Array{}, nil},
	named{packed.PackedFloat32Array{}, []string{"PackedRealArray", "PoolRealArray", "FloatArray"}},
	named{packed.PackedFloat64Array{}, nil},
	named{packed.PackedStringArray{}, []string{"PoolStringArray", "StringArray"}},
	named{packed.PackedVector2Array{}, []string{"PoolVector2Array", "Vector2Array"}},
	named{packed.PackedVector3Array{}, []string{"PoolVector3Array", "Vector3Array"}},
	named{packed.PackedColorArray{}, []string{"PoolColorArray", "ColorArray"}},
	named{packed.PackedVector4Array{}, []string{"PoolVector4Array", "Vector4Array"}},
	named{packed.PackedVector2iArray{}, []string{"PoolVector2iArray"}},
	named{packed.PackedVector3iArray{}, []string{"PoolVector3iArray"}},
	named{packed.PackedVector4iArray{}, []string{"PoolVector4iArray"}},
)

type named struct {
	prototype variant.Constructible
	old       []string
}

func byName(all ...named) map[string]variant.Constructible {
	m := map[string]variant.Constructible{}
	for _, n := range all {
		m[n.prototype.Type().String()] = n.prototype
		for _, name := range n.old {
			m[name] = n.prototype
		}
	}
	return m
}
