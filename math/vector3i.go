package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Vector3i is a point or size on a grid in three dimensions, with int32 components.
//
// Arithmetic wraps around at 32 bits as in the engine. Division by zero gives 0. In the engine it
// is an error or a crash.
//
// Godot: Vector3i, type ID 10 in Godot 4; Godot 3 has no such type. Payload, the same in single and
// double precision:
//
//	offset  length  type     field
//	     4       4  int32    X
//	     8       4  int32    Y
//	    12       4  int32    Z
type Vector3i struct {
	X, Y, Z int32
}

var _ variant.Variant = Vector3i{}

// The indices of the components, for [Vector3i.At] and the results of [Vector3i.MaxAxisIndex].
// Godot: Vector3i.AXIS_X and so on.
const (
	Vector3iAxisX = 0
	Vector3iAxisY = 1
	Vector3iAxisZ = 2
)

// The constants of Vector3i. They are variables because Go has no constants of struct types; do not
// assign to them.
var (
	// Vector3iZero is the zero vector. Godot: Vector3i.ZERO.
	Vector3iZero = Vector3i{X: 0, Y: 0, Z: 0}
	// Vector3iOne has all components 1. Godot: Vector3i.ONE.
	Vector3iOne = Vector3i{X: 1, Y: 1, Z: 1}
	// Vector3iMin has all components at the minimum int32. Godot: Vector3i.MIN.
	Vector3iMin = Vector3i{X: math.MinInt32, Y: math.MinInt32, Z: math.MinInt32}
	// Vector3iMax has all components at the maximum int32. Godot: Vector3i.MAX.
	Vector3iMax = Vector3i{X: math.MaxInt32, Y: math.MaxInt32, Z: math.MaxInt32}
	// Vector3iLeft points left. Godot: Vector3i.LEFT.
	Vector3iLeft = Vector3i{X: -1, Y: 0, Z: 0}
	// Vector3iRight points right. Godot: Vector3i.RIGHT.
	Vector3iRight = Vector3i{X: 1, Y: 0, Z: 0}
	// Vector3iUp points up. Godot: Vector3i.UP.
	Vector3iUp = Vector3i{X: 0, Y: 1, Z: 0}
	// Vector3iDown points down. Godot: Vector3i.DOWN.
	Vector3iDown = Vector3i{X: 0, Y: -1, Z: 0}
	// Vector3iForward points in the direction that a camera looks. Godot: Vector3i.FORWARD.
	Vector3iForward = Vector3i{X: 0, Y: 0, Z: -1}
	// Vector3iBack points backwards from a camera. Godot: Vector3i.BACK.
	Vector3iBack = Vector3i{X: 0, Y: 0, Z: 1}
)

// V3i is a short form of a Vector3i literal. Godot: Vector3i(1, 2, 3).
func V3i(x, y, z int32) Vector3i { return Vector3i{x, y, z} }

// Vector3iFromArray returns the vector with the components of a, in order.
func Vector3iFromArray(a [3]int32) Vector3i { return Vector3i{a[0], a[1], a[2]} }

// Type returns [variant.TypeVector3i].
func (Vector3i) Type() variant.Type { return variant.TypeVector3i }

// Encode writes the payload; see [variant.Variant].
func (v Vector3i) Encode(w *variant.Writer) error {
	w.Int32(v.X)
	w.Int32(v.Y)
	w.Int32(v.Z)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Vector3i) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Vector3i{X: r.Int32(), Y: r.Int32(), Z: r.Int32()})
}

// String returns the vector as Godot's constructor text: Vector3i(1, -2, 3).
func (v Vector3i) String() string { return textOfInts("Vector3i", v.X, v.Y, v.Z) }

// GoString returns the vector as Go source, for %#v.
func (v Vector3i) GoString() string {
	return goStruct("Vector3i", "X", goInt(v.X), "Y", goInt(v.Y), "Z", goInt(v.Z))
}

// Add returns v + b. Godot: operator +.
func (v Vector3i) Add(b Vector3i) Vector3i { return Vector3i{v.X + b.X, v.Y + b.Y, v.Z + b.Z} }

