package span

import (
	"iter"
	"slices"

	"godotvariant/variant"
)

// A Place is what a path leads to: a part of a container, or a value inside this part. The part has
// at most as many bytes as the window of the File, so that it can be built in memory.
type Place struct {
	Container
	// Index is the number of the part. If there is no part yet, it is the number of the next part.
	Index int
	// Found reports whether there is a part.
	Found bool
	// Rest is the end of the pattern. It leads from the container that Around returns to the
	// values. Like a pattern, Rest consists of the paths between the wildcards. The container that
	// Around returns has only one part, so if it is an Array, the first step of Rest has the index
	// 0.
	Rest []variant.Path

	step  variant.Step // step to the part
	joins bool         // an edit may add the part after other new parts at the same place
}

// Find returns the place of a path. If the path leads to a long value or to no value, the error is
// ErrWhole.
func (f *File) Find(path variant.Path) (found Place, err error) {
	for place, err := range f.Places([]variant.Path{path}) {
		return place, err
	}
	return found, ErrWhole
}

// Places yields the places that match a pattern. The items of the pattern are the paths between its
// wildcards. Each wildcard stands for all parts of a container. After an error Places ends.
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

// at yields the places of a pattern that begins with a step, not with a wildcard.
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
	place.Rest = []variant.Path{{place.within(step)}}

	return yield(place, nil)
}

// inPart yields the places in part number i of a container. The argument step leads to this part.
func (f *File) inPart(
	c Container, i int, step variant.Step, rest []variant.Path, yield func(Place, error) bool,
) bool {
	part := c.Parts[i].Value
	if !c.IsDictionary() {
		step.Index = i
	}

	if part.Len() > f.window {
		inner, err := f.open(c.inside(step), part)
		if err != nil {
			return yield(Place{}, err)
		}
		return f.places(inner, rest, yield)
	}

	if len(rest[0]) > 0 {
		if inner, next := f.inShort(c, i, step, rest[0][0]); next >= 0 {
			rest = slices.Clone(rest)
			step, rest[0] = rest[0][0], rest[0][1:]
			return f.inPart(inner, next, step, rest, yield)
		}
	}

	place := Place{Container: c, Index: i, Found: true, step: step}
	place.Rest = slices.Clone(rest)
	place.Rest[0] = append(variant.Path{place.within(step)}, rest[0]...)

	return yield(place, nil)
}

// inShort opens part number i of a container, to which the argument step leads. It returns this
// part as a container, and the number n of the part in it to which innerStep leads. If part number
// i is not a container, or if it has no such part, n is -1.
func (f *File) inShort(c Container, i int, step, innerStep variant.Step) (inner Container, n int) {
	inner, err := f.open(c.inside(step), c.Parts[i].Value)
	if err != nil {
		return inner, -1
	}

	n, err = f.index(inner, innerStep, 0)
	if err != nil {
		return inner, -1
	}
	return inner, n
}

// within converts a step in p.Container to a step in the container that [File.Around] returns. That
// container has at most one part, so the index of an array becomes 0.
func (p Place) within(step variant.Step) variant.Step {
	if !p.IsDictionary() {
		step.Index = 0
	}
	return step
}

// Around returns p.Container with only one of its parts: the part at the place p. If there is no
// part at p, Around returns p.Container without parts.
func (f *File) Around(p Place) (variant.Variant, error) {
	if !p.Found {
		return f.Build(p.Container, 0, 0)
	}
	return f.Build(p.Container, p.Index, p.Index+1)
}

// Value returns the part at a place. The result ok is false if there is no part, or if the pattern
// leads to values inside the part and not to the part itself.
func (f *File) Value(p Place) (v variant.Variant, ok bool, err error) {
	if !p.Found || len(p.Rest) > 1 || len(p.Rest[0]) > 1 {
		return nil, false, nil
	}

	v, err = f.build(p.Parts[p.Index].Value)
	return v, true, err
}

// Outer returns the path in the file for a path in the result of Around.
func (p Place) Outer(path variant.Path) variant.Path {
	outer := slices.Concat(p.Path, path)
	if n := len(p.Path); p.Found && len(path) > 0 {
		outer[n] = p.step
	}
	return outer
}
