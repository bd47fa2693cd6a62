package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Plane is an infinite plane in three dimensions: the points p with Normal.Dot(p) == D. Many texts
// write this equation with the opposite sign of D.
//
// Normal points to the side above the plane. If it has length 1, D is the distance of the plane
// from the origin along Normal. Methods about distances expect length 1. The zero value has no
// normal and is not a plane, as in Godot.
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

// The constants of Plane. They are variables because Go has no constants of struct types; do not
// assign to them.
var (
	// PlaneYZ is the plane of the Y and Z axes. Its normal is +X. Godot: Plane.PLANE_YZ.
	PlaneYZ = Plane{Normal: Vector3{X: 1}}
	// PlaneXZ is the plane of the X and Z axes. Its normal is +Y. Godot: Plane.PLANE_XZ.
	PlaneXZ = Plane{Normal: Vector3{Y: 1}}
	// PlaneXY is the plane of the X and Y axes. Its normal is +Z. Godot: Plane.PLANE_XY.
	PlaneXY = Plane{Normal: Vector3{Z: 1}}
)

// NewPlane returns the plane with the normal (a, b, c) and the distance d. Godot: Plane(a, b, c,
// d).
func NewPlane(a, b, c, d float64) Plane { return Plane{Vector3{a, b, c}, d} }

// PlaneFromPoint returns the plane through point with the given normal, which must have length 1.
// Godot: Plane(normal, point).
func PlaneFromPoint(normal, point Vector3) Plane { return Plane{normal, normal.Dot(point)} }

// PlaneFromPoints returns the plane through three points, which are in clockwise order for a viewer
// above the plane. If the points are on one line, the normal is zero. Godot: Plane(point1, point2,
// point3).
func PlaneFromPoints(a, b, c Vector3) Plane {
	return PlaneFromPoint(a.Sub(c).Cross(a.Sub(b)).Normalized(), a)
}

// PlaneFromArray returns the plane whose normal and D are the numbers in a.
func PlaneFromArray(a [4]float64) Plane { return NewPlane(a[0], a[1], a[2], a[3]) }

// Type returns [variant.TypePlane].
func (Plane) Type() variant.Type { return variant.TypePlane }

// Encode writes the payload; see [variant.Variant].
func (p Plane) Encode(w *variant.Writer) error {
	p.Normal.Encode(w)
	w.Real(p.D)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
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

// Neg returns the same plane with the opposite normal: above and below are exchanged. Godot: unary
// operator -.
func (p Plane) Neg() Plane { return Plane{p.Normal.Neg(), -p.D} }

// Normalized returns the same plane with a normal of length 1, or the zero Plane if the normal is
// zero. Godot: Plane.normalized.
func (p Plane) Normalized() Plane {
	l := p.Normal.Length()
	if l == 0 {
		return Plane{}
	}
	return Plane{p.Normal.Divf(l), p.D / l}
}

// IsEqualApprox reports whether normal and D of p approximately equal normal and D of b; see
// [IsEqualApprox]. A plane is not equal to its [Plane.Neg]. Godot: Plane.is_equal_approx.
func (p Plane) IsEqualApprox(b Plane) bool {
	return p.Normal.IsEqualApprox(b.Normal) && IsEqualApprox(p.D, b.D)
}

// IsFinite reports whether no number of p is infinite or NaN. Godot: Plane.is_finite.
func (p Plane) IsFinite() bool { return p.Normal.IsFinite() && IsFinite(p.D) }

// Center returns the point of p that is nearest to the origin. Godot: Plane.get_center; Godot 3:
// center.
func (p Plane) Center() Vector3 { return p.Normal.Mulf(p.D) }

// DistanceTo returns the distance from p to point. It is negative if point is below p. Godot:
// Plane.distance_to.
func (p Plane) DistanceTo(point Vector3) float64 { return p.Normal.Dot(point) - p.D }

// IsPointOver reports whether point is above p. A point on p is not above it. Godot:
// Plane.is_point_over.
func (p Plane) IsPointOver(point Vector3) bool { return p.Normal.Dot(point) > p.D }

// HasPoint reports whether the distance from p to point is at most tolerance. Godot:
// Plane.has_point (default tolerance: [Epsilon]).
func (p Plane) HasPoint(point Vector3, tolerance float64) bool {
	return math.Abs(p.DistanceTo(point)) <= tolerance
}

// Project returns the point of p that is nearest to point. Godot: Plane.project.
func (p Plane) Project(point Vector3) Vector3 {
	return point.Sub(p.Normal.Mulf(p.DistanceTo(point)))
}

// Intersect3 returns the common point of three planes, and whether there is exactly one such point.
// Godot: Plane.intersect_3, which returns null instead of false.
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

// IntersectsRay returns the point at which a ray meets p, and whether the ray meets p. The ray
// starts at the point from. A ray parallel to p never meets it. Godot: Plane.intersects_ray, which
// returns null instead of false.
func (p Plane) IntersectsRay(from, direction Vector3) (point Vector3, ok bool) {
	t, ok := p.timeTo(from, direction)
	if !ok || t < -Epsilon {
		return Vector3{}, false
	}
	return from.Add(direction.Mulf(t)), true
}

// IntersectsSegment returns the point at which a segment meets p, and whether the segment meets p.
// The arguments are the ends of the segment. A segment parallel to p never meets it. Godot:
// Plane.intersects_segment, which returns null instead of false.
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

// Rounded32 returns p with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (p Plane) Rounded32() Plane { return Plane{p.Normal.Rounded32(), round32(p.D)} }

// timeTo returns the number t for which from + direction*t is on p. If direction is parallel to p,
// it returns false as ok.
func (p Plane) timeTo(from, direction Vector3) (t float64, ok bool) {
	speed := p.Normal.Dot(direction)
	if IsZeroApprox(speed) {
		return 0, false
	}
	return -p.DistanceTo(from) / speed, true
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (p Plane) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, p.Normal)
	w.Real(p.D)
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Plane) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 4)
	return Plane{Vector3{c[0], c[1], c[2]}, c[3]}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (p Plane) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Plane) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, p) }

// MarshalJSON implements json.Marshaler.
func (p Plane) MarshalJSON() ([]byte, error) { return marshal.JSON(p) }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Plane) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, p) }
