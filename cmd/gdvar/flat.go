package main

import (
	"slices"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A flatLine is a value and the path to it.
type flatLine struct {
	path  tree.Path
	value variant.Variant
}

// flatten returns v as lines that make it anew when they are set one after another: containers
// come empty, before what is in them.
func flatten(v variant.Variant) (lines []flatLine) {
	for path, part := range tree.Walk(v) {
		if slices.ContainsFunc(path, func(s variant.Step) bool {
			return s.Kind == variant.StepPairKey
		}) {
			continue // a key, which is in the paths of its value
		}
		lines = append(lines, flatLine{slices.Clone(path), emptied(part)})
	}

	return lines
}

// emptied returns a container without what Walk yields besides it.
func emptied(v variant.Variant) variant.Variant {
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
