package math

import "godotvariant/variant"

// Vector3 is a point, direction or scale in three dimensions: three float64
// components. Godot's 3D space is right-handed: X points right, Y points up and
// -Z points forward.
//
// The zero value is the zero vector, as in Godot. Two vectors are equal (==) as
// in Godot: 0 equals -0, NaN equals nothing.
//
// Godot: Vector3, type ID 9 in Godot 4, 7 in Godot 3. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  float    X
//	     8       4  float    Y
//	    12       4  float    Z
//
// In double precision each float takes 8 bytes, 24 in all.
type Vector3 struct {
	X, Y, Z float64
}

var _ variant.Variant = Vector3{}

// The indices of the components, for [Vector3.At] and the results of
// [Vector3.MaxAxisIndex]. Godot: Vector3.AXIS_X and so on.
const (
	Vector3AxisX = 0
	Vector3AxisY = 1
	Vector3AxisZ = 2
)

// The constants of Vector3. They are variables because Go has no constants of
// struct types; do not assign to them.
var (
	// Vector3Zero is the zero vector. Godot: Vector3.ZERO.
	Vector3Zero = Vector3{X: 0, Y: 0, Z: 0}
	// Vector3One is all components 1. Godot: Vector3.ONE.
	Vector3One = Vector3{X: 1, Y: 1, Z: 1}
	// Vector3Inf has all components infinite. Godot: Vector3.INF.
	Vector3Inf = Vector3{X: Inf, Y: Inf, Z: Inf}
	// Vector3Left is the direction left. Godot: Vector3.LEFT.
	Vector3Left = Vector3{X: -1, Y: 0, Z: 0}
	// Vector3Right is the direction right. Godot: Vector3.RIGHT.
	Vector3Right = Vector3{X: 1, Y: 0, Z: 0}
	// Vector3Up is the direction up. Godot: Vector3.UP.
	Vector3Up = Vector3{X: 0, Y: 1, Z: 0}
	// Vector3Down is the direction down. Godot: Vector3.DOWN.
	Vector3Down = Vector3{X: 0, Y: -1, Z: 0}
	// Vector3Forward is the direction a camera looks in. Godot: Vector3.FORWARD.
	Vector3Forward = Vector3{X: 0, Y: 0, Z: -1}
	// Vector3Back is the direction behind a camera. Godot: Vector3.BACK.
	Vector3Back = Vector3{X: 0, Y: 0, Z: 1}
	// Vector3ModelLeft is the left side of an imported model. Godot: Vector3.MODEL_LEFT.
	Vector3ModelLeft = Vector3{X: 1, Y: 0, Z: 0}
	// Vector3ModelRight is the right side of an imported model. Godot: Vector3.MODEL_RIGHT.
	Vector3ModelRight = Vector3{X: -1, Y: 0, Z: 0}
	// Vector3ModelTop is the top of an imported model. Godot: Vector3.MODEL_TOP.
	Vector3ModelTop = Vector3{X: 0, Y: 1, Z: 0}
	// Vector3ModelBottom is the bottom of an imported model. Godot: Vector3.MODEL_BOTTOM.
	Vector3ModelBottom = Vector3{X: 0, Y: -1, Z: 0}
	// Vector3ModelFront is the front of an imported model. Godot: Vector3.MODEL_FRONT.
	Vector3ModelFront = Vector3{X: 0, Y: 0, Z: 1}
	// Vector3ModelRear is the rear of an imported model. Godot: Vector3.MODEL_REAR.
	Vector3ModelRear = Vector3{X: 0, Y: 0, Z: -1}
)

// V3 is short for a Vector3 literal: V3(1, 2, 3).
func V3(x, y, z float64) Vector3 { return Vector3{x, y, z} }

// Vector3FromArray returns the vector of the three components in order.
func Vector3FromArray(a [3]float64) Vector3 { return Vector3{a[0], a[1], a[2]} }

// Type returns [variant.TypeVector3].
func (Vector3) Type() variant.Type { return variant.TypeVector3 }

// Encode writes the payload. The errors are the Writer's.
func (v Vector3) Encode(w *variant.Writer) error {
	return kernel.Reals3(w, v.X, v.Y, v.Z)
}

