package configfile

import (
	"encoding/binary"
	"hash/maphash"

	"godotvariant/codec/text"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// sameParts reports whether an engine treats v and back as the same value. The value back was read
// from the text of v in the given form. If the form loses data, the two values may differ in this
// data: in digits of numbers, the bits of a NaN, IDs of signals, and the order of pairs. The
// lossless form loses nothing.
func sameParts(v, back variant.Variant, form text.Form, godot3 bool) bool {
	if form == text.Lossless {
		return variant.Equal(v, back)
	}
	seed := maphash.MakeSeed()
	return sumOfParts(seed, v, godot3) == sumOfParts(seed, back, godot3)
}

// sumOfParts returns the sum of the hashes of all parts of v. The order of the parts does not
// change the sum.
func sumOfParts(seed maphash.Seed, v variant.Variant, godot3 bool) uint64 {
	if _, ok := v.(variant.Container); !ok {
		return hashOfPart(seed, v, godot3)
	}

	sum := uint64(0)
	for _, part := range tree.Walk(v) {
		sum += hashOfPart(seed, part, godot3)
	}

	return sum
}

func hashOfPart(seed maphash.Seed, v variant.Variant, godot3 bool) uint64 {
	h := partHash{godot3: godot3}
	h.SetSeed(seed)
	h.part(v)
	return h.Sum64()
}

// A partHash hashes the type of a part, and some of its contents. It leaves out all contents that
// can change if a value is written as text and read again, such as floating-point numbers.
type partHash struct {
	maphash.Hash
	godot3 bool
}

func (h *partHash) part(v variant.Variant) {
	switch v := v.(type) {
	case nil:
		h.head(variant.TypeNil, 0)
	case variant.Bool:
		h.head(variant.TypeBool, 0)
		h.text(v.String())
	case variant.Int:
		h.head(variant.TypeInt, uint64(v))
	case variant.String:
		h.head(variant.TypeString, 0)
		h.text(string(v))
	case variant.StringName:
		h.stringName(v)
	case objects.NodePath:
		h.head(variant.TypeNodePath, 0)
		h.text(v.String())

	case packed.PackedStringArray:
		h.head(v.Type(), uint64(len(v)))
		for _, s := range v {
			h.text(s)
		}

	case variant.Array:
		h.array(v.Elem, len(v.Items))
	case variant.TypedArray:
		h.array(&v.Elem, len(v.Items))
	case variant.PackedTypedArray:
		h.array(&v.Elem, len(v.Items))

	case variant.Dictionary:
		h.head(variant.TypeDictionary, uint64(len(v.Pairs)))
		h.element(v.Key)
		h.element(v.Value)

	case objects.Object:
		h.head(variant.TypeObject, v.ID)
		h.text(v.Class)
		for _, p := range v.Properties {
			h.text(p.Name)
		}

	default:
		h.head(v.Type(), 0)
	}
}

// head begins the hash of a part with the type t and a number n, such as the length of an array.
func (h *partHash) head(t variant.Type, n uint64) {
	_ = h.WriteByte(byte(t))
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	_, _ = h.Write(b[:])
}

func (h *partHash) text(s string) {
	_, _ = h.WriteString(s)
	_ = h.WriteByte(0xFF) // ends the text, because UTF-8 does not have this byte
}

// stringName hashes a StringName, which in Godot 3 is a String.
func (h *partHash) stringName(s variant.StringName) {
	t := variant.TypeStringName
	if h.godot3 {
		t = variant.TypeString
	}
	h.head(t, 0)
	h.text(string(s))
}

func (h *partHash) array(elem *variant.ElementType, n int) {
	h.head(variant.TypeArray, uint64(n))
	h.element(elem)
}

// element hashes an element type. Godot 3 has none.
func (h *partHash) element(e *variant.ElementType) {
	if e == nil || h.godot3 {
		e = new(variant.ElementType)
	}
	_ = h.WriteByte(byte(e.Type))
	h.text(e.Class)
	h.text(e.Script)
}
