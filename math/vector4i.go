package math

import (
	"math"

	"godotvariant/variant"
)

// Vector4i is four int32 components.
// Arithmetic wraps around at 32 bits as in the engine, and division by zero
// gives 0 (the engine has no answer but an error or a crash).
//
// Godot: Vector4i, type ID 13 in Godot 4; Godot 3 has no such type. Payload, the
// same in single and double precision:
//
//	offset  length  type     field
//	     4       4  int32    X
//	     8       4  int32    Y
//	    12       4  int32    Z
//	    16       4  int32    W
type Vector4i struct {
	X, Y, Z, W int32
}

var _ variant.Variant = Vector4i{}

// The indices of the components, for [Vector4i.At] and the results of
// [Vector4i.MaxAxisIndex]. Godot: Vector4i.AXIS_X and so on.
const (
	Vector4iAxisX = 0
	Vector4iAxisY = 1
	Vector4iAxisZ = 2
	Vector4iAxisW = 3
)

// The constants of Vector4i. They are variables because Go has no constants of
// struct types; do not assign to them.
var (
	// Vector4iZero is the zero vector. Godot: Vector4i.ZERO.
	Vector4iZero = Vector4i{X: 0, Y: 0, Z: 0, W: 0}
	// Vector4iOne is all components 1. Godot: Vector4i.ONE.
	Vector4iOne = Vector4i{X: 1, Y: 1, Z: 1, W: 1}
	// Vector4iMin is all components the least int32. Godot: Vector4i.MIN.
	Vector4iMin = Vector4i{X: math.MinInt32, Y: math.MinInt32, Z: math.MinInt32, W: math.MinInt32}
	// Vector4iMax is all components the greatest int32. Godot: Vector4i.MAX.
	Vector4iMax = Vector4i{X: math.MaxInt32, Y: math.MaxInt32, Z: math.MaxInt32, W: math.MaxInt32}
)

// V4i is short for a Vector4i literal: V4i(1, 2, 3, 4).
func V4i(x, y, z, w int32) Vector4i { return Vector4i{x, y, z, w} }

// Vector4iFromArray returns the vector of the four components in order.
func Vector4iFromArray(a [4]int32) Vector4i { return Vector4i{a[0], a[1], a[2], a[3]} }

// Type returns [variant.TypeVector4i].
func (Vector4i) Type() variant.Type { return variant.TypeVector4i }

// Encode writes the payload. The errors are the Writer's.
func (v Vector4i) Encode(w *variant.Writer) error {
	w.Int32(v.X)
	w.Int32(v.Y)
	w.Int32(v.Z)
	w.Int32(v.W)
	return w.Err()
}

// Decode reads a payload. The errors are the Reader's.
func (Vector4i) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Vector4i{X: r.Int32(), Y: r.Int32(), Z: r.Int32(), W: r.Int32()})
}

// String returns the vector as Godot's constructor text: Vector4i(1, -2, 3, 4).
func (v Vector4i) String() string { return textOfInts("Vector4i", v.X, v.Y, v.Z, v.W) }

// GoString returns the vector as Go source, for %#v.
func (v Vector4i) GoString() string {
	return goStruct("Vector4i", "X", goInt(v.X), "Y", goInt(v.Y), "Z", goInt(v.Z), "W", goInt(v.W))
}

// Vector4 returns v with float64 components. Godot: Vector4(Vector4i).
func (v Vector4i) Vector4() Vector4 {
	return Vector4{float64(v.X), float64(v.Y), float64(v.Z), float64(v.W)}
}

// At returns component i: 0 is X, 3 is W. An index outside of 0 to 3 gives 0.
// Godot: Vector4i[i].
func (v Vector4i) At(i int) int32 {
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
func (v Vector4i) With(i int, x int32) Vector4i {
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

// Array returns the components in order. [Vector4iFromArray] is its inverse.
func (v Vector4i) Array() [4]int32 { return [4]int32{v.X, v.Y, v.Z, v.W} }

// Add returns v + b. Godot: operator +.
func (v Vector4i) Add(b Vector4i) Vector4i {
	return Vector4i{v.X + b.X, v.Y + b.Y, v.Z + b.Z, v.W + b.W}
}

// Sub returns v - b. Godot: operator -.
func (v Vector4i) Sub(b Vector4i) Vector4i {
	return Vector4i{v.X - b.X, v.Y - b.Y, v.Z - b.Z, v.W - b.W}
}

// Mul returns the product component by component. Godot: operator * with
// Vector4i.
func (v Vector4i) Mul(b Vector4i) Vector4i {
	return Vector4i{v.X * b.X, v.Y * b.Y, v.Z * b.Z, v.W * b.W}
}

// Muli returns v scaled by i. Godot: operator * with int.
func (v Vector4i) Muli(i int32) Vector4i { return Vector4i{v.X * i, v.Y * i, v.Z * i, v.W * i} }

// Mulf returns v scaled by f, with fractions. Godot: operator * with float.
func (v Vector4i) Mulf(f float64) Vector4 { return v.Vector4().Mulf(f) }

// Div returns the quotient component by component, cut towards zero; a component
// divided by zero is 0. Godot: operator / with Vector4i.
func (v Vector4i) Div(b Vector4i) Vector4i {
	return Vector4i{divInt32(v.X, b.X), divInt32(v.Y, b.Y), divInt32(v.Z, b.Z), divInt32(v.W, b.W)}
}

// Divi returns v divided by i, cut towards zero; 0 if i is 0. Godot: operator /
// with int.
func (v Vector4i) Divi(i int32) Vector4i {
	return Vector4i{divInt32(v.X, i), divInt32(v.Y, i), divInt32(v.Z, i), divInt32(v.W, i)}
}

// Divf returns v divided by f, with fractions. Godot: operator / with float.
func (v Vector4i) Divf(f float64) Vector4 { return v.Vector4().Divf(f) }

// Mod returns the remainder of each component, with the sign of v; 0 where b is
// 0. Godot: operator % with Vector4i.
func (v Vector4i) Mod(b Vector4i) Vector4i {
	return Vector4i{modInt32(v.X, b.X), modInt32(v.Y, b.Y), modInt32(v.Z, b.Z), modInt32(v.W, b.W)}
}

// Modi returns the remainder of each component divided by i, with the sign of v;
// 0 if i is 0. Godot: operator % with int.
func (v Vector4i) Modi(i int32) Vector4i {
	return Vector4i{modInt32(v.X, i), modInt32(v.Y, i), modInt32(v.Z, i), modInt32(v.W, i)}
}

// Neg returns -v; the least int32 stays what it is. Godot: unary operator -.
func (v Vector4i) Neg() Vector4i { return Vector4i{-v.X, -v.Y, -v.Z, -v.W} }

// Compare returns -1, 0 or +1 as v is less than, equal to or greater than b, by
// X first, then by the next component; it fits slices.SortFunc. A comparison
// with NaN counts as equal. Godot: operators <, <=, > and >=.
func (v Vector4i) Compare(b Vector4i) int {
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
