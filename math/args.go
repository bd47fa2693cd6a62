package math

import (
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// ToArgs and FromArgs of each type write and read the arguments of its constructor in text
// and JSON.

// ToArgs implements [variant.Constructible].
func (v Vector2) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, v.X, v.Y) }

// FromArgs implements [variant.Constructible].
func (Vector2) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 2)
	return Vector2{c[0], c[1]}
}

// ToArgs implements [variant.Constructible].
func (v Vector2i) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, v.X, v.Y) }

// FromArgs implements [variant.Constructible].
func (Vector2i) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 2)
	return Vector2i{c[0], c[1]}
}

// ToArgs implements [variant.Constructible].
func (r Rect2) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, r.Position)
	token.PutPart(w, r.Size)
}

// FromArgs implements [variant.Constructible].
func (Rect2) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Rect2{Vector2{c[0], c[1]}, Vector2{c[2], c[3]}}
}

// ToArgs implements [variant.Constructible].
func (r Rect2i) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, r.Position)
	token.PutPart(w, r.Size)
}

// FromArgs implements [variant.Constructible].
func (Rect2i) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 4)
	return Rect2i{Vector2i{c[0], c[1]}, Vector2i{c[2], c[3]}}
}

// ToArgs implements [variant.Constructible].
func (v Vector3) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, v.X, v.Y, v.Z) }

// FromArgs implements [variant.Constructible].
func (Vector3) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 3)
	return Vector3{c[0], c[1], c[2]}
}

// ToArgs implements [variant.Constructible].
func (v Vector3i) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, v.X, v.Y, v.Z) }

// FromArgs implements [variant.Constructible].
func (Vector3i) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 3)
	return Vector3i{c[0], c[1], c[2]}
}

// ToArgs implements [variant.Constructible].
func (t Transform2D) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, t.X)
	token.PutPart(w, t.Y)
	token.PutPart(w, t.Origin)
}

// FromArgs implements [variant.Constructible].
func (Transform2D) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 6)
	return Transform2D{Vector2{c[0], c[1]}, Vector2{c[2], c[3]}, Vector2{c[4], c[5]}}
}

// ToArgs implements [variant.Constructible].
func (v Vector4) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, v.X, v.Y, v.Z, v.W) }

// FromArgs implements [variant.Constructible].
func (Vector4) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Vector4{c[0], c[1], c[2], c[3]}
}

// ToArgs implements [variant.Constructible].
func (v Vector4i) ToArgs(w notation.ArgsWriter) {
	notation.PutInt32s(w, v.X, v.Y, v.Z, v.W)
}

// FromArgs implements [variant.Constructible].
func (Vector4i) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 4)
	return Vector4i{c[0], c[1], c[2], c[3]}
}

// ToArgs implements [variant.Constructible].
func (p Plane) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, p.Normal)
	w.Real(p.D)
}

// FromArgs implements [variant.Constructible].
func (Plane) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Plane{Vector3{c[0], c[1], c[2]}, c[3]}
}

// ToArgs implements [variant.Constructible].
func (q Quaternion) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, q.X, q.Y, q.Z, q.W) }

// FromArgs implements [variant.Constructible].
func (Quaternion) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Quaternion{c[0], c[1], c[2], c[3]}
}

// ToArgs implements [variant.Constructible].
func (a AABB) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, a.Position)
	token.PutPart(w, a.Size)
}

// FromArgs implements [variant.Constructible].
func (AABB) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 6)
	return AABB{Vector3{c[0], c[1], c[2]}, Vector3{c[3], c[4], c[5]}}
}

// ToArgs implements [variant.Constructible]. It writes the rows one after another in text,
// the axes in JSON.
func (b Basis) ToArgs(w notation.ArgsWriter) {
	if w.RowMajor() {
		b = b.Transposed()
	}
	token.PutPart(w, b.X)
	token.PutPart(w, b.Y)
	token.PutPart(w, b.Z)
}

// FromArgs implements [variant.Constructible].
func (Basis) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 9)
	return basisFromArgs(c, a.RowMajor())
}

// ToArgs implements [variant.Constructible].
func (t Transform3D) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, t.Basis)
	token.PutPart(w, t.Origin)
}

// FromArgs implements [variant.Constructible].
func (Transform3D) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 12)
	return Transform3D{basisFromArgs(c, a.RowMajor()), Vector3{c[9], c[10], c[11]}}
}

// ToArgs implements [variant.Constructible].
func (p Projection) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, p.X)
	token.PutPart(w, p.Y)
	token.PutPart(w, p.Z)
	token.PutPart(w, p.W)
}

// FromArgs implements [variant.Constructible].
func (Projection) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 16)
	return Projection{vector4(c), vector4(c[4:]), vector4(c[8:]), vector4(c[12:])}
}

// ToArgs implements [variant.Constructible].
func (c Color) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, c.R, c.G, c.B, c.A) }

// FromArgs implements [variant.Constructible].
func (Color) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Color{c[0], c[1], c[2], c[3]}
}

func vector4(c []float64) Vector4 { return Vector4{c[0], c[1], c[2], c[3]} }

func basisFromArgs(c []float64, rowMajor bool) Basis {
	b := Basis{Vector3{c[0], c[1], c[2]}, Vector3{c[3], c[4], c[5]}, Vector3{c[6], c[7], c[8]}}
	if rowMajor {
		b = b.Transposed()
	}
	return b
}
