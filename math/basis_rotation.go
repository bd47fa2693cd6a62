package math

import "math"

// BasisFromAxisAngle returns the turn about the unit vector axis by angle radians,
// counterclockwise seen from the side that axis points to. Godot: Basis(axis,
// angle).
func BasisFromAxisAngle(axis Vector3, angle float64) Basis {
	sin, cos := math.Sincos(angle)
	diagonal := func(a float64) float64 { return float64(a*a) + float64(cos*(1-float64(a*a))) }
	mixed := func(a, b float64) float64 { return float64(a * b * (1 - cos)) }
	xy, xz, yz := mixed(axis.X, axis.Y), mixed(axis.X, axis.Z), mixed(axis.Y, axis.Z)
	x, y, z := float64(axis.X*sin), float64(axis.Y*sin), float64(axis.Z*sin)
	return Basis{
		Vector3{diagonal(axis.X), xy + z, xz - y},
		Vector3{xy - z, diagonal(axis.Y), yz + x},
		Vector3{xz + y, yz - x, diagonal(axis.Z)},
	}
}

// BasisFromQuaternion returns the turn that q stands for; the length of q does not
// matter, unless it is 0. Godot: Basis(quaternion).
func BasisFromQuaternion(q Quaternion) Basis {
	v := q.vector().Mulf(2 / q.LengthSquared())
	x, y, z, w := v.Mulf(q.X), v.Mulf(q.Y), v.Mulf(q.Z), v.Mulf(q.W)
	return Basis{
		Vector3{1 - (y.Y + z.Z), x.Y + w.Z, x.Z - w.Y},
		Vector3{x.Y - w.Z, 1 - (x.X + z.Z), y.Z + w.X},
		Vector3{x.Z + w.Y, y.Z - w.X, 1 - (x.X + y.Y)},
	}
}

// BasisLookingAt returns the turn that points the -Z axis along target, and the Y
// axis as far as possible along up. With useModelFront it is the Z axis that
// points along target. If target and up lie on one line, some other up is taken.
// Godot: Basis.looking_at (up is [Vector3Up] by default there).
func BasisLookingAt(target, up Vector3, useModelFront bool) Basis {
	z := target.Normalized()
	if !useModelFront {
		z = z.Neg()
	}
	x := up.Cross(z)
	if x.IsZeroApprox() {
		x = up.perpendicular()
	}
	x = x.Normalized()
	return Basis{x, z.Cross(x), z}
}

// BasisFromEuler returns the turn by the angles of euler about the axes, in radians,
// applied in the given order. Godot: Basis.from_euler ([EulerOrderYXZ] by default
// there).
func BasisFromEuler(euler Vector3, order EulerOrder) Basis {
	rule := order.rule()
	b := axisTurn(rule.first, euler.At(rule.first))
	b = b.Mul(axisTurn(rule.middle, euler.At(rule.middle)))
	return b.Mul(axisTurn(rule.last, euler.At(rule.last)))
}

// axisTurn returns the turn about the axis with an index.
func axisTurn(axis int, angle float64) Basis {
	sin, cos := math.Sincos(angle)
	switch axis {
	case Vector3AxisX:
		return Basis{Vector3{1, 0, 0}, Vector3{0, cos, sin}, Vector3{0, -sin, cos}}
	case Vector3AxisY:
		return Basis{Vector3{cos, 0, -sin}, Vector3{0, 1, 0}, Vector3{sin, 0, cos}}
	}
	return Basis{Vector3{cos, sin, 0}, Vector3{-sin, cos, 0}, Vector3{0, 0, 1}}
}

// Euler returns the angles about the axes, in radians, that [BasisFromEuler] makes
// into b; b must only turn. The middle angle of the order is between -Pi/2 and
// Pi/2; at these ends one of the other two is 0. Godot: Basis.get_euler
// ([EulerOrderYXZ] by default there).
func (b Basis) Euler(order EulerOrder) Vector3 { return order.rule().angles(b) }

// Scale returns the lengths of the columns, all three negative if b mirrors and 0 if
// the determinant is 0. Godot: Basis.get_scale.
func (b Basis) Scale() Vector3 {
	return Vector3{b.X.Length(), b.Y.Length(), b.Z.Length()}.Mulf(Sign(b.Determinant()))
}

// RotationQuaternion returns the turn in b, leaving aside scale, shear and
// mirroring. Godot: Basis.get_rotation_quaternion.
func (b Basis) RotationQuaternion() Quaternion {
	m := b.Orthonormalized()
	if m.Determinant() < 0 {
		m = m.Mulf(-1)
	}
	return QuaternionFromBasis(m)
}

// Orthonormalized returns b without scale and shear: columns of length 1 at right
// angles. It repairs the rounding errors of many turns. Godot:
// Basis.orthonormalized.
func (b Basis) Orthonormalized() Basis {
	x := b.X.Normalized()
	y := b.Y.Slide(x).Normalized()
	z := b.Z.Sub(x.Mulf(x.Dot(b.Z))).Sub(y.Mulf(y.Dot(b.Z))).Normalized()
	return Basis{x, y, z}
}

// Rotated returns b followed by a turn about the unit vector axis by angle radians.
// Godot: Basis.rotated.
func (b Basis) Rotated(axis Vector3, angle float64) Basis {
	return BasisFromAxisAngle(axis, angle).Mul(b)
}

// Scaled returns b followed by a scaling along the axes. Godot: Basis.scaled.
func (b Basis) Scaled(scale Vector3) Basis {
	return Basis{b.X.Mul(scale), b.Y.Mul(scale), b.Z.Mul(scale)}
}

// ScaledLocal returns b with a scaling along the axes before it. Godot:
// Basis.scaled_local.
func (b Basis) ScaledLocal(scale Vector3) Basis {
	return Basis{b.X.Mulf(scale.X), b.Y.Mulf(scale.Y), b.Z.Mulf(scale.Z)}
}

// Slerp returns the turn at weight on the shortest way from b to to, with the
// lengths of the rows interpolated too. Both must only turn, or scale all axes by
// one factor. Godot: Basis.slerp.
func (b Basis) Slerp(to Basis, weight float64) Basis {
	turn := BasisFromQuaternion(QuaternionFromBasis(b).Slerp(QuaternionFromBasis(to), weight))
	rows, toRows := b.Transposed(), to.Transposed()
	return turn.Scaled(Vector3{
		Lerp(rows.X.Length(), toRows.X.Length(), weight),
		Lerp(rows.Y.Length(), toRows.Y.Length(), weight),
		Lerp(rows.Z.Length(), toRows.Z.Length(), weight),
	})
}
