package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Transform2D is a rotation, scaling, skew and translation in two dimensions. X and Y are the
// columns of a 2 by 2 matrix: the images of the unit vectors. Origin is the image of (0, 0).
//
// The zero value maps everything to (0, 0). Godot's default is [Transform2DIdentity].
//
// Godot: Transform2D, type ID 11 in Godot 4, 8 in Godot 3. Payload in single precision, column by
// column:
//
//	offset  length  type     field
//	     4       4  float    X.X
//	     8       4  float    X.Y
//	    12       4  float    Y.X
//	    16       4  float    Y.Y
//	    20       4  float    Origin.X
//	    24       4  float    Origin.Y
//
// In double precision each float takes 8 bytes, 48 in all.
type Transform2D struct {
	X, Y, Origin Vector2
}

var _ variant.Variant = Transform2D{}

// The constants of Transform2D. They are variables because Go has no constants of struct types; do
// not assign to them.
var (
	// Transform2DIdentity changes nothing. Godot: Transform2D.IDENTITY, also Transform2D().
	Transform2DIdentity = Transform2D{X: Vector2{X: 1}, Y: Vector2{Y: 1}}
	// Transform2DFlipX negates X: it mirrors at the Y axis. Godot: Transform2D.FLIP_X.
	Transform2DFlipX = Transform2D{X: Vector2{X: -1}, Y: Vector2{Y: 1}}
	// Transform2DFlipY negates Y: it mirrors at the X axis. Godot: Transform2D.FLIP_Y.
	Transform2DFlipY = Transform2D{X: Vector2{X: 1}, Y: Vector2{Y: -1}}
)

// Transform2DFromRotation returns the transform that rotates by rotation radians, then adds origin.
// Godot: Transform2D(rotation, position).
func Transform2DFromRotation(rotation float64, origin Vector2) Transform2D {
	sin, cos := math.Sincos(rotation)
	return Transform2D{Vector2{cos, sin}, Vector2{-sin, cos}, origin}
}

// Transform2DFromRotationScaleSkew returns the transform with the given rotation and skew in
// radians, scale and origin. Godot: Transform2D(rotation, scale, skew, position).
func Transform2DFromRotationScaleSkew(rotation float64, scale Vector2, skew float64,
	origin Vector2) Transform2D {
	return Transform2D{
		Vector2FromAngle(rotation).Mulf(scale.X),
		Vector2FromAngle(rotation + skew).Orthogonal().Mulf(-scale.Y),
		origin,
	}
}

// Transform2DFromArray returns the transform with the numbers of a, column by column.
func Transform2DFromArray(a [6]float64) Transform2D {
	return Transform2D{Vector2{a[0], a[1]}, Vector2{a[2], a[3]}, Vector2{a[4], a[5]}}
}

// Type returns [variant.TypeTransform2D].
func (Transform2D) Type() variant.Type { return variant.TypeTransform2D }

// Encode writes the payload; see [variant.Variant].
func (t Transform2D) Encode(w *variant.Writer) error {
	t.X.Encode(w)
	t.Y.Encode(w)
	t.Origin.Encode(w)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Transform2D) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Transform2D{X: readVector2(r), Y: readVector2(r),
		Origin: readVector2(r)})
}

// String returns the transform as Godot's constructor text, column by column: Transform2D(1, 0, 0,
// 1, 10, 20).
func (t Transform2D) String() string {
	a := t.Array()
	return textOf("Transform2D", a[:]...)
}

// GoString returns the transform as Go source, for %#v.
func (t Transform2D) GoString() string {
	return goStruct("Transform2D", "X", t.X.GoString(), "Y", t.Y.GoString(), "Origin",
		t.Origin.GoString())
}

// Mul returns the transform that applies b first, then t. Godot: operator * with Transform2D.
func (t Transform2D) Mul(b Transform2D) Transform2D {
	return Transform2D{t.BasisXform(b.X), t.BasisXform(b.Y), t.Xform(b.Origin)}
}

