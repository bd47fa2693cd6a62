package values

import (
	"godotvariant/objects"
	"godotvariant/variant"
)

// Text returns the text of a String, StringName or NodePath. For other types ok is false.
func Text(v variant.Variant) (s string, ok bool) {
	switch v := v.(type) {
	case variant.String:
		return string(v), true
	case variant.StringName:
		return string(v), true
	case objects.NodePath:
		return v.String(), true
	default:
		return "", false
	}
}
