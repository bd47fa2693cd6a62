package convert

import (
	"strings"

	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// encodedObject is the element type of objects that are written as instance IDs.
var encodedObject = variant.ElementType{Type: variant.TypeObject, Class: "EncodedObjectAsID"}

// element converts the element type e of a container with n parts, which are already converted. The
// argument typed says whether the dialect has element types for containers of this kind. If the
// container becomes untyped, the result is nil. The second result is true if the element type
// changes.
func (x *converter) element(
	e *variant.ElementType, typed bool, part func(i int) variant.Variant, n int,
) (*variant.ElementType, bool) {
	switch {
	case e == nil:
		return nil, false
	case !typed || e.Type == variant.TypeNil:
		return nil, true
	}

	return x.typedElement(e, part, n)
}

// typedElement is like the method element, for a container that has an element type. The dialect
// must have typed containers of this kind.
func (x *converter) typedElement(
	e *variant.ElementType, part func(i int) variant.Variant, n int,
) (*variant.ElementType, bool) {
	if !x.has(e.Type) {
		return nil, true
	}

	for i := range n {
		if !forms.Accepts(e.Type, partType(part(i)), forms.Default) {
			return nil, true
		}
	}

	if e.Type != variant.TypeObject {
		return e, false
	}

	own := variant.ElementType{Type: e.Type, Class: e.Class, Script: e.Script}
	switch {
	case !x.options.FullObjects:
		own = encodedObject
	case own.Script != "":
		own.Class = ""
	case own.Class == "":
		own.Class = "Object"
	}

	if own.Class == e.Class && own.Script == e.Script {
		return e, false
	}

	return &own, true
}

// partType returns the type of a value in a container. The type of nil is Nil.
func partType(v variant.Variant) variant.Type {
	if v == nil {
		return variant.TypeNil
	}
	return nilsafe.TryType(v)
}

// arrayName returns the name of an Array with this element type: Array[int], or Array if elem is
// nil.
func arrayName(elem *variant.ElementType) string {
	return emptyName(variant.Array{Elem: elem}, "Array", "[]")
}

// dictionaryName returns the name of a Dictionary with the element types of d: Dictionary[String,
// Variant], or Dictionary if it is untyped.
func dictionaryName(d variant.Dictionary) string {
	return emptyName(variant.Dictionary{Key: d.Key, Value: d.Value}, "Dictionary", "{}")
}

// emptyName returns the name of the type of a container, such as Array[int]. The container must be
// empty, so its text is Array[int]([]), or [] without a type. The argument brackets is the text
// without a type. For a container without a type, emptyName returns untypedName.
func emptyName(empty variant.Variant, untypedName, brackets string) string {
	name := strings.TrimSuffix(variant.Text(empty), brackets)
	if name == "" {
		return untypedName
	}
	return strings.TrimSuffix(name, "("+brackets+")")
}

// noteTypes reports that the type of a container changed, if the names of the types differ.
func (x *converter) noteTypes(from, to string) {
	if from != to {
		x.note(Note{From: from, To: to})
	}
}
