package plan

import (
	"reflect"

	math3d "godotvariant/math"
	"godotvariant/variant"
)

// mathPlans has the functions that make the plans of the most frequent types of package math. These
// plans read the numbers of a value without making a Variant. For the other types of package math,
// planner.variant makes plans that read a Variant.
var mathPlans = map[reflect.Type]func(*plan){
	reflect.TypeFor[math3d.Vector2]():    realsPlan(2, toVector2),
	reflect.TypeFor[math3d.Vector3]():    vector3Plan,
	reflect.TypeFor[math3d.Vector4]():    realsPlan(4, toVector4),
	reflect.TypeFor[math3d.Rect2]():      realsPlan(4, toRect2),
	reflect.TypeFor[math3d.Quaternion](): quaternionPlan,
	reflect.TypeFor[math3d.Color]():      colorPlan,
}

// pointerTo is a *T that is a Variant.
type pointerTo[T any] interface {
	*T
	variant.Variant
}

// realsPlan returns a function that makes the plan of the type T. A value of this type consists of
// n numbers, and the function build makes it from these numbers.
func realsPlan[T any, P pointerTo[T]](n int, build func([]float64) T) func(*plan) {
	return func(c *plan) {
		t := c.elem.Type
		c.write = func(e *encoder, p place) { (*variant.Writer)(e.w).Value(P(at[T](p))) }

		c.read = func(d *decoder, want variant.Type, p place) bool {
			if !d.r.NextReals(t, want, d.reals[:n]) {
				return c.readVariant(d, want, p)
			}
			*at[T](p) = build(d.reals[:n])
			return true
		}
	}
}

// vector3Plan, quaternionPlan and colorPlan give the same results as realsPlan for the most
// frequent types. But they write or read all components of a value in one call.

func vector3Plan(c *plan) {
	c.write = func(e *encoder, p place) {
		v := at[math3d.Vector3](p)
		e.w.PartReals3(variant.TypeVector3, v.X, v.Y, v.Z)
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		x, y, z, ok := d.r.NextReals3(variant.TypeVector3, want)
		if !ok {
			return c.readVariant(d, want, p)
		}
		*at[math3d.Vector3](p) = math3d.Vector3{X: x, Y: y, Z: z}
		return true
	}
}

func quaternionPlan(c *plan) {
	c.write = func(e *encoder, p place) {
		q := at[math3d.Quaternion](p)
		e.w.PartReals4(variant.TypeQuaternion, q.X, q.Y, q.Z, q.W)
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		x, y, z, w, ok := d.r.NextReals4(variant.TypeQuaternion, want)
		if !ok {
			return c.readVariant(d, want, p)
		}
		*at[math3d.Quaternion](p) = math3d.Quaternion{X: x, Y: y, Z: z, W: w}
		return true
	}
}

func colorPlan(c *plan) {
	c.write = func(e *encoder, p place) {
		v := at[math3d.Color](p)
		e.w.PartReals4(variant.TypeColor, v.R, v.G, v.B, v.A)
	}

	c.read = func(d *decoder, want variant.Type, p place) bool {
		r, g, b, a, ok := d.r.NextReals4(variant.TypeColor, want)
		if !ok {
			return c.readVariant(d, want, p)
		}
		*at[math3d.Color](p) = math3d.Color{R: r, G: g, B: b, A: a}
		return true
	}
}

func toVector2(c []float64) math3d.Vector2 { return math3d.Vector2{X: c[0], Y: c[1]} }

func toVector3(c []float64) math3d.Vector3 { return math3d.Vector3{X: c[0], Y: c[1], Z: c[2]} }

func toVector4(c []float64) math3d.Vector4 {
	return math3d.Vector4{X: c[0], Y: c[1], Z: c[2], W: c[3]}
}

func toColor(c []float64) math3d.Color { return math3d.Color{R: c[0], G: c[1], B: c[2], A: c[3]} }

func toRect2(c []float64) math3d.Rect2 {
	return math3d.Rect2{Position: toVector2(c), Size: toVector2(c[2:])}
}
