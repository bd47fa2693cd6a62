package math

import (
	"math"

	"godotvariant/variant"
)

// Plane is an infinite plane in three dimensions: the points p for which
// Normal.Dot(p) is D. Many texts write that equation with the opposite sign of D.
//
// The side that Normal points to is above. D is the plane's distance from the
// origin along a Normal of length 1; methods about distances expect that length.
// The zero value has no normal and is not a plane, as in Godot.
//
// Godot: Plane, type ID 14 in Godot 4, 9 in Godot 3. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  float    Normal.X
//	     8       4  float    Normal.Y
//	    12       4  float    Normal.Z
//	    16       4  float    D
//
// In double precision each float takes 8 bytes, 32 in all.
type Plane struct {
	Normal Vector3
	D      float64
}

var _ variant.Variant = Plane{}

// The constants of Plane. They are variables because Go has no constants of
// struct types; do not assign to them.
var (
	// PlaneYZ is the plane of the Y and Z axes, X is above. Godot: Plane.PLANE_YZ.
	PlaneYZ = Plane{Normal: Vector3{X: 1}}
	// PlaneXZ is the plane of the X and Z axes, Y is above. Godot: Plane.PLANE_XZ.
	PlaneXZ = Plane{Normal: Vector3{Y: 1}}
	// PlaneXY is the plane of the X and Y axes, Z is above. Godot: Plane.PLANE_XY.
	PlaneXY = Plane{Normal: Vector3{Z: 1}}
)

// NewPlane returns the plane with normal (a, b, c) and distance d. Godot:
// Plane(a, b, c, d).
func NewPlane(a, b, c, d float64) Plane { return Plane{Vector3{a, b, c}, d} }

// PlaneFromPoint returns the plane through point with a unit normal. Godot:
// Plane(normal, point).
func PlaneFromPoint(normal, point Vector3) Plane { return Plane{normal, normal.Dot(point)} }

// PlaneFromPoints returns the plane through three points, which run clockwise seen
// from above. With points on one line the normal is zero. Godot: Plane(point1,
// point2, point3).
func PlaneFromPoints(a, b, c Vector3) Plane {
	return PlaneFromPoint(a.Sub(c).Cross(a.Sub(b)).Normalized(), a)
}

// PlaneFromArray returns the plane of a normal and D.
func PlaneFromArray(a [4]float64) Plane { return NewPlane(a[0], a[1], a[2], a[3]) }

// Type returns [variant.TypePlane].
func (Plane) Type() variant.Type { return variant.TypePlane }

// Encode writes the payload. The errors are the Writer's.
func (p Plane) Encode(w *variant.Writer) error {
	p.Normal.write(w)
	w.Real(p.D)
	return w.Err()
}

// Decode reads a payload. The errors are the Reader's.
func (Plane) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Plane{Normal: readVector3(r), D: r.Real()})
}

// String returns the plane as Godot's constructor text: Plane(0, 1, 0, 2.5).
func (p Plane) String() string {
	return textOf("Plane", p.Normal.X, p.Normal.Y, p.Normal.Z, p.D)
}

// GoString returns the plane as Go source, for %#v.
func (p Plane) GoString() string {
	return goStruct("Plane", "Normal", p.Normal.GoString(), "D", goFloat(p.D))
}

// Neg returns the same plane with above and below exchanged. Godot: unary
// operator -.
func (p Plane) Neg() Plane { return Plane{p.Normal.Neg(), -p.D} }

// Normalized returns p with a normal of length 1 and D to match; with a zero normal
// all components become 0. Godot: Plane.normalized.
func (p Plane) Normalized() Plane {
	l := p.Normal.Length()
	if l == 0 {
		return Plane{}
	}
	return Plane{p.Normal.Divf(l), p.D / l}
}

// IsEqualApprox reports whether normal and D are equal as [IsEqualApprox] has it; a
// plane and its [Plane.Neg] are not. Godot: Plane.is_equal_approx.
func (p Plane) IsEqualApprox(b Plane) bool {
	return p.Normal.IsEqualApprox(b.Normal) && IsEqualApprox(p.D, b.D)
}

// IsFinite reports whether no component is infinite or NaN. Godot:
// Plane.is_finite.
func (p Plane) IsFinite() bool { return p.Normal.IsFinite() && IsFinite(p.D) }

// Center returns the point of p nearest to the origin. Godot: Plane.get_center.
func (p Plane) Center() Vector3 { return p.Normal.Mulf(p.D) }

// DistanceTo returns the distance from p to point, negative if the point is below.
// Godot: Plane.distance_to.
func (p Plane) DistanceTo(point Vector3) float64 { return p.Normal.Dot(point) - p.D }

// IsPointOver reports whether point is above p, not on it. Godot:
// Plane.is_point_over.
func (p Plane) IsPointOver(point Vector3) bool { return p.Normal.Dot(point) > p.D }

// HasPoint reports whether point is on p, at most tolerance away from it. Godot:
// Plane.has_point (tolerance is [Epsilon] by default there).
func (p Plane) HasPoint(point Vector3, tolerance float64) bool {
	return math.Abs(p.DistanceTo(point)) <= tolerance
}

// Project returns the point of p nearest to point. Godot: Plane.project.
func (p Plane) Project(point Vector3) Vector3 {
	return point.Sub(p.Normal.Mulf(p.DistanceTo(point)))
}

// Intersect3 returns the point that three planes share, and whether there is
// exactly one. Godot: Plane.intersect_3, which gives null for false.
func (p Plane) Intersect3(b, c Plane) (point Vector3, ok bool) {
	bc := b.Normal.Cross(c.Normal)
	volume := p.Normal.Dot(bc)
	if IsZeroApprox(volume) {
		return Vector3{}, false
	}
	sum := bc.Mulf(p.D)
	sum = sum.Add(c.Normal.Cross(p.Normal).Mulf(b.D))
	sum = sum.Add(p.Normal.Cross(b.Normal).Mulf(c.D))
	return sum.Divf(volume), true
}

// IntersectsRay returns the point where the ray from from along direction meets p,
// and whether it does; a ray parallel to p does not. Godot: Plane.intersects_ray,
// which gives null for false.
func (p Plane) IntersectsRay(from, direction Vector3) (point Vector3, ok bool) {
	t, ok := p.timeTo(from, direction)
	if !ok || t < -Epsilon {
		return Vector3{}, false
	}
	return from.Add(direction.Mulf(t)), true
}

// IntersectsSegment returns the point where the line from from to to meets p, and
// whether it does; a line parallel to p does not. Godot:
// Plane.intersects_segment, which gives null for false.
func (p Plane) IntersectsSegment(from, to Vector3) (point Vector3, ok bool) {
	t, ok := p.timeTo(from, to.Sub(from))
	if !ok || t < -Epsilon || t > 1+Epsilon {
		return Vector3{}, false
	}
	return from.Add(to.Sub(from).Mulf(t)), true
}

// Array returns the normal and D. [PlaneFromArray] is its inverse.
func (p Plane) Array() [4]float64 {
	return [4]float64{p.Normal.X, p.Normal.Y, p.Normal.Z, p.D}
}

// Rounded32 returns p with each component rounded to single precision: what a
// single-precision packet makes of it.
func (p Plane) Rounded32() Plane { return Plane{p.Normal.Rounded32(), round32(p.D)} }

// timeTo returns how many times direction has to be added to from to reach p.
func (p Plane) timeTo(from, direction Vector3) (t float64, ok bool) {
	speed := p.Normal.Dot(direction)
	if IsZeroApprox(speed) {
		return 0, false
	}
	return -p.DistanceTo(from) / speed, true
}
