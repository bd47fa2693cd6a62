package math_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
)

// These tests hold the places where a port easily goes wrong, with the numbers of
// the engine.

func TestColumns(t *testing.T) {
	b := gm.Basis{X: gm.V3(1, 2, 3), Y: gm.V3(4, 5, 6), Z: gm.V3(7, 8, 9)}
	require.Equal(t, gm.V3(1, 2, 3), b.At(0))
	require.Equal(t, gm.V3(1, 2, 3), b.Xform(gm.Vector3Right))
	require.Equal(t, gm.V3(1, 4, 7), b.XformInv(gm.Vector3Right))
	require.Equal(t, 2.0, b.TDotX(gm.Vector3Up))
}

func TestPlaneSign(t *testing.T) {
	p := gm.Plane{Normal: gm.Vector3Up, D: 5}
	require.Equal(t, -5.0, p.DistanceTo(gm.Vector3Zero))
	require.False(t, p.IsPointOver(gm.V3(0, 5, 0)))
	require.True(t, p.IsPointOver(gm.V3(0, 5.001, 0)))
	// Points run clockwise seen from above.
	up := gm.PlaneFromPoints(gm.V3(0, 5, 0), gm.V3(0, 5, -1), gm.V3(1, 5, 0))
	require.Equal(t, p, up)
}

func TestPlaneIntersections(t *testing.T) {
	ground := gm.PlaneXZ
	point, ok := ground.IntersectsRay(gm.V3(1, 4, 2), gm.V3(0, -1, 0))
	require.True(t, ok)
	require.Equal(t, gm.V3(1, 0, 2), point)
	_, ok = ground.IntersectsRay(gm.V3(1, 4, 2), gm.V3(0, 1, 0))
	require.False(t, ok, "away from the plane")
	_, ok = ground.IntersectsRay(gm.V3(1, 4, 2), gm.V3(1, 0, 0))
	require.False(t, ok, "along the plane")
	point, ok = ground.IntersectsSegment(gm.V3(0, 3, 0), gm.V3(4, -1, 0))
	require.True(t, ok)
	require.Equal(t, gm.V3(3, 0, 0), point)
	_, ok = ground.IntersectsSegment(gm.V3(0, 3, 0), gm.V3(4, 1, 0))
	require.False(t, ok, "too short")
	point, ok = gm.NewPlane(1, 0, 0, 1).Intersect3(gm.NewPlane(0, 1, 0, 2), gm.NewPlane(0, 0, 1, 3))
	require.True(t, ok)
	require.Equal(t, gm.V3(1, 2, 3), point)
	_, ok = ground.Intersect3(ground, gm.PlaneXY)

	require.False(t, ok, "two equal planes")
}

func TestRectangles(t *testing.T) {
	r := gm.NewRect2(0, 0, 4, 4)
	require.True(t, r.HasPoint(gm.V2(0, 0)))
	require.False(t, r.HasPoint(gm.V2(4, 2)), "far edge")
	box := gm.AABB{Size: gm.V3(4, 4, 4)}
	require.True(t, box.HasPoint(gm.V3(4, 4, 4)), "far face")

	beside := gm.NewRect2(4, 0, 4, 4)
	require.False(t, r.Intersects(beside, false))
	require.True(t, r.Intersects(beside, true))
	require.False(t, box.Intersects(gm.AABB{Position: gm.V3(4, 0, 0), Size: gm.V3(4, 4, 4)}))
	require.True(t, r.Encloses(r))
	require.True(t, box.Encloses(box))

	negative := gm.NewRect2(10, 10, -4, -4)
	require.Equal(t, 16.0, negative.Area())
	require.False(t, negative.HasArea())
	require.False(t, negative.HasPoint(gm.V2(8, 8)))
	require.Equal(t, gm.NewRect2(6, 6, 4, 4), negative.Abs())

	require.Equal(t, gm.V2i(-2, -2), gm.NewRect2i(-3, -3, 3, 3).Center())
	require.Equal(t, int64(1)<<62, gm.NewRect2i(0, 0, math.MinInt32, math.MinInt32).Area())
}

