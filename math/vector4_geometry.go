package math

import "math"

// Dot returns the dot product. Godot: Vector4.dot.
func (v Vector4) Dot(b Vector4) float64 {
	return float64(v.X*b.X) + float64(v.Y*b.Y) + float64(v.Z*b.Z) + float64(v.W*b.W)
}

// Length returns the length of v. Godot: Vector4.length.
func (v Vector4) Length() float64 { return math.Sqrt(v.LengthSquared()) }

// LengthSquared returns the square of the length, which is faster for comparisons.
// Godot: Vector4.length_squared.
func (v Vector4) LengthSquared() float64 { return v.Dot(v) }

// DistanceTo returns the distance from v to to. Godot: Vector4.distance_to.
func (v Vector4) DistanceTo(to Vector4) float64 { return to.Sub(v).Length() }

// DistanceSquaredTo returns the square of the distance from v to to. Godot:
// Vector4.distance_squared_to.
func (v Vector4) DistanceSquaredTo(to Vector4) float64 { return to.Sub(v).LengthSquared() }

// Normalized returns v scaled to length 1; the zero vector stays zero. Godot:
// Vector4.normalized.
func (v Vector4) Normalized() Vector4 {
	if l := v.LengthSquared(); l != 0 {
		return v.Divf(math.Sqrt(l))
	}
	return v
}

// IsNormalized reports whether the square of the length is within 0.001 of 1.
// Godot: Vector4.is_normalized.
func (v Vector4) IsNormalized() bool { return isUnit(v.LengthSquared()) }

// DirectionTo returns the unit vector from v towards to; zero if they are equal.
// Godot: Vector4.direction_to.
func (v Vector4) DirectionTo(to Vector4) Vector4 { return to.Sub(v).Normalized() }

// xyz returns the vector without W.
func (v Vector4) xyz() Vector3 { return Vector3{v.X, v.Y, v.Z} }
