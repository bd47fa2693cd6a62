package tree

import (
	"bytes"

	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// DiffOptions are the options of [Diff]. The zero value finds every difference.
type DiffOptions struct {
	// AnyKeyOrder ignores the order of pairs and properties. Without this option, a key that has
	// moved is removed and added again.
	AnyKeyOrder bool
	// AnyItemOrder ignores the order of the items of arrays, at every depth. With this option, an
	// item that differs is removed and added. Its parts are not changed one by one.
	AnyItemOrder bool
}

// Diff returns the changes that turn a into b. There are no changes if a and b are equal by
// [variant.Equal]:
//
//	p, err := tree.Diff(a, b, tree.DiffOptions{})
//	c, err := p.Apply(a) // c is equal to b
//
// Values of dictionaries are compared if they have the same key, and properties of objects if they
// have the same name. In arrays, Diff first matches items that are equal: the items that occur once
// in both arrays and in the same order, and between these the longest common subsequence, unless
// more than 256 items differ. It compares the items between two matches by their positions. Then it
// adds or removes the items that remain.
//
// These change as one value: packed arrays, vectors, text, values of types of your own, two
// containers with different element types, and a dictionary that has a key twice. A container also
// changes as one value if the paths of the changes in it are too long: all paths together take at
// most 64 KiB, plus 64 bytes for each byte of the packets of a and b. Down to a depth of 16 this
// limit is never reached.
//
// The time and the memory grow with the size of the values. The patch shares memory with a and b.
// The error is an [*variant.Error]: [variant.ErrDepth] for values
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

	d.numbers.anyKeyOrder = o.AnyKeyOrder
	d.numbers.anyItemOrder = o.AnyItemOrder
	d.left = minPaths + pathRatio*(len(d.a.bytes)+len(d.b.bytes))
	d.values(d.a.root(), d.b.root())
	return d.patch, nil
}

// A differ compares two trees.
type differ struct {
	options DiffOptions
	a, b    tree
	numbers numbering
	path    []pathStep
	patch   Patch
	left    int // number of bytes left for the paths of changes
}

// A pathStep is one step of the path to the current node. It also has the size of the path up to
// this step, in bytes.
type pathStep struct {
	variant.Step
	size int
}

const (
	stepSize = 48 // approximate size of a variant.Step in bytes

	// The paths of all changes may have minPaths bytes, plus pathRatio bytes for each byte of the
	// values. For example, two different ints have 8 bytes each. These 16 bytes add 1024 bytes to
	// the limit, which are enough for a path of 21 steps.
	minPaths  = 1 << 16
	pathRatio = 64
)

func (d *differ) same(x, y *node) bool { return bytes.Equal(d.a.bytesOf(x), d.b.bytesOf(y)) }

// emit adds a change at the current path.
func (d *differ) emit(kind ChangeKind, position int, old, new variant.Variant) {
	d.left -= d.pathSize()
	if d.left < 0 {
		return
	}

	path := make(variant.Path, len(d.path))
	for i, s := range d.path {
		path[i] = s.Step
	}

	d.patch = append(d.patch, Change{kind, path, position, old, new})
}

func (d *differ) pathSize() int {
	if len(d.path) == 0 {
		return 0
	}
	return d.path[len(d.path)-1].size
}

// at adds the step s to d.path, calls f, and removes the step. If the paths of the changes are too
// long, at does nothing. The argument extra is the size in bytes of the key in s. It is added to
// the size of the path.
func (d *differ) at(s variant.Step, extra int, f func()) {
	if d.left < 0 {
		return
	}
	d.path = append(d.path, pathStep{s, d.pathSize() + stepSize + extra})
	f()
	d.path = d.path[:len(d.path)-1]
}

func (d *differ) atItem(i int, f func()) {
	d.at(variant.Step{Kind: variant.StepIndex, Index: i}, 0, f)
}

// values compares x, a node of the tree a, with y, a node of the tree b.
func (d *differ) values(x, y *node) {
	if d.same(x, y) {
		return
	}

	changes := len(d.patch)
	left := d.left

	if d.parts(x, y) {
		if d.left >= 0 {
			return
		}

		// The paths of the changes in x take too much memory, so x is replaced as one value. If the
		// path to x is too long as well, the container around x is replaced.
		clear(d.patch[changes:])
		d.patch = d.patch[:changes]
		d.left = left
	}

	kind := Changed
	switch s, t := nilsafe.TypeOf(x.value), nilsafe.TypeOf(y.value); {
	case s != t:
		kind = Retyped
	case x.shape != y.shape &&
		variant.Equal(x.value, y.value): // x or y may be a codec.Raw of an equal value
		return
	}

	d.emit(kind, 0, x.value, y.value)
}

// parts compares the parts of x and y. If they are not containers of the same type, or if a key
// occurs twice, it does nothing and returns false.
func (d *differ) parts(x, y *node) bool {
	switch {
	case x.shape == shapeLeaf || x.shape != y.shape:
		return false
	case !bytes.Equal(d.a.headOf(x), d.b.headOf(y)):
		return false
	case x.shape != shapeItems:
		return d.pairs(x, y)
	case d.options.AnyItemOrder:
		d.unorderedItems(x, y)
	default:
		d.items(x, y)
	}

	return true
}

