package math_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
)

func TestText(t *testing.T) {
	basis := gm.Basis{X: gm.V3(1, 2, 3), Y: gm.V3(4, 5, 6), Z: gm.V3(7, 8, 9)}
	for _, c := range []struct {
		value        any
		text, source string
	}{
		{gm.V2(0.1, 1), "Vector2(0.1, 1)", "math.Vector2{X: 0.1, Y: 1}"},
		{gm.V2i(1, -2), "Vector2i(1, -2)", "math.Vector2i{X: 1, Y: -2}"},
		{gm.V3(1, 2.5, gm.Inf), "Vector3(1, 2.5, inf)", "math.Vector3{X: 1, Y: 2.5, Z: math.Inf}"},
		{gm.V3i(1, 2, -3), "Vector3i(1, 2, -3)", "math.Vector3i{X: 1, Y: 2, Z: -3}"},
		{gm.V4(1, 2, 3, gm.NaN), "Vector4(1, 2, 3, nan)", "math.Vector4{X: 1, Y: 2, Z: 3, W: math.NaN}"},
		{gm.V4i(1, 2, 3, -4), "Vector4i(1, 2, 3, -4)", "math.Vector4i{X: 1, Y: 2, Z: 3, W: -4}"},
		{gm.NewRect2(1, 2, 3.5, 4), "Rect2(1, 2, 3.5, 4)",
			"math.Rect2{Position: math.Vector2{X: 1, Y: 2}, Size: math.Vector2{X: 3.5, Y: 4}}"},
		{gm.NewRect2i(1, 2, 3, 4), "Rect2i(1, 2, 3, 4)",
			"math.Rect2i{Position: math.Vector2i{X: 1, Y: 2}, Size: math.Vector2i{X: 3, Y: 4}}"},
		{gm.Transform2D{X: gm.V2(1, 2), Y: gm.V2(3, 4), Origin: gm.V2(5, 6)}, "Transform2D(1, 2, 3, 4, 5, 6)",
			"math.Transform2D{X: math.Vector2{X: 1, Y: 2}, Y: math.Vector2{X: 3, Y: 4}, Origin: math.Vector2{X: 5, Y: 6}}"},
		{gm.NewPlane(0, 1, 0, 2.5), "Plane(0, 1, 0, 2.5)",
			"math.Plane{Normal: math.Vector3{X: 0, Y: 1, Z: 0}, D: 2.5}"},
		{gm.QuaternionIdentity, "Quaternion(0, 0, 0, 1)", "math.Quaternion{X: 0, Y: 0, Z: 0, W: 1}"},
		{gm.AABB{Position: gm.V3(1, 2, 3), Size: gm.V3(4, 5, 6)}, "AABB(1, 2, 3, 4, 5, 6)",
			"math.AABB{Position: math.Vector3{X: 1, Y: 2, Z: 3}, Size: math.Vector3{X: 4, Y: 5, Z: 6}}"},
		{basis, "Basis(1, 4, 7, 2, 5, 8, 3, 6, 9)",
			"math.Basis{X: math.Vector3{X: 1, Y: 2, Z: 3}, Y: math.Vector3{X: 4, Y: 5, Z: 6}, Z: math.Vector3{X: 7, Y: 8, Z: 9}}"},
		{gm.Transform3D{Basis: basis, Origin: gm.V3(10, 11, 12)}, "Transform3D(1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12)",
			"math.Transform3D{Basis: " + fmt.Sprintf("%#v", basis) + ", Origin: math.Vector3{X: 10, Y: 11, Z: 12}}"},
		{gm.Projection{X: gm.V4(1, 2, 3, 4), Y: gm.V4(5, 6, 7, 8)}, "Projection(1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0)",
			"math.Projection{X: math.Vector4{X: 1, Y: 2, Z: 3, W: 4}, Y: math.Vector4{X: 5, Y: 6, Z: 7, W: 8}, " +
				"Z: math.Vector4{X: 0, Y: 0, Z: 0, W: 0}, W: math.Vector4{X: 0, Y: 0, Z: 0, W: 0}}"},
		{gm.RGBA(1, 0.5, 0, 1), "Color(1, 0.5, 0, 1)", "math.Color{R: 1, G: 0.5, B: 0, A: 1}"},
	} {
		require.Equal(t, c.text, fmt.Sprint(c.value))
		require.Equal(t, c.source, fmt.Sprintf("%#v", c.value))
	}
	// Go has no literals for these; the expressions are checked below.
	require.Equal(t, "math.Vector2{X: -math.Inf, Y: -1 / math.Inf}", fmt.Sprintf("%#v", gm.V2(-gm.Inf, -1/gm.Inf)))
	require.Equal(t, -gm.Inf, 1/(-1/gm.Inf))
	require.Equal(t, "YXZ", gm.EulerOrderYXZ.String())
	require.Equal(t, "EulerOrder(unknown)", gm.EulerOrder(6).String())
}
