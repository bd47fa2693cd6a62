package variant

import (
	"bytes"

	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// universal is a format with every type, custom types included, under its canonical number, and
// every number in full width. Two values are equal if their packets in this format are equal.
var universal = forms.NewUniversal()

// keyed has the form of universal for dictionary keys, indexed by dialect.KeyRule.
var keyed = [...]*forms.Format{dialect.KeysByContent: forms.NewKeyed(dialect.KeysByContent),
	dialect.KeysByReference: forms.NewKeyed(dialect.KeysByReference)}

// Equal reports whether a and b are the same value, bit by bit. A NaN equals only a NaN with the
// same bits, 0 differs from -0, Int(1) from Float(1), "a" from &"a". Dictionaries are equal if they
// have equal pairs in the same order. A nil Variant equals Nil.
//
// A value deeper than 1024, such as one that contains itself, equals nothing. A value of more than
// 512 MiB, with all numbers in 8 bytes, equals nothing either. A value whose parts are shared many
// levels deep can be that large: Equal counts a shared part as often as it occurs.
func Equal(a, b Variant) bool { return samePackets(universal, a, b) }

// KeyEqual reports whether a and b are the same key of a dictionary in Godot 4, see
// [dialect.KeysByContent]. A key that never equals another, such as an object or an Array with NaN,
// does not even equal itself.
func KeyEqual(a, b Variant) bool { return sameKey(dialect.KeysByContent, a, b) }

// sameKey reports whether a and b are the same key by the rule.
func sameKey(rule dialect.KeyRule, a, b Variant) bool {
	s, aText := keyText(a)
	t, bText := keyText(b)
	if aText || bText {
		return aText && bText && s == t && (rule == dialect.KeysByContent || a.Type() == b.Type())
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

func samePackets(f *forms.Format, a, b Variant) bool {
	x, err := appendValue(f, nil, a)
	if err != nil {
		return false
	}

	y, err := appendValue(f, nil, b)
	return err == nil && bytes.Equal(x, y)
}

// The Equal methods are for packages that compare Go values and look for such a method, as go-cmp
// does. A type has such a method if these packages cannot see all of its fields. For two decoded
// values reflect.DeepEqual agrees with Equal, with two exceptions: for DeepEqual an empty slice
// differs from nil, and a NaN from itself.

// Equal reports whether a and other are equal, as the function [Equal] does.
func (a Array) Equal(other Variant) bool { return Equal(a, other) }

// Equal reports whether d and other are equal, as the function [Equal] does.
func (d Dictionary) Equal(other Variant) bool { return Equal(d, other) }

// Equal reports whether a and other are equal, as the function [Equal] does.
func (a TypedArray) Equal(other Variant) bool { return Equal(a, other) }

// Equal reports whether a and other are equal, as the function [Equal] does.
func (a PackedTypedArray) Equal(other Variant) bool { return Equal(a, other) }

// Get returns the value of a key and whether there is one. Keys are compared as in Godot 4, see
// [KeyEqual], whatever the dialect of the packet was. Get does not find keys that do not equal
// themselves, such as objects; use All for them. The search is linear, from the last pair to the
// first. For many look-ups in a large dictionary use [Dictionary.Index]. For the value of a text
// key as a Go type, with an error that has the path, use tree.Get:
//
//	hp, err := tree.Get[variant.Int](player, "hp")
//
// Godot: dict.get(key), dict[key].
func (d Dictionary) Get(key Variant) (Variant, bool) {
	if i := d.find(key); i >= 0 {
		return d.Pairs[i].Value, true
	}
	return nil, false
}

// Has reports whether the key exists. Godot: Dictionary.has.
func (d Dictionary) Has(key Variant) bool { return d.find(key) >= 0 }

// Set sets the value of a key. A new key becomes the last. Set changes Pairs in place: a copy of
// the Dictionary sees a new value of an old key, but not a new key. See tree.Get for a Dictionary
// inside another Dictionary. Godot: dict[key] = value.
func (d *Dictionary) Set(key, value Variant) {
	if i := d.find(key); i >= 0 {
		d.Pairs[i].Value = value
		return
	}
	d.Pairs = append(d.Pairs, Pair{key, value})
}

// Delete removes a key and reports whether it existed. Delete moves the pairs after it in place.
// Godot: Dictionary.erase.
func (d *Dictionary) Delete(key Variant) bool {
	deleted := false
	for i := d.find(key); i >= 0; i = d.find(key) {
		d.Pairs = append(d.Pairs[:i], d.Pairs[i+1:]...)
		deleted = true
	}
	return deleted
}

func (d Dictionary) find(key Variant) int {
	for i := len(d.Pairs) - 1; i >= 0; i-- {
		if KeyEqual(d.Pairs[i].Key, key) {
			return i
		}
	}
	return -1
}
