package math

import (
	"godotvariant/internal/marshal"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Transform3D is a rotation, scaling, shear and translation in three dimensions. Origin is the
// image of (0, 0, 0).
//
// The zero value maps everything to (0, 0, 0). Godot's default is [Transform3DIdentity].
//
// Godot: Transform3D, type ID 18 in Godot 4; Transform, type ID 13 in Godot 3. Payload in single
// precision:
//
//	offset  length  type     field
//	     4      36  Basis    the payload of a Basis
//	    40       4  float    Origin.X
//	    44       4  float    Origin.Y
//	    48       4  float    Origin.Z
//
// In double precision each float takes 8 bytes, 96 in all.
type Transform3D struct {
	Basis  Basis
	Origin Vector3
}

var _ variant.Variant = Transform3D{}

// The constants of Transform3D. They are variables because Go has no constants of struct types; do
// not assign to them.
var (
	// Transform3DIdentity changes nothing. Godot: Transform3D.IDENTITY, also Transform3D().
	Transform3DIdentity = Transform3D{Basis: BasisIdentity}
	// Transform3DFlipX negates X: it mirrors at the YZ plane. Godot: Transform3D.FLIP_X.
	Transform3DFlipX = Transform3D{Basis: BasisFlipX}
	// Transform3DFlipY negates Y: it mirrors at the XZ plane. Godot: Transform3D.FLIP_Y.
	Transform3DFlipY = Transform3D{Basis: BasisFlipY}
	// Transform3DFlipZ negates Z: it mirrors at the XY plane. Godot: Transform3D.FLIP_Z.
	Transform3DFlipZ = Transform3D{Basis: BasisFlipZ}
)

// NewTransform3D returns the transform with three columns and an origin. Godot: Transform3D(x_axis,
// y_axis, z_axis, origin).
func NewTransform3D(x, y, z, origin Vector3) Transform3D {
	return Transform3D{Basis{x, y, z}, origin}
}

// Transform3DFromBasis returns the transform with a basis and an origin. Godot: Transform3D(basis,
// origin).
func Transform3DFromBasis(basis Basis, origin Vector3) Transform3D {
	return Transform3D{basis, origin}
}

// Transform3DFromArray returns the transform with the numbers of a, column by column.
func Transform3DFromArray(a [12]float64) Transform3D {
	return Transform3D{BasisFromArray([9]float64(a[:9])), Vector3{a[9], a[10], a[11]}}
}

// Type returns [variant.TypeTransform3D].
func (Transform3D) Type() variant.Type { return variant.TypeTransform3D }

// Encode writes the payload; see [variant.Variant].
func (t Transform3D) Encode(w *variant.Writer) error {
	t.Basis.write(w)
	t.Origin.Encode(w)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Transform3D) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Transform3D{Basis: readBasis(r), Origin: readVector3(r)})
}

// String returns the transform as Godot's constructor text, the basis row by row, then the origin:
// Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 20, 30).
func (t Transform3D) String() string {
	a := Transform3D{t.Basis.Transposed(), t.Origin}.Array()
	return textOf("Transform3D", a[:]...)
}

// GoString returns the transform as Go source, for %#v.
func (t Transform3D) GoString() string {
	return goStruct("Transform3D", "Basis", t.Basis.GoString(), "Origin", t.Origin.GoString())
}

// Mul returns the transform that applies b first, then t. Godot: operator * with Transform3D.
func (t Transform3D) Mul(b Transform3D) Transform3D {
	return Transform3D{t.Basis.Mul(b.Basis), t.Xform(b.Origin)}
}

// Mulf returns t with each number multiplied by f, the origin too. Godot: operator * with float or
// int.
func (t Transform3D) Mulf(f float64) Transform3D {
	return Transform3D{t.Basis.Mulf(f), t.Origin.Mulf(f)}
}

// Divf returns t with each number divided by f, the origin too. Godot: operator / with float or
// int.
func (t Transform3D) Divf(f float64) Transform3D {
	return Transform3D{t.Basis.Divf(f), t.Origin.Divf(f)}
}