// Mulf returns t with each number multiplied by f, the origin too. Godot: operator * with float or
// int.
func (t Transform2D) Mulf(f float64) Transform2D {
	return Transform2D{t.X.Mulf(f), t.Y.Mulf(f), t.Origin.Mulf(f)}
}

// Divf returns t with each number divided by f, the origin too. Godot: operator / with float or
// int.
func (t Transform2D) Divf(f float64) Transform2D {
	return Transform2D{t.X.Divf(f), t.Y.Divf(f), t.Origin.Divf(f)}
}

// Determinant returns the determinant of the columns X and Y: the factor by which t scales areas,
// negative if t mirrors. Godot: Transform2D.determinant.
func (t Transform2D) Determinant() float64 { return t.X.Cross(t.Y) }

// Inverse returns the inverse of t, which must not scale or skew. If t does, use
// [Transform2D.AffineInverse]. Godot: Transform2D.inverse.
func (t Transform2D) Inverse() Transform2D {
	inv := Transform2D{X: Vector2{t.X.X, t.Y.X}, Y: Vector2{t.X.Y, t.Y.Y}}
	inv.Origin = inv.BasisXform(t.Origin.Neg())
	return inv
}

// AffineInverse returns the inverse of t. If the determinant is 0, the numbers of the result are
// infinite or NaN. Godot: Transform2D.affine_inverse.
func (t Transform2D) AffineInverse() Transform2D {
	d := 1 / t.Determinant()
	inv := Transform2D{X: Vector2{t.Y.Y * d, -t.X.Y * d}, Y: Vector2{-t.Y.X * d, t.X.X * d}}
	inv.Origin = inv.BasisXform(t.Origin.Neg())
	return inv
}

// IsConformal reports whether the columns are approximately perpendicular and of equal length, so
// that t preserves angles. Godot: Transform2D.is_conformal.
func (t Transform2D) IsConformal() bool {
	turned := IsEqualApprox(t.X.X, t.Y.Y) && IsEqualApprox(t.X.Y, -t.Y.X)
	mirrored := IsEqualApprox(t.X.X, -t.Y.Y) && IsEqualApprox(t.X.Y, t.Y.X)
	return turned || mirrored
}

// IsEqualApprox reports whether each number of t approximately equals the same number of b; see
// [IsEqualApprox]. Godot: Transform2D.is_equal_approx.
func (t Transform2D) IsEqualApprox(b Transform2D) bool {
	return t.X.IsEqualApprox(b.X) && t.Y.IsEqualApprox(b.Y) && t.Origin.IsEqualApprox(b.Origin)
}

// IsFinite reports whether no number of t is infinite or NaN. Godot: Transform2D.is_finite.
func (t Transform2D) IsFinite() bool {
	return t.X.IsFinite() && t.Y.IsFinite() && t.Origin.IsFinite()
}

// Xform returns v transformed. Godot: Transform2D * Vector2; Godot 3: xform.
func (t Transform2D) Xform(v Vector2) Vector2 { return t.BasisXform(v).Add(t.Origin) }

// XformInv returns v transformed by the inverse of t, which must not scale or skew. If t does, use
// [Transform2D.AffineInverse]. Godot: Vector2 * Transform2D; Godot 3: xform_inv.
func (t Transform2D) XformInv(v Vector2) Vector2 { return t.BasisXformInv(v.Sub(t.Origin)) }

// BasisXform returns v transformed by the columns X and Y, without the origin. Godot:
// Transform2D.basis_xform.
func (t Transform2D) BasisXform(v Vector2) Vector2 {
	return Vector2{
		float64(t.X.X*v.X) + float64(t.Y.X*v.Y),
		float64(t.X.Y*v.X) + float64(t.Y.Y*v.Y),
	}
}

