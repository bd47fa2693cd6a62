package variant

import "godotvariant/variant/dialect"

// An Index finds the pairs of a [Dictionary] by their keys in constant time. It is faster than the
// methods of the Dictionary, which examine all pairs. Many goroutines may use an Index at the same
// time. Looking up a text allocates nothing. [Dictionary.Index] makes an Index.
type Index struct {
	pairs  []Pair
	texts  map[string]int // index of the last pair whose key is this text
	others map[string]int // for all other keys, index of the last pair, by the packet of its key
}

// Index returns an Index of the pairs. It takes as long as a few look-ups with Get. The Index has
// the keys that d has now: make a new Index after a key is added, deleted or replaced. If only the
// value of a key changes, the Index finds the new value.
func (d Dictionary) Index() *Index {
	x := &Index{pairs: d.Pairs, texts: make(map[string]int, len(d.Pairs))}
	var buf []byte

	for i, p := range d.Pairs {
		if text, ok := keyText(p.Key); ok {
			x.texts[text] = i
			continue
		}

		packet, err := appendValue(keyed[dialect.KeysByContent], buf[:0], p.Key)
		if err != nil {
			continue // a key that is equal to no key, not even to itself
		}
		if x.others == nil {
			x.others = map[string]int{}
		}
		x.others[string(packet)] = i
		buf = packet
	}

	return x
}

// Get returns the value of a key and whether the key exists, as [Dictionary.Get] does.
func (x *Index) Get(key Variant) (Variant, bool) {
	if i, ok := x.Pair(key); ok {
		return x.pairs[i].Value, true
	}
	return nil, false
}

// Pair returns the index of the pair with a key, and whether the key exists. If several pairs have
// equal keys, it returns the index of the last one.
func (x *Index) Pair(key Variant) (int, bool) {
	if text, ok := keyText(key); ok {
		i, ok := x.texts[text]
		return i, ok
	}

	var few [64]byte
	packet, err := appendValue(keyed[dialect.KeysByContent], few[:0], key)
	if err != nil {
		return 0, false
	}

	i, ok := x.others[string(packet)]
	return i, ok
}
