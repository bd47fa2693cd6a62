package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Vector3 is a point, direction or scale in three dimensions, with float64 components. Godot's 3D
// space is right-handed: X points right, Y points up and -Z points forward.
//
// The zero value is the zero vector, as in Godot. The operator == compares as in Godot: 0 is equal
// to -0, and NaN is not equal to any number.
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

// The indices of the components, for [Vector3.At] and the results of [Vector3.MaxAxisIndex]. Godot:
// Vector3.AXIS_X and so on.
const (
	Vector3AxisX = 0
	Vector3AxisY = 1
	Vector3AxisZ = 2
)

// The constants of Vector3. They are variables because Go has no constants of struct types; do not
// assign to them.
var (
	// Vector3Zero is the zero vector. Godot: Vector3.ZERO.
	Vector3Zero = Vector3{X: 0, Y: 0, Z: 0}
	// Vector3One has all components 1. Godot: Vector3.ONE.
	Vector3One = Vector3{X: 1, Y: 1, Z: 1}
	// Vector3Inf has all components infinite. Godot: Vector3.INF.
	Vector3Inf = Vector3{X: Inf, Y: Inf, Z: Inf}
	// Vector3Left points left. Godot: Vector3.LEFT.
	Vector3Left = Vector3{X: -1, Y: 0, Z: 0}
	// Vector3Right points right. Godot: Vector3.RIGHT.
	Vector3Right = Vector3{X: 1, Y: 0, Z: 0}
	// Vector3Up points up. Godot: Vector3.UP.
	Vector3Up = Vector3{X: 0, Y: 1, Z: 0}
	// Vector3Down points down. Godot: Vector3.DOWN.
	Vector3Down = Vector3{X: 0, Y: -1, Z: 0}
	// Vector3Forward points in the direction that a camera looks. Godot: Vector3.FORWARD.
	Vector3Forward = Vector3{X: 0, Y: 0, Z: -1}
	// Vector3Back points backwards from a camera. Godot: Vector3.BACK.
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

// V3 is a short form of a Vector3 literal. Godot: Vector3(1, 2, 3).
func V3(x, y, z float64) Vector3 { return Vector3{x, y, z} }

// Vector3FromArray returns the vector with the components of a, in order.
func Vector3FromArray(a [3]float64) Vector3 { return Vector3{a[0], a[1], a[2]} }

// Vector3FromOctahedron returns the unit vector for which [Vector3.Octahedron] returns uv. Godot:
// Vector3.octahedron_decode.
func Vector3FromOctahedron(uv Vector2) Vector3 {
	x, y := uv.X*2-1, uv.Y*2-1
	n := Vector3{x, y, 1 - math.Abs(x) - math.Abs(y)}
	fold := Clamp(-n.Z, 0, 1)
	n.X -= withSign(fold, n.X)
	n.Y -= withSign(fold, n.Y)
	return n.Normalized()
}

// Type returns [variant.TypeVector3].
func (Vector3) Type() variant.Type { return variant.TypeVector3 }

// Encode writes the payload; see [variant.Variant].
func (v Vector3) Encode(w *variant.Writer) error {
	return (*wire.Writer)(w).Reals3(v.X, v.Y, v.Z)
}

// Decode reads a payload; see [variant.Variant].
func (Vector3) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, readVector3(r))
}

func readVector3(r *variant.Reader) Vector3 {
	x, y, z := (*wire.Reader)(r).Reals3()
	return Vector3{x, y, z}
}

// String returns the vector as Godot's constructor text: Vector3(0.1, 1, -2).
func (v Vector3) String() string { return textOf("Vector3", v.X, v.Y, v.Z) }

// GoString returns the vector as Go source, for %#v.
func (v Vector3) GoString() string {
	return goStruct("Vector3", "X", goFloat(v.X), "Y", goFloat(v.Y), "Z", goFloat(v.Z))
}

// Add returns v + b. Godot: operator +.
func (v Vector3) Add(b Vector3) Vector3 { return Vector3{v.X + b.X, v.Y + b.Y, v.Z + b.Z} }

// Sub returns v - b. Godot: operator -.
func (v Vector3) Sub(b Vector3) Vector3 { return Vector3{v.X - b.X, v.Y - b.Y, v.Z - b.Z} }

