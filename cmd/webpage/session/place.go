package session

import (
	"slices"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A place leads to a value by the indices of parts. It is the path of the value in numbers.
type place []int

// compare orders places as their rows are.
func (p place) compare(other place) int { return slices.Compare(p, other) }

// locate returns the place of the value at a path, with the value.
func locate(root variant.Variant, path tree.Path) (place, variant.Variant, error) {
	v := root
	p := make(place, 0, len(path))

	for i, step := range path {
		at, next := findPart(partsOf(v), step)
		if at < 0 {
			return p, v, fault("notFound", Params{"path": path[:i+1].String()})
		}

		p = append(p, at)
		v = next
	}

	return p, v, nil
}

// parsePath reads the text of a path and locates it in the value of now.
func (f *file) parsePath(text string) (tree.Path, place, variant.Variant, error) {
	path, err := tree.ParsePath(text)
	if err != nil {
		return nil, nil, nil, err
	}

	p, v, err := locate(f.value, path)
	if err != nil {
		return nil, nil, nil, err
	}

	return f.pathOf(p), p, v, nil // without the short forms
}

// pathOf returns the path of a place.
func (f *file) pathOf(p place) tree.Path {
	path := make(tree.Path, 0, len(p))
	v := f.value

	for _, at := range p {
		part := partsOf(v).at(at)
		path = append(path, part.step)
		v = part.value
	}

	return path
}

// findPart returns the last part with a step and its index, or the index -1.
func findPart(p parts, step variant.Step) (int, variant.Variant) {
	if step.Kind == variant.StepIndex && step.Index >= 0 && step.Index < p.n {
		if part := p.at(step.Index); part.step.Kind == variant.StepIndex {
			return step.Index, part.value
		}
	}

	text := step.String()
	for i := p.n - 1; i >= 0; i-- {
		if part := p.at(i); leads(part.step, step, text) {
			return i, part.value
		}
	}

	return -1, nil
}

// leads reports whether a step that is wanted, with its text, is the step of a part.
func leads(is, want variant.Step, text string) bool {
	if is.Kind == variant.StepIndex {
		return want.Kind == variant.StepIndex && is.Index == want.Index
	}

	switch key := is.Key.(type) {
	case variant.String:
		name, named := want.Key.(variant.String)
		if named {
			return key == name
		}
		return want.Kind == variant.StepProperty && string(key) == want.Name

	case variant.Int:
		return want.Kind == variant.StepIndex && int(key) == want.Index || is.String() == text
	}

	return is.String() == text
}
