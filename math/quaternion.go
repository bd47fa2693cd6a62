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

// QuaternionFromArray returns the quaternion of the four components in order.
func QuaternionFromArray(a [4]float64) Quaternion { return Quaternion{a[0], a[1], a[2], a[3]} }

// Type returns [variant.TypeQuaternion].
func (Quaternion) Type() variant.Type { return variant.TypeQuaternion }

// Encode writes the payload. The errors are the Writer's.
func (q Quaternion) Encode(w *variant.Writer) error {
	return w.Reals4(q.X, q.Y, q.Z, q.W)
}

// Decode reads a payload. The errors are the Reader's.
func (Quaternion) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Quaternion(readVector4(r)))
}

// String returns the quaternion as Godot's constructor text: Quaternion(0, 0, 0, 1).
func (q Quaternion) String() string { return textOf("Quaternion", q.X, q.Y, q.Z, q.W) }

// GoString returns the quaternion as Go source, for %#v.
func (q Quaternion) GoString() string {
	return goStruct("Quaternion", "X", goFloat(q.X), "Y", goFloat(q.Y), "Z", goFloat(q.Z), "W", goFloat(q.W))
}

// Add returns q + b, component by component. Godot: operator +.
func (q Quaternion) Add(b Quaternion) Quaternion { return Quaternion(Vector4(q).Add(Vector4(b))) }

// Sub returns q - b, component by component. Godot: operator -.
func (q Quaternion) Sub(b Quaternion) Quaternion { return Quaternion(Vector4(q).Sub(Vector4(b))) }

// Mul returns the turn that applies b first, then q. Godot: operator * with
// Quaternion.
func (q Quaternion) Mul(b Quaternion) Quaternion {
	u, v := q.vector(), b.vector()
	sum := v.Mulf(q.W).Add(u.Mulf(b.W)).Add(u.Cross(v))
	return quaternionOf(sum, float64(q.W*b.W)-u.Dot(v))
}

// Mulf returns q with each component multiplied by f. Godot: operator * with float
// or int.
func (q Quaternion) Mulf(f float64) Quaternion { return Quaternion(Vector4(q).Mulf(f)) }

// Divf returns q with each component divided by f. Godot: operator / with float or
// int.
func (q Quaternion) Divf(f float64) Quaternion { return Quaternion(Vector4(q).Divf(f)) }

// Neg returns -q, which stands for the same turn. Godot: unary operator -.
func (q Quaternion) Neg() Quaternion { return Quaternion{-q.X, -q.Y, -q.Z, -q.W} }

// IsEqualApprox reports whether all components are equal as [IsEqualApprox] has it; q
// and -q are not. Godot: Quaternion.is_equal_approx.
func (q Quaternion) IsEqualApprox(b Quaternion) bool { return Vector4(q).IsEqualApprox(Vector4(b)) }

// IsFinite reports whether no component is infinite or NaN. Godot:
// Quaternion.is_finite.
func (q Quaternion) IsFinite() bool { return Vector4(q).IsFinite() }

// Dot returns the dot product: of quaternions of length 1, the cosine of half the
// angle between the turns. Godot: Quaternion.dot.
func (q Quaternion) Dot(b Quaternion) float64 { return Vector4(q).Dot(Vector4(b)) }

// Length returns the length. Godot: Quaternion.length.
func (q Quaternion) Length() float64 { return math.Sqrt(q.LengthSquared()) }

// LengthSquared returns the square of the length. Godot: Quaternion.length_squared.
func (q Quaternion) LengthSquared() float64 { return q.Dot(q) }

// Normalized returns q scaled to length 1; NaN for the zero quaternion. Godot:
// Quaternion.normalized.
func (q Quaternion) Normalized() Quaternion { return q.Divf(q.Length()) }

// IsNormalized reports whether the square of the length is within 0.001 of 1.
// Godot: Quaternion.is_normalized.
func (q Quaternion) IsNormalized() bool { return isUnit(q.LengthSquared()) }

// Inverse returns the turn back; q must have length 1. Godot: Quaternion.inverse.
func (q Quaternion) Inverse() Quaternion { return Quaternion{-q.X, -q.Y, -q.Z, q.W} }

// Xform returns v turned; q must have length 1. Godot: Quaternion * Vector3.
func (q Quaternion) Xform(v Vector3) Vector3 {
	u := q.vector()
	uv := u.Cross(v)
	return v.Add(uv.Mulf(q.W).Add(u.Cross(uv)).Mulf(2))
}

// XformInv returns v turned back; q must have length 1. Godot: Vector3 *
// Quaternion.
func (q Quaternion) XformInv(v Vector3) Vector3 { return q.Inverse().Xform(v) }

// Axis returns the unit vector about which q turns; nearly zero if q hardly turns.
// Godot: Quaternion.get_axis.
func (q Quaternion) Axis() Vector3 {
	if math.Abs(q.W) > 1-Epsilon {
		return q.vector()
	}
	return q.vector().Divf(math.Sqrt(1 - float64(q.W*q.W)))
}

// Angle returns the angle by which q turns, in radians from 0 to 2 Pi. Godot:
// Quaternion.get_angle.
func (q Quaternion) Angle() float64 { return 2 * acos(q.W) }

// AngleTo returns the angle between two turns in radians, from 0 to Pi. Godot:
// Quaternion.angle_to.
func (q Quaternion) AngleTo(to Quaternion) float64 {
	d := q.Dot(to)
	return acos(float64(d*d*2) - 1)
}

// Euler returns the angles about the axes, in radians; see [Basis.Euler]. Godot:
// Quaternion.get_euler ([EulerOrderYXZ] by default there).
func (q Quaternion) Euler(order EulerOrder) Vector3 { return BasisFromQuaternion(q).Euler(order) }

