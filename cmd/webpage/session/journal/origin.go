package journal

import (
	"slices"

	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A past has the changes since the file was opened that may have changed the paths of values.
type past []pastChange

// A pastChange is one change.
type pastChange struct {
	kind tree.ChangeKind
	path variant.Path
	to   variant.Path // new path of a value that was renamed or moved; otherwise nil
	back variant.Path // path in the opened file of the value that returned to path, or nil
}

// add adds a change. The argument isBack says that the value is the original value again. A change
// of a value without parts changes no path, so add leaves it out.
func (p *past) add(c tree.Change, isBack bool) {
	isSwap := c.Kind == tree.Changed || c.Kind == tree.Retyped
	if isSwap && values.Of(c.Old).N == 0 && values.Of(c.New).N == 0 {
		return
	}

	change := pastChange{kind: c.Kind, path: c.Path}
	if isBack {
		change.back, _ = p.origin(c.Path)
	}
	*p = append(*p, change)
}

// insert adds the return of a removed value, which had the given origin.
func (p *past) insert(c tree.Change, origin variant.Path) {
	*p = append(*p, pastChange{kind: c.Kind, path: c.Path, back: origin})
}

// move adds the move of a value, or its rename.
func (p *past) move(from, to variant.Path) {
	*p = append(*p, pastChange{path: from, to: to})
}

// origin returns the path that a value had in the opened file. The result ok is false if the value
// was not in the file. Its time grows with the number of changes.
func (p past) origin(path variant.Path) (origin variant.Path, ok bool) {
	for _, c := range slices.Backward(p) {
		inside := below(path, c.path)

		switch {
		case c.to != nil && below(path, c.to):
			path = slices.Concat(c.path, path[len(c.to):])
		case c.to != nil:
			path = withoutItem(path, c.to)
			path = withItem(path, c.path)

		case c.back != nil && inside:
			return slices.Concat(c.back, path[len(c.path):]), true
		case c.kind == tree.Added && inside:
			return nil, false
		case c.kind == tree.Added:
			path = withoutItem(path, c.path)
		case c.kind == tree.Removed:
			path = withItem(path, c.path)
		case inside && len(path) > len(c.path): // a part of a new value
			return nil, false
		}
	}

	return path, true
}

// withoutItem returns the path that a value had before an item was added.
func withoutItem(path, added variant.Path) variant.Path {
	last := len(added) - 1
	if !isInArray(path, added) || path[last].Index <= added[last].Index {
		return path
	}
	return shifted(path, last, -1)
}

// withItem returns the path that a value had before an item was removed.
func withItem(path, removed variant.Path) variant.Path {
	last := len(removed) - 1
	if !isInArray(path, removed) || path[last].Index < removed[last].Index {
		return path
	}
	return shifted(path, last, 1)
}

// isInArray reports whether a path leads to an item of an array, or into such an item. The argument
// item is the path of any item of this array.
func isInArray(path, item variant.Path) bool {
	last := len(item) - 1
	return item[last].Kind == variant.StepIndex && len(path) > last &&
		path[last].Kind == variant.StepIndex && below(path, item[:last])
}

// shifted returns a copy of a path. In the copy, the argument by is added to the index of the step
// path[depth].
func shifted(path variant.Path, depth, by int) variant.Path {
	path = slices.Clone(path)
	path[depth].Index += by
	return path
}

// below reports whether a path is equal to another path or begins with it.
func below(path, around variant.Path) bool {
	if len(path) < len(around) {
		return false
	}

	for i, step := range around {
		if !outline.SameStep(path[i], step, "") && path[i].String() != step.String() {
			return false
		}
	}

	return true
}
