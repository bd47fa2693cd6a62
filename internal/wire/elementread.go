package wire

import (
	"math"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// An ElementKind says what comes before the count of a typed container.
type ElementKind uint8

const (
	ElementNone ElementKind = iota
	ElementBuiltin
	ElementClass
	ElementScript
)

// ElementType reads the element type whose kind is in the low bits of kind, and the text of a
// class or script.
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

	r.hash = hash // keys do not differ in element types
	return t, text
}

// partType is ElementType for flags of a header.
func (r *Reader) partType(flags uint32) dialect.Type {
	if flags&forms.KindMask == 0 {
		return dialect.TypeNil
	}
	t, _ := r.ElementType(ElementKind(flags & forms.KindMask))
	return t
}

// TypeID reads the ID of a type from a word of its own.
func (r *Reader) TypeID() dialect.Type {
	at := r.pos
	return r.typeOf(at, r.word())
}

// TypeIDShared is typeID for a word with a flag in bit 31.
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
