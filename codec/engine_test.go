package codec_test

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// An engineReading turns what this library has decoded into what an engine has made of the
// same packet, and notes where the two differ. Each entry of the notes is a
// class of difference that is known and meant.
type engineReading struct{ notes map[string]bool }

// classes returns the notes as one text.
func (e *engineReading) classes() string {
	all := make([]string, 0, len(e.notes))
	for class := range e.notes {
		all = append(all, class)
	}
	slices.Sort(all)
	return strings.Join(all, " + ")
}

func (e *engineReading) note(class string) { e.notes[class] = true }

func (e *engineReading) text(s string) string {
	if cut, ok := strings.CutPrefix(s, "\uFEFF"); ok {
		e.note("a byte order mark is kept, the engine drops it")
		s = cut
	}
	if i := strings.IndexByte(s, 0); i >= 0 {
		e.note("text with NUL is kept, the engine cuts it")
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
	const class = "EncodedObjectAsID"
	if t == nil || t.Type != variant.TypeObject || t.Class == class {
		return t
	}
	e.note("an element class is kept, the engine writes " + class)
	return &variant.ElementType{Type: variant.TypeObject, Class: class}
}

// objectID stands for every instance ID: an engine that decodes one makes an
// object, and encodes the ID of that.
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
		return objects.NodePath{Names: e.texts(v.Names), SubNames: e.texts(v.SubNames), Absolute: v.Absolute}
	case packed.PackedStringArray:
		return packed.PackedStringArray(e.texts(v))
	case objects.Object:
		if v.IsNull() {
			e.note("the ID 0 is kept, the engine writes Nil")
			return variant.Nil{}
		}
		e.note("an instance ID is kept, the engine writes that of its stand-in")
		return objects.Object{ID: objectID}
	case variant.Array:
		out := variant.Array{Elem: e.elem(v.Elem)}
		for _, item := range v.Items {
			out.Items = append(out.Items, e.of(item))
		}
		return out
	case variant.Dictionary:
		out := variant.Dictionary{Key: e.elem(v.Key), Value: e.elem(v.Value)}
		for _, p := range v.Pairs {
			key, isObject := e.of(p.Key), false
			if _, isObject = p.Key.(objects.Object); !isObject && out.Has(key) {
				e.note("keys that the engine cuts to one")
				out.Set(key, e.of(p.Value))
				continue
			}
			out.Pairs = append(out.Pairs, variant.Pair{Key: key, Value: e.of(p.Value)})
		}
		return out
	default:
		return v
	}
}

// explain returns why the packet that we write for v and the packet that the engine
// writes for the same input may differ: the classes of difference, or false if
// there is one that none of them covers.
func (s settings) explain(v variant.Variant, ours, theirs []byte) (classes string, ok bool) {
	c := s.in(variant.Default)
	w, err := c.Decode(theirs)
	if err != nil {
		return "", false
	}
	e := engineReading{map[string]bool{}}
	a, b := e.of(v), (&engineReading{map[string]bool{}}).of(w)
	if variant.Equal(v, w) {
		e.note("the padding of a name is zero, the engine leaves what was in memory")
	} else if !variant.Equal(a, b) {
		if !sameButNaNs(c.Encode(a))(c.Encode(b)) {
			return "", false
		}
		e.note("a signalling NaN stays one, the engine's processor sets its quiet bit")
	}
	return e.classes(), len(e.notes) > 0
}

// sameButNaNs reports whether two packets differ in the quiet bit of single-precision
// NaNs and in nothing else.
func sameButNaNs(a []byte, errA error) func([]byte, error) bool {
	return func(b []byte, errB error) bool {
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
}
