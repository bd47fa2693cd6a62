package math_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	gm "godotvariant/math"
	"godotvariant/variant"
)

func TestText(t *testing.T) {
	for _, c := range samples {
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

	require.Equal(t, "math.Vector2{X: 0.1, Y: 2.5}", fmt.Sprintf("%#v", gm.V2(0.1, 2.5)))
	// Go has no literals for these; the expression for -0 is checked below.
	require.Equal(t, "math.Vector2{X: -math.Inf, Y: -1 / math.Inf}",
		fmt.Sprintf("%#v", gm.V2(-gm.Inf, -1/gm.Inf)))
	require.Equal(t, "math.Vector2{X: math.Inf, Y: math.NaN}",
		fmt.Sprintf("%#v", gm.V2(gm.Inf, gm.NaN)))
	require.Equal(t, -gm.Inf, 1/(-1/gm.Inf))
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

	p := reflect.New(reflect.TypeOf(v))
	requireSame := func() {
		require.True(t, variant.Equal(v, p.Elem().Interface().(variant.Variant)), "%v, want %v",
			p.Elem(), v)
	}

	require.NoError(t, json.Unmarshal(data, p.Interface()))
	requireSame()
	p = reflect.New(reflect.TypeOf(v))
	fromText := p.Interface().(encoding.TextUnmarshaler)
	require.NoError(t, fromText.UnmarshalText([]byte(text)))
	requireSame()
	require.ErrorIs(t, fromText.UnmarshalText([]byte(v.Type().String()+"(1)")), variant.ErrSyntax)
	requireSame() // unchanged after an error
}
