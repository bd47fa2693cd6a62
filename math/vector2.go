package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Vector2 is a point, direction or size in two dimensions, with float64 components. In Godot's 2D
// space X points right and Y points down.
//
// The zero value is the zero vector, as in Godot. The operator == compares as in Godot: 0 is equal
// to -0, and NaN is not equal to any number.
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

// The indices of the components, for [Vector2.At] and the results of [Vector2.MaxAxisIndex]. Godot:
// Vector2.AXIS_X and so on.
const (
	Vector2AxisX = 0
	Vector2AxisY = 1
)

// The constants of Vector2. They are variables because Go has no constants of struct types; do not
// assign to them.
var (
	// Vector2Zero is the zero vector. Godot: Vector2.ZERO.
	Vector2Zero = Vector2{X: 0, Y: 0}
	// Vector2One has all components 1. Godot: Vector2.ONE.
	Vector2One = Vector2{X: 1, Y: 1}
	// Vector2Inf has all components infinite. Godot: Vector2.INF.
	Vector2Inf = Vector2{X: Inf, Y: Inf}
	// Vector2Left points left. Godot: Vector2.LEFT.
	Vector2Left = Vector2{X: -1, Y: 0}
	// Vector2Right points right. Godot: Vector2.RIGHT.
	Vector2Right = Vector2{X: 1, Y: 0}
	// Vector2Up points up: Y points down in 2D. Godot: Vector2.UP.
	Vector2Up = Vector2{X: 0, Y: -1}
	// Vector2Down points down: Y points down in 2D. Godot: Vector2.DOWN.
	Vector2Down = Vector2{X: 0, Y: 1}
)

// V2 is a short form of a Vector2 literal. Godot: Vector2(1, 2).
func V2(x, y float64) Vector2 { return Vector2{x, y} }

// Vector2FromArray returns the vector with the components of a, in order.
func Vector2FromArray(a [2]float64) Vector2 { return Vector2{a[0], a[1]} }

// Vector2FromAngle returns the unit vector at angle radians from the X axis towards the Y axis:
// Vector2FromAngle(0) is [Vector2Right]. Godot: Vector2.from_angle.
func Vector2FromAngle(angle float64) Vector2 {
	sin, cos := math.Sincos(angle)
	return Vector2{cos, sin}
}

// Type returns [variant.TypeVector2].
func (Vector2) Type() variant.Type { return variant.TypeVector2 }

// Encode writes the payload; see [variant.Variant].
func (v Vector2) Encode(w *variant.Writer) error {
	return (*wire.Writer)(w).Reals2(v.X, v.Y)
}

// Decode reads a payload; see [variant.Variant].
func (Vector2) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, readVector2(r))
}

func readVector2(r *variant.Reader) Vector2 {
	x, y := (*wire.Reader)(r).Reals2()
	return Vector2{x, y}
}

// String returns the vector as Godot's constructor text: Vector2(0.1, 1).
func (v Vector2) String() string { return textOf("Vector2", v.X, v.Y) }

// GoString returns the vector as Go source, for %#v.
func (v Vector2) GoString() string {
	return goStruct("Vector2", "X", goFloat(v.X), "Y", goFloat(v.Y))
}

// Add returns v + b. Godot: operator +.
func (v Vector2) Add(b Vector2) Vector2 { return Vector2{v.X + b.X, v.Y + b.Y} }

// Sub returns v - b. Godot: operator -.
func (v Vector2) Sub(b Vector2) Vector2 { return Vector2{v.X - b.X, v.Y - b.Y} }

// Mul returns the component-wise product. Godot: operator * with Vector2.
func (v Vector2) Mul(b Vector2) Vector2 { return Vector2{float64(v.X * b.X), float64(v.Y * b.Y)} }

// Mulf returns v multiplied by f. Godot: operator * with float or int.
func (v Vector2) Mulf(f float64) Vector2 { return Vector2{float64(v.X * f), float64(v.Y * f)} }

// Div returns the component-wise quotient. Division by zero gives an infinity or NaN. Godot:
// operator / with Vector2.
func (v Vector2) Div(b Vector2) Vector2 { return Vector2{v.X / b.X, v.Y / b.Y} }

// Divf returns v divided by f. Godot: operator / with float or int.
func (v Vector2) Divf(f float64) Vector2 { return Vector2{v.X / f, v.Y / f} }

// Neg returns -v. Godot: unary operator -.
func (v Vector2) Neg() Vector2 { return Vector2{-v.X, -v.Y} }

// Compare returns -1, 0 or +1 if v is less than, equal to or greater than b. It compares X first,
// and compares Y only if X is equal in both vectors. If a compared component is NaN, Compare
// returns 0. Use Compare with slices.SortFunc. Godot: operators <, <=, > and >=.
func (v Vector2) Compare(b Vector2) int {
	if v.X != b.X {
		return order(v.X, b.X)
	}
	return order(v.Y, b.Y)
}

