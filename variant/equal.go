package variant

import "bytes"

// universal is a format with every type, custom types included, under its canonical
// number, and every number in full width. Two values are equal if their packets in
// it are equal.
var universal = newUniversal()

// keyed has universal for dictionary keys, by rule.
var keyed = [...]*Format{KeysByContent: newKeyed(KeysByContent), KeysByReference: newKeyed(KeysByReference)}

func newUniversal() *Format {
	f := &Format{
		dialect: Dialect{
			Name: "universal", Real: RealFlagged, WideColor: true, RIDPayload: true,
			TypedArrays: true, TypedDictionaries: true, SharedBit: true,
		},
		precision: Double, fullObjects: true, mode: Lenient, comparing: true,
		limits: Limits{defaultMaxDepth, 1<<31 - 1, 1<<31 - 1},
	}
	for t := range f.write {
		f.write[t] = outbound{id: uint8(t), head: uint32(t), known: true, width: 8}
	}
	f.write[TypeBool].short, f.write[TypeInt].short = true, true
	return f
}

func newKeyed(rule KeyRule) *Format {
	f := newUniversal()
	f.keyed, f.dialect.Keys = true, rule
	return f
}

// Equal reports whether a and b are the same value, bit by bit. A NaN equals only a
// NaN with the same bits, 0 differs from -0, Int(1) from Float(1), "a" from &"a".
// Dictionaries are equal if they have equal pairs in the same order. A nil Variant
// equals Nil. A value deeper than 1024, such as one that contains itself, equals
// nothing.
func Equal(a, b Variant) bool { return samePackets(universal, a, b) }

// KeyEqual reports whether a and b are the same key of a dictionary in Godot 4, see
// [KeysByContent]. A key that equals no other, such as an object or an Array with NaN,
// does not equal itself.
func KeyEqual(a, b Variant) bool { return sameKey(KeysByContent, a, b) }

// sameKey reports whether a and b are one key by the rule.
func sameKey(rule KeyRule, a, b Variant) bool {
	s, aText := keyText(a)
	t, bText := keyText(b)
	if aText || bText {
		return aText && bText && s == t && (rule == KeysByContent || a.Type() == b.Type())
	}
	if i, ok := a.(Int); ok {
		j, ok := b.(Int)
		return ok && i == j
	}
	return samePackets(keyed[rule], a, b)
}

// keyText returns the text of a String or StringName.
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

func samePackets(f *Format, a, b Variant) bool {
	x, errX := f.appendValue(nil, a)
	y, errY := f.appendValue(nil, b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// The Equal methods are for packages that compare Go values and look for such a method, as go-cmp
// does. The types that have one are those with parts that such packages can't see. What a codec
// wrote and read again is equal for reflect.DeepEqual too where Equal says so, except that
// DeepEqual tells an empty slice from nil, and a NaN from itself.

// Equal reports whether a and other are equal, as the function [Equal] does.
func (a Array) Equal(other Variant) bool { return Equal(a, other) }

// Equal reports whether d and other are equal, as the function [Equal] does.
func (d Dictionary) Equal(other Variant) bool { return Equal(d, other) }

// Equal reports whether a and other are equal, as the function [Equal] does.
func (a TypedArray) Equal(other Variant) bool { return Equal(a, other) }

// Equal reports whether a and other are equal, as the function [Equal] does.
func (a PackedTypedArray) Equal(other Variant) bool { return Equal(a, other) }
