package variant

import (
	"errors"
	"fmt"
	"sync"

	"godotvariant/internal"
)

// Mode says what decoding does with bytes that hold a value, but not in the form
// that an engine of today writes.
type Mode uint8

const (
	// Default accepts what real engines have written, old ones included: dirty
	// padding, 64-bit forms of small numbers, a bool of 2, duplicate keys (the
	// last value at the first position). It rejects what loses data or can be
	// read in two ways: trailing bytes, stray header bits, invalid UTF-8, the
	// old form of NodePath, elements of the wrong type.
	Default Mode = iota
	// Strict also rejects dirty padding, a bool other than 0 and 1, NUL in text,
	// duplicate keys, the obsolete flags of a NodePath and an element type of Nil.
	// Encoding rejects what strict decoding would reject, such as NUL in text and
	// duplicate keys; for that it validates each packet that it writes.
	Strict
	// Lenient accepts what engines accept, as far as a value can hold it:
	// trailing bytes, stray header bits, invalid UTF-8 (kept as it is), the old
	// form of NodePath, missing or cut padding at the very end, elements that the
	// engine would convert (an int in an Array[float]).
	Lenient
)

// Limits bound the cost of a value. Zero means the default.
type Limits struct {
	// MaxDepth is the greatest depth of nested values. The outermost value has
	// depth 0. Default and maximum: 1024, as in the engine. It applies to
	// encoding and decoding.
	MaxDepth int
	// MaxFrame is the length of the longest frame or packet that a stream
	// accepts, in bytes. Default: 8 MiB, as in the engine's packet peers
	// (encode_buffer_max_size). It applies to codec.Encoder and codec.Decoder only, and not
	// to packets in memory.
	MaxFrame int
	// MaxSize is the length of the longest packet that encoding makes, in bytes.
	// A value that shares its parts can be small in memory and unbounded on the
	// wire. Default: 256 MiB, the maximum of an engine's packet peer.
	MaxSize int
}

const (
	defaultMaxDepth = internal.MaxDepth
	defaultMaxFrame = 8 << 20
	defaultMaxSize  = 256 << 20
)

// complete replaces zeros by the defaults and checks the ranges.
func (l *Limits) complete() error {
	for _, x := range []struct {
		name            string
		value           *int
		min, max, deflt int
	}{
		{"MaxDepth", &l.MaxDepth, 1, defaultMaxDepth, defaultMaxDepth},
		{"MaxFrame", &l.MaxFrame, 4, 1<<31 - 1, defaultMaxFrame},
		{"MaxSize", &l.MaxSize, 4, 1<<31 - 1, defaultMaxSize},
	} {
		if *x.value == 0 {
			*x.value = x.deflt
		}
		if *x.value < x.min || *x.value > x.max {
			return fmt.Errorf("godot: Limits.%s is %d; it must be from %d to %d", x.name, *x.value, x.min, x.max)
		}
	}
	return nil
}

// settings are the options of a [Format]. codec.Options documents them.
type settings struct {
	Dialect     *Dialect
	Precision   Precision
	FullObjects bool
	Exact       bool
	Finite      bool
	Mode        Mode
	Limits      Limits
	// Prototypes has one value of each type that can be decoded.
	Prototypes map[Type]Variant
	// Foreign marks the types whose methods are not the library's own. A panic in
	// one of their methods becomes an error.
	Foreign map[Type]bool
	// Custom has the IDs of the types from TypeCustom on.
	Custom map[Type]uint8
}

// A Format is a dialect with options, compiled. codec.New makes it, and a
// codec.Codec holds it. It never changes; any number of goroutines may use it.
type Format struct {
	forms       [512]form     // by ID: without Flag64, and from 256 on with it
	write       [256]outbound // by canonical type
	dialect     Dialect
	precision   Precision
	fullObjects bool
	exact       bool
	finite      bool
	mode        Mode
	limits      Limits
	idMask      uint32
	comparing   bool            // for comparisons: equal values have equal bytes
	keyed       bool            // for keys: equal keys have equal bytes too, and a key that equals no other is an error
	names       map[Type]string // of types that implement Named, for errors

	// The pools belong to one format, since a Reader caches keys in the bytes
	// of its dialect.
	readers, writers sync.Pool

	// The format with the option Finite, made when it is needed, see finiteOnly.
	settings settings
	once     sync.Once
	strict   *Format
}