// IsEqualApprox reports whether each component of v approximately equals the same component of b;
// see [IsEqualApprox]. Godot: Vector2.is_equal_approx.
func (v Vector2) IsEqualApprox(b Vector2) bool {
	return IsEqualApprox(v.X, b.X) && IsEqualApprox(v.Y, b.Y)
}

// IsZeroApprox reports whether the absolute value of each component is less than [Epsilon]. Godot:
// Vector2.is_zero_approx.
func (v Vector2) IsZeroApprox() bool { return IsZeroApprox(v.X) && IsZeroApprox(v.Y) }

// IsFinite reports whether no number of v is infinite or NaN. Godot: Vector2.is_finite.
func (v Vector2) IsFinite() bool { return IsFinite(v.X) && IsFinite(v.Y) }

// Dot returns the dot product: the product of the lengths times the cosine of the angle between v
// and b. Godot: Vector2.dot.
func (v Vector2) Dot(b Vector2) float64 { return float64(v.X*b.X) + float64(v.Y*b.Y) }

// Cross returns the cross product: the product of the lengths times the sine of the angle from v to
// b. Godot: Vector2.cross.
func (v Vector2) Cross(b Vector2) float64 { return float64(v.X*b.Y) - float64(v.Y*b.X) }

// Length returns the length of v. Godot: Vector2.length.
func (v Vector2) Length() float64 { return math.Sqrt(v.LengthSquared()) }

// LengthSquared returns the square of the length. It is faster than [Vector2.Length]. Godot:
// Vector2.length_squared.
func (v Vector2) LengthSquared() float64 { return v.Dot(v) }

// DistanceTo returns the distance between the points v and to. Godot: Vector2.distance_to.
func (v Vector2) DistanceTo(to Vector2) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance between the points v and to. It is faster
// than [Vector2.DistanceTo]. Godot: Vector2.distance_squared_to.
func (v Vector2) DistanceSquaredTo(to Vector2) float64 { return to.Sub(v).LengthSquared() }

// Normalized returns v scaled to length 1, or the zero vector if v is zero. Godot:
// Vector2.normalized.
func (v Vector2) Normalized() Vector2 {
	if l := v.LengthSquared(); l != 0 {
		return v.Divf(math.Sqrt(l))
	}
	return v
}

// IsNormalized reports whether the length is 1: its square differs from 1 by less than 0.001.
// Godot: Vector2.is_normalized.
func (v Vector2) IsNormalized() bool { return isUnit(v.LengthSquared()) }

// LimitLength returns v, or, if v is longer than the argument limit, v shortened to this length.
// Godot: Vector2.limit_length (default limit: 1); Godot 3: clamped.
func (v Vector2) LimitLength(limit float64) Vector2 {
	if l := v.Length(); l > 0 && limit < l {
		return v.Divf(l).Mulf(limit)
	}
	return v
}

// DirectionTo returns the unit vector from the point v towards the other point, or the zero vector
// if the points are equal. Godot: Vector2.direction_to.
func (v Vector2) DirectionTo(to Vector2) Vector2 { return to.Sub(v).Normalized() }

// MoveToward returns v, moved by delta towards the other point, but not further than that point. A
// negative delta moves away from it. Godot: Vector2.move_toward.
func (v Vector2) MoveToward(to Vector2, delta float64) Vector2 {
	way := to.Sub(v)
	l := way.Length()
	if l <= delta || l < Epsilon {
		return to
	}
	return v.Add(way.Divf(l).Mulf(delta))
}

// Aspect returns X / Y: the aspect ratio of a size. Godot: Vector2.aspect.
func (v Vector2) Aspect() float64 { return v.X / v.Y }

// Angle returns the angle from the X axis to v in radians, from -Pi to Pi. Positive angles turn
// towards the Y axis. Godot: Vector2.angle.
func (v Vector2) Angle() float64 { return math.Atan2(v.Y, v.X) }

// AngleTo returns the angle in radians from v to the other vector. It is between -Pi and Pi. Godot:
// Vector2.angle_to.
func (v Vector2) AngleTo(to Vector2) float64 { return math.Atan2(v.Cross(to), v.Dot(to)) }

// AngleToPoint returns the angle in radians from the X axis to the vector to.Sub(v). It is between
// -Pi and Pi. Godot: Vector2.angle_to_point; in Godot 3 it is the angle of v.Sub(to).
func (v Vector2) AngleToPoint(to Vector2) float64 { return to.Sub(v).Angle() }

