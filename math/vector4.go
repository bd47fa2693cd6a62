package math

import "godotvariant/variant"

// Vector4 is four float64 components: a point in homogeneous coordinates, a row
// of a shader's uniforms.
//
// The zero value is the zero vector, as in Godot. Two vectors are equal (==) as
// in Godot: 0 equals -0, NaN equals nothing.
//
// Godot: Vector4, type ID 12 in Godot 4; Godot 3 has no such type. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  float    X
//	     8       4  float    Y
//	    12       4  float    Z
//	    16       4  float    W
//
// In double precision each float takes 8 bytes, 32 in all.
type Vector4 struct {
	X, Y, Z, W float64
}

var _ variant.Variant = Vector4{}

// The indices of the components, for [Vector4.At] and the results of
// [Vector4.MaxAxisIndex]. Godot: Vector4.AXIS_X and so on.
const (
	Vector4AxisX = 0
	Vector4AxisY = 1
	Vector4AxisZ = 2
	Vector4AxisW = 3
)

// The constants of Vector4. They are variables because Go has no constants of
// struct types; do not assign to them.
var (
	// Vector4Zero is the zero vector. Godot: Vector4.ZERO.
	Vector4Zero = Vector4{X: 0, Y: 0, Z: 0, W: 0}
	// Vector4One is all components 1. Godot: Vector4.ONE.
	Vector4One = Vector4{X: 1, Y: 1, Z: 1, W: 1}
	// Vector4Inf has all components infinite. Godot: Vector4.INF.
	Vector4Inf = Vector4{X: Inf, Y: Inf, Z: Inf, W: Inf}
)

// V4 is short for a Vector4 literal: V4(1, 2, 3, 4).
func V4(x, y, z, w float64) Vector4 { return Vector4{x, y, z, w} }

// Vector4FromArray returns the vector of the four components in order.
func Vector4FromArray(a [4]float64) Vector4 { return Vector4{a[0], a[1], a[2], a[3]} }

// Type returns [variant.TypeVector4].
func (Vector4) Type() variant.Type { return variant.TypeVector4 }

// Encode writes the payload. The errors are the Writer's.
func (v Vector4) Encode(w *variant.Writer) error {
	return kernel.Reals4(w, v.X, v.Y, v.Z, v.W)
}

// Decode reads a payload. The errors are the Reader's.
func (Vector4) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, readVector4(r))
}

func (v Vector4) write(w *variant.Writer) {
	kernel.Reals4(w, v.X, v.Y, v.Z, v.W)
}

func readVector4(r *variant.Reader) Vector4 {
	var c [4]float64
	r.Reals(c[:])
	return Vector4FromArray(c)
}

// String returns the vector as Godot's constructor text: Vector4(0.1, 1, -2, 3.5).
func (v Vector4) String() string { return textOf("Vector4", v.X, v.Y, v.Z, v.W) }

// GoString returns the vector as Go source, for %#v.
func (v Vector4) GoString() string {
	return goStruct("Vector4", "X", goFloat(v.X), "Y", goFloat(v.Y), "Z", goFloat(v.Z), "W", goFloat(v.W))
}

// Vector4i returns v with the fractions cut off; a component that int32 cannot hold
// becomes the least int32, as it does in the engine on common processors.
// Godot: Vector4i(Vector4).
func (v Vector4) Vector4i() Vector4i {
	return Vector4i{truncInt32(v.X), truncInt32(v.Y), truncInt32(v.Z), truncInt32(v.W)}
}

// At returns component i: 0 is X, 3 is W. An index outside of 0 to 3 gives 0.
// Godot: Vector4[i].
func (v Vector4) At(i int) float64 {
	switch i {
	case 0:
		return v.X
	case 1:
		return v.Y
	case 2:
		return v.Z
	case 3:
		return v.W
	}
	return 0
}

// With returns v with component i set to x; an index outside of 0 to 3 changes
// nothing. Godot: v[i] = x.
func (v Vector4) With(i int, x float64) Vector4 {
	switch i {
	case 0:
		v.X = x
	case 1:
		v.Y = x
	case 2:
		v.Z = x
	case 3:
		v.W = x
	}
	return v
}

// Array returns the components in order. [Vector4FromArray] is its inverse.
func (v Vector4) Array() [4]float64 { return [4]float64{v.X, v.Y, v.Z, v.W} }

// Rounded32 returns v with each component rounded to single precision: what a
// single-precision packet makes of it.
func (v Vector4) Rounded32() Vector4 {
	return Vector4{round32(v.X), round32(v.Y), round32(v.Z), round32(v.W)}
}

// Add returns v + b. Godot: operator +.
func (v Vector4) Add(b Vector4) Vector4 { return Vector4{v.X + b.X, v.Y + b.Y, v.Z + b.Z, v.W + b.W} }

// Sub returns v - b. Godot: operator -.
func (v Vector4) Sub(b Vector4) Vector4 { return Vector4{v.X - b.X, v.Y - b.Y, v.Z - b.Z, v.W - b.W} }

// Mul returns the product component by component. Godot: operator * with Vector4.
func (v Vector4) Mul(b Vector4) Vector4 {
	return Vector4{float64(v.X * b.X), float64(v.Y * b.Y), float64(v.Z * b.Z), float64(v.W * b.W)}
}

// Mulf returns v scaled by f. Godot: operator * with float or int.
func (v Vector4) Mulf(f float64) Vector4 {
	return Vector4{float64(v.X * f), float64(v.Y * f), float64(v.Z * f), float64(v.W * f)}
}

// Div returns the quotient component by component; division by zero gives an
// infinity or NaN. Godot: operator / with Vector4.
func (v Vector4) Div(b Vector4) Vector4 { return Vector4{v.X / b.X, v.Y / b.Y, v.Z / b.Z, v.W / b.W} }

// Divf returns v divided by f. Godot: operator / with float or int.
func (v Vector4) Divf(f float64) Vector4 { return Vector4{v.X / f, v.Y / f, v.Z / f, v.W / f} }

// Neg returns -v. Godot: unary operator -.
func (v Vector4) Neg() Vector4 { return Vector4{-v.X, -v.Y, -v.Z, -v.W} }

// Compare returns -1, 0 or +1 as v is less than, equal to or greater than b, by
// X first, then by the next component; it fits slices.SortFunc. A comparison
// with NaN counts as equal. Godot: operators <, <=, > and >=.
func (v Vector4) Compare(b Vector4) int {
	if v.X != b.X {
		return order(v.X, b.X)
	}
	if v.Y != b.Y {
		return order(v.Y, b.Y)
	}
	if v.Z != b.Z {
		return order(v.Z, b.Z)
	}
	return order(v.W, b.W)
}
