package outline

import (
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Change adapts the tree to a changed root. Open values that move with the change stay open.
func (t *Tree) Change(before variant.Variant, p tree.Patch, after variant.Variant) {
	for _, c := range p {
		t.shiftBy(before, c)
	}
	t.Match(after)
}

// shiftBy moves the open parts after a part that is added or removed.
func (t *Tree) shiftBy(before variant.Variant, c tree.Change) {
	last := len(c.Path) - 1
	if c.Kind != tree.Added && c.Kind != tree.Removed {
		return
	}

	around, v, err := Locate(before, c.Path[:last])
	if err != nil {
		return
	}

	at := c.Position
	_, keyed := v.(variant.Dictionary)
	if step := c.Path[last]; step.Kind == variant.StepIndex && !keyed {
		at = step.Index
	}
	if at < 0 {
		at = values.Of(v).N
	}

	if c.Kind == tree.Added {
		t.Shift(around, at, 1)
	} else {
		t.Shift(around, at, -1)
	}
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
