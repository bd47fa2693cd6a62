package math

// Determinant returns the determinant of the columns X and Y: the factor by which
// areas grow, negative if t mirrors. Godot: Transform2D.determinant.
func (t Transform2D) Determinant() float64 { return t.X.Cross(t.Y) }

// Inverse returns the inverse of t, which must not scale or skew: otherwise use
// [Transform2D.AffineInverse]. Godot: Transform2D.inverse.
func (t Transform2D) Inverse() Transform2D {
	inv := Transform2D{X: Vector2{t.X.X, t.Y.X}, Y: Vector2{t.X.Y, t.Y.Y}}
	inv.Origin = inv.BasisXform(t.Origin.Neg())
	return inv
}

// AffineInverse returns the inverse of t. With a determinant of 0 there is none and
// the numbers are infinite or NaN. Godot: Transform2D.affine_inverse.
func (t Transform2D) AffineInverse() Transform2D {
	d := 1 / t.Determinant()
	inv := Transform2D{X: Vector2{t.Y.Y * d, -t.X.Y * d}, Y: Vector2{-t.Y.X * d, t.X.X * d}}
	inv.Origin = inv.BasisXform(t.Origin.Neg())
	return inv
}

// Rotation returns the angle of the X column in radians. Godot:
// Transform2D.get_rotation.
func (t Transform2D) Rotation() float64 { return t.X.Angle() }

// WithRotation returns t turned so that its rotation is angle radians, with the
// same scale and without skew. Godot: Node2D.rotation; in C++ set_rotation.
func (t Transform2D) WithRotation(angle float64) Transform2D {
	return Transform2DFromRotationScaleSkew(angle, t.Scale(), 0, t.Origin)
}

// Scale returns the lengths of the columns, the one of Y negative if t mirrors and 0
// if the determinant is 0. Godot: Transform2D.get_scale.
func (t Transform2D) Scale() Vector2 {
	return Vector2{t.X.Length(), Sign(t.Determinant()) * t.Y.Length()}
}

// Skew returns by how many radians the angle between the columns differs from a
// right angle. Godot: Transform2D.get_skew.
func (t Transform2D) Skew() float64 {
	y := t.Y.Normalized().Mulf(Sign(t.Determinant()))
	return acos(t.X.Normalized().Dot(y)) - Pi/2
}

// Orthonormalized returns t without scale and skew: columns of length 1 at right
// angles. Godot: Transform2D.orthonormalized.
func (t Transform2D) Orthonormalized() Transform2D {
	x := t.X.Normalized()
	return Transform2D{x, t.Y.Slide(x).Normalized(), t.Origin}
}

// Rotated returns t followed by a turn of angle radians about (0, 0); the origin
// moves too. Godot: Transform2D.rotated.
func (t Transform2D) Rotated(angle float64) Transform2D {
	return Transform2DFromRotation(angle, Vector2{}).Mul(t)
}

// RotatedLocal returns t with a turn of angle radians before it; the origin stays.
// Godot: Transform2D.rotated_local.
func (t Transform2D) RotatedLocal(angle float64) Transform2D {
	return t.Mul(Transform2DFromRotation(angle, Vector2{}))
}

// Scaled returns t followed by a scaling from (0, 0); the origin moves too. Godot:
// Transform2D.scaled.
func (t Transform2D) Scaled(scale Vector2) Transform2D {
	return Transform2D{t.X.Mul(scale), t.Y.Mul(scale), t.Origin.Mul(scale)}
}

// ScaledLocal returns t with a scaling before it; the origin stays. Godot:
// Transform2D.scaled_local.
func (t Transform2D) ScaledLocal(scale Vector2) Transform2D {
	return Transform2D{t.X.Mulf(scale.X), t.Y.Mulf(scale.Y), t.Origin}
}

// Translated returns t followed by a move by offset. Godot: Transform2D.translated.
func (t Transform2D) Translated(offset Vector2) Transform2D {
	return Transform2D{t.X, t.Y, t.Origin.Add(offset)}
}

// TranslatedLocal returns t with a move by offset before it. Godot:
// Transform2D.translated_local.
func (t Transform2D) TranslatedLocal(offset Vector2) Transform2D {
	return Transform2D{t.X, t.Y, t.Xform(offset)}
}

// LookingAt returns the transform at the same origin, without scale, whose X axis
// points to target, a point in the coordinates that t maps to. Godot:
// Transform2D.looking_at.
func (t Transform2D) LookingAt(target Vector2) Transform2D {
	local := t.AffineInverse().Xform(target).Mul(t.Scale())
	return Transform2DFromRotation(t.Rotation()+local.Angle(), t.Origin)
}

// InterpolateWith returns the transform at weight on the way from t to to: rotation
// and skew take the shorter turn, scale and origin a straight line. Godot:
// Transform2D.interpolate_with.
func (t Transform2D) InterpolateWith(to Transform2D, weight float64) Transform2D {
	return Transform2DFromRotationScaleSkew(
		LerpAngle(t.Rotation(), to.Rotation(), weight),
		t.Scale().Lerp(to.Scale(), weight),
		LerpAngle(t.Skew(), to.Skew(), weight),
		t.Origin.Lerp(to.Origin, weight),
	)
}

// IsConformal reports whether the columns are approximately at right angles and of
// one length, so that t keeps shapes. Godot: Transform2D.is_conformal.
func (t Transform2D) IsConformal() bool {
	turned := IsEqualApprox(t.X.X, t.Y.Y) && IsEqualApprox(t.X.Y, -t.Y.X)
	mirrored := IsEqualApprox(t.X.X, -t.Y.Y) && IsEqualApprox(t.X.Y, t.Y.X)
	return turned || mirrored
}

// IsEqualApprox reports whether all numbers are equal as [IsEqualApprox] has it.
// Godot: Transform2D.is_equal_approx.
func (t Transform2D) IsEqualApprox(b Transform2D) bool {
	return t.X.IsEqualApprox(b.X) && t.Y.IsEqualApprox(b.Y) && t.Origin.IsEqualApprox(b.Origin)
}

// IsFinite reports whether no number is infinite or NaN. Godot:
// Transform2D.is_finite.
func (t Transform2D) IsFinite() bool {
	return t.X.IsFinite() && t.Y.IsFinite() && t.Origin.IsFinite()
}
