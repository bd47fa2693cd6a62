package tree

import (
	"bytes"

	"godotvariant/internal/forms"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// keyFormat gives equal packets to keys that are equal by [variant.KeyEqual]. It has no packet for
// a key that never equals another key.
var keyFormat = forms.NewKeyed(dialect.KeysByContent)

// A keyKind is the kind of the bytes of a key.
type keyKind byte

const (
	noKey      keyKind = iota // the key can't be encoded, and is never found
	textKey                   // text of a String or StringName
	contentKey                // packet of the key in keyFormat
	valueKey                  // packet in format universal; the key is equal to no other key
)

// appendKey appends bytes that identify a key. Two keys of the same kind with the same bytes are
// equal: by [variant.Equal] for valueKey, by [variant.KeyEqual] for the other kinds.
func appendKey(b []byte, key variant.Variant) ([]byte, keyKind) {
	if s, ok := keyText(key); ok {
		return append(b, s...), textKey
	}
	if content, err := encode(keyFormat, b, key); err == nil {
		return content, contentKey
	}
	if value, err := encode(universal, b, key); err == nil {
		return value, valueKey
	}

	return b, noKey
}

// keyText returns the text of a String or StringName.
func keyText(v variant.Variant) (string, bool) {
	switch v := v.(type) {
	case variant.String:
		return string(v), true
	case variant.StringName:
		return string(v), true
	default:
		return "", false
	}
}

// A keyMap has a number for each key. The zero value is empty, and no key can be added to it. To
// add keys, use newKeyMap.
type keyMap struct {
	numbers map[string]int // numbers by the kind and the bytes of the key
	buf     []byte
}

func newKeyMap() keyMap { return keyMap{numbers: map[string]int{}} }

// get returns the number of a key.
func (m *keyMap) get(key variant.Variant) (int, bool) {
	if len(m.numbers) == 0 {
		return 0, false
	}
	id, kind := m.id(key)
	i, ok := m.numbers[string(id)]
	return i, ok && kind != noKey
}

// set sets the number of a key. It does nothing for a key that can't be encoded.
func (m *keyMap) set(key variant.Variant, i int) {
	if id, kind := m.id(key); kind != noKey {
		m.numbers[string(id)] = i
	}
}

func (m *keyMap) id(key variant.Variant) ([]byte, keyKind) {
	b, kind := appendKey(append(m.buf[:0], 0), key)
	b[0] = byte(kind)
	m.buf = b
	return b, kind
}

// lastPair returns the index of the last pair of a key, or -1.
func lastPair(pairs []variant.Pair, key variant.Variant) int {
	want, wantKind := appendKey(nil, key)
	if wantKind == noKey {
		return -1
	}

	var buf []byte
	for i := len(pairs) - 1; i >= 0; i-- {
		s, isText := keyText(pairs[i].Key)
		if isText || wantKind == textKey {
			if isText && wantKind == textKey && s == string(want) {
				return i
			}
			continue
		}

		b, kind := appendKey(buf[:0], pairs[i].Key)
		if kind == wantKind && bytes.Equal(b, want) {
			return i
		}

		buf = b
	}

	return -1
}
