package variant

import "iter"

// Dictionary is Godot's Dictionary: pairs in order of insertion, with keys of any type. Godot:
// Dictionary, type ID 27 in Godot 4, 18 in Godot 3. Payload:
//
//	offset  length  type          field
//	     4       k  ElementTypes  of the keys, then of the values, of a typed dictionary, else nothing
//	   4+k       4  uint32        count of pairs; bit 31: shared, in dialects that have it
//	   8+k          packets       key, value, key, value …
//
// Decoding keeps each key once, with its first position and its last value, as engines do; the
// dialect's [KeyRule] says which keys are one. Encoding writes the pairs as they are. If single
// precision makes two different keys one, that is an [ErrDuplicateKey].
//
// An example of a packet:
//
//	1b000000 01000000 04000000 02000000 68700000 02000000 0a000000  {"hp": 10}
type Dictionary struct {
	Pairs []Pair
	// Key and Value are the types of a typed dictionary (Godot:
	// Dictionary[String, int]); nil: any type. Dialects without typed
	// dictionaries write an untyped one.
	Key, Value *ElementType
	// Shared is bit 31 of the count. Only dialects with SharedBit write and read it.
	Shared bool
}

// Pair is one entry of a [Dictionary].
type Pair struct{ Key, Value Variant }

var _ Variant = Dictionary{}

// Type returns TypeDictionary.
func (Dictionary) Type() Type { return TypeDictionary }

// Encode writes the payload.
func (d Dictionary) Encode(w *Writer) error { return w.dictionary(&d) }

// Decode reads the payload.
func (Dictionary) Decode(r *Reader) (Variant, error) { return r.dictionary(r.flags), r.Err() }

// Len returns the number of pairs. Godot: Dictionary.size.
func (d Dictionary) Len() int { return len(d.Pairs) }

// Get returns the value of a key and whether there is one. Keys are compared as in
// Godot 4, see [KeyEqual], whatever the dialect that the dictionary was decoded from.
// All finds the values of keys that equal no other, such as objects. The search is linear,
// from the last pair to the first; for many lookups in a large dictionary use
// [Dictionary.Index]. Godot: dict.get(key), dict[key].
func (d Dictionary) Get(key Variant) (Variant, bool) {
	if i := d.find(key); i >= 0 {
		return d.Pairs[i].Value, true
	}
	return nil, false
}

// Has reports whether the key exists. Godot: Dictionary.has.
func (d Dictionary) Has(key Variant) bool { return d.find(key) >= 0 }

// Set sets the value of a key. A new key becomes the last. Pairs are changed in place: copies
// of the Dictionary see a new value of a key that they have, but not a new key. See [Get] for
// a Dictionary inside of another. Godot: dict[key] = value.
func (d *Dictionary) Set(key, value Variant) {
	if i := d.find(key); i >= 0 {
		d.Pairs[i].Value = value
		return
	}
	d.Pairs = append(d.Pairs, Pair{key, value})
}

// Delete removes a key and reports whether it existed. Pairs are moved in place. Godot:
// Dictionary.erase.
func (d *Dictionary) Delete(key Variant) bool {
	deleted := false
	for i := d.find(key); i >= 0; i = d.find(key) {
		d.Pairs = append(d.Pairs[:i], d.Pairs[i+1:]...)
		deleted = true
	}
	return deleted
}

func (d Dictionary) find(key Variant) int {
	for i := len(d.Pairs) - 1; i >= 0; i-- {
		if KeyEqual(d.Pairs[i].Key, key) {
			return i
		}
	}
	return -1
}

// All yields keys and values in order.
func (d Dictionary) All() iter.Seq2[Variant, Variant] {
	return func(yield func(Variant, Variant) bool) {
		for _, p := range d.Pairs {
			if !yield(p.Key, p.Value) {
				return
			}
		}
	}
}

// Keys yields the keys in order. Godot: Dictionary.keys.
func (d Dictionary) Keys() iter.Seq[Variant] {
	return func(yield func(Variant) bool) {
		for _, p := range d.Pairs {
			if !yield(p.Key) {
				return
			}
		}
	}
}

// Values yields the values in the order of their keys. Godot: Dictionary.values.
func (d Dictionary) Values() iter.Seq[Variant] {
	return func(yield func(Variant) bool) {
		for _, p := range d.Pairs {
			if !yield(p.Value) {
				return
			}
		}
	}
}

// NewDictionary returns an untyped dictionary of pairs. [KV] makes a pair:
//
//	variant.NewDictionary(
//		variant.KV("name", variant.String("Tia")),
//		variant.KV("hp", variant.Int(10)),
//	)
func NewDictionary(pairs ...Pair) Dictionary { return Dictionary{Pairs: pairs} }

// KV returns a pair with a String key. For other keys write
// Pair{Key: variant.Int(1), Value: …}.
func KV(key string, value Variant) Pair { return Pair{String(key), value} }

// String returns the dictionary as Godot 4 writes it, in one line:
// {"a": 1, &"b": [1, 2]}, or Dictionary[String, int]({"a": 1}).
func (d Dictionary) String() string { return Text(d) }

// Parts yields the keys and values, each key before its value. It implements
// [Container].
func (d Dictionary) Parts() iter.Seq2[Step, Variant] {
	return func(yield func(Step, Variant) bool) {
		for i, p := range d.Pairs {
			step := Step{Kind: StepKey, Key: p.Key}
			if p.Key == nil {
				step.Key = Nil{}
			}
			if !yield(Step{Kind: StepPairKey, Index: i}, p.Key) || !yield(step, p.Value) {
				return
			}
		}
	}
}

// An Index finds the values of a big [Dictionary] by hash. It shares the pairs of the
// dictionary: after a Set of a key that exists it finds the new value, it does not find keys
// that are added, and after a Delete it is wrong and must be made again. Any number of
// goroutines may use it while none changes the dictionary.
type Index struct {
	pairs []Pair
	keys  keyMap
}

// Index makes an [Index] of the dictionary. The time grows linearly with the size of the keys,
// even for keys that an attacker has chosen.
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
