package view

import (
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/objects"
	"godotvariant/variant"
)

// Indented returns a value as GDScript text with one part on each line.
func Indented(f *document.Format, v variant.Variant) string {
	var b strings.Builder
	indent(&b, f, v, "\n")
	return b.String()
}

// indent writes a value. The argument newline is a line break with the current indentation.
func indent(b *strings.Builder, f *document.Format, v variant.Variant, newline string) {
	parts := partsOf(v)
	if len(parts) == 0 {
		b.WriteString(f.Text(v))
		return
	}

	inner := newline + "\t"
	before, after := brackets(f.Text(Emptied(v)))
	b.WriteString(before)

	for i, p := range parts {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(inner)
		b.WriteString(p.label(f))
		indent(b, f, p.value, inner)
	}

	b.WriteString(newline + after)
}

// brackets cuts the text of an empty container into the text before the parts and the text after
// them.
func brackets(empty string) (before, after string) {
	if name, ok := strings.CutPrefix(empty, "Object("); ok { // Object(Timer)
		return "Object(" + strings.TrimSuffix(name, ")") + ",", ")"
	}
	i := max(strings.LastIndex(empty, "[]"), strings.LastIndex(empty, "{}")) // Array[int]([])
	return empty[:i+1], empty[i+1:]
}

// A part is an item of an Array, a pair of a Dictionary, or a property of an object.
type part struct {
	key   variant.Variant // nil for an item
	value variant.Variant
}

// label returns the text before the value.
func (p part) label(f *document.Format) string {
	if p.key == nil {
		return ""
	}
	return f.Text(p.key) + ": "
}

// partsOf returns the parts of a container. It returns nil for a value that is written on one line.
func partsOf(v variant.Variant) (parts []part) {
	items := func(items []variant.Variant) {
		for _, item := range items {
			parts = append(parts, part{value: item})
		}
	}

	switch v := v.(type) {
	case variant.Array:
		items(v.Items)
	case variant.TypedArray:
		items(v.Items)
	case variant.PackedTypedArray:
		items(v.Items)

	case variant.Dictionary:
		for _, p := range v.Pairs {
			parts = append(parts, part{p.Key, p.Value})
		}

	case objects.Object:
		if v.Class != "" {
			for _, p := range v.Properties {
				parts = append(parts, part{variant.String(p.Name), p.Value})
			}
		}
	}

	return parts
}
