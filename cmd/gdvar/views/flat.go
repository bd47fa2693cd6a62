// Package views prints the values of documents: as a tree, as lines with path and value, as
// GDScript text on several lines, as JSON, and as the differences between two documents.
package views

import (
	"fmt"
	"io"
	"slices"

	"godotvariant/cmd/internal/document"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Flat prints v as lines with a path and a value. Setting the values in the same order creates v
// again: each container comes first, without parts, and then its parts. The paths begin with start.
func Flat(w io.Writer, f *document.Format, start variant.Path, v variant.Variant) error {
	for path, part := range tree.Walk(v) {
		if slices.ContainsFunc(path, inPairKey) {
			continue // the paths of the pair's value have the key
		}

		from := start.String()
		if len(path) > 0 {
			from += path.String()[len("$"):]
		}

		if _, err := fmt.Fprintf(w, "%s = %s\n", from, f.Text(Emptied(part))); err != nil {
			return err
		}
	}

	return nil
}

// inPairKey reports whether a step leads to a key.
func inPairKey(s variant.Step) bool { return s.Kind == variant.StepPairKey }

// Emptied returns a container without the parts that Walk yields separately.
func Emptied(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case variant.Array:
		v.Items = nil
		return v

	case variant.Dictionary:
		v.Pairs = nil
		return v

	case variant.TypedArray:
		v.Items = nil
		return v

	case variant.PackedTypedArray:
		v.Items = nil
		return v

	case objects.Object:
		v.Properties = nil
		return v

	default:
		return v
	}
}
