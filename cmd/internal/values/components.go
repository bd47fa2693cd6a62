package values

import (
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Component is a number in a vector, matrix, Rect2, Plane or color.
type Component struct {
	Name  string // the steps to the component, such as basis.x.y
	Value variant.Variant
}

// Components returns the components of a value, in the order in which Godot's editor shows them. A
// value without components, such as a number, has an empty list.
func Components(v variant.Variant) (list []Component) {
	if !mayHaveComponents(v) {
		return nil
	}

	for step, part := range tree.Parts(v) {
		inner := Components(part)
		if len(inner) == 0 {
			list = append(list, Component{step.Name, part})
		}

		for _, c := range inner {
			list = append(list, Component{step.Name + "." + c.Name, c.Value})
		}
	}

	return list
}

// HasComponents reports whether a value has components.
func HasComponents(v variant.Variant) bool {
	if mayHaveComponents(v) {
		for range tree.Parts(v) {
			return true
		}
	}
	return false
}

// mayHaveComponents reports whether a value is neither a container nor a packed array. The parts of
// containers and packed arrays are not components.
func mayHaveComponents(v variant.Variant) bool {
	_, isContainer := v.(variant.Container)
	return !isContainer && !IsPacked(v.Type())
}
