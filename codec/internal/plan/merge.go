package plan

import (
	"reflect"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// A field merges if reading it leaves some of what it held: a struct keeps the fields that the
// packet does not name, a map its entries, and a method of the type may keep anything. If the
// key of such a field comes twice, the first value must leave no trace in the field. Then the
// Dictionary is decoded, which leaves each key once, and the fields are read from that.

// merges reports whether values of type t merge.
func merges(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		if has(t, typeUnmarshaler) || has(t, typeTextUnmarshaler) {
			return true
		}
		t = t.Elem()
		if t.Kind() == reflect.Pointer && t.Elem() == t { // it points at itself
			return false
		}
	}

	switch {
	case has(t, typeUnmarshaler), has(t, typeTextUnmarshaler):
		return true
	case has(t, typeVariant), t == typeDecimal:
		return false
	default:
		return t.Kind() == reflect.Struct || t.Kind() == reflect.Map
	}
}

// holdsMerging reports whether a field of the struct v that merges holds something.
func (s *structPlan) holdsMerging(v reflect.Value) bool {
	for _, x := range s.merging {
		if f, ok := s.fields[x].at(v, false); ok && !f.IsZero() {
			return true
		}
	}
	return false
}

// clearMerging zeroes the fields that merge.
func (s *structPlan) clearMerging(v reflect.Value) {
	for _, x := range s.merging {
		if f, ok := s.fields[x].at(v, false); ok {
			f.SetZero()
		}
	}
}

// repeats reports whether the next packet has the key of a field that merges twice.
func (s *structPlan) repeats(d *decoder) bool {
	r := d.r
	seen := map[int]bool{}
	twice := false

	_ = packets.Read(r.Format(), r.Rest(r.Offset()), false, func(ahead *wire.Reader) {
		d.r = ahead
		n, keyType, valueType, ok := ahead.NextDictionary(variant.TypeNil)

		for i := 0; ok && !twice && i < n; i++ {
			x, _, _ := s.key(d, keyType)
			packets.SkipNext(ahead, valueType)
			ok = !ahead.Failed()

			if x >= 0 && s.fields[x].merges {
				twice = seen[x]
				seen[x] = true
			}
		}
	})

	d.r = r
	return twice
}
