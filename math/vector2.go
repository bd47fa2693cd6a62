package math

import (
	"math"

	"godotvariant/variant"
)

// Vector2 is a point, direction or size in two dimensions: two float64
// components. In Godot's 2D space X points right and Y points down.
//
// The zero value is the zero vector, as in Godot. Two vectors are equal (==) as
// in Godot: 0 equals -0, NaN equals nothing.
//
// Godot: Vector2, type ID 5 in Godot 3 and 4. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  float    X
//	     8       4  float    Y
//
// In double precision each float takes 8 bytes, 16 in all.
type Vector2 struct {
	X, Y float64
}

var _ variant.Variant = Vector2{}

// The indices of the components, for [Vector2.At] and the results of
// [Vector2.MaxAxisIndex]. Godot: Vector2.AXIS_X and so on.
const (
	Vector2AxisX = 0
	Vector2AxisY = 1
)

// The constants of Vector2. They are variables because Go has no constants of
// struct types; do not assign to them.
var (
	// Vector2Zero is the zero vector. Godot: Vector2.ZERO.
	Vector2Zero = Vector2{X: 0, Y: 0}
	// Vector2One is all components 1. Godot: Vector2.ONE.
	Vector2One = Vector2{X: 1, Y: 1}
	// Vector2Inf has all components infinite. Godot: Vector2.INF.
	Vector2Inf = Vector2{X: Inf, Y: Inf}
	// Vector2Left is the direction left. Godot: Vector2.LEFT.
	Vector2Left = Vector2{X: -1, Y: 0}
	// Vector2Right is the direction right. Godot: Vector2.RIGHT.
	Vector2Right = Vector2{X: 1, Y: 0}
	// Vector2Up is the direction up: Y points down in 2D. Godot: Vector2.UP.
	Vector2Up = Vector2{X: 0, Y: -1}
	// Vector2Down is the direction down: Y points down in 2D. Godot: Vector2.DOWN.
	Vector2Down = Vector2{X: 0, Y: 1}
)

// V2 is short for a Vector2 literal: V2(1, 2).
func V2(x, y float64) Vector2 { return Vector2{x, y} }

// Vector2FromArray returns the vector of the two components in order.
func Vector2FromArray(a [2]float64) Vector2 { return Vector2{a[0], a[1]} }

// Vector2FromAngle returns the unit vector at angle radians from the X axis,
// turning towards Y: Vector2FromAngle(0) is right. Godot: Vector2.from_angle.
func Vector2FromAngle(angle float64) Vector2 {
	sin, cos := math.Sincos(angle)
	return Vector2{cos, sin}
}

// Type returns [variant.TypeVector2].
func (Vector2) Type() variant.Type { return variant.TypeVector2 }

// Encode writes the payload. The errors are the Writer's.
func (v Vector2) Encode(w *variant.Writer) error {
	return kernel.Reals2(w, v.X, v.Y)
}

// Decode reads a payload. The errors are the Reader's.
func (Vector2) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, readVector2(r))
}

func (v Vector2) write(w *variant.Writer) {
	kernel.Reals2(w, v.X, v.Y)
}

func readVector2(r *variant.Reader) Vector2 {
	var c [2]float64
	r.Reals(c[:])
	return Vector2FromArray(c)
}

// String returns the vector as Godot's constructor text: Vector2(0.1, 1).
func (v Vector2) String() string { return textOf("Vector2", v.X, v.Y) }

// GoString returns the vector as Go source, for %#v.
func (v Vector2) GoString() string {
	return goStruct("Vector2", "X", goFloat(v.X), "Y", goFloat(v.Y))
}

// Vector2i returns v with the fractions cut off; a component that int32 cannot hold
// becomes the least int32, as it does in the engine on common processors.
// Godot: Vector2i(Vector2).
func (v Vector2) Vector2i() Vector2i { return Vector2i{truncInt32(v.X), truncInt32(v.Y)} }

// At returns component i: 0 is X, 1 is Y. An index outside of 0 to 1 gives 0.
// Godot: Vector2[i].
func (v Vector2) At(i int) float64 {
	switch i {
	case 0:
		return v.X
	case 1:
		return v.Y
	}
	return 0
}

// With returns v with component i set to x; an index outside of 0 to 1 changes
// nothing. Godot: v[i] = x.
func (v Vector2) With(i int, x float64) Vector2 {
	switch i {
	case 0:
		v.X = x
	case 1:
		v.Y = x
	}
	return v
}

// Array returns the components in order. [Vector2FromArray] is its inverse.
func (v Vector2) Array() [2]float64 { return [2]float64{v.X, v.Y} }

// Rounded32 returns v with each component rounded to single precision: what a
// single-precision packet makes of it.
func (v Vector2) Rounded32() Vector2 { return Vector2{round32(v.X), round32(v.Y)} }

// Add returns v + b. Godot: operator +.
func (v Vector2) Add(b Vector2) Vector2 { return Vector2{v.X + b.X, v.Y + b.Y} }

// Sub returns v - b. Godot: operator -.
func (v Vector2) Sub(b Vector2) Vector2 { return Vector2{v.X - b.X, v.Y - b.Y} }

// Mul returns the product component by component. Godot: operator * with Vector2.
func (v Vector2) Mul(b Vector2) Vector2 { return Vector2{float64(v.X * b.X), float64(v.Y * b.Y)} }

// Mulf returns v scaled by f. Godot: operator * with float or int.
func (v Vector2) Mulf(f float64) Vector2 { return Vector2{float64(v.X * f), float64(v.Y * f)} }

// Div returns the quotient component by component; division by zero gives an
// infinity or NaN. Godot: operator / with Vector2.
func (v Vector2) Div(b Vector2) Vector2 { return Vector2{v.X / b.X, v.Y / b.Y} }

// Divf returns v divided by f. Godot: operator / with float or int.
func (v Vector2) Divf(f float64) Vector2 { return Vector2{v.X / f, v.Y / f} }

// Neg returns -v. Godot: unary operator -.
func (v Vector2) Neg() Vector2 { return Vector2{-v.X, -v.Y} }

// Compare returns -1, 0 or +1 as v is less than, equal to or greater than b, by
// X first, then by the next component; it fits slices.SortFunc. A comparison
// with NaN counts as equal. Godot: operators <, <=, > and >=.
func (v Vector2) Compare(b Vector2) int {
	if v.X != b.X {
		return order(v.X, b.X)
	}
	return order(v.Y, b.Y)
}
