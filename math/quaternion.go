package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Quaternion is a rotation in three dimensions. X, Y and Z are the rotation axis times the sine of
// half the angle. W is the cosine of half the angle. A rotation has length 1, and q and -q are the
// same rotation.
//
// The zero value is not a rotation. Godot's default is [QuaternionIdentity].
//
// Godot: Quaternion, type ID 15 in Godot 4; Quat, type ID 10 in Godot 3. Payload in single
// precision:
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

// QuaternionIdentity is the rotation by angle 0. It is a variable because Go has no struct
// constants; do not assign to it. Godot: Quaternion.IDENTITY, also Quaternion().
var QuaternionIdentity = Quaternion{W: 1}

// QuaternionFromAxisAngle returns the rotation about axis by angle radians, counterclockwise when
// axis points towards the viewer. The length of axis does not matter, but for a zero axis the
// result is the zero Quaternion. Godot: Quaternion(axis, angle); in Godot 3 axis must have length
// 1.
func QuaternionFromAxisAngle(axis Vector3, angle float64) Quaternion {
	l := axis.Length()
	if l == 0 {
		return Quaternion{}
	}
	sin, cos := math.Sincos(angle / 2)
	return quaternionOf(axis.Mulf(sin/l), cos)
}

// QuaternionFromArc returns the shortest rotation that turns the direction of the first vector into
// the direction of the second vector. If the directions are opposite, the axis is any perpendicular
// vector. Godot: Quaternion(arc_from, arc_to).
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

// QuaternionFromBasis returns the rotation b, which must be a pure rotation. For a scaled basis use
// [Basis.RotationQuaternion]. Godot: Quaternion(basis).
func QuaternionFromBasis(b Basis) Quaternion {
	x := b.X.X
	y := b.Y.Y

	z := b.Z.Z
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

// BasisFromQuaternion returns the rotation q. The length of q does not matter unless it is 0.
// Godot: Basis(quaternion).
func BasisFromQuaternion(q Quaternion) Basis {
	v := q.vector().Mulf(2 / q.LengthSquared())
	x := v.Mulf(q.X)
	y := v.Mulf(q.Y)
	z := v.Mulf(q.Z)

	w := v.Mulf(q.W)
	return Basis{
		Vector3{1 - (y.Y + z.Z), x.Y + w.Z, x.Z - w.Y},
		Vector3{x.Y - w.Z, 1 - (x.X + z.Z), y.Z + w.X},
		Vector3{x.Z + w.Y, y.Z - w.X, 1 - (x.X + y.Y)},
	}
}

// RotationQuaternion returns the rotation of b without scale, shear and mirroring. Godot:
// Basis.get_rotation_quaternion; Godot 3: get_rotation_quat.
func (b Basis) RotationQuaternion() Quaternion {
	m := b.Orthonormalized()
	if m.Determinant() < 0 {
		m = m.Mulf(-1)
	}
	return QuaternionFromBasis(m)
}

// Slerp returns the rotation between b (weight 0) and the other basis (weight 1), along the
// shortest path, and interpolates the lengths of the rows. Both bases must be pure rotations, or
// scale all axes by the same factor. Godot: Basis.slerp; in Godot 3 both must be pure rotations.
func (b Basis) Slerp(to Basis, weight float64) Basis {
	turn := BasisFromQuaternion(QuaternionFromBasis(b).Slerp(QuaternionFromBasis(to), weight))
	rows, toRows := b.Transposed(), to.Transposed()
	return turn.Scaled(Vector3{
		Lerp(rows.X.Length(), toRows.X.Length(), weight),
		Lerp(rows.Y.Length(), toRows.Y.Length(), weight),
		Lerp(rows.Z.Length(), toRows.Z.Length(), weight),
	})
}

// QuaternionFromEuler returns the rotation by three Euler angles in radians, in the order YXZ.
// Godot: Quaternion.from_euler; Godot 3: Quat(euler).
func QuaternionFromEuler(euler Vector3) Quaternion {
	y := QuaternionFromAxisAngle(Vector3{Y: 1}, euler.Y)
	x := QuaternionFromAxisAngle(Vector3{X: 1}, euler.X)
	z := QuaternionFromAxisAngle(Vector3{Z: 1}, euler.Z)
	return y.Mul(x).Mul(z)
}

// QuaternionFromArray returns the quaternion with the components of a, in order.
func QuaternionFromArray(a [4]float64) Quaternion { return Quaternion{a[0], a[1], a[2], a[3]} }

// Type returns [variant.TypeQuaternion].
func (Quaternion) Type() variant.Type { return variant.TypeQuaternion }

// Encode writes the payload; see [variant.Variant].
func (q Quaternion) Encode(w *variant.Writer) error {
	return (*wire.Writer)(w).Reals4(q.X, q.Y, q.Z, q.W)
}

// Decode reads a payload; see [variant.Variant].
func (Quaternion) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Quaternion(readVector4(r)))
}

