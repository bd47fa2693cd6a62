package math

import "math"

// Dot returns the dot product: the product of the lengths and the cosine of the
// angle between. Godot: Vector3.dot.
func (v Vector3) Dot(b Vector3) float64 {
	return float64(v.X*b.X) + float64(v.Y*b.Y) + float64(v.Z*b.Z)
}

// Cross returns the cross product: a vector at right angles to both, as long as
// the product of the lengths and the sine of the angle between. Right times Up is
// Back. Godot: Vector3.cross.
func (v Vector3) Cross(b Vector3) Vector3 {
	return Vector3{
		float64(v.Y*b.Z) - float64(v.Z*b.Y),
		float64(v.Z*b.X) - float64(v.X*b.Z),
		float64(v.X*b.Y) - float64(v.Y*b.X),
	}
}

// Outer returns the outer product: the basis whose columns are v scaled by the
// components of b. Godot: Vector3.outer.
func (v Vector3) Outer(b Vector3) Basis {
	return Basis{v.Mulf(b.X), v.Mulf(b.Y), v.Mulf(b.Z)}
}

// Length returns the length of v. Godot: Vector3.length.
func (v Vector3) Length() float64 { return math.Sqrt(v.LengthSquared()) }

// LengthSquared returns the square of the length, which is faster for comparisons.
// Godot: Vector3.length_squared.
func (v Vector3) LengthSquared() float64 { return v.Dot(v) }

// DistanceTo returns the distance from v to to. Godot: Vector3.distance_to.
func (v Vector3) DistanceTo(to Vector3) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance from v to to. Godot:
// Vector3.distance_squared_to.
func (v Vector3) DistanceSquaredTo(to Vector3) float64 { return to.Sub(v).LengthSquared() }

// Normalized returns v scaled to length 1; the zero vector stays zero. Godot:
// Vector3.normalized.
func (v Vector3) Normalized() Vector3 {
	if l := v.LengthSquared(); l != 0 {
		return v.Divf(math.Sqrt(l))
	}
	return v
}

// IsNormalized reports whether the square of the length is within 0.001 of 1.
// Godot: Vector3.is_normalized.
func (v Vector3) IsNormalized() bool { return isUnit(v.LengthSquared()) }

// LimitLength returns v, shortened to length limit if it is longer. Godot:
// Vector3.limit_length (limit is 1 by default there).
func (v Vector3) LimitLength(limit float64) Vector3 {
	if l := v.Length(); l > 0 && limit < l {
		return v.Divf(l).Mulf(limit)
	}
	return v
}

// DirectionTo returns the unit vector from v towards to; zero if they are equal.
// Godot: Vector3.direction_to.
func (v Vector3) DirectionTo(to Vector3) Vector3 { return to.Sub(v).Normalized() }

// MoveToward returns v moved towards to by at most delta, never beyond to; a
// negative delta moves away. Godot: Vector3.move_toward.
func (v Vector3) MoveToward(to Vector3, delta float64) Vector3 {
	way := to.Sub(v)
	l := way.Length()
	if l <= delta || l < Epsilon {
		return to
	}
	return v.Add(way.Divf(l).Mulf(delta))
}

// AngleTo returns the angle between v and to in radians, from 0 to Pi. Godot:
// Vector3.angle_to.
func (v Vector3) AngleTo(to Vector3) float64 {
	return math.Atan2(v.Cross(to).Length(), v.Dot(to))
}

// SignedAngleTo returns the angle from v to to in radians, from -Pi to Pi: positive
// if the turn is counterclockwise seen from the side that axis points to. Godot:
// Vector3.signed_angle_to.
func (v Vector3) SignedAngleTo(to, axis Vector3) float64 {
	cross := v.Cross(to)
	angle := math.Atan2(cross.Length(), v.Dot(to))
	if cross.Dot(axis) < 0 {
		return -angle
	}
	return angle
}

