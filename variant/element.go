package variant

import "math"

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
// because its items are instance IDs; the codec does the same. A codec with the same option writes
// a decoded ElementType as it was read.
type ElementType struct {
	Type   Type   // of the items
	Class  string // with TypeObject: the class; empty for any class
	Script string // with TypeObject: path of the script, as in res://enemy.gd; written only with FullObjects

	// read is the kind that was read, if it is not the one that is written for a type made in
	// Go: elementNone for all that engines write, so that equal types are equal by == and
	// reflect.DeepEqual too.
	read elementKind
}

type elementKind uint8

const (
	elementNone elementKind = iota
	elementBuiltin
	elementClass
	elementScript
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

// typed reports whether e names a type. Engines treat TypeNil as untyped.
func (e *ElementType) typed() bool { return e != nil && e.Type != TypeNil }

// kind returns the kind to write and the text after it.
func (e *ElementType) kind(fullObjects bool) (elementKind, string) {
	switch {
	case !e.typed():
		return elementNone, ""
	case e.read == elementScript:
		return elementScript, e.Script
	case e.read == elementClass:
		return elementClass, e.Class
	case e.read == elementBuiltin || e.Type != TypeObject:
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

// elementType writes e and sets its kind in the header, from bit shift on. It returns
// the type that the parts must have, TypeNil for any.
func (w *Writer) elementType(e *ElementType, shift int, typed bool) Type {
	if e == nil || w.format.keyed {
		return TypeNil
	}
	switch {
	case !typed:
		return e.Type
	case w.format.comparing: // neither the option nor the kind that was read matters
		w.Flags(uint32(elementBuiltin) << shift)
		w.typeID(e.Type)
		w.String(e.Class)
		w.String(e.Script)
		return TypeNil
	}
	kind, text := e.kind(w.format.fullObjects)
	w.Flags(uint32(kind) << shift)
	switch kind {
	case elementBuiltin:
		w.typeID(e.Type)
	case elementClass, elementScript:
		w.String(text)
	}
	return e.Type
}

// elementType reads the element type whose kind is in the low bits of kind. It also
// returns the type that the parts must have.
func (r *Reader) elementType(kind uint32) (*ElementType, Type) {
	if kind&kindMask == 0 {
		return nil, TypeNil
	}
	at, hash := r.pos, r.hash
	e := ElementType{Type: TypeObject, read: elementKind(kind & kindMask)}
	switch e.read {
	case elementBuiltin:
		if e.Type = r.typeID(); r.err == nil && e.Type == TypeNil && r.format.mode == Strict {
			r.failAt(at, Because(ErrUnknownType, "engines write no element type 0"))
		}
		if e.Type != TypeObject {
			e.read = elementNone
		}
	case elementClass, elementScript:
		text := r.text()
		if r.err == nil && len(text) == 0 && r.format.mode != Lenient {
			r.failAt(at, Because(ErrUnknownType, "the element class has no name"))
		}
		if !r.check && e.read == elementClass {
			e.Class = string(text)
		} else if !r.check {
			e.Script = string(text)
		}
	}
	r.hash = hash // keys do not differ in element types
	if r.check || r.err != nil || e.Type == TypeNil {
		return nil, e.Type
	}
	kept := ElementType{Type: e.Type, Class: e.Class, Script: e.Script} // only what is kept escapes to the heap
	if kind, name := kept.kind(r.format.fullObjects); kind != e.read && e.Type == TypeObject || name != e.Class+e.Script {
		kept.read = e.read
	}
	return &kept, e.Type
}

// partType is elementType without the ElementType.
func (r *Reader) partType(kind uint32) Type {
	if kind&kindMask == 0 {
		return TypeNil
	}
	check := r.check
	r.check = true
	_, t := r.elementType(kind)
	r.check = check
	return t
}

// typeID writes the ID of a type in a word of its own.
func (w *Writer) typeID(t Type) {
	out := &w.format.write[t]
	if !out.known {
		w.Fail(w.format.dialect.lacks(t))
		return
	}
	w.Uint32(uint32(out.id))
}

// typeID reads the ID of a type from a word of its own.
func (r *Reader) typeID() Type {
	at := r.pos
	return r.typeOf(at, r.word())
}

// typeIDShared is typeID for a word with a flag in bit 31.
func (r *Reader) typeIDShared() Type {
	at := r.pos
	return r.typeOf(at, r.word()&math.MaxInt32)
}

func (r *Reader) typeOf(at int, id uint32) Type {
	if r.err != nil {
		return TypeNil
	}
	if id > 255 || !r.format.forms[id].known {
		r.failAt(at, r.unknown(id))
		return TypeNil
	}
	return r.format.forms[id].typ
}

// accepts reports whether a container of element type want accepts a part of type
// t. In lenient mode it accepts what the engine converts.
func accepts(want, t Type, lenient bool) bool {
	switch {
	case want == t, want == TypeObject && t == TypeNil:
		return true
	case !lenient:
		return false
	default:
		return want == TypeFloat && t == TypeInt ||
			want == TypeString && t == TypeStringName ||
			want == TypeStringName && t == TypeString
	}
}
