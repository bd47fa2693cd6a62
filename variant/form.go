package variant

// A form is one header word that packets of a format begin with: the ID of a type,
// alone or with Flag64. A form has everything that the header implies, so that a
// Reader compares one word and switches on the kind.
type form struct {
	head      uint32 // the header word; in a form that can't be read, a word that is found at another index
	flags     uint32 // all flags that headers of this ID may have
	size      uint16 // length of the packet, or of its fixed part, in bytes
	kind      kind
	typ       Type
	width     uint8 // of a real_t, in bytes
	known     bool  // the dialect has the ID
	prototype Variant
}

// A kind says how the payload of a form is read.
type kind uint8

const (
	kindNone kind = iota // the ID is unknown or its type is not registered

	// Kinds whose length is fixed and whose payload is never rejected:
	kindFixed // read by the prototype
	kindNil
	kindBool
	kindInt32
	kindInt64
	kindFloat32
	kindFloat64

	// Kinds of variable length:
	kindString
	kindStringName
	kindArray
	kindDictionary
	kindOther   // read by the prototype
	kindForeign // read by a prototype of another module

	lastFixed = kindFloat64
	lastText  = kindStringName
)

// form returns the form of ID id for type t, with Flag64 if flag64 is set.
func (f *Format) form(id uint32, t Type, flag64 bool, s *settings) form {
	d := &f.dialect
	m := form{
		head: id, flags: d.flags(t), size: minPacket, typ: t,
		width: uint8(d.width(t, f.precision)), known: true, prototype: s.Prototypes[t],
	}
	if t < typeCount {
		info := &typeInfos[t]
		if info.wide && d.Real == RealFlagged { // the flag says the width
			m.width = 4
			if flag64 {
				m.width = 8
			}
		}
		m.size += uint16(4*info.words + int(m.width)*info.reals)
	}
	if flag64 {
		m.head |= Flag64
	}
	m.kind = f.kind(&m, flag64, s)
	switch m.kind {
	case kindBool, kindInt32, kindFloat32, kindString, kindStringName, kindArray, kindDictionary:
		m.size = 8
	case kindInt64, kindFloat64:
		m.size = 12
	}
	if m.kind == kindNone || flag64 && m.flags&Flag64 == 0 {
		m.head = 0
	}
	return m
}

func (f *Format) kind(m *form, flag64 bool, s *settings) kind {
	if m.prototype != nil && s.Foreign[m.typ] {
		return kindForeign
	}
	switch m.prototype.(type) {
	case nil:
		return kindNone
	case Nil:
		return kindNil
	case Bool:
		if f.mode != Strict {
			return kindBool
		}
		return kindOther // strict mode rejects some payloads
	case Int:
		if flag64 || f.dialect.Int == IntPlain64 {
			return kindInt64
		}
		return kindInt32
	case Float:
		if flag64 {
			return kindFloat64
		}
		return kindFloat32
	case String:
		return kindString
	case StringName:
		return kindStringName
	case Array:
		return kindArray
	case Dictionary:
		return kindDictionary
	}
	if m.size > minPacket {
		return kindFixed
	}
	return kindOther
}

// An outbound has what a Writer needs to write packets of one canonical type.
type outbound struct {
	head   uint32 // the ID and the flag of the precision
	id     uint8
	known  bool
	width  uint8 // of a real_t, in bytes
	rounds bool  // real_t numbers are rounded to single precision without a check
	short  bool  // of TypeInt: a number that fits into 4 bytes is written in 4
	merges bool  // different keys can be written as the same bytes
}

func (f *Format) outbound(id uint32, t Type) outbound {
	d := &f.dialect
	out := outbound{head: id, id: uint8(id), known: true, width: uint8(d.width(t, f.precision))}
	if t < typeCount && typeInfos[t].wide && d.Real == RealFlagged && f.precision == Double {
		out.head |= Flag64
	}
	out.rounds = out.width == 4 && !f.exact
	out.short = t == TypeInt && d.Int == IntByValue
	out.merges = f.merges(t)
	return out
}

// merges reports whether different keys of type t can be written as the same bytes.
func (f *Format) merges(t Type) bool {
	switch {
	case f.exact:
		return false
	case t == TypeFloat:
		return f.dialect.Float == FloatPlain32
	case t == TypeArray, t == TypeDictionary, t == TypeTypedArray, t == TypePackedTypedArray, t >= typeCount:
		return true
	}
	return (typeInfos[t].wide || t.isColor()) && f.dialect.width(t, f.precision) == 4
}
