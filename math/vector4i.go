package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Vector4i is a vector of four int32 components.
//
// Arithmetic wraps around at 32 bits as in the engine. Division by zero gives 0. In the engine it
// is an error or a crash.
//
// Godot: Vector4i, type ID 13 in Godot 4; Godot 3 has no such type. Payload, the same in single and
// double precision:
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

// The indices of the components, for [Vector4i.At] and the results of [Vector4i.MaxAxisIndex].
// Godot: Vector4i.AXIS_X and so on.
const (
	Vector4iAxisX = 0
	Vector4iAxisY = 1
	Vector4iAxisZ = 2
	Vector4iAxisW = 3
)

// The constants of Vector4i. They are variables because Go has no constants of struct types; do not
// assign to them.
var (
	// Vector4iZero is the zero vector. Godot: Vector4i.ZERO.
	Vector4iZero = Vector4i{X: 0, Y: 0, Z: 0, W: 0}
	// Vector4iOne has all components 1. Godot: Vector4i.ONE.
	Vector4iOne = Vector4i{X: 1, Y: 1, Z: 1, W: 1}
	// Vector4iMin has all components at the minimum int32. Godot: Vector4i.MIN.
	Vector4iMin = Vector4i{X: math.MinInt32, Y: math.MinInt32, Z: math.MinInt32, W: math.MinInt32}
	// Vector4iMax has all components at the maximum int32. Godot: Vector4i.MAX.
	Vector4iMax = Vector4i{X: math.MaxInt32, Y: math.MaxInt32, Z: math.MaxInt32, W: math.MaxInt32}
)

// V4i is a short form of a Vector4i literal. Godot: Vector4i(1, 2, 3, 4).
func V4i(x, y, z, w int32) Vector4i { return Vector4i{x, y, z, w} }

// Vector4iFromArray returns the vector with the components of a, in order.
func Vector4iFromArray(a [4]int32) Vector4i { return Vector4i{a[0], a[1], a[2], a[3]} }

// Type returns [variant.TypeVector4i].
func (Vector4i) Type() variant.Type { return variant.TypeVector4i }

// Encode writes the payload; see [variant.Variant].
func (v Vector4i) Encode(w *variant.Writer) error {
	w.Int32(v.X)
	w.Int32(v.Y)
	w.Int32(v.Z)
	w.Int32(v.W)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Vector4i) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Vector4i{X: r.Int32(), Y: r.Int32(), Z: r.Int32(), W: r.Int32()})
}

// String returns the vector as Godot's constructor text: Vector4i(1, -2, 3, 4).
func (v Vector4i) String() string { return textOfInts("Vector4i", v.X, v.Y, v.Z, v.W) }

// GoString returns the vector as Go source, for %#v.
func (v Vector4i) GoString() string {
	return goStruct("Vector4i", "X", goInt(v.X), "Y", goInt(v.Y), "Z", goInt(v.Z), "W", goInt(v.W))
}

// Add returns v + b. Godot: operator +.
func (v Vector4i) Add(b Vector4i) Vector4i {
	return Vector4i{v.X + b.X, v.Y + b.Y, v.Z + b.Z, v.W + b.W}
}

// Sub returns v - b. Godot: operator -.
func (v Vector4i) Sub(b Vector4i) Vector4i {
	return Vector4i{v.X - b.X, v.Y - b.Y, v.Z - b.Z, v.W - b.W}
}

// Mul returns the component-wise product. Godot: operator * with Vector4i.
func (v Vector4i) Mul(b Vector4i) Vector4i {
	return Vector4i{v.X * b.X, v.Y * b.Y, v.Z * b.Z, v.W * b.W}
}

// Muli returns v multiplied by i. Godot: operator * with int.
func (v Vector4i) Muli(i int32) Vector4i { return Vector4i{v.X * i, v.Y * i, v.Z * i, v.W * i} }

// Mulf returns v multiplied by f, with float64 components. Godot: operator * with float.
func (v Vector4i) Mulf(f float64) Vector4 { return v.Vector4().Mulf(f) }

