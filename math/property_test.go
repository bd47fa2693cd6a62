package math_test

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
)

const rounds = 2000

// dice makes random values; the seed is fixed so that failures come again.
type dice struct{ *rand.Rand }

func newDice() dice { return dice{rand.New(rand.NewPCG(1, 2))} }

func (d dice) number() float64     { return d.Float64()*20 - 10 }
func (d dice) v2() gm.Vector2      { return gm.V2(d.number(), d.number()) }
func (d dice) v3() gm.Vector3      { return gm.V3(d.number(), d.number(), d.number()) }
func (d dice) size2() gm.Vector2   { return d.v2().Abs() }
func (d dice) turn() gm.Quaternion { return gm.QuaternionFromAxisAngle(d.v3(), d.number()) }
func (d dice) color() gm.Color {
	return gm.RGBA(d.Float64(), d.Float64(), d.Float64(), d.Float64())
}
func (d dice) rect() gm.Rect2    { return gm.Rect2{Position: d.v2(), Size: d.size2()} }
func (d dice) box() gm.AABB      { return gm.AABB{Position: d.v3(), Size: d.v3().Abs()} }
func (d dice) scale() gm.Vector3 { return d.v3().Abs().Add(gm.V3(0.5, 0.5, 0.5)) }

func (d dice) transform() gm.Transform3D {
	return gm.Transform3D{Basis: gm.BasisFromQuaternion(d.turn()).ScaledLocal(d.scale()),
		Origin: d.v3()}
}

func (d dice) transform2() gm.Transform2D {
	return gm.Transform2DFromRotationScaleSkew(d.number(), d.size2().Add(gm.V2(0.5, 0.5)),
		d.Float64()-0.5, d.v2())
}

func TestInverses(t *testing.T) {
	d := newDice()
	for range rounds {
		v := d.v3()
		b := d.transform()
		require.True(t, b.AffineInverse().Xform(b.Xform(v)).IsEqualApprox(v))
		require.True(t, b.Mul(b.AffineInverse()).IsEqualApprox(gm.Transform3DIdentity))
		require.True(t, b.Basis.Mul(b.Basis.Inverse()).IsEqualApprox(gm.BasisIdentity))
		require.InEpsilon(t, 1/b.Basis.Determinant(), b.Basis.Inverse().Determinant(), 1e-9)
		rigid := b.Orthonormalized()
		require.True(t, rigid.XformInv(rigid.Xform(v)).IsEqualApprox(v))
		require.True(t, rigid.Inverse().IsEqualApprox(rigid.AffineInverse()))

		q := d.turn()
		require.True(t, q.XformInv(q.Xform(v)).IsEqualApprox(v))
		require.True(t, q.Mul(q.Inverse()).IsEqualApprox(gm.QuaternionIdentity))

		if math.Abs(q.W) < 1-gm.Epsilon { // beyond, the axis is lost, as in the engine
			require.True(t, sameTurn(q, q.Log().Exp()))
		}

		v2, t2 := d.v2(), d.transform2()
		require.True(t, t2.AffineInverse().Xform(t2.Xform(v2)).IsEqualApprox(v2))
		require.True(t, v2.Rotated(1.5).Rotated(-1.5).IsEqualApprox(v2))

		p := gm.ProjectionPerspective(30+d.Float64()*90, 0.5+d.Float64()*2, 0.1, 100, false)
		clip := p.Xform(gm.V4(v.X, v.Y, v.Z, 1))
		require.True(t, p.Inverse().Xform(clip).IsEqualApprox(gm.V4(v.X, v.Y, v.Z, 1)))
		n := v.Normalized()
		require.True(t, gm.Vector3FromOctahedron(n.Octahedron()).IsEqualApprox(n))
	}
}

func sameTurn(a, b gm.Quaternion) bool { return math.Abs(a.Dot(b)) > 1-1e-9 }

var orders = []gm.EulerOrder{
	gm.EulerOrderXYZ, gm.EulerOrderXZY, gm.EulerOrderYXZ, gm.EulerOrderYZX, gm.EulerOrderZXY,
	gm.EulerOrderZYX,
}

func TestRotationRoundTrips(t *testing.T) {
	d := newDice()
	for range rounds {
		q := d.turn()
		b := gm.BasisFromQuaternion(q)
		require.InDelta(t, 1, b.Determinant(), 1e-9)
		require.True(t, b.IsConformal())
		require.True(t, sameTurn(q, gm.QuaternionFromBasis(b)))
		require.True(t, sameTurn(q, b.ScaledLocal(d.scale()).RotationQuaternion()))
		require.True(t, b.Xform(d.v3()).IsFinite())
		v := d.v3()
		require.True(t, b.Xform(v).IsEqualApprox(q.Xform(v)))

		for _, order := range orders {
			require.True(t, gm.BasisFromEuler(b.Euler(order), order).IsEqualApprox(b),
				"order %v of %v", order, b)
			require.True(t, gm.BasisFromEuler(q.Euler(order), order).IsEqualApprox(b))
		}

		require.True(t, sameTurn(q, gm.QuaternionFromEuler(q.Euler(gm.EulerOrderYXZ))))
		require.True(t, sameTurn(q, gm.QuaternionFromAxisAngle(q.Axis(), q.Angle())))
	}
}

