package variant

import "iter"

// Array is Godot's Array: items of any types, or of the one type that Elem names.
//
//	4  n  the element type of a typed array, see [ElementType]
//	…  4  count of items (bit 31: shared, in dialects that know it)
//	…  n  the items, each a packet
//
// Nil items are written as Nil. Godot 3: Array (ID 19), Godot 4: Array (28).
type Array struct {
	Items []Variant
	// Elem is the type of a typed array (Godot: Array[int]); nil: untyped.
	// Dialects without typed arrays write such an array as an untyped one, as
	// engines do.
	Elem *ElementType
	// Shared is bit 31 of the count, which only dialects with SharedBit carry.
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

func (r *Reader) array(flags uint32) Variant {
	elem, want := r.elementType(flags >> flagElem)
	n, shared := r.countShared(minPacket)
	items := r.items(n, want)
	if r.check || r.err != nil {
		return nil
	}
	return Array{Items: items, Elem: elem, Shared: shared}
}

// items writes packets one after another.
func (w *Writer) items(items []Variant, want Type) error {
	w.nest()
	for i := range items {
		if want != TypeNil {
			w.expect(want)
		}
		if w.value(items[i]); len(w.buf) <= w.limit {
			continue
		}
		if !w.room(0) {
			w.Step(Step{Kind: StepIndex, Index: i})
			break
		}
	}
	return w.Err()
}

// minPacket is the size of the smallest packet, a bare header.
const minPacket = 4

// items reads n packets, for which a count has vouched.
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
	for i := range items {
		r.owed -= minPacket
		f, word := r.peek(want)
		if f == nil {
			if f, word = r.oddPacket(want); f == nil {
				r.stepIndex(i)
				return nil
			}
		}
		if items[i] = r.build(f, word); r.err != nil {
			r.stepIndex(i)
			return nil
		}
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

// checkParts checks n packets, by turns of the types want and next. Most need no more
// than a look. It returns the number of the part that is at fault.
func (r *Reader) checkParts(n int, want, next Type) int {
	owed := r.owed
	for left := n - 1; left >= 0; left-- {
		f, word := r.peek(want)
		if f == nil {
			if f, word = r.oddPacket(want); f == nil {
				return n - 1 - left
			}
		}
		start := r.pos
		switch r.pos = start + int(f.size); {
		case f.kind <= lastFixed:
		case f.kind <= lastText:
			if r.textOf(start+minPacket, uint32(word>>32), false); r.err != nil {
				r.failed(f, start, nil)
				return n - 1 - left
			}
		default:
			r.pos, r.owed = start, owed+left*minPacket
			if r.build(f, word); r.err != nil {
				return n - 1 - left
			}
		}
		want, next = next, want
	}
	r.owed = owed
	return n
}

// stepIndex is Step. It is a function of its own to keep the stack of deep values small.
//
//go:noinline
func (r *Reader) stepIndex(i int) { r.Step(Step{Kind: StepIndex, Index: i}) }

// Len returns how many items there are. Godot: Array.size.
func (a Array) Len() int { return len(a.Items) }

// All yields the items with their positions.
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