// Div returns the component-wise quotient, truncated towards zero. Division by zero gives 0. Godot:
// operator / with Vector4i.
func (v Vector4i) Div(b Vector4i) Vector4i {
	return Vector4i{divInt32(v.X, b.X), divInt32(v.Y, b.Y), divInt32(v.Z, b.Z), divInt32(v.W, b.W)}
}

// Divi returns v divided by i, truncated towards zero. Division by zero gives 0. Godot: operator /
// with int.
func (v Vector4i) Divi(i int32) Vector4i {
	return Vector4i{divInt32(v.X, i), divInt32(v.Y, i), divInt32(v.Z, i), divInt32(v.W, i)}
}

// Divf returns v divided by f, with float64 components. Godot: operator / with float.
func (v Vector4i) Divf(f float64) Vector4 { return v.Vector4().Divf(f) }

// Mod returns the component-wise remainder, with the sign of v. Division by zero gives 0. Godot:
// operator % with Vector4i.
func (v Vector4i) Mod(b Vector4i) Vector4i {
	return Vector4i{modInt32(v.X, b.X), modInt32(v.Y, b.Y), modInt32(v.Z, b.Z), modInt32(v.W, b.W)}
}

// Modi returns the remainder of each component divided by i, with the sign of v. Division by zero
// gives 0. Godot: operator % with int.
func (v Vector4i) Modi(i int32) Vector4i {
	return Vector4i{modInt32(v.X, i), modInt32(v.Y, i), modInt32(v.Z, i), modInt32(v.W, i)}
}

// Neg returns -v. The minimum int32 stays unchanged. Godot: unary operator -.
func (v Vector4i) Neg() Vector4i { return Vector4i{-v.X, -v.Y, -v.Z, -v.W} }

// Compare returns -1, 0 or +1 if v is less than, equal to or greater than b. It compares X first,
// then the next components. Use it with slices.SortFunc. Godot: operators <, <=, > and >=.
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

// Length returns the length of v. Godot: Vector4i.length.
func (v Vector4i) Length() float64 { return v.Vector4().Length() }

// LengthSquared returns the square of the length as an int64. It overflows only for components near
// the limits of int32. Godot: Vector4i.length_squared.
func (v Vector4i) LengthSquared() int64 {
	return int64(v.X)*int64(v.X) + int64(v.Y)*int64(v.Y) + int64(v.Z)*int64(v.Z) +
		int64(v.W)*int64(v.W)
}

// DistanceTo returns the distance between the points v and to. A difference that overflows int32
// wraps around. Godot: Vector4i.distance_to.
func (v Vector4i) DistanceTo(to Vector4i) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance between the points v and to. A difference
// that overflows int32 wraps around. Godot: Vector4i.distance_squared_to.
func (v Vector4i) DistanceSquaredTo(to Vector4i) int64 { return to.Sub(v).LengthSquared() }

// At returns component i: 0 is X, 1 is Y, 2 is Z, 3 is W. Any other index gives 0. Godot:
// Vector4i[i].
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

// With returns v with component i set to x. An index out of range changes nothing. Godot: v[i] = x.
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

// Vector4 returns v with float64 components. Godot: Vector4(Vector4i).
func (v Vector4i) Vector4() Vector4 {
	return Vector4{float64(v.X), float64(v.Y), float64(v.Z), float64(v.W)}
}

// Vector4i returns v with the components truncated towards zero. A component outside the range of
// int32, or NaN, becomes the minimum int32, as in the engine on common processors. Godot:
// Vector4i(Vector4).
func (v Vector4) Vector4i() Vector4i {
	return Vector4i{truncInt32(v.X), truncInt32(v.Y), truncInt32(v.Z), truncInt32(v.W)}
}

// Abs returns the absolute value of each component. The minimum int32 stays unchanged. Godot:
// Vector4i.abs.
func (v Vector4i) Abs() Vector4i {
	return Vector4i{absInt32(v.X), absInt32(v.Y), absInt32(v.Z), absInt32(v.W)}
}

