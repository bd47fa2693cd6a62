package math

import "godotvariant/variant"

// Projection is a 4 by 4 matrix, of which X, Y, Z and W are the columns: it takes
// points in the space of a camera to clip space.
//
// The zero value maps everything to zero. Godot's default is [ProjectionIdentity].
//
// Godot: Projection, type ID 19 in Godot 4; Godot 3 has no such type. Payload in
// single precision, column after column:
//
//	offset  length  type     field
//	     4      16  Vector4  X
//	    20      16  Vector4  Y
//	    36      16  Vector4  Z
//	    52      16  Vector4  W
//
// In double precision each float takes 8 bytes, 128 in all.
type Projection struct {
	X, Y, Z, W Vector4
}

var _ variant.Variant = Projection{}

// The indices of the planes of a frustum, for [Projection.ProjectionPlane].
const (
	ProjectionPlaneNear   = 0 // Godot: Projection.PLANE_NEAR
	ProjectionPlaneFar    = 1 // Godot: Projection.PLANE_FAR
	ProjectionPlaneLeft   = 2 // Godot: Projection.PLANE_LEFT
	ProjectionPlaneTop    = 3 // Godot: Projection.PLANE_TOP
	ProjectionPlaneRight  = 4 // Godot: Projection.PLANE_RIGHT
	ProjectionPlaneBottom = 5 // Godot: Projection.PLANE_BOTTOM
)

// The constants of Projection. They are variables because Go has no constants of
// struct types; do not assign to them.
var (
	// ProjectionIdentity changes nothing. Godot: Projection.IDENTITY, and the
	// default Projection().
	ProjectionIdentity = Projection{X: Vector4{X: 1}, Y: Vector4{Y: 1}, Z: Vector4{Z: 1}, W: Vector4{W: 1}}
	// ProjectionZero has all numbers 0. Godot: Projection.ZERO.
	ProjectionZero = Projection{}
)

// ProjectionFromTransform3D returns the matrix that does what t does, its fourth row
// being 0, 0, 0, 1. Godot: Projection(transform).
func ProjectionFromTransform3D(t Transform3D) Projection {
	column := func(v Vector3, w float64) Vector4 { return Vector4{v.X, v.Y, v.Z, w} }
	return Projection{column(t.Basis.X, 0), column(t.Basis.Y, 0), column(t.Basis.Z, 0), column(t.Origin, 1)}
}

// Type returns [variant.TypeProjection].
func (Projection) Type() variant.Type { return variant.TypeProjection }

// Encode writes the payload. The errors are the Writer's.
func (p Projection) Encode(w *variant.Writer) error {
	p.X.write(w)
	p.Y.write(w)
	p.Z.write(w)
	p.W.write(w)
	return w.Err()
}

// Decode reads a payload. The errors are the Reader's.
func (Projection) Decode(r *variant.Reader) (variant.Variant, error) {
	p := Projection{X: readVector4(r), Y: readVector4(r), Z: readVector4(r), W: readVector4(r)}
	return variant.Result(r, p)
}

// String returns the matrix as Godot's constructor text, column after column.
func (p Projection) String() string {
	a := p.Array()
	return textOf("Projection", a[:]...)
}

// GoString returns the matrix as Go source, for %#v.
func (p Projection) GoString() string {
	return goStruct("Projection", "X", p.X.GoString(), "Y", p.Y.GoString(), "Z", p.Z.GoString(), "W", p.W.GoString())
}

// At returns column i: 0 is X, 3 is W. An index outside of 0 to 3 gives zero. Godot:
// Projection[i].
func (p Projection) At(i int) Vector4 {
	switch i {
	case 0:
		return p.X
	case 1:
		return p.Y
	case 2:
		return p.Z
	case 3:
		return p.W
	}
	return Vector4{}
}

// With returns p with column i set to c; an index outside of 0 to 3 changes nothing.
// Godot: p[i] = c.
func (p Projection) With(i int, c Vector4) Projection {
	switch i {
	case 0:
		p.X = c
	case 1:
		p.Y = c
	case 2:
		p.Z = c
	case 3:
		p.W = c
	}
	return p
}

// Array returns the numbers column after column. [ProjectionFromArray] is its
// inverse.
func (p Projection) Array() [16]float64 {
	return [16]float64{
		p.X.X, p.X.Y, p.X.Z, p.X.W, p.Y.X, p.Y.Y, p.Y.Z, p.Y.W,
		p.Z.X, p.Z.Y, p.Z.Z, p.Z.W, p.W.X, p.W.Y, p.W.Z, p.W.W,
	}
}

// ProjectionFromArray returns the matrix of the numbers column after column.
func ProjectionFromArray(a [16]float64) Projection {
	column := func(i int) Vector4 { return Vector4{a[i], a[i+1], a[i+2], a[i+3]} }
	return Projection{column(0), column(4), column(8), column(12)}
}

