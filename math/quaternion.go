package math

import (
	"math"

	"godotvariant/variant"
)

// Quaternion is a turn in three dimensions, in four numbers: X, Y and Z are the
// axis times the sine of half the angle, W is the cosine of half the angle. A
// quaternion of length 1 stands for a turn; q and -q for the same one.
//
// The zero value stands for no turn and rotates everything wrongly: Godot's
// default is [QuaternionIdentity].
//
// Godot: Quaternion, type ID 15 in Godot 4; Quat, type ID 10 in Godot 3. Payload in
// single precision:
//
//	offset  length  type     field
//	     4       4  float    X
//	     8       4  float    Y
//	    12       4  float    Z
//	    16       4  float    W
//
// In double precision each float takes 8 bytes, 32 in all.
type Quaternion struct {
	X, Y, Z, W float64
}

var _ variant.Variant = Quaternion{}

// QuaternionIdentity is the turn by no angle. It is a variable because Go has no
// constants of struct types; do not assign to it. Godot: Quaternion.IDENTITY, and
// the default Quaternion().
var QuaternionIdentity = Quaternion{W: 1}

// QuaternionFromAxisAngle returns the turn about axis by angle radians,
// counterclockwise seen from the side that axis points to. The length of axis does
// not matter; for the zero vector the result is zero. Godot: Quaternion(axis,
// angle).
func QuaternionFromAxisAngle(axis Vector3, angle float64) Quaternion {
	l := axis.Length()
	if l == 0 {
		return Quaternion{}
	}
	sin, cos := math.Sincos(angle / 2)
	return quaternionOf(axis.Mulf(sin/l), cos)
}

// QuaternionFromArc returns the shortest turn that takes the direction of from to
// that of to. Where they are opposite, the axis is one of many. Godot:
// Quaternion(arc_from, arc_to).
func QuaternionFromArc(from, to Vector3) Quaternion {
	a, b := from.Normalized(), to.Normalized()
	d := a.Dot(b)
	switch {
	case d > 1-Epsilon/10:
		return QuaternionIdentity
	case d < -1+Epsilon/10:
		return quaternionOf(a.perpendicular(), 0)
	}
	s := math.Sqrt((1 + d) * 2)
	return quaternionOf(a.Cross(b).Divf(s), s/2).Normalized()
}

// QuaternionFromBasis returns the turn that b stands for; b must only turn. For a
// basis with scale use [Basis.RotationQuaternion]. Godot: Quaternion(basis).
func QuaternionFromBasis(b Basis) Quaternion {
	x, y, z := b.X.X, b.Y.Y, b.Z.Z
	if trace := x + y + z; trace > 0 {
		s := math.Sqrt(trace + 1)
		f := 0.5 / s
		return Quaternion{(b.Y.Z - b.Z.Y) * f, (b.Z.X - b.X.Z) * f, (b.X.Y - b.Y.X) * f, s / 2}
	}
	i := Vector3{x, y, z}.MaxAxisIndex()
	j, k := (i+1)%3, (i+2)%3
	s := math.Sqrt(b.element(i, i) - b.element(j, j) - b.element(k, k) + 1)
	f := 0.5 / s
	q := Quaternion{W: (b.element(k, j) - b.element(j, k)) * f}
	q = q.With(i, s/2)
	q = q.With(j, (b.element(j, i)+b.element(i, j))*f)
	return q.With(k, (b.element(k, i)+b.element(i, k))*f)
}

// QuaternionFromEuler returns the turn by the angles of euler about the axes, in
// radians and in the order YXZ. Godot: Quaternion.from_euler.
func QuaternionFromEuler(euler Vector3) Quaternion {
	y := QuaternionFromAxisAngle(Vector3{Y: 1}, euler.Y)
	x := QuaternionFromAxisAngle(Vector3{X: 1}, euler.X)
	z := QuaternionFromAxisAngle(Vector3{Z: 1}, euler.Z)
	return y.Mul(x).Mul(z)
}

// quaternionOf returns the quaternion of the vector (X, Y, Z) and W.
func quaternionOf(v Vector3, w float64) Quaternion { return Quaternion{v.X, v.Y, v.Z, w} }

