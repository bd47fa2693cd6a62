package math

// Inverse returns the inverse of t, which must not scale or shear: otherwise use
// [Transform3D.AffineInverse]. Godot: Transform3D.inverse.
func (t Transform3D) Inverse() Transform3D {
	b := t.Basis.Transposed()
	return Transform3D{b, b.Xform(t.Origin.Neg())}
}

// AffineInverse returns the inverse of t. With a determinant of 0 there is none and
// the numbers are infinite or NaN. Godot: Transform3D.affine_inverse.
func (t Transform3D) AffineInverse() Transform3D {
	b := t.Basis.Inverse()
	return Transform3D{b, b.Xform(t.Origin.Neg())}
}

// Orthonormalized returns t without scale and shear. Godot:
// Transform3D.orthonormalized.
func (t Transform3D) Orthonormalized() Transform3D {
	return Transform3D{t.Basis.Orthonormalized(), t.Origin}
}

// Rotated returns t followed by a turn about the unit vector axis by angle radians;
// the origin moves too. Godot: Transform3D.rotated.
func (t Transform3D) Rotated(axis Vector3, angle float64) Transform3D {
	turn := BasisFromAxisAngle(axis, angle)
	return Transform3D{turn.Mul(t.Basis), turn.Xform(t.Origin)}
}

// RotatedLocal returns t with a turn before it; the origin stays. Godot:
// Transform3D.rotated_local.
func (t Transform3D) RotatedLocal(axis Vector3, angle float64) Transform3D {
	return Transform3D{t.Basis.Mul(BasisFromAxisAngle(axis, angle)), t.Origin}
}

// Scaled returns t followed by a scaling from (0, 0, 0); the origin moves too.
// Godot: Transform3D.scaled.
func (t Transform3D) Scaled(scale Vector3) Transform3D {
	return Transform3D{t.Basis.Scaled(scale), t.Origin.Mul(scale)}
}

// ScaledLocal returns t with a scaling before it; the origin stays. Godot:
// Transform3D.scaled_local.
func (t Transform3D) ScaledLocal(scale Vector3) Transform3D {
	return Transform3D{t.Basis.ScaledLocal(scale), t.Origin}
}

// Translated returns t followed by a move by offset. Godot: Transform3D.translated.
func (t Transform3D) Translated(offset Vector3) Transform3D {
	return Transform3D{t.Basis, t.Origin.Add(offset)}
}

// TranslatedLocal returns t with a move by offset before it. Godot:
// Transform3D.translated_local.
func (t Transform3D) TranslatedLocal(offset Vector3) Transform3D {
	return Transform3D{t.Basis, t.Xform(offset)}
}

// LookingAt returns the transform at the same origin, without scale, whose -Z axis
// points to target; see [BasisLookingAt]. Godot: Transform3D.looking_at (up is
// [Vector3Up] by default there).
func (t Transform3D) LookingAt(target, up Vector3, useModelFront bool) Transform3D {
	return Transform3D{BasisLookingAt(target.Sub(t.Origin), up, useModelFront), t.Origin}
}

// InterpolateWith returns the transform at weight on the way from t to to: the turn
// takes the shortest way, scale and origin a straight line; shear is lost. Godot:
// Transform3D.interpolate_with.
func (t Transform3D) InterpolateWith(to Transform3D, weight float64) Transform3D {
	turn := t.Basis.RotationQuaternion().Slerp(to.Basis.RotationQuaternion(), weight).Normalized()
	scale := t.Basis.Scale().Lerp(to.Basis.Scale(), weight)
	return Transform3D{BasisFromQuaternion(turn).ScaledLocal(scale), t.Origin.Lerp(to.Origin, weight)}
}

// IsEqualApprox reports whether all numbers are equal as [IsEqualApprox] has it.
// Godot: Transform3D.is_equal_approx.
func (t Transform3D) IsEqualApprox(b Transform3D) bool {
	return t.Basis.IsEqualApprox(b.Basis) && t.Origin.IsEqualApprox(b.Origin)
}

// IsFinite reports whether no number is infinite or NaN. Godot:
// Transform3D.is_finite.
func (t Transform3D) IsFinite() bool { return t.Basis.IsFinite() && t.Origin.IsFinite() }