// Rotated returns v rotated by angle radians. A positive angle rotates from X towards Y. Godot:
// Vector2.rotated.
func (v Vector2) Rotated(angle float64) Vector2 {
	sin, cos := math.Sincos(angle)
	return Vector2{
		float64(v.X*cos) - float64(v.Y*sin),
		float64(v.X*sin) + float64(v.Y*cos),
	}
}

// Orthogonal returns v rotated by a quarter turn: (Y, -X). Godot: Vector2.orthogonal; Godot 3:
// tangent.
func (v Vector2) Orthogonal() Vector2 { return Vector2{v.Y, -v.X} }

// Project returns the projection of v onto another vector: the part of v in the direction of that
// vector. If that vector is zero, the components are NaN. Godot: Vector2.project.
func (v Vector2) Project(onto Vector2) Vector2 {
	return onto.Mulf(v.Dot(onto) / onto.LengthSquared())
}

// Slide returns v without its part along normal, which must have length 1. Use it for a movement
// that slides along a wall. Godot: Vector2.slide.
func (v Vector2) Slide(normal Vector2) Vector2 { return v.Sub(normal.Mulf(v.Dot(normal))) }

// Bounce returns v mirrored at the line with the given normal, which must have length 1. Use it for
// a movement that bounces off a wall. Godot: Vector2.bounce.
func (v Vector2) Bounce(normal Vector2) Vector2 { return v.Reflect(normal).Neg() }

// Reflect returns v mirrored at the line through the origin in the direction of the argument line,
// which must have length 1. With the same argument, the result is the negative of [Vector2.Bounce],
// whose argument is a normal. Godot: Vector2.reflect.
func (v Vector2) Reflect(line Vector2) Vector2 { return line.Mulf(2 * v.Dot(line)).Sub(v) }

// Lerp returns v + (to-v)*weight. With weight 0 the result is v, and with weight 1 it is the other
// vector. A weight outside 0 to 1 extrapolates. Godot: Vector2.lerp; Godot 3: linear_interpolate.
func (v Vector2) Lerp(to Vector2, weight float64) Vector2 {
	return Vector2{Lerp(v.X, to.X, weight), Lerp(v.Y, to.Y, weight)}
}

// Slerp returns v rotated towards the other vector, by the angle between the two vectors times
// weight. The length is interpolated too. If one of the vectors is zero, it returns the result of
// [Vector2.Lerp]. Godot: Vector2.slerp; in Godot 3 both must have length 1.
func (v Vector2) Slerp(to Vector2, weight float64) Vector2 {
	from2, to2 := v.LengthSquared(), to.LengthSquared()
	if from2 == 0 || to2 == 0 {
		return v.Lerp(to, weight)
	}
	l := math.Sqrt(from2)
	scale := Lerp(l, math.Sqrt(to2), weight) / l
	return v.Rotated(v.AngleTo(to) * weight).Mulf(scale)
}

// CubicInterpolate returns the point at weight on a smooth curve from v (weight 0) to b (weight 1).
// The argument pre is the point before v, and post is the point after b. Godot:
// Vector2.cubic_interpolate.
func (v Vector2) CubicInterpolate(b, pre, post Vector2, weight float64) Vector2 {
	return Vector2{
		CubicInterpolate(v.X, b.X, pre.X, post.X, weight),
		CubicInterpolate(v.Y, b.Y, pre.Y, post.Y, weight),
	}
}

// CubicInterpolateInTime is [Vector2.CubicInterpolate] for points at uneven times. The point v is
// at time 0. The arguments bTime, preTime and postTime are the times of the points b, pre and post.
// Godot: Vector2.cubic_interpolate_in_time.
func (v Vector2) CubicInterpolateInTime(b, pre, post Vector2,
	weight, bTime, preTime, postTime float64) Vector2 {
	return Vector2{
		CubicInterpolateInTime(v.X, b.X, pre.X, post.X, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Y, b.Y, pre.Y, post.Y, weight, bTime, preTime, postTime),
	}
}

// BezierInterpolate returns the point at weight on the Bézier curve from the point v to the point
// end with two control points. Godot: Vector2.bezier_interpolate.
func (v Vector2) BezierInterpolate(control1, control2, end Vector2, weight float64) Vector2 {
	return Vector2{
		BezierInterpolate(v.X, control1.X, control2.X, end.X, weight),
		BezierInterpolate(v.Y, control1.Y, control2.Y, end.Y, weight),
	}
}

// BezierDerivative returns the derivative at weight of the Bézier curve from the point v to the
// point end with two control points. Godot: Vector2.bezier_derivative.
func (v Vector2) BezierDerivative(control1, control2, end Vector2, weight float64) Vector2 {
	return Vector2{
		BezierDerivative(v.X, control1.X, control2.X, end.X, weight),
		BezierDerivative(v.Y, control1.Y, control2.Y, end.Y, weight),
	}
}

