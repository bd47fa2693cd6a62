package dialect

// Precision is the width of the components of vectors and similar types (Godot:
// real_t). The types int and float have rules of their own, see [FloatRule].
type Precision uint8

const (
	// Single writes components in 4 bytes, as most engines do.
	Single Precision = iota
	// Double writes components in 8 bytes, as engines built with precision=double do.
	Double
)

// String returns "single" or "double".
func (p Precision) String() string {
	if p == Double {
		return "double"
	}
	return "single"
}

// A Dialect describes the wire format of one family of engines, or of one published
// document: the list of types, and the facts in which the families differ. Package
// codec has the dialects of the engines and documents; your own is a literal like
// theirs. codec.New copies it. Do not change a Dialect that other goroutines may read.
type Dialect struct {
	// Name is used in error texts.
	Name string
	// Types lists the types in the order of their IDs.
	Types []Type
	// IDMask selects the bits of the header that hold the ID: 0xFF in engines,
	// 0xFFFF in documents that say so, all bits where the header is only the ID.
	// Zero means 0xFF.
	IDMask uint32

	Int    IntRule    // the width of an int
	Float  FloatRule  // the width of a float
	Real   RealRule   // the width of components of vectors and the like
	Object ObjectRule // the form of an object
	Keys   KeyRule    // which keys of a Dictionary count as the same

	// WideColor makes Color and PackedColorArray follow the precision. Engines do
	// not; the documents do, since they define a color as four "Float" fields.
	WideColor bool
	// BasisColumns writes a Basis column by column, as the documents say. Engines
	// write it row by row.
	BasisColumns bool
	// StringArrayNUL ends each text of a PackedStringArray with a NUL, and the length of the text
	// includes it.
	StringArrayNUL bool
	// RIDPayload gives an RID a payload of 8 bytes. Without it an RID is only a
	// header.
	RIDPayload bool
	// TypedArrays and TypedDictionaries write the element types of typed
	// containers. Without them a typed container is written as an untyped one.
	TypedArrays, TypedDictionaries bool
	// SharedBit writes and reads bit 31 of container counts. Without it the bit is
	// not written, and ignored when read.
	SharedBit bool
	// OldNodePath reads the old form of a NodePath, which is one string. Without
	// it only lenient mode reads that form. It is never written.
	OldNodePath bool
	// Int64ArrayCount64 writes the count of a PackedInt64Array in 8 bytes.
	Int64ArrayCount64 bool
	// Fallback maps a type that the dialect lacks to the type that is written
	// instead, such as StringName to String. The two must have the same payload.
	Fallback map[Type]Type

	// Classes maps names of classes in other engines to their names in this one. For Godot 4 it
	// maps Spatial to Node3D. convert.Value uses it to rename the classes of objects.
	Classes map[string]string
	// ForeignText lists the beginnings of constructor text that other engines read and this one
	// does not, such as "Quaternion(" for Godot 3. convert.Value reports text that contains
	// one.
	ForeignText []string
	// EncryptedCFB means that the engine encrypts files with AES in CFB mode, as Godot 4 does, and
	// not in ECB mode. Package codec/convert uses it to choose the container of a save.
	EncryptedCFB bool
}

// An IntRule is the width in which an int is written. Where headers have the flag, both
// widths are read.
type IntRule uint8

const (
	// IntByValue writes 4 bytes if the value fits, else [Flag64] and 8 bytes.
	IntByValue IntRule = iota
	// IntFlagged64 always writes Flag64 and 8 bytes (Godot 3.0).
	IntFlagged64
	// IntPlain64 always writes 8 bytes, without a flag.
	IntPlain64
)

// A FloatRule is the width in which a float is written. The precision does not affect
// it.
type FloatRule uint8

const (
	// FloatByValue writes 4 bytes if single precision holds the value exactly, else
	// [Flag64] and 8 bytes. A NaN always takes 8.
	FloatByValue FloatRule = iota
	// FloatPlain32 always writes 4 bytes, rounded, without a flag.
	FloatPlain32
)

// A RealRule says how a packet shows the precision of components.
type RealRule uint8

const (
	// RealSingle means that components always have 4 bytes. There is no double precision.
	RealSingle RealRule = iota
	// RealFlagged means that [Flag64] in the header marks components of 8 bytes. Reading follows
	// the flag, whatever the precision.
	RealFlagged
	// RealSetting means that the packet does not show the precision. The option of the codec
	// decides.
	RealSetting
)

// An ObjectRule is the form in which an object is written.
type ObjectRule uint8

const (
	// ObjectFlagged means that [Flag64] in the header marks an 8-byte instance ID. Without the flag
	// a full object follows.
	ObjectFlagged ObjectRule = iota
	// ObjectBySetting means that there is no flag. Without the option FullObjects, 4 zero bytes are
	// null and 8 bytes are an instance ID. With the option, a class name comes first.
	ObjectBySetting
)

// A KeyRule decides which keys of a Dictionary count as the same. Decoding keeps each key once,
// with its first position and its last value.
//
// These hold with both rules:
//
//   - Keys of different types are different.
//   - All NaN are the same key. So are 0 and -0, also as components of vectors and in packed
//     arrays.
//   - All null objects are the same key. An object that is not null never equals another key, even
//     with the same ID.
//   - A key never equals another if it has a part that never equals another.
//
// The comments of the two rules list the exceptions.
type KeyRule uint8

const (
	// KeysByContent is the rule of Godot 4. A String and a StringName with the same text are the
	// same key, also in a Dictionary that is a key, but not as items or values. Two Dictionaries
	// are the same key if they have the same pairs in the same order. The element types of
	// containers do not matter. As an item or value inside a key, a NaN never equals another Float.
	KeysByContent KeyRule = iota
	// KeysByReference is the rule of Godot 3. A Dictionary never equals another key, and neither
	// does a PackedFloat32Array that contains NaN. 0 and -0 differ in a PackedFloat32Array.
	KeysByReference
)

// Flag64 is a flag of the header, whose upper 16 bits are flags. The type and the dialect
// decide which flags a value may have. Flag64 marks 8-byte numbers, and an object that is only an
// instance ID. Godot: ENCODE_FLAG_64, ENCODE_FLAG_OBJECT_AS_ID.
const Flag64 uint32 = 1 << 16
