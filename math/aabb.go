package math

import (
	"godotvariant/internal/marshal"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// AABB is an axis-aligned box in three dimensions: a corner and a size.
//
// The zero value is the empty box at the origin, as in Godot. The methods expect a size that is not
// negative; [AABB.Abs] returns such a box.
//
// Godot: AABB, type ID 16 in Godot 4, 11 in Godot 3. Payload in single precision:
//
//	offset  length  type     field
//	     4       4  float    Position.X
//	     8       4  float    Position.Y
//	    12       4  float    Position.Z
//	    16       4  float    Size.X
//	    20       4  float    Size.Y
//	    24       4  float    Size.Z
//
// In double precision each float takes 8 bytes, 48 in all.
type AABB struct {
	Position, Size Vector3
}

var _ variant.Variant = AABB{}

// AABBFromPoints returns the smallest box that contains all points, or the zero AABB if there are
// no points.
func AABBFromPoints(points ...Vector3) AABB {
	if len(points) == 0 {
		return AABB{}
	}

	lo, hi := points[0], points[0]
	for _, p := range points[1:] {
		lo = lo.Min(p)
		hi = hi.Max(p)
	}

	return AABB{lo, hi.Sub(lo)}
}

// AABBFromArray returns the box with the position and size in a.
func AABBFromArray(a [6]float64) AABB {
	return AABB{Vector3{a[0], a[1], a[2]}, Vector3{a[3], a[4], a[5]}}
}

// Type returns [variant.TypeAABB].
func (AABB) Type() variant.Type { return variant.TypeAABB }

// Encode writes the payload; see [variant.Variant].
func (a AABB) Encode(w *variant.Writer) error {
	a.Position.Encode(w)
	a.Size.Encode(w)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (AABB) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, AABB{Position: readVector3(r), Size: readVector3(r)})
}

// String returns the box as Godot's constructor text, position and size: AABB(0, 0, 0, 1, 2.5, 1).
func (a AABB) String() string {
	return textOf("AABB", a.Position.X, a.Position.Y, a.Position.Z, a.Size.X, a.Size.Y, a.Size.Z)
}

// GoString returns the box as Go source, for %#v.
func (a AABB) GoString() string {
	return goStruct("AABB", "Position", a.Position.GoString(), "Size", a.Size.GoString())
}

// End returns the corner opposite to Position: Position + Size. Godot: AABB.end.
func (a AABB) End() Vector3 { return a.Position.Add(a.Size) }

// WithEnd returns the box a with the size changed so that [AABB.End] returns the point end. Godot:
// a.end = end.
func (a AABB) WithEnd(end Vector3) AABB { return AABB{a.Position, end.Sub(a.Position)} }

// Center returns the center of a. Godot: AABB.get_center.
func (a AABB) Center() Vector3 { return a.Position.Add(a.Size.Mulf(0.5)) }

// Volume returns the product of the three sizes. Godot: AABB.get_volume; Godot 3: get_area.
func (a AABB) Volume() float64 { return a.Size.X * a.Size.Y * a.Size.Z }

// HasVolume reports whether all three sizes are positive. Godot: AABB.has_volume; Godot 3:
// has_no_area, which is the opposite.
func (a AABB) HasVolume() bool { return a.Size.X > 0 && a.Size.Y > 0 && a.Size.Z > 0 }

// HasSurface reports whether at least one size is positive. Godot: AABB.has_surface; Godot 3:
// has_no_surface, which is the opposite.
func (a AABB) HasSurface() bool { return a.Size.X > 0 || a.Size.Y > 0 || a.Size.Z > 0 }

// Abs returns the same box with a non-negative size. Godot: AABB.abs.
func (a AABB) Abs() AABB { return AABB{a.Position.Add(a.Size.Minf(0)), a.Size.Abs()} }

// HasPoint reports whether a contains point. All faces belong to a. A coordinate that is NaN counts
// as inside. Godot: AABB.has_point.
func (a AABB) HasPoint(point Vector3) bool {
	end := a.End()
	return !(point.X < a.Position.X || point.Y < a.Position.Y || point.Z < a.Position.Z ||
		point.X > end.X || point.Y > end.Y || point.Z > end.Z)
}

// Encloses reports whether b is inside a. A box encloses itself. Godot: AABB.encloses.
func (a AABB) Encloses(b AABB) bool {
	end, bEnd := a.End(), b.End()
	return a.Position.X <= b.Position.X && a.Position.Y <= b.Position.Y &&
		a.Position.Z <= b.Position.Z &&
		end.X >= bEnd.X && end.Y >= bEnd.Y && end.Z >= bEnd.Z
}

