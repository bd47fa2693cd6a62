package span

import (
	"slices"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Patch makes the changes of a patch, and returns the differences between the old values and the
// new ones as [tree.Diff] finds them. The function encode returns the packet of a value. The
// function diff compares two containers that have only one part: the part before its changes, and
// the part after its changes.
//
// After any error the caller has to read the whole file, and apply the patch to its values in
// memory. The error is ErrWhole if the changes do not have the order of tree.Diff. It is also
// ErrWhole if tree.Diff could find other differences between the whole values, for example because
// an added item equals the item next to it.
func (f *File) Patch(
	patch tree.Patch, encode func(variant.Variant) ([]byte, error),
	diff func(a, b variant.Variant) (tree.Patch, error),
) (tree.Patch, error) {
	root, err := f.Root()
	if err != nil {
		return nil, err
	}

	p := &patcher{file: f, encode: encode, diff: diff}
	err = p.parts(root, patch)
	return p.made, err
}

// A patcher makes the changes of a patch in a file. The paths of its containers are paths in the
// new file.
type patcher struct {
	file   *File
	encode func(variant.Variant) ([]byte, error)
	diff   func(a, b variant.Variant) (tree.Patch, error)
	made   tree.Patch
}

// parts makes the changes of a patch. The path of each change begins with the path of the container
// c.
func (p *patcher) parts(c Container, patch tree.Patch) error {
	items := &itemOrder{file: p.file, list: c}
	pairs := &pairOrder{file: p.file, pairs: c, removed: map[int]bool{}, added: map[string]bool{}}
	left := len(c.Parts)

	for len(patch) > 0 {
		n := leading(patch, len(c.Path))
		if n == 0 {
			return ErrWhole // the container itself changes
		}

		kind := kindOf(patch, len(c.Path))
		if kind == tree.Removed {
			left--
		}
		if left == 0 && c.IsRecords() {
			return ErrWhole // a file has at least one record
		}

		var err error
		if c.IsDictionary() {
			err = p.pair(pairs, patch[:n], kind)
		} else {
			err = p.item(items, patch[:n], kind)
		}
		if err != nil {
			return err
		}

		patch = patch[n:]
	}

	return items.end()
}

// leading returns how many changes at the start of a patch belong to the same part of a container.
// The argument depth is the number of steps that lead to the container. If the path of the first
// change leads to the part, and not to a value inside the part, leading returns 1. If the path
// leads to the container, leading returns 0.
func leading(patch tree.Patch, depth int) (n int) {
	if len(patch[0].Path) <= depth+1 {
		return len(patch[0].Path) - depth
	}

	step := patch[0].Path[depth].String()
	for n < len(patch) && len(patch[n].Path) > depth+1 && patch[n].Path[depth].String() == step {
		n++
	}

	return n
}

// kindOf returns Added or Removed if the patch adds or removes a part of a container. If the patch
// changes a part, kindOf returns Changed. The argument depth is the number of steps that lead to
// the container.
func kindOf(patch tree.Patch, depth int) tree.ChangeKind {
	c := patch[0]
	if len(c.Path) == depth+1 && c.Kind != tree.Retyped {
		return c.Kind
	}
	return tree.Changed
}

// item makes the changes of a patch in one item of an Array. The argument kind is the kind of the
// changes.
func (p *patcher) item(o *itemOrder, patch tree.Patch, kind tree.ChangeKind) error {
	step := patch[0].Path[len(o.list.Path)]
	i, err := o.next(step, kind)
	if err != nil {
		return err
	}

	packet, err := p.part(o.list, i, step, patch, kind)
	if packet != nil {
		o.add(packet)
	}
	return err
}

// pair makes the changes of a patch in one pair of a Dictionary. The argument kind is the kind of
// the changes.
func (p *patcher) pair(o *pairOrder, patch tree.Patch, kind tree.ChangeKind) error {
	step := patch[0].Path[len(o.pairs.Path)]
	if kind == tree.Added {
		i, position, err := o.add(step, patch[0].Position)
		if err != nil {
			return err
		}

		patch = slices.Clone(patch)
		patch[0].Position = position
		_, err = p.part(o.pairs, i, step, patch, kind)
		return err
	}

	if step.Kind != variant.StepKey && step.Kind != variant.StepProperty {
		return ErrWhole
	}

	i, err := p.file.index(o.pairs, step, o.at)
	if err != nil {
		return err
	}
	if i < 0 {
		return ErrWhole
	}

	if kind == tree.Removed {
		err = o.remove(i)
	} else {
		err = o.change(i)
	}
	if err != nil {
		return err
	}

	step, err = p.file.Step(o.pairs, i)
	if err != nil {
		return err
	}
	_, err = p.part(o.pairs, i, step, patch, kind)
	return err
}

// mostPatched is the greatest length, in bytes, of a value that is built in memory to change it.
const mostPatched = 8 << 20

// part makes changes of part i of a container, or adds a part before it. The step leads to the part
// in the new file. The result is the packet of the part, or nil if it is not built.
func (p *patcher) part(
	c Container, i int, step variant.Step, patch tree.Patch, kind tree.ChangeKind,
) ([]byte, error) {
	place := Place{Container: c, Index: i, Found: kind != tree.Added, step: step, joins: true}
	end := i
	if place.Found {
		end++
	}

	long := place.Found && c.Parts[i].Value.Len() > p.file.window
	if long && len(patch[0].Path) > len(c.Path)+1 {
		inner, err := p.file.open(c.inside(step), c.Parts[i].Value)
		if err == nil {
			return nil, p.parts(inner, patch)
		}
	}
	if long && c.Parts[i].Value.Len() > mostPatched {
		return nil, ErrWhole
	}

	before, err := p.file.Build(c, i, end)
	if err != nil {
		return nil, err
	}

	after, err := place.inside(patch).Apply(before)
	if err != nil {
		return nil, err
	}

	packet, err := p.file.replace(place, after, p.encode)
	if err != nil {
		return nil, err
	}

	return packet, p.note(place, patch, before, after)
}

// inside returns the patch for a container that has only the part at the place p. The argument
// patch is for the whole value, and changes only this part.
func (p Place) inside(patch tree.Patch) tree.Patch {
	inside := slices.Clone(patch)
	for i := range inside {
		c := &inside[i]
		c.Path = slices.Clone(c.Path[len(p.Path):])
		c.Path[0] = p.within(p.step)
		if !p.Found {
			c.Position = -1
		}
	}

	return inside
}

// note adds the changes of the part at a place to p.made. Each of the two containers has only this
// part: oldPart has the part before the changes, and newPart has the part after the changes. If the
// patch adds the part, oldPart is empty. If the patch removes the part, newPart is empty.
func (p *patcher) note(place Place, patch tree.Patch, oldPart, newPart variant.Variant) error {
	changes, err := p.diff(oldPart, newPart)
	if err != nil {
		return err
	}

	for _, c := range changes {
		if len(c.Path) == 0 {
			return ErrWhole
		}

		c.Path = slices.Concat(place.Path, variant.Path{place.step}, c.Path[1:])
		if !place.Found {
			c.Position = patch[0].Position
		}
		p.made = append(p.made, c)
	}

	return nil
}
