package view

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Diff returns the changes from a to b. If the values are too large for one comparison and have the
// same keys, it compares their parts one by one.
func Diff(a, b variant.Variant, o tree.DiffOptions) (tree.Patch, error) {
	patch, err := tree.Diff(a, b, o)
	if !errors.Is(err, variant.ErrLimit) {
		edit.AtEnd(patch, b)
		return patch, err
	}

	if variant.Equal(a, b) {
		return nil, nil
	}

	parts, ok := pairedParts(a, b)
	if !ok {
		return nil, fmt.Errorf("%w (diff compares values of up to 4 million parts, "+
			"or larger ones with the same keys and numbers of items)", err)
	}

	var all tree.Patch
	for _, p := range parts {
		patch, err := Diff(p.a, p.b, o)
		if err != nil {
			return nil, err
		}

		for _, c := range patch {
			c.Path = slices.Concat(variant.Path{p.step}, c.Path)
			all = append(all, c)
		}
	}

	return all, nil
}

// A pairedPart is a part that two values have at the same step.
type pairedPart struct {
	step variant.Step
	a, b variant.Variant
}

// pairedParts returns the parts of two containers. ok is false if they do not have the same keys in
// the same order.
func pairedParts(a, b variant.Variant) (parts []pairedPart, ok bool) {
	one, isOne := a.(variant.Container)
	two, isTwo := b.(variant.Container)
	if !isOne || !isTwo || !variant.Equal(Emptied(a), Emptied(b)) {
		return nil, false
	}

	for step, v := range one.Parts() {
		if step.Kind != variant.StepPairKey {
			parts = append(parts, pairedPart{step: step, a: v})
		}
	}

	n := 0
	for step, v := range two.Parts() {
		if step.Kind == variant.StepPairKey {
			continue
		}
		if n == len(parts) || step.String() != parts[n].step.String() {
			return nil, false
		}

		parts[n].b = v
		n++
	}

	return parts, n == len(parts)
}

// Against returns the root of d, for a comparison with other. If other has several records, it is
// an Array of the records of d.
func Against(d, other *document.Document) variant.Variant {
	root := d.Root()
	if d.Single() && !other.Single() {
		return variant.NewArray(root)
	}
	return root
}

// ChangeColors has the functions that color the lines of a change.
type ChangeColors struct {
	Path, Old, New func(string) string
}

// PrintPatch prints changes as tree.Change.String does, with the positions of keys, and does not
// shorten values.
func PrintPatch(
	out io.Writer, c ChangeColors, patch tree.Patch, before, after *document.Format,
) error {
	w := bufio.NewWriter(out)

	for _, change := range patch {
		fmt.Fprintln(w, c.Path(edit.Head(change)))
		if change.Old != nil {
			fmt.Fprintln(w, c.Old("- "+before.Text(change.Old)))
		}
		if change.New != nil {
			fmt.Fprintln(w, c.New("+ "+after.Text(change.New)))
		}
	}

	return w.Flush()
}

// ChangeLines returns the lines for a change.
func ChangeLines(c tree.Change, f *document.Format) []string {
	lines := []string{edit.Head(c)}
	if c.Old != nil {
		lines = append(lines, "- "+f.Text(c.Old))
	}
	if c.New != nil {
		lines = append(lines, "+ "+f.Text(c.New))
	}

	return lines
}