// Sub returns v - b. Godot: operator -.
func (v Vector3i) Sub(b Vector3i) Vector3i { return Vector3i{v.X - b.X, v.Y - b.Y, v.Z - b.Z} }

// Mul returns the component-wise product. Godot: operator * with Vector3i.
func (v Vector3i) Mul(b Vector3i) Vector3i { return Vector3i{v.X * b.X, v.Y * b.Y, v.Z * b.Z} }

// Muli returns v multiplied by i. Godot: operator * with int.
func (v Vector3i) Muli(i int32) Vector3i { return Vector3i{v.X * i, v.Y * i, v.Z * i} }

// Mulf returns v multiplied by f, with float64 components. Godot: operator * with float.
func (v Vector3i) Mulf(f float64) Vector3 { return v.Vector3().Mulf(f) }

// Div returns the component-wise quotient, truncated towards zero. Division by zero gives 0. Godot:
// operator / with Vector3i.
func (v Vector3i) Div(b Vector3i) Vector3i {
	return Vector3i{divInt32(v.X, b.X), divInt32(v.Y, b.Y), divInt32(v.Z, b.Z)}
}

// Divi returns v divided by i, truncated towards zero. Division by zero gives 0. Godot: operator /
// with int.
func (v Vector3i) Divi(i int32) Vector3i {
	return Vector3i{divInt32(v.X, i), divInt32(v.Y, i), divInt32(v.Z, i)}
}

// Divf returns v divided by f, with float64 components. Godot: operator / with float.
func (v Vector3i) Divf(f float64) Vector3 { return v.Vector3().Divf(f) }

// Mod returns the component-wise remainder, with the sign of v. Division by zero gives 0. Godot:
// operator % with Vector3i.
func (v Vector3i) Mod(b Vector3i) Vector3i {
	return Vector3i{modInt32(v.X, b.X), modInt32(v.Y, b.Y), modInt32(v.Z, b.Z)}
}

// Modi returns the remainder of each component divided by i, with the sign of v. Division by zero
// gives 0. Godot: operator % with int.
func (v Vector3i) Modi(i int32) Vector3i {
	return Vector3i{modInt32(v.X, i), modInt32(v.Y, i), modInt32(v.Z, i)}
}

// Neg returns -v. The minimum int32 stays unchanged. Godot: unary operator -.
func (v Vector3i) Neg() Vector3i { return Vector3i{-v.X, -v.Y, -v.Z} }

// Compare returns -1, 0 or +1 if v is less than, equal to or greater than b. It compares X first,
// then the next components. Use it with slices.SortFunc. Godot: operators <, <=, > and >=.
func (v Vector3i) Compare(b Vector3i) int {
	if v.X != b.X {
		return order(v.X, b.X)
	}
	if v.Y != b.Y {
		return order(v.Y, b.Y)
	}
	return order(v.Z, b.Z)
}

// Length returns the length of v. Godot: Vector3i.length.
func (v Vector3i) Length() float64 { return v.Vector3().Length() }

// LengthSquared returns the square of the length as an int64. It overflows only for components near
// the limits of int32. Godot: Vector3i.length_squared.
func (v Vector3i) LengthSquared() int64 {
	return int64(v.X)*int64(v.X) + int64(v.Y)*int64(v.Y) + int64(v.Z)*int64(v.Z)
}

// DistanceTo returns the distance between the points v and to. A difference that overflows int32
// wraps around. Godot: Vector3i.distance_to.
func (v Vector3i) DistanceTo(to Vector3i) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance between the points v and to. A difference
// that overflows int32 wraps around. Godot: Vector3i.distance_squared_to.
func (v Vector3i) DistanceSquaredTo(to Vector3i) int64 { return to.Sub(v).LengthSquared() }

