// Package forms has tables of packet headers for a dialect and its options. A table has the meaning
// of each header, and the header of each type.
package forms

import (
	"cmp"
	"sync"

	"godotvariant/internal/fault"
	"godotvariant/variant/dialect"
)

// MinPacket is the length of the shortest packet, a header without payload.
const MinPacket = 4

// A Method describes the Decode method of a type, which reads values of this type from packets.
type Method struct {
	Foreign bool   // the method does not belong to this library; its panic becomes an error
	Name    string // name of the type for errors, or "" if the type gives no name
}

// Settings are the options of a [Format]. codec.Options documents them.
type Settings struct {
	Dialect     *dialect.Dialect
	Precision   dialect.Precision
	FullObjects bool
	Exact       bool
	Finite      bool
	Mode        Mode
	Limits      Limits
	// Types has the types to which packets can be decoded.
	Types map[dialect.Type]Method
	// Custom has the IDs of custom types, which are types >= TypeCustom.
	Custom map[dialect.Type]uint8
	// Prototypes has one value of each type. Its type is *[256]variant.Variant, but this package
	// can't import package variant.
	Prototypes any
}

// A Format is a dialect with options, compiled into tables. codec.New makes it, and a codec.Codec
// holds it. It never changes, and is safe for concurrent use.
type Format struct {
	Forms   [512]Form   // forms by ID, or by 256 + ID for headers with Flag64
	Headers [256]Header // headers by canonical type

	Settings              // settings, with defaults in place of zero limits
	Spec     dialect.Spec // facts of Dialect
	IDMask   uint32       // mask for the ID in a header: the mask of the dialect, or 0xFF

	Comparing bool // packets are written only to be compared, so equal values have equal bytes
	// Keyed is set if packets are written only to compare keys. Equal keys have equal bytes. It is
	// an error to write a key that never equals another key, such as an Array that holds a NaN.
	Keyed bool

	// Each format has its own pools, because a Reader keeps keys for later packets, as bytes in the
	// dialect of the format.
	Readers, Writers sync.Pool

	// strict is a copy of this format in which the option Finite is set. The first call of
	// FiniteOnly makes the copy.
	once   sync.Once
	strict *Format
}

// NewFormat checks and compiles Settings. The error names the invalid option.
func NewFormat(s Settings) (*Format, error) {
	if s.Dialect == nil || s.Dialect.Name() == "" {
		return nil, fault.Options("Options.Dialect is empty; dialect.New makes a dialect")
	}

	f := &Format{Settings: s, Spec: s.Dialect.Spec()}
	f.IDMask = cmp.Or(f.Spec.IDMask, 0xFF)

	switch {
	case f.Mode > Lenient:
		return nil, fault.Options("Options.Mode is %d; there is no such mode", f.Mode)
	case f.Precision > dialect.Double:
		return nil, fault.Options("Options.Precision is %d; there is no such precision",
			f.Precision)

	case f.Precision == dialect.Double && f.Spec.Real == dialect.RealSingle:
		return nil, fault.Options("dialect %v has no double precision", f.Dialect)
	}

	if err := complete(&f.Limits); err != nil {
		return nil, err
	}
	if err := f.compile(); err != nil {
		return nil, err
	}

	return f, nil
}

// FiniteOnly returns a format with the same settings as f, but with the option Finite. If f has
// this option, FiniteOnly returns f.
func (f *Format) FiniteOnly() *Format {
	if f.Finite {
		return f
	}

	f.once.Do(func() {
		s := f.Settings
		s.Finite = true
		f.strict, _ = NewFormat(s) // no error: Finite can't make valid settings invalid
	})

	return f.strict
}

// compile fills the tables with the types of the dialect, the custom types and
// the fallbacks.
func (f *Format) compile() error {
	d := &f.Spec
	for id, t := range d.Types {
		if t != dialect.TypeUnsupported {
			f.add(uint32(id), t)
		}
	}

	for t, id := range f.Custom {
		if f.Forms[id].Known || int(id) < len(d.Types) {
			return fault.Options("ID %d of %v is taken in dialect %s", id, t, d.Name)
		}
		f.add(uint32(id), t)
	}

	for from, to := range d.Fallback {
		if f.Headers[from].Known {
			return fault.Options("dialect %s falls back from %v to %v, and Options.Registry has %v",
				d.Name, from, to, from)
		}
		f.Headers[from] = f.Headers[to]
	}

	if f.Forms[0].Kind == KindNone {
		f.Forms[0].Head = 1 // never matches, see Form.Head
	}

	return nil
}

