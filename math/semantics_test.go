package math_test

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
)

// found returns the first result of a search, or nil if nothing was found.
func found[T any](v T, ok bool) any {
	if ok {
		return v
	}
	return nil
}

// TestRareArguments has results that no recorded argument shows: at limits, in no direction, and
// where nothing is found.
func TestRareArguments(t *testing.T) {
	ground := gm.PlaneXZ
	box := gm.AABB{Position: gm.V3(1, 1, 1), Size: gm.V3(2, 2, 2)}
	rect, negative := gm.NewRect2(0, 0, 4, 4), gm.NewRect2(10, 10, -4, -4)
	unknown := gm.NewRect2(gm.NaN, 1, 2, 3)
	unknownBox := gm.AABB{Position: gm.V3(gm.NaN, 1, 1), Size: gm.V3(2, 3, 4)}
	flat := gm.AABB{Position: gm.V3(1, 0, 0), Size: gm.V3(-2, 1, 1)}
	arc := gm.QuaternionFromArc

	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"ray to a plane", found(ground.IntersectsRay(gm.V3(1, 4, 2), gm.V3(0, -1, 0))),
			gm.V3(1, 0, 2)},
		{"away from it", found(ground.IntersectsRay(gm.V3(1, 4, 2), gm.V3(0, 1, 0))), nil},
		{"along it", found(ground.IntersectsRay(gm.V3(1, 4, 2), gm.V3(1, 0, 0))), nil},
		{"segment", found(ground.IntersectsSegment(gm.V3(0, 3, 0), gm.V3(4, -1, 0))),
			gm.V3(3, 0, 0)},
		{"too short", found(ground.IntersectsSegment(gm.V3(0, 3, 0), gm.V3(4, 1, 0))), nil},
		{"three planes", found(gm.NewPlane(1, 0, 0, 1).Intersect3(gm.NewPlane(0, 1, 0, 2),
			gm.NewPlane(0, 0, 1, 3))), gm.V3(1, 2, 3)},
		{"two equal planes", found(ground.Intersect3(ground, gm.PlaneXY)), nil},
		{"on a plane", gm.Plane{Normal: gm.Vector3Up, D: 5}.IsPointOver(gm.V3(0, 5, 0)), false},

		{"ray to a box", found(box.IntersectsRay(gm.V3(-1, 2, 2), gm.V3(1, 0, 0))),
			gm.V3(1, 2, 2)},
		{"from inside", found(box.IntersectsRay(gm.V3(2, 2, 2), gm.V3(1, 0, 0))), gm.V3(2, 2, 2)},
		{"behind", found(box.IntersectsRay(gm.V3(-1, 2, 2), gm.V3(-1, 0, 0))), nil},
		{"beside", found(box.IntersectsRay(gm.V3(-1, 4, 2), gm.V3(1, 0, 0))), nil},
		{"segment to a box", found(box.IntersectsSegment(gm.V3(2, 2, 5), gm.V3(2, 2, 0))),
			gm.V3(2, 2, 3)},
		{"too short for it", found(box.IntersectsSegment(gm.V3(2, 2, 5), gm.V3(2, 2, 4))), nil},
		{"touching", box.Intersection(gm.AABB{Position: gm.V3(3, 0, 0), Size: gm.V3(4, 4, 4)}),
			gm.AABB{Position: gm.V3(3, 1, 1), Size: gm.V3(0, 2, 2)}},
		{"no points", gm.AABBFromPoints(), gm.AABB{}},
		{"points", gm.AABBFromPoints(gm.V3(1, 5, 3), gm.V3(4, 2, 6), gm.V3(2, 3, 3)),
			gm.AABB{Position: gm.V3(1, 2, 3), Size: gm.V3(3, 3, 3)}},
		{"far face", box.HasPoint(gm.V3(3, 3, 3)), true},
		{"boxes side by side", box.Intersects(gm.AABB{Position: gm.V3(3, 0, 0),
			Size: gm.V3(4, 4, 4)}), false},
		{"negative box", gm.AABB{Position: gm.V3(-4, 0, 0), Size: gm.V3(8, 2, 2)}.
			Intersection(flat), flat},

		{"far edge", rect.HasPoint(gm.V2(4, 2)), false},
		{"side by side", rect.Intersects(gm.NewRect2(4, 0, 4, 4), false), false},
		{"with borders", rect.Intersects(gm.NewRect2(4, 0, 4, 4), true), true},
		{"negative", negative.HasPoint(gm.V2(8, 8)) || negative.HasArea(), false},
		{"negative area", negative.Area(), 16.0},
		{"corners", gm.Rect2FromPoints(gm.V2(5, 1), gm.V2(2, 4)), gm.NewRect2(2, 1, 3, 3)},
		{"center", gm.NewRect2i(-3, -3, 3, 3).Center(), gm.V2i(-2, -2)},
		{"largest area", gm.NewRect2i(0, 0, math.MinInt32, math.MinInt32).Area(), int64(1) << 62},
		{"NaN in a rectangle", unknown.Intersects(unknown, false) &&
			unknown.Intersects(unknown, true) && unknown.HasPoint(gm.V2(0, 2)), true},
		{"NaN beside", unknown.Intersects(gm.NewRect2(0, 5, 2, 3), true), false},
		{"NaN in a box", unknownBox.Intersects(unknownBox) &&
			unknownBox.HasPoint(gm.V3(0, 2, 2)), true},

		{"relative to the left", gm.IsEqualApprox(100001, 100000), true},
		{"not to the right", gm.IsEqualApprox(100000, 100001), false},
		{"near 1", gm.IsEqualApprox(1, 1.00001), false},
		{"near 0", gm.IsEqualApprox(0, 0.000009), true},
		{"inf", gm.IsEqualApprox(gm.Inf, gm.Inf), true},
		{"NaN", gm.IsEqualApprox(gm.NaN, gm.NaN), false},
		{"not zero", gm.IsZeroApprox(0.00001), false},
		{"almost zero", gm.IsZeroApprox(-0.000009), true},
		{"length squared within 0.001", gm.V2(math.Sqrt(1.0004), 0).IsNormalized() &&
			gm.V3(1.0004, 0, 0).IsNormalized(), true},
		{"not normalized", gm.V3(1.0006, 0, 0).IsNormalized(), false},

		{"half", gm.V2(2.5, -2.5).Round(), gm.V2(3, -3)},
		{"Snapped half", gm.Snapped(-2.5, 1), -2.0},
		{"no step", gm.Snapped(2.3, 0), 2.3},
		{"towards zero", gm.V2(2.9, -2.9).Vector2i(), gm.V2i(2, -2)},
		{"no int32", gm.V3(gm.Inf, gm.NaN, 3e9).Vector3i(),
			gm.V3i(math.MinInt32, math.MinInt32, math.MinInt32)},
		{"Divi", gm.V2i(-7, 7).Divi(3), gm.V2i(-2, 2)},
		{"Modi", gm.V2i(-7, 7).Modi(3), gm.V2i(-1, 1)},
		{"Divi by 0", gm.V2i(-7, 7).Divi(0), gm.Vector2iZero},
		{"Mod by 0", gm.V3i(1, 2, 3).Mod(gm.Vector3iZero), gm.Vector3iZero},
		{"least by -1", gm.V2i(math.MinInt32, -1).Divi(-1), gm.V2i(math.MinInt32, 1)},
		{"wraps around", gm.Vector2iMax.Add(gm.Vector2iOne), gm.Vector2iMin},
		{"Abs of the least", gm.Vector2iMin.Abs(), gm.Vector2iMin},
		{"length of the least", gm.Vector2iMin.Length(), math.Sqrt2 * (1 << 31)},
		{"most squared", gm.Vector2iMax.LengthSquared(), int64(2) * math.MaxInt32 * math.MaxInt32},
		{"Posmod", gm.Posmod(-5, 3), int64(1)},
		{"Posmod of a negative", gm.Posmod(5, -3), int64(-1)},
		{"Posmod of 0", gm.Posmod(5, 0), int64(0)},
		{"Wrapf at the end", gm.Wrapf(gm.Pi, -gm.Pi, gm.Pi), -gm.Pi},

		{"Max of NaN and 0", gm.Max(gm.NaN, 0), 0.0},
		{"Min of NaN and 0", gm.Min(gm.NaN, 0), 0.0},
		{"above both limits", gm.Clamp(7, 5, 1), 1.0},
		{"the lower limit first", gm.Clamp(3, 5, 1), 5.0},
		{"Sign of -0", gm.Sign(math.Copysign(0, -1)), 0.0},
		{"Sign of NaN", gm.Sign(gm.NaN), 0.0},
		{"first of the largest", gm.V3(1, 1, 1).MaxAxisIndex(), gm.Vector3AxisX},
		{"last of the smallest", gm.V3(1, 1, 1).MinAxisIndex(), gm.Vector3AxisZ},
		{"last of the smallest in 2D", gm.V2i(1, 1).MinAxisIndex(), gm.Vector2AxisY},

		{"no length", gm.Vector3Zero.Normalized(), gm.Vector3Zero},
		{"no length in 2D", gm.Vector2Zero.Normalized(), gm.Vector2Zero},
		{"no length in 4D", gm.Vector4{}.Normalized(), gm.Vector4{}},
		{"no normal", gm.Plane{D: 3}.Normalized(), gm.Plane{}},
		{"no axis", gm.QuaternionFromAxisAngle(gm.Vector3{}, 1), gm.Quaternion{}},
		{"away", gm.V2(0, 0).MoveToward(gm.V2(3, 0), -1), gm.V2(-1, 0)},
		{"not beyond", gm.V2(0, 0).MoveToward(gm.V2(3, 0), 9), gm.V2(3, 0)},
		{"Slerp from zero", gm.Vector3Zero.Slerp(gm.V3(4, 0, 0), 0.5), gm.V3(2, 0, 0)},
		{"Slerp on one line", gm.V3(2, 0, 0).Slerp(gm.V3(4, 0, 0), 0.5), gm.V3(3, 0, 0)},
		{"Slerp from zero in 2D", gm.Vector2Zero.Slerp(gm.V2(4, 0), 0.5), gm.V2(2, 0)},
		{"arc to the opposite", arc(gm.Vector3Up, gm.Vector3Down).Xform(gm.Vector3Up).
			IsEqualApprox(gm.Vector3Down), true},
		{"arc to the same", arc(gm.Vector3Up, gm.V3(0, 5, 0)), gm.QuaternionIdentity},
		{"mirror", gm.BasisFromScale(gm.V3(2, -3, 4)).Scale(), gm.V3(-2, -3, -4)},
		{"mirror in 2D", gm.Transform2DIdentity.Scaled(gm.V2(-2, 3)).Scale(), gm.V2(2, -3)},
		{"looking along up",
			gm.BasisLookingAt(gm.Vector3Up, gm.Vector3Up, false).IsFinite(), true},
		{"no such order", gm.BasisFromEuler(gm.V3(1, 2, 3), gm.EulerOrder(-1)),
			gm.BasisFromEuler(gm.V3(1, 2, 3), gm.EulerOrderYXZ)},

		// Editors refuse these; release builds compute.
		{"long normal", gm.V3(1, 2, 3).Slide(gm.V3(0, 2, 0)), gm.V3(1, -6, 3)},
		{"long quaternion", gm.Quaternion{X: 2, W: 2}.Inverse(), gm.Quaternion{X: -2, W: 2}},
		{"no determinant", gm.Basis{}.Inverse().IsFinite(), false},

		{"alpha is clamped, too", gm.ColorFromOKHSL(0.5, 1, 0, -0.5), gm.RGBA(0, 0, 0, 0)},
		{"alpha above 1", gm.ColorFromOKHSL(0.5, 1, 1, 7), gm.RGBA(1, 1, 1, 1)},
		{"bright", gm.RGB(2, -1, 0.5).HTML(false), "ff0080"},
		{"bright bits", gm.RGB(2, -1, 0.5).RGBA32() >> 24, uint32(0xfe)},
		{"complement", gm.RGB(0.25, 0.5, 0.75).Neg(), gm.RGBA(0.75, 0.5, 0.25, 0)},
		{"not at all", gm.RGBA(1, 0, 0, 0).Blend(gm.RGBA(0, 1, 0, 0)), gm.RGBA(0, 0, 0, 0)},
	} {
		assert.Equal(t, c.want, c.got, c.name)
	}

	for name, x := range map[string]float64{
		"Max":        gm.Max(0, gm.NaN),
		"Project":    gm.V3(1, 2, 3).Project(gm.Vector3Zero).X,
		"Normalized": gm.Quaternion{}.Normalized().W,
	} {
		assert.True(t, math.IsNaN(x), name)
	}
}

