package look

import (
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// Editor returns the name of the editor for a value: bool, int, float, text, color, parts or code.
func Editor(v variant.Variant) string {
	switch family := Family(v); family {
	case "bool", "int", "float", "color":
		return family
	case "string":
		return "text"
	}

	if values.HasComponents(v) {
		return "parts"
	}
	return "code"
}
