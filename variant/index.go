package variant

// An Index finds the values of a big [Dictionary] by hash. It knows the dictionary as it
// was when the Index was made. Any number of goroutines may use it.
type Index struct {
	pairs []Pair
	keys  keyMap
}

// Index makes an Index. The time grows linearly with the size of the keys, whatever the
// keys are.
func (d Dictionary) Index() Index {
	x := Index{d.Pairs, newKeyMap()}
	for i, p := range d.Pairs {
		x.keys.set(p.Key, i)
	}
	return x
}

// Get returns the value of a key, and whether the dictionary has the key, as
// [Dictionary.Get] does. Keys are compared as in Godot 4, see [KeyEqual].
func (x Index) Get(key Variant) (Variant, bool) {
	i, ok := x.keys.get(key)
	if !ok {
		return nil, false
	}
	return x.pairs[i].Value, true
}

// distinct returns pairs with each key once: in its first place, with its last value.
// It changes the slice.
func distinct(pairs []Pair) []Pair {
	keys := newKeyMap()
	kept := pairs[:0]
	for _, p := range pairs {
		if i, ok := keys.get(p.Key); ok {
			kept[i].Value = p.Value
			continue
		}
		keys.set(p.Key, len(kept))
		kept = append(kept, p)
	}
	return kept
}

// A keyMap holds the positions of keys that differ by [KeyEqual].
type keyMap struct {
	texts map[string]int // of String and StringName
	rest  map[string]int // of all others, by the bytes that tell keys apart
}

func newKeyMap() keyMap { return keyMap{map[string]int{}, map[string]int{}} }

func (m keyMap) get(key Variant) (int, bool) {
	if s, ok := keyText(key); ok {
		i, ok := m.texts[s]
		return i, ok
	}
	b, err := keyed[KeysByContent].appendValue(nil, key)
	i, ok := m.rest[string(b)]
	return i, ok && err == nil
}

// set notes a key. A key that can't be encoded, such as one that contains itself, equals
// no other.
func (m keyMap) set(key Variant, i int) {
	if s, ok := keyText(key); ok {
		m.texts[s] = i
	} else if b, err := keyed[KeysByContent].appendValue(nil, key); err == nil {
		m.rest[string(b)] = i
	}
}
