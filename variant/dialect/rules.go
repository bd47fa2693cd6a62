package dialect

// Flag64 is one of the flags in the upper 16 bits of a header. It marks 8-byte numbers, and an
// object that is only an instance ID. The type and the dialect decide whether a value may have the
// flag. Godot: ENCODE_FLAG_64, ENCODE_FLAG_OBJECT_AS_ID.
const Flag64 uint32 = 1 << 16

// An IntRule says in how many bytes an int is written. If the rule uses [Flag64], both widths are
// read.
type IntRule uint8

const (
	// IntByValue writes 4 bytes if the value fits. Otherwise it sets [Flag64] and writes 8 bytes.
	IntByValue IntRule = iota
	// IntFlagged64 always writes Flag64 and 8 bytes (Godot 3.0).
	IntFlagged64
	// IntPlain64 always writes 8 bytes, without a flag.
	IntPlain64
)

var intRuleNames = []string{"IntByValue", "IntFlagged64", "IntPlain64"}

// String returns the name of the constant, such as IntByValue.
func (i IntRule) String() string { return constant(intRuleNames, i, "IntRule") }

// A FloatRule says in how many bytes a float is written. The precision does not affect it.
type FloatRule uint8

const (
	// FloatByValue writes 4 bytes if single precision holds the value exactly. Otherwise it sets
	// [Flag64] and writes 8 bytes. A NaN always has 8 bytes.
	FloatByValue FloatRule = iota
	// FloatPlain32 always rounds the value and writes 4 bytes, without a flag.
	FloatPlain32
)

var floatRuleNames = []string{"FloatByValue", "FloatPlain32"}

// String returns the name of the constant, such as FloatByValue.
func (f FloatRule) String() string { return constant(floatRuleNames, f, "FloatRule") }

// A RealRule says how a packet shows the precision of components.
type RealRule uint8

const (
	// RealSingle means that components always have 4 bytes. There is no double precision.
	RealSingle RealRule = iota
	// RealFlagged means that [Flag64] in the header marks components of 8 bytes. Reading follows
	// the flag and not the precision of the codec.
	RealFlagged
	// RealSetting means that the packet does not show the precision. The option Precision of the
	// codec decides.
	RealSetting
)

var realRuleNames = []string{"RealSingle", "RealFlagged", "RealSetting"}

// String returns the name of the constant, such as RealSingle.
func (r RealRule) String() string { return constant(realRuleNames, r, "RealRule") }

// An ObjectRule says in which form an object is written.
type ObjectRule uint8

const (
	// ObjectFlagged means that [Flag64] in the header marks an 8-byte instance ID. Without the flag
	// a full object follows.
	ObjectFlagged ObjectRule = iota
	// ObjectBySetting means that there is no flag. Without the option FullObjects, 4 zero bytes are
	// null and 8 bytes are an instance ID. With the option, a class name comes first.
	ObjectBySetting
)

var objectRuleNames = []string{"ObjectFlagged", "ObjectBySetting"}

// String returns the name of the constant, such as ObjectFlagged.
func (o ObjectRule) String() string { return constant(objectRuleNames, o, "ObjectRule") }

// A KeyRule decides which keys of a Dictionary are equal. Decoding keeps each key once, with its
// first position and its last value.
//
// These hold with both rules:
//
//   - Keys of different types are different.
//   - All NaN are the same key, and 0 and -0 are the same key, also as components of vectors and
//     in packed arrays.
//   - All null objects are the same key. An object that is not null is never equal to another key,
//     even with the same ID.
//   - If a part of a key is never equal to another value, the key is never equal to another key.
//
// The comments of the two rules list the exceptions.
type KeyRule uint8

const (
	// KeysByContent is the rule of Godot 4. A String and a StringName with the same text are the
	// same key, also inside a Dictionary that is itself a key. If they are items or values inside a
	// key, they differ. Two Dictionaries are the same key if they have the same pairs in the same
	// order. The element types of containers do not matter. A NaN that is an item or value inside a
	// key is never equal to another Float.
	KeysByContent KeyRule = iota
	// KeysByReference is the rule of Godot 3. A Dictionary, and a PackedFloat32Array that contains
	// NaN, are never equal to another key. 0 and -0 differ in a PackedFloat32Array.
	KeysByReference
)

var keyRuleNames = []string{"KeysByContent", "KeysByReference"}

// String returns the name of the constant, such as KeysByContent.
func (k KeyRule) String() string { return constant(keyRuleNames, k, "KeyRule") }