// newFormat checks and compiles settings. The error names the invalid option.
func newFormat(s settings) (*Format, error) {
	if s.Dialect == nil {
		return nil, errors.New("godot: Options.Dialect is missing")
	}
	f := &Format{
		dialect: *s.Dialect, precision: s.Precision, fullObjects: s.FullObjects,
		exact: s.Exact, finite: s.Finite, mode: s.Mode, limits: s.Limits, idMask: s.Dialect.IDMask,
		settings: s,
	}
	if f.idMask == 0 {
		f.idMask = 0xFF
	}
	d := &f.dialect
	switch {
	case s.Mode > Lenient:
		return nil, fmt.Errorf("godot: Options.Mode is %d; there is no such mode", s.Mode)
	case s.Precision > Double:
		return nil, fmt.Errorf("godot: Options.Precision is %d; there is no such precision", s.Precision)
	case s.Precision == Double && d.Real == RealSingle:
		return nil, fmt.Errorf("godot: dialect %s has no double precision", d.Name)
	case len(d.Types) > 256:
		return nil, fmt.Errorf("godot: dialect %s has %d types; an ID has room for 256", d.Name, len(d.Types))
	}
	if err := f.limits.complete(); err != nil {
		return nil, err
	}
	if err := f.compile(&s); err != nil {
		return nil, err
	}
	return f, nil
}

// finiteOnly returns the format with the option Finite.
func (f *Format) finiteOnly() *Format {
	if f.finite {
		return f
	}
	f.once.Do(func() {
		s := f.settings
		s.Dialect, s.Finite = &f.dialect, true
		f.strict, _ = newFormat(s) // f was made of these settings too
	})
	return f.strict
}

// compile fills the tables with the types of the dialect, the custom types and
// the fallbacks.
func (f *Format) compile(s *settings) error {
	d := &f.dialect
	d.Types = append([]Type(nil), d.Types...)
	for id, t := range d.Types {
		if t == TypeUnsupported {
			continue
		}
		if f.write[t].known {
			return fmt.Errorf("godot: dialect %s lists %v twice", d.Name, t)
		}
		f.add(uint32(id), t, s)
	}
	for t, id := range s.Custom {
		if f.forms[id].known || int(id) < len(d.Types) {
			return fmt.Errorf("godot: ID %d of %v is taken in dialect %s", id, t, d.Name)
		}
		f.add(uint32(id), t, s)
	}
	for from, to := range d.Fallback {
		if f.write[from].known || !f.write[to].known {
			return fmt.Errorf("godot: dialect %s can't fall back from %v to %v", d.Name, from, to)
		}
		f.write[from] = f.write[to]
	}
	if f.forms[0].kind == kindNone {
		f.forms[0].head = 1 // see form.head: the header 0 is found here
	}
	return nil
}

func (f *Format) add(id uint32, t Type, s *settings) {
	f.write[t] = f.outbound(id, t)
	f.forms[id], f.forms[256+id] = f.form(id, t, false, s), f.form(id, t, true, s)
	if named, ok := s.Prototypes[t].(Named); ok {
		if f.names == nil {
			f.names = map[Type]string{}
		}
		f.names[t] = named.TypeName()
	}
}

// Settings returns the settings of a Format, for the caller to fill in.
func (kernel) Settings() settings { return settings{} }

// NewFormat checks and compiles settings. The error names the invalid option.
func (kernel) NewFormat(s settings) (*Format, error) { return newFormat(s) }

// Dialect returns the format's copy of its dialect.
func (kernel) Dialect(f *Format) *Dialect { return &f.dialect }

// Limits returns the limits, with the defaults filled in.
func (kernel) Limits(f *Format) Limits { return f.limits }

