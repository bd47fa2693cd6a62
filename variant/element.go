package variant

import (
	"godotvariant/internal/forms"
	"godotvariant/internal/token"
	"godotvariant/internal/wire"
	"godotvariant/variant/dialect"
)

// ElementType is the type of the items, keys or values of a typed container. Two bits of the
// container's header give its kind: bits 16 and 17 for an Array and for the keys of a Dictionary,
// bits 18 and 19 for the values. The kind says what comes before the count of the container:
//
//	kind  length  type    field
//	   0       0          nothing, the container is not typed
//	   1       4  uint32  ID of a built-in type
//	   2       n  String  name of a class, with its length and zeros, as the payload of a String
//	   3       n  String  path of a script
//
// Without FullObjects an engine writes the class "EncodedObjectAsID" for a container of objects,
// because its items are instance IDs; the codec does the same. An ElementType that was decoded is
// written unchanged if both codecs have FullObjects, or neither has it.
type ElementType struct {
	Type Type // type of the items
	// Class is the class of objects, an identifier. The empty class and the class Object allow any
	// class.
	Class string
	// Script is the path of the script of objects, such as res://enemy.gd. It is written only with
	// the option FullObjects.
	Script string

	// wireKind is the kind in the packet, if it differs from the result of the method kind.
	// Otherwise it is 0. It is 0 for the types that engines write, so == and reflect.DeepEqual can
	// compare them.
	wireKind elementKind
}

type elementKind = wire.ElementKind

const (
	elementNone    = wire.ElementNone
	elementBuiltin = wire.ElementBuiltin
	elementClass   = wire.ElementClass
	elementScript  = wire.ElementScript
)

// encodedObjectAsID is the class of objects that are written as IDs.
const encodedObjectAsID = "EncodedObjectAsID"

// String returns the type as in GDScript: int, Node, res://enemy.gd.
func (e ElementType) String() string {
	switch {
	case e.Script != "":
		return e.Script
	case e.Class != "":
		return e.Class
	default:
		return e.Type.String()
	}
}

// class returns the class in the form of constructor text. It adds quotes to a name that would be
// read as another type.
func (e *ElementType) class() string {
	t, builtin := dialect.ByName(e.Class)
	if builtin && t != TypeObject || e.Class == "Variant" {
		return token.Quote(e.Class)
	}
	return token.ClassName(e.Class)
}

// comparedClass returns the class for a comparison. It returns "" for the class Object, because ""
// and Object both allow any class.
func (e *ElementType) comparedClass() string {
	if e.Class == TypeObject.String() {
		return ""
	}
	return e.Class
}

// typed reports whether e names a type. Engines treat TypeNil as untyped.
func (e *ElementType) typed() bool { return e != nil && e.Type != TypeNil }

// kind returns the kind that e has in a packet, and the text of its class or script. Without a
// class or script in the packet, the text is "".
func (e *ElementType) kind(fullObjects bool) (elementKind, string) {
	switch {
	case !e.typed():
		return elementNone, ""
	case e.wireKind == elementScript:
		return elementScript, e.Script
	case e.wireKind == elementClass:
		return elementClass, e.Class
	case e.wireKind == elementBuiltin || e.Type != TypeObject:
		return elementBuiltin, ""
	case !fullObjects:
		return elementClass, encodedObjectAsID
	case e.Script != "":
		return elementScript, e.Script
	case e.Class != "":
		return elementClass, e.Class
	default:
		return elementClass, "Object"
	}
}

// write writes e, and sets the kind of e in the header. The argument shift is the number of the
// kind's lowest bit. The argument typed is false if the dialect has no typed containers; then write
// writes nothing. The result is the type that the parts must have, or TypeNil if they may have any
// type.
func (e *ElementType) write(w *wire.Writer, shift int, typed bool) Type {
	f := w.Format()
	if e == nil || f.Keyed {
		return TypeNil
	}

	switch {
	case !typed:
		return e.Type
	case f.Comparing: // a comparison ignores FullObjects and wireKind
		w.Flags(uint32(elementBuiltin) << shift)
		w.TypeID(e.Type)
		w.Text(e.comparedClass())
		w.Text(e.Script)
		return TypeNil
	}

	kind, text := e.kind(f.FullObjects)
	w.Flags(uint32(kind) << shift)

	switch kind {
	case elementBuiltin:
		w.TypeID(e.Type)
	case elementClass:
		w.ClassName(text)
	case elementScript:
		w.Text(text)
	}

	return e.Type
}

// readElementType reads an element type. The low bits of the argument flags are the kind of the
// element type. The second result is the type that the parts must have.
func readElementType(r *wire.Reader, flags uint32) (*ElementType, Type) {
	if flags&forms.KindMask == 0 {
		return nil, TypeNil
	}

	read := elementKind(flags & forms.KindMask)
	t, text := r.ElementType(read)
	if r.Checking() || r.Failed() || t == TypeNil {
		return nil, t
	}

	e := &ElementType{Type: t}
	switch read {
	case elementClass:
		e.Class = string(text)
	case elementScript:
		e.Script = string(text)
	}

	usual, name := e.kind(r.Format().FullObjects)
	if t == TypeObject && (usual != read || name != e.Class+e.Script) {
		e.wireKind = read
	}

	return e, t
}
