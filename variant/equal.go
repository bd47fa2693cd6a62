package variant

import "bytes"

// universal is a format of this package's own: every type, custom ones too,
// under its canonical number, every number in its full width. Two values are
// equal if they are equal in it.
var universal = newUniversal(false)

// keyed is universal for dictionary keys.
var keyed = newUniversal(true)

func newUniversal(keyed bool) *Format {
	f := &Format{
		dialect: Dialect{
			Name: "universal", Real: RealFlagged, WideColor: true, RIDPayload: true,
			TypedArrays: true, TypedDictionaries: true, SharedBit: true,
		},
		precision: Double, fullObjects: true, mode: Lenient, comparing: true, keyed: keyed,
		limits: Limits{defaultMaxDepth, 1<<31 - 1, 1<<31 - 1},
	}
	for t := range f.write {
		f.write[t] = outbound{id: uint8(t), head: uint32(t), known: true, width: 8}
	}
	return f
}

// Equal reports whether a and b are the same value, bit by bit: a NaN equals itself
// and no NaN of other bits, 0 differs from -0, Int(1) from Float(1), "a" from
// &"a". Dictionaries are equal if their pairs are, in the same order. A nil
// Variant equals Nil. Values deeper than 1024, such as contain themselves, equal
// nothing.
func Equal(a, b Variant) bool { return sameBytes(universal, a, b) }

// KeyEqual reports whether a and b are one key of a dictionary in Godot 4: as Equal, but
// all NaN are one, 0 is -0, and text is the same as String and as StringName.
// Inside of a container that is a key, &"a" and "a" differ.
func KeyEqual(a, b Variant) bool {
	s, aText := keyText(a)
	t, bText := keyText(b)
	if aText || bText {
		return aText && bText && s == t
	}
	if i, ok := a.(Int); ok {
		j, ok := b.(Int)
		return ok && i == j
	}
	return sameBytes(keyed, a, b)
}

func keyText(v Variant) (string, bool) {
	switch v := v.(type) {
	case String:
		return string(v), true
	case StringName:
		return string(v), true
	default:
		return "", false
	}
}

func sameBytes(f *Format, a, b Variant) bool {
	x, errX := f.Append(nil, a)
	y, errY := f.Append(nil, b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
