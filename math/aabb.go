package math

import "godotvariant/variant"

// AABB is an axis-aligned box in three dimensions: a corner and a size.
//
// The zero value is the empty box at the origin, as in Godot. A negative size is
// not repaired: use [AABB.Abs].
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

// AABBFromPoints returns the smallest box that holds all points; the zero AABB if
// there are none.
func AABBFromPoints(points ...Vector3) AABB {
	if len(points) == 0 {
		return AABB{}
	}
	lo, hi := points[0], points[0]
	for _, p := range points[1:] {
		lo, hi = lo.Min(p), hi.Max(p)
	}
	return AABB{lo, hi.Sub(lo)}
}

// AABBFromArray returns the box of a position and a size.
func AABBFromArray(a [6]float64) AABB {
	return AABB{Vector3{a[0], a[1], a[2]}, Vector3{a[3], a[4], a[5]}}
}

// Type returns [variant.TypeAABB].
func (AABB) Type() variant.Type { return variant.TypeAABB }

// Encode writes the payload. The errors are the Writer's.
func (a AABB) Encode(w *variant.Writer) error {
	a.Position.write(w)
	a.Size.write(w)
	return w.Err()
}

// Decode reads a payload. The errors are the Reader's.
func (AABB) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, AABB{Position: readVector3(r), Size: readVector3(r)})
}

// String returns the box as Godot's constructor text, position and size:
// AABB(0, 0, 0, 1, 2.5, 1).
func (a AABB) String() string {
	return textOf("AABB", a.Position.X, a.Position.Y, a.Position.Z, a.Size.X, a.Size.Y, a.Size.Z)
}

// GoString returns the box as Go source, for %#v.
func (a AABB) GoString() string {
	return goStruct("AABB", "Position", a.Position.GoString(), "Size", a.Size.GoString())
}

// End returns the corner opposite to Position, Position + Size. Godot: AABB.end.
func (a AABB) End() Vector3 { return a.Position.Add(a.Size) }

// WithEnd returns a with the size changed so that it ends at end. Godot: a.end =
// end.
func (a AABB) WithEnd(end Vector3) AABB { return AABB{a.Position, end.Sub(a.Position)} }

// Center returns the middle of a. Godot: AABB.get_center.
func (a AABB) Center() Vector3 { return a.Position.Add(a.Size.Mulf(0.5)) }

// Volume returns width times height times depth. Godot: AABB.get_volume.
func (a AABB) Volume() float64 { return a.Size.X * a.Size.Y * a.Size.Z }

// HasVolume reports whether all three sizes are above 0. Godot: AABB.has_volume.
func (a AABB) HasVolume() bool { return a.Size.X > 0 && a.Size.Y > 0 && a.Size.Z > 0 }

// HasSurface reports whether any of the sizes is above 0. Godot: AABB.has_surface.
func (a AABB) HasSurface() bool { return a.Size.X > 0 || a.Size.Y > 0 || a.Size.Z > 0 }

// Abs returns the same box with a positive size. Godot: AABB.abs.
func (a AABB) Abs() AABB { return AABB{a.Position.Add(a.Size.Minf(0)), a.Size.Abs()} }

// HasPoint reports whether a contains point; all faces belong to the box. Godot:
// AABB.has_point.
func (a AABB) HasPoint(point Vector3) bool {
	end := a.End()
	return point.X >= a.Position.X && point.Y >= a.Position.Y && point.Z >= a.Position.Z &&
		point.X <= end.X && point.Y <= end.Y && point.Z <= end.Z
}

// Encloses reports whether b lies in a; a encloses itself. Godot: AABB.encloses.
func (a AABB) Encloses(b AABB) bool {
	end, bEnd := a.End(), b.End()
	return a.Position.X <= b.Position.X && a.Position.Y <= b.Position.Y && a.Position.Z <= b.Position.Z &&
		end.X >= bEnd.X && end.Y >= bEnd.Y && end.Z >= bEnd.Z
}

// Intersects reports whether a and b overlap; touching is not enough. Godot:
// AABB.intersects.
func (a AABB) Intersects(b AABB) bool {
	end, bEnd := a.End(), b.End()
	return a.Position.X < bEnd.X && a.Position.Y < bEnd.Y && a.Position.Z < bEnd.Z &&
		end.X > b.Position.X && end.Y > b.Position.Y && end.Z > b.Position.Z
}

// Intersection returns the part that a and b share. Boxes that touch share a box
// without volume; the zero AABB if they do not even touch. Godot:
// AABB.intersection.
func (a AABB) Intersection(b AABB) AABB {
	position, end := a.Position.Max(b.Position), a.End().Min(b.End())
	if position.X > end.X || position.Y > end.Y || position.Z > end.Z {
		return AABB{}
	}
	return AABB{position, end.Sub(position)}
}

// IntersectsPlane reports whether the plane has corners of a on both sides. Godot:
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