// Intersects reports whether a and b overlap. Boxes that only touch do not overlap. A comparison
// with NaN counts as an overlap. Godot: AABB.intersects.
func (a AABB) Intersects(b AABB) bool {
	end, bEnd := a.End(), b.End()
	return !(a.Position.X >= bEnd.X || a.Position.Y >= bEnd.Y || a.Position.Z >= bEnd.Z ||
		end.X <= b.Position.X || end.Y <= b.Position.Y || end.Z <= b.Position.Z)
}

// Intersection returns the overlap of a and b. If they only touch, it is a box without volume. If
// they do not touch, it is the zero AABB. Godot: AABB.intersection.
func (a AABB) Intersection(b AABB) AABB {
	end, bEnd := a.End(), b.End()
	if a.Position.X > bEnd.X || a.Position.Y > bEnd.Y || a.Position.Z > bEnd.Z ||
		end.X < b.Position.X || end.Y < b.Position.Y || end.Z < b.Position.Z {
		return AABB{}
	}
	position := a.Position.Max(b.Position)
	return AABB{position, end.Min(bEnd).Sub(position)}
}

// IntersectsPlane reports whether a has corners on both sides of plane. Godot:
// AABB.intersects_plane.
func (a AABB) IntersectsPlane(plane Plane) bool {
	over, under := false, false
	for i := range 8 {
		if plane.DistanceTo(a.Endpoint(i)) > 0 {
			over = true
		} else {
			under = true
		}
	}

	return over && under
}

// IntersectsRay returns the first point at which a ray meets the box a, and whether the ray meets
// a. The ray starts at the point from. If this start is inside a, it returns the start. Godot:
// AABB.intersects_ray, which returns null instead of false.
func (a AABB) IntersectsRay(from, direction Vector3) (point Vector3, ok bool) {
	enter, leave, axis, ok := a.crossing(from, direction)
	switch {
	case !ok || leave < 0:
		return Vector3{}, false
	case enter < 0 || axis < 0:
		return from, true
	}

	point = from.Add(direction.Mulf(enter))
	// The point is on a face of the box. Its component on this axis is the position of the face,
	// without the rounding errors of the sum.
	face := a.End().At(axis)

	if direction.At(axis) >= 0 {
		face = a.Position.At(axis)
	}

	return point.With(axis, face), true
}

// IntersectsSegment returns the first point at which a segment meets the box a, and whether the
// segment meets a. The arguments are the start and the end of the segment. If the start is inside
// a, it returns the start. Godot: AABB.intersects_segment, which returns the point or null. In
// Godot 3 it returns only whether there is a point.
func (a AABB) IntersectsSegment(from, to Vector3) (point Vector3, ok bool) {
	way := to.Sub(from)
	enter, leave, _, ok := a.crossing(from, way)
	if !ok || leave < 0 || enter > 1 {
		return Vector3{}, false
	}
	return from.Add(way.Mulf(Max(enter, 0))), true
}

// Merge returns the smallest box that contains a and b. Godot: AABB.merge.
func (a AABB) Merge(b AABB) AABB {
	position := a.Position.Min(b.Position)
	return AABB{position, a.End().Max(b.End()).Sub(position)}
}

// Expand returns the smallest box that contains a and point. Godot: AABB.expand.
func (a AABB) Expand(point Vector3) AABB {
	position := a.Position.Min(point)
	return AABB{position, a.End().Max(point).Sub(position)}
}

// Grow returns a with all six faces moved outwards by amount, so that each size grows by two times
// amount. A negative amount moves them inwards, and may make a size negative. Godot: AABB.grow.
func (a AABB) Grow(amount float64) AABB {
	by := Vector3{amount, amount, amount}
	return AABB{a.Position.Sub(by), a.Size.Add(by.Mulf(2))}
}

// Endpoint returns the corner with an index from 0 to 7. Bit 2 of the index selects the far end in
// X, bit 1 in Y and bit 0 in Z. For any other index it returns the zero vector. Godot:
// AABB.get_endpoint.
func (a AABB) Endpoint(index int) Vector3 {
	if index < 0 || index > 7 {
		return Vector3{}
	}

	p := a.Position

	if index&4 != 0 {
		p.X += a.Size.X
	}
	if index&2 != 0 {
		p.Y += a.Size.Y
	}
	if index&1 != 0 {
		p.Z += a.Size.Z
	}

	return p
}

