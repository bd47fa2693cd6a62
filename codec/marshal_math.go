package codec

import (
	"reflect"

	math3d "godotvariant/math"
	"godotvariant/variant"
)

// mathPlans are the plans of the types of package math that come often, written and
// read without a Variant in between.
var mathPlans = map[reflect.Type]plan{
	reflect.TypeFor[math3d.Vector2]():    realsPlan(variant.TypeVector2, 2, toVector2),
	reflect.TypeFor[math3d.Vector3]():    realsPlan(variant.TypeVector3, 3, toVector3),
	reflect.TypeFor[math3d.Vector4]():    realsPlan(variant.TypeVector4, 4, toVector4),
	reflect.TypeFor[math3d.Color]():      realsPlan(variant.TypeColor, 4, toColor),
	reflect.TypeFor[math3d.Quaternion](): realsPlan(variant.TypeQuaternion, 4, toQuaternion),
	reflect.TypeFor[math3d.Rect2]():      realsPlan(variant.TypeRect2, 4, toRect2),
	reflect.TypeFor[math3d.Vector2i]():   intsPlan(variant.TypeVector2i, readVector2i),
	reflect.TypeFor[math3d.Vector3i]():   intsPlan(variant.TypeVector3i, readVector3i),
}

// pointerTo is a *T, which is a Variant because T is one.
type pointerTo[T any] interface {
	*T
	variant.Variant
}

// realsPlan is the plan of a T of n numbers, which to makes of them.
func realsPlan[T any, P pointerTo[T]](t variant.Type, n int, to func([]float64) T) plan {
	return plan{
		marshal: func(m *marshaler, v reflect.Value) {
			if m.w == nil {
				marshalVariant(m, v)
				return
			}
			m.w.Value(P(addressable(v).Addr().Interface().(*T)))
		},
		unmarshal: func(u *unmarshaler, x node, v reflect.Value) {
			if u.r == nil || !x.is(t) {
				unmarshalVariant(u, x, v)
				return
			}
			u.r.Reals(u.reals[:n])
			*v.Addr().Interface().(*T) = to(u.reals[:n])
		},
		quick: func(u *unmarshaler, want variant.Type, v reflect.Value) bool {
			ok := u.r.MatchReals(t, want, u.reals[:n])
			if ok {
				*v.Addr().Interface().(*T) = to(u.reals[:n])
			}
			return ok
		},
		items: quickItemsOf(func(u *unmarshaler, want variant.Type, v *T) bool {
			ok := u.r.MatchReals(t, want, u.reals[:n])
			if ok {
				*v = to(u.reals[:n])
			}
			return ok
		}),
		elem: variant.ElementType{Type: t},
	}
}

// intsPlan is the plan of a T of integers.
func intsPlan[T variant.Variant](t variant.Type, read func(*variant.Reader) T) plan {
	return plan{
		marshal: marshalVariant,
		unmarshal: func(u *unmarshaler, n node, v reflect.Value) {
			if u.r == nil || !n.is(t) {
				unmarshalVariant(u, n, v)
				return
			}
			*v.Addr().Interface().(*T) = read(u.r)
		},
		quick: func(u *unmarshaler, want variant.Type, v reflect.Value) bool {
			ok := u.r.MatchHead(t, want)
			if ok {
				*v.Addr().Interface().(*T) = read(u.r)
			}
			return ok
		},
		elem: variant.ElementType{Type: t},
	}
}

func toVector2(c []float64) math3d.Vector2 { return math3d.Vector2{X: c[0], Y: c[1]} }

func toVector3(c []float64) math3d.Vector3 { return math3d.Vector3{X: c[0], Y: c[1], Z: c[2]} }

func toVector4(c []float64) math3d.Vector4 {
	return math3d.Vector4{X: c[0], Y: c[1], Z: c[2], W: c[3]}
}

func toColor(c []float64) math3d.Color { return math3d.Color{R: c[0], G: c[1], B: c[2], A: c[3]} }

func toQuaternion(c []float64) math3d.Quaternion {
	return math3d.Quaternion{X: c[0], Y: c[1], Z: c[2], W: c[3]}
}

func toRect2(c []float64) math3d.Rect2 {
	return math3d.Rect2{Position: toVector2(c), Size: toVector2(c[2:])}
}

func readVector2i(r *variant.Reader) math3d.Vector2i {
	return math3d.Vector2i{X: r.Int32(), Y: r.Int32()}
}

func readVector3i(r *variant.Reader) math3d.Vector3i {
	return math3d.Vector3i{X: r.Int32(), Y: r.Int32(), Z: r.Int32()}
}
