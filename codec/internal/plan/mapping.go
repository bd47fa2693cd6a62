package plan

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A mapPlan is the plan of a map: a Dictionary sorted by key.
type mapPlan struct {
	*plan
	key, value *plan
}

// mapping makes the plan of a map.
func (b planner) mapping(c *plan, o tag) {
	m := &mapPlan{plan: c, key: b.with(c.typ.Key(), tag{}), value: b.with(c.typ.Elem(), o)}
	c.elem = variant.ElementType{Type: variant.TypeDictionary}
	c.parts = []part{{"[key]", m.key}, {"[…]", m.value}}
	c.write = m.writeMap
	c.read = m.readMap
}

// writeMap writes a Dictionary.
func (m *mapPlan) writeMap(e *encoder, p place) {
	v := valueAt(p, m.typ)
	mark, ok := e.open(variant.TypeDictionary, v.Len())
	if !ok {
		return
	}

	e.entries(0, m.key, m.value, v)
	e.close(mark)
}

// readMap reads a Dictionary. It reads a Nil as the nil map.
func (m *mapPlan) readMap(d *decoder, want variant.Type, p place) bool {
	v := valueAt(p, m.typ)
	if d.r.NextNil(want) {
		v.SetZero()
		return true
	}

	if m.mayMerge(d, want) {
		dictionary, at, ok := d.value(want)
		return ok && d.readFrom(at, dictionary, m.read, p)
	}

	n, keyType, valueType, ok := d.r.NextDictionary(want)
	if !ok {
		return m.readOther(d, want, p)
	}

	switch {
	case v.IsNil():
		v.Set(reflect.MakeMap(m.typ))
	case d.fresh:
		v.Clear()
	}

	entry := entryReader{
		key: m.key, value: m.value, keyType: keyType, valueType: valueType,
		newKey: reflect.New(m.key.typ).Elem(), newValue: reflect.New(m.value.typ).Elem(),
	}

	for i := 0; ok && i < n; i++ {
		ok = entry.read(d, i, v)
	}

	d.r.Leave()
	return ok
}

// mayMerge reports whether the next packet may have keys that differ in Go but are equal in Godot.
// Such a Dictionary is first read as a value, in which each key occurs once.
func (m *mapPlan) mayMerge(d *decoder, want variant.Type) bool {
	if m.key.plain || d.fromVariant {
		return false
	}

	t, own := d.r.NextType(want)
	return own && t == variant.TypeDictionary
}

// An entryReader reads the pairs of one Dictionary into a map.
type entryReader struct {
	key, value         *plan
	keyType, valueType variant.Type  // the element types of the Dictionary
	newKey, newValue   reflect.Value // memory for one entry, which all entries use
}

// read reads pair i into the map m. It reports whether there was no error.
func (x *entryReader) read(d *decoder, i int, m reflect.Value) bool {
	start := d.r.Offset()
	if !x.readKey(d, start) {
		d.r.Step(wire.Step{Kind: wire.StepPairKey, Index: i})
		return false
	}

	x.newValue.SetZero()

	if !x.value.readFresh(d, x.valueType, placeOf(x.newValue)) {
		d.stepKey(i, start)
		return false
	}

	m.SetMapIndex(x.newKey, x.newValue)
	return true
}

// readKey reads the key at the given offset. The option WholeFloats does not apply to keys, because
// 5 and 5.0 are two keys.
func (x *entryReader) readKey(d *decoder, start int) bool {
	whole := d.wholeFloats
	d.wholeFloats = false
	x.newKey.SetZero()
	ok := x.key.readFresh(d, x.keyType, placeOf(x.newKey))
	d.wholeFloats = whole

	if ok && !x.newKey.Comparable() {
		t := nilsafe.TryType(d.keyAt(start))
		return d.refuse(start, t, variant.Because(variant.ErrWrongType,
			t.String()+" as the key of a Go map"))
	}

	return ok
}

// entries writes the entries of the map v in the order of their keys. The first entry is pair
// number i of the Dictionary.
func (e *encoder) entries(i int, key, value *plan, v reflect.Value) {
	k := reflect.New(key.typ).Elem()
	entries := sortedEntries(key, v)
	if at := duplicate(key, entries); at >= 0 {
		e.fail(variant.Because(variant.ErrDuplicateKey,
			"two keys of the Go map are one key in Godot"))
		e.w.Step(wire.Step{Kind: wire.StepPairKey, Index: i + at})
		return
	}

	if !key.plain {
		e.w.Rounds()
	}

	for _, x := range entries {
		k.Set(x.key)
		key.write(e, placeOf(k))

		if e.w.Exceeded() {
			e.w.Step(wire.Step{Kind: wire.StepPairKey, Index: i})
			return
		}

		value.write(e, placeOf(addressable(x.value)))

		if e.w.Exceeded() {
			e.w.Step(wire.Step{Kind: wire.StepKey, Index: i, Key: keyVariant(key, k)})
			return
		}

		i++
	}
}

// keyVariant returns the key k of a map as a Variant. It returns nil if no Variant can hold k.
func keyVariant(key *plan, k reflect.Value) variant.Variant {
	v, _ := key.toVariant(placeOf(k), scratch)
	return v
}

// An entry is a key of a map and its value, with the data by which the entries are sorted.
type entry struct {
	key, value reflect.Value

	variant variant.Variant // key; nil if no Variant can hold it
	text    string
	whole   int64
	number  float64
	packet  []byte
}

// sortedEntries returns the entries of a map in the order of their keys. Numbers and text have
// their usual order, and other keys the order of their packets' bytes. Keys of several types in one
// map have a fixed order.
func sortedEntries(key *plan, v reflect.Value) []entry {
	entries := make([]entry, 0, v.Len())
	k := reflect.New(key.typ).Elem()
	for i := v.MapRange(); i.Next(); {
		e := entry{key: i.Key(), value: i.Value()}
		k.Set(e.key)

		e.variant = keyVariant(key, k)
		switch k := e.variant.(type) {
		case nil: // writing this key returns an error
		case variant.String:
			e.text = string(k)
		case variant.Int:
			e.whole = int64(k)
		case variant.Float:
			e.number = float64(k)
		default:
			e.packet, _ = packets.Append(keyFormat, nil, k)
		}

		entries = append(entries, e)
	}

	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Or(
			cmp.Compare(a.text, b.text),
			cmp.Compare(a.whole, b.whole),
			cmp.Compare(a.number, b.number),
			bytes.Compare(a.packet, b.packet),
			// "", 0, 0.0 and nil differ only in their types
			cmp.Compare(nilsafe.TryType(a.variant), nilsafe.TryType(b.variant)),
		)
	})

	return entries
}

// duplicate returns the index of the first entry whose key equals the key of an earlier entry, or
// -1.
func duplicate(key *plan, entries []entry) int {
	if key.plain || slices.ContainsFunc(entries, func(e entry) bool { return e.variant == nil }) {
		return -1
	}

	seen := make(map[string]bool, len(entries))
	var buf []byte
	for i, e := range entries {
		var has bool
		buf, has = packets.AppendKey(buf[:0], dialect.KeysByContent, e.variant)
		if has && seen[string(buf)] {
			return i
		}
		seen[string(buf)] = has
	}

	return -1
}
