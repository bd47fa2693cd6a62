package outline

import (
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Change adapts the tree to a changed root. Open values stay open at their new places.
func (t *Tree) Change(before variant.Variant, p tree.Patch, after variant.Variant) {
	s := shifter{tree: t, before: before}
	for _, c := range p {
		if c.Kind == tree.Added || c.Kind == tree.Removed {
			s.shift(c)
		}
	}
	t.Match(after)
}

// A shifter moves the open parts behind parts that are added or removed.
type shifter struct {
	tree   *Tree
	before variant.Variant

	around  string         // path of the value whose keys are removed
	keys    map[string]int // index of each key of this value
	removed int            // number of removed keys
}

// shift moves the open parts behind the part that a change adds or removes.
func (s *shifter) shift(c tree.Change) {
	last := len(c.Path) - 1
	around, v, err := Locate(s.before, c.Path[:last])
	if err != nil || s.tree.Branch(around) == nil {
		return
	}

	at := c.Position
	_, isArray := v.(variant.Array)
	switch {
	case isArray:
		at = c.Path[last].Index
	case c.Kind == tree.Removed:
		at = s.removedKey(c.Path, values.Of(v))
	}
	if at < 0 {
		at = values.Of(v).N
	}

	if c.Kind == tree.Added {
		s.tree.Shift(around, at, 1)
	} else {
		s.tree.Shift(around, at, -1)
	}
}

// removedKey returns the index of a key or property that is removed. A patch removes the keys of a
// value in their order.
func (s *shifter) removedKey(path variant.Path, parts values.Parts) int {
	last := len(path) - 1

	if around := path[:last].String(); s.keys == nil || s.around != around {
		s.around = around
		s.removed = 0
		s.keys = make(map[string]int, parts.N)
		for i := range parts.N {
			s.keys[parts.At(i).Step.String()] = i
		}
	}

	at, ok := s.keys[path[last].String()]
	if !ok {
		return -1
	}

	at -= s.removed
	s.removed++
	return at
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