// BasisXformInv returns v transformed by the transpose of the columns X and Y, without the origin.
// It is the inverse of [Transform2D.BasisXform] if t does not scale or skew. Godot:
// Transform2D.basis_xform_inv.
func (t Transform2D) BasisXformInv(v Vector2) Vector2 { return Vector2{t.X.Dot(v), t.Y.Dot(v)} }

// XformRect2 returns the smallest rectangle that contains r transformed by t. Godot: Transform2D *
// Rect2; Godot 3: xform.
func (t Transform2D) XformRect2(r Rect2) Rect2 { return r.mapped(t.Xform) }

// XformInvRect2 returns the smallest rectangle that contains r transformed by
// [Transform2D.XformInv]. Godot: Rect2 * Transform2D; Godot 3: xform_inv.
func (t Transform2D) XformInvRect2(r Rect2) Rect2 { return r.mapped(t.XformInv) }

// XformPoints returns a new slice with each point transformed by t. Godot: Transform2D *
// PackedVector2Array; Godot 3: xform.
func (t Transform2D) XformPoints(points []Vector2) []Vector2 { return mapped(points, t.Xform) }

// XformInvPoints returns a new slice with each point transformed by [Transform2D.XformInv]. Godot:
// PackedVector2Array * Transform2D; Godot 3: xform_inv.
func (t Transform2D) XformInvPoints(points []Vector2) []Vector2 {
	return mapped(points, t.XformInv)
}

// Rotation returns the angle of the X column in radians. Godot: Transform2D.get_rotation.
func (t Transform2D) Rotation() float64 { return t.X.Angle() }

// WithRotation returns t with the rotation set to angle radians. The scale does not change, and the
// skew becomes 0. Godot: Node2D.rotation; in C++ set_rotation.
func (t Transform2D) WithRotation(angle float64) Transform2D {
	return Transform2DFromRotationScaleSkew(angle, t.Scale(), 0, t.Origin)
}

// Scale returns the lengths of the columns X and Y. The length of Y is negative if t mirrors. It is
// 0 if the determinant is 0. Godot: Transform2D.get_scale.
func (t Transform2D) Scale() Vector2 {
	return Vector2{t.X.Length(), Sign(t.Determinant()) * t.Y.Length()}
}

// Skew returns the angle between the columns X and Y minus Pi/2, in radians. If t mirrors, it is
// the angle between X and -Y minus Pi/2. Godot: Transform2D.get_skew.
func (t Transform2D) Skew() float64 {
	y := t.Y.Normalized().Mulf(Sign(t.Determinant()))
	return acos(t.X.Normalized().Dot(y)) - Pi/2
}

// Orthonormalized returns t without scale and skew: its columns have length 1 and are
// perpendicular. Godot: Transform2D.orthonormalized.
func (t Transform2D) Orthonormalized() Transform2D {
	x := t.X.Normalized()
	return Transform2D{x, t.Y.Slide(x).Normalized(), t.Origin}
}

// Rotated returns the transform that applies t, then rotates about (0, 0) by angle radians. This
// moves the origin. Godot: Transform2D.rotated.
func (t Transform2D) Rotated(angle float64) Transform2D {
	return Transform2DFromRotation(angle, Vector2{}).Mul(t)
}

// RotatedLocal returns the transform that rotates by angle radians, then applies t. The origin does
// not change. Godot: Transform2D.rotated_local.
func (t Transform2D) RotatedLocal(angle float64) Transform2D {
	return t.Mul(Transform2DFromRotation(angle, Vector2{}))
}

// Scaled returns the transform that applies t, then scales along the axes. This moves the origin.
// Godot: Transform2D.scaled.
func (t Transform2D) Scaled(scale Vector2) Transform2D {
	return Transform2D{t.X.Mul(scale), t.Y.Mul(scale), t.Origin.Mul(scale)}
}

