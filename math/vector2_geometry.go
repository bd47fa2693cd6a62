package math

import "math"

// Dot returns the dot product: the product of the lengths and the cosine of the
// angle between. Godot: Vector2.dot.
func (v Vector2) Dot(b Vector2) float64 { return float64(v.X*b.X) + float64(v.Y*b.Y) }

// Cross returns the cross product: the product of the lengths and the sine of the
// angle from v to b. Godot: Vector2.cross.
func (v Vector2) Cross(b Vector2) float64 { return float64(v.X*b.Y) - float64(v.Y*b.X) }

// Length returns the length of v. Godot: Vector2.length.
func (v Vector2) Length() float64 { return math.Sqrt(v.LengthSquared()) }

// LengthSquared returns the square of the length, which is faster for comparisons.
// Godot: Vector2.length_squared.
func (v Vector2) LengthSquared() float64 { return v.Dot(v) }

// DistanceTo returns the distance from v to to. Godot: Vector2.distance_to.
func (v Vector2) DistanceTo(to Vector2) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance from v to to. Godot:
// Vector2.distance_squared_to.
func (v Vector2) DistanceSquaredTo(to Vector2) float64 { return to.Sub(v).LengthSquared() }

// Normalized returns v scaled to length 1; the zero vector stays zero. Godot:
// Vector2.normalized.
func (v Vector2) Normalized() Vector2 {
	if l := v.LengthSquared(); l != 0 {
		return v.Divf(math.Sqrt(l))
	}
	return v
}

// IsNormalized reports whether the square of the length is within 0.001 of 1.
// Godot: Vector2.is_normalized.
func (v Vector2) IsNormalized() bool { return isUnit(v.LengthSquared()) }

// LimitLength returns v, shortened to length limit if it is longer. Godot:
// Vector2.limit_length (limit is 1 by default there).
func (v Vector2) LimitLength(limit float64) Vector2 {
	if l := v.Length(); l > 0 && limit < l {
		return v.Divf(l).Mulf(limit)
	}
	return v
}

// DirectionTo returns the unit vector from v towards to; zero if they are equal.
// Godot: Vector2.direction_to.
func (v Vector2) DirectionTo(to Vector2) Vector2 { return to.Sub(v).Normalized() }

// MoveToward returns v moved towards to by at most delta, never beyond to; a
// negative delta moves away. Godot: Vector2.move_toward.
func (v Vector2) MoveToward(to Vector2, delta float64) Vector2 {
	way := to.Sub(v)
	l := way.Length()
	if l <= delta || l < Epsilon {
		return to
	}
	return v.Add(way.Divf(l).Mulf(delta))
}

// Aspect returns X divided by Y, of a size the ratio of width to height. Godot:
// Vector2.aspect.
func (v Vector2) Aspect() float64 { return v.X / v.Y }

// Angle returns the angle from the X axis to v in radians, turning towards Y.
// Godot: Vector2.angle.
func (v Vector2) Angle() float64 { return math.Atan2(v.Y, v.X) }

// AngleTo returns the angle from v to to in radians, from -Pi to Pi. Godot:
// Vector2.angle_to.
func (v Vector2) AngleTo(to Vector2) float64 { return math.Atan2(v.Cross(to), v.Dot(to)) }

// AngleToPoint returns the angle of the line from point v to point to, in radians
// from the X axis. Godot: Vector2.angle_to_point, as of Godot 4 (in Godot 3 the
// line ran the other way).
func (v Vector2) AngleToPoint(to Vector2) float64 { return to.Sub(v).Angle() }

// Rotated returns v turned by angle radians, towards Y for a positive angle.
// Godot: Vector2.rotated.
func (v Vector2) Rotated(angle float64) Vector2 {
	sin, cos := math.Sincos(angle)
	return Vector2{
		float64(v.X*cos) - float64(v.Y*sin),
		float64(v.X*sin) + float64(v.Y*cos),
	}
}

// Orthogonal returns v turned by a quarter turn, (Y, -X). Godot:
// Vector2.orthogonal, tangent in Godot 3.
func (v Vector2) Orthogonal() Vector2 { return Vector2{v.Y, -v.X} }

// Project returns the part of v along onto; NaN if onto is zero. Godot:
// Vector2.project.
func (v Vector2) Project(onto Vector2) Vector2 {
	return onto.Mulf(v.Dot(onto) / onto.LengthSquared())
}

// Slide returns v without its part along the unit vector normal: a movement along
// a wall. Godot: Vector2.slide.
func (v Vector2) Slide(normal Vector2) Vector2 { return v.Sub(normal.Mulf(v.Dot(normal))) }

// Bounce returns v thrown back by a wall with the unit vector normal. Godot:
// Vector2.bounce.
func (v Vector2) Bounce(normal Vector2) Vector2 { return v.Reflect(normal).Neg() }

// Reflect returns v mirrored through the line along the unit vector line: the
// negative of [Vector2.Bounce]. Godot: Vector2.reflect.
func (v Vector2) Reflect(line Vector2) Vector2 { return line.Mulf(2 * v.Dot(line)).Sub(v) }

// Slerp returns v turned towards to by the fraction weight of the angle between,
// with the length interpolated too. With a zero vector it is [Vector2.Lerp].
// Godot: Vector2.slerp.
func (v Vector2) Slerp(to Vector2, weight float64) Vector2 {
	from2, to2 := v.LengthSquared(), to.LengthSquared()
	if from2 == 0 || to2 == 0 {
		return v.Lerp(to, weight)
	}
	l := math.Sqrt(from2)
	scale := Lerp(l, math.Sqrt(to2), weight) / l
	return v.Rotated(v.AngleTo(to) * weight).Mulf(scale)
}
