package tree

import (
	"godotvariant/internal/forms"
	"godotvariant/internal/nilsafe"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// maxDiff is the greatest number of parts, at all depths, of a value that Diff compares.
const maxDiff = 1 << 22

// diffFormat is the format in which Diff compares values.
var diffFormat = newDiffFormat()

func newDiffFormat() *forms.Format {
	f := forms.NewUniversal()
	f.Limits.MaxSize = forms.MaxSize
	return f
}

// A tree has a value and all values in it, with the bytes of each value in diffFormat. Different
// values have different bytes. The bytes of a container are followed by the bytes of its parts.
type tree struct {
	nodes   []node
	bytes   []byte
	numbers []int32 // number of each node, 0 if it has no number; see numbering
}

// A node is one value of a tree. Its parts are the nodes[first : first+n] of the tree. The parts of
// a Dictionary are key, value, key, value and so on.
type node struct {
	value            variant.Variant
	start, head, end int32 // offsets in bytes; the container without its parts ends at head
	first, n         int32
	shape            shape
}

// A shape is the kind of the parts of a node.
type shape uint8

const (
	shapeLeaf shape = iota
	shapeItems
	shapePairs
	shapeProperties
)

func (t *tree) root() *node { return &t.nodes[0] }

func (t *tree) parts(x *node) []node { return t.nodes[x.first : x.first+x.n] }

// read makes the tree of v.
func (t *tree) read(v variant.Variant) error {
	var err error
	t.bytes, err = write(diffFormat, nil, func(w *wire.Writer) {
		t.nodes = append(t.nodes[:0], node{})
		t.add(w, 0, v)
	})
	return err
}

// add writes v and makes it node i.
func (t *tree) add(w *wire.Writer, i int, v variant.Variant) {
	t.nodes[i] = node{value: v, start: int32(w.Len())}

	switch v := pointed(v).(type) {
	case variant.Array:
		t.items(w, i, variant.Array{Elem: v.Elem, Shared: v.Shared}, v.Items)
	case variant.TypedArray:
		t.items(w, i, variant.TypedArray{Elem: v.Elem}, v.Items)
	case variant.PackedTypedArray:
		t.items(w, i, variant.PackedTypedArray{Elem: v.Elem}, v.Items)

	case variant.Dictionary:
		t.pairs(w, i, shapePairs, variant.Dictionary{Key: v.Key, Value: v.Value, Shared: v.Shared},
			v.Pairs)

	case variant.PartSetter:
		if w.GuardsEach() && nilsafe.IsNil(v) {
			value(w, v)
			break
		}
		t.addCustom(w, i, v)

	default:
		value(w, v)
	}

	t.nodes[i].end = int32(w.Len())
}

// addCustom is like add, for an object or a container of another module.
func (t *tree) addCustom(w *wire.Writer, i int, v variant.PartSetter) {
	e := editParts(v)
	empty, err := v.WithParts(eachPart(nil))
	if err != nil {
		value(w, v)
		return
	}

	switch e := e.(type) {
	case *itemEditor:
		t.items(w, i, empty, e.tail)
	case *pairEditor:
		t.pairs(w, i, shapeProperties, empty, e.pairs)
	}
}

func (t *tree) items(w *wire.Writer, i int, empty variant.Variant, items []variant.Variant) {
	if !t.begin(w, i, shapeItems, empty, len(items)) {
		return
	}

	for k, v := range items {
		t.add(w, int(t.nodes[i].first)+k, v)
		if w.Exceeded() {
			w.Step(wire.Step{Kind: wire.StepIndex, Index: k})
			break
		}
	}

	w.Leave()
}

func (t *tree) pairs(w *wire.Writer, i int, s shape, empty variant.Variant, pairs []variant.Pair) {
	if !t.begin(w, i, s, empty, 2*len(pairs)) {
		return
	}

	for k, p := range pairs {
		at := int(t.nodes[i].first) + 2*k
		t.add(w, at, p.Key)

		if w.Exceeded() {
			w.Step(wire.Step{Kind: wire.StepPairKey, Index: k})
			break
		}

		t.add(w, at+1, p.Value)
		if w.Exceeded() {
			step := stepTo(s, p.Key)
			step.Index = k
			(*variant.Writer)(w).Step(step)
			break
		}
	}

	w.Leave()
}

// begin makes node i a container with n parts. It writes the head: the container without its parts,
// and the number n. It returns false after an error.
func (t *tree) begin(w *wire.Writer, i int, s shape, empty variant.Variant, n int) bool {
	value(w, empty)
	head := w.Len()
	w.Uint32(uint32(n))

	if len(t.nodes)+n > maxDiff {
		w.Fail(variant.Because(variant.ErrLimit, "too many values to compare"))
	}
	if w.Failed() {
		return false
	}

	x := &t.nodes[i]
	x.shape = s
	x.head = int32(head)
	x.first = int32(len(t.nodes))
	x.n = int32(n)
	t.nodes = append(t.nodes, make([]node, n)...)
	w.Enter()
	w.PrepareParts()

	return true
}

func (t *tree) bytesOf(x *node) []byte { return t.bytes[x.start:x.end] }

func (t *tree) headOf(x *node) []byte { return t.bytes[x.start:x.head] }

// value writes a value.
func value(w *wire.Writer, v variant.Variant) { (*variant.Writer)(w).Value(v) }

// stepTo returns the step to the value of a key.
func stepTo(s shape, key variant.Variant) variant.Step {
	switch name, _ := keyText(key); {
	case s == shapeProperties:
		return variant.Step{Kind: variant.StepProperty, Name: name}
	case key == nil:
		return variant.Step{Kind: variant.StepKey, Key: variant.Nil{}}
	}
	return variant.Step{Kind: variant.StepKey, Key: key}
}
