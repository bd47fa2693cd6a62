package values

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"godotvariant/variant"
)

// componentNames are the paths of the components of types, in the order of editors.
var componentNames = map[variant.Type][]string{
	variant.TypeVector2:    fields("x y"),
	variant.TypeVector2i:   fields("x y"),
	variant.TypeVector3:    fields("x y z"),
	variant.TypeVector3i:   fields("x y z"),
	variant.TypeVector4:    fields("x y z w"),
	variant.TypeVector4i:   fields("x y z w"),
	variant.TypeRect2:      fields("position.x position.y size.x size.y"),
	variant.TypeRect2i:     fields("position.x position.y size.x size.y"),
	variant.TypePlane:      fields("normal.x normal.y normal.z d"),
	variant.TypeQuaternion: fields("x y z w"),
	variant.TypeAABB:       fields("position.x position.y position.z size.x size.y size.z"),
	variant.TypeColor:      fields("r g b a"),
	variant.TypeBasis:      fields("x.x x.y x.z y.x y.y y.z z.x z.y z.z"),
	variant.TypeTransform2D: fields(
		"x.x x.y y.x y.y origin.x origin.y"),
	variant.TypeTransform3D: fields("basis.x.x basis.x.y basis.x.z basis.y.x basis.y.y basis.y.z " +
		"basis.z.x basis.z.y basis.z.z origin.x origin.y origin.z"),
	variant.TypeProjection: fields(
		"x.x x.y x.z x.w y.x y.y y.z y.w z.x z.y z.z z.w w.x w.y w.z w.w"),
}

func fields(s string) []string { return strings.Fields(s) }

// ElementType returns the type of the parts of a typed container, or "".
func ElementType(v variant.Variant) string {
	switch v := v.(type) {
	case variant.Array:
		if v.Elem != nil {
			return v.Elem.String()
		}
	case variant.Dictionary:
		if v.Value != nil {
			return v.Value.String()
		}
	}

	if v == nil {
		return ""
	}
	return PackedElement(v.Type())
}

// packedElements are the types of the elements of packed arrays.
var packedElements = map[variant.Type]variant.Type{
	variant.TypePackedByteArray: variant.TypeInt, variant.TypePackedInt32Array: variant.TypeInt,
	variant.TypePackedInt64Array: variant.TypeInt, variant.TypePackedFloat32Array: variant.TypeFloat,
	variant.TypePackedFloat64Array: variant.TypeFloat, variant.TypePackedStringArray: variant.TypeString,
	variant.TypePackedVector2Array: variant.TypeVector2, variant.TypePackedVector3Array: variant.TypeVector3,
	variant.TypePackedVector4Array: variant.TypeVector4, variant.TypePackedColorArray: variant.TypeColor,
	variant.TypePackedVector2iArray: variant.TypeVector2i, variant.TypePackedVector3iArray: variant.TypeVector3i,
	variant.TypePackedVector4iArray: variant.TypeVector4i,
}

// zeros has the text of the zero of each type that a new value may have.
var zeros = map[string]string{
	"bool": "false", "int": "0", "float": "0.0", "String": `""`, "StringName": `&""`,
	"NodePath": `NodePath("")`, "Array": "[]", "Dictionary": "{}", "Nil": "null",
	"Vector2": "Vector2(0, 0)", "Vector2i": "Vector2i(0, 0)", "Vector3": "Vector3(0, 0, 0)",
	"Vector3i": "Vector3i(0, 0, 0)", "Vector4": "Vector4(0, 0, 0, 0)",
	"Vector4i": "Vector4i(0, 0, 0, 0)", "Color": "Color(0, 0, 0, 1)",
}

// ZeroText returns the text of the zero of a type, or "".
func ZeroText(name string) string { return zeros[name] }

// ZeroOfPacked returns the text of an empty packed array, or "" for the name of another type.
func ZeroOfPacked(name string) string {
	for t := range packedElements {
		if t.String() == name {
			return name + "()"
		}
	}
	return ""
}

// ZeroTypes returns the names of the types that have a zero.
func ZeroTypes() []string { return slices.Sorted(maps.Keys(zeros)) }

// PackedElement returns the name of the type of the elements of a packed array, or "".
func PackedElement(t variant.Type) string {
	element, ok := packedElements[t]
	if !ok {
		return ""
	}
	return element.String()
}

// PackedElementType returns the type of the elements of a packed array, or TypeNil.
func PackedElementType(t variant.Type) variant.Type { return packedElements[t] }

// ComponentPaths returns the paths of the components of a type, in the order of editors.
func ComponentPaths(t variant.Type) []string { return componentNames[t] }

// TypeOf returns the name of a value's type as GDScript declares it: Array[int].
func TypeOf(v variant.Variant) string {
	name := func(e *variant.ElementType) string {
		if e == nil {
			return "Variant"
		}
		return e.String()
	}

	switch v := v.(type) {
	case variant.Array:
		if v.Elem != nil {
			return fmt.Sprintf("Array[%s]", name(v.Elem))
		}

	case variant.Dictionary:
		if v.Key != nil || v.Value != nil {
			return fmt.Sprintf("Dictionary[%s, %s]", name(v.Key), name(v.Value))
		}
	}

	return v.Type().String()
}

// IsPacked reports whether a type is that of a packed array.
func IsPacked(t variant.Type) bool { return strings.HasPrefix(t.String(), "Packed") }
