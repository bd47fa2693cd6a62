package codec

import (
	"reflect"

	math3d "godotvariant/math"
	"godotvariant/variant"
)

// mathPlans are the plans of the types of package math that come often, written and
// read without a Variant in between.
var mathPlans = map[reflect.Type]plan{
	reflect.TypeFor[math3d.Vector2]():    mathPlan(variant.TypeVector2, writeVector2, readVector2),
	reflect.TypeFor[math3d.Vector3]():    mathPlan(variant.TypeVector3, writeVector3, readVector3),
	reflect.TypeFor[math3d.Vector4]():    mathPlan(variant.TypeVector4, writeVector4, readVector4),
	reflect.TypeFor[math3d.Color]():      mathPlan(variant.TypeColor, writeColor, readColor),
	reflect.TypeFor[math3d.Quaternion](): mathPlan(variant.TypeQuaternion, writeQuaternion, readQuaternion),
	reflect.TypeFor[math3d.Rect2]():      mathPlan(variant.TypeRect2, writeRect2, readRect2),
	reflect.TypeFor[math3d.Vector2i]():   mathPlan(variant.TypeVector2i, nil, readVector2i),
	reflect.TypeFor[math3d.Vector3i]():   mathPlan(variant.TypeVector3i, nil, readVector3i),
}

// mathPlan is the plan of a T. A nil write is that of any Variant.
func mathPlan[T variant.Variant](t variant.Type, write func(*variant.Writer, *T), read func(*variant.Reader) T) plan {
	p := plan{
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
	if write != nil {
		p.marshal = func(m *marshaler, v reflect.Value) {
			if m.w == nil {
				marshalVariant(m, v)
				return
			}
			write(m.w, addressable(v).Addr().Interface().(*T))
		}
	}
	return p
}

func writeVector2(w *variant.Writer, v *math3d.Vector2) { w.PutReals(variant.TypeVector2, v.X, v.Y) }

func readVector2(r *variant.Reader) math3d.Vector2 {
	var c [2]float64
	r.Reals(c[:])
	return math3d.Vector2{X: c[0], Y: c[1]}
}

func writeVector3(w *variant.Writer, v *math3d.Vector3) {
	w.PutReals(variant.TypeVector3, v.X, v.Y, v.Z)
}

func readVector3(r *variant.Reader) math3d.Vector3 {
	var c [3]float64
	r.Reals(c[:])
	return math3d.Vector3{X: c[0], Y: c[1], Z: c[2]}
}

func writeVector4(w *variant.Writer, v *math3d.Vector4) {
	w.PutReals(variant.TypeVector4, v.X, v.Y, v.Z, v.W)
}

func readVector4(r *variant.Reader) math3d.Vector4 {
	var c [4]float64
	r.Reals(c[:])
	return math3d.Vector4{X: c[0], Y: c[1], Z: c[2], W: c[3]}
}

func writeColor(w *variant.Writer, c *math3d.Color) {
	w.PutReals(variant.TypeColor, c.R, c.G, c.B, c.A)
}

func readColor(r *variant.Reader) math3d.Color {
	c := readVector4(r)
	return math3d.Color{R: c.X, G: c.Y, B: c.Z, A: c.W}
}

func writeQuaternion(w *variant.Writer, q *math3d.Quaternion) {
	w.PutReals(variant.TypeQuaternion, q.X, q.Y, q.Z, q.W)
}

func readQuaternion(r *variant.Reader) math3d.Quaternion {
	return math3d.Quaternion(readVector4(r))
}

func writeRect2(w *variant.Writer, x *math3d.Rect2) {
	w.PutReals(variant.TypeRect2, x.Position.X, x.Position.Y, x.Size.X, x.Size.Y)
}

func readRect2(r *variant.Reader) math3d.Rect2 {
	return math3d.Rect2{Position: readVector2(r), Size: readVector2(r)}
}

func readVector2i(r *variant.Reader) math3d.Vector2i {
	return math3d.Vector2i{X: r.Int32(), Y: r.Int32()}
}

func readVector3i(r *variant.Reader) math3d.Vector3i {
	return math3d.Vector3i{X: r.Int32(), Y: r.Int32(), Z: r.Int32()}
}
