package view

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/edit"
	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Diff returns the changes from a to b. If the values are too large for one comparison, it compares
// them in parts, see [Comparison].
func Diff(a, b variant.Variant, o tree.DiffOptions) (tree.Patch, error) {
	patch, err := tree.Diff(a, b, o)
	if errors.Is(err, variant.ErrLimit) {
		patch, err = NewComparison(everything, o).Diff(a, b)
	}
	if errors.Is(err, variant.ErrLimit) {
		err = fmt.Errorf("%w (values of up to 4 million parts are compared, and larger ones if "+
			"none of them has so many parts of its own)", err)
	}

	edit.AtEnd(patch, b)
	return patch, err
}

// everything is a codec that writes the values of all engines of Godot.
var everything = codec.MustNew(codec.Options{FullObjects: true})

// Against returns the root of d in the form that can be compared with the root of another document.
// If the other document has several records, this is an Array of the records of d.
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

// PrintPatch prints changes in the form of tree.Change.String, with the positions of keys and with
// complete values.
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
