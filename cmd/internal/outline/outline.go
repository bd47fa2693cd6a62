// Package outline numbers the parts of values and the rows of the tree. It finds the value of a
// path, and stores which values are open.
package outline

import (
	"slices"
	"sort"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// A Tree stores which values are open. Row 0 is the root.
type Tree struct{ Root *Branch }

// A Branch is an open value.
type Branch struct {
	N     int // number of parts
	inner int // number of rows inside the open parts
	Kids  []Twig
}

// A Twig is an open part of a branch.
type Twig struct {
	At int // index of the part
	*Branch
}

// Rows returns the number of rows in a branch, without the row of the branch itself.
func (b *Branch) Rows() int { return b.N + b.inner }

// find returns the index in b.Kids of the Twig with this At. If there is no such Twig, because the
// part is not open, find returns the index at which the Twig has to be inserted, and false.
func (b *Branch) find(at int) (int, bool) {
	i := sort.Search(len(b.Kids), func(i int) bool { return b.Kids[i].At >= at })
	return i, i < len(b.Kids) && b.Kids[i].At == at
}

// Open opens the root.
func (t *Tree) Open(root variant.Variant) { t.Root = &Branch{N: values.Of(root).N} }

// Total returns the number of rows.
func (t *Tree) Total() int {
	if t.Root == nil {
		return 1
	}
	return 1 + t.Root.Rows()
}

// Branch returns the open value at a place, or nil.
func (t *Tree) Branch(p Place) *Branch {
	b := t.Root
	for _, at := range p {
		if b == nil {
			return nil
		}

		i, ok := b.find(at)
		if !ok {
			return nil
		}
		b = b.Kids[i].Branch
	}

	return b
}

// Row returns the row of the value at a place. It returns -1 if the value is inside a closed value.
func (t *Tree) Row(p Place) int {
	row := 0
	b := t.Root

	for depth, at := range p {
		if b == nil || at >= b.N {
			return -1
		}

		row += 1 + at
		i, open := b.find(at)
		for _, k := range b.Kids[:i] {
			row += k.Rows()
		}

		if !open {
			if depth < len(p)-1 {
				return -1
			}
			return row
		}
		b = b.Kids[i].Branch
	}

	return row
}

// Set opens the value at a place with the branch b, or closes it if b is nil. The values around it
// must be open. It returns the number of added rows.
func (t *Tree) Set(p Place, b *Branch) (added int) {
	old := t.Branch(p)
	if old != nil {
		added -= old.Rows()
	}
	if b != nil {
		added += b.Rows()
	}

	if len(p) == 0 {
		t.Root = b
		return added
	}

	around := t.Root
	for _, at := range p[:len(p)-1] {
		around.inner += added
		i, _ := around.find(at)
		around = around.Kids[i].Branch
	}

	around.inner += added
	i, _ := around.find(p[len(p)-1])

	if old != nil {
		around.Kids = slices.Delete(around.Kids, i, i+1)
	}
	if b != nil {
		around.Kids = slices.Insert(around.Kids, i, Twig{p[len(p)-1], b})
	}

	return added
}

// Shift adds delta to the indices of the open parts of a value, because parts were added or removed
// before them. The argument index is the first one that changes. Shift closes removed parts.
func (t *Tree) Shift(around Place, index, delta int) {
	b := t.Branch(around)
	if b == nil {
		return
	}

	if delta < 0 {
		t.Set(append(slices.Clone(around), index), nil)
	}

	i, _ := b.find(index)
	for k := range b.Kids[i:] {
		b.Kids[i+k].At += delta
	}
}

// Match adapts the tree to a changed value. It closes values that no longer have parts.
func (t *Tree) Match(root variant.Variant) {
	if t.Root != nil {
		t.Root.match(root)
	}
}

func (b *Branch) match(v variant.Variant) {
	p := values.Of(v)
	b.N = p.N
	b.inner = 0

	b.Kids = slices.DeleteFunc(b.Kids, func(k Twig) bool {
		if k.At >= p.N {
			return true
		}

		part := p.At(k.At).Value
		if !(values.Of(part).N > 0) {
			return true
		}

		k.match(part)
		b.inner += k.Rows()
		return false
	})
}
