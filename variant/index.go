package variant

// An Index finds the values of a big [Dictionary] by hash. It knows the
// dictionary as it was when the Index was made, and may be used by any number
// of goroutines.
type Index struct {
	pairs []Pair
	texts map[string]int // String and StringName keys
	rest  map[string]int // all others, as the bytes that tell keys apart
}

// Index makes an Index, in time that grows with the keys' size and no faster,
// whatever the keys are.
func (d Dictionary) Index() Index {
	x := Index{pairs: d.Pairs, texts: make(map[string]int), rest: make(map[string]int)}
	for i, p := range d.Pairs {
		if s, ok := keyText(p.Key); ok {
			x.texts[s] = i
		} else if b, err := keyed.appendValue(nil, p.Key); err == nil {
			x.rest[string(b)] = i
		}
	}
	return x
}

// Get returns the value of a key, and whether there is one, as
// [Dictionary.Get] does.
func (x Index) Get(key Variant) (Variant, bool) {
	s, ok := keyText(key)
	i, found := x.texts[s]
	if !ok {
		b, err := keyed.appendValue(nil, key)
		if i, found = x.rest[string(b)]; err != nil {
			found = false
		}
	}
	if !found {
		return nil, false
	}
	return x.pairs[i].Value, true
}
