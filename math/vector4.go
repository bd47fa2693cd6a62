package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Vector4 is a vector of four float64 components: a point in homogeneous coordinates, or any four
// numbers.
//
// The zero value is the zero vector, as in Godot. The operator == compares as in Godot: 0 is equal
// to -0, and NaN is not equal to any number.
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

// The indices of the components, for [Vector4.At] and the results of [Vector4.MaxAxisIndex]. Godot:
// Vector4.AXIS_X and so on.
const (
	Vector4AxisX = 0
	Vector4AxisY = 1
	Vector4AxisZ = 2
	Vector4AxisW = 3
)

// The constants of Vector4. They are variables because Go has no constants of struct types; do not
// assign to them.
var (
	// Vector4Zero is the zero vector. Godot: Vector4.ZERO.
	Vector4Zero = Vector4{X: 0, Y: 0, Z: 0, W: 0}
	// Vector4One has all components 1. Godot: Vector4.ONE.
	Vector4One = Vector4{X: 1, Y: 1, Z: 1, W: 1}
	// Vector4Inf has all components infinite. Godot: Vector4.INF.
	Vector4Inf = Vector4{X: Inf, Y: Inf, Z: Inf, W: Inf}
)

// V4 is a short form of a Vector4 literal. Godot: Vector4(1, 2, 3, 4).
func V4(x, y, z, w float64) Vector4 { return Vector4{x, y, z, w} }

// Vector4FromArray returns the vector with the components of a, in order.
func Vector4FromArray(a [4]float64) Vector4 { return Vector4{a[0], a[1], a[2], a[3]} }

// Type returns [variant.TypeVector4].
func (Vector4) Type() variant.Type { return variant.TypeVector4 }

// Encode writes the payload; see [variant.Variant].
func (v Vector4) Encode(w *variant.Writer) error {
	return (*wire.Writer)(w).Reals4(v.X, v.Y, v.Z, v.W)
}

// Decode reads a payload; see [variant.Variant].
func (Vector4) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, readVector4(r))
}

func readVector4(r *variant.Reader) Vector4 {
	x, y, z, w := (*wire.Reader)(r).Reals4()
	return Vector4{x, y, z, w}
}

// String returns the vector as Godot's constructor text: Vector4(0.1, 1, -2, 3.5).
func (v Vector4) String() string { return textOf("Vector4", v.X, v.Y, v.Z, v.W) }

// GoString returns the vector as Go source, for %#v.
func (v Vector4) GoString() string {
	return goStruct("Vector4", "X", goFloat(v.X), "Y", goFloat(v.Y), "Z", goFloat(v.Z), "W",
		goFloat(v.W))
}

// Add returns v + b. Godot: operator +.
func (v Vector4) Add(b Vector4) Vector4 {
	return Vector4{v.X + b.X, v.Y + b.Y, v.Z + b.Z, v.W + b.W}
}

// Sub returns v - b. Godot: operator -.
func (v Vector4) Sub(b Vector4) Vector4 {
	return Vector4{v.X - b.X, v.Y - b.Y, v.Z - b.Z, v.W - b.W}
}

// Mul returns the component-wise product. Godot: operator * with Vector4.
func (v Vector4) Mul(b Vector4) Vector4 {
	return Vector4{float64(v.X * b.X), float64(v.Y * b.Y), float64(v.Z * b.Z), float64(v.W * b.W)}
}

// Mulf returns v multiplied by f. Godot: operator * with float or int.
func (v Vector4) Mulf(f float64) Vector4 {
	return Vector4{float64(v.X * f), float64(v.Y * f), float64(v.Z * f), float64(v.W * f)}
}

// Div returns the component-wise quotient. Division by zero gives an infinity or NaN. Godot:
// operator / with Vector4.
func (v Vector4) Div(b Vector4) Vector4 {
	return Vector4{v.X / b.X, v.Y / b.Y, v.Z / b.Z, v.W / b.W}
}

// Divf returns v divided by f. Godot: operator / with float or int.
func (v Vector4) Divf(f float64) Vector4 { return Vector4{v.X / f, v.Y / f, v.Z / f, v.W / f} }

// Neg returns -v. Godot: unary operator -.
func (v Vector4) Neg() Vector4 { return Vector4{-v.X, -v.Y, -v.Z, -v.W} }

// Compare returns -1, 0 or +1 if v is less than, equal to or greater than b. It compares X first,
// and compares the next component only if the components before it are equal in both vectors. If a
// compared component is NaN, Compare returns 0. Use Compare with slices.SortFunc. Godot: operators
// <, <=, > and >=.
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

// IsEqualApprox reports whether each component of v approximately equals the same component of b;
// see [IsEqualApprox]. Godot: Vector4.is_equal_approx.
func (v Vector4) IsEqualApprox(b Vector4) bool {
	return IsEqualApprox(v.X, b.X) && IsEqualApprox(v.Y, b.Y) && IsEqualApprox(v.Z, b.Z) &&
		IsEqualApprox(v.W, b.W)
}