// TestEulerAtThePoles: at a quarter turn of the middle axis two angles run into one.
func TestEulerAtThePoles(t *testing.T) {
	for order := gm.EulerOrderXYZ; order <= gm.EulerOrderZYX; order++ {
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
}

// TestColorTexts: what names a color, and what does not.
func TestColorTexts(t *testing.T) {
	orange := gm.ColorFromRGBA32(0xff8800ff)
	for _, text := range []string{"#f80", "f80", "#f80f", "ff8800", "FF8800FF"} {
		assert.Equal(t, orange, found(gm.ColorFromHTML(text)), text)
	}

	for _, text := range []string{"", "#", "ff", "fffff", "ggg", "##fff", "ff 8800", "0x123456",
		"réd"} {
		assert.Nil(t, found(gm.ColorFromHTML(text)), text)
		assert.False(t, gm.IsHTMLColor(text), text)
	}

	for _, name := range []string{"DARK_SLATE_GRAY", "dark slate gray", "Dark-Slate.Gray",
		"dark's lategray"} {
		assert.Equal(t, gm.MustColor("#2f4f4f"), found(gm.ColorByName(name)), name)
	}

	assert.Equal(t, gm.RGBA(1, 1, 1, 0), found(gm.ColorByName("transparent")))
	assert.Nil(t, found(gm.ColorByName("no such color")))
	assert.Equal(t, orange, gm.ColorFromString("no such color", orange))
	assert.Equal(t, gm.RGB(1, 1, 0), gm.MustColor("yellow"))
	assert.PanicsWithValue(t,
		`godot: math.MustColor("no"): neither HTML nor the name of a color`,
		func() { gm.MustColor("no") })
}

// TestColorRoundTrips: the other forms of a color lead back to it.
func TestColorRoundTrips(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		c := gm.RGBA(random.Float64(), random.Float64(), random.Float64(), random.Float64())
		require.True(t, gm.ColorFromHSV(c.H(), c.S(), c.V(), c.A).IsEqualApprox(c))
		require.True(t, c.LinearToSRGB().SRGBToLinear().IsEqualApprox(c))

		back := gm.ColorFromOKHSL(c.OKHSLH(), c.OKHSLS(), c.OKHSLL(), c.A)
		for i := range 4 { // the definition itself is an approximation
			require.InDelta(t, c.At(i), back.At(i), 5e-3)
		}

		n, long := random.Uint32(), random.Uint64()
		of32 := gm.ColorFromRGBA32(n)
		require.Equal(t, n, of32.RGBA32())
		require.Equal(t, of32, found(gm.ColorFromHTML(of32.HTML(true))))
		require.Equal(t, of32, of32.Rounded32(), "survives a packet")
		require.Equal(t, long, gm.ColorFromRGBA64(long).RGBA64())

		solid := color.NRGBA{R: uint8(n), G: uint8(n >> 8), B: uint8(n >> 16), A: 255}
		require.Equal(t, solid, color.NRGBAModel.Convert(gm.ColorFromGo(solid)))
		require.Equal(t, c, gm.ColorFromGo(c))
		r, g, b, a := c.RGBA()
		require.True(t, r <= a && g <= a && b <= a && a <= 0xffff)
	}
}

// TestXformPoints: many points are moved as each of them is.
func TestXformPoints(t *testing.T) {
	transform := gm.Transform3D{Basis: gm.BasisFromEuler(gm.V3(1, 2, 3), gm.EulerOrderYXZ),
		Origin: gm.V3(4, 5, 6)}
	points := []gm.Vector3{gm.V3(1, 2, 3), gm.V3(-4, 5, 6)}
	flat := gm.Transform2DFromRotation(2, gm.V2(3, 4))
	flatPoints := []gm.Vector2{gm.V2(1, 2), gm.V2(-3, 4)}

	for i, p := range points {
		require.Equal(t, transform.Xform(p), transform.XformPoints(points)[i])
		require.Equal(t, transform.XformInv(p), transform.XformInvPoints(points)[i])
	}
	for i, p := range flatPoints {
		require.Equal(t, flat.Xform(p), flat.XformPoints(flatPoints)[i])
		require.Equal(t, flat.XformInv(p), flat.XformInvPoints(flatPoints)[i])
	}
}
