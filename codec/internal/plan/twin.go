package plan

import (
	"reflect"

	math3d "godotvariant/math"
	"godotvariant/variant"
)

// This file implements the option WholeFloats and the tag whole for vectors. A Vector2i fills a
// Vector2, and a Vector2 of whole numbers fills a Vector2i.

// A twin of a type has the same number of components, but floats in place of ints, or ints in place
// of floats.
type twin struct {
	typ    variant.Type
	goType reflect.Type
	// convert converts a value of the twin to the type that has the twin. The Go type of v must be
	// goType. The result exact is true if no number has changed.
	convert func(v variant.Variant) (converted variant.Variant, exact bool)
}

// twins has the twin of each type that has one. The key is the type that is filled.
var twins = map[reflect.Type]twin{
	reflect.TypeFor[math3d.Vector2]():  twinOf(math3d.Vector2i.Vector2, math3d.Vector2.Vector2i),
	reflect.TypeFor[math3d.Vector3]():  twinOf(math3d.Vector3i.Vector3, math3d.Vector3.Vector3i),
	reflect.TypeFor[math3d.Vector4]():  twinOf(math3d.Vector4i.Vector4, math3d.Vector4.Vector4i),
	reflect.TypeFor[math3d.Rect2]():    twinOf(math3d.Rect2i.Rect2, math3d.Rect2.Rect2i),
	reflect.TypeFor[math3d.Vector2i](): twinOf(math3d.Vector2.Vector2i, math3d.Vector2i.Vector2),
	reflect.TypeFor[math3d.Vector3i](): twinOf(math3d.Vector3.Vector3i, math3d.Vector3i.Vector3),
	reflect.TypeFor[math3d.Vector4i](): twinOf(math3d.Vector4.Vector4i, math3d.Vector4i.Vector4),
	reflect.TypeFor[math3d.Rect2i]():   twinOf(math3d.Rect2.Rect2i, math3d.Rect2i.Rect2),
}

// A comparableVariant is a Variant whose values can be compared with ==.
type comparableVariant interface {
	comparable
	variant.Variant
}

// twinOf returns the type From as the twin of the type To. The function forth converts a From to a
// To, and the function back converts a To to a From.
func twinOf[From, To comparableVariant](forth func(From) To, back func(To) From) twin {
	var zero From
	convert := func(v variant.Variant) (variant.Variant, bool) {
		from := v.(From)
		made := forth(from)
		return made, back(made) == from
	}

	return twin{zero.Type(), reflect.TypeFor[From](), convert}
}
