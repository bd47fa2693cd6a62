package tree

import (
	"bytes"
	"hash/maphash"
	"slices"

	"godotvariant/internal/care"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// DiffOptions are the options of [Diff]. The zero value finds every difference.
type DiffOptions struct {
	// AnyKeyOrder ignores the order of pairs and properties. Otherwise a key at another place
	// is removed and added.
	AnyKeyOrder bool
	// AnyItemOrder ignores the order of the items of arrays. An item is then removed or added,
	// and not changed in part.
	AnyItemOrder bool
}

// Diff returns the changes that turn a into b. There are none if the two are equal by
// [variant.Equal]:
//
//	p, err := variant.Diff(a, b, variant.DiffOptions{})
//	c, err := p.Apply(a) // c is equal to b
//
// Values of dictionaries are compared if they have the same key, and properties of objects if
// they have the same name. In arrays, Diff first matches items that are equal: those that come
// once in both arrays and in the same order, and between them the longest common list, unless
// more than 256 items differ. It compares the items between two matches position by position,
// and adds or removes the rest.
//
// These change as a whole: packed arrays, vectors, text, values of types of your own, two
// containers with different element types, and a dictionary that has a key twice.
//
// The time grows with the size of the values, and at worst with their depth as well. The
// memory is about 50 bytes for each value in them, and their packets. The patch shares
// memory with a and b. The error is an [*variant.Error]: [variant.ErrDepth] for values
// deeper than 1024, [variant.ErrLimit] for more than 4,194,304 values or 256 MiB of
// packets, and [variant.ErrUnsupported] for a value that can't be encoded, such as a nil
// pointer.
func Diff(a, b variant.Variant, o DiffOptions) (Patch, error) {
	d := differ{options: o}
	if err := d.a.read(a); err != nil {
		return nil, err
	}

	if err := d.b.read(b); err != nil {
		return nil, err
	}

	d.values(d.a.root(), d.b.root())
	return d.patch, nil
}

// maxDiff is the number of values in a value that can be compared.
const maxDiff = 1 << 22

// whole is the format in which Diff compares values.
var whole = newWhole()

func newWhole() *wire.Format {
	f := wire.NewUniversal()
	f.Limits.MaxSize = wire.MaxSize
	return f
}

// A tree has a value with all values inside it, and for each the bytes that tell it from other
// values. The bytes of a container are followed by those of its parts.
type tree struct {
	nodes []node
	bytes []byte
}

// A node is one value of a tree. Its parts are n nodes from first on; those of pairs are key,
// value, key, value ….
type node struct {
	value            variant.Variant
	start, head, end int32 // in bytes; the head is what the container has besides its parts
	first, n         int32
	shape            shape
}

// A shape says what parts a node has.
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
	t.bytes, err = write(whole, nil, func(w *wire.Writer) {
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
		if w.GuardsEach() && care.IsNil(v) {
			value(w, v)
			break
		}
		t.own(w, i, v)

	default:
		value(w, v)
	}

	t.nodes[i].end = int32(w.Len())
}

// own is add for an object, or for a container of another module.
func (t *tree) own(w *wire.Writer, i int, v variant.PartSetter) {
	e := openParts(v)
	empty, err := v.WithParts(eachPart(nil))
	if err != nil {
		value(w, v)
		return
	}

	switch e := e.(type) {
	case *itemEditor:
		t.items(w, i, empty, e.in)
	case *pairEditor:
		t.pairs(w, i, shapeProperties, empty, e.pairs)
	}
}

func (t *tree) items(w *wire.Writer, i int, empty variant.Variant, items []variant.Variant) {
	if !t.open(w, i, shapeItems, empty, len(items)) {
		return
	}

	for k, v := range items {
		t.add(w, int(t.nodes[i].first)+k, v)
		if w.OverFull() {
			w.Step(wire.Step{Kind: wire.StepIndex, Index: k})
			break
		}
	}

	w.Leave()
}

func (t *tree) pairs(w *wire.Writer, i int, s shape, empty variant.Variant, pairs []variant.Pair) {
	if !t.open(w, i, s, empty, 2*len(pairs)) {
		return
	}

	for k, p := range pairs {
		at := int(t.nodes[i].first) + 2*k
		t.add(w, at, p.Key)

		if w.OverFull() {
			w.Step(wire.Step{Kind: wire.StepPairKey, Index: k})
			break
		}

		t.add(w, at+1, p.Value)
		if w.OverFull() {
			(*variant.Writer)(w).Step(stepTo(s, p.Key))
			break
		}
	}

	w.Leave()
}

// open begins node i, which has n parts. Its head is the container without parts and their
// number. It returns false after an error.
func (t *tree) open(w *wire.Writer, i int, s shape, empty variant.Variant, n int) bool {
	value(w, empty)
	head := w.Len()
	w.Uint32(uint32(n))

	if len(t.nodes)+n > maxDiff {
		w.Fail(variant.Because(variant.ErrLimit, "more values than can be compared"))
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
	w.Nest()

	return true
}

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

// A differ compares two trees.
type differ struct {
	options DiffOptions
	a, b    tree
	path    Path
	patch   Patch
}

func (t *tree) bytesOf(x *node) []byte { return t.bytes[x.start:x.end] }

func (d *differ) same(x, y *node) bool { return bytes.Equal(d.a.bytesOf(x), d.b.bytesOf(y)) }

// emit adds a change at the path.
func (d *differ) emit(kind ChangeKind, position int, old, new variant.Variant) {
	d.patch = append(d.patch, Change{kind, slices.Clone(d.path), position, old, new})
}

// at calls f with the step added to the path.
func (d *differ) at(s variant.Step, f func()) {
	d.path = append(d.path, s)
	f()
	d.path = d.path[:len(d.path)-1]
}

// values compares x of a with y of b.
func (d *differ) values(x, y *node) {
	if d.same(x, y) {
		return
	}

	if x.shape == y.shape && x.shape != shapeLeaf && bytes.Equal(d.a.bytes[x.start:x.head],
		d.b.bytes[y.start:y.head]) {
		if x.shape != shapeItems {
			if d.pairs(x, y) {
				return
			}
		} else if d.options.AnyItemOrder {
			d.bag(x, y)
			return
		} else {
			d.items(x, y)
			return
		}
	}

	kind := Changed
	switch s, t := care.TypeOf(x.value), care.TypeOf(y.value); {
	case s != t:
		kind = Retyped
	case x.shape != y.shape &&
		variant.Equal(x.value, y.value): // one of them is a codec.Raw, or the like
		return
	}

	d.emit(kind, 0, x.value, y.value)
}

// items compares the items of two arrays.
func (d *differ) items(x, y *node) {
	a, b := d.a.parts(x), d.b.parts(y)
	first := 0
	for first < len(a) && first < len(b) && d.same(&a[first], &b[first]) {
		first++
	}

	last := 0 // counted from the end
	for last < min(len(a), len(b))-first && d.same(&a[len(a)-1-last], &b[len(b)-1-last]) {
		last++
	}

	a, b = a[first:len(a)-last], b[first:len(b)-last]
	ids := identities{}

	i, j := 0, 0
	for _, m := range append(align(ids.of(&d.a, a), ids.of(&d.b, b)), match{len(a), len(b)}) {
		for ; i < m.i || j < m.j; i, j = min(i+1, m.i), min(j+1, m.j) {
			d.at(variant.Step{Kind: variant.StepIndex, Index: first + j}, func() {
				switch {
				case i == m.i:
					d.emit(Added, 0, nil, b[j].value)
				case j == m.j:
					d.emit(Removed, 0, a[i].value, nil)
				default:
					d.values(&a[i], &b[j])
				}
			})
		}

		i = m.i + 1
		j = m.j + 1
	}
}

// bag compares the items of two arrays in any order.
func (d *differ) bag(x, y *node) {
	a, b := d.a.parts(x), d.b.parts(y)
	ids := identities{}
	idsA, idsB := ids.of(&d.a, a), ids.of(&d.b, b)

	left := make([]int, len(ids.first)+len(ids.others)+1)
	for _, id := range idsB {
		left[id]++
	}

	kept := 0
	for i, id := range idsA {
		if left[id] > 0 {
			left[id]--
			kept++
			continue
		}

		d.at(variant.Step{Kind: variant.StepIndex, Index: kept}, func() {
			d.emit(Removed, 0, a[i].value, nil)
		})
	}

	for j := len(b) - 1; j >= 0; j-- { // mark those that are left, the last of equal items
		id := idsB[j]
		if left[id] == 0 {
			idsB[j] = -1
			continue
		}
		left[id]--
	}

	for j, id := range idsB {
		if id >= 0 {
			d.at(variant.Step{Kind: variant.StepIndex, Index: kept}, func() {
				d.emit(Added, 0, nil, b[j].value)
			})
			kept++
		}
	}
}

// identities numbers values: equal values have equal numbers.
type identities struct {
	first  map[uint64]identity
	others []identity // values whose hash another value has, too
}

type identity struct {
	bytes []byte
	id    int
}

func (ids *identities) of(t *tree, nodes []node) []int {
	if ids.first == nil {
		ids.first = map[uint64]identity{}
	}

	out := make([]int, len(nodes))
	for i := range nodes {
		b := t.bytesOf(&nodes[i])
		hash := maphash.Bytes(seed, b)

		known, ok := ids.first[hash]
		if !ok {
			known = identity{b, len(ids.first) + len(ids.others)}
			ids.first[hash] = known
		} else if !bytes.Equal(known.bytes, b) {
			known = ids.other(b)
		}

		out[i] = known.id
	}

	return out
}

// other returns the identity of a value whose hash another value has.
func (ids *identities) other(b []byte) identity {
	for _, x := range ids.others {
		if bytes.Equal(x.bytes, b) {
			return x
		}
	}

	x := identity{b, len(ids.first) + len(ids.others)}
	ids.others = append(ids.others, x)
	return x
}

// pairs compares the pairs of two dictionaries, or the properties of two objects. It returns
// false, and has done nothing, if a key comes twice.
func (d *differ) pairs(x, y *node) bool {
	a, b := d.a.parts(x), d.b.parts(y)
	if d.a.hasTwins(a) || d.b.hasTwins(b) {
		return false
	}

	places := make(map[string]int, len(a)/2) // of the keys of a
	for i := 0; i < len(a); i += 2 {
		places[string(d.a.bytesOf(&a[i]))] = i
	}

	var common []int // places in a of the keys of both, in the order of b
	where := make([]int, len(b))
	for j := 0; j < len(b); j += 2 {
		i, ok := places[string(d.b.bytesOf(&b[j]))]
		where[j] = i

		if !ok {
			where[j] = -1
			continue
		}

		common = append(common, i)
	}

	kept := make([]bool, len(a)) // by place: the pair stays where it is

	if d.options.AnyKeyOrder {
		for _, i := range common {
			kept[i] = true
		}
	} else {
		for _, k := range ascending(common) {
			kept[common[k]] = true
		}
	}

	for i := 0; i < len(a); i += 2 {
		if !kept[i] {
			d.at(stepTo(x.shape, a[i].value), func() { d.emit(Removed, 0, a[i+1].value, nil) })
		}
	}

	for j := 0; j < len(b); j += 2 {
		d.at(stepTo(x.shape, b[j].value), func() {
			switch i := where[j]; {
			case i >= 0 && kept[i]:
				d.values(&a[i+1], &b[j+1])
			case d.options.AnyKeyOrder:
				d.emit(Added, -1, nil, b[j+1].value)
			default:
				d.emit(Added, j/2, nil, b[j+1].value)
			}
		})
	}

	return true
}

// hasTwins reports whether a key comes twice among pairs.
func (t *tree) hasTwins(pairs []node) bool {
	keys := newKeyMap()
	others := map[string]bool{} // keys that KeyEqual does not find again
	for i := 0; i < len(pairs); i += 2 {
		if _, ok := keys.get(pairs[i].value); ok {
			return true
		}

		keys.set(pairs[i].value, i)
		if _, text := keyText(pairs[i].value); text {
			continue
		}

		b := t.bytesOf(&pairs[i])
		if others[string(b)] {
			return true
		}

		others[string(b)] = true
	}

	return false
}

var seed = maphash.MakeSeed()

// value writes a value.
func value(w *wire.Writer, v variant.Variant) { (*variant.Writer)(w).Value(v) }
