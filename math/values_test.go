package math_test

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	gm "godotvariant/math"
	"godotvariant/variant"
)

// A sample is a value in every form.
type sample struct {
	value                      variant.Variant
	packet, text, args, source string
}

// samples returns the values of samples.txt. Text and JSON of other numbers are in TestNumbers.
func samples(t *testing.T) (all []sample) {
	data, err := os.ReadFile("testdata/samples.txt")
	require.NoError(t, err)

	for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n")[1:] {
		lines := strings.Split(block, "\n")
		words := strings.Fields(lines[0])
		s := sample{packet: lines[1], text: lines[2], args: lines[3], source: lines[4]}
		if strings.HasSuffix(words[0], "i") {
			s.value = numbered[int32](t, words)
		} else {
			s.value = numbered[float64](t, words)
		}
		all = append(all, s)
	}

	require.Len(t, all, len(mathTypes))

	return all
}

// numbered returns the value of a type and its numbers.
func numbered[T int32 | float64](t *testing.T, words []string) variant.Variant {
	var numbers []T
	for _, word := range words[1:] {
		x, err := strconv.ParseFloat(word, 64)
		require.NoError(t, err)
		numbers = append(numbers, T(x))
	}
	return ofNumbers(t, words[0], numbers).(variant.Variant)
}

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
	for i, c := range samples(t) {
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

// TestSettersOfProperties: OKHSL and rotation are not exact, so only the property is compared.
func TestSettersOfProperties(t *testing.T) {
	red := gm.RGBA(1, 0, 0, 0.5)
	dark := red.WithOKHSLL(0.25)
	require.InDelta(t, 0.25, dark.OKHSLL(), 1e-3)
	require.InDelta(t, red.OKHSLH(), dark.OKHSLH(), 1e-2)
	require.Equal(t, 0.5, dark.A)
	require.InDelta(t, 0.4, red.WithOKHSLS(0.4).OKHSLS(), 1e-3)

	turned := gm.Transform2DFromRotationScaleSkew(1, gm.V2(2, 3), 0, gm.V2(5, 6)).WithRotation(0.5)
	require.InDelta(t, 0.5, turned.Rotation(), 1e-12)
	require.True(t, turned.Scale().IsEqualApprox(gm.V2(2, 3)))
	require.Equal(t, gm.V2(5, 6), turned.Origin)
	require.Equal(t, gm.NewRect2i(1, 2, 4, 6), gm.Rect2iFromPoints(gm.V2i(5, 2), gm.V2i(1, 8)))
}

func TestText(t *testing.T) {
	for _, c := range samples(t) {
		require.Equal(t, c.source, fmt.Sprintf("%#v", c.value))
		requireText(t, c.value, c.text, c.args)
	}
	require.Equal(t, "YXZ", gm.EulerOrderYXZ.String())
	require.Equal(t, "EulerOrder(unknown)", gm.EulerOrder(6).String())
}

func TestNumbers(t *testing.T) {
	requireText(t, gm.V2(0.1, -1), "Vector2(0.1, -1)", "[0.1,-1.0]")
	requireText(t, gm.V3(1, 2.5, gm.Inf), "Vector3(1, 2.5, inf)", `[1.0,2.5,"f:inf"]`)
	requireText(t, gm.V4(1, 2, 3, -1/gm.Inf), "Vector4(1, 2, 3, -0.0)", "[1.0,2.0,3.0,-0.0]")
	require.Equal(t, "Vector4(1, 2, 3, nan)", gm.V4(1, 2, 3, gm.NaN).String())

	for want, v := range map[string]gm.Vector2{
		"math.Vector2{X: 0.1, Y: 2.5}":                gm.V2(0.1, 2.5),
		"math.Vector2{X: -math.Inf, Y: math.NaN}":     gm.V2(-gm.Inf, gm.NaN),
		"math.Vector2{X: math.Inf, Y: -1 / math.Inf}": gm.V2(gm.Inf, -1/gm.Inf),
	} {
		require.Equal(t, want, fmt.Sprintf("%#v", v))
	}
}

// requireText takes a value to its text and its JSON and back.
func requireText(t *testing.T, v variant.Variant, text, args string) {
	require.Equal(t, text, fmt.Sprint(v))
	got, err := v.(encoding.TextMarshaler).MarshalText()
	require.NoError(t, err)
	require.Equal(t, text, string(got))
	data, err := json.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, `{"args":`+args+`,"type":"`+v.Type().String()+`"}`, string(data))

	fromJSON, fromText := reflect.New(reflect.TypeOf(v)), reflect.New(reflect.TypeOf(v))
	unmarshaler := fromText.Interface().(encoding.TextUnmarshaler)
	require.NoError(t, json.Unmarshal(data, fromJSON.Interface()))
	require.NoError(t, unmarshaler.UnmarshalText([]byte(text)))
	err = unmarshaler.UnmarshalText([]byte(v.Type().String() + "(1)"))
	require.ErrorIs(t, err, variant.ErrSyntax, "changes nothing")

	for _, p := range []reflect.Value{fromJSON, fromText} {
		back := p.Elem().Interface().(variant.Variant)
		require.True(t, variant.Equal(v, back), "%v, want %v", back, v)
	}
}

// requirePacket encodes v and decodes the packet.
func requirePacket(t *testing.T, c *codec.Codec, v variant.Variant, packet string) {
	want := testkit.Unhex(t, packet)
	require.Equal(t, want, testkit.Encode(t, c, v), "%v", v)
	require.Equal(t, v, testkit.Decode(t, c, want))
}

func TestWire(t *testing.T) {
	single := codec.MustNew(codec.Options{})
	double := codec.MustNew(codec.Options{Precision: variant.Double})
	for i, c := range samples(t) {
		require.Equal(t, codec.Godot4.Types[5+i], c.value.Type())
		requirePacket(t, single, c.value, c.packet)
		require.Equal(t, c.value, testkit.Decode(t, double, testkit.Encode(t, double, c.value)))

		packet := testkit.Unhex(t, c.packet)
		for n := range packet {
			testkit.RefuseDecode(t, single, packet[:n], variant.ErrTruncated)
		}
	}
}

// A dialect can have the columns of a basis written one after the other.
func TestWireBasisColumns(t *testing.T) {
	dialect := *codec.Godot4
	dialect.BasisColumns = true
	columns := codec.MustNew(codec.Options{Dialect: &dialect})
	b := gm.Basis{X: gm.V3(1, 2, 3), Y: gm.V3(4, 5, 6), Z: gm.V3(7, 8, 9)}
	requirePacket(t, columns, b, "11000000 0000803f 00000040 00004040 00008040 0000a040 0000c040 "+
		"0000e040 00000041 00001041")
}

// TestRounded32: a value that went through a single-precision packet is its Rounded32.
func TestRounded32(t *testing.T) {
	single, rounded := codec.MustNew(codec.Options{}), 0
	for _, c := range samples(t) {
		v := changed(c.value, func(x float64) float64 { return x / 10 }).(variant.Variant)
		f := reflect.ValueOf(v).MethodByName("Rounded32")
		if !f.IsValid() {
			continue
		}

		rounded++
		want := f.Call(nil)[0].Interface()
		require.NotEqual(t, v, want)
		require.Equal(t, want, testkit.Decode(t, single, testkit.Encode(t, single, v)))
	}

	require.Equal(t, 12, rounded, "types with floats")
}
