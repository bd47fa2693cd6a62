package variant

import (
	"bytes"

	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// universal is a format that has every type, and custom types too. The ID of a type in a packet is
// its Type constant, such as TypeInt. Each number in a packet, such as an int, has 8 bytes. Two
// values are equal if their packets in this format are equal.
var universal = forms.NewUniversal()

// keyed has a format for each dialect.KeyRule. Like the format in the variable universal, these
// formats have every type. But here the packets of two keys are equal if the keys are equal by the
// rule.
var keyed = [...]*forms.Format{dialect.KeysByContent: forms.NewKeyed(dialect.KeysByContent),
	dialect.KeysByReference: forms.NewKeyed(dialect.KeysByReference)}

// Equal reports whether a and b are the same value, bit by bit. A NaN is equal only to a NaN with
// the same bits. 0 differs from -0, Int(1) differs from Float(1), and "a" differs from &"a".
// Dictionaries are equal if they have equal pairs in the same order. A nil Variant is equal to Nil.
//
// A value deeper than 1024, such as a value that contains itself, is not equal to any value. The
// same is true for a value of more than 512 MiB, with all numbers in 8 bytes. A value can be that
// large if it contains the same part many times, because Equal counts the part each time.
func Equal(a, b Variant) bool { return samePackets(universal, a, b) }

// KeyEqual reports whether a and b are the same key of a dictionary in Godot 4, see
// [dialect.KeysByContent]. Some keys are never equal to another key: an object that is not null,
// for example, or an Array that contains NaN. For such a key, KeyEqual(key, key) is false too.
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

// The Equal methods are for packages such as go-cmp, which call this method to compare Go values. A
// type has the method if these packages cannot see all of its fields. For two decoded values,
// reflect.DeepEqual has the same result as Equal, with two exceptions: DeepEqual distinguishes an
// empty slice from nil, and a NaN from itself.

// Equal reports whether a and other are equal, see the function [Equal].
func (a Array) Equal(other Variant) bool { return Equal(a, other) }

// Equal reports whether d and other are equal, see the function [Equal].
func (d Dictionary) Equal(other Variant) bool { return Equal(d, other) }

// Equal reports whether a and other are equal, see the function [Equal].
func (a TypedArray) Equal(other Variant) bool { return Equal(a, other) }

// Equal reports whether a and other are equal, see the function [Equal].
func (a PackedTypedArray) Equal(other Variant) bool { return Equal(a, other) }

// Get returns the value of a key and whether the key exists. Keys are compared as in Godot 4, see
// [KeyEqual], even if d was decoded in another dialect. Get does not find keys for which
// KeyEqual(key, key) is false, such as objects. Use All to find these. The search is linear, from
// the last pair to the first. For many look-ups in a large dictionary use [Dictionary.Index]. For
// the value of a text key as a Go type, with an error that has the path, use tree.Get:
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

// Set sets the value of a key. A new key becomes the last key. Set changes the slice Pairs in
// place: an earlier copy of the Dictionary gets the new value of an old key, but does not get a new
// key. The comment of tree.Get says how to change a Dictionary inside another Dictionary. Godot:
// dict[key] = value.
func (d *Dictionary) Set(key, value Variant) {
	if i := d.find(key); i >= 0 {
		d.Pairs[i].Value = value
		return
	}
	d.Pairs = append(d.Pairs, Pair{key, value})
}

// Delete removes a key and reports whether it existed. Delete moves the later pairs in place.
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
