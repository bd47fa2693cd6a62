package edit

import (
	"slices"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A sibling is a part of a value, with its position among all parts of this value.
type sibling struct {
	place Place
	outer Place        // place of the value around the part
	step  variant.Step // step from outer to the part, with the key of the dictionary
	at    int          // index in an array, or position in a dictionary
}

// siblingAt returns the part at a path.
func siblingAt(root variant.Variant, path variant.Path) (p sibling, err error) {
	if len(path) == 0 {
		return p, ErrRoot
	}

	p.place, err = Find(root, path)
	if err != nil {
		return p, err
	}

	p.place = p.place.ofPair()
	p.outer = Place{Path: p.place.around(), Value: p.place.Around}
	p.step = p.place.step()
	p.at = p.step.Index

	if isNamed(p.outer.Value) {
		p.step, p.at = namesIn(p.outer.Value).find(p.place)
	}

	return p, nil
}

// moved returns the patch that moves the part to another step and position.
func (p sibling) moved(to variant.Step, position int) tree.Patch {
	path := func(step variant.Step) variant.Path {
		return append(slices.Clone(p.outer.Path), step)
	}

	return tree.Patch{
		{Kind: tree.Removed, Path: path(p.step), Position: p.at, Old: p.place.Value},
		{Kind: tree.Added, Path: path(to), Position: position, New: p.place.Value},
	}
}