func TestBoxIntersections(t *testing.T) {
	box := gm.AABB{Position: gm.V3(1, 1, 1), Size: gm.V3(2, 2, 2)}
	point, ok := box.IntersectsRay(gm.V3(-1, 2, 2), gm.V3(1, 0, 0))
	require.True(t, ok)
	require.Equal(t, gm.V3(1, 2, 2), point)
	point, ok = box.IntersectsRay(gm.V3(2, 2, 2), gm.V3(1, 0, 0))
	require.True(t, ok)
	require.Equal(t, gm.V3(2, 2, 2), point, "from inside")
	_, ok = box.IntersectsRay(gm.V3(-1, 2, 2), gm.V3(-1, 0, 0))
	require.False(t, ok, "behind")
	_, ok = box.IntersectsRay(gm.V3(-1, 4, 2), gm.V3(1, 0, 0))
	require.False(t, ok, "beside")
	point, ok = box.IntersectsSegment(gm.V3(2, 2, 5), gm.V3(2, 2, 0))
	require.True(t, ok)
	require.Equal(t, gm.V3(2, 2, 3), point)
	_, ok = box.IntersectsSegment(gm.V3(2, 2, 5), gm.V3(2, 2, 4))
	require.False(t, ok, "too short")

	require.Equal(t, gm.AABB{Position: gm.V3(3, 1, 1), Size: gm.V3(0, 2, 2)},
		box.Intersection(gm.AABB{Position: gm.V3(3, 0, 0), Size: gm.V3(4, 4, 4)}), "touching")
}

func TestTolerance(t *testing.T) {
	require.False(t, gm.IsEqualApprox(1, 1.00001))
	require.True(t, gm.IsEqualApprox(0, 0.000009))
	require.True(t, gm.IsEqualApprox(gm.Inf, gm.Inf))
	require.False(t, gm.IsEqualApprox(gm.NaN, gm.NaN))
	// Relative to the left argument.
	require.True(t, gm.IsEqualApprox(100001, 100000))
	require.False(t, gm.IsEqualApprox(100000, 100001))
	require.False(t, gm.IsZeroApprox(0.00001))
	require.True(t, gm.IsZeroApprox(-0.000009))
	require.True(t, gm.V2(math.Sqrt(1.0004), 0).IsNormalized())
	require.True(t, gm.V3(math.Sqrt(1.0006), 0, 0).IsNormalized(), "length squared within 0.001")
	require.False(t, gm.V3(1.0006, 0, 0).IsNormalized())

	require.True(t, gm.V3(1.0004, 0, 0).IsNormalized())
}

func TestRounding(t *testing.T) {
	require.Equal(t, gm.V2(3, -3), gm.V2(2.5, -2.5).Round())
	require.Equal(t, 3.0, gm.Snapped(2.5, 1))
	require.Equal(t, -2.0, gm.Snapped(-2.5, 1))
	require.Equal(t, 2.3, gm.Snapped(2.3, 0))
	require.Equal(t, gm.V2i(2, -2), gm.V2(2.9, -2.9).Vector2i())
	require.Equal(t, gm.V3i(math.MinInt32, math.MinInt32, math.MinInt32),
		gm.V3(gm.Inf, gm.NaN, 3e9).Vector3i())
	require.Equal(t, gm.V2i(-2, 2), gm.V2i(-7, 7).Divi(3))
	require.Equal(t, gm.V2i(-1, 1), gm.V2i(-7, 7).Modi(3))
	require.Equal(t, gm.Vector2iZero, gm.V2i(-7, 7).Divi(0))
	require.Equal(t, gm.Vector3iZero, gm.V3i(1, 2, 3).Mod(gm.Vector3iZero))
	require.Equal(t, int64(1), gm.Posmod(-5, 3))
	require.Equal(t, int64(-1), gm.Posmod(5, -3))
	require.Equal(t, int64(0), gm.Posmod(5, 0))

	require.Equal(t, -0.5, gm.Fposmod(1.5, -1))
}

func TestAngles(t *testing.T) {
	require.Equal(t, -gm.Pi, gm.Wrapf(gm.Pi, -gm.Pi, gm.Pi))
	require.InDelta(t, 0.2832, gm.AngleDifference(3, -3), 1e-4)
	require.InDelta(t, 2.356, gm.V2(0, 0).AngleToPoint(gm.V2(-1, 1)), 1e-3)
	require.Equal(t, gm.V2(2, -1), gm.V2(1, 2).Orthogonal())
}

func TestMinMax(t *testing.T) {
	require.Equal(t, 0.0, gm.Max(gm.NaN, 0))
	require.True(t, math.IsNaN(gm.Max(0, gm.NaN)))
	require.Equal(t, 0.0, gm.Min(gm.NaN, 0))
	require.Equal(t, 1.0, gm.Clamp(7, 5, 1), "above both limits")
	require.Equal(t, 5.0, gm.Clamp(3, 5, 1), "the lower limit is looked at first")
	require.Equal(t, gm.Vector3AxisX, gm.V3(1, 1, 1).MaxAxisIndex())
	require.Equal(t, gm.Vector3AxisZ, gm.V3(1, 1, 1).MinAxisIndex())
	require.Equal(t, gm.Vector2AxisY, gm.V2i(1, 1).MinAxisIndex())
}