// At returns component i: 0 is X, 1 is Y, 2 is Z. Any other index gives 0. Godot: Vector3i[i].
func (v Vector3i) At(i int) int32 {
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

// With returns v with component i set to x. An index out of range changes nothing. Godot: v[i] = x.
func (v Vector3i) With(i int, x int32) Vector3i {
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

// Array returns the components in order. [Vector3iFromArray] is its inverse.
func (v Vector3i) Array() [3]int32 { return [3]int32{v.X, v.Y, v.Z} }

// Vector3 returns v with float64 components. Godot: Vector3(Vector3i).
func (v Vector3i) Vector3() Vector3 { return Vector3{float64(v.X), float64(v.Y), float64(v.Z)} }

// Vector3i returns v with the components truncated towards zero. A component outside the range of
// int32, or NaN, becomes the minimum int32, as in the engine on common processors. Godot:
// Vector3i(Vector3).
func (v Vector3) Vector3i() Vector3i {
	return Vector3i{truncInt32(v.X), truncInt32(v.Y), truncInt32(v.Z)}
}

// Abs returns the absolute value of each component. The minimum int32 stays unchanged. Godot:
// Vector3i.abs.
func (v Vector3i) Abs() Vector3i { return Vector3i{absInt32(v.X), absInt32(v.Y), absInt32(v.Z)} }

// Sign returns the sign of each component: -1, 0 or 1. Godot: Vector3i.sign.
func (v Vector3i) Sign() Vector3i {
	return Vector3i{signInt32(v.X), signInt32(v.Y), signInt32(v.Z)}
}

// Snapped returns each component rounded to the nearest multiple of the same component of step; see
// the function [Snapped]. Godot: Vector3i.snapped.
func (v Vector3i) Snapped(step Vector3i) Vector3i {
	return Vector3i{snappedInt32(v.X, step.X), snappedInt32(v.Y, step.Y), snappedInt32(v.Z, step.Z)}
}

// Snappedi returns each component rounded to the nearest multiple of step; see [Snapped]. Godot:
// Vector3i.snappedi.
func (v Vector3i) Snappedi(step int32) Vector3i {
	return Vector3i{snappedInt32(v.X, step), snappedInt32(v.Y, step), snappedInt32(v.Z, step)}
}

// Max returns the component-wise maximum. Godot: Vector3i.max.
func (v Vector3i) Max(b Vector3i) Vector3i {
	return Vector3i{max(v.X, b.X), max(v.Y, b.Y), max(v.Z, b.Z)}
}

// Maxi returns the maximum of each component and i. Godot: Vector3i.maxi.
func (v Vector3i) Maxi(i int32) Vector3i { return Vector3i{max(v.X, i), max(v.Y, i), max(v.Z, i)} }

// Min returns the component-wise minimum. Godot: Vector3i.min.
func (v Vector3i) Min(b Vector3i) Vector3i {
	return Vector3i{min(v.X, b.X), min(v.Y, b.Y), min(v.Z, b.Z)}
}

// Mini returns the minimum of each component and i. Godot: Vector3i.mini.
func (v Vector3i) Mini(i int32) Vector3i { return Vector3i{min(v.X, i), min(v.Y, i), min(v.Z, i)} }

// Clamp returns each component clamped between the components of lo and hi; see the function
// [Clamp] for lo above hi. Godot: Vector3i.clamp.
func (v Vector3i) Clamp(lo, hi Vector3i) Vector3i {
	return Vector3i{clampInt32(v.X, lo.X, hi.X), clampInt32(v.Y, lo.Y, hi.Y),
		clampInt32(v.Z, lo.Z, hi.Z)}
}

// Clampi returns each component clamped between lo and hi. Godot: Vector3i.clampi.
func (v Vector3i) Clampi(lo, hi int32) Vector3i {
	return Vector3i{clampInt32(v.X, lo, hi), clampInt32(v.Y, lo, hi), clampInt32(v.Z, lo, hi)}
}

// MaxAxisIndex returns the index of the largest component. If several components are equal, it is
// the first of them. Godot: Vector3i.max_axis_index.
func (v Vector3i) MaxAxisIndex() int { return maxIndex(v.X, v.Y, v.Z) }

// MinAxisIndex returns the index of the smallest component. If several components are equal, it is
// the last of them. Godot: Vector3i.min_axis_index.
func (v Vector3i) MinAxisIndex() int { return minIndex(v.X, v.Y, v.Z) }

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (v Vector3i) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, v.X, v.Y, v.Z) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Vector3i) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 3)
	return Vector3i{c[0], c[1], c[2]}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector3i) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector3i) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector3i) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector3i) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }
