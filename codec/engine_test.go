package codec_test

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// These are the known and intended differences between a value that this library decodes and the
// value that an engine decodes from the same packet.
const (
	keptBOM      = "a byte order mark is kept, the engine drops it"
	keptNUL      = "text with NUL is kept, the engine cuts it"
	keptClass    = "an element class is kept, the engine writes EncodedObjectAsID"
	keptNull     = "the ID 0 is kept, the engine writes Nil"
	keptID       = "an instance ID is kept, the engine writes that of its stand-in"
	oneKey       = "keys that are equal are one key, the engine cuts them or keeps them apart"
	zeroPadding  = "the padding of a name is zero, the engine leaves what was in memory"
	keptAbsolute = "a path without names stays absolute, the engine forgets it"
	keptNaNKey   = "a key with NaN is kept, Godot 3 does not find it again"
	keptDoubles  = "keys that single precision makes one are kept, and can't be written"
	keptNaN      = "a signalling NaN stays one, the engine's processor sets its quiet bit"

	and = " + "
)

// An engineReading takes a value that this library has decoded from a packet. It returns the value
// that an engine decodes from the same packet, and records the differences.
type engineReading struct {
	notes map[string]bool
	lost  bool // leave out pairs whose keys Godot 3 cannot find
}

// classes returns the kinds of the recorded differences as one text.
func (e *engineReading) classes() string {
	return strings.Join(slices.Sorted(maps.Keys(e.notes)), and)
}

func (e *engineReading) note(class string) { e.notes[class] = true }

func (e *engineReading) text(s string) string {
	if cut, ok := strings.CutPrefix(s, "\uFEFF"); ok {
		e.note(keptBOM)
		s = cut
	}
	if i := strings.IndexByte(s, 0); i >= 0 {
		e.note(keptNUL)
		s = s[:i]
	}
	return s
}

func (e *engineReading) texts(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = e.text(s)
	}
	return out
}

func (e *engineReading) elem(t *variant.ElementType) *variant.ElementType {
	encoded := objectElem("EncodedObjectAsID")
	if t == nil || t.Type != variant.TypeObject || t.Class == encoded.Class {
		return t
	}
	e.note(keptClass)
	return &encoded
}

// objectID replaces every instance ID. The IDs themselves cannot be compared: an engine that
// decodes an ID makes an object, and encodes the ID of that object.
const objectID = 1

func (e *engineReading) of(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case variant.String:
		return variant.String(e.text(string(v)))
	case variant.StringName:
		return variant.StringName(e.text(string(v)))
	case objects.Signal:
		return objects.Signal{Name: e.text(v.Name), Object: v.Object}

	case objects.NodePath:
		out := objects.NodePath{Names: e.texts(v.Names), SubNames: e.texts(v.SubNames),
			Absolute: v.Absolute}
		if v.Absolute && len(v.Names)+len(v.SubNames) == 0 {
			e.note(keptAbsolute)
			out.Absolute = false
		}

		return out

	case packed.PackedStringArray:
		return packed.PackedStringArray(e.texts(v))
	case objects.Object:
		if v.IsNull() {
			e.note(keptNull)
			return variant.Nil{}
		}
		e.note(keptID)
		return objects.Object{ID: objectID}

	case variant.Array:
		out := variant.Array{Elem: e.elem(v.Elem)}
		for _, item := range v.Items {
			out.Items = append(out.Items, e.of(item))
		}
		return out

	case variant.Dictionary:
		return e.dictionary(v)
	default:
		return v
	}
}

func (e *engineReading) dictionary(d variant.Dictionary) variant.Variant {
	out := variant.Dictionary{Key: e.elem(d.Key), Value: e.elem(d.Value)}
	for _, p := range d.Pairs {
		key := e.of(p.Key)
		switch {
		case e.lost && (holdsNaN(key) || variant.Equal(key, variant.String("[Deleted Object]"))):
		case !testkit.HoldsObject(key) && out.Has(key):
			e.note(oneKey)
			out.Set(key, e.of(p.Value))
		default:
			out.Pairs = append(out.Pairs, pair(key, e.of(p.Value)))
		}
	}

	return out
}

// holdsNaN reports whether a word of the value's packet could be a NaN.
func holdsNaN(v variant.Variant) bool {
	b, err := codec.Encode(v)
	return err == nil && anyWord(b, func(word uint32) bool { return word&^(1<<31) > 0x7F800000 })
}

// anyWord reports whether the function "is" returns true for a word of the packet.
func anyWord(packet []byte, is func(uint32) bool) bool {
	for ; len(packet) >= 4; packet = packet[4:] {
		if is(binary.LittleEndian.Uint32(packet)) {
			return true
		}
	}
	return false
}

// explain returns the differences between two packets. The argument ours is the packet of this
// library for v, and theirs is the engine's packet for the same input. It returns false if one of
// the differences is not known.
func explain(s settings, v variant.Variant, ours, theirs []byte) (classes string, ok bool) {
	c := s.In(codec.Default)
	w, err := c.Decode(theirs)
	if err != nil {
		return "", false
	}

	if variant.Equal(v, w) {
		return zeroPadding, true
	}

	for _, lost := range []bool{false, true} {
		e := &engineReading{notes: map[string]bool{}, lost: lost}
		a, b := e.of(v), e.of(w)
		switch {
		case lost && variant.Equal(a, b):
			e.note(keptNaNKey)
		case variant.Equal(a, b):
		case sameButNaNs(c, a, b):
			e.note(keptNaN)
		default:
			continue
		}

		return e.classes(), len(e.notes) > 0
	}

	return "", false
}

// sameButNaNs reports whether the packets of two values differ only in the quiet bit of
// single-precision NaNs.
func sameButNaNs(c *codec.Codec, v, w variant.Variant) bool {
	a, errA := c.Encode(v)
	b, errB := c.Encode(w)
	if errA != nil || errB != nil || len(a) != len(b) {
		return false
	}

	for i := 0; i < len(a); i += 4 {
		x, y := binary.LittleEndian.Uint32(a[i:]), binary.LittleEndian.Uint32(b[i:])
		nan := math.IsNaN(float64(math.Float32frombits(x)))
		if x != y && (!nan || x|1<<22 != y) {
			return false
		}
	}

	return true
}
