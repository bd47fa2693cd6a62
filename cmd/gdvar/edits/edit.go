// Package edits changes the values of a document as people ask for it: a value is set at a path, or
// at all paths of a pattern, deleted or renamed, and the differences that the command diff prints
// are made. An [Edit] says what it has changed.
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
	// Apply returns the root after the edit, and writes to the report what has changed.
	Apply(d *document.Document, root variant.Variant, report *strings.Builder) (variant.Variant,
		error)
}

// TextAt returns the text of the value at a path. A component that is stored in single precision
// has the digits of that.
func TextAt(
	d *document.Format, root variant.Variant, path tree.Path, v variant.Variant,
) string {
	f, ok := v.(variant.Float)
	if !ok || len(path) == 0 || d.Precision() != variant.Single || variant.Float(float32(f)) != f {
		return d.Text(v)
	}

	around, err := path[:len(path)-1].Lookup(root)
	_, double := around.(packed.PackedFloat64Array)
	if err != nil || double || isContainer(around) {
		return d.Text(v)
	}

	return variant.Text(v) // in the fewest digits of single precision
}

// LookedUp adds how a path begins in a file of several records, if this one begins with no index.
func LookedUp(d *document.Document, path tree.Path, err error) error {
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