// String returns the quaternion as Godot's constructor text: Quaternion(0, 0, 0, 1).
func (q Quaternion) String() string { return textOf("Quaternion", q.X, q.Y, q.Z, q.W) }

// GoString returns the quaternion as Go source, for %#v.
func (q Quaternion) GoString() string {
	return goStruct("Quaternion", "X", goFloat(q.X), "Y", goFloat(q.Y), "Z", goFloat(q.Z), "W",
		goFloat(q.W))
}

// Add returns q + b, component by component. Godot: operator +.
func (q Quaternion) Add(b Quaternion) Quaternion { return Quaternion(Vector4(q).Add(Vector4(b))) }

// Sub returns q - b, component by component. Godot: operator -.
func (q Quaternion) Sub(b Quaternion) Quaternion { return Quaternion(Vector4(q).Sub(Vector4(b))) }

// Mul returns the rotation that applies b first, then q. Godot: operator * with Quaternion.
func (q Quaternion) Mul(b Quaternion) Quaternion {
	u, v := q.vector(), b.vector()
	sum := v.Mulf(q.W).Add(u.Mulf(b.W)).Add(u.Cross(v))
	return quaternionOf(sum, float64(q.W*b.W)-u.Dot(v))
}

// Mulf returns q with each component multiplied by f. Godot: operator * with float or int.
func (q Quaternion) Mulf(f float64) Quaternion { return Quaternion(Vector4(q).Mulf(f)) }

// Divf returns q with each component divided by f. Godot: operator / with float or int.
func (q Quaternion) Divf(f float64) Quaternion { return Quaternion(Vector4(q).Divf(f)) }

// Neg returns -q, which is the same rotation. Godot: unary operator -.
func (q Quaternion) Neg() Quaternion { return Quaternion{-q.X, -q.Y, -q.Z, -q.W} }

// IsEqualApprox reports whether each component of q approximately equals the same component of b;
// see [IsEqualApprox]. q and -q are not equal, although they are the same rotation. Godot:
// Quaternion.is_equal_approx.
func (q Quaternion) IsEqualApprox(b Quaternion) bool { return Vector4(q).IsEqualApprox(Vector4(b)) }

// IsFinite reports whether no number of q is infinite or NaN. Godot: Quaternion.is_finite.
func (q Quaternion) IsFinite() bool { return Vector4(q).IsFinite() }

// Dot returns the dot product. For quaternions of length 1 it is the cosine of half the angle
// between the rotations. Godot: Quaternion.dot.
func (q Quaternion) Dot(b Quaternion) float64 { return Vector4(q).Dot(Vector4(b)) }

// Length returns the length. Godot: Quaternion.length.
func (q Quaternion) Length() float64 { return math.Sqrt(q.LengthSquared()) }

// LengthSquared returns the square of the length. Godot: Quaternion.length_squared.
func (q Quaternion) LengthSquared() float64 { return q.Dot(q) }