func (f *Format) add(id uint32, t dialect.Type) {
	f.Headers[t] = f.header(id, t)
	f.Forms[id], f.Forms[256+id] = f.form(id, t, 0), f.form(id, t, dialect.Flag64)
}

// Has reports whether values of type t can be written.
func (f *Format) Has(t dialect.Type) bool { return f.Headers[t].Known }

// Merges reports whether the format can write different keys of one type as the same bytes. The
// argument id is the first byte of the packets of this type.
func (f *Format) Merges(id byte) bool { return f.Headers[f.Forms[id].Type].Merges }

// Name returns the name of a type for errors, or "" if the type does not give one.
func (f *Format) Name(t dialect.Type) string { return f.Types[t].Name }

// TypeOf returns the type of packets with this header, or TypeNil for an unknown ID.
func (f *Format) TypeOf(header uint32) dialect.Type {
	if id := header & f.IDMask; id < 256 {
		return f.Forms[id].Type
	}
	return dialect.TypeNil
}

// SameMeaning reports whether every packet that both formats accept means the same in both.
func (f *Format) SameMeaning(g *Format) bool {
	if f == g {
		return true
	}

	if f.Dialect != g.Dialect ||
		f.Spec.Real == dialect.RealSetting && f.Precision != g.Precision ||
		f.Spec.Object == dialect.ObjectBySetting && f.FullObjects != g.FullObjects {
		return false
	}

	for id := range 256 {
		if a, b := &f.Forms[id], &g.Forms[id]; a.Known != b.Known || a.Type != b.Type {
			return false
		}
	}

	return true
}

// Describe returns the name of the dialect, and the options that change the meaning of a packet.
func (f *Format) Describe() string {
	s := f.Dialect.Name()
	if f.Spec.Real == dialect.RealSetting {
		s += " in " + f.Precision.String() + " precision"
	}
	if f.Spec.Object == dialect.ObjectBySetting && f.FullObjects {
		s += " with FullObjects"
	}

	return s
}

// A Form describes the packets with one header word: the ID of a type, alone or with Flag64. It has
// all facts that follow from the header. So a Reader only compares one word, and then chooses by
// the field Kind.
type Form struct {
	// Head is the header word. MatchHeader returns the form only for packets that begin with Head.
	// If the form needs the checks of ReadHeader, Head is a word for which MatchHeader looks at
	// another index of Forms. So MatchHeader never returns this form.
	Head    uint32
	Flags   uint32 // all flags that headers of this ID may have
	Size    uint16 // length in bytes of the packet, or of its fixed part
	Kind    Kind
	Type    dialect.Type
	Width   uint8 // size in bytes of each real_t number in the payload
	Each    uint8 // number of floating-point numbers in an element of a packed array
	Checked bool  // the payload has numbers that must be finite
	Known   bool  // the dialect has the ID
}

// Number returns the length, in bytes, of each number in a payload of numbers. It also reports
// whether the numbers are floats. If the length is 0, the payload has only one number, an integer.
func (f *Form) Number() (size int, float bool) {
	layout := LayoutOf(f.Type)
	switch f.Type {
	case dialect.TypePackedInt64Array:
		return 8, false
	case dialect.TypePackedInt32Array, dialect.TypePackedVector2iArray,
		dialect.TypePackedVector3iArray, dialect.TypePackedVector4iArray:
		return 4, false
	case dialect.TypeFloat:
		return int(f.Width), true
	}

	switch {
	case layout.Reals+layout.Each > 0:
		return int(f.Width), true
	case layout.Words > 0:
		return 4, false
	default:
		return 0, false
	}
}

// A Kind says how the payload of a form is read.
type Kind uint8

