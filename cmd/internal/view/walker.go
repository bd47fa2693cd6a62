package view

import (
	"godotvariant/codec"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A walker is the cursor of a value in memory. It goes through the same tokens as the cursor of the
// packet of the value.
type walker struct {
	kind  codec.TokenKind
	value variant.Variant // value of the token; at TokenClose the container
	name  []byte          // name at TokenName
	open  []branch
	begun bool
}

// A branch is a container around the token.
type branch struct {
	value variant.Variant
	items []variant.Variant
	pairs []variant.Pair
	props []objects.Property
	next  int // number of the next part; a pair and a property count as two
}

// reset begins at another value.
func (w *walker) reset(v variant.Variant) { *w = walker{open: w.open[:0], value: v} }

// Next implements cursor.
func (w *walker) Next() bool {
	if w.kind == codec.TokenOpen {
		w.open = append(w.open, branchOf(w.value))
	}

	if len(w.open) == 0 {
		return w.root()
	}

	b := &w.open[len(w.open)-1]
	part, more := b.part()
	switch {
	case !more:
		w.kind = codec.TokenClose
		w.value = b.value
		w.open = w.open[:len(w.open)-1]

	case part == nil:
		w.kind = codec.TokenName
		w.value = variant.Nil{}
		w.name = append(w.name[:0], b.props[b.next/2].Name...)

	default:
		w.at(part)
	}

	if more {
		b.next++
	}

	return true
}

// root moves to the outermost value. If the walker has already been there, root moves to the end
// and returns false.
func (w *walker) root() bool {
	if w.begun {
		w.kind = codec.TokenNone
		return false
	}

	w.begun = true
	w.at(w.value)
	return true
}

// at moves to a value.
func (w *walker) at(v variant.Variant) {
	w.value = v
	w.kind = codec.TokenValue
	if hasTokens(v) {
		w.kind = codec.TokenOpen
	}
}

// hasTokens reports whether the parts of a value are tokens of their own.
func hasTokens(v variant.Variant) bool {
	switch v := v.(type) {
	case variant.Array, variant.Dictionary, variant.TypedArray, variant.PackedTypedArray:
		return true
	case objects.Object:
		return v.Class != ""
	default:
		return false
	}
}

func branchOf(v variant.Variant) branch {
	b := branch{value: v}
	switch v := v.(type) {
	case variant.Array:
		b.items = v.Items
	case variant.TypedArray:
		b.items = v.Items
	case variant.PackedTypedArray:
		b.items = v.Items
	case variant.Dictionary:
		b.pairs = v.Pairs
	case objects.Object:
		b.props = v.Properties
	}

	return b
}

// part returns the part with the number b.next: an item, a key or a value. If this part is the name
// of a property, the returned part is nil. The result ok is false if the branch has no more parts.
func (b *branch) part() (part variant.Variant, ok bool) {
	i := b.next
	second := i%2 == 1

	switch {
	case i < len(b.items):
		part = b.items[i]
	case i/2 < len(b.pairs) && second:
		part = b.pairs[i/2].Value
	case i/2 < len(b.pairs):
		part = b.pairs[i/2].Key
	case i/2 < len(b.props) && second:
		part = b.props[i/2].Value
	case i/2 < len(b.props):
		return nil, true
	default:
		return nil, false
	}

	if part == nil {
		part = variant.Nil{}
	}

	return part, true
}

// index returns the number of the part that was read last. A pair or a property counts as one part.
func (b *branch) index() int {
	if b.items != nil {
		return b.next - 1
	}
	return (b.next - 1) / 2
}

// The other methods of cursor.

func (w *walker) Err() error            { return nil }
func (w *walker) Kind() codec.TokenKind { return w.kind }
func (w *walker) Type() variant.Type    { return w.value.Type() }
func (w *walker) Offset() int           { return 0 }
func (w *walker) Depth() int            { return len(w.open) }

func (w *walker) Index() int {
	if len(w.open) == 0 {
		return 0
	}
	return w.open[len(w.open)-1].index()
}

func (w *walker) IsKey() bool {
	if len(w.open) == 0 {
		return false
	}
	b := &w.open[len(w.open)-1]
	return b.pairs != nil && b.next%2 == 1
}

func (w *walker) Step() variant.Step {
	if len(w.open) == 0 {
		return variant.Step{}
	}

	b := &w.open[len(w.open)-1]
	switch i := b.index(); {
	case b.props != nil:
		return variant.Step{Kind: variant.StepProperty, Name: b.props[i].Name}
	case b.pairs == nil:
		return variant.Step{Kind: variant.StepIndex, Index: i}
	case w.IsKey():
		return variant.Step{Kind: variant.StepPairKey, Index: i}
	case b.pairs[i].Key == nil:
		return variant.Step{Kind: variant.StepKey, Key: variant.Nil{}}
	default:
		return variant.Step{Kind: variant.StepKey, Key: b.pairs[i].Key}
	}
}

func (w *walker) Text() []byte {
	if w.kind == codec.TokenName {
		return w.name
	}

	switch v := w.value.(type) {
	case variant.String:
		return []byte(v)
	case variant.StringName:
		return []byte(v)
	case objects.Object:
		return []byte(v.Class)
	default:
		return nil
	}
}

func (w *walker) Skip() bool {
	if w.kind == codec.TokenOpen {
		w.kind = codec.TokenClose
	}
	return true
}

func (w *walker) Value() (variant.Variant, error) {
	w.Skip()
	return w.value, nil
}

func (w *walker) Empty() (variant.Variant, error) { return Emptied(w.value), nil }

func (w *walker) plain() bool {
	switch v := w.value.(type) {
	case variant.Array:
		return v.Elem == nil && !v.Shared
	case variant.Dictionary:
		return v.Key == nil && v.Value == nil && !v.Shared
	default:
		return false
	}
}

// Emptied returns a container without its items, pairs or properties. It returns any other value
// as it is.
func Emptied(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case variant.Array:
		v.Items = nil
		return v

	case variant.Dictionary:
		v.Pairs = nil
		return v

	case variant.TypedArray:
		v.Items = nil
		return v

	case variant.PackedTypedArray:
		v.Items = nil
		return v

	case objects.Object:
		v.Properties = nil
		return v

	default:
		return v
	}
}
