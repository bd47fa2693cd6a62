package codec

import (
	"reflect"

	math3d "godotvariant/math"
	"godotvariant/variant"
)

// A quickRead fills a Go value from the next part of a packet, if that is of the
// one type that most often goes there and its header is the plainest. If not,
// it reports false and has done nothing, and the part is to be entered and
// unmarshaled, which alone knows all forms. want is what the container takes.
type quickRead func(u *unmarshaler, want variant.Type, v reflect.Value) bool

func quickBool(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeBool, want)
	if ok {
		v.SetBool(u.r.Bool())
	}
	return ok
}

func quickInt(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeInt, want)
	if ok {
		u.setInt(node{}, u.r.IntPayload(), v)
	}
	return ok
}

func quickUint(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeInt, want)
	if ok {
		u.setUint(node{}, u.r.IntPayload(), v)
	}
	return ok
}

func quickFloat(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeFloat, want)
	if ok {
		u.setFloat(node{}, u.r.FloatPayload(), v)
	}
	return ok
}

func quickString(u *unmarshaler, want variant.Type, v reflect.Value) bool {
	ok := u.r.MatchHead(variant.TypeString, want)
	if ok {
		if old, b := v.String(), u.r.TextBytes(); string(b) != old {
			v.SetString(string(b))
		}
	}
	return ok
}

// mathReads are the types of package math that come often, read without a
// Variant in between.
var mathReads = map[reflect.Type]mathRead{
	reflect.TypeFor[math3d.Vector2]():    mathReadOf(variant.TypeVector2, readVector2),
	reflect.TypeFor[math3d.Vector3]():    mathReadOf(variant.TypeVector3, readVector3),
	reflect.TypeFor[math3d.Vector4]():    mathReadOf(variant.TypeVector4, readVector4),
	reflect.TypeFor[math3d.Color]():      mathReadOf(variant.TypeColor, readColor),
	reflect.TypeFor[math3d.Quaternion](): mathReadOf(variant.TypeQuaternion, readQuaternion),
	reflect.TypeFor[math3d.Vector2i]():   mathReadOf(variant.TypeVector2i, readVector2i),
	reflect.TypeFor[math3d.Vector3i]():   mathReadOf(variant.TypeVector3i, readVector3i),
	reflect.TypeFor[math3d.Rect2]():      mathReadOf(variant.TypeRect2, readRect2),
}

// mathRead is the unmarshaling half of a plan.
type mathRead struct {
	unmarshal func(*unmarshaler, node, reflect.Value)
	part      quickRead
}

func mathReadOf[T variant.Variant](t variant.Type, read func(*variant.Reader) T) mathRead {
	return mathRead{
		unmarshal: func(u *unmarshaler, n node, v reflect.Value) {
			if u.r == nil || !n.is(t) {
				unmarshalVariant(u, n, v)
				return
			}
			*v.Addr().Interface().(*T) = read(u.r)
		},
		part: func(u *unmarshaler, want variant.Type, v reflect.Value) bool {
			ok := u.r.MatchHead(t, want)
			if ok {
				*v.Addr().Interface().(*T) = read(u.r)
			}
			return ok
		},
	}
}

func readVector2(r *variant.Reader) math3d.Vector2 {
	var c [2]float64
	r.Reals(c[:])
	return math3d.Vector2{X: c[0], Y: c[1]}
}

func readVector3(r *variant.Reader) math3d.Vector3 {
	var c [3]float64
	r.Reals(c[:])
	return math3d.Vector3{X: c[0], Y: c[1], Z: c[2]}
}

func readVector4(r *variant.Reader) math3d.Vector4 {
	var c [4]float64
	r.Reals(c[:])
	return math3d.Vector4{X: c[0], Y: c[1], Z: c[2], W: c[3]}
}

func readColor(r *variant.Reader) math3d.Color {
	c := readVector4(r)
	return math3d.Color{R: c.X, G: c.Y, B: c.Z, A: c.W}
}

func readQuaternion(r *variant.Reader) math3d.Quaternion {
	return math3d.Quaternion(readVector4(r))
}

func readVector2i(r *variant.Reader) math3d.Vector2i {
	return math3d.Vector2i{X: r.Int32(), Y: r.Int32()}
}

func readVector3i(r *variant.Reader) math3d.Vector3i {
	return math3d.Vector3i{X: r.Int32(), Y: r.Int32(), Z: r.Int32()}
}

func readRect2(r *variant.Reader) math3d.Rect2 {
	return math3d.Rect2{Position: readVector2(r), Size: readVector2(r)}
}
