package edit

import (
	"slices"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// A nameIndex has the keys of a dictionary or the properties of an object. It finds a key or
// property by the text of the step that leads to it.
type nameIndex struct {
	parts  values.Parts
	byText map[string]int
}

// namesIn returns the keys or properties of a value.
func namesIn(v variant.Variant) nameIndex {
	n := nameIndex{parts: values.Of(v), byText: map[string]int{}}

	for i := range n.parts.N {
		step := n.parts.At(i).Step
		n.byText[step.String()] = i

		if name, ok := nameOf(step); ok { // the step .name leads to this key, too
			n.byText[variant.Step{Kind: variant.StepProperty, Name: name}.String()] = i
		}
	}

	return n
}

// nameOf returns the text of a key that is a String or StringName.
func nameOf(step variant.Step) (name string, ok bool) {
	switch key := step.Key.(type) {
	case variant.String:
		return string(key), true
	case variant.StringName:
		return string(key), true
	default:
		return "", false
	}
}

// find returns the step of the part at a place, and its position. The returned step has the key of
// the part itself. The last step of the place may have another key: .name and ["name"] also lead to
// the key &"name", a StringName, and [1] also leads to the key 1.0, a float.
func (n nameIndex) find(place Place) (step variant.Step, at int) {
	at, ok := n.byText[place.step().String()]
	if !ok {
		at = slices.IndexFunc(n.steps(), func(s variant.Step) bool {
			return values.Leads(place.step(), s.Key)
		})
	}

	return n.parts.At(at).Step, at
}

// steps returns the steps to all parts.
func (n nameIndex) steps() (steps []variant.Step) {
	for i := range n.parts.N {
		steps = append(steps, n.parts.At(i).Step)
	}
	return steps
}
