package variant

import "iter"

// Dictionary is Godot's Dictionary: pairs in the order of their insertion, with
// keys of any type.
//
//	4  n  the types of keys and of values of a typed dictionary, see [ElementType]
//	…  4  count of pairs (bit 31: shared, in dialects that know it)
//	…  n  the pairs: key, value, key, value …, each a packet
//
// Decoding keeps each key once, at its first position with its last value, as engines do.
// Encoding writes the pairs as they are. Godot 3: Dictionary (ID 18), Godot 4:
// Dictionary (27).
type Dictionary struct {
	Pairs []Pair
	// Key and Value are the types of a typed dictionary (Godot:
	// Dictionary[String, int]); nil: any. Dialects without typed dictionaries
	// write such a one as an untyped one.
	Key, Value *ElementType
	// Shared is bit 31 of the count, which only dialects with SharedBit carry.
	Shared bool
}

// Pair is one entry of a [Dictionary].
type Pair struct{ Key, Value Variant }

var _ Variant = Dictionary{}

// Type returns TypeDictionary.
func (Dictionary) Type() Type { return TypeDictionary }

// Encode writes the payload.
func (d Dictionary) Encode(w *Writer) error {
	typed := w.format.dialect.TypedDictionaries
	key := w.elementType(d.Key, flagKey, typed)
	value := w.elementType(d.Value, flagValue, typed)
	w.countShared(len(d.Pairs), d.Shared)
	w.nest()
	for i := range d.Pairs {
		p := &d.Pairs[i]
		if key != TypeNil {
			w.expect(key)
		}
		if w.value(p.Key); len(w.buf) > w.limit {
			if !w.room(0) {
				w.Step(Step{Kind: StepPairKey, Index: i})
				break
			}
		}
		if value != TypeNil {
			w.expect(value)
		}
		if w.value(p.Value); len(w.buf) > w.limit {
			if !w.room(0) {
				w.Step(Step{Kind: StepKey, Key: p.Key})
				break
			}
		}
	}
	return w.Err()
}

// Decode reads the payload.
func (Dictionary) Decode(r *Reader) (Variant, error) { return r.dictionary(r.flags), r.Err() }

func (r *Reader) dictionary(flags uint32) Variant {
	keyType, key := r.elementType(flags >> flagKey)
	valueType, value := r.elementType(flags >> flagValue)
	n, shared := r.countShared(2 * minPacket)
	pairs := r.pairs(n, key, value)
	if r.check || r.err != nil {
		return nil
	}
	return Dictionary{Pairs: pairs, Key: keyType, Value: valueType, Shared: shared}
}

// Len returns how many pairs there are. Godot: Dictionary.size.
func (d Dictionary) Len() int { return len(d.Pairs) }

// Get returns the value of a key, and whether there is one. Keys are compared
// as Godot does it, see [KeyEqual]. It looks at one pair after the other, from
// the last to the first; for many look-ups in a big dictionary there is
// [Dictionary.Index].
func (d Dictionary) Get(key Variant) (Variant, bool) {
	if i := d.find(key); i >= 0 {
		return d.Pairs[i].Value, true
	}
	return nil, false
}

// Has reports whether there is a value of this key. Godot: Dictionary.has.
func (d Dictionary) Has(key Variant) bool { return d.find(key) >= 0 }

// Set gives the key a value: where the key is, or behind all others. The pairs
// are changed in place, so other copies of the Dictionary may see it.
func (d *Dictionary) Set(key, value Variant) {
	if i := d.find(key); i >= 0 {
		d.Pairs[i].Value = value
		return
	}
	d.Pairs = append(d.Pairs, Pair{key, value})
}

// Delete removes the key, and reports whether it was there. Godot:
// Dictionary.erase. The pairs are moved in place.
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

// All yields keys and values in their order.
func (d Dictionary) All() iter.Seq2[Variant, Variant] {
	return func(yield func(Variant, Variant) bool) {
		for _, p := range d.Pairs {
			if !yield(p.Key, p.Value) {
				return
			}
		}
	}
}

// Keys yields the keys in their order. Godot: Dictionary.keys.
func (d Dictionary) Keys() iter.Seq[Variant] {
	return func(yield func(Variant) bool) {
		for _, p := range d.Pairs {
			if !yield(p.Key) {
				return
			}
		}
	}
}

// NewDictionary returns an untyped dictionary of the pairs, which [KV] makes:
//
//	variant.NewDictionary(
//		variant.KV("name", variant.String("Tia")),
//		variant.KV("hp", variant.Int(10)),
//	)
func NewDictionary(pairs ...Pair) Dictionary { return Dictionary{Pairs: pairs} }

// KV returns a pair whose key is a String, as in most dictionaries. For other
// keys there is Pair{Key: variant.Int(1), Value: …}.
func KV(key string, value Variant) Pair { return Pair{String(key), value} }

// String returns the dictionary as Godot 4 writes it, in one line and in its
// own order: {"a": 1, &"b": [1, 2]}, or Dictionary[String, int]({"a": 1}).
func (d Dictionary) String() string { return Text(d) }

// GoString returns the dictionary as Go source, for %#v.
func (d Dictionary) GoString() string { return goText(d) }
