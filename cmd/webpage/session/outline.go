package session

import (
	"slices"
	"sort"

	"godotvariant/variant"
)

// An outline says which values of the tree are open. Its rows are numbered from 0, the root.
type outline struct{ root *branch }

// A branch is an open value.
type branch struct {
	n     int // parts
	inner int // rows of the open parts
	kids  []twig
}

// A twig is an open part of a branch.
type twig struct {
	at int // its index
	*branch
}

// rows returns the number of rows in a branch, without its own.
func (b *branch) rows() int { return b.n + b.inner }

// find returns where the twig for a part is among the kids, or would be.
func (b *branch) find(at int) (int, bool) {
	i := sort.Search(len(b.kids), func(i int) bool { return b.kids[i].at >= at })
	return i, i < len(b.kids) && b.kids[i].at == at
}

// open opens the root.
func (t *outline) open(root variant.Variant) { t.root = &branch{n: partsOf(root).n} }

// total returns the number of rows.
func (t *outline) total() int {
	if t.root == nil {
		return 1
	}
	return 1 + t.root.rows()
}

// branch returns the open value at a place, or nil.
func (t *outline) branch(p place) *branch {
	b := t.root
	for _, at := range p {
		if b == nil {
			return nil
		}

		i, ok := b.find(at)
		if !ok {
			return nil
		}
		b = b.kids[i].branch
	}

	return b
}

// row returns the row of the value at a place, or -1 if it is in a closed one.
func (t *outline) row(p place) int {
	row := 0
	b := t.root

	for depth, at := range p {
		if b == nil || at >= b.n {
			return -1
		}

		row += 1 + at
		i, open := b.find(at)
		for _, k := range b.kids[:i] {
			row += k.rows()
		}

		if !open {
			if depth < len(p)-1 {
				return -1
			}
			return row
		}
		b = b.kids[i].branch
	}

	return row
}

// set opens a value with a branch, or closes it with nil. The values around it are open. It
// returns how many rows are added.
func (t *outline) set(p place, b *branch) (added int) {
	old := t.branch(p)
	if old != nil {
		added -= old.rows()
	}
	if b != nil {
		added += b.rows()
	}

	if len(p) == 0 {
		t.root = b
		return added
	}

	around := t.root
	for _, at := range p[:len(p)-1] {
		around.inner += added
		i, _ := around.find(at)
		around = around.kids[i].branch
	}

	around.inner += added
	i, _ := around.find(p[len(p)-1])

	if old != nil {
		around.kids = slices.Delete(around.kids, i, i+1)
	}
	if b != nil {
		around.kids = slices.Insert(around.kids, i, twig{p[len(p)-1], b})
	}

	return added
}

// shift moves the open parts of a value from an index on, because parts were added or removed
// before them. A removed part is closed.
func (t *outline) shift(around place, at, by int) {
	b := t.branch(around)
	if b == nil {
		return
	}

	if by < 0 {
		t.set(append(slices.Clone(around), at), nil)
	}

	i, _ := b.find(at)
	for k := range b.kids[i:] {
		b.kids[i+k].at += by
	}
}

// match fits the outline to a value that has changed. It closes what has no parts any more.
func (t *outline) match(root variant.Variant) {
	if t.root != nil {
		t.root.match(root)
	}
}

func (b *branch) match(v variant.Variant) {
	p := partsOf(v)
	b.n = p.n
	b.inner = 0

	b.kids = slices.DeleteFunc(b.kids, func(k twig) bool {
		if k.at >= p.n {
			return true
		}

		part := p.at(k.at).value
		if !hasParts(part) {
			return true
		}

		k.match(part)
		b.inner += k.rows()
		return false
	})
}

// grow returns the branch of a value with all values in it open, with at most so many rows.
func grow(v variant.Variant, most *int) *branch {
	p := partsOf(v)
	*most -= p.n
	if p.n == 0 || *most < 0 {
		return nil
	}

	b := &branch{n: p.n}
	if _, leaf := v.(variant.Container); !leaf {
		return b // the elements of a packed array have no parts
	}

	for i := range p.n {
		if *most <= 0 {
			break
		}

		if kid := grow(p.at(i).value, most); kid != nil {
			b.kids = append(b.kids, twig{i, kid})
			b.inner += kid.rows()
		}
	}

	return b
}
