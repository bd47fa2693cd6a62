package plan

import (
	"reflect"
	"strconv"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A field merges if reading a value into it may keep some of its old content: a struct keeps the
// fields whose keys are missing in the packet, a map keeps its entries, and a method such as
// UnmarshalVariant may keep any content. If the key of such a field is repeated, nothing of the
// first value may stay in the field. If no field that merges had content before the call, the field
// is set to zero before the repeated value is read. Otherwise the old content can't be restored,
// and the repeated key is an error.

// holdsMerging reports whether a field of the struct v merges and is not empty.
func (s *structPlan) holdsMerging(v reflect.Value) bool {
	for _, x := range s.merging {
		if f, ok := s.fields[x].at(v); ok && !f.IsZero() {
			return true
		}
	}
	return false
}

// clearMerging sets the merging fields of the struct v to zero.
func (s *structPlan) clearMerging(v reflect.Value) {
	for _, x := range s.merging {
		if f, ok := s.fields[x].at(v); ok {
			f.SetZero()
		}
	}
}

// read reads a Dictionary. It expects the keys in the order of the fields. It looks up a key that
// is not the expected one.
func (s *structPlan) read(c *plan, d *decoder, want variant.Type, p place) bool {
	r := d.r
	start := r.Offset()

	n, key, value, ok := r.NextDictionary(want)
	if !ok {
		return c.readOther(d, want, p)
	}

	if d.fresh && s.hidden {
		valueAt(p, s.typ).SetZero()
	}

	ahead := s.ahead
	for _, h := range s.heads {
		if !r.NextHasHeader(h.typ, h.head, key) {
			ahead = 0
		}
	}

	i := readInOrder(d, s.fields[:min(n, ahead)], value, p)
	ok = !r.Failed()
	if ok && (i < n || (d.fresh || s.requires) && i < len(s.fields)) {
		others := pairReader{
			s: s, d: d, p: p, v: valueAt(p, s.typ), start: start, ahead: ahead,
			keyType: key, valueType: value,
		}
		ok = others.readOthers(i, n)
	}

	r.Leave()
	return ok
}

// readInOrder reads pairs as long as the key of each pair is the key of the next field. It returns
// the number of pairs that it has read.
func readInOrder(d *decoder, fields []field, want variant.Type, p place) int {
	r := d.r
	for i := range fields {
		f := &fields[i]
		if !r.NextKey(&f.packet) && !r.NextLongKey(&f.packet) {
			return i
		}

		if !f.plan.read(d, want, fieldAt(p, f.index, f.offset)) {
			r.Step(wire.Step{Kind: wire.StepKey, Index: wire.NoPosition, Key: f.key})
			return i
		}
	}

	return len(fields)
}

// A keyForm says how the key of a field was written in a Dictionary.
type keyForm uint8

const (
	asString     keyForm = 1 << iota // as a String
	asStringName                     // as a StringName

	notWritten keyForm = 0
	asBoth             = asString | asStringName
)

// writtenAs returns how a key of type t is written.
func writtenAs(t variant.Type) keyForm {
	if t == variant.TypeStringName {
		return asStringName
	}
	return asString
}

// A pairReader reads the pairs of one Dictionary into a struct, in any order.
type pairReader struct {
	s *structPlan
	d *decoder
	p place         // place of the struct to fill
	v reflect.Value // the struct

	start int       // offset of the Dictionary
	ahead int       // s.fields[:ahead] are the fields that readInOrder can read
	seen  []keyForm // for each field: how its key was written

	keyType, valueType variant.Type // the element types of the Dictionary
}

// readOthers reads the pairs i to n-1. The pairs before them belong to the first i fields, and were
// read before.
func (x *pairReader) readOthers(i, n int) bool {
	var few [64]keyForm
	x.seen = few[:]

	if len(x.s.fields) > len(few) {
		x.seen = make([]keyForm, len(x.s.fields))
	}

	for before := range i {
		x.seen[before] = writtenAs(x.s.fields[before].keyType)
	}

	for i < n {
		number, ok := x.readPair(i)
		if !ok {
			return false
		}
		i++
		i += x.readAfter(number, n-i)
		if x.d.r.Failed() {
			return false
		}
	}

	return x.missing()
}

// readAfter reads the pairs that follow the pair of a field. The argument index is the index of
// that field. readAfter stops at the first pair that is not in the order of the fields. It reads no
// more pairs than the limit, and returns how many it has read. This is fast for a Dictionary with
// only one key in the wrong order, or with one additional key.
func (x *pairReader) readAfter(index, limit int) int {
	first := index + 1
	last := first
	for last < min(x.ahead, first+limit) && x.seen[last] == notWritten {
		last++
	}
	if index < 0 || first >= last {
		return 0
	}

	n := readInOrder(x.d, x.s.fields[first:last], x.valueType, x.p)
	for i := range n {
		x.seen[first+i] = writtenAs(x.s.fields[first+i].keyType)
	}
	return n
}

// readPair reads pair number i. It returns the number of the field for its key, or -1 if there is
// none.
func (x *pairReader) readPair(i int) (number int, ok bool) {
	at := x.d.r.Offset()
	t, _ := x.d.r.NextType(x.keyType)
	number, text, ok := x.s.key(x.d, x.keyType)
	if !ok {
		x.d.r.Step(wire.Step{Kind: wire.StepPairKey, Index: i})
		return number, false
	}

	switch {
	case number >= 0:
		ok = x.readField(number, at, writtenAs(t))
	case text != nil:
		ok = x.s.readRest(x.d, text, x.valueType, x.v)
	case x.s.options.strict:
		ok = x.d.refuseNext(x.valueType, ErrUnknownKey)

	default:
		packets.SkipNext(x.d.r, x.valueType)
		ok = !x.d.r.Failed()
	}

	if !ok {
		x.d.stepKey(i, at)
	}

	return number, ok
}

// readField reads the value of the field with the given number. The field's key is at the given
// offset. The argument form says whether the key is a String or a StringName.
//
// In some dialects the String "a" and the StringName &"a" are two keys of a Dictionary. The field
// gets the value of the key with the later place in the Dictionary. A repeated key keeps its first
// place. So after both keys were read, a third key may repeat the key with the earlier place, and
// the field must not get the value of the third key. Therefore readField fails at a third key, and
// [target.explain] fills the field from the decoded Dictionary.
func (x *pairReader) readField(number, at int, form keyForm) bool {
	f := &x.s.fields[number]
	before := x.seen[number]
	again := before != notWritten

	if again && f.merges && x.d.hasContent && !x.d.fresh {
		return x.d.refuse(at, variant.TypeNil, errHeld)
	}
	if before == asBoth && !x.d.fromVariant {
		return x.d.refuse(at, variant.TypeNil, errThirdKey)
	}

	x.seen[number] |= form
	return f.read(x.d, again, x.valueType, x.v)
}

// missing handles the fields whose keys were not read. If the key of a required field is missing,
// this is an error. If the struct has no content that must be kept, the other fields are set to
// zero. The result is false after an error.
func (x *pairReader) missing() bool {
	for i := range x.s.fields {
		f := &x.s.fields[i]
		if x.seen[i] != notWritten {
			continue
		}

		if f.tag.required {
			return x.d.refuse(x.start, variant.TypeDictionary, variant.Because(variant.ErrNotFound,
				"the key "+strconv.Quote(f.name)+" is required"))
		}

		if !x.d.fresh {
			continue
		}

		if v, ok := f.at(x.v); ok {
			v.SetZero()
		}
	}

	return true
}

// key reads a key. It returns the number of the field with this key, or -1 if no field has the key.
// If no field has the key, and the struct has an inline map for it, it also returns the key.
func (s *structPlan) key(d *decoder, want variant.Type) (x int, text variant.Variant, ok bool) {
	t, _ := d.r.NextType(want)
	b, isText := d.r.NextText(want)
	if !isText && !d.r.Failed() {
		packets.SkipNext(d.r, want)
	}

	if x, ok := s.byName[string(b)]; ok && isText {
		return x, nil, true
	}

	if isText && s.rest >= 0 {
		text = variant.String(b)
		if t == variant.TypeStringName && (d.fromVariant ||
			s.typ.Field(s.rest).Type.Key() == reflect.TypeFor[variant.StringName]()) {
			text = variant.StringName(b)
		}
	}

	return -1, text, !d.r.Failed()
}

// read reads the value of the field f of the struct v. If isRepeated is true, the key is repeated.
// Then the last value replaces the first value completely.
func (f *field) read(d *decoder, isRepeated bool, want variant.Type, v reflect.Value) bool {
	fv, ok := f.atOrNew(v)
	if !ok {
		return d.refuseNext(want,
			variant.Because(variant.ErrWrongType,
				"the embedded pointer is nil, and its type is not exported"))
	}

	if isRepeated {
		return f.plan.readFresh(d, want, placeOf(fv))
	}

	return f.plan.read(d, want, placeOf(fv))
}

// readRest reads the next value into the inline map. The argument text is the key of the value.
func (s *structPlan) readRest(d *decoder, text variant.Variant, want variant.Type,
	v reflect.Value) bool {
	m := v.Field(s.rest)
	t := m.Type()

	if m.IsNil() {
		m.Set(reflect.MakeMap(t))
	}

	k, each := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
	if !d.readFrom(d.r.Offset(), text, s.restKey.read, placeOf(k)) {
		return false
	}

	if !s.restValue.readFresh(d, want, placeOf(each)) {
		return false
	}

	m.SetMapIndex(k, each)
	return true
}
