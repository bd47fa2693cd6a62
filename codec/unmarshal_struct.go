package codec

import (
	"reflect"

	"godotvariant/objects"
	"godotvariant/variant"
)

// unmarshal fills a struct from a Dictionary.
func (s *structFields) unmarshal(u *unmarshaler, n node, v reflect.Value) {
	if !n.is(variant.TypeDictionary) {
		u.mismatch(n, v.Type())
		return
	}
	p := u.enter(n)
	s.unmarshalPairs(u, &p, v)
	u.leave()
}

// quick is unmarshal for a Dictionary without types.
func (s *structFields) quick(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	n, ok := u.r.MatchContainer(variant.TypeDictionary, want)
	if ok {
		s.unmarshalPairs(u, &parts{n: n}, v)
		u.r.Leave()
	}
	return ok
}

// unmarshalPairs expects the keys in the order of the fields, and looks up only
// those that are not.
func (s *structFields) unmarshalPairs(u *unmarshaler, p *parts, v reflect.Value) {
	s.prepare(u, v)
	filled := s.unmarshalInOrder(u, p, v)
	if filled == p.n && (filled == len(s.fields) || !u.fresh) {
		return
	}
	seen := firstFields(filled)
	for i, next := filled, filled; i < p.n && !u.failed(); i++ {
		x, key := next, node{}
		if !s.expected(u, p, next) {
			x, key = s.key(u, p, i)
		}
		switch {
		case u.failed():
			u.step(variant.Step{Kind: variant.StepPairKey, Index: i})
			return
		case x < 0:
			s.unknown(u, p, i, key, v)
			continue
		}
		again := seen.has(x)
		if !again {
			seen.add(x)
			filled++
		}
		next = x + 1
		s.unmarshalField(u, p, i, x, again, v)
	}
	if u.fresh && filled < len(s.fields) && !u.failed() {
		s.forget(&seen, v)
	}
}

// unmarshalInOrder fills fields from the first pairs of a packet, up to the one
// whose key is not that of the next field. It returns how many.
func (s *structFields) unmarshalInOrder(u *unmarshaler, p *parts, v reflect.Value) int {
	if u.r == nil {
		return 0
	}
	var key variant.Literal
	keyType := variant.TypeNil
	n := min(p.n, len(s.fields))
	for i := range s.fields[:n] {
		f := &s.fields[i]
		if f.keyType != keyType {
			keyType = f.keyType
			key = u.r.Literal(keyType, p.key)
		}
		if !u.r.Match(key, f.wire) {
			return i
		}
		quick := f.plan.quick
		if quick == nil || f.own < 0 || !quick(u, p.value, v.Field(f.own)) {
			s.unmarshalField(u, p, i, i, false, v)
		}
		if u.r.Failed() {
			return i
		}
	}
	return n
}

// expected passes over the next key of a packet if it is that of field next.
func (s *structFields) expected(u *unmarshaler, p *parts, next int) bool {
	if u.r == nil || next >= len(s.fields) {
		return false
	}
	f := &s.fields[next]
	return u.r.Match(u.r.Literal(f.keyType, p.key), f.wire)
}

// fieldSet is a set of numbers of fields.
type fieldSet struct {
	low  uint64
	high map[int]bool // beyond the first 64
}

// firstFields returns the set of the fields below n.
func firstFields(n int) fieldSet {
	s := fieldSet{low: 1<<min(n, 64) - 1}
	for x := 64; x < n; x++ {
		s.add(x)
	}
	return s
}

func (s *fieldSet) has(x int) bool { return x < 64 && s.low>>x&1 == 1 || s.high[x] }

func (s *fieldSet) add(x int) {
	switch {
	case x < 64:
		s.low |= 1 << x
	case s.high == nil:
		s.high = map[int]bool{x: true}
	default:
		s.high[x] = true
	}
}

// prepare forgets, where nothing is to be kept, what the fields do not reach.
func (s *structFields) prepare(u *unmarshaler, v reflect.Value) {
	if !u.fresh {
		return
	}
	if s.hidden {
		v.SetZero()
		return
	}
	for _, index := range s.pointers {
		f := field{index: index}
		if p, ok := f.at(v); ok && p.CanSet() {
			p.SetZero()
		}
	}
	if s.rest != nil {
		if m, ok := s.rest.at(v); ok {
			m.SetZero()
		}
	}
}