// IntersectsRay returns the first point of a on the ray from from along direction,
// and whether the ray meets the box. A ray that starts in the box returns from.
// Godot: AABB.intersects_ray, which gives null for false.
func (a AABB) IntersectsRay(from, direction Vector3) (point Vector3, ok bool) {
	enter, leave, axis, ok := a.crossing(from, direction)
	switch {
	case !ok || leave < 0:
		return Vector3{}, false
	case enter < 0 || axis < 0:
		return from, true
	}
	point = from.Add(direction.Mulf(enter))
	// A rounding error must not leave the point outside of the face it is on.
	face := a.End().At(axis)
	if direction.At(axis) >= 0 {
		face = a.Position.At(axis)
	}
	return point.With(axis, face), true
}

// IntersectsSegment returns the first point of a on the line from from to to, and
// whether the line meets the box. A line that starts in the box returns from.
// Godot: AABB.intersects_segment, which gives null for false.
func (a AABB) IntersectsSegment(from, to Vector3) (point Vector3, ok bool) {
	way := to.Sub(from)
	enter, leave, _, ok := a.crossing(from, way)
	if !ok || leave < 0 || enter > 1 {
		return Vector3{}, false
	}
	return from.Add(way.Mulf(Max(enter, 0))), true
}

// Merge returns the smallest box that holds a and b. Godot: AABB.merge.
func (a AABB) Merge(b AABB) AABB {
	position := a.Position.Min(b.Position)
	return AABB{position, a.End().Max(b.End()).Sub(position)}
}

// Expand returns the smallest box that holds a and point. Godot: AABB.expand.
func (a AABB) Expand(point Vector3) AABB {
	position := a.Position.Min(point)
	return AABB{position, a.End().Max(point).Sub(position)}
}

// Grow returns a moved outwards by amount on all six sides. Godot: AABB.grow.
func (a AABB) Grow(amount float64) AABB {
	by := Vector3{amount, amount, amount}
	return AABB{a.Position.Sub(by), a.Size.Add(by.Mulf(2))}
}

// Endpoint returns one of the eight corners: of index, 1 stands for the far end in
// Z, 2 in Y and 4 in X. Zero for an index outside of 0 to 7. Godot:
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

// LongestAxis returns the unit vector along the greatest size. Godot:
// AABB.get_longest_axis.
func (a AABB) LongestAxis() Vector3 { return Vector3{}.With(a.LongestAxisIndex(), 1) }

// LongestAxisIndex returns the index of the greatest size, the first where several
// are equal. Godot: AABB.get_longest_axis_index.
func (a AABB) LongestAxisIndex() int { return a.Size.MaxAxisIndex() }

// LongestAxisSize returns the greatest size. Godot: AABB.get_longest_axis_size.
func (a AABB) LongestAxisSize() float64 { return a.Size.At(a.LongestAxisIndex()) }

// ShortestAxis returns the unit vector along the least size. Godot:
// AABB.get_shortest_axis.
func (a AABB) ShortestAxis() Vector3 { return Vector3{}.With(a.ShortestAxisIndex(), 1) }

// ShortestAxisIndex returns the index of the least size, the first where several
// are equal. Godot: AABB.get_shortest_axis_index.
func (a AABB) ShortestAxisIndex() int { return a.Size.Neg().MaxAxisIndex() }

// ShortestAxisSize returns the least size. Godot: AABB.get_shortest_axis_size.
func (a AABB) ShortestAxisSize() float64 { return a.Size.At(a.ShortestAxisIndex()) }

// Support returns the corner of a that lies furthest in direction. Godot:
// AABB.get_support.
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

// IsEqualApprox reports whether position and size are equal as [IsEqualApprox] has
// it. Godot: AABB.is_equal_approx.
func (a AABB) IsEqualApprox(b AABB) bool {
	return a.Position.IsEqualApprox(b.Position) && a.Size.IsEqualApprox(b.Size)
}

// IsFinite reports whether no component is infinite or NaN. Godot: AABB.is_finite.
func (a AABB) IsFinite() bool { return a.Position.IsFinite() && a.Size.IsFinite() }

// Array returns position and size. [AABBFromArray] is its inverse.
func (a AABB) Array() [6]float64 {
	return [6]float64{a.Position.X, a.Position.Y, a.Position.Z, a.Size.X, a.Size.Y, a.Size.Z}
}

// Rounded32 returns a with each component rounded to single precision: what a
// single-precision packet makes of it.
func (a AABB) Rounded32() AABB { return AABB{a.Position.Rounded32(), a.Size.Rounded32()} }

// crossing returns between which multiples of direction, added to from, a line is
// in the box, and through the faces of which axis it enters: -1 for a direction
// of zero.
func (a AABB) crossing(from, direction Vector3) (enter, leave float64, axis int, ok bool) {
	enter, leave, axis = -Inf, Inf, -1
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
			enter, axis = t1, i
		}
		leave = Min(t2, leave)
		if enter > leave {
			return 0, 0, 0, false
		}
	}
	return enter, leave, axis, true
}

// mapped returns the smallest box that contains f of each corner of a.
func (a AABB) mapped(f func(Vector3) Vector3) AABB {
	lo := f(a.Endpoint(0))
	hi := lo
	for i := 1; i < 8; i++ {
		p := f(a.Endpoint(i))
		lo, hi = lo.Min(p), hi.Max(p)
	}
	return AABB{lo, hi.Sub(lo)}
}
