package math

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