// Decode reads a payload. The errors are the Reader's.
func (Vector3) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, readVector3(r))
}

func (v Vector3) write(w *variant.Writer) {
	kernel.Reals3(w, v.X, v.Y, v.Z)
}

func readVector3(r *variant.Reader) Vector3 {
	var c [3]float64
	r.Reals(c[:])
	return Vector3FromArray(c)
}

// String returns the vector as Godot's constructor text: Vector3(0.1, 1, -2).
func (v Vector3) String() string { return textOf("Vector3", v.X, v.Y, v.Z) }

// GoString returns the vector as Go source, for %#v.
func (v Vector3) GoString() string {
	return goStruct("Vector3", "X", goFloat(v.X), "Y", goFloat(v.Y), "Z", goFloat(v.Z))
}

// Vector3i returns v with the fractions cut off; a component that int32 cannot hold
// becomes the least int32, as it does in the engine on common processors.
// Godot: Vector3i(Vector3).
func (v Vector3) Vector3i() Vector3i {
	return Vector3i{truncInt32(v.X), truncInt32(v.Y), truncInt32(v.Z)}
}

// At returns component i: 0 is X, 2 is Z. An index outside of 0 to 2 gives 0.
// Godot: Vector3[i].
func (v Vector3) At(i int) float64 {
	switch i {
	case 0:
		return v.X
	case 1:
		return v.Y
	case 2:
		return v.Z
	}
	return 0
}

// With returns v with component i set to x; an index outside of 0 to 2 changes
// nothing. Godot: v[i] = x.
func (v Vector3) With(i int, x float64) Vector3 {
	switch i {
	case 0:
		v.X = x
	case 1:
		v.Y = x
	case 2:
		v.Z = x
	}
	return v
}

// Array returns the components in order. [Vector3FromArray] is its inverse.
func (v Vector3) Array() [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// Rounded32 returns v with each component rounded to single precision: what a
// single-precision packet makes of it.
func (v Vector3) Rounded32() Vector3 { return Vector3{round32(v.X), round32(v.Y), round32(v.Z)} }

// Add returns v + b. Godot: operator +.
func (v Vector3) Add(b Vector3) Vector3 { return Vector3{v.X + b.X, v.Y + b.Y, v.Z + b.Z} }

// Sub returns v - b. Godot: operator -.
func (v Vector3) Sub(b Vector3) Vector3 { return Vector3{v.X - b.X, v.Y - b.Y, v.Z - b.Z} }

// Mul returns the product component by component. Godot: operator * with Vector3.
func (v Vector3) Mul(b Vector3) Vector3 {
	return Vector3{float64(v.X * b.X), float64(v.Y * b.Y), float64(v.Z * b.Z)}
}

// Mulf returns v scaled by f. Godot: operator * with float or int.
func (v Vector3) Mulf(f float64) Vector3 {
	return Vector3{float64(v.X * f), float64(v.Y * f), float64(v.Z * f)}
}

// Div returns the quotient component by component; division by zero gives an
// infinity or NaN. Godot: operator / with Vector3.
func (v Vector3) Div(b Vector3) Vector3 { return Vector3{v.X / b.X, v.Y / b.Y, v.Z / b.Z} }

// Divf returns v divided by f. Godot: operator / with float or int.
func (v Vector3) Divf(f float64) Vector3 { return Vector3{v.X / f, v.Y / f, v.Z / f} }

// Neg returns -v. Godot: unary operator -.
func (v Vector3) Neg() Vector3 { return Vector3{-v.X, -v.Y, -v.Z} }

// Compare returns -1, 0 or +1 as v is less than, equal to or greater than b, by
// X first, then by the next component; it fits slices.SortFunc. A comparison
// with NaN counts as equal. Godot: operators <, <=, > and >=.
func (v Vector3) Compare(b Vector3) int {
	if v.X != b.X {
		return order(v.X, b.X)
	}
	if v.Y != b.Y {
		return order(v.Y, b.Y)
	}
	return order(v.Z, b.Z)
}