const (
	KindNone Kind = iota // the dialect has no type with the ID, or the type is not registered

	// The payload has a fixed length, and any payload is valid:
	KindFixed // the prototype reads it
	KindNil
	KindBool
	KindInt32
	KindInt64
	KindFloat32
	KindFloat64
	KindReals2 // numbers of 4 bytes, in the order of the components of the Go type
	KindReals3
	KindReals4

	// Kinds of variable length:
	KindString
	KindStringName
	KindArray
	KindDictionary
	KindOther   // the prototype reads it
	KindForeign // a prototype that does not belong to this library reads it

	LastFixed = KindReals4
	LastText  = KindStringName
)

// form returns the Form of packets of type t. Their header has the ID id. The argument flag is
// dialect.Flag64 if the header also has this flag, otherwise 0.
func (f *Format) form(id uint32, t dialect.Type, flag uint32) Form {
	d := &f.Spec
	flag64 := flag == dialect.Flag64
	m := Form{
		Head: id, Flags: flagsOf(d, t), Size: MinPacket, Type: t,
		Width: widthOf(d, t, f.Precision), Known: true,
	}

	if t < TypeCount {
		info := &layouts[t]
		if info.Wide && d.Real == dialect.RealFlagged { // a flag in the header says the width
			m.Width = 4
			if flag64 {
				m.Width = 8
			}
		}

		m.Size += uint16(4*info.Words + int(m.Width)*info.Reals)
		m.Each = uint8(info.Each)
		m.Checked = f.Finite && (t == dialect.TypeFloat || info.Reals+info.Each > 0)
	}

	if t == dialect.TypeFloat && flag64 || t == dialect.TypePackedFloat64Array {
		m.Width = 8
	}

	m.Head |= flag
	m.Kind = f.kind(&m, flag64)
	switch m.Kind {
	case KindBool, KindInt32, KindFloat32, KindString, KindStringName, KindArray, KindDictionary:
		m.Size = 8
	case KindInt64, KindFloat64:
		m.Size = 12
	}

	if m.Kind == KindNone || flag64 && m.Flags&dialect.Flag64 == 0 || m.Checked {
		m.Head = 0 // so that MatchHeader leaves this header to ReadHeader
	}

	return m
}

func (f *Format) kind(m *Form, flag64 bool) Kind {
	how, ok := f.Types[m.Type]
	switch {
	case !ok:
		return KindNone
	case how.Foreign:
		return KindForeign
	}

	switch m.Type {
	case dialect.TypeNil:
		return KindNil

	case dialect.TypeBool:
		if f.Mode != Strict {
			return KindBool
		}
		return KindOther // strict mode rejects some payloads, so the prototype reads them

	case dialect.TypeInt:
		if flag64 || f.Spec.Int == dialect.IntPlain64 {
			return KindInt64
		}
		return KindInt32

	case dialect.TypeFloat:
		if flag64 {
			return KindFloat64
		}
		return KindFloat32

	case dialect.TypeString:
		return KindString
	case dialect.TypeStringName:
		return KindStringName
	case dialect.TypeArray:
		return KindArray
	case dialect.TypeDictionary:
		return KindDictionary
	}

	if m.Size == MinPacket {
		return KindOther
	}
	if reals := fewReals(m.Type); m.Width == 4 && reals > 0 {
		return KindReals2 + Kind(reals-2)
	}

	return KindFixed
}

// fewReals returns the number of real_t numbers in a payload of type t, if there are 2 to 4 of
// them. Otherwise it returns 0. This library's Go types for such packets consist of the same number
// of float64 values, in the order of the packet.
func fewReals(t dialect.Type) int {
	if t >= TypeCount || layouts[t].Reals < 2 || layouts[t].Reals > 4 {
		return 0
	}
	return layouts[t].Reals
}

// A Header has the facts that a Writer needs for packets of one canonical type.
type Header struct {
	Word   uint32 // type ID, and Flag64 if the header marks double precision
	ID     uint8
	Known  bool
	Width  uint8 // size in bytes of each real_t number in the payload
	Rounds bool  // real_t numbers are rounded to single precision, and no number is refused
	Reals  uint8 // number of real_t numbers, 2 to 4; 0 if the method Encode must write them
	Short  bool  // values that fit into one word may be written with Writer.PutWordFast
	Merges bool  // different keys can be written as the same bytes
}

