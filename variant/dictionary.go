package variant

import (
	"iter"
)

// Dictionary is Godot's Dictionary: pairs in order of insertion, with keys of any type. Godot:
// Dictionary, type ID 27 in Godot 4, 18 in Godot 3. Payload:
//
//	offset  length  type          field
//	     4       k  ElementTypes  of keys, then of values; nothing if it is not typed
//	   4+k       4  uint32        count of pairs; bit 31: shared, in dialects that have it
//	   8+k          packets       key, value, key, value …
//
// Decoding keeps each key once, with its first position and its last value, as engines do; the
// [dialect.KeyRule] of the dialect decides which keys are equal. Encoding writes all pairs, even
// with equal keys. If rounding to single precision makes two different keys equal, encoding returns
// [ErrDuplicateKey].
//
// An example of a packet:
//
//	1b000000 01000000 04000000 02000000 68700000 02000000 0a000000  {"hp": 10}
type Dictionary struct {
	Pairs []Pair
	// Key and Value are the types of a typed dictionary (Godot: Dictionary[String, int]). Nil
	// allows any type. In dialects without typed dictionaries, a typed dictionary is written as an
	// untyped dictionary.
	Key, Value *ElementType
	// Shared is bit 31 of the count. Only dialects with SharedBit write and read it.
	Shared bool
}

// Pair is one entry of a [Dictionary].
type Pair struct{ Key, Value Variant }

// Type returns TypeDictionary.
func (Dictionary) Type() Type { return TypeDictionary }

// Len returns the number of pairs. Godot: Dictionary.size.
func (d Dictionary) Len() int { return len(d.Pairs) }

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

// PrintText appends the text of the dictionary; see [TextPrinter].
func (d Dictionary) PrintText(b []byte, p Printer) []byte {
	return p.typed(b, dictionaryType(d.Key, d.Value), d.Shared, func(b []byte) []byte {
		return p.List(b, "{", ", ", "}", len(d.Pairs), func(b []byte, p Printer, i int) []byte {
			b = append(p.Append(b, d.Pairs[i].Key), ": "...)
			return p.Append(b, d.Pairs[i].Value)
		})
	})
}
