package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/internal/token"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Basis is a rotation, scaling and shear in three dimensions: a 3 by 3 matrix. X, Y and Z are its
// columns, the images of the unit vectors, as b.x, b.y and b.z in GDScript.
//
// The zero value maps everything to zero. Godot's default is [BasisIdentity].
//
// Godot: Basis, type ID 17 in Godot 4, 12 in Godot 3. The engines write it row by row, so Encode
// and Decode transpose. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  float    X.X
//	     8       4  float    Y.X
//	    12       4  float    Z.X
//	    16       4  float    X.Y
//	    20       4  float    Y.Y
//	    24       4  float    Z.Y
//	    28       4  float    X.Z
//	    32       4  float    Y.Z
//	    36       4  float    Z.Z
//
// In double precision each float takes 8 bytes, 72 in all. In a dialect with
// BasisColumns the payload has the columns instead, as in some published tables.
type Basis struct {
	X, Y, Z Vector3
}

var _ variant.Variant = Basis{}

// The constants of Basis. They are variables because Go has no constants of struct types; do not
// assign to them.
var (
	// BasisIdentity changes nothing. Godot: Basis.IDENTITY, also Basis().
	BasisIdentity = Basis{X: Vector3{X: 1}, Y: Vector3{Y: 1}, Z: Vector3{Z: 1}}
	// BasisFlipX negates X: it mirrors at the YZ plane. Godot: Basis.FLIP_X.
	BasisFlipX = Basis{X: Vector3{X: -1}, Y: Vector3{Y: 1}, Z: Vector3{Z: 1}}
	// BasisFlipY negates Y: it mirrors at the XZ plane. Godot: Basis.FLIP_Y.
	BasisFlipY = Basis{X: Vector3{X: 1}, Y: Vector3{Y: -1}, Z: Vector3{Z: 1}}
	// BasisFlipZ negates Z: it mirrors at the XY plane. Godot: Basis.FLIP_Z.
	BasisFlipZ = Basis{X: Vector3{X: 1}, Y: Vector3{Y: 1}, Z: Vector3{Z: -1}}
)

// BasisFromScale returns the basis that scales the X axis by scale.X, the Y axis by scale.Y and the
// Z axis by scale.Z. Godot: Basis.from_scale.
func BasisFromScale(scale Vector3) Basis {
	return Basis{Vector3{X: scale.X}, Vector3{Y: scale.Y}, Vector3{Z: scale.Z}}
}

// BasisFromAxisAngle returns the rotation by angle radians about axis, which must have length 1. It
// is counterclockwise when axis points towards the viewer. Godot: Basis(axis, angle).
func BasisFromAxisAngle(axis Vector3, angle float64) Basis {
	sin, cos := math.Sincos(angle)
	diagonal := func(a float64) float64 { return float64(a*a) + float64(cos*(1-float64(a*a))) }
	mixed := func(a, b float64) float64 { return float64(a * b * (1 - cos)) }
	xy := mixed(axis.X, axis.Y)
	xz := mixed(axis.X, axis.Z)
	yz := mixed(axis.Y, axis.Z)

	x, y, z := float64(axis.X*sin), float64(axis.Y*sin), float64(axis.Z*sin)
	return Basis{
		Vector3{diagonal(axis.X), xy + z, xz - y},
		Vector3{xy - z, diagonal(axis.Y), yz + x},
		Vector3{xz + y, yz - x, diagonal(axis.Z)},
	}
}

// BasisLookingAt returns the rotation that turns the -Z axis, or with useModelFront the +Z axis, to
// the direction target, and the Y axis as near as possible to the vector up. If the vectors target
// and up are parallel, it uses another vector instead of up. Godot: Basis.looking_at (default up:
// [Vector3Up]).
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

// BasisFromArray returns the basis with the numbers of a, column by column.
func BasisFromArray(a [9]float64) Basis {
	return Basis{Vector3{a[0], a[1], a[2]}, Vector3{a[3], a[4], a[5]}, Vector3{a[6], a[7], a[8]}}
}

// Type returns [variant.TypeBasis].
func (Basis) Type() variant.Type { return variant.TypeBasis }

// Encode writes the payload; see [variant.Variant].
func (b Basis) Encode(w *variant.Writer) error {
	b.write(w)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Basis) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, readBasis(r))
}

func (b Basis) write(w *variant.Writer) {
	if !(*wire.Writer)(w).Format().Spec.BasisColumns {
		b = b.Transposed()
	}
	b.X.Encode(w)
	b.Y.Encode(w)
	b.Z.Encode(w)
}

func readBasis(r *variant.Reader) Basis {
	b := Basis{X: readVector3(r), Y: readVector3(r), Z: readVector3(r)}
	if !(*wire.Reader)(r).Format().Spec.BasisColumns {
		b = b.Transposed()
	}
	return b
}

// String returns the basis as Godot's constructor text, row by row: Basis(1, 0, 0, 0, 1, 0, 0, 0,
// 1).
func (b Basis) String() string {
	rows := b.Transposed().Array()
	return textOf("Basis", rows[:]...)
}