// items compares the items of two arrays.
func (d *differ) items(x, y *node) {
	a, b := d.a.parts(x), d.b.parts(y)
	first := 0
	for first < len(a) && first < len(b) && d.same(&a[first], &b[first]) {
		first++
	}

	last := 0 // number of equal items at the end
	for last < min(len(a), len(b))-first && d.same(&a[len(a)-1-last], &b[len(b)-1-last]) {
		last++
	}

	a = a[first : len(a)-last]
	b = b[first : len(b)-last]

	var matches []match
	if len(a) > 1 || len(b) > 1 {
		matches = align(d.numbers.of(&d.a, int(x.first)+first, len(a)),
			d.numbers.of(&d.b, int(y.first)+first, len(b)))
	}

	from := match{}
	for _, to := range append(matches, match{len(a), len(b)}) {
		d.itemsBetween(a, b, from, to, first)
		from = match{to.i + 1, to.j + 1}
	}
}

// itemsBetween compares items of a and b by their positions. It compares only the items between the
// matches start and stop. The argument offset is the index of b[0] in its array.
func (d *differ) itemsBetween(a, b []node, start, stop match, offset int) {
	common := min(stop.i-start.i, stop.j-start.j)
	for k := range common {
		d.atItem(offset+start.j+k, func() { d.values(&a[start.i+k], &b[start.j+k]) })
	}

	for _, old := range a[start.i+common : stop.i] {
		d.atItem(offset+stop.j, func() { d.emit(Removed, 0, old.value, nil) })
	}

	for j := start.j + common; j < stop.j; j++ {
		d.atItem(offset+j, func() { d.emit(Added, 0, nil, b[j].value) })
	}
}

// unorderedItems compares the items of two arrays in any order.
func (d *differ) unorderedItems(x, y *node) {
	a, b := d.a.parts(x), d.b.parts(y)
	numbersA := d.numbers.of(&d.a, int(x.first), len(a))
	numbersB := d.numbers.of(&d.b, int(y.first), len(b))

	left := make([]int, d.numbers.size()) // left[number]: unmatched items of b with this number
	for _, number := range numbersB {
		left[number]++
	}

	matched := 0
	for i, number := range numbersA {
		if left[number] > 0 {
			left[number]--
			matched++
			continue
		}

		d.atItem(matched, func() { d.emit(Removed, 0, a[i].value, nil) })
	}

	// added[j] says whether Diff adds item j. If a has fewer of some equal items than b, the last
	// of these items in b are added.
	added := make([]bool, len(b))
	for j := len(b) - 1; j >= 0; j-- {
		number := numbersB[j]
		if left[number] > 0 {
			left[number]--
			added[j] = true
		}
	}

	for j := range b {
		if added[j] {
			d.atItem(matched, func() { d.emit(Added, 0, nil, b[j].value) })
			matched++
		}
	}
}

// pairs compares the pairs of two dictionaries, or the properties of two objects. If a key occurs
// twice, it does nothing and returns false.
func (d *differ) pairs(x, y *node) bool {
	a, b := d.a.parts(x), d.b.parts(y)
	if d.a.hasDuplicates(a) || d.b.hasDuplicates(b) {
		return false
	}

	inA := d.sameKeys(a, b)
	stays := d.staying(len(a), inA)

	for i := 0; i < len(a); i += 2 {
		if !stays[i] {
			d.atKey(&d.a, x, &a[i], func() { d.emit(Removed, 0, a[i+1].value, nil) })
		}
	}

	for j := 0; j < len(b); j += 2 {
		d.atKey(&d.b, y, &b[j], func() {
			i := inA[j]
			switch {
			case i >= 0 && stays[i]:
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

// atKey calls f with a step added to the path: the step to the value of a key. The key and x, the
// container that has the key, are nodes of t.
func (d *differ) atKey(t *tree, x, key *node, f func()) {
	d.at(stepTo(x.shape, key.value), len(t.bytesOf(key)), f)
}

// sameKeys returns, for each key of b, the index of the same key in a, or -1.
func (d *differ) sameKeys(a, b []node) []int {
	indices := make(map[string]int, len(a)/2)
	for i := 0; i < len(a); i += 2 {
		indices[string(d.a.bytesOf(&a[i]))] = i
	}

	out := make([]int, len(b))
	for j := 0; j < len(b); j += 2 {
		i, ok := indices[string(d.b.bytesOf(&b[j]))]
		out[j] = i
		if !ok {
			out[j] = -1
		}
	}

	return out
}

// staying returns true for each key that keeps its position, and false for each other key. The
// argument n is the number of keys of the dictionary a. The argument inA is the result of sameKeys.
func (d *differ) staying(n int, inA []int) []bool {
	var common []int
	for j := 0; j < len(inA); j += 2 {
		if inA[j] >= 0 {
			common = append(common, inA[j])
		}
	}

	stays := make([]bool, n)
	if d.options.AnyKeyOrder {
		for _, i := range common {
			stays[i] = true
		}
		return stays
	}

	for _, k := range ascending(common) {
		stays[common[k]] = true
	}

	return stays
}