// IsZeroApprox reports whether the absolute value of each component is less than [Epsilon]. Godot:
// Vector4.is_zero_approx.
func (v Vector4) IsZeroApprox() bool {
	return IsZeroApprox(v.X) && IsZeroApprox(v.Y) && IsZeroApprox(v.Z) && IsZeroApprox(v.W)
}

// IsFinite reports whether no number of v is infinite or NaN. Godot: Vector4.is_finite.
func (v Vector4) IsFinite() bool {
	return IsFinite(v.X) && IsFinite(v.Y) && IsFinite(v.Z) && IsFinite(v.W)
}

// Dot returns the dot product. Godot: Vector4.dot.
func (v Vector4) Dot(b Vector4) float64 {
	return float64(v.X*b.X) + float64(v.Y*b.Y) + float64(v.Z*b.Z) + float64(v.W*b.W)
}

// Length returns the length of v. Godot: Vector4.length.
func (v Vector4) Length() float64 { return math.Sqrt(v.LengthSquared()) }

// LengthSquared returns the square of the length. It is faster than [Vector4.Length]. Godot:
// Vector4.length_squared.
func (v Vector4) LengthSquared() float64 { return v.Dot(v) }

// DistanceTo returns the distance between the points v and to. Godot: Vector4.distance_to.
func (v Vector4) DistanceTo(to Vector4) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance between the points v and to. It is faster
// than [Vector4.DistanceTo]. Godot: Vector4.distance_squared_to.
func (v Vector4) DistanceSquaredTo(to Vector4) float64 { return to.Sub(v).LengthSquared() }

// Normalized returns v scaled to length 1, or the zero vector if v is zero. Godot:
// Vector4.normalized.
func (v Vector4) Normalized() Vector4 {
	if l := v.LengthSquared(); l != 0 {
		return v.Divf(math.Sqrt(l))
	}
	return v
}

// IsNormalized reports whether the length is 1: its square differs from 1 by less than 0.001.
// Godot: Vector4.is_normalized.
func (v Vector4) IsNormalized() bool { return isUnit(v.LengthSquared()) }

// DirectionTo returns the unit vector from the point v towards the other point, or the zero vector
// if the points are equal. Godot: Vector4.direction_to.
func (v Vector4) DirectionTo(to Vector4) Vector4 { return to.Sub(v).Normalized() }

// Lerp returns v + (to-v)*weight. With weight 0 the result is v, and with weight 1 it is the other
// vector. A weight outside 0 to 1 extrapolates. Godot: Vector4.lerp.
func (v Vector4) Lerp(to Vector4, weight float64) Vector4 {
	return Vector4{
		Lerp(v.X, to.X, weight),
		Lerp(v.Y, to.Y, weight),
		Lerp(v.Z, to.Z, weight),
		Lerp(v.W, to.W, weight),
	}
}

// CubicInterpolate returns the point at weight on a smooth curve from v (weight 0) to b (weight 1).
// The argument pre is the point before v, and post is the point after b. Godot:
// Vector4.cubic_interpolate.
func (v Vector4) CubicInterpolate(b, pre, post Vector4, weight float64) Vector4 {
	return Vector4{
		CubicInterpolate(v.X, b.X, pre.X, post.X, weight),
		CubicInterpolate(v.Y, b.Y, pre.Y, post.Y, weight),
		CubicInterpolate(v.Z, b.Z, pre.Z, post.Z, weight),
		CubicInterpolate(v.W, b.W, pre.W, post.W, weight),
	}
}

// CubicInterpolateInTime is [Vector4.CubicInterpolate] for points at uneven times. The point v is
// at time 0. The arguments bTime, preTime and postTime are the times of the points b, pre and post.
// Godot: Vector4.cubic_interpolate_in_time.
func (v Vector4) CubicInterpolateInTime(b, pre, post Vector4,
	weight, bTime, preTime, postTime float64) Vector4 {
	return Vector4{
		CubicInterpolateInTime(v.X, b.X, pre.X, post.X, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Y, b.Y, pre.Y, post.Y, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Z, b.Z, pre.Z, post.Z, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.W, b.W, pre.W, post.W, weight, bTime, preTime, postTime),
	}
}

// At returns component i: 0 is X, 1 is Y, 2 is Z, 3 is W. Any other index gives 0. Godot:
// Vector4[i].
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

// With returns v with component i set to x. An index out of range changes nothing. Godot: v[i] = x.
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

// Rounded32 returns v with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (v Vector4) Rounded32() Vector4 {
	return Vector4{round32(v.X), round32(v.Y), round32(v.Z), round32(v.W)}
}

// Abs returns the absolute value of each component. Godot: Vector4.abs.
func (v Vector4) Abs() Vector4 {
	return Vector4{math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z), math.Abs(v.W)}
}

// Sign returns the sign of each component: -1, 0 or 1. The sign of NaN is 0. Godot: Vector4.sign.
func (v Vector4) Sign() Vector4 { return Vector4{Sign(v.X), Sign(v.Y), Sign(v.Z), Sign(v.W)} }

// Floor returns each component rounded down. Godot: Vector4.floor.
func (v Vector4) Floor() Vector4 {
	return Vector4{math.Floor(v.X), math.Floor(v.Y), math.Floor(v.Z), math.Floor(v.W)}
}