// forget zeroes the fields that had no key.
func (s *structFields) forget(seen *fieldSet, v reflect.Value) {
	for i := range s.fields {
		if !seen.has(i) {
			if f, ok := s.fields[i].at(v); ok {
				f.SetZero()
			}
		}
	}
}

// key reads key i. It returns the number of its field, or -1 and the key, if it
// is text that somebody wants.
func (s *structFields) key(u *unmarshaler, p *parts, i int) (x int, key node) {
	n := u.key(p, i)
	if !n.isText() {
		u.drop()
		u.close()
		return -1, node{typ: n.typ, foreign: true}
	}
	x, ok := 0, false
	if u.r == nil {
		x, ok = s.byName[u.text(n, "")]
	} else {
		text := u.r.TextBytes()
		if x, ok = s.byName[string(text)]; !ok && s.rest != nil {
			n.value = variant.String(text)
		}
	}
	u.close()
	if !ok {
		return -1, n
	}
	return x, n
}

// unmarshalField fills field x from the value of pair i.
func (s *structFields) unmarshalField(u *unmarshaler, p *parts, i, x int, again bool, v reflect.Value) {
	f := &s.fields[x]
	n := u.value(p, i)
	if u.failed() {
		u.stepValue(p, i)
		return
	}
	outer := u.fresh
	u.fresh = outer || again // the last value alone counts
	if len(f.index) == 1 {
		f.plan.unmarshal(u, n, v.Field(f.index[0]))
	} else if fv, ok := f.make(v); ok {
		f.plan.unmarshal(u, n, fv)
	} else {
		u.misfit(n, variant.Because(ErrType, "the embedded pointer is nil, and its type is not exported"))
	}
	u.fresh = outer
	u.close()
	if u.failed() {
		u.stepValue(p, i)
	}
}

// unknown handles the pair i, whose key is that of no field.
func (s *structFields) unknown(u *unmarshaler, p *parts, i int, key node, v reflect.Value) {
	n := u.value(p, i)
	switch {
	case u.failed():
	case s.strict && (s.rest == nil || !key.isText()):
		u.misfit(n, ErrUnknownKey)
	case s.rest != nil && key.isText():
		s.unmarshalRest(u, n, key, v)
	default:
		u.drop()
	}
	u.close()
	if u.failed() {
		u.stepValue(p, i)
	}
}

// unmarshalRest puts a value under a key of the inline map.
func (s *structFields) unmarshalRest(u *unmarshaler, n, key node, v reflect.Value) {
	m, _ := s.rest.at(v)
	if m.IsNil() {
		m.Set(reflect.MakeMap(m.Type()))
	}
	t := m.Type()
	k, each := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
	r := u.r
	u.r = nil
	planOf(t.Key()).unmarshal(u, nodeOf(key.value), k)
	if u.r = r; u.err != nil {
		u.fail(u.err)
		return
	}
	outer := u.fresh
	u.fresh = true
	planOf(t.Elem()).unmarshal(u, n, each)
	u.fresh = outer
	if !u.failed() {
		m.SetMapIndex(k, each)
	}
}

// unmarshalObject fills a struct from an object of its class, from the properties
// as from the pairs of a Dictionary.
func (s *structFields) unmarshalObject(u *unmarshaler, n node, v reflect.Value) {
	u.tree(n, func(n node) {
		o, ok := n.value.(objects.Object)
		switch {
		case !ok:
			u.mismatch(n, v.Type())
			return
		case o.Class != s.class:
			u.misfit(n, variant.Because(ErrType, "an object of class "+shortened(quoted(o.Class))+" and not "+s.class))
			return
		}
		pairs := make([]variant.Pair, len(o.Properties))
		for i, p := range o.Properties {
			pairs[i] = variant.KV(p.Name, p.Value)
		}
		p := u.enter(node{typ: variant.TypeDictionary, value: variant.Dictionary{Pairs: pairs}})
		s.unmarshalPairs(u, &p, v)
		u.leave()
	})
}