// Normalized returns q scaled to length 1. All components of the result are NaN if q is zero.
// Godot: Quaternion.normalized.
func (q Quaternion) Normalized() Quaternion { return q.Divf(q.Length()) }

// IsNormalized reports whether the length is 1: its square differs from 1 by less than 0.001.
// Godot: Quaternion.is_normalized.
func (q Quaternion) IsNormalized() bool { return isUnit(q.LengthSquared()) }

// Inverse returns the inverse of the rotation q, which must have length 1. Godot:
// Quaternion.inverse.
func (q Quaternion) Inverse() Quaternion { return Quaternion{-q.X, -q.Y, -q.Z, q.W} }

// Xform returns v rotated by q, which must have length 1. Godot: Quaternion * Vector3; Godot 3:
// xform.
func (q Quaternion) Xform(v Vector3) Vector3 {
	u := q.vector()
	uv := u.Cross(v)
	return v.Add(uv.Mulf(q.W).Add(u.Cross(uv)).Mulf(2))
}

// XformInv returns v rotated by the inverse of q, which must have length 1. Godot: Vector3 *
// Quaternion.
func (q Quaternion) XformInv(v Vector3) Vector3 { return q.Inverse().Xform(v) }

// Axis returns the axis of the rotation q, which must have length 1. The axis has length 1. If the
// angle is near 0 or 2 Pi, the axis is not certain, and the result is nearly the zero vector.
// Godot: Quaternion.get_axis.
func (q Quaternion) Axis() Vector3 {
	if math.Abs(q.W) > 1-Epsilon {
		return q.vector()
	}
	return q.vector().Divf(math.Sqrt(1 - float64(q.W*q.W)))
}

// Angle returns the angle of the rotation in radians, from 0 to 2 Pi. Godot: Quaternion.get_angle.
func (q Quaternion) Angle() float64 { return 2 * acos(q.W) }

// AngleTo returns the angle in radians between q and another rotation, from 0 to Pi. Godot:
// Quaternion.angle_to.
func (q Quaternion) AngleTo(to Quaternion) float64 {
	d := q.Dot(to)
	return acos(float64(d*d*2) - 1)
}

// Euler returns the Euler angles of q in radians; see [Basis.Euler]. Godot: Quaternion.get_euler
// (default order: [EulerOrderYXZ]).
func (q Quaternion) Euler(order EulerOrder) Vector3 { return BasisFromQuaternion(q).Euler(order) }

// Log returns the axis times the angle in X, Y and Z, and 0 in W. Godot: Quaternion.log.
func (q Quaternion) Log() Quaternion { return quaternionOf(q.Axis().Mulf(q.Angle()), 0) }

// Exp returns the rotation for which (X, Y, Z) is the axis times the angle. It ignores W. Exp is
// the inverse of [Quaternion.Log]. Godot: Quaternion.exp.
func (q Quaternion) Exp() Quaternion {
	v := q.vector()
	angle := v.Length()
	if angle < Epsilon || !v.Normalized().IsNormalized() {
		return QuaternionIdentity
	}
	return QuaternionFromAxisAngle(v, angle)
}

// Slerp returns the rotation between q (weight 0) and the other quaternion (weight 1), along the
// shortest path. Both quaternions must have length 1. Godot: Quaternion.slerp.
func (q Quaternion) Slerp(to Quaternion, weight float64) Quaternion {
	cos := q.Dot(to)
	if cos < 0 { // -to is the same rotation, and its path is shorter
		cos = -cos
		to = to.Neg()
	}

	if 1-cos <= Epsilon { // the sine is too small for a division
		return q.Mulf(1 - weight).Add(to.Mulf(weight))
	}

	angle := math.Acos(cos)
	sin := math.Sin(angle)
	return q.Mulf(math.Sin((1-weight)*angle) / sin).Add(to.Mulf(math.Sin(weight*angle) / sin))
}

