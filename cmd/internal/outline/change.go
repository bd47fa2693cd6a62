package outline

import (
	"slices"

	"godotvariant/cmd/internal/values"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Change adapts the tree to a changed root. Open values that move with the change stay open.
func (t *Tree) Change(before variant.Variant, p tree.Patch, after variant.Variant) {
	for len(p) > 0 {
		n := 1
		switch p[0].Kind {
		case tree.Added:
			t.added(before, p[0])
		case tree.Removed:
			n = together(p)
			t.removed(before, p[:n])
		}
		p = p[n:]
	}
	t.Match(after)
}

// added adapts the indices of the open parts that come after an added part.
func (t *Tree) added(before variant.Variant, c tree.Change) {
	last := len(c.Path) - 1
	around, v, err := Locate(before, c.Path[:last])
	if err != nil {
		return
	}

	at := c.Position
	if isList(v) {
		at = c.Path[last].Index
	}
	if at < 0 {
		at = values.Of(v).N
	}
	t.Shift(around, at, 1)
}

// together counts the changes at the start of a patch that all remove parts of the same value.
func together(p tree.Patch) int {
	last := len(p[0].Path) - 1
	around := p[0].Path[:last].String()

	n := 1
	for n < len(p) && p[n].Kind == tree.Removed && len(p[n].Path) == last+1 &&
		p[n].Path[:last].String() == around {
		n++
	}
	return n
}

// removed adapts the indices of the open parts that come after the removed parts of a value. It
// closes the removed parts.
func (t *Tree) removed(before variant.Variant, p tree.Patch) {
	last := len(p[0].Path) - 1
	around, v, err := Locate(before, p[0].Path[:last])
	if err != nil || t.Branch(around) == nil {
		return
	}

	if isList(v) {
		for _, c := range p {
			t.Shift(around, c.Path[last].Index, -1)
		}
		return
	}

	// The slice gone has the indices before the changes. The last part is removed first, so that
	// the other indices stay valid.
	gone := indicesOf(p, values.Of(v))
	for _, at := range slices.Backward(gone) {
		t.Shift(around, at, -1)
	}
}

// isList reports whether the parts of a value are items. The parts of all other values have keys or
// names.
func isList(v variant.Variant) bool {
	switch v.(type) {
	case variant.Dictionary, objects.Object:
		return false
	default:
		return true
	}
}

// indicesOf returns the indices of the parts to which the changes lead, in ascending order.
func indicesOf(p tree.Patch, parts values.Parts) (indices []int) {
	steps := indexOfSteps(parts)
	for _, c := range p {
		if at, ok := steps[c.Path[len(c.Path)-1].String()]; ok {
			indices = append(indices, at)
		}
	}

	slices.Sort(indices)
	return indices
}

// indexOfSteps returns the indices of the parts by the texts of their steps.
func indexOfSteps(parts values.Parts) map[string]int {
	steps := make(map[string]int, parts.N)
	for i := range parts.N {
		steps[parts.At(i).Step.String()] = i
	}
	return steps
}

// PlaceRemoved sets the positions of the parts that a patch removes from a value. Undoing the patch
// needs them to put the parts back. It returns an error if the patch can't be applied.
func PlaceRemoved(p tree.Patch, before variant.Variant) error {
	isRemoval := func(c tree.Change) bool { return c.Kind == tree.Removed }
	v := before

	for len(p) > 0 {
		n := slices.IndexFunc(p, isRemoval)
		if n < 0 {
			return nil // the last changes remove nothing
		}

		if n == 0 {
			n = together(p)
			if err := placeTogether(p[:n], v); err != nil {
				return err
			}
		}

		var err error
		v, err = p[:n].Apply(v)
		if err != nil {
			return err
		}
		p = p[n:]
	}

	return nil
}

// placeTogether sets the positions of changes that all remove parts of the same value.
func placeTogether(p tree.Patch, before variant.Variant) error {
	last := len(p[0].Path) - 1
	_, around, err := Locate(before, p[0].Path[:last])
	if err != nil {
		return err
	}

	if isList(around) {
		for i, c := range p {
			p[i].Position = c.Path[last].Index
		}
		return nil
	}

	steps := indexOfSteps(values.Of(around))
	var gone []int // indices of the parts that earlier changes remove, in ascending order
	for i, c := range p {
		at := steps[c.Path[last].String()]
		smaller, _ := slices.BinarySearch(gone, at)

		p[i].Position = at - smaller
		gone = slices.Insert(gone, smaller, at)
	}

	return nil
}

// Reveal opens all values around a place.
func (t *Tree) Reveal(root variant.Variant, p Place) {
	v := root
	for depth, at := range p {
		if t.Branch(p[:depth]) == nil {
			t.Set(p[:depth], &Branch{N: values.Of(v).N})
		}
		v = values.Of(v).At(at).Value
	}
}
