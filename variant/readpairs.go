package variant

import "bytes"

// pairReader reads the pairs of one dictionary, each key of which it keeps once.
type pairReader struct {
	*Reader
	pairs []Pair
	// unique says that keys are held against each other. A check has no need
	// of that, except in strict mode.
	unique bool
	table  keyScope
	known  *knownKeys // of this depth; nil once a key could not be learnt
	taken  bool       // all keys so far were the known ones, and table holds none of them yet
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
	if r.err != nil || n == 0 {
		return nil
	}
	p := pairReader{Reader: r, unique: !r.check || r.format.mode == Strict}
	if !r.check {
		p.pairs = make([]Pair, 0, n)
		if r.depth <= maxKnownDepth && (key == TypeNil || key == TypeString) {
			p.known, p.taken = &r.known[r.depth-1], true
		}
	}
	if p.unique {
		p.table = r.keys.open(n)
	}
	r.Owe(n * 2 * minPacket)
	if !p.unique && !p.hashing {
		p.parts(n, key, value)
		return nil
	}
	quick := r.quick()
	for i := 0; i < n && r.err == nil; i++ {
		if !quick || !p.taken || !p.quickPair(i, value) {
			p.pair(i, key, value)
		}
	}
	if p.unique {
		r.keys.close(p.table)
	}
	return p.pairs
}

// parts checks the keys and values of n pairs, each by itself.
func (p *pairReader) parts(n int, key, value Type) {
	quick := p.quick() && key == value
	for i := 0; i < 2*n; i++ {
		if quick {
			passed := p.skim(2*n-i, key)
			p.Owe(-passed * minPacket)
			if i += passed; i == 2*n {
				return
			}
		}
		kind, want := StepPairKey, key
		if i&1 == 1 {
			kind, want = StepKey, value
		}
		p.Owe(-minPacket)
		if p.value(want); p.err != nil {
			p.into(kind, i/2, nil)
			return
		}
	}
}

// quickPair reads pair i if it has the known key of this number and a value that
// can be read in one look, or nothing.
func (p *pairReader) quickPair(i int, want Type) bool {
	if i >= len(p.known.keys) {
		return false
	}
	start, k := p.pos, &p.known.keys[i]
	if !bytes.HasPrefix(p.data[start:], k.packet) {
		return false
	}
	p.pos += len(k.packet)
	v := p.quickValue(want)
	if v == nil {
		p.pos = start
		return false
	}
	p.Owe(-2 * minPacket)
	p.pairs = append(p.pairs, Pair{k.key, v})
	return true
}

// pair reads pair i and puts its value where its key belongs.
func (p *pairReader) pair(i int, keyType, valueType Type) {
	p.Owe(-minPacket)
	start := p.pos
	key, hash, at := p.key(i, keyType)
	if p.err != nil {
		p.into(StepPairKey, i, nil)
		return
	}
	p.Owe(-minPacket)
	value, valueHash := p.value(valueType)
	switch {
	case p.err != nil:
		p.into(StepKey, 0, key)
		return
	case p.hashing:
		p.mix(uint64(p.data[start])) // the type: text has one hash as either
		p.mix(hash)
		p.mix(valueHash)
	}
	switch {
	case p.check:
	case at >= 0:
		p.pairs[at].Value = value
	default:
		p.pairs = append(p.pairs, Pair{key, value})
	}
}

// into is Step. It is a function of its own to keep the stack of deep values small.
//
//go:noinline
func (p *pairReader) into(kind StepKind, i int, key Variant) {
	p.Step(Step{Kind: kind, Index: i, Key: key})
}

// key reads key i and its hash. If the dictionary has the key already, at is its
// position there, else -1.
func (p *pairReader) key(i int, want Type) (key Variant, hash uint64, at int) {
	start := p.pos
	if p.taken && i < len(p.known.keys) {
		if k := &p.known.keys[i]; bytes.HasPrefix(p.data[start:], k.packet) {
			p.pos += len(k.packet)
			return k.key, k.hash, -1
		}
	}
	if !p.unique {
		key, _ = p.value(want)
		return key, 0, -1
	}
	outer := p.hashing
	p.hashing, p.top = true, true
	key, hash = p.value(want)
	p.hashing, p.top = outer, false
	if p.err != nil {
		return nil, 0, -1
	}
	if p.taken {
		p.untake(i)
	}
	at = p.seek(key, hash, start)
	switch {
	case at >= 0 && p.format.mode == Strict:
		p.fail(start, TypeNil, ErrDuplicateKey)
	case at < 0:
		p.Reader.keys.add(p.table, hash, start)
	}
	if p.known != nil {
		p.learn(start, key, hash, at)
	}
	return key, hash, at
}

// seek returns the position of a key among those before it, or -1.
func (p *pairReader) seek(key Variant, hash uint64, start int) int {
	keys := &p.Reader.keys
	return keys.find(p.table, hash, func(i int) bool {
		if !p.check {
			return KeyEqual(p.pairs[i].Key, key)
		}
		// Keys of equal hash in a strict check: all but certainly one key
		// twice, which is an error, so that building them is no waste.
		a, _, errA := p.format.DecodeFirst(p.data[keys.offsets[p.table.first+i]:])
		b, _, errB := p.format.DecodeFirst(p.data[start:])
		return errA == nil && errB == nil && KeyEqual(a, b)
	})
}

// untake puts the i keys so far, known ones all, into the table, and forgets the
// known keys behind them.
func (p *pairReader) untake(i int) {
	p.taken = false
	p.known.keys = p.known.keys[:min(i, len(p.known.keys))]
	for _, k := range p.known.keys {
		p.Reader.keys.add(p.table, k.hash, 0)
	}
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
