package tree

import (
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// This file has what the tools need of values besides their methods.

// universal is a format with every type, custom types included, under its canonical
// number, and every number in full width. Two values are equal if their packets in
// it are equal.
var universal = wire.NewUniversal()

// keys has equal bytes for equal keys.
var keys = wire.NewKeyed(variant.KeysByContent)

// encode appends the packet of v in format f to dst.
func encode(f *wire.Format, dst []byte, v variant.Variant) ([]byte, error) {
	return write(f, dst, func(w *wire.Writer) { (*variant.Writer)(w).Value(v) })
}

func write(f *wire.Format, dst []byte, put func(w *wire.Writer)) ([]byte, error) {
	w := f.Writer(dst)
	w.Run(put)
	return w.Finish(dst, (*variant.Writer)(w).Err())
}

// pointed returns the container that v points to, or v.
func pointed(v variant.Variant) variant.Variant {
	switch p := v.(type) {
	case *variant.Array:
		return target(v, p)
	case *variant.Dictionary:
		return target(v, p)
	case *variant.TypedArray:
		return target(v, p)
	case *variant.PackedTypedArray:
		return target(v, p)
	}

	return v
}

// target returns what p points to, or v if p is nil.
func target[T variant.Variant](v variant.Variant, p *T) variant.Variant {
	if p == nil {
		return v
	}
	return *p
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

// A keyMap holds the positions of keys that differ by [variant.KeyEqual].
type keyMap struct {
	texts map[string]int // of String and StringName
	rest  map[string]int // of all others, by the bytes that tell keys apart
}

func newKeyMap() keyMap { return keyMap{map[string]int{}, map[string]int{}} }

func (m keyMap) get(key variant.Variant) (int, bool) {
	if s, ok := keyText(key); ok {
		i, ok := m.texts[s]
		return i, ok
	}
	b, err := encode(keys, nil, key)
	i, ok := m.rest[string(b)]
	return i, ok && err == nil
}

// set notes a key. A key that can't be encoded, such as one that contains itself, equals
// no other.
func (m keyMap) set(key variant.Variant, i int) {
	if s, ok := keyText(key); ok {
		m.texts[s] = i
	} else if b, err := encode(keys, nil, key); err == nil {
		m.rest[string(b)] = i
	}
}