// Slerpni returns the rotation between q (weight 0) and the other quaternion (weight 1). Unlike
// [Quaternion.Slerp] it does not choose the shorter of the two paths. Both quaternions must have
// length 1. If the quaternions are nearly equal or nearly opposite, Slerpni returns q. Godot:
// Quaternion.slerpni.
func (q Quaternion) Slerpni(to Quaternion, weight float64) Quaternion {
	cos := q.Dot(to)
	if math.Abs(cos) > 0.9999 {
		return q
	}
	angle := acos(cos)
	sin := math.Sin(angle)
	return q.Mulf(math.Sin((1-weight)*angle) / sin).Add(to.Mulf(math.Sin(weight*angle) / sin))
}

// SphericalCubicInterpolate returns the rotation at weight on a smooth curve from q (weight 0) to b
// (weight 1). The argument pre is the rotation before q, and post is the rotation after b. Godot:
// Quaternion.spherical_cubic_interpolate; Godot 3: cubic_slerp, which is another curve.
func (q Quaternion) SphericalCubicInterpolate(b, pre, post Quaternion, weight float64) Quaternion {
	return q.cubic(b, pre, post, weight, func(from, to, before, after float64) float64 {
		return CubicInterpolate(from, to, before, after, weight)
	})
}

// SphericalCubicInterpolateInTime is [Quaternion.SphericalCubicInterpolate] for rotations at uneven
// times. The rotation q is at time 0. The arguments bTime, preTime and postTime are the times of
// the rotations b, pre and post. Godot: Quaternion.spherical_cubic_interpolate_in_time.
func (q Quaternion) SphericalCubicInterpolateInTime(
	b, pre, post Quaternion, weight, bTime, preTime, postTime float64,
) Quaternion {
	return q.cubic(b, pre, post, weight, func(from, to, before, after float64) float64 {
		return CubicInterpolateInTime(from, to, before, after, weight, bTime, preTime, postTime)
	})
}

// At returns component i: 0 is X, 1 is Y, 2 is Z, 3 is W. Any other index gives 0. Godot:
// Quaternion[i].
func (q Quaternion) At(i int) float64 { return Vector4(q).At(i) }

// With returns q with component i set to x. An index out of range changes nothing. Godot: q[i] = x.
func (q Quaternion) With(i int, x float64) Quaternion { return Quaternion(Vector4(q).With(i, x)) }

// Array returns the components in order. [QuaternionFromArray] is its inverse.
func (q Quaternion) Array() [4]float64 { return [4]float64{q.X, q.Y, q.Z, q.W} }

// Rounded32 returns q with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (q Quaternion) Rounded32() Quaternion { return Quaternion(Vector4(q).Rounded32()) }

// cubic interpolates the logarithms of the rotations with the function curve, once relative to q
// and once relative to b. Then it blends the two results, because the logarithm of a large rotation
// is ambiguous.
func (q Quaternion) cubic(
	b, pre, post Quaternion, weight float64, curve func(from, to, before, after float64) float64,
) Quaternion {
	q = q.cleaned()
	b = b.cleaned()
	pre = pre.cleaned()
	post = post.cleaned()

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

// cleaned converts q to a basis and back, which normalizes q.
func (q Quaternion) cleaned() Quaternion { return BasisFromQuaternion(q).RotationQuaternion() }

// vector returns the components X, Y and Z of q.
func (q Quaternion) vector() Vector3 { return Vector3{q.X, q.Y, q.Z} }

// quaternionOf returns the quaternion with the components X, Y and Z of v.
func quaternionOf(v Vector3, w float64) Quaternion { return Quaternion{v.X, v.Y, v.Z, w} }

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (q Quaternion) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, q.X, q.Y, q.Z, q.W) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Quaternion) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Quaternion{c[0], c[1], c[2], c[3]}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (q Quaternion) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (q *Quaternion) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, q) }

// MarshalJSON implements json.Marshaler.
func (q Quaternion) MarshalJSON() ([]byte, error) { return marshal.JSON(q) }

// UnmarshalJSON implements json.Unmarshaler.
func (q *Quaternion) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, q) }
