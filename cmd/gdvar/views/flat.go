// Package views prints the values of documents: as a tree, a path and a value on each line,
// GDScript on several lines, JSON, and the differences of two documents.
package views

import (
	"fmt"
	"io"
	"slices"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Flat prints v as lines that make it anew when they are set one after another: containers
// come empty, before what is in them. The paths begin with start.
func Flat(w io.Writer, f *document.Format, start tree.Path, v variant.Variant) error {
	for path, part := range tree.Walk(v) {
		if slices.ContainsFunc(path, inPairKey) {
			continue // a key, which is in the paths of its value
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

// Emptied returns a container without what Walk yields besides it.
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