// LongestAxis returns the unit vector of the axis with the largest size. Godot:
// AABB.get_longest_axis.
func (a AABB) LongestAxis() Vector3 { return Vector3{}.With(a.LongestAxisIndex(), 1) }

// LongestAxisIndex returns the index of the axis with the largest size. If several sizes are equal,
// it is the first of them. Godot: AABB.get_longest_axis_index.
func (a AABB) LongestAxisIndex() int { return a.Size.MaxAxisIndex() }

// LongestAxisSize returns the largest size. Godot: AABB.get_longest_axis_size.
func (a AABB) LongestAxisSize() float64 { return a.Size.At(a.LongestAxisIndex()) }

// ShortestAxis returns the unit vector of the axis with the smallest size. Godot:
// AABB.get_shortest_axis.
func (a AABB) ShortestAxis() Vector3 { return Vector3{}.With(a.ShortestAxisIndex(), 1) }

// ShortestAxisIndex returns the index of the axis with the smallest size. If several sizes are
// equal, it is the first of them. Godot: AABB.get_shortest_axis_index.
func (a AABB) ShortestAxisIndex() int { return a.Size.Neg().MaxAxisIndex() }

// ShortestAxisSize returns the smallest size. Godot: AABB.get_shortest_axis_size.
func (a AABB) ShortestAxisSize() float64 { return a.Size.At(a.ShortestAxisIndex()) }

// Support returns the corner of a that is furthest in the given direction. Godot: AABB.get_support;
// in Godot 3.2 it is the corner furthest in the opposite direction.
func (a AABB) Support(direction Vector3) Vector3 {
	support := a.Position
	if direction.X > 0 {
		support.X += a.Size.X
	}
	if direction.Y > 0 {
		support.Y += a.Size.Y
	}
	if direction.Z > 0 {
		support.Z += a.Size.Z
	}

	return support
}

// IsEqualApprox reports whether each number of a approximately equals the same number of b; see
// [IsEqualApprox]. Godot: AABB.is_equal_approx.
func (a AABB) IsEqualApprox(b AABB) bool {
	return a.Position.IsEqualApprox(b.Position) && a.Size.IsEqualApprox(b.Size)
}

// IsFinite reports whether no number of a is infinite or NaN. Godot: AABB.is_finite.
func (a AABB) IsFinite() bool { return a.Position.IsFinite() && a.Size.IsFinite() }

// Array returns the position and the size. [AABBFromArray] is its inverse.
func (a AABB) Array() [6]float64 {
	return [6]float64{a.Position.X, a.Position.Y, a.Position.Z, a.Size.X, a.Size.Y, a.Size.Z}
}

// Rounded32 returns a with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (a AABB) Rounded32() AABB { return AABB{a.Position.Rounded32(), a.Size.Rounded32()} }

// crossing returns the interval of numbers t for which from + direction*t is inside a, and the axis
// of the face through which the line enters a. The axis is -1 if direction is zero. If the line
// misses a, ok is false.
func (a AABB) crossing(from, direction Vector3) (enter, leave float64, axis int, ok bool) {
	enter = -Inf
	leave = Inf
	axis = -1

	end := a.End()
	for i := range 3 {
		lo, hi := a.Position.At(i), end.At(i)
		x, d := from.At(i), direction.At(i)
		if d == 0 {
			if x < lo || x > hi {
				return 0, 0, 0, false
			}
			continue
		}

		t1, t2 := (lo-x)/d, (hi-x)/d
		if t1 > t2 {
			t1, t2 = t2, t1
		}

		if t1 >= enter {
			enter = t1
			axis = i
		}

		leave = Min(t2, leave)
		if enter > leave {
			return 0, 0, 0, false
		}
	}

	return enter, leave, axis, true
}

// mapped returns the smallest box that contains f(p) for every corner p of a.
func (a AABB) mapped(f func(Vector3) Vector3) AABB {
	lo := f(a.Endpoint(0))
	hi := lo
	for i := 1; i < 8; i++ {
		p := f(a.Endpoint(i))
		lo = lo.Min(p)
		hi = hi.Max(p)
	}

	return AABB{lo, hi.Sub(lo)}
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (a AABB) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, a.Position)
	token.PutPart(w, a.Size)
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (AABB) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 6)
	return AABB{Vector3{c[0], c[1], c[2]}, Vector3{c[3], c[4], c[5]}}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (a AABB) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *AABB) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, a) }

// MarshalJSON implements json.Marshaler.
func (a AABB) MarshalJSON() ([]byte, error) { return marshal.JSON(a) }

// UnmarshalJSON implements json.Unmarshaler.
func (a *AABB) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, a) }