func TestIntegerLimits(t *testing.T) {
	require.Equal(t, gm.Vector2iMin, gm.Vector2iMin.Abs())
	require.Equal(t, gm.Vector2iMin, gm.Vector2iMax.Add(gm.Vector2iOne), "wraps around")
	require.Equal(t, gm.V2i(math.MinInt32, 1), gm.V2i(math.MinInt32, -1).Divi(-1))
	require.Equal(t, math.Sqrt2*(1<<31), gm.Vector2iMin.Length())
	require.Equal(t, int64(2)*math.MaxInt32*math.MaxInt32, gm.Vector2iMax.LengthSquared())
}

func TestVectors(t *testing.T) {
	require.Equal(t, gm.Vector3Zero, gm.Vector3Zero.Normalized())
	require.Equal(t, gm.V3(-1, 2, -3), gm.V3(1, 2, 3).Reflect(gm.Vector3Up))
	require.Equal(t, gm.V3(1, -2, 3), gm.V3(1, 2, 3).Bounce(gm.Vector3Up))
	p := gm.V3(1, 2, 3).Project(gm.Vector3Zero)
	require.True(t, math.IsNaN(p.X) && math.IsNaN(p.Y) && math.IsNaN(p.Z))
	require.Equal(t, gm.V2(-1, 0), gm.V2(0, 0).MoveToward(gm.V2(3, 0), -1))
	require.Equal(t, gm.V2(3, 0), gm.V2(0, 0).MoveToward(gm.V2(3, 0), 9))
	require.Equal(t, gm.V3(2, 0, 0), gm.Vector3Zero.Slerp(gm.V3(4, 0, 0), 0.5), "from zero")
	require.Equal(t, gm.V3(3, 0, 0), gm.V3(2, 0, 0).Slerp(gm.V3(4, 0, 0), 0.5), "on one line")
	require.InDelta(t, 3, gm.V2(2, 0).Slerp(gm.V2(0, 4), 0.5).Length(), 1e-12)
	require.Equal(t, 0.0, gm.Sign(math.Copysign(0, -1)))
	require.Equal(t, 0.0, gm.Sign(gm.NaN))
}

// Editors refuse these; release builds compute.
func TestReleaseBuild(t *testing.T) {
	require.Equal(t, gm.V3(1, -6, 3), gm.V3(1, 2, 3).Slide(gm.V3(0, 2, 0)))
	require.Equal(t, gm.Quaternion{X: -2, W: 2}, gm.Quaternion{X: 2, W: 2}.Inverse())
	require.True(t, math.IsNaN(gm.Quaternion{}.Normalized().W))
	require.False(t, gm.Basis{}.Inverse().IsFinite())
}

func TestRotation(t *testing.T) {
	quarter := gm.BasisFromAxisAngle(gm.Vector3Up, gm.Pi/2)
	require.True(t, quarter.Xform(gm.Vector3Right).IsEqualApprox(gm.Vector3Forward))
	q := gm.QuaternionFromAxisAngle(gm.V3(0, 7, 0), gm.Pi/2)
	require.True(t, q.IsNormalized(), "the axis is divided by its length")
	require.True(t, q.Xform(gm.Vector3Right).IsEqualApprox(gm.Vector3Forward))
	require.True(t, q.XformInv(gm.Vector3Right).IsEqualApprox(gm.Vector3Back))

	euler := gm.V3(0.4, 0.5, 0.6)

	byHand := gm.BasisFromAxisAngle(gm.Vector3Up, 0.5).Mul(gm.BasisFromAxisAngle(gm.Vector3Right,
		0.4)).
		Mul(gm.BasisFromAxisAngle(gm.Vector3Back, 0.6))

	require.True(t, gm.BasisFromEuler(euler, gm.EulerOrderYXZ).IsEqualApprox(byHand))
	require.True(t, gm.BasisFromQuaternion(gm.QuaternionFromEuler(euler)).IsEqualApprox(byHand))

	mirror := gm.BasisFromScale(gm.V3(2, -3, 4))
	require.Equal(t, gm.V3(-2, -3, -4), mirror.Scale())
	mirror2 := gm.Transform2DIdentity.Scaled(gm.V2(-2, 3))
	require.Equal(t, gm.V2(2, -3), mirror2.Scale())

	scaled := gm.Transform3DIdentity.Translated(gm.V3(1, 2, 3)).ScaledLocal(gm.V3(2, 2, 2))
	require.Equal(t, gm.V3(1, 2, 3), scaled.Origin)
	require.Equal(t, gm.V3(2, 4, 6),
		gm.Transform3DIdentity.Translated(gm.V3(1, 2, 3)).Scaled(gm.V3(2, 2, 2)).Origin)
	require.False(t, scaled.Mul(scaled.Inverse()).IsEqualApprox(gm.Transform3DIdentity))
	require.True(t, scaled.Mul(scaled.AffineInverse()).IsEqualApprox(gm.Transform3DIdentity))
	require.Equal(t, gm.V3(3, 6, 9), scaled.Translated(gm.V3(2, 4, 6)).Origin)
	require.Equal(t, gm.V3(5, 10, 15), scaled.TranslatedLocal(gm.V3(2, 4, 6)).Origin)

	looking := gm.BasisLookingAt(gm.V3(0, 0, 5), gm.Vector3Up, false)
	require.Equal(t, gm.V3(0, 0, -1), looking.Z)
	require.Equal(t, gm.V3(0, 0, 1), gm.BasisLookingAt(gm.V3(0, 0, 5), gm.Vector3Up, true).Z)
	require.True(t, gm.BasisLookingAt(gm.Vector3Up, gm.Vector3Up, false).IsFinite(), "along up")
}