// At a quarter turn of the middle axis two angles run into one.
func TestEulerAtThePoles(t *testing.T) {
	for _, order := range orders {
		for _, x := range []float64{-gm.Pi / 2, 0, gm.Pi / 2} {
			for _, y := range []float64{-gm.Pi / 2, 0, gm.Pi / 2, 3} {
				for _, z := range []float64{-gm.Pi / 2, 0, gm.Pi / 2} {
					b := gm.BasisFromEuler(gm.V3(x, y, z), order)
					require.True(t, gm.BasisFromEuler(b.Euler(order), order).IsEqualApprox(b),
						"%v %v %v %v", order, x, y, z)
				}
			}
		}
	}

	require.Equal(t, gm.BasisFromEuler(gm.V3(1, 2, 3), gm.EulerOrderYXZ),
		gm.BasisFromEuler(gm.V3(1, 2, 3), gm.EulerOrder(-1)))
}

func TestCompositions(t *testing.T) {
	d := newDice()
	for range rounds {
		a, b, v := d.transform(), d.transform(), d.v3()
		require.True(t, a.Mul(b).Xform(v).IsEqualApprox(a.Xform(b.Xform(v))))
		axis, angle := d.v3().Normalized(), d.number()
		turn := gm.Transform3D{Basis: gm.BasisFromAxisAngle(axis, angle)}
		require.True(t, a.Rotated(axis, angle).IsEqualApprox(turn.Mul(a)))
		require.True(t, a.RotatedLocal(axis, angle).IsEqualApprox(a.Mul(turn)))
		scale := gm.Transform3D{Basis: gm.BasisFromScale(v)}
		require.True(t, a.Scaled(v).IsEqualApprox(scale.Mul(a)))
		require.True(t, a.ScaledLocal(v).IsEqualApprox(a.Mul(scale)))
		move := gm.Transform3D{Basis: gm.BasisIdentity, Origin: v}
		require.True(t, a.Translated(v).IsEqualApprox(move.Mul(a)))
		require.True(t, a.TranslatedLocal(v).IsEqualApprox(a.Mul(move)))
		p, q := gm.ProjectionFromTransform3D(a), gm.ProjectionFromTransform3D(b)
		require.True(t, gm.Transform3DFromProjection(p.Mul(q)).IsEqualApprox(a.Mul(b)))

		plane := gm.PlaneFromPoint(axis, v)
		on := plane.Project(d.v3())
		require.InDelta(t, 0, a.XformPlane(plane).DistanceTo(a.Xform(on)), 1e-9)
		require.True(t, a.XformInvPlane(a.XformPlane(plane)).IsEqualApprox(plane))

		a2 := d.transform2()
		b2 := d.transform2()
		v2 := d.v2()
		require.True(t, a2.Mul(b2).Xform(v2).IsEqualApprox(a2.Xform(b2.Xform(v2))))
		require.True(t, a2.Rotated(angle).IsEqualApprox(gm.Transform2DFromRotation(angle,
			gm.Vector2{}).Mul(a2)))
		spin := gm.Transform2DFromRotation(angle, gm.Vector2{})
		require.True(t, a2.RotatedLocal(angle).IsEqualApprox(a2.Mul(spin)))
		require.True(t, gm.Transform2DFromRotationScaleSkew(a2.Rotation(), a2.Scale(), a2.Skew(),
			a2.Origin).IsEqualApprox(a2))
	}
}

func TestEnds(t *testing.T) {
	d := newDice()
	for range rounds {
		a, b := d.v3(), d.v3()
		require.True(t, a.Slerp(b, 0).IsEqualApprox(a))
		require.True(t, a.Slerp(b, 1).IsEqualApprox(b))
		require.True(t, a.CubicInterpolate(b, d.v3(), d.v3(), 1).IsEqualApprox(b))
		require.True(t, a.BezierInterpolate(d.v3(), d.v3(), b, 1).IsEqualApprox(b))
		require.LessOrEqual(t, a.LimitLength(2).Length(), 2+1e-9)
		require.InDelta(t, 0, a.Cross(b).Dot(a), 1e-9)
		require.True(t, a.Slide(b.Normalized()).Add(a.Project(b)).IsEqualApprox(a))
		p, q := d.turn(), d.turn()
		require.True(t, sameTurn(p.Slerp(q, 0), p))
		require.True(t, sameTurn(p.Slerp(q, 1), q))
		require.InDelta(t, p.AngleTo(q)/2, p.AngleTo(p.Slerp(q, 0.5)), 1e-6)
		require.True(t, sameTurn(p.SphericalCubicInterpolate(q, d.turn(), d.turn(), 1), q))
		s, u := d.transform(), d.transform()
		require.True(t, s.InterpolateWith(u, 0).IsEqualApprox(s))
		require.True(t, s.InterpolateWith(u, 1).IsEqualApprox(u))
		require.True(t, gm.BasisFromQuaternion(gm.QuaternionFromArc(a,
			b)).Xform(a.Normalized()).IsEqualApprox(b.Normalized()))
	}

	opposite := gm.QuaternionFromArc(gm.Vector3Up, gm.Vector3Down)
	require.True(t, opposite.Xform(gm.Vector3Up).IsEqualApprox(gm.Vector3Down))
	require.Equal(t, gm.QuaternionIdentity, gm.QuaternionFromArc(gm.Vector3Up, gm.V3(0, 5, 0)))
}

