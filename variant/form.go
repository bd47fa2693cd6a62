package variant

// A form is one header word that packets of a format may begin with: the ID of a
// type, alone or with Flag64. All that a header says is worked out when the format
// is made, so that reading compares the word and switches on the kind.
type form struct {
	head      uint32 // the word; one that is never found here, if the form can't be read
	flags     uint32 // that may be set in headers of this ID, in the word or not
	size      uint16 // bytes of the packet, or of its fixed beginning if its length varies
	kind      kind
	typ       Type
	width     uint8 // of a real_t
	known     bool  // the dialect has the ID
	prototype Variant
}

// kind says how the payload of a form is read.
type kind uint8

const (
	kindNone kind = iota // the registry has no type for the ID

	// Kinds of fixed length no payload of which is refused:
	kindFixed // read by the prototype
	kindNil
	kindBool
	kindInt32
	kindInt64
	kindFloat32
	kindFloat64
	lastFixed = kindFloat64

	kindString = iota - 1
	kindStringName
	lastText = kindStringName

	kindArray = iota - 2
	kindDictionary
	kindOther   // read by the prototype
	kindForeign // read by a method that is not the library's own
)

// form returns the form of an ID of type t, with Flag64 if wide.
func (s *Settings) form(id uint32, t Type, wide bool) form {
	d := s.Dialect
	f := form{
		head: id, flags: d.flags(t), size: minPacket, typ: t, width: uint8(d.width(t, s.Precision)),
		known: true, prototype: s.Prototypes[t],
	}
	if t < typeCount {
		info := &typeInfos[t]
		if info.wide && d.Real == RealFlagged {
			f.width = 4
			if wide {
				f.width = 8
			}
		}
		f.size += uint16(4*info.words + int(f.width)*info.reals)
	}
	if wide {
		f.head |= Flag64
	}
	f.kind = s.kind(&f, wide)
	switch f.kind {
	case kindBool, kindInt32, kindFloat32, kindString, kindStringName, kindArray, kindDictionary:
		f.size = 8
	case kindInt64, kindFloat64:
		f.size = 12
	}
	if f.kind == kindNone || wide && f.flags&Flag64 == 0 {
		f.head = ^id
	}
	return f
}

func (s *Settings) kind(f *form, wide bool) kind {
	if f.prototype != nil && s.Foreign[f.typ] {
		return kindForeign
	}
	switch f.prototype.(type) {
	case nil:
		return kindNone
	case Nil:
		return kindNil
	case Bool:
		if s.Mode == Strict {
			return kindOther
		}
		return kindBool
	case Int:
		if wide || s.Dialect.Int == IntPlain64 {
			return kindInt64
		}
		return kindInt32
	case Float:
		if wide {
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
	if f.size > minPacket {
		return kindFixed
	}
	return kindOther
}