// Mul returns the component-wise product. Godot: operator * with Vector3.
func (v Vector3) Mul(b Vector3) Vector3 {
	return Vector3{float64(v.X * b.X), float64(v.Y * b.Y), float64(v.Z * b.Z)}
}

// Mulf returns v multiplied by f. Godot: operator * with float or int.
func (v Vector3) Mulf(f float64) Vector3 {
	return Vector3{float64(v.X * f), float64(v.Y * f), float64(v.Z * f)}
}

// Div returns the component-wise quotient. Division by zero gives an infinity or NaN. Godot:
// operator / with Vector3.
func (v Vector3) Div(b Vector3) Vector3 { return Vector3{v.X / b.X, v.Y / b.Y, v.Z / b.Z} }

// Divf returns v divided by f. Godot: operator / with float or int.
func (v Vector3) Divf(f float64) Vector3 { return Vector3{v.X / f, v.Y / f, v.Z / f} }

// Neg returns -v. Godot: unary operator -.
func (v Vector3) Neg() Vector3 { return Vector3{-v.X, -v.Y, -v.Z} }

// Compare returns -1, 0 or +1 if v is less than, equal to or greater than b. It compares X first,
// and compares the next component only if the components before it are equal in both vectors. If a
// compared component is NaN, Compare returns 0. Use Compare with slices.SortFunc. Godot: operators
// <, <=, > and >=.
func (v Vector3) Compare(b Vector3) int {
	if v.X != b.X {
		return order(v.X, b.X)
	}
	if v.Y != b.Y {
		return order(v.Y, b.Y)
	}
	return order(v.Z, b.Z)
}

// IsEqualApprox reports whether each component of v approximately equals the same component of b;
// see [IsEqualApprox]. Godot: Vector3.is_equal_approx.
func (v Vector3) IsEqualApprox(b Vector3) bool {
	return IsEqualApprox(v.X, b.X) && IsEqualApprox(v.Y, b.Y) && IsEqualApprox(v.Z, b.Z)
}

// IsZeroApprox reports whether the absolute value of each component is less than [Epsilon]. Godot:
// Vector3.is_zero_approx.
func (v Vector3) IsZeroApprox() bool {
	return IsZeroApprox(v.X) && IsZeroApprox(v.Y) && IsZeroApprox(v.Z)
}

// IsFinite reports whether no number of v is infinite or NaN. Godot: Vector3.is_finite.
func (v Vector3) IsFinite() bool { return IsFinite(v.X) && IsFinite(v.Y) && IsFinite(v.Z) }

// Dot returns the dot product: the product of the lengths times the cosine of the angle between v
// and b. Godot: Vector3.dot.
func (v Vector3) Dot(b Vector3) float64 {
	return float64(v.X*b.X) + float64(v.Y*b.Y) + float64(v.Z*b.Z)
}

// Cross returns the cross product, which is perpendicular to v and b. Its length is the product of
// the lengths times the sine of the angle between them. The cross product of Right and Up is Back.
// Godot: Vector3.cross.
func (v Vector3) Cross(b Vector3) Vector3 {
	return Vector3{
		float64(v.Y*b.Z) - float64(v.Z*b.Y),
		float64(v.Z*b.X) - float64(v.X*b.Z),
		float64(v.X*b.Y) - float64(v.Y*b.X),
	}
}

// Length returns the length of v. Godot: Vector3.length.
func (v Vector3) Length() float64 { return math.Sqrt(v.LengthSquared()) }

// LengthSquared returns the square of the length. It is faster than [Vector3.Length]. Godot:
// Vector3.length_squared.
func (v Vector3) LengthSquared() float64 { return v.Dot(v) }

// DistanceTo returns the distance between the points v and to. Godot: Vector3.distance_to.
func (v Vector3) DistanceTo(to Vector3) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance between the points v and to. It is faster
// than [Vector3.DistanceTo]. Godot: Vector3.distance_squared_to.
func (v Vector3) DistanceSquaredTo(to Vector3) float64 { return to.Sub(v).LengthSquared() }

// Normalized returns v scaled to length 1, or the zero vector if v is zero. Godot:
// Vector3.normalized.
func (v Vector3) Normalized() Vector3 {
	if l := v.LengthSquared(); l != 0 {
		return v.Divf(math.Sqrt(l))
	}
	return v
}

