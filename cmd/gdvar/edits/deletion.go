package edits

import (
	"fmt"
	"slices"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Deletion deletes the values at paths. All paths refer to the root before the deletion.
type Deletion struct {
	paths []Pattern
}

func (e *Deletion) Apply(
	d *document.Document, root variant.Variant, report *strings.Builder,
) (variant.Variant, error) {
	var all []variant.Path

	for _, p := range e.paths {
		paths, err := p.paths(d, root)
		if err != nil {
			return nil, err
		}

		for _, path := range paths {
			v, err := tree.Lookup(root, path)
			if err != nil {
				return nil, LookedUp(d, path, err)
			}

			fmt.Fprintf(report, "%v: %s deleted\n", path, TextAt(&d.Format, root, path, v))
			all = append(all, fromStart(root, path))
		}
	}

	// Delete from the last item to the first, so that the other indexes stay valid.
	slices.SortStableFunc(all, func(a, b variant.Path) int {
		return slices.CompareFunc(b, a, byIndex)
	})

	for _, path := range all {
		after, err := tree.Delete(root, path)
		if err != nil {
			return nil, LookedUp(d, path, err)
		}
		root = after
	}

	return root, nil
}

// byIndex compares two steps by index, or by text if they have no index.
func byIndex(a, b variant.Step) int {
	if a.Kind == variant.StepIndex && b.Kind == variant.StepIndex {
		return a.Index - b.Index
	}

	return strings.Compare(a.String(), b.String())
}

// fromStart returns a path whose negative indexes are replaced with positive ones.
func fromStart(root variant.Variant, path variant.Path) variant.Path {
	path = slices.Clone(path)

	for i, step := range path {
		if step.Kind != variant.StepIndex || step.Index >= 0 {
			continue
		}

		n := 0
		for {
			path[i].Index = n
			if _, err := tree.Lookup(root, path[:i+1]); err != nil {
				break
			}
			n++
		}

		path[i].Index = n + step.Index
	}

	return path
}

// ParseDeletion returns the edit that deletes the values at paths.
func ParseDeletion(paths []string) (*Deletion, error) {
	d := &Deletion{}

	for _, path := range paths {
		pattern, err := ParsePattern(path)
		if err != nil {
			return nil, err
		}
		d.paths = append(d.paths, pattern)
	}

	return d, nil
}