func (f *Format) header(id uint32, t dialect.Type) Header {
	d := &f.Spec
	out := Header{Word: id, ID: uint8(id), Known: true, Width: widthOf(d, t, f.Precision)}

	if t < TypeCount && layouts[t].Wide && d.Real == dialect.RealFlagged &&
		f.Precision == dialect.Double {
		out.Word |= dialect.Flag64
	}

	out.Rounds = out.Width == 4 && !f.Exact && !f.Finite
	if how, ok := f.Types[t]; ok && !how.Foreign && out.Rounds {
		out.Reals = uint8(fewReals(t))
	}

	out.Short = t == dialect.TypeBool || t == dialect.TypeInt && d.Int == dialect.IntByValue ||
		t == dialect.TypeFloat && !f.Finite
	out.Merges = f.merges(t)

	return out
}

// merges reports whether different keys of type t can be written as the same bytes.
func (f *Format) merges(t dialect.Type) bool {
	switch {
	case f.Exact:
		return false
	case t == dialect.TypeFloat:
		return f.Spec.Float == dialect.FloatPlain32

	case t == dialect.TypeArray, t == dialect.TypeDictionary, t == dialect.TypeTypedArray,
		t == dialect.TypePackedTypedArray, t >= TypeCount:
		return true
	}

	return hasComponents(t) && widthOf(&f.Spec, t, f.Precision) == 4
}

// Rounds reports whether text and JSON round the components of values of type t to single
// precision. Only the precision of the format decides this, also for colors. In contrast, packets
// of engines have colors in single precision even if the format has double precision.
func (f *Format) Rounds(t dialect.Type) bool {
	return f.Precision == dialect.Single && hasComponents(t)
}

// hasComponents reports whether values of type t are made of real_t numbers or of colors.
func hasComponents(t dialect.Type) bool { return t < TypeCount && (layouts[t].Wide || isColor(t)) }

// maxUniversal is Limits.MaxSize of the universal format. That format has wide numbers, so its
// packets are at most twice as long as the packets of the same values in any dialect. So it can
// write every value that was read from a packet of at most MaxSize bytes. But a value that was made
// in Go may be too long, because the same part can be in many places of the value.
const maxUniversal = 2*MaxSize + 4<<10

// NewUniversal returns a format with every type, including custom types. Each type has its
// canonical number as its ID, and every number is written in full width.
func NewUniversal() *Format { return newUniversal(dialect.KeysByContent) }

func newUniversal(keys dialect.KeyRule) *Format {
	spec := dialect.Spec{
		Name: "universal", Real: dialect.RealFlagged, Keys: keys, WideColor: true, RIDPayload: true,
		TypedArrays: true, TypedDictionaries: true, SharedBit: true,
	}
	f := &Format{
		Settings: Settings{
			Dialect: dialect.MustNew(spec), Precision: dialect.Double, FullObjects: true,
			Mode:   Lenient,
			Limits: Limits{MaxDepth: MaxDepth, MaxFrame: 1<<31 - 1, MaxSize: maxUniversal},
		},
		Spec:      spec,
		Comparing: true,
	}

	for t := range f.Headers {
		f.Headers[t] = Header{ID: uint8(t), Word: uint32(t), Known: true, Width: 8}
	}

	f.Headers[dialect.TypeBool].Short = true
	f.Headers[dialect.TypeInt].Short = true
	return f
}

// NewKeyed returns a format for comparing dictionary keys. The format has every type, as that of
// [NewUniversal]. Equal keys have equal packets in this format. The argument rule says which keys
// are equal.
func NewKeyed(rule dialect.KeyRule) *Format {
	f := newUniversal(rule)
	f.Keyed = true
	return f
}

// NeedsEach reports whether a Writer must check or change each number.
func (f *Format) NeedsEach() bool { return f.Exact || f.Finite || f.Comparing }