// IsNormalized reports whether the length is 1: its square differs from 1 by less than 0.001.
// Godot: Vector3.is_normalized.
func (v Vector3) IsNormalized() bool { return isUnit(v.LengthSquared()) }

// LimitLength returns v, or, if v is longer than the argument limit, v shortened to this length.
// Godot: Vector3.limit_length (default limit: 1).
func (v Vector3) LimitLength(limit float64) Vector3 {
	if l := v.Length(); l > 0 && limit < l {
		return v.Divf(l).Mulf(limit)
	}
	return v
}

// DirectionTo returns the unit vector from the point v towards the other point, or the zero vector
// if the points are equal. Godot: Vector3.direction_to.
func (v Vector3) DirectionTo(to Vector3) Vector3 { return to.Sub(v).Normalized() }

// MoveToward returns v, moved by delta towards the other point, but not further than that point. A
// negative delta moves away from it. Godot: Vector3.move_toward.
func (v Vector3) MoveToward(to Vector3, delta float64) Vector3 {
	way := to.Sub(v)
	l := way.Length()
	if l <= delta || l < Epsilon {
		return to
	}
	return v.Add(way.Divf(l).Mulf(delta))
}

// AngleTo returns the angle in radians between v and the other vector. It is between 0 and Pi.
// Godot: Vector3.angle_to.
func (v Vector3) AngleTo(to Vector3) float64 {
	return math.Atan2(v.Cross(to).Length(), v.Dot(to))
}

// SignedAngleTo returns the angle in radians from v to the first argument. It is between -Pi and
// Pi, and is positive if the rotation is counterclockwise when axis points towards the viewer.
// Godot: Vector3.signed_angle_to.
func (v Vector3) SignedAngleTo(to, axis Vector3) float64 {
	cross := v.Cross(to)
	angle := math.Atan2(cross.Length(), v.Dot(to))
	if cross.Dot(axis) < 0 {
		return -angle
	}
	return angle
}

// Project returns the projection of v onto another vector: the part of v in the direction of that
// vector. If that vector is zero, the components are NaN. Godot: Vector3.project.
func (v Vector3) Project(onto Vector3) Vector3 {
	return onto.Mulf(v.Dot(onto) / onto.LengthSquared())
}

// Slide returns v without its part along normal, which must have length 1. Use it for a movement
// that slides along a wall. Godot: Vector3.slide.
func (v Vector3) Slide(normal Vector3) Vector3 { return v.Sub(normal.Mulf(v.Dot(normal))) }

// Bounce returns v mirrored at the plane with the given normal, which must have length 1. Use it
// for a movement that bounces off a wall. Godot: Vector3.bounce.
func (v Vector3) Bounce(normal Vector3) Vector3 { return v.Reflect(normal).Neg() }

// Reflect returns v mirrored through the axis along line, which must have length 1. It does not
// mirror at a plane. The result is the negative of [Vector3.Bounce]. Godot: Vector3.reflect.
func (v Vector3) Reflect(line Vector3) Vector3 { return line.Mulf(2 * v.Dot(line)).Sub(v) }

// Octahedron returns the unit vector v as two numbers from 0 to 1, which is the form of normals in
// meshes. [Vector3FromOctahedron] is its inverse. Godot: Vector3.octahedron_encode.
func (v Vector3) Octahedron() Vector2 {
	n := v.Divf(math.Abs(v.X) + math.Abs(v.Y) + math.Abs(v.Z))
	o := Vector2{n.X, n.Y}
	if n.Z < 0 { // fold the lower half of the octahedron outwards
		o.X = withSign(1-math.Abs(n.Y), n.X)
		o.Y = withSign(1-math.Abs(n.X), n.Y)
	}
	return Vector2{float64(o.X*0.5) + 0.5, float64(o.Y*0.5) + 0.5}
}

// Lerp returns v + (to-v)*weight. With weight 0 the result is v, and with weight 1 it is the other
// vector. A weight outside 0 to 1 extrapolates. Godot: Vector3.lerp; Godot 3: linear_interpolate.
func (v Vector3) Lerp(to Vector3, weight float64) Vector3 {
	return Vector3{Lerp(v.X, to.X, weight), Lerp(v.Y, to.Y, weight), Lerp(v.Z, to.Z, weight)}
}

