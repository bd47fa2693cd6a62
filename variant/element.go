package variant

import "math"

// ElementType is the type of a typed container's items, keys or values.
//
// On the wire two bits of the container's header give its kind, and what the
// kind needs stands before the count:
//
//	0  none     untyped
//	1  builtin  u32 type ID
//	2  class    string, the class name
//	3  script   string, the path of the script
//
// For objects there are rules. With FullObjects off an engine writes the class
// "EncodedObjectAsID" instead of the class or script, since the items are
// instance IDs; so does the codec. An ElementType that was decoded is an
// exception: it is written as it was read, whatever the option.
type ElementType struct {
	Type   Type   // of the items
	Class  string // with TypeObject: the class, "" for any
	Script string // with TypeObject: path of the script, as res://enemy.gd, written only with FullObjects

	read elementKind // the kind as it was read; none for one made in Go
}

type elementKind uint8

const (
	elementNone elementKind = iota
	elementBuiltin
	elementClass
	elementScript
)

// encodedObjectAsID is the class that stands for objects written as IDs.
const encodedObjectAsID = "EncodedObjectAsID"

// kind returns how the type is written, and the text that goes with it.
func (e *ElementType) kind(fullObjects bool) (elementKind, string) {
	switch {
	case e == nil || e.Type == TypeNil:
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

// elementType writes e, its kind into the header at bit shift. It returns the
// type that the items are held against, TypeNil for any.
func (w *Writer) elementType(e *ElementType, shift int, typed bool) Type {
	if e == nil {
		return TypeNil
	}
	switch {
	case !typed:
		return e.Type
	case w.format.comparing: // neither the option nor what was read matters
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

// elementType reads the element type of a kind in the low bits of kind, and the type
// to hold items against.
func (r *Reader) elementType(kind uint32) (*ElementType, Type) {
	if kind&kindMask == 0 && !r.hashing {
		return nil, TypeNil
	}
	at, hash := r.pos, r.hash
	e := ElementType{Type: TypeObject, read: elementKind(kind & kindMask)}
	var text []byte
	switch e.read {
	case elementNone:
		e.Type = TypeNil
	case elementBuiltin:
		e.Type = r.typeID()
		if e.Type != TypeObject {
			e.read = elementNone
		}
	case elementClass, elementScript:
		text = r.text()
		if r.err == nil && len(text) == 0 && r.format.mode != Lenient {
			r.failAt(at, Because(ErrUnknownType, "an element class without a name"))
		}
		if !r.check && e.read == elementClass {
			e.Class = string(text)
		} else if !r.check {
			e.Script = string(text)
		}
	}
	if r.hashing { // what the type is, not how it was put
		r.hash = hash
		r.mix(uint64(e.Type))
		if len(text) > 0 {
			r.mix(uint64(e.read))
			r.mixBytes(text)
		}
	}
	if r.check || r.err != nil || e.Type == TypeNil { // an array of Nil is untyped in engines
		return nil, e.Type
	}
	made := e // only a value that is kept moves to the heap
	return &made, e.Type
}

// typeID writes the ID of a type as a word of its own.
func (w *Writer) typeID(t Type) {
	out := &w.format.write[t]
	if !out.known {
		w.Fail(Because(ErrUnsupported, w.format.dialect.Name+" has no "+t.String()))
		return
	}
	w.Uint32(uint32(out.id))
}

// typeID reads the ID of a type from a word of its own.
func (r *Reader) typeID() Type {
	at := r.pos
	return r.typeOf(at, r.word())
}

// typeIDShared is typeID of a word whose bit 31 is no part of the ID.
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

// accepts reports whether a container of element type want takes an item of
// type t. A lenient reader and writer take what the engine converts.
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

// String returns the type as GDScript writes it: int, Node, res://enemy.gd.
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
