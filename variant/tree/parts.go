package tree

import (
	"iter"

	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

// Parts yields the parts of v, each with the step that leads to it: the items of an array, the
// values of a dictionary, the properties of an object, the elements of a packed array, and the
// components of a vector, matrix, Rect2, Plane or color. Other values and nil have no parts.
//
//	for step, item := range tree.Parts(bag) {
//		fmt.Println(step, item) // [0] …
//	}
//
// [Lookup] finds the part with a path that has only this step. If two keys are equal, Lookup finds
// the last one. The step to a value of a dictionary has the key of the value. Parts of parts are
// not yielded, see [Walk]. Walk yields keys as well, and does not go into vectors and packed
// arrays.
func Parts(v variant.Variant) iter.Seq2[variant.Step, variant.Variant] {
	return func(yield func(variant.Step, variant.Variant) bool) {
		switch v := pointed(v).(type) {
		case variant.Container:
			yieldParts(v, yield)
		case variant.Constructible:
			yieldArguments(v, yield)
		}
	}
}

// yieldParts yields the parts of a container that are not keys.
func yieldParts(c variant.Container, yield func(variant.Step, variant.Variant) bool) {
	for step, part := range partsOf(c) {
		if step.Kind == variant.StepPairKey {
			continue
		}
		if part == nil {
			part = variant.Nil{}
		}
		if !yield(step, part) {
			return
		}
	}
}

// yieldArguments yields the elements of a packed array, or the components of another value.
func yieldArguments(v variant.Constructible, yield func(variant.Step, variant.Variant) bool) {
	t := nilsafe.TryType(v)
	names := componentNames(t)
	if names == nil && !isPacked(t) {
		return
	}

	i := 0
	each := func(part variant.Variant) bool {
		step := variant.Step{Kind: variant.StepIndex, Index: i}
		if names != nil {
			step = variant.Step{Kind: variant.StepProperty, Name: names[i]}
		}
		i++
		return yield(step, part)
	}

	v.ToArgs(&yielder{yield: each})
}

// numberOf returns the index of a part of v, in the order of [Parts]: the part to which the step s
// leads. If there is no such part, it returns -1. If there are several, it returns the index of the
// last one.
func numberOf(s variant.Step, v variant.Variant) int {
	switch v := pointed(v).(type) {
	case variant.Dictionary:
		if s.Kind == variant.StepPairKey {
			return -1
		}
		return pairAt(s, v.Pairs)

	case variant.Array:
		return indexOf(s, len(v.Items))
	}

	if c, ok := v.(variant.Constructible); ok && isPacked(nilsafe.TryType(v)) {
		_, n := argument(c, 0)
		return indexOf(s, n)
	}

	number, n, items := -1, 0, 0
	for step := range Parts(v) {
		switch {
		case step.Kind == variant.StepIndex:
			items++
		case step.Kind == variant.StepProperty && leadsTo(s, step.Name):
			number = n
		}
		n++
	}
	if number < 0 {
		return indexOf(s, items)
	}

	return number
}

// indexOf returns the index of the item to which a step leads in a list of n items, or -1.
func indexOf(s variant.Step, n int) int {
	i := s.Index
	if i < 0 {
		i += n
	}
	if s.Kind != variant.StepIndex || i >= n {
		return -1
	}
	return max(i, -1)
}

// A part is one part of a [variant.Container].
type part struct {
	step  variant.Step
	value variant.Variant
}

func partList(c variant.Container) []part {
	var parts []part
	for step, v := range partsOf(c) {
		parts = append(parts, part{step, v})
	}
	return parts
}

func eachPart(parts []part) iter.Seq2[variant.Step, variant.Variant] {
	return func(yield func(variant.Step, variant.Variant) bool) {
		for _, p := range parts {
			if !yield(p.step, p.value) {
				return
			}
		}
	}
}

// partsOf returns the parts of c. A nil pointer has none.
func partsOf(c variant.Container) iter.Seq2[variant.Step, variant.Variant] {
	parts := func(func(variant.Step, variant.Variant) bool) {}
	nilsafe.Guard(c, func() { parts = c.Parts() })
	return parts
}

// componentNames returns the names of the constructor arguments of a type, as scripts write them.
func componentNames(t variant.Type) []string {
	switch t {
	case variant.TypeVector2, variant.TypeVector2i:
		return []string{"x", "y"}
	case variant.TypeVector3, variant.TypeVector3i, variant.TypeBasis:
		return []string{"x", "y", "z"}
	case variant.TypeVector4, variant.TypeVector4i, variant.TypeQuaternion, variant.TypeProjection:
		return []string{"x", "y", "z", "w"}
	case variant.TypeColor:
		return []string{"r", "g", "b", "a"}
	case variant.TypeRect2, variant.TypeRect2i, variant.TypeAABB:
		return []string{"position", "size"}
	case variant.TypePlane:
		return []string{"normal", "d"}
	case variant.TypeTransform2D:
		return []string{"x", "y", "origin"}
	case variant.TypeTransform3D:
		return []string{"basis", "origin"}
	default:
		return nil
	}
}

// leadsTo reports whether the step leads to the property with the given name.
func leadsTo(s variant.Step, name string) bool {
	if s.Kind == variant.StepProperty {
		return s.Name == name
	}
	text, ok := keyText(s.Key)
	return s.Kind == variant.StepKey && ok && text == name
}

func isPacked(t variant.Type) bool {
	return t >= variant.TypePackedByteArray && t <= variant.TypePackedVector4iArray
}
