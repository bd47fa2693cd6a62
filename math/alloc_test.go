package math

import (
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	sinkFloat      float64
	sinkVector2    Vector2
	sinkVector3    Vector3
	sinkBasis      Basis
	sinkQuaternion Quaternion
	sinkTransform  Transform3D
	sinkProjection Projection
	sinkColor      Color
	sinkBool       bool
)

// No operation of the engine's list allocates, but for those with text.
func TestNothingAllocates(t *testing.T) {
	q, r := QuaternionFromEuler(V3(1, 2, 3)), QuaternionFromEuler(V3(3, 2, 1))
	a, b := Transform3D{Basis: BasisFromQuaternion(q),
		Origin: V3(1, 2, 3)}, Transform3D{Basis: BasisFromQuaternion(r)}
	box, plane := AABB{Size: V3(1, 2, 3)}, NewPlane(0, 1, 0, 1)
	p := ProjectionPerspective(75, 1.5, 0.1, 100, false)

	c := RGB(0.25, 0.5, 0.75)
	for name, f := range map[string]func(){
		"dot":         func() { sinkFloat = a.Origin.Dot(b.Origin) },
		"cross":       func() { sinkVector3 = a.Origin.Cross(b.Origin) },
		"slerp":       func() { sinkVector3 = a.Origin.Slerp(a.Basis.X, 0.3) },
		"xform":       func() { sinkVector3 = a.Xform(b.Origin) },
		"mul":         func() { sinkTransform = a.Mul(b) },
		"inverse":     func() { sinkTransform = a.AffineInverse() },
		"interpolate": func() { sinkTransform = a.InterpolateWith(b, 0.3) },
		"quaternion":  func() { sinkQuaternion = q.Slerp(r, 0.3) },
		"cubic":       func() { sinkQuaternion = q.SphericalCubicInterpolate(r, r, q, 0.3) },
		"cubic in time": func() {
			sinkQuaternion = q.SphericalCubicInterpolateInTime(r, r, q, 0.3, 1, -1, 2)
		},
		"euler":      func() { sinkVector3 = a.Basis.Euler(EulerOrderZXY) },
		"from euler": func() { sinkBasis = BasisFromEuler(V3(1, 2, 3), EulerOrderXYZ) },
		"box": func() {
			sinkVector3, sinkBool = box.IntersectsRay(V3(-1, -1, -1), V3(1, 1, 1))
		},
		"box xform":  func() { sinkVector3 = a.XformAABB(box).Size },
		"plane":      func() { sinkBool = box.IntersectsPlane(a.XformPlane(plane)) },
		"projection": func() { sinkProjection = p.Inverse() },
		"array":      func() { sinkFloat = ProjectionFromArray(p.Array()).Determinant() },
		"rect": func() {
			sinkVector2 = Transform2DFlipX.XformRect2(NewRect2(1, 2, 3, 4)).Size
		},
		"color":  func() { sinkColor = ColorFromHSV(c.H(), c.S(), c.V(), 1) },
		"okhsl":  func() { sinkColor = c.WithOKHSLH(0.3) },
		"rgba32": func() { sinkColor = ColorFromRGBA32(c.RGBA32()) },
		"html":   func() { sinkColor, sinkBool = ColorFromHTML("#ff8800") },
	} {
		require.Zero(t, testing.AllocsPerRun(50, f), name)
	}
}