// At returns component i: 0 is X, 1 is Y. Any other index gives 0. Godot: Vector2[i].
func (v Vector2) At(i int) float64 {
	switch i {
	case 0:
		return v.X
	case 1:
		return v.Y
	}
	return 0
}

// With returns v with component i set to x. An index out of range changes nothing. Godot: v[i] = x.
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

// Rounded32 returns v with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (v Vector2) Rounded32() Vector2 { return Vector2{round32(v.X), round32(v.Y)} }

// Abs returns the absolute value of each component. Godot: Vector2.abs.
func (v Vector2) Abs() Vector2 { return Vector2{math.Abs(v.X), math.Abs(v.Y)} }

// Sign returns the sign of each component: -1, 0 or 1. The sign of NaN is 0. Godot: Vector2.sign;
// in Godot 3.2 the sign of 0 is 1.
func (v Vector2) Sign() Vector2 { return Vector2{Sign(v.X), Sign(v.Y)} }

// Floor returns each component rounded down. Godot: Vector2.floor.
func (v Vector2) Floor() Vector2 { return Vector2{math.Floor(v.X), math.Floor(v.Y)} }

// Ceil returns each component rounded up. Godot: Vector2.ceil.
func (v Vector2) Ceil() Vector2 { return Vector2{math.Ceil(v.X), math.Ceil(v.Y)} }

// Round returns each component rounded to the nearest integer. Halves are rounded away from zero.
// Godot: Vector2.round.
func (v Vector2) Round() Vector2 { return Vector2{math.Round(v.X), math.Round(v.Y)} }

// Snapped returns each component rounded to the nearest multiple of the same component of step; see
// the function [Snapped]. Godot: Vector2.snapped.
func (v Vector2) Snapped(step Vector2) Vector2 {
	return Vector2{Snapped(v.X, step.X), Snapped(v.Y, step.Y)}
}

// Snappedf returns each component rounded to the nearest multiple of step; see [Snapped]. Godot:
// Vector2.snappedf.
func (v Vector2) Snappedf(step float64) Vector2 {
	return Vector2{Snapped(v.X, step), Snapped(v.Y, step)}
}

// Posmod returns [Fposmod] of each component and mod. Godot: Vector2.posmod.
func (v Vector2) Posmod(mod float64) Vector2 {
	return Vector2{Fposmod(v.X, mod), Fposmod(v.Y, mod)}
}

// PosmodV returns [Fposmod] of each component of v and of mod. Godot: Vector2.posmodv.
func (v Vector2) PosmodV(mod Vector2) Vector2 {
	return Vector2{Fposmod(v.X, mod.X), Fposmod(v.Y, mod.Y)}
}

// Max returns the component-wise maximum; see the function [Max] about NaN. Godot: Vector2.max.
func (v Vector2) Max(b Vector2) Vector2 { return Vector2{Max(v.X, b.X), Max(v.Y, b.Y)} }

// Maxf returns the maximum of each component and f. Godot: Vector2.maxf.
func (v Vector2) Maxf(f float64) Vector2 { return Vector2{Max(v.X, f), Max(v.Y, f)} }

// Min returns the component-wise minimum; see the function [Min] about NaN. Godot: Vector2.min.
func (v Vector2) Min(b Vector2) Vector2 { return Vector2{Min(v.X, b.X), Min(v.Y, b.Y)} }

// Minf returns the minimum of each component and f. Godot: Vector2.minf.
func (v Vector2) Minf(f float64) Vector2 { return Vector2{Min(v.X, f), Min(v.Y, f)} }

// Clamp returns each component clamped between the components of lo and hi; see the function
// [Clamp]. Godot: Vector2.clamp.
func (v Vector2) Clamp(lo, hi Vector2) Vector2 {
	return Vector2{Clamp(v.X, lo.X, hi.X), Clamp(v.Y, lo.Y, hi.Y)}
}

// Clampf returns each component clamped between lo and hi. Godot: Vector2.clampf.
func (v Vector2) Clampf(lo, hi float64) Vector2 {
	return Vector2{Clamp(v.X, lo, hi), Clamp(v.Y, lo, hi)}
}

// MaxAxisIndex returns the index of the largest component. If several components are equal, it is
// the first of them. Godot: Vector2.max_axis_index.
func (v Vector2) MaxAxisIndex() int { return maxIndex(v.X, v.Y) }

// MinAxisIndex returns the index of the smallest component. If several components are equal, it is
// the last of them. Godot: Vector2.min_axis_index.
func (v Vector2) MinAxisIndex() int { return minIndex(v.X, v.Y) }

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (v Vector2) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, v.X, v.Y) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Vector2) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 2)
	return Vector2{c[0], c[1]}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector2) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector2) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector2) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector2) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }
