package look

import (
	vmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// Editor returns the name of the editor for a value: bool, int, float, text, color, parts or code.
func Editor(v variant.Variant) string {
	switch v.(type) {
	case variant.Bool:
		return "bool"
	case variant.Int:
		return "int"
	case variant.Float:
		return "float"
	case variant.String, variant.StringName, objects.NodePath:
		return "text"
	case vmath.Color:
		return "color"
	}

	if ComponentPaths(v.Type()) != nil {
		return "parts"
	}
	return "code"
}
