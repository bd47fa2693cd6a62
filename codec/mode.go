package codec

// Mode says which bytes decoding accepts in addition to the bytes that a current engine writes.
type Mode uint8

// The modes. Default accepts everything that Strict accepts, and Lenient accepts everything that
// Default accepts.
const (
	// Default accepts the bytes that current and old engines write: padding that is not zero,
	// 64-bit forms of small numbers, a bool of 2, and duplicate keys (the key keeps its first
	// position and gets the last value). It rejects bytes that lose data or have two possible
	// meanings: trailing bytes, unknown header bits, invalid UTF-8, the old form of NodePath,
	// elements of the wrong type, and a class name that is not an identifier (letters, digits and
	// underscores, no digit first). Encoding rejects such a name too.
	Default Mode = iota
	// Strict also rejects padding that is not zero, a bool other than 0 and 1, NUL in text,
	// duplicate keys, the obsolete flags of a NodePath and an element type of Nil. Encoding rejects
	// everything that strict decoding would reject, such as NUL in text and duplicate keys. For
	// that it validates each packet that it writes.
	Strict
	// Lenient accepts everything that engines accept, if a value can hold it: trailing bytes,
	// unknown header bits, invalid UTF-8 (kept unchanged), the old form of NodePath, missing or cut
	// padding at the very end, elements that the engine would convert (an int in an Array[float]),
	// and any class name.
	Lenient
)

// String returns "default", "strict" or "lenient".
func (m Mode) String() string {
	switch m {
	case Strict:
		return "strict"
	case Lenient:
		return "lenient"
	default:
		return "default"
	}
}
