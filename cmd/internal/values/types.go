package values

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"godotvariant/variant"
)

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
	variant.TypePackedByteArray:     variant.TypeInt,
	variant.TypePackedInt32Array:    variant.TypeInt,
	variant.TypePackedInt64Array:    variant.TypeInt,
	variant.TypePackedFloat32Array:  variant.TypeFloat,
	variant.TypePackedFloat64Array:  variant.TypeFloat,
	variant.TypePackedStringArray:   variant.TypeString,
	variant.TypePackedVector2Array:  variant.TypeVector2,
	variant.TypePackedVector3Array:  variant.TypeVector3,
	variant.TypePackedVector4Array:  variant.TypeVector4,
	variant.TypePackedColorArray:    variant.TypeColor,
	variant.TypePackedVector2iArray: variant.TypeVector2i,
	variant.TypePackedVector3iArray: variant.TypeVector3i,
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

// TypeOf returns the name of a value's type as GDScript writes it: Array[int].
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

// IsPacked reports whether a type is the type of a packed array.
func IsPacked(t variant.Type) bool { return strings.HasPrefix(t.String(), "Packed") }