// Inverse returns the inverse of t, which must not scale or shear. If t does, use
// [Transform3D.AffineInverse]. Godot: Transform3D.inverse.
func (t Transform3D) Inverse() Transform3D {
	b := t.Basis.Transposed()
	return Transform3D{b, b.Xform(t.Origin.Neg())}
}

// AffineInverse returns the inverse of t. If the determinant is 0, the numbers of the result are
// infinite or NaN. Godot: Transform3D.affine_inverse.
func (t Transform3D) AffineInverse() Transform3D {
	b := t.Basis.Inverse()
	return Transform3D{b, b.Xform(t.Origin.Neg())}
}

// IsEqualApprox reports whether each number of t approximately equals the same number of b; see
// [IsEqualApprox]. Godot: Transform3D.is_equal_approx.
func (t Transform3D) IsEqualApprox(b Transform3D) bool {
	return t.Basis.IsEqualApprox(b.Basis) && t.Origin.IsEqualApprox(b.Origin)
}

// IsFinite reports whether no number of t is infinite or NaN. Godot: Transform3D.is_finite.
func (t Transform3D) IsFinite() bool { return t.Basis.IsFinite() && t.Origin.IsFinite() }

// Xform returns v transformed. Godot: Transform3D * Vector3; Godot 3: xform.
func (t Transform3D) Xform(v Vector3) Vector3 { return t.Basis.Xform(v).Add(t.Origin) }

// XformInv returns v transformed by the inverse of t, which must not scale or shear. If t does, use
// [Transform3D.AffineInverse]. Godot: Vector3 * Transform3D; Godot 3: xform_inv.
func (t Transform3D) XformInv(v Vector3) Vector3 { return t.Basis.XformInv(v.Sub(t.Origin)) }

// XformPlane returns p transformed by t, with a normal of length 1. Godot: Transform3D * Plane;
// Godot 3: xform, which is right only if t scales all axes by the same factor.
func (t Transform3D) XformPlane(p Plane) Plane {
	normal := t.Basis.Inverse().Transposed().Xform(p.Normal).Normalized()
	return PlaneFromPoint(normal, t.Xform(p.Center()))
}

// XformInvPlane returns p transformed by the inverse of t, with a normal of length 1. For this
// method, t may scale. Godot: Plane * Transform3D; Godot 3: xform_inv, which returns p itself in
// Godot 3.2.
func (t Transform3D) XformInvPlane(p Plane) Plane {
	normal := t.Basis.Transposed().Xform(p.Normal).Normalized()
	return PlaneFromPoint(normal, t.AffineInverse().Xform(p.Center()))
}

// XformAABB returns the smallest box that contains the box a after its transformation by t. Godot:
// Transform3D * AABB; Godot 3: xform.
func (t Transform3D) XformAABB(a AABB) AABB { return a.mapped(t.Xform) }

// XformInvAABB returns the smallest box that contains the box a after its transformation by
// [Transform3D.XformInv]. Godot: AABB * Transform3D; Godot 3: xform_inv.
func (t Transform3D) XformInvAABB(a AABB) AABB { return a.mapped(t.XformInv) }

// XformPoints returns a new slice with each point transformed by t. Godot: Transform3D *
// PackedVector3Array; Godot 3: xform.
func (t Transform3D) XformPoints(points []Vector3) []Vector3 { return mapped(points, t.Xform) }

// XformInvPoints returns a new slice with each point transformed by [Transform3D.XformInv]. Godot:
// PackedVector3Array * Transform3D; Godot 3: xform_inv.
func (t Transform3D) XformInvPoints(points []Vector3) []Vector3 {
	return mapped(points, t.XformInv)
}

// Orthonormalized returns t without scale and shear; see [Basis.Orthonormalized]. Godot:
// Transform3D.orthonormalized.
func (t Transform3D) Orthonormalized() Transform3D {
	return Transform3D{t.Basis.Orthonormalized(), t.Origin}
}