// CubicInterpolate returns the point at weight on a smooth curve from v (weight 0) to b (weight 1).
// The argument pre is the point before v, and post is the point after b. Godot:
// Vector3.cubic_interpolate.
func (v Vector3) CubicInterpolate(b, pre, post Vector3, weight float64) Vector3 {
	return Vector3{
		CubicInterpolate(v.X, b.X, pre.X, post.X, weight),
		CubicInterpolate(v.Y, b.Y, pre.Y, post.Y, weight),
		CubicInterpolate(v.Z, b.Z, pre.Z, post.Z, weight),
	}
}

// CubicInterpolateInTime is [Vector3.CubicInterpolate] for points at uneven times. The point v is
// at time 0. The arguments bTime, preTime and postTime are the times of the points b, pre and post.
// Godot: Vector3.cubic_interpolate_in_time.
func (v Vector3) CubicInterpolateInTime(b, pre, post Vector3,
	weight, bTime, preTime, postTime float64) Vector3 {
	return Vector3{
		CubicInterpolateInTime(v.X, b.X, pre.X, post.X, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Y, b.Y, pre.Y, post.Y, weight, bTime, preTime, postTime),
		CubicInterpolateInTime(v.Z, b.Z, pre.Z, post.Z, weight, bTime, preTime, postTime),
	}
}

// BezierInterpolate returns the point at weight on the Bézier curve from the point v to the point
// end with two control points. Godot: Vector3.bezier_interpolate.
func (v Vector3) BezierInterpolate(control1, control2, end Vector3, weight float64) Vector3 {
	return Vector3{
		BezierInterpolate(v.X, control1.X, control2.X, end.X, weight),
		BezierInterpolate(v.Y, control1.Y, control2.Y, end.Y, weight),
		BezierInterpolate(v.Z, control1.Z, control2.Z, end.Z, weight),
	}
}

// BezierDerivative returns the derivative at weight of the Bézier curve from the point v to the
// point end with two control points. Godot: Vector3.bezier_derivative.
func (v Vector3) BezierDerivative(control1, control2, end Vector3, weight float64) Vector3 {
	return Vector3{
		BezierDerivative(v.X, control1.X, control2.X, end.X, weight),
		BezierDerivative(v.Y, control1.Y, control2.Y, end.Y, weight),
		BezierDerivative(v.Z, control1.Z, control2.Z, end.Z, weight),
	}
}

// At returns component i: 0 is X, 1 is Y, 2 is Z. Any other index gives 0. Godot: Vector3[i].
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

// With returns v with component i set to x. An index out of range changes nothing. Godot: v[i] = x.
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

// Rounded32 returns v with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (v Vector3) Rounded32() Vector3 { return Vector3{round32(v.X), round32(v.Y), round32(v.Z)} }

// Abs returns the absolute value of each component. Godot: Vector3.abs.
func (v Vector3) Abs() Vector3 { return Vector3{math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)} }

// Sign returns the sign of each component: -1, 0 or 1. The sign of NaN is 0. Godot: Vector3.sign;
// in Godot 3.2 the sign of 0 is 1.
func (v Vector3) Sign() Vector3 { return Vector3{Sign(v.X), Sign(v.Y), Sign(v.Z)} }

// Floor returns each component rounded down. Godot: Vector3.floor.
func (v Vector3) Floor() Vector3 {
	return Vector3{math.Floor(v.X), math.Floor(v.Y), math.Floor(v.Z)}
}

// Ceil returns each component rounded up. Godot: Vector3.ceil.
func (v Vector3) Ceil() Vector3 { return Vector3{math.Ceil(v.X), math.Ceil(v.Y), math.Ceil(v.Z)} }

// Round returns each component rounded to the nearest integer. Halves are rounded away from zero.
// Godot: Vector3.round.
func (v Vector3) Round() Vector3 {
	return Vector3{math.Round(v.X), math.Round(v.Y), math.Round(v.Z)}
}

// Snapped returns each component rounded to the nearest multiple of the same component of step; see
// the function [Snapped]. Godot: Vector3.snapped.
func (v Vector3) Snapped(step Vector3) Vector3 {
	return Vector3{Snapped(v.X, step.X), Snapped(v.Y, step.Y), Snapped(v.Z, step.Z)}
}

