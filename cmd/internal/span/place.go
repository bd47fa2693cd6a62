package span

import (
	"iter"
	"slices"

	"godotvariant/variant"
)

// A Place is the end of a path: a short part of a container, or a value in this part.
type Place struct {
	Container
	// Index is the number of the part. If there is no part yet, it is the number of the next part.
	Index int
	// Found reports whether there is a part.
	Found bool
	// Rest has the paths from the container to the values, one path before, between and after the
	// wildcards of a pattern. In the result of Around these paths lead to the same values.
	Rest []variant.Path

	step   variant.Step // step to the part
	around variant.Variant
	joins  bool // the part may follow others that are added at the same place
}

// Find returns the place of a path. If the path leads to a long value or to no value, the error is
// ErrWhole.
func (f *File) Find(path variant.Path) (found Place, err error) {
	for place, err := range f.Places([]variant.Path{path}) {
		return place, err
	}
	return found, ErrWhole
}

// Places yields the places that match a pattern. The items of the pattern are paths between
// wildcards for all parts of a container. After an error Places ends.
func (f *File) Places(pattern []variant.Path) iter.Seq2[Place, error] {
	return func(yield func(Place, error) bool) {
		root, err := f.Root()
		if err != nil {
			yield(Place{}, err)
			return
		}
		f.places(root, pattern, yield)
	}
}

// places yields the places in a container. It returns false when the loop over the places ends.
func (f *File) places(
	c Container, pattern []variant.Path, yield func(Place, error) bool,
) bool {
	switch {
	case len(pattern[0]) > 0:
		return f.at(c, pattern, yield)
	case len(pattern) == 1:
		return yield(Place{}, ErrWhole) // the place is the container itself
	}

	for i := range c.Parts {
		step, err := f.Step(c, i)
		if err != nil {
			return yield(Place{}, err)
		}
		if !f.inPart(c, i, step, pattern[1:], yield) {
			return false
		}
	}

	return true
}

// at yields the places of a pattern that begins with a step.
func (f *File) at(c Container, pattern []variant.Path, yield func(Place, error) bool) bool {
	step := pattern[0][0]
	i, err := f.index(c, step, 0)
	if err != nil {
		return yield(Place{}, err)
	}

	if i >= 0 {
		rest := slices.Clone(pattern)
		rest[0] = rest[0][1:]
		return f.inPart(c, i, step, rest, yield)
	}

	last := len(pattern) == 1 && len(pattern[0]) == 1
	if !last || !c.IsDictionary() && step.Index != len(c.Parts) {
		return yield(Place{}, ErrWhole)
	}

	place := Place{Container: c, Index: len(c.Parts)}
	place.around, err = f.Build(c, 0, 0)
	place.Rest = []variant.Path{{place.within(step)}}

	return yield(place, err)
}

// inPart yields the places in part number i, to which a step leads.
func (f *File) inPart(
	c Container, i int, step variant.Step, rest []variant.Path, yield func(Place, error) bool,
) bool {
	part := c.Parts[i].Value
	if !c.IsDictionary() {
		step.Index = i
	}

	if part.Len() > f.window {
		inner, err := f.open(append(slices.Clone(c.Path), step), part)
		if err != nil {
			return yield(Place{}, err)
		}
		return f.places(inner, rest, yield)
	}

	around, err := f.Build(c, i, i+1)
	place := Place{Container: c, Index: i, Found: true, around: around}

	place.Rest = slices.Clone(rest)
	place.Rest[0] = append(variant.Path{place.within(step)}, rest[0]...)
	place.step = step

	return yield(place, err)
}

// within returns a step for a container that has only one part. An index becomes 0.
func (p Place) within(step variant.Step) variant.Step {
	if !p.IsDictionary() {
		step.Index = 0
	}
	return step
}

// Around returns the container with only the part at the place. If there is no part, it returns the
// container without parts.
func (p Place) Around() variant.Variant { return p.around }

// Outer returns the path in the file for a path in the result of Around.
func (p Place) Outer(path variant.Path) variant.Path {
	outer := append(slices.Clone(p.Path), path...)
	if n := len(p.Path); p.Found && len(path) > 0 {
		outer[n] = p.step
	}
	return outer
}
