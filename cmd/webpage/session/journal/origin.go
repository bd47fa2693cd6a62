package journal

import (
	"slices"

	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A past is a change that may have changed the paths of values.
type past struct {
	kind tree.ChangeKind
	path variant.Path
	to   variant.Path // new path of a value that was renamed or moved; otherwise nil
	back variant.Path // path in the opened file of the value that returned to path, or nil
}

// pass adds a change to the past. The argument isBack says that the value is the original value
// again. A change of a value without parts changes no path, so pass leaves it out.
func (m *Marks) pass(c tree.Change, isBack bool) {
	isSwap := c.Kind == tree.Changed || c.Kind == tree.Retyped
	if isSwap && values.Of(c.Old).N == 0 && values.Of(c.New).N == 0 {
		return
	}

	p := past{kind: c.Kind, path: c.Path}
	if isBack {
		p.back, _ = m.Origin(c.Path)
	}
	m.past = append(m.past, p)
}

// original returns the value that the value at a path was in the opened file. If there was none, it
// returns the argument is.
func (m *Marks) original(path variant.Path, is variant.Variant) variant.Variant {
	origin, ok := m.Origin(path)
	if !ok {
		return is
	}

	_, v, err := outline.Locate(m.opened, origin)
	if err != nil {
		return is
	}
	return v
}

// Origin returns the path that a value had in the opened file. The result ok is false if the value
// was not in the file. Its time grows with the number of past changes.
func (m *Marks) Origin(path variant.Path) (origin variant.Path, ok bool) {
	for _, p := range slices.Backward(m.past) {
		inside := below(path, p.path)

		switch {
		case p.to != nil && below(path, p.to):
			path = slices.Concat(p.path, path[len(p.to):])
		case p.to != nil:
			path = withoutItem(path, p.to)
			path = withItem(path, p.path)

		case p.back != nil && inside:
			return slices.Concat(p.back, path[len(p.path):]), true
		case p.kind == tree.Added && inside:
			return nil, false
		case p.kind == tree.Added:
			path = withoutItem(path, p.path)
		case p.kind == tree.Removed:
			path = withItem(path, p.path)
		case inside && len(path) > len(p.path): // a part of a new value
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