// Rounded32 returns p with each number rounded to single precision: what a
// single-precision packet makes of it.
func (p Projection) Rounded32() Projection {
	return Projection{p.X.Rounded32(), p.Y.Rounded32(), p.Z.Rounded32(), p.W.Rounded32()}
}

// Mul returns the matrix that applies b first, then p. Godot: operator * with
// Projection.
func (p Projection) Mul(b Projection) Projection {
	return Projection{p.Xform(b.X), p.Xform(b.Y), p.Xform(b.Z), p.Xform(b.W)}
}

// Xform returns v transformed. The point on the screen follows after a division by
// W. Godot: Projection * Vector4.
func (p Projection) Xform(v Vector4) Vector4 {
	return Vector4{
		float64(p.X.X*v.X) + float64(p.Y.X*v.Y) + float64(p.Z.X*v.Z) + float64(p.W.X*v.W),
		float64(p.X.Y*v.X) + float64(p.Y.Y*v.Y) + float64(p.Z.Y*v.Z) + float64(p.W.Y*v.W),
		float64(p.X.Z*v.X) + float64(p.Y.Z*v.Y) + float64(p.Z.Z*v.Z) + float64(p.W.Z*v.W),
		float64(p.X.W*v.X) + float64(p.Y.W*v.Y) + float64(p.Z.W*v.Z) + float64(p.W.W*v.W),
	}
}

// XformInv returns v transformed by the transposed p, which in general is not the
// inverse: for that use [Projection.Inverse]. Godot: Vector4 * Projection.
func (p Projection) XformInv(v Vector4) Vector4 {
	return Vector4{p.X.Dot(v), p.Y.Dot(v), p.Z.Dot(v), p.W.Dot(v)}
}

// Determinant returns the determinant. Godot: Projection.determinant.
func (p Projection) Determinant() float64 {
	a, b := p.minors()
	return float64(a[0]*b[5]) - float64(a[1]*b[4]) + float64(a[2]*b[3]) +
		float64(a[3]*b[2]) - float64(a[4]*b[1]) + float64(a[5]*b[0])
}

// Inverse returns the inverse of p. With a determinant of 0 there is none and the
// numbers are infinite or NaN. Godot: Projection.inverse.
func (p Projection) Inverse() Projection {
	a, b := p.minors()
	d := 1 / p.Determinant()
	// Each number is the sum of three products, with alternating signs.
	mix := func(x, i, y, j, z, k float64) float64 {
		return (float64(x*i) - float64(y*j) + float64(z*k)) * d
	}
	x, y, z, w := p.X, p.Y, p.Z, p.W
	return Projection{
		Vector4{
			mix(y.Y, b[5], y.Z, b[4], y.W, b[3]), -mix(x.Y, b[5], x.Z, b[4], x.W, b[3]),
			mix(w.Y, a[5], w.Z, a[4], w.W, a[3]), -mix(z.Y, a[5], z.Z, a[4], z.W, a[3]),
		},
		Vector4{
			-mix(y.X, b[5], y.Z, b[2], y.W, b[1]), mix(x.X, b[5], x.Z, b[2], x.W, b[1]),
			-mix(w.X, a[5], w.Z, a[2], w.W, a[1]), mix(z.X, a[5], z.Z, a[2], z.W, a[1]),
		},
		Vector4{
			mix(y.X, b[4], y.Y, b[2], y.W, b[0]), -mix(x.X, b[4], x.Y, b[2], x.W, b[0]),
			mix(w.X, a[4], w.Y, a[2], w.W, a[0]), -mix(z.X, a[4], z.Y, a[2], z.W, a[0]),
		},
		Vector4{
			-mix(y.X, b[3], y.Y, b[1], y.Z, b[0]), mix(x.X, b[3], x.Y, b[1], x.Z, b[0]),
			-mix(w.X, a[3], w.Y, a[1], w.Z, a[0]), mix(z.X, a[3], z.Y, a[1], z.Z, a[0]),
		},
	}
}

// minors returns the determinants of the 2 by 2 parts of the columns X and Y, and of
// Z and W, for the row pairs 01, 02, 03, 12, 13, 23.
func (p Projection) minors() (xy, zw [6]float64) {
	pairs := func(a, b Vector4) [6]float64 {
		return [6]float64{
			float64(a.X*b.Y) - float64(a.Y*b.X), float64(a.X*b.Z) - float64(a.Z*b.X),
			float64(a.X*b.W) - float64(a.W*b.X), float64(a.Y*b.Z) - float64(a.Z*b.Y),
			float64(a.Y*b.W) - float64(a.W*b.Y), float64(a.Z*b.W) - float64(a.W*b.Z),
		}
	}
	return pairs(p.X, p.Y), pairs(p.Z, p.W)
}