// Ceil returns each component rounded up. Godot: Vector4.ceil.
func (v Vector4) Ceil() Vector4 {
	return Vector4{math.Ceil(v.X), math.Ceil(v.Y), math.Ceil(v.Z), math.Ceil(v.W)}
}

// Round returns each component rounded to the nearest integer. Halves are rounded away from zero.
// Godot: Vector4.round.
func (v Vector4) Round() Vector4 {
	return Vector4{math.Round(v.X), math.Round(v.Y), math.Round(v.Z), math.Round(v.W)}
}

// Snapped returns each component rounded to the nearest multiple of the same component of step; see
// the function [Snapped]. Godot: Vector4.snapped.
func (v Vector4) Snapped(step Vector4) Vector4 {
	return Vector4{Snapped(v.X, step.X), Snapped(v.Y, step.Y), Snapped(v.Z, step.Z),
		Snapped(v.W, step.W)}
}

// Snappedf returns each component rounded to the nearest multiple of step; see [Snapped]. Godot:
// Vector4.snappedf.
func (v Vector4) Snappedf(step float64) Vector4 {
	return Vector4{Snapped(v.X, step), Snapped(v.Y, step), Snapped(v.Z, step), Snapped(v.W, step)}
}

// Posmod returns [Fposmod] of each component and mod. Godot: Vector4.posmod.
func (v Vector4) Posmod(mod float64) Vector4 {
	return Vector4{Fposmod(v.X, mod), Fposmod(v.Y, mod), Fposmod(v.Z, mod), Fposmod(v.W, mod)}
}

// PosmodV returns [Fposmod] of each component of v and of mod. Godot: Vector4.posmodv.
func (v Vector4) PosmodV(mod Vector4) Vector4 {
	return Vector4{Fposmod(v.X, mod.X), Fposmod(v.Y, mod.Y), Fposmod(v.Z, mod.Z),
		Fposmod(v.W, mod.W)}
}

// Max returns the component-wise maximum; see the function [Max] about NaN. Godot: Vector4.max.
func (v Vector4) Max(b Vector4) Vector4 {
	return Vector4{Max(v.X, b.X), Max(v.Y, b.Y), Max(v.Z, b.Z), Max(v.W, b.W)}
}

// Maxf returns the maximum of each component and f. Godot: Vector4.maxf.
func (v Vector4) Maxf(f float64) Vector4 {
	return Vector4{Max(v.X, f), Max(v.Y, f), Max(v.Z, f), Max(v.W, f)}
}

// Min returns the component-wise minimum; see the function [Min] about NaN. Godot: Vector4.min.
func (v Vector4) Min(b Vector4) Vector4 {
	return Vector4{Min(v.X, b.X), Min(v.Y, b.Y), Min(v.Z, b.Z), Min(v.W, b.W)}
}

// Minf returns the minimum of each component and f. Godot: Vector4.minf.
func (v Vector4) Minf(f float64) Vector4 {
	return Vector4{Min(v.X, f), Min(v.Y, f), Min(v.Z, f), Min(v.W, f)}
}

// Clamp returns each component clamped between the components of lo and hi; see the function
// [Clamp]. Godot: Vector4.clamp.
func (v Vector4) Clamp(lo, hi Vector4) Vector4 {
	return Vector4{
		Clamp(v.X, lo.X, hi.X),
		Clamp(v.Y, lo.Y, hi.Y),
		Clamp(v.Z, lo.Z, hi.Z),
		Clamp(v.W, lo.W, hi.W),
	}
}

// Clampf returns each component clamped between lo and hi. Godot: Vector4.clampf.
func (v Vector4) Clampf(lo, hi float64) Vector4 {
	return Vector4{Clamp(v.X, lo, hi), Clamp(v.Y, lo, hi), Clamp(v.Z, lo, hi), Clamp(v.W, lo, hi)}
}

// MaxAxisIndex returns the index of the largest component. If several components are equal, it is
// the first of them. Godot: Vector4.max_axis_index.
func (v Vector4) MaxAxisIndex() int { return maxIndex(v.X, v.Y, v.Z, v.W) }

// MinAxisIndex returns the index of the smallest component. If several components are equal, it is
// the last of them. Godot: Vector4.min_axis_index.
func (v Vector4) MinAxisIndex() int { return minIndex(v.X, v.Y, v.Z, v.W) }

// Inverse returns 1/x for each component x. For 0 this is an infinity. Godot: Vector4.inverse.
func (v Vector4) Inverse() Vector4 { return Vector4{1 / v.X, 1 / v.Y, 1 / v.Z, 1 / v.W} }

// xyz returns the vector without W.
func (v Vector4) xyz() Vector3 { return Vector3{v.X, v.Y, v.Z} }

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (v Vector4) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, v.X, v.Y, v.Z, v.W) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Vector4) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Vector4{c[0], c[1], c[2], c[3]}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector4) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector4) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector4) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector4) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }

// vector4 returns the vector with the first 4 numbers of c.
func vector4(c []float64) Vector4 { return Vector4{c[0], c[1], c[2], c[3]} }