// Type returns [variant.TypeQuaternion].
func (Quaternion) Type() variant.Type { return variant.TypeQuaternion }

// Encode writes the payload. The errors are the Writer's.
func (q Quaternion) Encode(w *variant.Writer) error {
	return kernel.Reals4(w, q.X, q.Y, q.Z, q.W)
}

// Decode reads a payload. The errors are the Reader's.
func (Quaternion) Decode(r *variant.Reader) (variant.Variant, error) {
	var c [4]float64
	r.Reals(c[:])
	return variant.Result(r, QuaternionFromArray(c))
}

// String returns the quaternion as Godot's constructor text: Quaternion(0, 0, 0, 1).
func (q Quaternion) String() string { return textOf("Quaternion", q.X, q.Y, q.Z, q.W) }

// GoString returns the quaternion as Go source, for %#v.
func (q Quaternion) GoString() string {
	return goStruct("Quaternion", "X", goFloat(q.X), "Y", goFloat(q.Y), "Z", goFloat(q.Z), "W", goFloat(q.W))
}

// At returns component i: 0 is X, 3 is W. An index outside of 0 to 3 gives 0. Godot:
// Quaternion[i].
func (q Quaternion) At(i int) float64 { return Vector4(q).At(i) }

// With returns q with component i set to x; an index outside of 0 to 3 changes
// nothing. Godot: q[i] = x.
func (q Quaternion) With(i int, x float64) Quaternion { return Quaternion(Vector4(q).With(i, x)) }

// Array returns the components in order. [QuaternionFromArray] is its inverse.
func (q Quaternion) Array() [4]float64 { return [4]float64{q.X, q.Y, q.Z, q.W} }

// QuaternionFromArray returns the quaternion of the four components in order.
func QuaternionFromArray(a [4]float64) Quaternion { return Quaternion{a[0], a[1], a[2], a[3]} }

// Rounded32 returns q with each component rounded to single precision: what a
// single-precision packet makes of it.
func (q Quaternion) Rounded32() Quaternion { return Quaternion(Vector4(q).Rounded32()) }

// Add returns q + b, component by component. Godot: operator +.
func (q Quaternion) Add(b Quaternion) Quaternion { return Quaternion(Vector4(q).Add(Vector4(b))) }

// Sub returns q - b, component by component. Godot: operator -.
func (q Quaternion) Sub(b Quaternion) Quaternion { return Quaternion(Vector4(q).Sub(Vector4(b))) }

// Neg returns -q, which stands for the same turn. Godot: unary operator -.
func (q Quaternion) Neg() Quaternion { return Quaternion{-q.X, -q.Y, -q.Z, -q.W} }

// Mulf returns q with each component multiplied by f. Godot: operator * with float
// or int.
func (q Quaternion) Mulf(f float64) Quaternion { return Quaternion(Vector4(q).Mulf(f)) }

// Divf returns q with each component divided by f. Godot: operator / with float or
// int.
func (q Quaternion) Divf(f float64) Quaternion { return Quaternion(Vector4(q).Divf(f)) }

// Mul returns the turn that applies b first, then q. Godot: operator * with
// Quaternion.
func (q Quaternion) Mul(b Quaternion) Quaternion {
	u, v := q.vector(), b.vector()
	sum := v.Mulf(q.W).Add(u.Mulf(b.W)).Add(u.Cross(v))
	return quaternionOf(sum, float64(q.W*b.W)-u.Dot(v))
}

// Xform returns v turned; q must have length 1. Godot: Quaternion * Vector3.
func (q Quaternion) Xform(v Vector3) Vector3 {
	u := q.vector()
	uv := u.Cross(v)
	return v.Add(uv.Mulf(q.W).Add(u.Cross(uv)).Mulf(2))
}

// XformInv returns v turned back; q must have length 1. Godot: Vector3 *
// Quaternion.
func (q Quaternion) XformInv(v Vector3) Vector3 { return q.Inverse().Xform(v) }

// vector returns (X, Y, Z).
func (q Quaternion) vector() Vector3 { return Vector3{q.X, q.Y, q.Z} }
