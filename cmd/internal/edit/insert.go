package edit

import (
	"strconv"
	"strings"

	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Insert adds a part to a value.
type Insert struct {
	Path variant.Path // path of the value around the new part
	// Key is the key or property that a user has entered. Lists have none.
	Key string
	// At is the index or position of the new part, or -1 for the end.
	At int
	// Value is the new part. It is converted to the type that the container has for its parts.
	Value variant.Variant
}

// Plan implements [Operation].
func (n *Insert) Plan(r Reader, root variant.Variant) (Plan, error) {
	outer, err := Find(root, n.Path)
	if err != nil {
		return Plan{}, err
	}

	at := values.Of(outer.Value).N
	if n.At >= 0 && n.At < at {
		at = n.At
	}

	step := variant.Step{Kind: variant.StepIndex, Index: at}
	if isNamed(outer.Value) {
		step, err = r.Key(outer.Value, n.Key, nil)
		if err == nil {
			err = absent(outer.Value, n.Path, step)
		}
	}

	if err != nil {
		return Plan{}, err
	}

	return r.insertion(outer, step, at, n.Value)
}

// insertion returns the plan that adds a part to a value.
func (r Reader) insertion(
	outer Place, step variant.Step, position int, v variant.Variant,
) (Plan, error) {
	place := outer.inside(values.Part{Step: step})

	change, err := r.add(place, position, v)
	if err != nil {
		return Plan{}, at(place.Path, err)
	}

	done := []Done{{Path: place.Path, Place: place, New: change.New}}
	return Plan{Patch: tree.Patch{change}, Done: done}, nil
}

// Duplicate adds a copy of a value right after the value. The key of the copy is similar to the old
// key.
type Duplicate struct{ Path variant.Path }

// Plan implements [Operation].
func (d *Duplicate) Plan(r Reader, root variant.Variant) (Plan, error) {
	p, err := siblingAt(root, d.Path)
	if err != nil {
		return Plan{}, err
	}

	step := p.step
	if isNamed(p.outer.Value) {
		step, err = freeKey(p.outer.Value, step)
	} else {
		step.Index++
	}

	if err != nil {
		return Plan{}, err
	}

	return r.insertion(p.outer, step, p.at+1, p.place.Value)
}

// freeKey returns the step to a new key of the value v. The new key resembles the key of the given
// step, such as sword_2 for sword.
func freeKey(v variant.Variant, step variant.Step) (variant.Step, error) {
	const most = 10_000
	if step.Kind == variant.StepProperty {
		return step, ErrNoCopy
	}

	for n := 2; n < most; n++ {
		switch key := step.Key.(type) {
		case variant.String:
			step.Key = variant.String(copyName(string(key), n))
		case variant.StringName:
			step.Key = variant.StringName(copyName(string(key), n))
		case variant.Int:
			step.Key = key + 1
		default:
			return step, ErrNoCopy
		}

		if absent(v, nil, step) == nil {
			return step, nil
		}
	}

	return step, ErrNoCopy
}

// copyName returns a name with the number n at its end: sword_2.
func copyName(name string, n int) string {
	last := strings.LastIndexByte(name, '_')
	if last >= 0 && last+1 < len(name) && strings.Trim(name[last+1:], "0123456789") == "" {
		name = name[:last]
	}
	return name + "_" + strconv.Itoa(n)
}

// Move moves a value among its siblings.
type Move struct {
	Path variant.Path
	To   int // index or position, from 0
}

// Plan implements [Operation].
func (m *Move) Plan(_ Reader, root variant.Variant) (Plan, error) {
	p, err := siblingAt(root, m.Path)
	if err != nil {
		return Plan{}, err
	}

	done := []Done{{Path: m.Path, Place: p.place, New: p.place.Value}}
	switch {
	case !isNamed(p.outer.Value) && !isList(p.outer.Value):
		return Plan{}, ErrNoPlace
	case m.To < 0 || m.To >= values.Of(p.outer.Value).N:
		return Plan{}, ErrNoPlace
	case m.To == p.at:
		return Plan{Done: done}, nil
	}

	to := p.step
	if isList(p.outer.Value) {
		to.Index = m.To
	}

	return Plan{Done: done, Patch: p.moved(to, m.To)}, nil
}