// Rotated returns v turned about the unit vector axis by angle radians,
// counterclockwise seen from the side that axis points to. Godot: Vector3.rotated.
func (v Vector3) Rotated(axis Vector3, angle float64) Vector3 {
	return BasisFromAxisAngle(axis, angle).Xform(v)
}

// Project returns the part of v along onto; NaN if onto is zero. Godot:
// Vector3.project.
func (v Vector3) Project(onto Vector3) Vector3 {
	return onto.Mulf(v.Dot(onto) / onto.LengthSquared())
}

// Slide returns v without its part along the unit vector normal: a movement along
// a wall. Godot: Vector3.slide.
func (v Vector3) Slide(normal Vector3) Vector3 { return v.Sub(normal.Mulf(v.Dot(normal))) }

// Bounce returns v thrown back by a wall with the unit vector normal. Godot:
// Vector3.bounce.
func (v Vector3) Bounce(normal Vector3) Vector3 { return v.Reflect(normal).Neg() }

// Reflect returns v mirrored through the line along the unit vector line (not
// across a plane): the negative of [Vector3.Bounce]. Godot: Vector3.reflect.
func (v Vector3) Reflect(line Vector3) Vector3 { return line.Mulf(2 * v.Dot(line)).Sub(v) }

// Slerp returns v turned towards to by the fraction weight of the angle between,
// with the length interpolated too. With a zero vector, and where the vectors lie
// on one line, it is [Vector3.Lerp]. Godot: Vector3.slerp.
func (v Vector3) Slerp(to Vector3, weight float64) Vector3 {
	from2, to2 := v.LengthSquared(), to.LengthSquared()
	axis := v.Cross(to)
	axis2 := axis.LengthSquared()
	if from2 == 0 || to2 == 0 || axis2 == 0 {
		return v.Lerp(to, weight)
	}
	l := math.Sqrt(from2)
	scale := Lerp(l, math.Sqrt(to2), weight) / l
	angle := v.AngleTo(to) * weight
	return v.Rotated(axis.Divf(math.Sqrt(axis2)), angle).Mulf(scale)
}

// Octahedron returns the unit vector v as two numbers from 0 to 1, the form in
// which meshes store normals; [Vector3FromOctahedron] is the inverse. Godot:
// Vector3.octahedron_encode.
func (v Vector3) Octahedron() Vector2 {
	n := v.Divf(math.Abs(v.X) + math.Abs(v.Y) + math.Abs(v.Z))
	o := Vector2{n.X, n.Y}
	if n.Z < 0 { // the lower half is folded outwards
		o.X = withSign(1-math.Abs(n.Y), n.X)
		o.Y = withSign(1-math.Abs(n.X), n.Y)
	}
	return Vector2{float64(o.X*0.5) + 0.5, float64(o.Y*0.5) + 0.5}
}

// Vector3FromOctahedron returns the unit vector that [Vector3.Octahedron] made into
// uv. Godot: Vector3.octahedron_decode.
func Vector3FromOctahedron(uv Vector2) Vector3 {
	x, y := uv.X*2-1, uv.Y*2-1
	n := Vector3{x, y, 1 - math.Abs(x) - math.Abs(y)}
	fold := Clamp(-n.Z, 0, 1)
	n.X -= withSign(fold, n.X)
	n.Y -= withSign(fold, n.Y)
	return n.Normalized()
}

// perpendicular returns a unit vector at right angles to v.
func (v Vector3) perpendicular() Vector3 {
	axis := Vector3{0, 1, 0}
	if math.Abs(v.X) <= math.Abs(v.Y) && math.Abs(v.X) <= math.Abs(v.Z) {
		axis = Vector3{1, 0, 0}
	}
	return v.Cross(axis).Normalized()
}

// withSign returns x, or -x if sign is below 0; unlike math.Copysign it takes -0
// as positive.
func withSign(x, sign float64) float64 {
	if sign < 0 {
		return -x
	}
	return x
}
