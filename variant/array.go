package variant

import "iter"

// Array is Godot's Array: items of any types, or of the one type that Elem names.
//
//	4  n  the element type of a typed array, see [ElementType]
//	…  4  count of items (bit 31: shared, in dialects that know it)
//	…  n  the items, each a packet
//
// A nil item is written as Nil. Godot 3: Array (ID 19), Godot 4: Array (28).
type Array struct {
	Items []Variant
	// Elem is the type of a typed array (Godot: Array[int]); nil: untyped.
	// Dialects without typed arrays write an untyped one, as engines do.
	Elem *ElementType
	// Shared is bit 31 of the count. Only dialects with SharedBit write and read it.
	Shared bool
}

// NewArray returns an untyped array of the items. GDScript: [1, "two"].
func NewArray(items ...Variant) Array { return Array{Items: items} }

// NewTypedArray returns a typed array. GDScript: Array[int]([1, 2]).
func NewTypedArray(elem ElementType, items ...Variant) Array {
	return Array{Items: items, Elem: &elem}
}

var _ Variant = Array{}

// Type returns TypeArray.
func (Array) Type() Type { return TypeArray }

// Encode writes the payload.
func (a Array) Encode(w *Writer) error {
	want := w.elementType(a.Elem, flagElem, w.format.dialect.TypedArrays)
	w.countShared(len(a.Items), a.Shared)
	return w.items(a.Items, want)
}

// Decode reads the payload.
func (Array) Decode(r *Reader) (Variant, error) { return r.array(r.flags), r.Err() }

// Len returns the number of items. Godot: Array.size.
func (a Array) Len() int { return len(a.Items) }

// All yields the items with their indices.
func (a Array) All() iter.Seq2[int, Variant] {
	return func(yield func(int, Variant) bool) {
		for i, v := range a.Items {
			if !yield(i, v) {
				return
			}
		}
	}
}

// String returns the array as Godot 4 writes it: [1, "two"], or
// Array[int]([1, 2]).
func (a Array) String() string { return Text(a) }

// GoString returns the array as Go source, for %#v.
func (a Array) GoString() string { return goText(a) }

// Parts yields the items. It implements [Container].
func (a Array) Parts() iter.Seq2[Step, Variant] { return itemParts(a.Items) }

func itemParts(items []Variant) iter.Seq2[Step, Variant] {
	return func(yield func(Step, Variant) bool) {
		for i, v := range items {
			if !yield(Step{Kind: StepIndex, Index: i}, v) {
				return
			}
		}
	}
}
