package math

import "math"

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

// IsEqualApprox reports whether all components are equal as [IsEqualApprox] has it; q
// and -q are not. Godot: Quaternion.is_equal_approx.
func (q Quaternion) IsEqualApprox(b Quaternion) bool { return Vector4(q).IsEqualApprox(Vector4(b)) }

// IsFinite reports whether no component is infinite or NaN. Godot:
// Quaternion.is_finite.
func (q Quaternion) IsFinite() bool { return Vector4(q).IsFinite() }

// Inverse returns the turn back; q must have length 1. Godot: Quaternion.inverse.
func (q Quaternion) Inverse() Quaternion { return Quaternion{-q.X, -q.Y, -q.Z, q.W} }

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