// GoString returns the basis as Go source, for %#v.
func (b Basis) GoString() string {
	return goStruct("Basis", "X", b.X.GoString(), "Y", b.Y.GoString(), "Z", b.Z.GoString())
}

// Mul returns the basis that applies c first, then b. Godot: operator * with Basis.
func (b Basis) Mul(c Basis) Basis { return Basis{b.Xform(c.X), b.Xform(c.Y), b.Xform(c.Z)} }

// Mulf returns b with each number multiplied by f. Godot: operator * with float or int.
func (b Basis) Mulf(f float64) Basis { return Basis{b.X.Mulf(f), b.Y.Mulf(f), b.Z.Mulf(f)} }

// Divf returns b with each number divided by f. Godot: operator / with float or int.
func (b Basis) Divf(f float64) Basis { return Basis{b.X.Divf(f), b.Y.Divf(f), b.Z.Divf(f)} }

// Determinant returns the determinant: the factor by which b scales volumes, negative if b mirrors.
// Godot: Basis.determinant.
func (b Basis) Determinant() float64 { return b.X.Dot(b.Y.Cross(b.Z)) }

// Transposed returns b with rows and columns exchanged. Godot: Basis.transposed.
func (b Basis) Transposed() Basis {
	return Basis{
		Vector3{b.X.X, b.Y.X, b.Z.X},
		Vector3{b.X.Y, b.Y.Y, b.Z.Y},
		Vector3{b.X.Z, b.Y.Z, b.Z.Z},
	}
}

// Inverse returns the inverse of b. If the determinant is 0, the numbers of the result are infinite
// or NaN. Godot: Basis.inverse.
func (b Basis) Inverse() Basis {
	yz := b.Y.Cross(b.Z)
	zx := b.Z.Cross(b.X)
	xy := b.X.Cross(b.Y)
	return basisFromRows(yz, zx, xy).Mulf(1 / b.X.Dot(yz))
}

// IsConformal reports whether the columns are approximately perpendicular and of equal length, so
// that b preserves angles. Godot: Basis.is_conformal.
func (b Basis) IsConformal() bool {
	x2 := b.X.LengthSquared()
	return IsEqualApprox(x2, b.Y.LengthSquared()) && IsEqualApprox(x2, b.Z.LengthSquared()) &&
		IsZeroApprox(b.X.Dot(b.Y)) && IsZeroApprox(b.X.Dot(b.Z)) && IsZeroApprox(b.Y.Dot(b.Z))
}

// IsEqualApprox reports whether each number of b approximately equals the same number of c; see
// [IsEqualApprox]. Godot: Basis.is_equal_approx; Godot 3.2 compares b with the identity instead.
func (b Basis) IsEqualApprox(c Basis) bool {
	return b.X.IsEqualApprox(c.X) && b.Y.IsEqualApprox(c.Y) && b.Z.IsEqualApprox(c.Z)
}

// IsFinite reports whether no number of b is infinite or NaN. Godot: Basis.is_finite.
func (b Basis) IsFinite() bool { return b.X.IsFinite() && b.Y.IsFinite() && b.Z.IsFinite() }

// Xform returns v transformed. Godot: Basis * Vector3; Godot 3: xform.
func (b Basis) Xform(v Vector3) Vector3 {
	return Vector3{
		float64(b.X.X*v.X) + float64(b.Y.X*v.Y) + float64(b.Z.X*v.Z),
		float64(b.X.Y*v.X) + float64(b.Y.Y*v.Y) + float64(b.Z.Y*v.Z),
		float64(b.X.Z*v.X) + float64(b.Y.Z*v.Y) + float64(b.Z.Z*v.Z),
	}
}

// XformInv returns v transformed by the transpose of b, which is its inverse if b is a pure
// rotation. Otherwise use [Basis.Inverse]. Godot: Vector3 * Basis; Godot 3: xform_inv.
func (b Basis) XformInv(v Vector3) Vector3 { return Vector3{b.X.Dot(v), b.Y.Dot(v), b.Z.Dot(v)} }

// TDotX returns the dot product of column X and v. Godot: Basis.tdotx.
func (b Basis) TDotX(v Vector3) float64 { return b.X.Dot(v) }

// TDotY returns the dot product of column Y and v. Godot: Basis.tdoty.
func (b Basis) TDotY(v Vector3) float64 { return b.Y.Dot(v) }

// TDotZ returns the dot product of column Z and v. Godot: Basis.tdotz.
func (b Basis) TDotZ(v Vector3) float64 { return b.Z.Dot(v) }

// Scale returns the lengths of the columns. All three are negative if b mirrors. They are 0 if the
// determinant is 0. Godot: Basis.get_scale.
func (b Basis) Scale() Vector3 {
	return Vector3{b.X.Length(), b.Y.Length(), b.Z.Length()}.Mulf(Sign(b.Determinant()))
}

