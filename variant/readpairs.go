package variant

import "bytes"

// pairReader reads the pairs of one dictionary, each key of which it keeps once.
type pairReader struct {
	*Reader
	pairs []Pair
	keys  keyScope   // of the keys read; not in use while all of them are foreseen
	known *knownKeys // of this depth, to be learnt; nil where they can't be
}

// knownKeys are the text keys of the last dictionary at one depth, no two of
// them equal. Dictionaries of one kind have the same keys in the same order, so
// key i is compared with known key i, and found made, checked and hashed. A
// Reader keeps them from message to message.
type knownKeys struct{ keys []knownKey }

type knownKey struct {
	packet []byte
	key    Variant
	hash   uint64
}

// Bounds of what a Reader keeps of messages gone by.
const (
	maxKnown       = 32 // keys of a dictionary
	maxKnownPacket = 40 // bytes of a key's packet
	maxKnownDepth  = 8
)

// pairs reads n pairs, for which a count has vouched.
func (r *Reader) pairs(n int, key, value Type) []Pair {
	switch {
	case r.err != nil || n == 0:
		return nil
	case r.tooDeep():
		r.stepPair(StepPairKey, 0, nil)
		return nil
	}
	if r.check && !r.hashing && r.format.mode != Strict { // nobody asks whether a key comes twice
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
		if i = r.foreseen(p.known.keys, p.pairs, value); i == n || r.err != nil {
			return p.pairs
		}
	}
	p.unforeseen(i, n, key, value)
	return p.pairs
}

// foreseen reads pairs as long as their keys are the known ones, and returns how many.
func (r *Reader) foreseen(known []knownKey, pairs []Pair, want Type) int {
	for i := range pairs {
		if i >= len(known) || !bytes.HasPrefix(r.data[r.pos:], known[i].packet) {
			return i
		}
		k := &known[i]
		r.pos += len(k.packet)
		r.owed -= 2 * minPacket
		f, word := r.peek(want)
		if f == nil {
			if f, word = r.oddPacket(want); f == nil {
				r.stepPair(StepKey, 0, k.key)
				return i
			}
		}
		v := r.build(f, word)
		if r.err != nil {
			r.stepPair(StepKey, 0, k.key)
			return i
		}
		pairs[i] = Pair{k.key, v}
	}
	return len(pairs)
}

// unforeseen reads the pairs from number i on, the keys before which were the known ones.
func (p *pairReader) unforeseen(i, n int, keyType, valueType Type) {
	r := p.Reader
	p.keys = r.keys.open(n)
	if p.known != nil {
		p.known.keys = p.known.keys[:i]
		for _, k := range p.known.keys {
			r.keys.add(p.keys, k.hash, 0)
		}
	}
	p.pairs = p.pairs[:min(i, len(p.pairs))] // with each key once
	for ; i < n; i++ {
		r.owed -= minPacket
		start := r.pos
		key, hash, at := p.key(keyType)
		if r.err != nil {
			r.stepPair(StepPairKey, i, nil)
			return
		}
		r.owed -= minPacket
		if r.hashing {
			r.mix(uint64(r.data[start])) // the type: text has one hash as either
			r.mix(hash)
		}
		value := r.part(valueType)
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
	r.keys.close(p.keys)
}

// stepPair is Step. It is a function of its own to keep the stack of deep values small.
//
//go:noinline
func (r *Reader) stepPair(kind StepKind, i int, key Variant) {
	r.Step(Step{Kind: kind, Index: i, Key: key})
}

// key reads a key and its hash. If the dictionary has the key already, at is its
// position there, else -1.
func (p *pairReader) key(want Type) (key Variant, hash uint64, at int) {
	r, start, outer, careful := p.Reader, p.pos, p.hashing, p.careful
	r.hashing, r.careful = true, true
	key, hash = r.hashed(want)
	r.hashing, r.careful = outer, careful
	if r.err != nil {
		return nil, 0, -1
	}
	at = p.seek(key, hash, start)
	switch {
	case at >= 0 && r.format.mode == Strict:
		r.fail(start, TypeNil, ErrDuplicateKey)
	case at < 0:
		r.keys.add(p.keys, hash, start)
	}
	if p.known != nil {
		p.learn(start, key, hash, at)
	}
	return key, hash, at
}

// seek returns the position of a key among those before it, or -1.
func (p *pairReader) seek(key Variant, hash uint64, start int) int {
	keys := &p.Reader.keys
	return keys.find(p.keys, hash, func(i int) bool {
		if !p.check {
			return KeyEqual(p.pairs[i].Key, key)
		}
		// Keys of equal hash in a strict check: all but certainly one key
		// twice, which is an error, so that building them is no waste.
		a, _, errA := p.format.DecodeFirst(p.data[keys.offsets[p.keys.first+i]:])
		b, _, errB := p.format.DecodeFirst(p.data[start:])
		return errA == nil && errB == nil && KeyEqual(a, b)
	})
}

// learn makes the key that was just read the next known one. From a key that
// can't be, none of the dictionary's keys is learnt any more.
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
	k.packet, k.key, k.hash = append(k.packet[:0], packet...), key, hash
}
