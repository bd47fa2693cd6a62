package large

import (
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
)

// A Place is the end of a path in a packet: a part of the innermost container that is read in
// place, or a value in this part.
type Place struct {
	Container
	// Part is a short part. If there is no such part, Found is false, and Part.Start is the end of
	// the container, where a new part would be inserted.
	Part  Part
	Found bool
	// Rest is the path from the container to the value. In Container.With(Part) it leads to the
	// same value.
	Rest variant.Path
}

// Find returns the place of a path. If the path leads to a long value or to no value, the error is
// ErrWhole.
func (p *Packet) Find(path variant.Path) (place Place, err error) {
	at := 0

	for i, step := range path {
		c, err := p.Open(at)
		if err != nil {
			return place, err
		}

		part, found, err := p.find(c, step)
		if err != nil {
			return place, err
		}

		if found && part.Value == nil {
			at = part.At
			continue
		}

		last := i == len(path)-1
		if !found && (!last || !c.IsDictionary() && step.Index != c.Count) {
			return place, ErrWhole
		}

		return Place{c, part, found, c.within(path[i:])}, nil
	}

	return place, ErrWhole
}

// find returns the part of a container to which a step leads. found is false if there is none; then
// part is at the end of the container.
func (p *Packet) find(c Container, step variant.Step) (part Part, found bool, err error) {
	if !c.IsDictionary() && step.Kind != variant.StepIndex {
		return part, false, ErrWhole
	}

	if step.Index < 0 {
		step.Index += c.Count
	}

	at := c.First
	for i := range c.Count {
		value := at
		lead := step.Index == i

		if c.IsDictionary() {
			key, end, err := p.whole(at)
			if err != nil {
				return part, false, err
			}

			lead = values.Leads(step, key)
			value = end
		}

		if lead {
			part, err = p.part(c, i, at)
			return part, true, err
		}

		at, err = p.skip(value)
		if err != nil {
			return part, false, err
		}
	}

	return Part{Start: at}, false, nil
}

// within returns the path for a container that has only one part: an index becomes 0.
func (c Container) within(path variant.Path) variant.Path {
	path = append(variant.Path(nil), path...)
	if !c.IsDictionary() {
		path[0].Index = 0
	}

	return path
}

// Around returns a container with only the part at the place, or without parts if there is none.
func (p Place) Around() variant.Variant {
	if !p.Found {
		return p.Empty
	}

	return p.With(p.Part)
}
