package variant

// Precision is the width of the numbers inside vectors and the like (Godot:
// real_t). The types int and float have their own rule, see [FloatRule].
type Precision uint8

const (
	// Single writes 4-byte components, as the engines that most people use.
	Single Precision = iota
	// Double writes 8-byte components, as engines built with precision=double.
	Double
)

// String returns "single" or "double".
func (p Precision) String() string {
	if p == Double {
		return "double"
	}
	return "single"
}

// A Dialect is what one family of engines, or one published page, puts on the
// wire: the list of types and the facts in which the families differ. It is
// data. The dialects of the engines and pages are variables of package codec;
// one of your own is a literal like theirs. Don't change a Dialect that is in
// use; [NewFormat] works on a copy.
type Dialect struct {
	// Name is used in error texts.
	Name string
	// Types lists the canonical types in the order of their IDs.
	Types []Type
	// IDMask selects the bits of the header that hold the ID: 0xFF in the
	// engines, 0xFFFF in the pages that say so, all bits where the header is
	// nothing but the ID. Zero means 0xFF.
	IDMask uint32

	Int    IntRule
	Float  FloatRule
	Real   RealRule
	Object ObjectRule

	// WideColor makes Color and PackedColorArray follow the precision. No
	// engine does so; the pages do, where a colour is four "Float" fields.
	WideColor bool
	// BasisColumns writes a Basis column after column, as the pages say.
	// Engines write it row after row.
	BasisColumns bool
	// StringArrayNUL ends each string of a PackedStringArray with a NUL that
	// is counted in its length.
	StringArrayNUL bool
	// RIDPayload gives an RID its 8 bytes. Without it an RID is a header.
	RIDPayload bool
	// TypedArrays and TypedDictionaries put the element types of typed
	// containers on the wire. Without them a typed container is written as a
	// plain one.
	TypedArrays, TypedDictionaries bool
	// SharedBit writes and honours the bit 31 of container counts. Without it
	// the bit is never written and ignored when read.
	SharedBit bool
	// OldNodePath reads the old form of a NodePath, one string, which is never
	// written. Without it, lenient mode alone reads it.
	OldNodePath bool
	// Int64ArrayCount64 writes the count of a PackedInt64Array in 8 bytes.
	Int64ArrayCount64 bool
	// Fallback names the type that is written for one that the dialect does
	// not have, like String for StringName. It only serves types that differ
	// in name and not in payload.
	Fallback map[Type]Type
}

// An IntRule says how wide an int is written. Both widths are read wherever
// the header has the flag.
type IntRule uint8

const (
	// IntByValue writes 4 bytes where the value fits, else [Flag64] and 8.
	IntByValue IntRule = iota
	// IntFlagged64 always writes Flag64 and 8 bytes (Godot 3.0).
	IntFlagged64
	// IntPlain64 always writes 8 bytes and knows no flag.
	IntPlain64
)

// A FloatRule says how wide a float is written. The precision has no say in it.
type FloatRule uint8

const (
	// FloatByValue writes 4 bytes where single precision holds the value
	// exactly, else [Flag64] and 8. A NaN always takes 8.
	FloatByValue FloatRule = iota
	// FloatPlain32 always writes 4 bytes, rounding, and knows no flag.
	FloatPlain32
)

// A RealRule says how the precision of components shows on the wire.
type RealRule uint8

const (
	// RealSingle: components have 4 bytes, there is no double.
	RealSingle RealRule = iota
	// RealFlagged: [Flag64] on the header of a value says that its components
	// have 8 bytes. Reading obeys the flag whatever the precision.
	RealFlagged
	// RealSetting: nothing in the packet tells; the precision decides.
	RealSetting
)

// An ObjectRule says in which forms an object is written.
type ObjectRule uint8

const (
	// ObjectFlagged: [Flag64] on the header means that an 8-byte instance ID
	// follows, no flag a full object.
	ObjectFlagged ObjectRule = iota
	// ObjectBySetting: no flag. With full objects off, 4 zero bytes are null and 8
	// bytes an instance ID; with them on, a class name comes first.
	ObjectBySetting
)

// Flags of the header, in the upper half of its word. Which of them a value may
// carry depends on its type and dialect.
const (
	// Flag64 marks 8-byte numbers, and an object that is only its instance
	// ID. Godot: ENCODE_FLAG_64, ENCODE_FLAG_OBJECT_AS_ID.
	Flag64 uint32 = 1 << 16

	// Kinds of element type, two bits each: see [ElementType].
	flagElem         = 16 // Array: the element's kind
	flagKey          = 16 // Dictionary: the key's kind
	flagValue        = 18 // Dictionary: the value's kind
	kindMask  uint32 = 3
)

// flags returns the flags that a packet of type t may carry.
func (d *Dialect) flags(t Type) uint32 {
	switch {
	case t == TypeInt && d.Int != IntPlain64,
		t == TypeFloat && d.Float != FloatPlain32,
		t == TypeObject && d.Object == ObjectFlagged,
		t == TypeTypedArray, t == TypePackedTypedArray,
		t < typeCount && typeInfos[t].wide && d.Real == RealFlagged:
		return Flag64
	case t == TypeArray && d.TypedArrays:
		return kindMask << flagElem
	case t == TypeDictionary && d.TypedDictionaries:
		return kindMask<<flagKey | kindMask<<flagValue
	default:
		return 0
	}
}

// width returns the size of one real_t of type t under precision p, where the
// header does not say.
func (d *Dialect) width(t Type, p Precision) uint8 {
	wide := t < typeCount && typeInfos[t].wide || t.isColor() && d.WideColor
	if wide && p == Double && d.Real != RealSingle {
		return 8
	}
	return 4
}