// Snappedf returns each component rounded to the nearest multiple of step; see [Snapped]. Godot:
// Vector3.snappedf.
func (v Vector3) Snappedf(step float64) Vector3 {
	return Vector3{Snapped(v.X, step), Snapped(v.Y, step), Snapped(v.Z, step)}
}

// Posmod returns [Fposmod] of each component and mod. Godot: Vector3.posmod.
func (v Vector3) Posmod(mod float64) Vector3 {
	return Vector3{Fposmod(v.X, mod), Fposmod(v.Y, mod), Fposmod(v.Z, mod)}
}

// PosmodV returns [Fposmod] of each component of v and of mod. Godot: Vector3.posmodv.
func (v Vector3) PosmodV(mod Vector3) Vector3 {
	return Vector3{Fposmod(v.X, mod.X), Fposmod(v.Y, mod.Y), Fposmod(v.Z, mod.Z)}
}

// Max returns the component-wise maximum; see the function [Max] about NaN. Godot: Vector3.max.
func (v Vector3) Max(b Vector3) Vector3 {
	return Vector3{Max(v.X, b.X), Max(v.Y, b.Y), Max(v.Z, b.Z)}
}

// Maxf returns the maximum of each component and f. Godot: Vector3.maxf.
func (v Vector3) Maxf(f float64) Vector3 { return Vector3{Max(v.X, f), Max(v.Y, f), Max(v.Z, f)} }

// Min returns the component-wise minimum; see the function [Min] about NaN. Godot: Vector3.min.
func (v Vector3) Min(b Vector3) Vector3 {
	return Vector3{Min(v.X, b.X), Min(v.Y, b.Y), Min(v.Z, b.Z)}
}

// Minf returns the minimum of each component and f. Godot: Vector3.minf.
func (v Vector3) Minf(f float64) Vector3 { return Vector3{Min(v.X, f), Min(v.Y, f), Min(v.Z, f)} }

// Clamp returns each component clamped between the components of lo and hi; see the function
// [Clamp]. Godot: Vector3.clamp.
func (v Vector3) Clamp(lo, hi Vector3) Vector3 {
	return Vector3{Clamp(v.X, lo.X, hi.X), Clamp(v.Y, lo.Y, hi.Y), Clamp(v.Z, lo.Z, hi.Z)}
}

// Clampf returns each component clamped between lo and hi. Godot: Vector3.clampf.
func (v Vector3) Clampf(lo, hi float64) Vector3 {
	return Vector3{Clamp(v.X, lo, hi), Clamp(v.Y, lo, hi), Clamp(v.Z, lo, hi)}
}

// MaxAxisIndex returns the index of the largest component. If several components are equal, it is
// the first of them. Godot: Vector3.max_axis_index; Godot 3: max_axis.
func (v Vector3) MaxAxisIndex() int { return maxIndex(v.X, v.Y, v.Z) }

// MinAxisIndex returns the index of the smallest component. If several components are equal, it is
// the last of them. Godot: Vector3.min_axis_index; Godot 3: min_axis.
func (v Vector3) MinAxisIndex() int { return minIndex(v.X, v.Y, v.Z) }

// Inverse returns 1/x for each component x. For 0 this is an infinity. Godot: Vector3.inverse.
func (v Vector3) Inverse() Vector3 { return Vector3{1 / v.X, 1 / v.Y, 1 / v.Z} }

// perpendicular returns a unit vector perpendicular to v.
func (v Vector3) perpendicular() Vector3 {
	axis := Vector3{0, 1, 0}
	if math.Abs(v.X) <= math.Abs(v.Y) && math.Abs(v.X) <= math.Abs(v.Z) {
		axis = Vector3{1, 0, 0}
	}
	return v.Cross(axis).Normalized()
}

// withSign returns -x if sign is negative, and x otherwise. Unlike math.Copysign it treats -0 as
// positive.
func withSign(x, sign float64) float64 {
	if sign < 0 {
		return -x
	}
	return x
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (v Vector3) ToArgs(w notation.ArgsWriter) { notation.PutReals(w, v.X, v.Y, v.Z) }

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Vector3) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 3)
	return Vector3{c[0], c[1], c[2]}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (v Vector3) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Vector3) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, v) }

// MarshalJSON implements json.Marshaler.
func (v Vector3) MarshalJSON() ([]byte, error) { return marshal.JSON(v) }

// UnmarshalJSON implements json.Unmarshaler.
func (v *Vector3) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, v) }