// Sign returns the sign of each component: -1, 0 or 1. Godot: Vector4i.sign.
func (v Vector4i) Sign() Vector4i {
	return Vector4i{signInt32(v.X), signInt32(v.Y), signInt32(v.Z), signInt32(v.W)}
}

// Snapped returns each component rounded to the nearest multiple of the same component of step; see
// the function [Snapped]. Godot: Vector4i.snapped.
func (v Vector4i) Snapped(step Vector4i) Vector4i {
	return Vector4i{
		snappedInt32(v.X, step.X),
		snappedInt32(v.Y, step.Y),
		snappedInt32(v.Z, step.Z),
		snappedInt32(v.W, step.W),
	}
}

// Snappedi returns each component rounded to the nearest multiple of step; see [Snapped]. Godot:
// Vector4i.snappedi.
func (v Vector4i) Snappedi(step int32) Vector4i {
	return Vector4i{
		snappedInt32(v.X, step),
		snappedInt32(v.Y, step),
		snappedInt32(v.Z, step),
		snappedInt32(v.W, step),
	}
}

// Max returns the component-wise maximum. Godot: Vector4i.max.
func (v Vector4i) Max(b Vector4i) Vector4i {
	return Vector4i{max(v.X, b.X), max(v.Y, b.Y), max(v.Z, b.Z), max(v.W, b.W)}
}

// Maxi returns the maximum of each component and i. Godot: Vector4i.maxi.
func (v Vector4i) Maxi(i int32) Vector4i {
	return Vector4i{max(v.X, i), max(v.Y, i), max(v.Z, i), max(v.W, i)}
}

// Min returns the component-wise minimum. Godot: Vector4i.min.
func (v Vector4i) Min(b Vector4i) Vector4i {
	return Vector4i{min(v.X, b.X), min(v.Y, b.Y), min(v.Z, b.Z), min(v.W, b.W)}
}

// Mini returns the minimum of each component and i. Godot: Vector4i.mini.
func (v Vector4i) Mini(i int32) Vector4i {
	return Vector4i{min(v.X, i), min(v.Y, i), min(v.Z, i), min(v.W, i)}
}

// Clamp returns each component clamped between the components of lo and hi; see the function
// [Clamp] for lo above hi. Godot: Vector4i.clamp.
func (v Vector4i) Clamp(lo, hi Vector4i) Vector4i {
	return Vector4i{
		clampInt32(v.X, lo.X, hi.X),
		clampInt32(v.Y, lo.Y, hi.Y),
		clampInt32(v.Z, lo.Z, hi.Z),
		clampInt32(v.W, lo.W, hi.W),
	}
}

// Clampi returns each component clamped between lo and hi. Godot: Vector4i.clampi.
func (v Vector4i) Clampi(lo, hi int32) Vector4i {
	return Vector4i{
		clampInt32(v.X, lo, hi),
		clampInt32(v.Y, lo, hi),
		clampInt32(v.Z, lo, hi),
		clampInt32(v.W, lo, hi),
	}
}

// MaxAxisIndex returns the index of the largest component. If several components are equal, it is
// the first of them. Godot: Vector4i.max_axis_index.
func (v Vector4i) MaxAxisIndex() int { return maxIndex(v.X, v.Y, v.Z, v.W) }

// MinAxisIndex returns the index of the smallest component. If several components are equal, it is
// the last of them. Godot: Vector4i.min_axis_index.
func (v Vector4i) MinAxisIndex() int { return minIndex(v.X, v.Y, v.Z, v.W) }

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (v Vector4i) ToArgs(w notation.ArgsWriter) {
	notation.PutInt32s(w, v.X, v.Y, v.Z, v.W)
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Vector4i) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 4)
	return Vector4i{c[0], c[1], c[2], c[3]}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector4i) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector4i) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector4i) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector4i) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }
