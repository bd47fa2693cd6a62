package look

import (
	"godotvariant/cmd/internal/values"
	vmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A Part is a component of a value.
type Part struct {
	Name string `json:"name"`
	Text string `json:"text"`
	Type string `json:"type"`
}

// Components returns the components of a vector, color or similar value. For any other value it
// returns none.
func Components(v variant.Variant) []Part {
	var list []Part
	for _, c := range values.Components(v) {
		list = append(list, Part{c.Name, variant.Text(c.Value), values.TypeOf(c.Value)})
	}
	return list
}

// Family returns the family of a value's type. The web page has a color for the rows of each
// family.
func Family(v variant.Variant) string {
	switch v.(type) {
	case variant.Nil:
		return "null"
	case variant.Bool:
		return "bool"
	case variant.Int:
		return "int"
	case variant.Float:
		return "float"
	case variant.String, variant.StringName, objects.NodePath:
		return "string"
	case vmath.Color:
		return "color"
	case objects.Object:
		return "object"
	case variant.Container:
		return "container"
	}

	if values.IsPacked(v.Type()) {
		return "packed"
	}
	if values.HasComponents(v) {
		return "vector"
	}
	return "other"
}
