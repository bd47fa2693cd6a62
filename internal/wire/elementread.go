package wire

import (
	"math"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// An ElementKind is the form of the element type that stands before the count of a typed container.
type ElementKind uint8

const (
	ElementNone ElementKind = iota
	ElementBuiltin
	ElementClass
	ElementScript
)

// ElementType reads an element type of the form kind. It returns the type and, for a class or a
// script, the text that names it.
func (r *Reader) ElementType(kind ElementKind) (t dialect.Type, text []byte) {
	at, hash := r.pos, r.hash
	t = dialect.TypeObject
	switch kind {
	case ElementBuiltin:
		t = r.TypeID()
		if r.err == nil && t == dialect.TypeNil && r.format.Mode == dialect.Strict {
			r.failAt(at, fault.Because(fault.ErrUnknownType, "engines write no element type 0"))
		}

	case ElementClass, ElementScript:
		text = r.Text()
		if kind == ElementClass {
			r.CheckClass(at, text)
		}
		if r.err == nil && len(text) == 0 && r.format.Mode != dialect.Lenient {
			r.failAt(at, fault.Because(fault.ErrUnknownType, "the element class has no name"))
		}
	}

	r.hash = hash // element types do not tell keys apart
	return t, text
}

// partType reads the element type whose form stands in the flags of a header.
func (r *Reader) partType(flags uint32) dialect.Type {
	if flags&forms.KindMask == 0 {
		return dialect.TypeNil
	}
	t, _ := r.ElementType(ElementKind(flags & forms.KindMask))
	return t
}

// TypeID reads a word with the ID of a type.
func (r *Reader) TypeID() dialect.Type {
	at := r.pos
	return r.typeOf(at, r.word())
}

// TypeIDShared is TypeID for a word that also has a flag in bit 31.
func (r *Reader) TypeIDShared() dialect.Type {
	at := r.pos
	return r.typeOf(at, r.word()&math.MaxInt32)
}

func (r *Reader) typeOf(at int, id uint32) dialect.Type {
	if r.err != nil {
		return dialect.TypeNil
	}

	if id > 255 || !r.format.Forms[id].Known {
		r.failAt(at, r.unknownID(id))
		return dialect.TypeNil
	}

	return r.format.Forms[id].Type
}