func TestRectangleAlgebra(t *testing.T) {
	d := newDice()
	for range rounds {
		a := d.rect()
		b := d.rect()
		p := d.v2()
		require.Equal(t, a.Intersection(b), b.Intersection(a))
		require.Equal(t, a.Intersects(b, false), a.Intersection(b).HasArea())
		require.True(t, encloses(a.Merge(b), a) && encloses(a.Merge(b), b))
		require.True(t, a.Expand(p).Grow(1e-9).HasPoint(p))
		require.True(t, a.Grow(3).Grow(-3).IsEqualApprox(a))
		require.True(t, a.WithEnd(p).End().IsEqualApprox(p))
		require.True(t, gm.Rect2{Position: a.End(), Size: a.Size.Neg()}.Abs().IsEqualApprox(a))
		require.True(t, gm.Rect2FromPoints(a.Position, p).Grow(1e-9).HasPoint(p))
		transform := d.transform2()
		require.True(t, transform.XformRect2(a).Grow(1e-9).HasPoint(transform.Xform(a.Center())))

		x, y, q := d.box(), d.box(), d.v3()
		require.Equal(t, x.Intersection(y), y.Intersection(x))
		require.Equal(t, x.Intersects(y), x.Intersection(y).HasVolume())
		require.True(t, x.Merge(y).Grow(1e-9).Encloses(x) && x.Merge(y).Grow(1e-9).Encloses(y))
		require.True(t, x.Expand(q).Grow(1e-9).HasPoint(q))

		corners := make([]gm.Vector3, 8)
		for i := range corners {
			corners[i] = x.Endpoint(i)
			require.True(t, x.Grow(1e-9).HasPoint(corners[i]))
			require.LessOrEqual(t, corners[i].Dot(q), x.Support(q).Dot(q)+1e-9)
		}

		require.True(t, gm.AABBFromPoints(corners...).IsEqualApprox(x))
		require.LessOrEqual(t, x.ShortestAxisSize(), x.LongestAxisSize())
		if hit, ok := x.IntersectsRay(q, x.Center().Sub(q)); ok {
			require.True(t, x.Grow(1e-9).HasPoint(hit))
		} else {
			t.Fatal("a ray to the middle of a box meets it")
		}
	}

	require.Equal(t, gm.AABB{}, gm.AABBFromPoints())
}

func encloses(a, b gm.Rect2) bool { return a.Grow(1e-9).Encloses(b) }

func TestColorRoundTrips(t *testing.T) {
	d := newDice()
	for range rounds {
		c := d.color()
		require.True(t, gm.ColorFromHSV(c.H(), c.S(), c.V(), c.A).IsEqualApprox(c))
		require.True(t, c.LinearToSRGB().SRGBToLinear().IsEqualApprox(c))

		back := gm.ColorFromOKHSL(c.OKHSLH(), c.OKHSLS(), c.OKHSLL(), c.A)
		for i := range 4 { // the definition itself is an approximation
			require.InDelta(t, c.At(i), back.At(i), 5e-3)
		}

		n := d.Uint32()
		require.Equal(t, n, gm.ColorFromRGBA32(n).RGBA32())
		html, ok := gm.ColorFromHTML(gm.ColorFromRGBA32(n).HTML(true))
		require.True(t, ok)
		require.Equal(t, gm.ColorFromRGBA32(n), html)
		long := d.Uint64()
		require.Equal(t, long, gm.ColorFromRGBA64(long).RGBA64())
		require.Equal(t, gm.ColorFromRGBA32(n), gm.ColorFromRGBA32(n).Rounded32(),
			"survives a packet")

		solid := color.NRGBA{R: uint8(n), G: uint8(n >> 8), B: uint8(n >> 16), A: 255}
		require.Equal(t, solid, color.NRGBAModel.Convert(gm.ColorFromGo(solid)))
		require.Equal(t, c, gm.ColorFromGo(c))
		r, g, b, a := c.RGBA()
		require.True(t, r <= a && g <= a && b <= a && a <= 0xffff)
	}
}

func TestXformPoints(t *testing.T) {
	d := newDice()
	points := []gm.Vector3{d.v3(), d.v3(), d.v3()}
	transform := d.transform().Orthonormalized()
	moved := transform.XformPoints(points)
	for i, p := range transform.XformInvPoints(moved) {
		require.True(t, p.IsEqualApprox(points[i]))
	}
	flat := []gm.Vector2{d.v2(), d.v2()}
	transform2 := d.transform2().Orthonormalized()
	for i, p := range transform2.XformInvPoints(transform2.XformPoints(flat)) {
		require.True(t, p.IsEqualApprox(flat[i]))
	}
}
