package wire

import (
	"math"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// An ElementKind is the form of an element type in a packet. The element type comes before the
// count of a typed container.
type ElementKind uint8

const (
	ElementNone ElementKind = iota
	ElementBuiltin
	ElementClass
	ElementScript
)

// ElementType reads an element type in the form that the argument kind says, and returns the type.
// For a class it also returns the name of the class, and for a script the path of the script.
func (r *Reader) ElementType(kind ElementKind) (t dialect.Type, text []byte) {
	at, hash := r.pos, r.hash
	t = dialect.TypeObject
	switch kind {
	case ElementBuiltin:
		t = r.typeID()
		if r.err == nil && t == dialect.TypeNil && r.format.Mode == forms.Strict {
			r.failAt(at, fault.Because(fault.ErrUnknownType, "engines write no element type 0"))
		}

	case ElementClass, ElementScript:
		text = r.TextBytes()
		if kind == ElementClass {
			r.checkClass(at, text)
		}
		if r.err == nil && len(text) == 0 && r.format.Mode != forms.Lenient {
			r.failAt(at, fault.Because(fault.ErrUnknownType, "the element class has no name"))
		}
	}

	r.hash = hash // the hash of a key does not depend on element types
	return t, text
}

// PartType reads the element type of a container's parts. The lowest two bits of the argument flags
// are the ElementKind.
func (r *Reader) PartType(flags uint32) dialect.Type {
	if flags&forms.KindMask == 0 {
		return dialect.TypeNil
	}
	t, _ := r.ElementType(ElementKind(flags & forms.KindMask))
	return t
}

// TypedElement reads the element type of a TypedArray or a PackedTypedArray whose header has these
// flags. The element type is a word and, for objects with a class, also the packet of a StringName.
// The result class aliases the input.
func (r *Reader) TypedElement(flags uint32) (t dialect.Type, class []byte) {
	t = r.typeIDShared()
	if t != dialect.TypeObject || flags&dialect.Flag64 != 0 || r.TooDeep() {
		return t, nil
	}

	start := r.pos
	f, _ := r.Next(dialect.TypeStringName)
	if f == nil {
		return t, nil
	}

	r.pos = start + forms.MinPacket
	class = r.TextBytes()

	if r.err != nil {
		r.FailPacket(f, start, nil)
		return t, nil
	}

	r.checkClass(start, class)
	return t, class
}

// typeID reads a word with the ID of a type.
func (r *Reader) typeID() dialect.Type {
	at := r.pos
	return r.typeOf(at, r.word())
}

// typeIDShared is like typeID, for a word that also has a flag in bit 31.
func (r *Reader) typeIDShared() dialect.Type {
	at := r.pos
	return r.typeOf(at, r.word()&math.MaxInt32)
}

func (r *Reader) typeOf(offset int, id uint32) dialect.Type {
	if r.err != nil {
		return dialect.TypeNil
	}

	if id > 255 || !r.format.Forms[id].Known {
		r.failAt(offset, r.unknownID(id))
		return dialect.TypeNil
	}

	return r.format.Forms[id].Type
}
