package math

import (
	"math"

	"godotvariant/variant"
)

// Transform2D is a move, turn, scaling and skew in two dimensions: the columns X
// and Y of a 2 by 2 matrix, which are where the unit vectors go, and Origin, which
// is where (0, 0) goes.
//
// The zero value maps everything to (0, 0). Godot's default is
// [Transform2DIdentity].
//
// Godot: Transform2D, type ID 11 in Godot 4, 8 in Godot 3. Payload in single
// precision, column after column:
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

// The constants of Transform2D. They are variables because Go has no constants of
// struct types; do not assign to them.
var (
	// Transform2DIdentity changes nothing. Godot: Transform2D.IDENTITY, and the
	// default Transform2D().
	Transform2DIdentity = Transform2D{X: Vector2{X: 1}, Y: Vector2{Y: 1}}
	// Transform2DFlipX mirrors along the X axis. Godot: Transform2D.FLIP_X.
	Transform2DFlipX = Transform2D{X: Vector2{X: -1}, Y: Vector2{Y: 1}}
	// Transform2DFlipY mirrors along the Y axis. Godot: Transform2D.FLIP_Y.
	Transform2DFlipY = Transform2D{X: Vector2{X: 1}, Y: Vector2{Y: -1}}
)

// Transform2DFromRotation returns the turn by rotation radians followed by the move
// to origin. Godot: Transform2D(rotation, position).
func Transform2DFromRotation(rotation float64, origin Vector2) Transform2D {
	sin, cos := math.Sincos(rotation)
	return Transform2D{Vector2{cos, sin}, Vector2{-sin, cos}, origin}
}

// Transform2DFromRotationScaleSkew returns the transform with the given rotation
// and skew in radians, scale and origin. Godot: Transform2D(rotation, scale, skew,
// position).
func Transform2DFromRotationScaleSkew(rotation float64, scale Vector2, skew float64, origin Vector2) Transform2D {
	return Transform2D{
		Vector2FromAngle(rotation).Mulf(scale.X),
		Vector2FromAngle(rotation + skew).Orthogonal().Mulf(-scale.Y),
		origin,
	}
}

// Type returns [variant.TypeTransform2D].
func (Transform2D) Type() variant.Type { return variant.TypeTransform2D }

// Encode writes the payload. The errors are the Writer's.
func (t Transform2D) Encode(w *variant.Writer) error {
	t.X.write(w)
	t.Y.write(w)
	t.Origin.write(w)
	return w.Err()
}

// Decode reads a payload. The errors are the Reader's.
func (Transform2D) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Transform2D{X: readVector2(r), Y: readVector2(r), Origin: readVector2(r)})
}

// String returns the transform as Godot's constructor text, column after column:
// Transform2D(1, 0, 0, 1, 10, 20).
func (t Transform2D) String() string {
	a := t.Array()
	return textOf("Transform2D", a[:]...)
}

// GoString returns the transform as Go source, for %#v.
func (t Transform2D) GoString() string {
	return goStruct("Transform2D", "X", t.X.GoString(), "Y", t.Y.GoString(), "Origin", t.Origin.GoString())
}

// At returns column i: 0 is X, 1 is Y, 2 is Origin. An index outside of 0 to 2
// gives zero. Godot: Transform2D[i].
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

// With returns t with column i set to c; an index outside of 0 to 2 changes
// nothing. Godot: t[i] = c.
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

// Array returns the numbers column after column. [Transform2DFromArray] is its
// inverse.
func (t Transform2D) Array() [6]float64 {
	return [6]float64{t.X.X, t.X.Y, t.Y.X, t.Y.Y, t.Origin.X, t.Origin.Y}
}

// Transform2DFromArray returns the transform of the numbers column after column.
func Transform2DFromArray(a [6]float64) Transform2D {
	return Transform2D{Vector2{a[0], a[1]}, Vector2{a[2], a[3]}, Vector2{a[4], a[5]}}
}

// Rounded32 returns t with each number rounded to single precision: what a
// single-precision packet makes of it.
func (t Transform2D) Rounded32() Transform2D {
	return Transform2D{t.X.Rounded32(), t.Y.Rounded32(), t.Origin.Rounded32()}
}

// Mul returns the transform that applies b first, then t. Godot: operator * with
// Transform2D.
func (t Transform2D) Mul(b Transform2D) Transform2D {
	return Transform2D{t.BasisXform(b.X), t.BasisXform(b.Y), t.Xform(b.Origin)}
}

// Mulf returns t with every number multiplied by f, the origin too. Godot: operator
// * with float or int.
func (t Transform2D) Mulf(f float64) Transform2D {
	return Transform2D{t.X.Mulf(f), t.Y.Mulf(f), t.Origin.Mulf(f)}
}

// Divf returns t with every number divided by f, the origin too. Godot: operator /
// with float or int.
func (t Transform2D) Divf(f float64) Transform2D {
	return Transform2D{t.X.Divf(f), t.Y.Divf(f), t.Origin.Divf(f)}
}

// Xform returns v transformed. Godot: Transform2D * Vector2.
func (t Transform2D) Xform(v Vector2) Vector2 { return t.BasisXform(v).Add(t.Origin) }

// XformInv returns v transformed by the inverse of t, which must not scale or skew:
// otherwise use [Transform2D.AffineInverse]. Godot: Vector2 * Transform2D.
func (t Transform2D) XformInv(v Vector2) Vector2 { return t.BasisXformInv(v.Sub(t.Origin)) }

// BasisXform returns v turned and scaled but not moved. Godot:
// Transform2D.basis_xform.
func (t Transform2D) BasisXform(v Vector2) Vector2 {
	return Vector2{
		float64(t.X.X*v.X) + float64(t.Y.X*v.Y),
		float64(t.X.Y*v.X) + float64(t.Y.Y*v.Y),
	}
}

// BasisXformInv returns v turned by the inverse of t, which must not scale or skew,
// but not moved. Godot: Transform2D.basis_xform_inv.
func (t Transform2D) BasisXformInv(v Vector2) Vector2 { return Vector2{t.X.Dot(v), t.Y.Dot(v)} }

// XformRect2 returns the smallest rectangle that holds r transformed. Godot:
// Transform2D * Rect2.
func (t Transform2D) XformRect2(r Rect2) Rect2 {
	c := r.corners()
	return boundsOf2([4]Vector2{t.Xform(c[0]), t.Xform(c[1]), t.Xform(c[2]), t.Xform(c[3])})
}

// XformInvRect2 returns the smallest rectangle that holds r transformed by
// [Transform2D.XformInv]. Godot: Rect2 * Transform2D.
func (t Transform2D) XformInvRect2(r Rect2) Rect2 {
	c := r.corners()
	return boundsOf2([4]Vector2{t.XformInv(c[0]), t.XformInv(c[1]), t.XformInv(c[2]), t.XformInv(c[3])})
}

// XformPoints returns a new slice with all points transformed. Godot: Transform2D
// * PackedVector2Array.
func (t Transform2D) XformPoints(points []Vector2) []Vector2 {
	out := make([]Vector2, len(points))
	for i, p := range points {
		out[i] = t.Xform(p)
	}
	return out
}

// XformInvPoints returns a new slice with all points transformed by
// [Transform2D.XformInv]. Godot: PackedVector2Array * Transform2D.
func (t Transform2D) XformInvPoints(points []Vector2) []Vector2 {
	out := make([]Vector2, len(points))
	for i, p := range points {
		out[i] = t.XformInv(p)
	}
	return out
}
