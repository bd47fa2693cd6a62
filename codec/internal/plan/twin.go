package plan

import (
	"reflect"

	math3d "godotvariant/math"
	"godotvariant/variant"
)

// This file implements the option WholeFloats and the tag whole for vectors. A Vector2i fills a
// Vector2, and a Vector2 of whole numbers fills a Vector2i.

// A twin is the type with the same number of components, but with floats in place of ints, or ints
// in place of floats.
type twin struct {
	typ  variant.Type
	from reflect.Type
	// convert converts a value of the twin, whose Go type is from, to the type that is filled. The
	// result exact is true if no number has changed.
	convert func(v variant.Variant) (converted variant.Variant, exact bool)
}

// twins has the twin of each type that can be filled from its twin.
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

// twinOf returns the twin for the type To, which is the type From. The argument to is the function
// that converts a From to a To. The argument back is the function that converts a To to a From.
func twinOf[From, To comparableVariant](to func(From) To, back func(To) From) twin {
	var zero From
	convert := func(v variant.Variant) (variant.Variant, bool) {
		from := v.(From)
		made := to(from)
		return made, back(made) == from
	}

	return twin{zero.Type(), reflect.TypeFor[From](), convert}
}
