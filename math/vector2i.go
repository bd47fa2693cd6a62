package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Vector2i is a point or size on a grid in two dimensions, with int32 components.
//
// Arithmetic wraps around at 32 bits as in the engine. Division by zero gives 0. In the engine it
// is an error or a crash.
//
// Godot: Vector2i, type ID 6 in Godot 4; Godot 3 has no such type. Payload, the same in single and
// double precision:
//
//	offset  length  type     field
//	     4       4  int32    X
//	     8       4  int32    Y
type Vector2i struct {
	X, Y int32
}

var _ variant.Variant = Vector2i{}

// The indices of the components, for [Vector2i.At] and the results of [Vector2i.MaxAxisIndex].
// Godot: Vector2i.AXIS_X and so on.
const (
	Vector2iAxisX = 0
	Vector2iAxisY = 1
)

// The constants of Vector2i. They are variables because Go has no constants of struct types; do not
// assign to them.
var (
	// Vector2iZero is the zero vector. Godot: Vector2i.ZERO.
	Vector2iZero = Vector2i{X: 0, Y: 0}
	// Vector2iOne has all components 1. Godot: Vector2i.ONE.
	Vector2iOne = Vector2i{X: 1, Y: 1}
	// Vector2iMin has all components at the minimum int32. Godot: Vector2i.MIN.
	Vector2iMin = Vector2i{X: math.MinInt32, Y: math.MinInt32}
	// Vector2iMax has all components at the maximum int32. Godot: Vector2i.MAX.
	Vector2iMax = Vector2i{X: math.MaxInt32, Y: math.MaxInt32}
	// Vector2iLeft points left. Godot: Vector2i.LEFT.
	Vector2iLeft = Vector2i{X: -1, Y: 0}
	// Vector2iRight points right. Godot: Vector2i.RIGHT.
	Vector2iRight = Vector2i{X: 1, Y: 0}
	// Vector2iUp points up: Y points down in 2D. Godot: Vector2i.UP.
	Vector2iUp = Vector2i{X: 0, Y: -1}
	// Vector2iDown points down: Y points down in 2D. Godot: Vector2i.DOWN.
	Vector2iDown = Vector2i{X: 0, Y: 1}
)

// V2i is a short form of a Vector2i literal. Godot: Vector2i(1, 2).
func V2i(x, y int32) Vector2i { return Vector2i{x, y} }

// Vector2iFromArray returns the vector with the components of a, in order.
func Vector2iFromArray(a [2]int32) Vector2i { return Vector2i{a[0], a[1]} }

// Type returns [variant.TypeVector2i].
func (Vector2i) Type() variant.Type { return variant.TypeVector2i }

// Encode writes the payload; see [variant.Variant].
func (v Vector2i) Encode(w *variant.Writer) error {
	v.write(w)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Vector2i) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, readVector2i(r))
}

func (v Vector2i) write(w *variant.Writer) {
	w.Int32(v.X)
	w.Int32(v.Y)
}

func readVector2i(r *variant.Reader) Vector2i {
	return Vector2i{X: r.Int32(), Y: r.Int32()}
}

// String returns the vector as Godot's constructor text: Vector2i(1, -2).
func (v Vector2i) String() string { return textOfInts("Vector2i", v.X, v.Y) }

// GoString returns the vector as Go source, for %#v.
func (v Vector2i) GoString() string {
	return goStruct("Vector2i", "X", goInt(v.X), "Y", goInt(v.Y))
}

// Add returns v + b. Godot: operator +.
func (v Vector2i) Add(b Vector2i) Vector2i { return Vector2i{v.X + b.X, v.Y + b.Y} }

// Sub returns v - b. Godot: operator -.
func (v Vector2i) Sub(b Vector2i) Vector2i { return Vector2i{v.X - b.X, v.Y - b.Y} }

// Mul returns the component-wise product. Godot: operator * with Vector2i.
func (v Vector2i) Mul(b Vector2i) Vector2i { return Vector2i{v.X * b.X, v.Y * b.Y} }

// Muli returns v multiplied by i. Godot: operator * with int.
func (v Vector2i) Muli(i int32) Vector2i { return Vector2i{v.X * i, v.Y * i} }

// Mulf returns v multiplied by f, with float64 components. Godot: operator * with float.
func (v Vector2i) Mulf(f float64) Vector2 { return v.Vector2().Mulf(f) }

// Div returns the component-wise quotient, truncated towards zero. Division by zero gives 0. Godot:
// operator / with Vector2i.
func (v Vector2i) Div(b Vector2i) Vector2i {
	return Vector2i{divInt32(v.X, b.X), divInt32(v.Y, b.Y)}
}

// Divi returns v divided by i, truncated towards zero. Division by zero gives 0. Godot: operator /
// with int.
func (v Vector2i) Divi(i int32) Vector2i { return Vector2i{divInt32(v.X, i), divInt32(v.Y, i)} }

// Divf returns v divided by f, with float64 components. Godot: operator / with float.
func (v Vector2i) Divf(f float64) Vector2 { return v.Vector2().Divf(f) }

// Mod returns the component-wise remainder, with the sign of v. Division by zero gives 0. Godot:
// operator % with Vector2i.
func (v Vector2i) Mod(b Vector2i) Vector2i {
	return Vector2i{modInt32(v.X, b.X), modInt32(v.Y, b.Y)}
}

// Modi returns the remainder of each component divided by i, with the sign of v. Division by zero
// gives 0. Godot: operator % with int.
func (v Vector2i) Modi(i int32) Vector2i { return Vector2i{modInt32(v.X, i), modInt32(v.Y, i)} }

// Neg returns -v. A component that is the minimum int32 does not change. Godot: unary operator -.
func (v Vector2i) Neg() Vector2i { return Vector2i{-v.X, -v.Y} }