// Log returns the axis times the angle in X, Y and Z, and 0 in W. Godot:
// Quaternion.log.
func (q Quaternion) Log() Quaternion { return quaternionOf(q.Axis().Mulf(q.Angle()), 0) }

// Exp returns the turn of which X, Y and Z are the axis times the angle, whatever W
// is: the inverse of [Quaternion.Log]. Godot: Quaternion.exp.
func (q Quaternion) Exp() Quaternion {
	v := q.vector()
	angle := v.Length()
	if angle < Epsilon || !v.Normalized().IsNormalized() {
		return QuaternionIdentity
	}
	return QuaternionFromAxisAngle(v, angle)
}

// Slerp returns the turn at weight on the shortest way from q to to; both must have
// length 1. Godot: Quaternion.slerp.
func (q Quaternion) Slerp(to Quaternion, weight float64) Quaternion {
	cos := q.Dot(to)
	if cos < 0 { // the same turn, nearer
		cos, to = -cos, to.Neg()
	}
	if 1-cos <= Epsilon { // too near for the sines
		return q.Mulf(1 - weight).Add(to.Mulf(weight))
	}
	angle := math.Acos(cos)
	sin := math.Sin(angle)
	return q.Mulf(math.Sin((1-weight)*angle) / sin).Add(to.Mulf(math.Sin(weight*angle) / sin))
}

// Slerpni returns the turn at weight between q and to without looking for the
// shortest way; both must have length 1. Turns that nearly agree, or nearly are
// opposite, give q. Godot: Quaternion.slerpni.
func (q Quaternion) Slerpni(to Quaternion, weight float64) Quaternion {
	cos := q.Dot(to)
	if math.Abs(cos) > 0.9999 {
		return q
	}
	angle := acos(cos)
	sin := math.Sin(angle)
	return q.Mulf(math.Sin((1-weight)*angle) / sin).Add(to.Mulf(math.Sin(weight*angle) / sin))
}

// SphericalCubicInterpolate returns the turn at weight on the smooth way from q to b
// that pre comes before and post after. Godot:
// Quaternion.spherical_cubic_interpolate.
func (q Quaternion) SphericalCubicInterpolate(b, pre, post Quaternion, weight float64) Quaternion {
	return q.cubic(b, pre, post, weight, func(from, to, before, after float64) float64 {
		return CubicInterpolate(from, to, before, after, weight)
	})
}

// SphericalCubicInterpolateInTime is [Quaternion.SphericalCubicInterpolate] for
// turns that are not evenly spaced: bTime, preTime and postTime are the times of b,
// pre and post where q is at 0. Godot:
// Quaternion.spherical_cubic_interpolate_in_time.
func (q Quaternion) SphericalCubicInterpolateInTime(b, pre, post Quaternion, weight, bTime, preTime, postTime float64) Quaternion {
	return q.cubic(b, pre, post, weight, func(from, to, before, after float64) float64 {
		return CubicInterpolateInTime(from, to, before, after, weight, bTime, preTime, postTime)
	})
}

// At returns component i: 0 is X, 3 is W. An index outside of 0 to 3 gives 0. Godot:
// Quaternion[i].
func (q Quaternion) At(i int) float64 { return Vector4(q).At(i) }

// With returns q with component i set to x; an index outside of 0 to 3 changes
// nothing. Godot: q[i] = x.
func (q Quaternion) With(i int, x float64) Quaternion { return Quaternion(Vector4(q).With(i, x)) }

// Array returns the components in order. [QuaternionFromArray] is its inverse.
func (q Quaternion) Array() [4]float64 { return [4]float64{q.X, q.Y, q.Z, q.W} }

// Rounded32 returns q with each component rounded to single precision: what a
// single-precision packet makes of it.
func (q Quaternion) Rounded32() Quaternion { return Quaternion(Vector4(q).Rounded32()) }

// cubic runs curve over the logarithms of the turns, once seen from q and once from
// b, and blends: a logarithm is ambiguous far away from where it is taken.
func (q Quaternion) cubic(b, pre, post Quaternion, weight float64, curve func(from, to, before, after float64) float64) Quaternion {
	q, b, pre, post = q.cleaned(), b.cleaned(), pre.cleaned(), post.cleaned()
	if math.Signbit(q.Dot(pre)) {
		pre = pre.Neg()
	}
	turned := math.Signbit(q.Dot(b))
	if turned {
		b = b.Neg()
	}
	if d := b.Dot(post); turned && d <= 0 || !turned && math.Signbit(d) {
		post = post.Neg()
	}
	seenFrom := func(center Quaternion) Quaternion {
		back := center.Inverse()
		from, to := back.Mul(q).Log(), back.Mul(b).Log()
		before, after := back.Mul(pre).Log(), back.Mul(post).Log()
		if center == q {
			from = Quaternion{}
		} else {
			to = Quaternion{}
		}
		return center.Mul(Quaternion{
			X: curve(from.X, to.X, before.X, after.X),
			Y: curve(from.Y, to.Y, before.Y, after.Y),
			Z: curve(from.Z, to.Z, before.Z, after.Z),
		}.Exp())
	}
	return seenFrom(q).Slerp(seenFrom(b), weight)
}

// cleaned returns q by way of a basis, which also makes its length 1.
func (q Quaternion) cleaned() Quaternion { return BasisFromQuaternion(q).RotationQuaternion() }

// vector returns (X, Y, Z).
func (q Quaternion) vector() Vector3 { return Vector3{q.X, q.Y, q.Z} }

// quaternionOf returns the quaternion of the vector (X, Y, Z) and W.
func quaternionOf(v Vector3, w float64) Quaternion { return Quaternion{v.X, v.Y, v.Z, w} }