// Orthonormalized returns b without scale and shear: its columns have length 1 and are
// perpendicular. Use it to remove the rounding errors of many rotations. Godot:
// Basis.orthonormalized.
func (b Basis) Orthonormalized() Basis {
	x := b.X.Normalized()
	y := b.Y.Slide(x).Normalized()
	z := b.Z.Sub(x.Mulf(x.Dot(b.Z))).Sub(y.Mulf(y.Dot(b.Z))).Normalized()
	return Basis{x, y, z}
}

// Rotated returns the basis that applies b, then rotates by angle radians about axis, which must
// have length 1. Godot: Basis.rotated.
func (b Basis) Rotated(axis Vector3, angle float64) Basis {
	return BasisFromAxisAngle(axis, angle).Mul(b)
}

// Scaled returns the basis that applies b, then scales along the axes. Godot: Basis.scaled.
func (b Basis) Scaled(scale Vector3) Basis {
	return Basis{b.X.Mul(scale), b.Y.Mul(scale), b.Z.Mul(scale)}
}

// ScaledLocal returns the basis that scales along the axes, then applies b. Godot:
// Basis.scaled_local.
func (b Basis) ScaledLocal(scale Vector3) Basis {
	return Basis{b.X.Mulf(scale.X), b.Y.Mulf(scale.Y), b.Z.Mulf(scale.Z)}
}

// Outer returns the outer product: the basis with the columns v*b.X, v*b.Y and v*b.Z. Godot:
// Vector3.outer.
func (v Vector3) Outer(b Vector3) Basis {
	return Basis{v.Mulf(b.X), v.Mulf(b.Y), v.Mulf(b.Z)}
}

// Rotated returns v rotated by angle radians about axis, which must have length 1. The rotation is
// counterclockwise when axis points towards the viewer. Godot: Vector3.rotated.
func (v Vector3) Rotated(axis Vector3, angle float64) Vector3 {
	return BasisFromAxisAngle(axis, angle).Xform(v)
}

// Slerp returns v rotated towards the other vector, by the angle between the two vectors times
// weight. The length is interpolated too. If one of the vectors is zero or the vectors are
// parallel, it returns the result of [Vector3.Lerp]. Godot: Vector3.slerp; in Godot 3 both must
// have length 1.
func (v Vector3) Slerp(to Vector3, weight float64) Vector3 {
	from2, to2 := v.LengthSquared(), to.LengthSquared()
	axis := v.Cross(to)

	axis2 := axis.LengthSquared()
	if from2 == 0 || to2 == 0 || axis2 == 0 {
		return v.Lerp(to, weight)
	}

	l := math.Sqrt(from2)
	scale := Lerp(l, math.Sqrt(to2), weight) / l
	angle := v.AngleTo(to) * weight

	return v.Rotated(axis.Divf(math.Sqrt(axis2)), angle).Mulf(scale)
}

// At returns column i: 0 is X, 1 is Y, 2 is Z. For any other index it returns the zero vector.
// Godot: Basis[i].
func (b Basis) At(i int) Vector3 {
	switch i {
	case 0:
		return b.X
	case 1:
		return b.Y
	case 2:
		return b.Z
	}

	return Vector3{}
}

// With returns b with column i set to c. An index out of range changes nothing. Godot: b[i] = c.
func (b Basis) With(i int, c Vector3) Basis {
	switch i {
	case 0:
		b.X = c
	case 1:
		b.Y = c
	case 2:
		b.Z = c
	}

	return b
}

// Array returns the numbers column by column. [BasisFromArray] is its inverse.
func (b Basis) Array() [9]float64 {
	return [9]float64{b.X.X, b.X.Y, b.X.Z, b.Y.X, b.Y.Y, b.Y.Z, b.Z.X, b.Z.Y, b.Z.Z}
}

// Rounded32 returns b with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (b Basis) Rounded32() Basis {
	return Basis{b.X.Rounded32(), b.Y.Rounded32(), b.Z.Rounded32()}
}

// element returns the number in a row and a column, both counted from 0.
func (b Basis) element(row, column int) float64 { return b.At(column).At(row) }

// basisFromRows returns the basis with the given rows.
func basisFromRows(a, b, c Vector3) Basis { return Basis{a, b, c}.Transposed() }

// ToArgs writes the arguments of the constructor, row by row in text and axis by axis in JSON; see
// [variant.Constructible].
func (b Basis) ToArgs(w notation.ArgsWriter) {
	if w.RowMajor() {
		b = b.Transposed()
	}
	token.PutPart(w, b.X)
	token.PutPart(w, b.Y)
	token.PutPart(w, b.Z)
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Basis) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 9)
	return basisFromArgs(c, a.RowMajor())
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (b Basis) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *Basis) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, b) }

// MarshalJSON implements json.Marshaler.
func (b Basis) MarshalJSON() ([]byte, error) { return marshal.JSON(b) }

// UnmarshalJSON implements json.Unmarshaler.
func (b *Basis) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, b) }

func basisFromArgs(c []float64, rowMajor bool) Basis {
	b := Basis{Vector3{c[0], c[1], c[2]}, Vector3{c[3], c[4], c[5]}, Vector3{c[6], c[7], c[8]}}
	if rowMajor {
		b = b.Transposed()
	}
	return b
}
