package variant

import (
	"math"

	"godotvariant/internal"
)

// This file reads and writes the parts of arrays and dictionaries. The loops are
// separate for building, hashing and validating, and one test before a loop replaces
// a test for each part.

// minPacket is the length of the shortest packet, a header without payload.
const minPacket = 4

// countShared writes the count of a container, with the flag shared in bit 31.
func (w *Writer) countShared(n int, shared bool) {
	head := len(w.buf)
	if w.Count(n); shared && w.format.dialect.SharedBit && w.err == nil {
		w.buf[head+3] |= 1 << 7
	}
}

// array writes the payload of an Array.
func (w *Writer) array(a *Array) error {
	want := w.elementType(a.Elem, flagElem, w.format.dialect.TypedArrays)
	w.countShared(len(a.Items), a.Shared)
	return w.items(a.Items, want)
}

// array reads the payload of an Array whose header has these flags.
func (r *Reader) array(flags uint32) Variant {
	elem, want := r.elementType(flags >> flagElem)
	n, shared := r.countShared(minPacket)
	items := r.items(n, want)
	if r.check || r.err != nil {
		return nil
	}
	return Array{Items: items, Elem: elem, Shared: shared}
}

// items writes the items of an array of element type want.
func (w *Writer) items(items []Variant, want Type) error {
	w.nest()
	if w.format.keyed {
		return w.keyItems(items)
	}
	i := 0
	if want == TypeNil {
		i = w.shortItems(items)
	}
	for ; i < len(items); i++ {
		if want != TypeNil {
			w.expect(items[i], want)
		}
		if w.value(items[i]); len(w.buf) <= w.limit {
			continue
		}
		if w.over() {
			w.Step(Step{Kind: StepIndex, Index: i})
			break
		}
	}
	return w.Err()
}

// shortItems writes numbers and texts in one step, see short, up to the first item that needs
// another one, and returns its index. Without it the calls of value make an Array of ints take 1.5
// times the instructions, and one of texts 1.15 times.
func (w *Writer) shortItems(items []Variant) int {
	for i, v := range items {
		switch v := v.(type) {
		case Int:
			if v == Int(int32(v)) && w.short(TypeInt, uint32(v)) {
				continue
			}
		case Float:
			if s := float32(v); Float(s) == v && w.short(TypeFloat, math.Float32bits(s)) {
				continue
			}
		case String:
			if w.shortText(TypeString, string(v)) {
				continue
			}
		}
		return i
	}
	return len(items)
}

// items reads n items of element type want.
func (r *Reader) items(n int, want Type) []Variant {
	switch {
	case r.err != nil:
		return nil
	case n > 0 && r.tooDeep():
		r.stepIndex(0)
		return nil
	case r.hashing:
		return r.hashedItems(n, want)
	case r.check:
		if i := r.checkParts(n, want, want); r.err != nil {
			r.stepIndex(i)
		}
		return nil
	}
	items := make([]Variant, n)
	r.owed += n * minPacket
	if i := r.parts(items, nil, nil, want); r.err != nil {
		r.stepIndex(i)
		return nil
	}
	return items
}

// hashedItems is items in a dictionary key.
func (r *Reader) hashedItems(n int, want Type) []Variant {
	items := []Variant{}
	r.owed += n * minPacket
	for i := range n {
		r.owed -= minPacket
		v := r.part(want)
		if r.err != nil {
			r.stepIndex(i)
			return nil
		}
		if !r.check {
			items = append(items, v)
		}
	}
	return items
}

// checkParts validates n packets, whose element types are want and next in turn. It
// returns the index of the packet that fails.
func (r *Reader) checkParts(n int, want, next Type) int {
	owed := r.owed
	for left := n - 1; left >= 0; left-- {
		f, word := r.peek(want)
		if f == nil {
			r.owed = owed + left*minPacket
			if f, word = r.odd(want); f == nil {
				return n - 1 - left
			}
		}
		start := r.pos
		switch r.pos = start + int(f.size); {
		case f.kind <= lastFixed:
		case f.kind <= lastText:
			r.owed = owed + left*minPacket
			if r.textOf(start+minPacket, uint32(word>>32), false); r.err != nil {
				r.failed(f, start, nil)
				return n - 1 - left
			}
		default:
			r.pos, r.owed = start, owed+left*minPacket
			if r.long(f, word); r.err != nil {
				return n - 1 - left
			}
		}
		want, next = next, want
	}
	r.owed = owed
	return n
}

