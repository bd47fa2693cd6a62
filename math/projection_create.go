package math

import "math"

// ProjectionPerspective returns the projection of a camera with a vertical field of
// view of fovy degrees, the width of its picture divided by the height, and the
// distances of the near and far planes; the identity if the values make none. With
// flipFOV the field of view is the horizontal one. Godot:
// Projection.create_perspective.
func ProjectionPerspective(fovy, aspect, near, far float64, flipFOV bool) Projection {
	if flipFOV {
		fovy = ProjectionFOVY(fovy, 1/aspect)
	}
	sin, cos := math.Sincos(DegToRad(fovy / 2))
	depth := far - near
	if depth == 0 || sin == 0 || aspect == 0 {
		return ProjectionIdentity
	}
	return Projection{
		X: Vector4{X: cos / sin / aspect},
		Y: Vector4{Y: cos / sin},
		Z: Vector4{Z: -(far + near) / depth, W: -1},
		W: Vector4{Z: -2 * near * far / depth},
	}
}

// ProjectionPerspectiveHMD is [ProjectionPerspective] for one eye of a headset: eye
// is 1 for the left and 2 for the right one, intraocularDist the distance between
// the eyes and convergenceDist that of the point they look at. Godot:
// Projection.create_perspective_hmd.
func ProjectionPerspectiveHMD(fovy, aspect, near, far float64, flipFOV bool, eye int, intraocularDist, convergenceDist float64) Projection {
	if flipFOV {
		fovy = ProjectionFOVY(fovy, 1/aspect)
	}
	top := near * math.Tan(DegToRad(fovy/2))
	right := top * aspect
	shift, move := 0.0, 0.0
	switch eye {
	case 1:
		shift, move = intraocularDist/2*near/convergenceDist, intraocularDist/2
	case 2:
		shift, move = -intraocularDist/2*near/convergenceDist, -intraocularDist/2
	}
	frustum := ProjectionFrustum(shift-right, shift+right, -top, top, near, far)
	return frustum.Mul(ProjectionFromTransform3D(Transform3DIdentity.Translated(Vector3{X: move})))
}

// ProjectionForHMD returns the projection for one eye of a headset with lenses: eye
// is 1 for the left and 2 for the right one, any other gives the identity. Godot:
// Projection.create_for_hmd.
func ProjectionForHMD(eye int, aspect, intraocularDist, displayWidth, displayToLens, oversample, near, far float64) Projection {
	inner := intraocularDist * 0.5 / displayToLens
	outer := (displayWidth - intraocularDist) * 0.5 / displayToLens
	top := displayWidth / 4 / displayToLens
	add := (inner + outer) * (oversample - 1) / 2 // keeps the middle where it is
	inner, outer = (inner+add)*near, (outer+add)*near
	top = top * oversample / aspect * near
	switch eye {
	case 1:
		return ProjectionFrustum(-outer, inner, -top, top, near, far)
	case 2:
		return ProjectionFrustum(-inner, outer, -top, top, near, far)
	}
	return ProjectionIdentity
}

// ProjectionFrustum returns the projection of the pyramid that has the given sides
// at the near plane; the identity unless left < right, bottom < top and near <
// far. Godot: Projection.create_frustum.
func ProjectionFrustum(left, right, bottom, top, near, far float64) Projection {
	if right <= left || top <= bottom || far <= near {
		return ProjectionIdentity
	}
	return Projection{
		X: Vector4{X: 2 * near / (right - left)},
		Y: Vector4{Y: 2 * near / (top - bottom)},
		Z: Vector4{(right + left) / (right - left), (top + bottom) / (top - bottom), -(far + near) / (far - near), -1},
		W: Vector4{Z: -2 * far * near / (far - near)},
	}
}

// ProjectionFrustumAspect is [ProjectionFrustum] for a near plane of height size (with
// flipFOV, width size) around offset. Godot: Projection.create_frustum_aspect.
func ProjectionFrustumAspect(size, aspect float64, offset Vector2, near, far float64, flipFOV bool) Projection {
	width, height := aspectSize(size, aspect, flipFOV)
	return ProjectionFrustum(offset.X-width/2, offset.X+width/2, offset.Y-height/2, offset.Y+height/2, near, far)
}

// ProjectionOrthogonal returns the projection of the box with the given sides,
// without perspective. An empty box gives infinite numbers or NaN. Godot:
// Projection.create_orthogonal.
func ProjectionOrthogonal(left, right, bottom, top, near, far float64) Projection {
	return Projection{
		X: Vector4{X: 2 / (right - left)},
		Y: Vector4{Y: 2 / (top - bottom)},
		Z: Vector4{Z: -2 / (far - near)},
		W: Vector4{-(right + left) / (right - left), -(top + bottom) / (top - bottom), -(far + near) / (far - near), 1},
	}
}

// ProjectionOrthogonalAspect is [ProjectionOrthogonal] for a box of height size (with
// flipFOV, width size) around the line of sight. Godot:
// Projection.create_orthogonal_aspect.
func ProjectionOrthogonalAspect(size, aspect, near, far float64, flipFOV bool) Projection {
	width, height := aspectSize(size, aspect, flipFOV)
	return ProjectionOrthogonal(-width/2, width/2, -height/2, height/2, near, far)
}

// aspectSize returns width and height, of which size is the height, or with flip the
// width.
func aspectSize(size, aspect float64, flip bool) (width, height float64) {
	if !flip {
		size *= aspect
	}
	return size, size / aspect
}

// ProjectionFitAABB returns the scaling and move that take a to the box from -1 to 1.
// Godot: Projection.create_fit_aabb.
func ProjectionFitAABB(a AABB) Projection {
	lo, hi := a.Position, a.End()
	scale := hi.Sub(lo).Inverse()
	middle := hi.Add(lo).Neg().Mul(scale)
	return ProjectionFromTransform3D(Transform3D{BasisFromScale(scale.Mulf(2)), middle})
}

// ProjectionDepthCorrection returns the correction that the engine's renderer puts
// after its projections: depth runs from 1 near to 0 far, and with flipY the Y axis
// is mirrored. Godot: Projection.create_depth_correction.
func ProjectionDepthCorrection(flipY bool) Projection {
	p := ProjectionIdentity
	if flipY {
		p.Y.Y = -1
	}
	p.Z.Z, p.W.Z = -0.5, 0.5
	return p
}

// ProjectionLightAtlasRect returns the move and scaling that take the square from 0
// to 1 to rect. Godot: Projection.create_light_atlas_rect.
func ProjectionLightAtlasRect(rect Rect2) Projection {
	return Projection{
		X: Vector4{X: rect.Size.X},
		Y: Vector4{Y: rect.Size.Y},
		Z: Vector4{Z: 1},
		W: Vector4{rect.Position.X, rect.Position.Y, 0, 1},
	}
}

// ProjectionFOVY returns the vertical field of view in degrees that goes with a
// horizontal one, given the height of the picture divided by the width. Godot:
// Projection.get_fovy.
func ProjectionFOVY(fovx, aspect float64) float64 {
	return RadToDeg(math.Atan(aspect*math.Tan(DegToRad(fovx)/2)) * 2)
}
