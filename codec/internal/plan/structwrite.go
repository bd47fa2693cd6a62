package plan

import (
	"reflect"

	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// write writes a Dictionary.
func (s *structPlan) write(e *encoder, p place) {
	n := len(s.fields)
	if s.omits {
		n = s.present(p)
	}

	var rest reflect.Value
	if s.rest >= 0 {
		rest = valueAt(p, s.typ).Field(s.rest)
		n += rest.Len()
	}

	prepared := s.hasPreparedKeys(e)
	m, ok := e.open(variant.TypeDictionary, n)
	if !ok {
		return
	}

	i := 0
	if prepared && !s.omits {
		i = s.writeInOrder(e, p)
	}

	if i < len(s.fields) {
		s.writeFields(e, i, prepared, p)
	}
	if s.rest >= 0 && !e.w.Failed() {
		s.writeRest(e, rest)
	}

	e.close(m)
}

// present counts the fields that are not left out.
func (s *structPlan) present(p place) int {
	v := valueAt(p, s.typ)
	n := 0
	for i := range s.fields {
		if _, ok := s.fields[i].present(v); ok {
			n++
		}
	}
	return n
}

// hasPreparedKeys reports whether the dialect writes the keys in the same way as the prepared
// packets of the fields. If so, these packets are copied.
func (s *structPlan) hasPreparedKeys(e *encoder) bool {
	if e.toVariant { // each key is written as a reference to a Variant, not as a packet
		return false
	}

	for _, h := range s.heads {
		if !e.w.HasHeader(h.typ, h.head) {
			return false
		}
	}

	return true
}

// writeInOrder writes the pairs of all fields, and copies the prepared packets of their keys. No
// field of the struct may be left out. It stops before the first key for which the Writer needs a
// check or more memory, and after an error. It returns the number of pairs that it has written.
func (s *structPlan) writeInOrder(e *encoder, p place) int {
	w, fields := e.w, s.fields
	for i := range fields {
		f := &fields[i]
		k := &f.packet
		if !k.Short || !w.PutWords(k.Head, k.Text, k.Size) {
			if !w.PartKey(k) {
				return i
			}
		}

		f.plan.write(e, fieldAt(p, f.index, f.offset))

		if w.Exceeded() {
			w.Step(wire.Step{Kind: wire.StepKey, Index: wire.NoPosition, Key: f.key})
			return i
		}
	}

	return len(fields)
}

// writeFields writes the pairs of field i and of the fields after it, unless there is an error. If
// prepared is true, it copies the packets of the keys.
func (s *structPlan) writeFields(e *encoder, i int, prepared bool, p place) {
	for ; i < len(s.fields) && !e.w.Failed(); i++ {
		f := &s.fields[i]
		var at place

		if f.always {
			at = fieldAt(p, f.index, f.offset)
		} else {
			v, ok := f.present(valueAt(p, s.typ))
			if !ok {
				continue
			}
			at = placeOf(v)
		}

		if !prepared || !e.w.PartKey(&f.packet) {
			e.value(f.key)
			if e.w.Failed() {
				e.w.Step(wire.Step{Kind: wire.StepPairKey, Index: i})
				return
			}
		}

		f.plan.write(e, at)

		if e.w.Exceeded() {
			e.w.Step(wire.Step{Kind: wire.StepKey, Index: wire.NoPosition, Key: f.key})
			return
		}
	}
}

// writeRest writes the entries of the inline map. An entry with the key of a field is an error.
func (s *structPlan) writeRest(e *encoder, rest reflect.Value) {
	for _, k := range rest.MapKeys() {
		if _, taken := s.byName[k.String()]; taken {
			e.fail(variant.Because(variant.ErrDuplicateKey, "the inline map has a key of a field"))
			key := variant.String(k.String())
			e.w.Step(wire.Step{Kind: wire.StepKey, Index: wire.NoPosition, Key: key})
			return
		}
	}

	e.entries(len(s.fields), s.restKey, s.restValue, rest)
}
