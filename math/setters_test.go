package math_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
)

// What assigning to a property does in GDScript.
func TestSetters(t *testing.T) {
	require.Equal(t, gm.NewRect2(1, 2, 4, 6), gm.NewRect2(1, 2, 9, 9).WithEnd(gm.V2(5, 8)))
	require.Equal(t, gm.NewRect2i(1, 2, 4, 6), gm.NewRect2i(1, 2, 9, 9).WithEnd(gm.V2i(5, 8)))
	require.Equal(t, gm.V3(4, 6, 8), gm.AABB{Position: gm.V3(1, 2, 3)}.WithEnd(gm.V3(5, 8, 11)).Size)
	require.Equal(t, gm.NewRect2i(1, 2, 4, 6), gm.Rect2iFromPoints(gm.V2i(5, 2), gm.V2i(1, 8)))

	c := gm.ColorFromRGBA32(0x102030ff)
	require.Equal(t, gm.ColorFromRGBA32(0x99aabbcc), c.WithR8(0x99).WithG8(0xaa).WithB8(0xbb).WithA8(0xcc))
	require.Equal(t, []int{255, 0}, []int{c.WithR8(300).R8(), c.WithG8(-1).G8()})
	red := gm.RGBA(1, 0, 0, 0.5)
	require.True(t, red.WithH(1.0/3).IsEqualApprox(gm.RGBA(0, 1, 0, 0.5)))
	require.True(t, red.WithS(0.5).IsEqualApprox(gm.RGBA(1, 0.5, 0.5, 0.5)))
	require.True(t, red.WithV(0.5).IsEqualApprox(gm.RGBA(0.5, 0, 0, 0.5)))
	dark := red.WithOKHSLL(0.25)
	require.InDelta(t, 0.25, dark.OKHSLL(), 1e-3)
	require.InDelta(t, red.OKHSLH(), dark.OKHSLH(), 1e-2)
	require.Equal(t, 0.5, dark.A)
	require.InDelta(t, 0.4, red.WithOKHSLS(0.4).OKHSLS(), 1e-3)

	turned := gm.Transform2DFromRotationScaleSkew(1, gm.V2(2, 3), 0, gm.V2(5, 6)).WithRotation(0.5)
	require.InDelta(t, 0.5, turned.Rotation(), 1e-12)
	require.True(t, turned.Scale().IsEqualApprox(gm.V2(2, 3)))
	require.Equal(t, gm.V2(5, 6), turned.Origin)
}

func TestWith(t *testing.T) {
	for i := range 3 {
		require.Equal(t, gm.V2(7, 8), gm.Transform2D{}.With(i, gm.V2(7, 8)).At(i))
		require.Equal(t, gm.V3(7, 8, 9), gm.Basis{}.With(i, gm.V3(7, 8, 9)).At(i))
	}
	for i := range 2 {
		require.Equal(t, 7.0, gm.Vector2{}.With(i, 7).At(i))
		require.Equal(t, int32(7), gm.Vector2i{}.With(i, 7).At(i))
	}
	for i := range 4 {
		require.Equal(t, int32(7), gm.Vector4i{}.With(i, 7).At(i))
		require.Equal(t, 7.0, gm.Quaternion{}.With(i, 7).At(i))
		require.Equal(t, gm.V4(7, 8, 9, 1), gm.Projection{}.With(i, gm.V4(7, 8, 9, 1)).At(i))
	}
	require.Equal(t, gm.Transform2DIdentity, gm.Transform2DIdentity.With(3, gm.V2(7, 8)))
	require.Equal(t, gm.ProjectionIdentity, gm.ProjectionIdentity.With(4, gm.Vector4One))
	require.Zero(t, gm.BasisIdentity.At(3))
}