// Has reports whether values of type t can be written.
func (kernel) Has(f *Format, t Type) bool { return f.write[t].known }

// TypeOf returns the type of packets with this header, TypeNil for an unknown ID.
func (kernel) TypeOf(f *Format, header uint32) Type {
	if id := header & f.idMask; id < 256 {
		return f.forms[id].typ
	}
	return TypeNil
}

// sameMeaning reports whether a packet means the same in f and g, if both accept it.
func (f *Format) sameMeaning(g *Format) bool {
	if f == g {
		return true
	}
	d, e := &f.dialect, &g.dialect
	if d.Name != e.Name || d.Int != e.Int || d.Real != e.Real || d.Object != e.Object ||
		d.Keys != e.Keys || d.BasisColumns != e.BasisColumns || d.RIDPayload != e.RIDPayload || f.idMask != g.idMask ||
		d.Real == RealSetting && f.precision != g.precision ||
		d.Object == ObjectBySetting && f.fullObjects != g.fullObjects {
		return false
	}
	for id := range 256 {
		if a, b := &f.forms[id], &g.forms[id]; a.known != b.known || a.typ != b.typ {
			return false
		}
	}
	return true
}

// describe names the dialect and the options that change the meaning of a packet.
func (f *Format) describe() string {
	s := f.dialect.Name
	if f.dialect.Real == RealSetting {
		s += " in " + f.precision.String() + " precision"
	}
	if f.dialect.Object == ObjectBySetting && f.fullObjects {
		s += " with FullObjects"
	}
	return s
}

// A form is one header word that packets of a format begin with: the ID of a type,
// alone or with Flag64. A form has everything that the header implies, so that a
// Reader compares one word and switches on the kind.
type form struct {
	head      uint32 // the header word; in a form that can't be read or is checked, a word that is found at another index
	flags     uint32 // all flags that headers of this ID may have
	size      uint16 // length of the packet, or of its fixed part, in bytes
	kind      kind
	typ       Type
	width     uint8 // of a real_t, in bytes
	each      uint8 // of a packed array: how many floating-point numbers are one element
	checked   bool  // the payload has numbers that must be finite
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
	kindReals2 // numbers of 4 bytes, in the order of the components of the Go type
	kindReals3
	kindReals4

	// Kinds of variable length:
	kindString
	kindStringName
	kindArray
	kindDictionary
	kindOther   // read by the prototype
	kindForeign // read by a prototype of another module

	lastFixed = kindReals4
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
		m.each = uint8(info.each)
		m.checked = f.finite && (t == TypeFloat || info.reals+info.each > 0)
	}
	if t == TypeFloat && flag64 || t == TypePackedFloat64Array {
		m.width = 8
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
	if m.kind == kindNone || flag64 && m.flags&Flag64 == 0 || m.checked {
		m.head = 0 // peek leaves the packet to odd
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
	if m.size == minPacket {
		return kindOther
	}
	if reals := typeInfos[m.typ].reals; m.width == 4 && reals >= 2 && reals <= 4 {
		return kindReals2 + kind(reals-2)
	}
	return kindFixed
}

// An outbound has what a Writer needs to write packets of one canonical type.
type outbound struct {
	head   uint32 // the ID and the flag of the precision
	id     uint8
	known  bool
	width  uint8 // of a real_t, in bytes
	rounds bool  // real_t numbers are written in single precision without a check
	short  bool  // a value that fits into one word is written in one, without a check
	merges bool  // different keys can be written as the same bytes
}

func (f *Format) outbound(id uint32, t Type) outbound {
	d := &f.dialect
	out := outbound{head: id, id: uint8(id), known: true, width: uint8(d.width(t, f.precision))}
	if t < typeCount && typeInfos[t].wide && d.Real == RealFlagged && f.precision == Double {
		out.head |= Flag64
	}
	out.rounds = out.width == 4 && !f.exact && !f.finite
	out.short = t == TypeBool || t == TypeInt && d.Int == IntByValue || t == TypeFloat && !f.finite
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
