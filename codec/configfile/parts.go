package configfile

import (
	"fmt"
	"maps"

	"godotvariant/codec/text"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// sameParts reports whether an engine that reads back where v was written has v, except for what
// its text always loses: digits of numbers, the bits of a NaN, IDs of signals, and the order of
// pairs. In the lossless form nothing is lost.
func sameParts(v, back variant.Variant, o text.Options) bool {
	if o.Lossless {
		return variant.Equal(v, back)
	}
	return maps.Equal(parts(v, o.Version), parts(back, o.Version))
}

// parts returns how many parts of each kind a value has. A part that is or has text counts with
// this text.
func parts(v variant.Variant, version text.Version) map[string]int {
	count := map[string]int{}
	for _, part := range tree.Walk(v) {
		count[kindOf(part, version)]++
	}
	return count
}

// kindOf returns the type of a part, and what text keeps of its contents.
func kindOf(v variant.Variant, version text.Version) string {
	switch v := v.(type) {
	case nil:
		return variant.TypeNil.String()
	case variant.Bool, variant.Int, objects.NodePath, packed.PackedStringArray:
		return fmt.Sprintf("%v %q", v.Type(), fmt.Sprint(v))
	case variant.String:
		return "String " + string(v)

	case variant.StringName:
		if version == text.Version3 {
			return "String " + string(v)
		}
		return "StringName " + string(v)

	case variant.Array:
		return arrayKind(v.Elem, len(v.Items), version)
	case variant.TypedArray:
		return arrayKind(&v.Elem, len(v.Items), version)
	case variant.PackedTypedArray:
		return arrayKind(&v.Elem, len(v.Items), version)

	case variant.Dictionary:
		return fmt.Sprintf("Dictionary %d %s %s", len(v.Pairs), elementKind(v.Key, version),
			elementKind(v.Value, version))

	case objects.Object:
		kind := fmt.Sprintf("Object %q %d", v.Class, v.ID)
		for _, p := range v.Properties {
			kind += fmt.Sprintf(" %q", p.Name)
		}
		return kind
	}

	return v.Type().String()
}

func arrayKind(elem *variant.ElementType, n int, version text.Version) string {
	return fmt.Sprintf("Array %d %s", n, elementKind(elem, version))
}

// elementKind returns an element type, "" for that of an untyped container.
func elementKind(e *variant.ElementType, version text.Version) string {
	if e == nil || e.Type == variant.TypeNil || version == text.Version3 {
		return ""
	}
	return fmt.Sprintf("%v %q %q", e.Type, e.Class, e.Script)
}
