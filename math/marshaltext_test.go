package math_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
	"godotvariant/variant"
)

// TestTextAndJSON takes every type to its texts and back.
func TestTextAndJSON(t *testing.T) {
	basis := gm.Basis{X: gm.V3(1, 2, 3), Y: gm.V3(4, 5, 6), Z: gm.V3(7, 8, 9)}
	for _, c := range []struct {
		v          variant.Variant
		text, json string
	}{
		{gm.V2(0.1, -1), "Vector2(0.1, -1)", "[0.1,-1.0]"},
		{gm.V2i(1, -2), "Vector2i(1, -2)", "[1,-2]"},
		{gm.NewRect2(1, 2, 3.5, 4), "Rect2(1, 2, 3.5, 4)", "[1.0,2.0,3.5,4.0]"},
		{gm.NewRect2i(1, 2, 3, 4), "Rect2i(1, 2, 3, 4)", "[1,2,3,4]"},
		{gm.V3(1, 2.5, gm.Inf), "Vector3(1, 2.5, inf)", `[1.0,2.5,"f:inf"]`},
		{gm.V3i(1, 2, -3), "Vector3i(1, 2, -3)", "[1,2,-3]"},
		{gm.Transform2D{X: gm.V2(1, 2), Y: gm.V2(3, 4), Origin: gm.V2(5, 6)}, "Transform2D(1, 2, 3, 4, 5, 6)", "[1.0,2.0,3.0,4.0,5.0,6.0]"},
		{gm.V4(1, 2, 3, -1/gm.Inf), "Vector4(1, 2, 3, -0.0)", "[1.0,2.0,3.0,-0.0]"},
		{gm.V4i(1, 2, 3, 4), "Vector4i(1, 2, 3, 4)", "[1,2,3,4]"},
		{gm.NewPlane(0, 1, 0, 2.5), "Plane(0, 1, 0, 2.5)", "[0.0,1.0,0.0,2.5]"},
		{gm.Quaternion{X: 1, Y: 2, Z: 3, W: 4}, "Quaternion(1, 2, 3, 4)", "[1.0,2.0,3.0,4.0]"},
		{gm.AABB{Position: gm.V3(1, 2, 3), Size: gm.V3(4, 5, 6)}, "AABB(1, 2, 3, 4, 5, 6)", "[1.0,2.0,3.0,4.0,5.0,6.0]"},
		// Text has the rows, JSON the axes.
		{basis, "Basis(1, 4, 7, 2, 5, 8, 3, 6, 9)", "[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0]"},
		{gm.Transform3D{Basis: basis, Origin: gm.V3(10, 11, 12)}, "Transform3D(1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12)",
			"[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,11.0,12.0]"},
		{gm.Projection{X: gm.V4(1, 2, 3, 4), Y: gm.V4(5, 6, 7, 8), Z: gm.V4(9, 10, 11, 12), W: gm.V4(13, 14, 15, 16)},
			"Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
			"[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,11.0,12.0,13.0,14.0,15.0,16.0]"},
		{gm.RGBA(1, 0.5, 0, 1), "Color(1, 0.5, 0, 1)", "[1.0,0.5,0.0,1.0]"},
	} {
		text, err := c.v.(interface{ MarshalText() ([]byte, error) }).MarshalText()
		require.NoError(t, err)
		require.Equal(t, c.text, string(text))
		text, err = c.v.(interface{ AppendText([]byte) ([]byte, error) }).AppendText([]byte("x"))
		require.NoError(t, err)
		require.Equal(t, "x"+c.text, string(text))
		data, err := json.Marshal(c.v)
		require.NoError(t, err)
		require.Equal(t, `{"args":`+c.json+`,"type":"`+c.v.Type().String()+`"}`, string(data))

		p := reflect.New(reflect.TypeOf(c.v))
		require.NoError(t, p.Interface().(interface{ UnmarshalText([]byte) error }).UnmarshalText([]byte(c.text)))
		require.True(t, variant.Equal(c.v, p.Elem().Interface().(variant.Variant)))
		p = reflect.New(reflect.TypeOf(c.v))
		require.NoError(t, json.Unmarshal(data, p.Interface()))
		require.True(t, variant.Equal(c.v, p.Elem().Interface().(variant.Variant)))

		err = p.Interface().(interface{ UnmarshalText([]byte) error }).UnmarshalText([]byte(c.v.Type().String() + "(1)"))
		require.ErrorIs(t, err, variant.ErrSyntax)
		require.True(t, variant.Equal(c.v, p.Elem().Interface().(variant.Variant)), "unchanged after an error")
	}
}
