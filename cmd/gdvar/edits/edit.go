// Package edits changes the values of a document. It sets a value at one path or at all paths of a
// pattern, deletes and renames values, and applies the differences that the command diff prints.
// Each [Edit] reports what it has changed.
//
//	e, err := edits.ParseAssignment("bag[*].count += 1")
//	root, err := e.Apply(d, d.Root(), &report)
package edits

import (
	"fmt"
	"strings"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// An Edit is one change of the values in a file.
type Edit interface {
	// Apply returns the root after the edit. It writes a line to the report for each change.
	Apply(d *document.Document, root variant.Variant, report *strings.Builder) (variant.Variant,
		error)
}

// TextAt returns the text of the value at a path. A component in single precision is printed with
// the fewest digits that single precision needs.
func TextAt(
	d *document.Format, root variant.Variant, path variant.Path, v variant.Variant,
) string {
	f, ok := v.(variant.Float)
	if !ok || len(path) == 0 || d.Precision() != variant.Single || variant.Float(float32(f)) != f {
		return d.Text(v)
	}

	around, err := tree.Lookup(root, path[:len(path)-1])
	_, double := around.(packed.PackedFloat64Array)
	if err != nil || double || isContainer(around) {
		return d.Text(v)
	}

	return variant.Text(v) // fewest digits of single precision
}

// LookedUp completes the error of a lookup. If the file has several records and the path does not
// begin with an index, it adds how such a path begins.
func LookedUp(d *document.Document, path variant.Path, err error) error {
	if err == nil || d.Single() || len(path) == 0 || path[0].Kind == variant.StepIndex {
		return err
	}
	return fmt.Errorf("%w (the file has %d records, and a path begins with one of them: [0]%s)",
		err, len(d.Records), strings.TrimPrefix(path.String(), "$"))
}

func isContainer(v variant.Variant) bool {
	_, ok := v.(variant.Container)
	return ok
}