// dictionary writes the payload of a Dictionary.
func (w *Writer) dictionary(d *Dictionary) error {
	typed := w.format.dialect.TypedDictionaries
	key := w.elementType(d.Key, flagKey, typed)
	value := w.elementType(d.Value, flagValue, typed)
	w.countShared(len(d.Pairs), d.Shared)
	return w.pairs(d.Pairs, key, value)
}

// dictionary reads the payload of a Dictionary whose header has these flags.
func (r *Reader) dictionary(flags uint32) Variant {
	keyType, key := r.elementType(flags >> flagKey)
	valueType, value := r.elementType(flags >> flagValue)
	hash := r.hash
	n, shared := r.countShared(2 * minPacket)
	r.hash = hash // others adds the number of pairs that are kept
	pairs := r.pairs(n, key, value)
	if r.check || r.err != nil {
		return nil
	}
	return Dictionary{Pairs: pairs, Key: keyType, Value: valueType, Shared: shared}
}

// pairs writes the pairs of a dictionary of the element types key and value.
func (w *Writer) pairs(pairs []Pair, key, value Type) error {
	w.nest()
	if w.format.keyed {
		return w.keyPairs(pairs)
	}
	typed := key != TypeNil || value != TypeNil
	for i := range pairs {
		p := &pairs[i]
		if typed {
			w.expect(p.Key, key)
		}
		s, short := p.Key.(String)
		if short {
			short = w.shortText(TypeString, string(s))
		}
		if !short {
			if w.key(p.Key); len(w.buf) > w.limit && w.over() {
				w.Step(Step{Kind: StepPairKey, Index: i})
				break
			}
		}
		if typed {
			w.expect(p.Value, value)
		}
		if w.value(p.Value); len(w.buf) <= w.limit {
			continue
		}
		if w.over() {
			w.Step(Step{Kind: StepKey, Key: p.Key})
			break
		}
	}
	return w.Err()
}

// pairs reads n pairs of the element types key and value.
func (r *Reader) pairs(n int, key, value Type) []Pair {
	switch {
	case r.err != nil || n == 0:
		return nil
	case r.tooDeep():
		r.stepPair(StepPairKey, 0, nil)
		return nil
	}
	if r.check && !r.hashing && r.format.mode != Strict && r.twins == nil { // duplicate keys do not matter
		if i := r.checkParts(2*n, key, value); r.err != nil {
			r.stepPair([2]StepKind{StepPairKey, StepKey}[i&1], i/2, nil)
		}
		return nil
	}
	r.owed += n * 2 * minPacket
	p := pairReader{Reader: r}
	if !r.check {
		p.pairs = make([]Pair, n)
	}
	i := 0
	if !r.check && !r.hashing && r.depth <= maxKnownDepth && (key == TypeNil || key == TypeString) {
		p.known = &r.known[r.depth-1]
		i = r.parts(nil, p.pairs, p.known, value)
		switch {
		case r.err != nil:
			r.stepPair(StepKey, 0, p.pairs[i].Key)
			return nil
		case i == n:
			return p.pairs
		}
	}
	p.others(i, n, key, value)
	return p.pairs
}

// knownKeys are the String keys of the last dictionary at one depth, all different.
// Dictionaries of one kind have the same keys in the same order. So the Reader
// compares the bytes of key i with those of known key i, and reuses its value and
// its hash. It keeps them from message to message.
type knownKeys struct{ keys []knownKey }

type knownKey struct {
	packet internal.KeyPacket
	key    Variant
	hash   uint64
}

