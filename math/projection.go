package math

import (
	"math"

	"godotvariant/internal/marshal"
	"godotvariant/internal/token"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Projection is a 4 by 4 matrix that maps points in a camera's space to clip space. X, Y, Z and W
// are its columns.
//
// The zero value maps everything to zero. Godot's default is [ProjectionIdentity].
//
// Godot: Projection, type ID 19 in Godot 4; Godot 3 has no such type. Payload in single precision,
// column by column:
//
//	offset  length  type     field
//	     4      16  Vector4  X
//	    20      16  Vector4  Y
//	    36      16  Vector4  Z
//	    52      16  Vector4  W
//
// In double precision each float takes 8 bytes, 128 in all.
type Projection struct {
	X, Y, Z, W Vector4
}

var _ variant.Variant = Projection{}

// The indices of the planes of a frustum, for [Projection.ProjectionPlane].
const (
	ProjectionPlaneNear   = 0 // Godot: Projection.PLANE_NEAR
	ProjectionPlaneFar    = 1 // Godot: Projection.PLANE_FAR
	ProjectionPlaneLeft   = 2 // Godot: Projection.PLANE_LEFT
	ProjectionPlaneTop    = 3 // Godot: Projection.PLANE_TOP
	ProjectionPlaneRight  = 4 // Godot: Projection.PLANE_RIGHT
	ProjectionPlaneBottom = 5 // Godot: Projection.PLANE_BOTTOM
)

// The constants of Projection. They are variables because Go has no constants of struct types; do
// not assign to them.
var (
	// ProjectionIdentity changes nothing. Godot: Projection.IDENTITY, also Projection().
	ProjectionIdentity = Projection{X: Vector4{X: 1}, Y: Vector4{Y: 1}, Z: Vector4{Z: 1},
		W: Vector4{W: 1}}
	// ProjectionZero has all numbers 0. Godot: Projection.ZERO.
	ProjectionZero = Projection{}
)

// ProjectionPerspective returns the projection of a camera. The argument fovy is the vertical field
// of view in degrees, or with flipFOV the horizontal field of view. The argument aspect is the
// width of the picture divided by its height. The arguments near and far are the distances of the
// near and far planes. It returns the identity if fovy or aspect is 0, or if near equals far.
// Godot: Projection.create_perspective.
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

// ProjectionPerspectiveHMD is [ProjectionPerspective] for one eye of a headset. The argument eye is
// 1 for the left eye and 2 for the right. The argument intraocularDist is the distance between the
// eyes, and convergenceDist is the distance to the point at which both eyes look. Godot:
// Projection.create_perspective_hmd.
func ProjectionPerspectiveHMD(
	fovy, aspect, near, far float64, flipFOV bool, eye int,
	intraocularDist, convergenceDist float64,
) Projection {
	if flipFOV {
		fovy = ProjectionFOVY(fovy, 1/aspect)
	}

	top := near * math.Tan(DegToRad(fovy/2))
	right := top * aspect

	shift, move := 0.0, 0.0
	switch eye {
	case 1:
		shift = intraocularDist / 2 * near / convergenceDist
		move = intraocularDist / 2
	case 2:
		shift = -intraocularDist / 2 * near / convergenceDist
		move = -intraocularDist / 2
	}

	frustum := ProjectionFrustum(shift-right, shift+right, -top, top, near, far)
	return frustum.Mul(ProjectionFromTransform3D(Transform3DIdentity.Translated(Vector3{X: move})))
}

// ProjectionForHMD returns the projection for one eye of a headset with lenses. The argument eye is
// 1 for the left eye and 2 for the right eye. For any other value the result is the identity.
//
//	aspect           width of the picture divided by its height
//	intraocularDist  distance between the eyes
//	displayWidth     width of the display of both eyes
//	displayToLens    distance from the display to the lenses
//	oversample       width of the picture divided by the width of the view, at least 1
//	near, far        distances of the clipping planes
//
// The lengths intraocularDist, displayWidth and displayToLens have the same unit, such as
// centimeters. The distances near and far have the unit of the scene. Godot:
// Projection.create_for_hmd.
func ProjectionForHMD(
	eye int, aspect, intraocularDist, displayWidth, displayToLens, oversample, near, far float64,
) Projection {
	inner := intraocularDist * 0.5 / displayToLens
	outer := (displayWidth - intraocularDist) * 0.5 / displayToLens
	top := displayWidth / 4 / displayToLens
	add := (inner + outer) * (oversample - 1) / 2 // both sides grow equally, so the center stays
	inner = (inner + add) * near
	outer = (outer + add) * near

	top = top * oversample / aspect * near
	switch eye {
	case 1:
		return ProjectionFrustum(-outer, inner, -top, top, near, far)
	case 2:
		return ProjectionFrustum(-inner, outer, -top, top, near, far)
	}

	return ProjectionIdentity
}

// ProjectionFrustum returns the projection of the frustum with the given sides at the near plane.
// It returns the identity unless left < right, bottom < top and near < far. Godot:
// Projection.create_frustum.
func ProjectionFrustum(left, right, bottom, top, near, far float64) Projection {
	if right <= left || top <= bottom || far <= near {
		return ProjectionIdentity
	}

	return Projection{
		X: Vector4{X: 2 * near / (right - left)},
		Y: Vector4{Y: 2 * near / (top - bottom)},
		Z: Vector4{(right + left) / (right - left), (top + bottom) / (top - bottom),
			-(far + near) / (far - near), -1},
		W: Vector4{Z: -2 * far * near / (far - near)},
	}
}

// ProjectionFrustumAspect is [ProjectionFrustum] for a near plane with its center at offset. The
// argument size is the height of the near plane, or with flipFOV the width. The argument aspect is
// the width divided by the height. Godot: Projection.create_frustum_aspect.
func ProjectionFrustumAspect(size, aspect float64, offset Vector2, near, far float64,
	flipFOV bool) Projection {
	width, height := aspectSize(size, aspect, flipFOV)
	return ProjectionFrustum(offset.X-width/2, offset.X+width/2, offset.Y-height/2,
		offset.Y+height/2, near, far)
}

// ProjectionOrthogonal returns the projection of the box with the given sides, without perspective.
// For an empty box the numbers are infinite or NaN. Godot: Projection.create_orthogonal.
func ProjectionOrthogonal(left, right, bottom, top, near, far float64) Projection {
	return Projection{
		X: Vector4{X: 2 / (right - left)},
		Y: Vector4{Y: 2 / (top - bottom)},
		Z: Vector4{Z: -2 / (far - near)},
		W: Vector4{-(right + left) / (right - left), -(top + bottom) / (top - bottom),
			-(far + near) / (far - near), 1},
	}
}

// ProjectionOrthogonalAspect is [ProjectionOrthogonal] for a box around the Z axis. The argument
// size is the height of the box, or with flipFOV the width. The argument aspect is the width
// divided by the height. Godot: Projection.create_orthogonal_aspect.
func ProjectionOrthogonalAspect(size, aspect, near, far float64, flipFOV bool) Projection {
	width, height := aspectSize(size, aspect, flipFOV)
	return ProjectionOrthogonal(-width/2, width/2, -height/2, height/2, near, far)
}

// ProjectionFitAABB returns the scaling and translation that map a to the box from -1 to 1. Godot:
// Projection.create_fit_aabb.
func ProjectionFitAABB(a AABB) Projection {
	lo, hi := a.Position, a.End()
	scale := hi.Sub(lo).Inverse()
	middle := hi.Add(lo).Neg().Mul(scale)
	return ProjectionFromTransform3D(Transform3D{BasisFromScale(scale.Mulf(2)), middle})
}

// ProjectionDepthCorrection returns the correction that the engine's renderer applies after a
// projection: it maps depth to the range from 1 (near) to 0 (far), and with flipY it mirrors Y.
// Godot: Projection.create_depth_correction.
func ProjectionDepthCorrection(flipY bool) Projection {
	p := ProjectionIdentity
	if flipY {
		p.Y.Y = -1
	}
	p.Z.Z = -0.5
	p.W.Z = 0.5
	return p
}

// ProjectionLightAtlasRect returns the scaling and translation that map the square with the corners
// (0, 0) and (1, 1) to rect. Godot: Projection.create_light_atlas_rect.
func ProjectionLightAtlasRect(rect Rect2) Projection {
	return Projection{
		X: Vector4{X: rect.Size.X},
		Y: Vector4{Y: rect.Size.Y},
		Z: Vector4{Z: 1},
		W: Vector4{rect.Position.X, rect.Position.Y, 0, 1},
	}
}

// ProjectionFromTransform3D returns the matrix of t. Its fourth row is 0, 0, 0, 1. Godot:
// Projection(transform).
func ProjectionFromTransform3D(t Transform3D) Projection {
	column := func(v Vector3, w float64) Vector4 { return Vector4{v.X, v.Y, v.Z, w} }
	return Projection{column(t.Basis.X, 0), column(t.Basis.Y, 0), column(t.Basis.Z, 0),
		column(t.Origin, 1)}
}

// Transform3DFromProjection returns the upper three rows of p. The fourth row is lost. Godot:
// Transform3D(projection).
func Transform3DFromProjection(p Projection) Transform3D {
	return NewTransform3D(p.X.xyz(), p.Y.xyz(), p.Z.xyz(), p.W.xyz())
}

// ProjectionFromArray returns the matrix with the numbers of a, column by column.
func ProjectionFromArray(a [16]float64) Projection {
	column := func(i int) Vector4 { return Vector4{a[i], a[i+1], a[i+2], a[i+3]} }
	return Projection{column(0), column(4), column(8), column(12)}
}

// Type returns [variant.TypeProjection].
func (Projection) Type() variant.Type { return variant.TypeProjection }

// Encode writes the payload; see [variant.Variant].
func (p Projection) Encode(w *variant.Writer) error {
	p.X.Encode(w)
	p.Y.Encode(w)
	p.Z.Encode(w)
	p.W.Encode(w)
	return w.Err()
}

// Decode reads a payload; see [variant.Variant].
func (Projection) Decode(r *variant.Reader) (variant.Variant, error) {
	p := Projection{X: readVector4(r), Y: readVector4(r), Z: readVector4(r), W: readVector4(r)}
	return variant.Result(r, p)
}

// String returns the matrix as Godot's constructor text, column by column.
func (p Projection) String() string {
	a := p.Array()
	return textOf("Projection", a[:]...)
}

// GoString returns the matrix as Go source, for %#v.
func (p Projection) GoString() string {
	return goStruct("Projection", "X", p.X.GoString(), "Y", p.Y.GoString(), "Z", p.Z.GoString(),
		"W", p.W.GoString())
}

// Mul returns the matrix that applies b first, then p. Godot: operator * with Projection.
func (p Projection) Mul(b Projection) Projection {
	return Projection{p.Xform(b.X), p.Xform(b.Y), p.Xform(b.Z), p.Xform(b.W)}
}

// Xform returns v transformed by p, in clip space. If v is a point, its W must be 1. To get the
// place on the screen, from -1 to 1, divide X and Y of the result by its W. Godot: Projection *
// Vector4.
func (p Projection) Xform(v Vector4) Vector4 {
	return Vector4{
		float64(p.X.X*v.X) + float64(p.Y.X*v.Y) + float64(p.Z.X*v.Z) + float64(p.W.X*v.W),
		float64(p.X.Y*v.X) + float64(p.Y.Y*v.Y) + float64(p.Z.Y*v.Z) + float64(p.W.Y*v.W),
		float64(p.X.Z*v.X) + float64(p.Y.Z*v.Y) + float64(p.Z.Z*v.Z) + float64(p.W.Z*v.W),
		float64(p.X.W*v.X) + float64(p.Y.W*v.Y) + float64(p.Z.W*v.Z) + float64(p.W.W*v.W),
	}
}

// XformInv returns v transformed by the transpose of p, which in general is not its inverse. For
// the inverse use [Projection.Inverse]. Godot: Vector4 * Projection.
func (p Projection) XformInv(v Vector4) Vector4 {
	return Vector4{p.X.Dot(v), p.Y.Dot(v), p.Z.Dot(v), p.W.Dot(v)}
}

// Determinant returns the determinant. Godot: Projection.determinant.
func (p Projection) Determinant() float64 {
	a, b := p.minors()
	return float64(a[0]*b[5]) - float64(a[1]*b[4]) + float64(a[2]*b[3]) +
		float64(a[3]*b[2]) - float64(a[4]*b[1]) + float64(a[5]*b[0])
}

// Inverse returns the inverse of p. If the determinant is 0, the numbers of the result are infinite
// or NaN. Godot: Projection.inverse.
func (p Projection) Inverse() Projection {
	a, b := p.minors()
	d := 1 / p.Determinant()
	// Each number is the sum of three products, with alternating signs.
	mix := func(x, i, y, j, z, k float64) float64 {
		return (float64(x*i) - float64(y*j) + float64(z*k)) * d
	}

	x := p.X
	y := p.Y
	z := p.Z

	w := p.W
	return Projection{
		Vector4{
			mix(y.Y, b[5], y.Z, b[4], y.W, b[3]), -mix(x.Y, b[5], x.Z, b[4], x.W, b[3]),
			mix(w.Y, a[5], w.Z, a[4], w.W, a[3]), -mix(z.Y, a[5], z.Z, a[4], z.W, a[3]),
		},
		Vector4{
			-mix(y.X, b[5], y.Z, b[2], y.W, b[1]), mix(x.X, b[5], x.Z, b[2], x.W, b[1]),
			-mix(w.X, a[5], w.Z, a[2], w.W, a[1]), mix(z.X, a[5], z.Z, a[2], z.W, a[1]),
		},
		Vector4{
			mix(y.X, b[4], y.Y, b[2], y.W, b[0]), -mix(x.X, b[4], x.Y, b[2], x.W, b[0]),
			mix(w.X, a[4], w.Y, a[2], w.W, a[0]), -mix(z.X, a[4], z.Y, a[2], z.W, a[0]),
		},
		Vector4{
			-mix(y.X, b[3], y.Y, b[1], y.Z, b[0]), mix(x.X, b[3], x.Y, b[1], x.Z, b[0]),
			-mix(w.X, a[3], w.Y, a[1], w.Z, a[0]), mix(z.X, a[3], z.Y, a[1], z.Z, a[0]),
		},
	}
}

// ProjectionPlane returns a plane of the frustum by its index ([ProjectionPlaneNear] and so on).
// Its normal points outwards. Any other index gives the zero Plane. Godot:
// Projection.get_projection_plane.
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

// Aspect returns the width of the picture divided by its height. Godot: Projection.get_aspect.
func (p Projection) Aspect() float64 { return p.Y.Y / p.X.X }

// FOV returns the horizontal field of view in degrees. Godot: Projection.get_fov.
func (p Projection) FOV() float64 {
	left := math.Atan2(p.Z.X-1, p.X.X)
	right := math.Atan2(p.Z.X+1, p.X.X)
	return RadToDeg(right - left)
}

// LODMultiplier returns the factor by which the engine multiplies sizes to choose a level of
// detail. Godot: Projection.get_lod_multiplier.
func (p Projection) LODMultiplier() float64 { return 2 / p.X.X }

// PixelsPerMeter returns the width in pixels of one meter at the near plane, for a picture that is
// pixelWidth pixels wide. It returns 0 if int64 cannot hold the number. Godot:
// Projection.get_pixels_per_meter.
func (p Projection) PixelsPerMeter(pixelWidth int) int64 {
	pixels := float64(pixelWidth) / (2 * p.ViewportHalfExtents().X)
	if math.Abs(pixels) < 1<<63 {
		return int64(pixels)
	}
	return 0
}

// IsOrthogonal reports whether p is a projection without perspective. Godot:
// Projection.is_orthogonal.
func (p Projection) IsOrthogonal() bool { return p.Z.W == 0 }

// FlippedY returns p with its Y column negated. Godot: Projection.flipped_y.
func (p Projection) FlippedY() Projection { return p.With(1, p.Y.Neg()) }

// JitterOffseted returns p with the picture moved by offset in clip space. Godot:
// Projection.jitter_offseted.
func (p Projection) JitterOffseted(offset Vector2) Projection {
	p.W.X += offset.X
	p.W.Y += offset.Y
	return p
}

// PerspectiveZNearAdjusted returns the perspective projection p with the near plane at the distance
// near. Godot: Projection.perspective_znear_adjusted.
func (p Projection) PerspectiveZNearAdjusted(near float64) Projection {
	far := p.ZFar()
	depth := far - near
	p.Z.Z = -(far + near) / depth
	p.W.Z = -2 * near * far / depth
	return p
}

// At returns column i: 0 is X, 1 is Y, 2 is Z, 3 is W. For any other index it returns the zero
// vector. Godot: Projection[i].
func (p Projection) At(i int) Vector4 {
	switch i {
	case 0:
		return p.X
	case 1:
		return p.Y
	case 2:
		return p.Z
	case 3:
		return p.W
	}

	return Vector4{}
}

// With returns p with column i set to c. An index out of range changes nothing. Godot: p[i] = c.
func (p Projection) With(i int, c Vector4) Projection {
	switch i {
	case 0:
		p.X = c
	case 1:
		p.Y = c
	case 2:
		p.Z = c
	case 3:
		p.W = c
	}

	return p
}

// Array returns the numbers column by column. [ProjectionFromArray] is its inverse.
func (p Projection) Array() [16]float64 {
	return [16]float64{
		p.X.X, p.X.Y, p.X.Z, p.X.W, p.Y.X, p.Y.Y, p.Y.Z, p.Y.W,
		p.Z.X, p.Z.Y, p.Z.Z, p.Z.W, p.W.X, p.W.Y, p.W.Z, p.W.W,
	}
}

// Rounded32 returns p with each number rounded to single precision: the value after a round trip
// through a single-precision packet.
func (p Projection) Rounded32() Projection {
	return Projection{p.X.Rounded32(), p.Y.Rounded32(), p.Z.Rounded32(), p.W.Rounded32()}
}

// ProjectionFOVY returns the vertical field of view for a horizontal field of view. Both are in
// degrees. The argument aspect is the height of the picture divided by its width. Godot:
// Projection.get_fovy.
func ProjectionFOVY(fovx, aspect float64) float64 {
	return RadToDeg(math.Atan(aspect*math.Tan(DegToRad(fovx)/2)) * 2)
}

// minors returns the 2 by 2 determinants of the columns X and Y, and of the columns Z and W, for
// the pairs of rows 01, 02, 03, 12, 13 and 23.
func (p Projection) minors() (xy, zw [6]float64) {
	pairs := func(a, b Vector4) [6]float64 {
		return [6]float64{
			float64(a.X*b.Y) - float64(a.Y*b.X), float64(a.X*b.Z) - float64(a.Z*b.X),
			float64(a.X*b.W) - float64(a.W*b.X), float64(a.Y*b.Z) - float64(a.Z*b.Y),
			float64(a.Y*b.W) - float64(a.W*b.Y), float64(a.Z*b.W) - float64(a.W*b.Z),
		}
	}
	return pairs(p.X, p.Y), pairs(p.Z, p.W)
}

// side returns a plane of the frustum. For each point (x, y, z, 1) on it, the dot product with the
// vector w + sign*r is 0, where w is the last row of p and r is the given row.
func (p Projection) side(row int, sign float64) Plane {
	at := func(column Vector4) float64 { return column.W + float64(sign*column.At(row)) }
	return Plane{Vector3{-at(p.X), -at(p.Y), -at(p.Z)}, at(p.W)}.Normalized()
}

func (p Projection) halfExtents(z float64) Vector2 {
	w := p.W.W - float64(z*p.Z.W)
	return Vector2{w / p.X.X, w / p.Y.Y}
}

// aspectSize returns a width and a height. The argument size is the height, or the width if flip is
// true.
func aspectSize(size, aspect float64, flip bool) (width, height float64) {
	if !flip {
		size *= aspect
	}
	return size, size / aspect
}

// ToArgs writes the arguments of the constructor; see [variant.Constructible].
func (p Projection) ToArgs(w notation.ArgsWriter) {
	token.PutPart(w, p.X)
	token.PutPart(w, p.Y)
	token.PutPart(w, p.Z)
	token.PutPart(w, p.W)
}

// FromArgs reads the arguments of the constructor; see [variant.Constructible].
func (Projection) FromArgs(a notation.Args) variant.Variant {
	c := notation.Reals(a, 16)
	return Projection{vector4(c), vector4(c[4:]), vector4(c[8:]), vector4(c[12:])}
}

// MarshalText implements encoding.TextMarshaler: it returns what String returns.
func (p Projection) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Projection) UnmarshalText(text []byte) error { return marshal.UnmarshalText(text, p) }

// MarshalJSON implements json.Marshaler.
func (p Projection) MarshalJSON() ([]byte, error) { return marshal.JSON(p) }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Projection) UnmarshalJSON(data []byte) error { return marshal.UnmarshalJSON(data, p) }
