package tree

import (
	"iter"

	"godotvariant/internal/nilsafe"
	"godotvariant/variant"
)

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

// componentNames returns the names of the arguments of a type, as scripts have them.
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

// leadsTo reports whether the step leads to the property name.
func leadsTo(s variant.Step, name string) bool {
	if s.Kind == variant.StepProperty {
		return s.Name == name
	}
	text, ok := keyText(s.Key)
	return s.Kind == variant.StepKey && ok && text == name
}

func isPacked(v variant.Variant) bool {
	t := v.Type()
	return t >= variant.TypePackedByteArray && t <= variant.TypePackedVector4iArray
}