func TestColors(t *testing.T) {
	c, ok := gm.ColorFromHTML("#12345678")
	require.True(t, ok)
	assert.Equal(t, []int{0x12, 0x34, 0x56, 0x78}, []int{c.R8(), c.G8(), c.B8(), c.A8()},
		"alpha is last")

	for _, text := range []string{"#f80", "f80", "#f80f", "ff8800", "FF8800FF"} {
		c, ok := gm.ColorFromHTML(text)
		assert.True(t, ok)
		assert.Equal(t, gm.ColorFromRGBA32(0xff8800ff), c, text)
	}

	for _, text := range []string{"", "#", "ff", "fffff", "ggg", "##fff", "ff 8800", "0x123456",
		"réd"} {
		c, ok := gm.ColorFromHTML(text)
		assert.False(t, ok, text)
		assert.Equal(t, gm.RGB(0, 0, 0), c, text)
		assert.False(t, gm.IsHTMLColor(text), text)
	}

	bright := gm.RGB(2, -1, 0.5)
	assert.Equal(t, "ff0080", bright.HTML(false))
	assert.Equal(t, uint32(0xfe), bright.RGBA32()>>24)

	for _, name := range []string{"DARK_SLATE_GRAY", "dark slate gray", "Dark-Slate.Gray",
		"dark's lategray"} {
		c, ok := gm.ColorByName(name)
		assert.True(t, ok, name)
		assert.Equal(t, "2f4f4f", c.HTML(false))
	}

	transparent, _ := gm.ColorByName("transparent")
	assert.Equal(t, gm.RGBA(1, 1, 1, 0), transparent)
	_, ok = gm.ColorByName("no such color")
	assert.False(t, ok)
	assert.Equal(t, gm.RGB(0.1, 0.2, 0.3),
		gm.ColorFromString("no such color", gm.RGB(0.1, 0.2, 0.3)))
	assert.Equal(t, gm.RGBA(0.75, 0.5, 0.25, 0), gm.RGB(0.25, 0.5, 0.75).Neg(),
		"the complement, alpha too")
}

// What only other arguments than the recorded ones show.
func TestRareArguments(t *testing.T) {
	assert.Equal(t, gm.RGBA(0, 0, 0, 0), gm.ColorFromOKHSL(0.5, 1, 0, -0.5),
		"alpha is clamped, too")
	assert.Equal(t, gm.RGBA(1, 1, 1, 1), gm.ColorFromOKHSL(0.5, 1, 1, 7))

	unknown := gm.NewRect2(gm.NaN, 1, 2, 3)
	assert.True(t, unknown.Intersects(unknown, false))
	assert.True(t, unknown.Intersects(unknown, true))
	assert.False(t, unknown.Intersects(gm.NewRect2(0, 5, 2, 3), true))
	box := gm.AABB{Position: gm.V3(gm.NaN, 1, 1), Size: gm.V3(2, 3, 4)}
	assert.True(t, box.Intersects(box))
	assert.True(t, box.HasPoint(gm.V3(0, 2, 2)))
	assert.True(t, unknown.HasPoint(gm.V2(0, 2)))

	negative := gm.AABB{Position: gm.V3(1, 0, 0), Size: gm.V3(-2, 1, 1)}
	around := gm.AABB{Position: gm.V3(-4, 0, 0), Size: gm.V3(8, 2, 2)}
	assert.Equal(t, negative, around.Intersection(negative), "a negative size stays")
}
