package outline

import (
	"slices"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// A Place leads from the root to a value. Each index selects a part of the current value, and this
// part is the next value. An empty Place is the root.
type Place []int

// Compare orders places like their rows.
func (p Place) Compare(other Place) int { return slices.Compare(p, other) }

// Locate returns the place of the value at a path, with the value.
func Locate(root variant.Variant, path variant.Path) (Place, variant.Variant, error) {
	v := root
	p := make(Place, 0, len(path))

	for i, step := range path {
		at, next := FindPart(values.Of(v), step)
		if at < 0 {
			missing := message.Params{"path": look.Trail(path[:i+1])}
			return p, v, message.NewFault("notFound", missing)
		}

		p = append(p, at)
		v = next
	}

	return p, v, nil
}

// FindPart returns the index and the value of the part to which a step leads. If several keys are
// equal, it is the last part. If there is no such part, the index is -1.
func FindPart(p values.Parts, step variant.Step) (int, variant.Variant) {
	if step.Kind == variant.StepIndex && step.Index >= 0 && step.Index < p.N {
		if part := p.At(step.Index); part.Step.Kind == variant.StepIndex {
			return step.Index, part.Value
		}
	}

	text := step.String()
	for i := p.N - 1; i >= 0; i-- {
		if part := p.At(i); SameStep(part.Step, step, text) {
			return i, part.Value
		}
	}

	return -1, nil
}

// SameStep reports whether the step of a part is the wanted step. The argument text is the text of
// the wanted step.
func SameStep(is, wanted variant.Step, text string) bool {
	if is.Kind == variant.StepIndex {
		return wanted.Kind == variant.StepIndex && is.Index == wanted.Index
	}

	switch key := is.Key.(type) {
	case variant.String:
		name, named := wanted.Key.(variant.String)
		if named {
			return key == name
		}
		return wanted.Kind == variant.StepProperty && string(key) == wanted.Name

	case variant.Int:
		return wanted.Kind == variant.StepIndex && int(key) == wanted.Index || is.String() == text
	}

	return is.String() == text
}