// Bounds of what a Reader keeps.
const (
	maxKnown       = 32 // keys of a dictionary
	maxKnownPacket = 40 // bytes of a key's packet
	maxKnownDepth  = 8
)

// A pairReader reads the pairs of one dictionary and keeps each key once.
type pairReader struct {
	*Reader
	pairs []Pair
	scope keyScope   // the keys that were read
	known *knownKeys // where keys are cached, or nil
}

// others reads the pairs from index i on. The keys before are the known keys.
func (p *pairReader) others(i, n int, keyType, valueType Type) {
	r := p.Reader
	p.scope = r.keys.open(n)
	if p.known != nil {
		p.known.keys = p.known.keys[:i]
		for i := range p.known.keys {
			r.keys.add(p.scope, p.known.keys[i].hash, 0)
		}
	}
	p.pairs = p.pairs[:min(i, len(p.pairs))]
	for ; i < n; i++ {
		r.owed -= minPacket
		key, at := p.key(keyType)
		if r.err != nil {
			r.stepPair(StepPairKey, i, nil)
			return
		}
		r.owed -= minPacket
		hash := r.hash
		value := r.part(valueType)
		if r.hashing {
			r.keys.setValue(p.scope, at, r.hash)
			r.hash = hash
		}
		switch {
		case r.err != nil:
			r.stepPair(StepKey, 0, key)
			return
		case r.check:
		case at >= 0:
			p.pairs[at].Value = value
		default:
			p.pairs = append(p.pairs, Pair{key, value})
		}
	}
	if r.hashing {
		r.mixPairs(p.scope)
	}
	r.keys.close(p.scope)
}

// key reads a key. at is the index of an equal key before it, or -1.
func (p *pairReader) key(want Type) (key Variant, at int) {
	r, start, outer, careful := p.Reader, p.pos, p.hashing, p.careful
	r.hashing, r.careful = true, true
	key, hash := r.hashed(want)
	r.hashing, r.careful = outer, careful
	if r.err != nil {
		return nil, -1
	}
	at = p.find(key, hash, start)
	switch {
	case at >= 0 && r.format.mode == Strict:
		r.fail(start, TypeNil, ErrDuplicateKey)
	case at < 0:
		r.keys.add(p.scope, hash, start)
	case r.refused == start:
		r.fail(start, TypeNil, Because(ErrDuplicateKey, "a key before it is written like it"))
	case r.twins != nil && r.format.write[r.format.forms[r.data[start]].typ].merges:
		r.twins[start] = r.keys.offsets[p.scope.first+at]
	}
	if p.known != nil {
		p.learn(start, key, hash, at)
	}
	return key, at
}

// find returns the index of an equal key, or -1.
func (p *pairReader) find(key Variant, hash uint64, start int) int {
	keys := &p.Reader.keys
	return keys.find(p.scope, hash, func(i int) bool {
		if !p.check {
			return sameKey(p.format.dialect.Keys, p.pairs[i].Key, key)
		}
		// A strict validation builds no keys. Keys of equal hash are almost always
		// equal, which is an error, so it may build these two.
		a, _, errA := p.format.decode(p.data[keys.offsets[p.scope.first+i]:], false)
		b, _, errB := p.format.decode(p.data[start:], false)
		return errA == nil && errB == nil && sameKey(p.format.dialect.Keys, a, b)
	})
}

// learn caches the key that was read. The first key that can't be cached ends
// caching for this dictionary.
func (p *pairReader) learn(start int, key Variant, hash uint64, at int) {
	known := p.known
	n := len(known.keys)
	packet := p.data[start:p.pos]
	if _, ok := key.(String); !ok || at >= 0 || n == maxKnown || len(packet) > maxKnownPacket {
		p.known = nil
		return
	}
	if n < cap(known.keys) {
		known.keys = known.keys[:n+1]
	} else {
		known.keys = append(known.keys, knownKey{})
	}
	k := &known.keys[n]
	k.key, k.hash = key, hash
	k.packet.Set(packet)
}
