package edit

import (
	"slices"

	"godotvariant/cmd/internal/values"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A Place is the place of a value, or a place where a new value can be added.
type Place struct {
	// Path leads to the place. It has no negative indices of items.
	Path variant.Path
	// Around is the value around the place. It is nil for the root.
	Around variant.Variant
	// Value is the value at the place. It is nil if there is none yet.
	Value variant.Variant
}

// Find returns the place at the end of a path. If the place has no value, the error names the first
// step that does not lead to a value. In this case the field Around is set only if this step is the
// last one of the path.
func Find(root variant.Variant, path variant.Path) (Place, error) {
	p := Place{Value: root}

	for i, step := range path {
		around := p.Value
		step = fromStart(around, step)

		v, err := tree.Lookup(around, variant.Path{step})
		if err != nil {
			_, err = tree.Lookup(root, path[:i+1]) // this error has the whole path
		}

		switch {
		case err != nil && i < len(path)-1:
			return Place{Path: path}, err
		case err != nil:
			v = nil
		}

		p = Place{Path: append(p.Path, step), Around: around, Value: v}
		if err != nil {
			return p, err
		}
	}

	return p, nil
}

// step returns the last step of the path.
func (p Place) step() variant.Step { return p.Path[len(p.Path)-1] }

// around returns the path of the value around the place.
func (p Place) around() variant.Path { return p.Path[:len(p.Path)-1] }

// inside returns the place of a part of the value at the place p.
func (p Place) inside(part values.Part) Place {
	return Place{Path: append(slices.Clone(p.Path), part.Step), Around: p.Value, Value: part.Value}
}

// ofPair replaces a last step such as [key 1] or [pair 1] with the step to the value of this pair.
// A key is removed, renamed or moved together with its value.
func (p Place) ofPair() Place {
	if len(p.Path) == 0 {
		return p
	}
	if kind := p.step().Kind; kind != variant.StepPairKey && kind != variant.StepPair {
		return p
	}

	pair := values.Of(p.Around).At(p.step().Index)
	return Place{Path: append(slices.Clone(p.around()), pair.Step), Around: p.Around,
		Value: pair.Value}
}

// fromStart replaces a negative index, which counts from the end of a list, with the same index
// counted from the start.
func fromStart(around variant.Variant, step variant.Step) variant.Step {
	if step.Kind == variant.StepIndex && step.Index < 0 && isList(around) {
		step.Index += values.Of(around).N
	}
	return step
}

// isNamed reports whether the parts of a value have keys or names.
func isNamed(v variant.Variant) bool {
	switch v.(type) {
	case variant.Dictionary, objects.Object:
		return true
	default:
		return false
	}
}

// takes reports whether a container can get a new part at the given step. The container is the
// argument outer, which may be nil.
func takes(outer variant.Variant, step variant.Step) bool {
	switch {
	case isNamed(outer):
		return true
	case outer == nil || !isList(outer):
		return false
	default:
		return step.Kind == variant.StepIndex && step.Index == values.Of(outer).N
	}
}