// Rotated returns the transform that applies t, then rotates by angle radians about the line
// through (0, 0, 0) in the direction of axis. This moves the origin. The vector axis must have
// length 1. Godot: Transform3D.rotated.
func (t Transform3D) Rotated(axis Vector3, angle float64) Transform3D {
	turn := BasisFromAxisAngle(axis, angle)
	return Transform3D{turn.Mul(t.Basis), turn.Xform(t.Origin)}
}

// RotatedLocal returns the transform that rotates by angle radians about axis, which must have
// length 1, then applies t. The origin does not change. Godot: Transform3D.rotated_local.
func (t Transform3D) RotatedLocal(axis Vector3, angle float64) Transform3D {
	return Transform3D{t.Basis.Mul(BasisFromAxisAngle(axis, angle)), t.Origin}
}

// Scaled returns the transform that applies t, then scales along the axes. This moves the origin.
// Godot: Transform3D.scaled.
func (t Transform3D) Scaled(scale Vector3) Transform3D {
	return Transform3D{t.Basis.Scaled(scale), t.Origin.Mul(scale)}
}

// ScaledLocal returns the transform that first scales along the axes and then applies t. It has the
// origin of t. Godot: Transform3D.scaled_local.
func (t Transform3D) ScaledLocal(scale Vector3) Transform3D {
	return Transform3D{t.Basis.ScaledLocal(scale), t.Origin}
}

// Translated returns the transform that applies t, then adds offset. Godot: Transform3D.translated;
// the translated of Godot 3 is [Transform3D.TranslatedLocal].
func (t Transform3D) Translated(offset Vector3) Transform3D {
	return Transform3D{t.Basis, t.Origin.Add(offset)}
}

// TranslatedLocal returns the transform that adds offset, then applies t. Godot:
// Transform3D.translated_local; Godot 3: translated.
func (t Transform3D) TranslatedLocal(offset Vector3) Transform3D {
	return Transform3D{t.Basis, t.Xform(offset)}
}

// LookingAt returns the transform with the same origin, without scale, whose -Z axis points to
// target. If useModelFront is true, the +Z axis points to target instead; see [BasisLookingAt].
// Godot: Transform3D.looking_at (default up: [Vector3Up]).
func (t Transform3D) LookingAt(target, up Vector3, useModelFront bool) Transform3D {
	return Transform3D{BasisLookingAt(target.Sub(t.Origin), up, useModelFront), t.Origin}
}

// InterpolateWith returns the transform between t (weight 0) and the other transform (weight 1).
// The rotation takes the shortest path. Scale and origin are interpolated linearly. Shear is lost.
// Godot: Transform3D.interpolate_with.
func (t Transform3D) InterpolateWith(to Transform3D, weight float64) Transform3D {
	turn := t.Basis.RotationQuaternion().Slerp(to.Basis.RotationQuaternion(), weight).Normalized()
	scale := t.Basis.Scale().Lerp(to.Basis.Scale(), weight)
	return Transform3D{BasisFromQuaternion(turn).ScaledLocal(scale),
		t.Origin.Lerp(to.Origin, weight)}
}

// Array returns the numbers column by column. [Transform3DFromArray] is its inverse.
func (t Transform3D) Array() [12]float64 {
	b, o := t.Basis, t.Origin
	return [12]float64{b.X.X, b.X.Y, b.X.Z, b.Y.X, b.Y.Y, b.Y.Z, b.Z.X, b.Z.Y, b.Z.Z, o.X, o.Y, o.Z}
}

// Rounded32 returns t with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (t Transform3D) Rounded32() Transform3D {
	return Transform3D{t.Basis.Rounded32(), t.Origin.Rounded32()}
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (t Transform3D) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, t.Basis)
	token.PutPart(w, t.Origin)
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Transform3D) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 12)
	return Transform3D{basisFromArgs(c, a.RowMajor()), Vector3{c[9], c[10], c[11]}}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (t Transform3D) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Transform3D) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, t) }

// MarshalJSON implements json.Marshaler.
func (t Transform3D) MarshalJSON() ([]byte, error) { return marshal.JSON(t) }

// UnmarshalJSON implements json.Unmarshaler.
func (t *Transform3D) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, t) }