// ScaledLocal returns the transform that first scales along the axes and then applies t. It has the
// origin of t. Godot: Transform2D.scaled_local.
func (t Transform2D) ScaledLocal(scale Vector2) Transform2D {
	return Transform2D{t.X.Mulf(scale.X), t.Y.Mulf(scale.Y), t.Origin}
}

// Translated returns the transform that applies t, then adds offset. Godot: Transform2D.translated;
// the translated of Godot 3 is [Transform2D.TranslatedLocal].
func (t Transform2D) Translated(offset Vector2) Transform2D {
	return Transform2D{t.X, t.Y, t.Origin.Add(offset)}
}

// TranslatedLocal returns the transform that adds offset, then applies t. Godot:
// Transform2D.translated_local; Godot 3: translated.
func (t Transform2D) TranslatedLocal(offset Vector2) Transform2D {
	return Transform2D{t.X, t.Y, t.Xform(offset)}
}

// LookingAt returns the transform with the same origin, without scale, whose X axis points to
// target. The point target is in the coordinate system to which t maps. Godot:
// Transform2D.looking_at.
func (t Transform2D) LookingAt(target Vector2) Transform2D {
	local := t.AffineInverse().Xform(target).Mul(t.Scale())
	return Transform2DFromRotation(t.Rotation()+local.Angle(), t.Origin)
}

// InterpolateWith returns the transform between t (weight 0) and the other transform (weight 1).
// Rotation and skew take the shorter path. Scale and origin are interpolated linearly. Godot:
// Transform2D.interpolate_with; in Godot 3 the skew is lost, and the scale acts after the rotation.
func (t Transform2D) InterpolateWith(to Transform2D, weight float64) Transform2D {
	return Transform2DFromRotationScaleSkew(
		LerpAngle(t.Rotation(), to.Rotation(), weight),
		t.Scale().Lerp(to.Scale(), weight),
		LerpAngle(t.Skew(), to.Skew(), weight),
		t.Origin.Lerp(to.Origin, weight),
	)
}

// At returns column i: 0 is X, 1 is Y, 2 is Origin. For any other index it returns the zero vector.
// Godot: Transform2D[i].
func (t Transform2D) At(i int) Vector2 {
	switch i {
	case 0:
		return t.X
	case 1:
		return t.Y
	case 2:
		return t.Origin
	}

	return Vector2{}
}

// With returns t with column i set to c. An index out of range changes nothing. Godot: t[i] = c.
func (t Transform2D) With(i int, c Vector2) Transform2D {
	switch i {
	case 0:
		t.X = c
	case 1:
		t.Y = c
	case 2:
		t.Origin = c
	}

	return t
}

// Array returns the numbers column by column. [Transform2DFromArray] is its inverse.
func (t Transform2D) Array() [6]float64 {
	return [6]float64{t.X.X, t.X.Y, t.Y.X, t.Y.Y, t.Origin.X, t.Origin.Y}
}

// Rounded32 returns t with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (t Transform2D) Rounded32() Transform2D {
	return Transform2D{t.X.Rounded32(), t.Y.Rounded32(), t.Origin.Rounded32()}
}

// mapped returns a new slice with f(p) for each point p.
func mapped[V any](points []V, f func(V) V) []V {
	out := make([]V, len(points))
	for i, p := range points {
		out[i] = f(p)
	}
	return out
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (t Transform2D) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, t.X)
	token.PutPart(w, t.Y)
	token.PutPart(w, t.Origin)
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Transform2D) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 6)
	return Transform2D{Vector2{c[0], c[1]}, Vector2{c[2], c[3]}, Vector2{c[4], c[5]}}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (t Transform2D) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Transform2D) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, t) }

// MarshalJSON implements json.Marshaler.
func (t Transform2D) MarshalJSON() ([]byte, error) { return marshal.JSON(t) }

// UnmarshalJSON implements json.Unmarshaler.
func (t *Transform2D) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, t) }
