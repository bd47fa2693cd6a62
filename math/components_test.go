package math_test

import (
	"cmp"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
)

// fromArrays are the inverses of the methods Array, in the order of samples.
var fromArrays = []any{
	gm.Vector2FromArray, gm.Vector2iFromArray, gm.Rect2FromArray, gm.Rect2iFromArray,
	gm.Vector3FromArray, gm.Vector3iFromArray,
	gm.Transform2DFromArray, gm.Vector4FromArray, gm.Vector4iFromArray, gm.PlaneFromArray,
	gm.QuaternionFromArray,
	gm.AABBFromArray, gm.BasisFromArray, gm.Transform3DFromArray, gm.ProjectionFromArray,
	gm.ColorFromArray,
}

// Array, At, With and Compare agree with the fields.
func TestComponents(t *testing.T) {
	for i, c := range samples {
		v := reflect.ValueOf(c.value)
		array := v.MethodByName("Array").Call(nil)
		numbers := numbersOf(v)
		require.Equal(t, len(numbers), array[0].Len())

		for i, n := range numbers {
			require.Equal(t, n, array[0].Index(i).Interface(), "%v", v)
		}

		require.Equal(t, c.value, reflect.ValueOf(fromArrays[i]).Call(array)[0].Interface())

		if !v.MethodByName("At").IsValid() {
			continue
		}

		at := func(v reflect.Value, i int) any {
			return v.MethodByName("At").Call([]reflect.Value{reflect.ValueOf(i)})[0].Interface()
		}

		with := func(i int, x reflect.Value) reflect.Value {
			return v.MethodByName("With").Call([]reflect.Value{reflect.ValueOf(i), x})[0]
		}

		fields := v.NumField()
		for i := range fields {
			other := v.Field((i + 1) % fields)
			require.Equal(t, v.Field(i).Interface(), at(v, i), "%v", v)
			require.Equal(t, other.Interface(), at(with(i, other), i), "%v", v)
		}

		if compare := v.MethodByName("Compare"); compare.IsValid() {
			number := func(v reflect.Value) float64 {
				return v.Convert(reflect.TypeFor[float64]()).Float()
			}

			for i := range fields {
				other := v.Field((i + 1) % fields)
				want := cmp.Compare(number(v.Field(i)), number(other))
				require.Equal(t, want,
					compare.Call([]reflect.Value{with(i, other)})[0].Interface(), "%v", v)
				require.Equal(t, 0, compare.Call([]reflect.Value{v})[0].Interface())
			}
		}

		for _, i := range []int{-1, fields} {
			require.Zero(t, at(v, i), "%v", v)
			require.Equal(t, c.value, with(i, v.Field(0)).Interface(),
				"an index out of range changes nothing")
		}
	}
}

// numbersOf returns the numbers of a struct of structs, in the order of the fields.
func numbersOf(v reflect.Value) (numbers []any) {
	if v.Kind() != reflect.Struct {
		return []any{v.Interface()}
	}
	for i := range v.NumField() {
		numbers = append(numbers, numbersOf(v.Field(i))...)
	}
	return numbers
}

// What assigning to a property does in GDScript.
func TestSetters(t *testing.T) {
	require.Equal(t, gm.NewRect2(1, 2, 4, 6), gm.NewRect2(1, 2, 9, 9).WithEnd(gm.V2(5, 8)))
	require.Equal(t, gm.NewRect2i(1, 2, 4, 6), gm.NewRect2i(1, 2, 9, 9).WithEnd(gm.V2i(5, 8)))
	require.Equal(t, gm.V3(4, 6, 8),
		gm.AABB{Position: gm.V3(1, 2, 3)}.WithEnd(gm.V3(5, 8, 11)).Size)
	require.Equal(t, gm.NewRect2i(1, 2, 4, 6), gm.Rect2iFromPoints(gm.V2i(5, 2), gm.V2i(1, 8)))

	c := gm.ColorFromRGBA32(0x102030ff)
	require.Equal(t, gm.ColorFromRGBA32(0x99aabbcc),
		c.WithR8(0x99).WithG8(0xaa).WithB8(0xbb).WithA8(0xcc))
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
