// Package builtin lists the Variant types of the engines.
package builtin

import (
	"reflect"

	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// values has the zero value of every type of the engines. The Decode methods of these values read
// packets.
var values = []variant.Variant{
	variant.Nil{},
	variant.Bool(false),
	variant.Int(0),
	variant.Float(0),
	variant.String(""),
	math.Vector2{},
	math.Vector2i{},
	math.Rect2{},
	math.Rect2i{},
	math.Vector3{},
	math.Vector3i{},
	math.Transform2D{},
	math.Vector4{},
	math.Vector4i{},
	math.Plane{},
	math.Quaternion{},
	math.AABB{},
	math.Basis{},
	math.Transform3D{},
	math.Projection{},
	math.Color{},
	variant.StringName(""),
	objects.NodePath{},
	objects.RID(0),
	objects.Object{},
	objects.Callable{},
	objects.Signal{},
	variant.Dictionary{},
	variant.Array{},
	packed.PackedByteArray{},
	packed.PackedInt32Array{},
	packed.PackedInt64Array{},
	packed.PackedFloat32Array{},
	packed.PackedFloat64Array{},
	packed.PackedStringArray{},
	packed.PackedVector2Array{},
	packed.PackedVector3Array{},
	packed.PackedColorArray{},
	packed.PackedVector4Array{},
	packed.PackedVector2iArray{},
	packed.PackedVector3iArray{},
	packed.PackedVector4iArray{},
	variant.TypedArray{},
	variant.PackedTypedArray{},
}

// A Table has the Go types that a format decodes to.
type Table struct {
	Prototypes [256]variant.Variant
	Foreign    [256]bool // types that decode to a Go type of the program, not of this library
}

// New returns a table with the library's Go types.
func New() *Table {
	t := new(Table)
	for _, v := range values {
		t.Prototypes[v.Type()] = v
	}
	return t
}

var own = New()

// Own reports whether v has the library's Go type for v.Type().
func Own(v variant.Variant) bool {
	return reflect.TypeOf(v) == reflect.TypeOf(own.Prototypes[nilsafe.TryType(v)])
}

// Constructibles returns the program's types that have constructor text: the types in the table,
// and the types of the values in the argument others. The keys of the map are the names of the
// types, and each value of the map is a value of the type.
func (t *Table) Constructibles(others ...variant.Constructible) map[string]variant.Constructible {
	all := map[string]variant.Constructible{}
	for i, v := range t.Prototypes {
		if c, ok := v.(variant.Constructible); ok && t.Foreign[i] {
			all[nilsafe.Name(c)] = c
		}
	}

	for _, c := range others {
		all[nilsafe.Name(c)] = c
	}

	return all
}

// Put stores the types of the table in the settings of a format.
func (t *Table) Put(s *forms.Settings) {
	prototypes := t.Prototypes
	s.Prototypes = &prototypes

	s.Types = map[variant.Type]forms.Method{}
	for i, v := range prototypes {
		if v == nil {
			continue
		}

		reading := forms.Method{Foreign: t.Foreign[i]}
		if named, ok := v.(variant.Named); ok {
			reading.Name = named.TypeName()
		}

		s.Types[variant.Type(i)] = reading
	}
}

// Format returns a format with the given settings. It decodes each type to the library's Go type.
// But if the argument others has a value of the type, it decodes the type to the Go type of this
// value. The settings must be valid.
func Format(s forms.Settings, others ...variant.Variant) *forms.Format {
	t := New()
	for _, v := range others {
		t.Prototypes[v.Type()], t.Foreign[v.Type()] = v, true
	}

	t.Put(&s)
	f, err := forms.NewFormat(s)
	if err != nil {
		panic(err)
	}

	return f
}