// Compare returns -1, 0 or +1 if v is less than, equal to or greater than b. It compares X first,
// then Y. Use it with slices.SortFunc. Godot: operators <, <=, > and >=.
func (v Vector2i) Compare(b Vector2i) int {
	if v.X != b.X {
		return order(v.X, b.X)
	}
	return order(v.Y, b.Y)
}

// Length returns the length of v. Godot: Vector2i.length.
func (v Vector2i) Length() float64 { return v.Vector2().Length() }

// LengthSquared returns the square of the length as an int64. It overflows only if both components
// are the minimum int32. Godot: Vector2i.length_squared.
func (v Vector2i) LengthSquared() int64 { return int64(v.X)*int64(v.X) + int64(v.Y)*int64(v.Y) }

// DistanceTo returns the distance between the points v and to. A difference that overflows int32
// wraps around. Godot: Vector2i.distance_to.
func (v Vector2i) DistanceTo(to Vector2i) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance between the points v and to. A difference
// that overflows int32 wraps around. Godot: Vector2i.distance_squared_to.
func (v Vector2i) DistanceSquaredTo(to Vector2i) int64 { return to.Sub(v).LengthSquared() }

// Aspect returns X / Y as a float64: the aspect ratio of a size. Godot: Vector2i.aspect.
func (v Vector2i) Aspect() float64 { return float64(v.X) / float64(v.Y) }

// At returns component i: 0 is X, 1 is Y. Any other index gives 0. Godot: Vector2i[i].
func (v Vector2i) At(i int) int32 {
	switch i {
	case 0:
		return v.X
	case 1:
		return v.Y
	}
	return 0
}

// With returns v with component i set to x. An index out of range changes nothing. Godot: v[i] = x.
func (v Vector2i) With(i int, x int32) Vector2i {
	switch i {
	case 0:
		v.X = x
	case 1:
		v.Y = x
	}
	return v
}

// Array returns the components in order. [Vector2iFromArray] is its inverse.
func (v Vector2i) Array() [2]int32 { return [2]int32{v.X, v.Y} }

// Vector2 returns v with float64 components. Godot: Vector2(Vector2i).
func (v Vector2i) Vector2() Vector2 { return Vector2{float64(v.X), float64(v.Y)} }

// Vector2i returns v with the components truncated towards zero. A component outside the range of
// int32, or NaN, becomes the minimum int32, as in the engine on common processors. Godot:
// Vector2i(Vector2).
func (v Vector2) Vector2i() Vector2i { return Vector2i{truncInt32(v.X), truncInt32(v.Y)} }

// Abs returns the absolute value of each component. The minimum int32 stays unchanged. Godot:
// Vector2i.abs.
func (v Vector2i) Abs() Vector2i { return Vector2i{absInt32(v.X), absInt32(v.Y)} }

// Sign returns the sign of each component: -1, 0 or 1. Godot: Vector2i.sign.
func (v Vector2i) Sign() Vector2i { return Vector2i{signInt32(v.X), signInt32(v.Y)} }

// Snapped returns each component rounded to the nearest multiple of the same component of step; see
// the function [Snapped]. Godot: Vector2i.snapped.
func (v Vector2i) Snapped(step Vector2i) Vector2i {
	return Vector2i{snappedInt32(v.X, step.X), snappedInt32(v.Y, step.Y)}
}

// Snappedi returns each component rounded to the nearest multiple of step; see [Snapped]. Godot:
// Vector2i.snappedi.
func (v Vector2i) Snappedi(step int32) Vector2i {
	return Vector2i{snappedInt32(v.X, step), snappedInt32(v.Y, step)}
}

// Max returns the component-wise maximum. Godot: Vector2i.max.
func (v Vector2i) Max(b Vector2i) Vector2i { return Vector2i{max(v.X, b.X), max(v.Y, b.Y)} }

// Maxi returns the maximum of each component and i. Godot: Vector2i.maxi.
func (v Vector2i) Maxi(i int32) Vector2i { return Vector2i{max(v.X, i), max(v.Y, i)} }

// Min returns the component-wise minimum. Godot: Vector2i.min.
func (v Vector2i) Min(b Vector2i) Vector2i { return Vector2i{min(v.X, b.X), min(v.Y, b.Y)} }

// Mini returns the minimum of each component and i. Godot: Vector2i.mini.
func (v Vector2i) Mini(i int32) Vector2i { return Vector2i{min(v.X, i), min(v.Y, i)} }

// Clamp returns each component clamped between the components of lo and hi; see the function
// [Clamp] for lo above hi. Godot: Vector2i.clamp.
func (v Vector2i) Clamp(lo, hi Vector2i) Vector2i {
	return Vector2i{clampInt32(v.X, lo.X, hi.X), clampInt32(v.Y, lo.Y, hi.Y)}
}

// Clampi returns each component clamped between lo and hi. Godot: Vector2i.clampi.
func (v Vector2i) Clampi(lo, hi int32) Vector2i {
	return Vector2i{clampInt32(v.X, lo, hi), clampInt32(v.Y, lo, hi)}
}

// MaxAxisIndex returns the index of the largest component. If several components are equal, it is
// the first of them. Godot: Vector2i.max_axis_index.
func (v Vector2i) MaxAxisIndex() int { return maxIndex(v.X, v.Y) }

// MinAxisIndex returns the index of the smallest component. If several components are equal, it is
// the last of them. Godot: Vector2i.min_axis_index.
func (v Vector2i) MinAxisIndex() int { return minIndex(v.X, v.Y) }

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (v Vector2i) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, v.X, v.Y) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Vector2i) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 2)
	return Vector2i{c[0], c[1]}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector2i) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector2i) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector2i) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector2i) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }
