package math

import "math"

// ProjectionPlane returns one of the six planes of the frustum, its normal pointing
// outwards, by its index ([ProjectionPlaneNear] and so on); the zero Plane for any
// other index. Godot: Projection.get_projection_plane.
func (p Projection) ProjectionPlane(index int) Plane {
	switch index {
	case ProjectionPlaneNear:
		return p.side(2, 1)
	case ProjectionPlaneFar:
		return p.side(2, -1)
	case ProjectionPlaneLeft:
		return p.side(0, 1)
	case ProjectionPlaneTop:
		return p.side(1, -1)
	case ProjectionPlaneRight:
		return p.side(0, -1)
	case ProjectionPlaneBottom:
		return p.side(1, 1)
	}
	return Plane{}
}

// side returns the plane on which the last row plus sign times another row is 0.
func (p Projection) side(row int, sign float64) Plane {
	at := func(column Vector4) float64 { return column.W + float64(sign*column.At(row)) }
	return Plane{Vector3{-at(p.X), -at(p.Y), -at(p.Z)}, at(p.W)}.Normalized()
}

// ZNear returns the distance of the near plane. Godot: Projection.get_z_near.
func (p Projection) ZNear() float64 { return (p.W.W + p.W.Z) / (p.Z.W + p.Z.Z) }

// ZFar returns the distance of the far plane. Godot: Projection.get_z_far.
func (p Projection) ZFar() float64 { return (p.W.W - p.W.Z) / (p.Z.W - p.Z.Z) }

// ViewportHalfExtents returns half the width and height of the near plane. Godot:
// Projection.get_viewport_half_extents.
func (p Projection) ViewportHalfExtents() Vector2 { return p.halfExtents(p.ZNear()) }

// FarPlaneHalfExtents returns half the width and height of the far plane. Godot:
// Projection.get_far_plane_half_extents.
func (p Projection) FarPlaneHalfExtents() Vector2 { return p.halfExtents(p.ZFar()) }

func (p Projection) halfExtents(z float64) Vector2 {
	w := p.W.W - float64(z*p.Z.W)
	return Vector2{w / p.X.X, w / p.Y.Y}
}

// Aspect returns the width of the picture divided by its height. Godot:
// Projection.get_aspect.
func (p Projection) Aspect() float64 { return p.Y.Y / p.X.X }

// FOV returns the horizontal field of view in degrees. Godot: Projection.get_fov.
func (p Projection) FOV() float64 {
	left := math.Atan2(p.Z.X-1, p.X.X)
	right := math.Atan2(p.Z.X+1, p.X.X)
	return RadToDeg(right - left)
}

// LODMultiplier returns the factor by which the engine scales the sizes of things
// to choose their level of detail. Godot: Projection.get_lod_multiplier.
func (p Projection) LODMultiplier() float64 { return 2 / p.X.X }

// PixelsPerMeter returns how many of a picture's pixels, pixelWidth in a row, a meter
// at the near plane takes; 0 for a number that int64 cannot hold. Godot:
// Projection.get_pixels_per_meter.
func (p Projection) PixelsPerMeter(pixelWidth int) int64 {
	pixels := float64(pixelWidth) / (2 * p.ViewportHalfExtents().X)
	if math.Abs(pixels) < 1<<63 {
		return int64(pixels)
	}
	return 0
}

// IsOrthogonal reports whether p has no perspective. Godot:
// Projection.is_orthogonal.
func (p Projection) IsOrthogonal() bool { return p.Z.W == 0 }

// FlippedY returns p with its Y column negated. Godot: Projection.flipped_y.
func (p Projection) FlippedY() Projection { return p.With(1, p.Y.Neg()) }

// JitterOffseted returns p with its picture moved by offset, in clip space. Godot:
// Projection.jitter_offseted.
func (p Projection) JitterOffseted(offset Vector2) Projection {
	p.W.X += offset.X
	p.W.Y += offset.Y
	return p
}

// PerspectiveZNearAdjusted returns the perspective p with the near plane at another
// distance. Godot: Projection.perspective_znear_adjusted.
func (p Projection) PerspectiveZNearAdjusted(near float64) Projection {
	far := p.ZFar()
	depth := far - near
	p.Z.Z = -(far + near) / depth
	p.W.Z = -2 * near * far / depth
	return p
}
