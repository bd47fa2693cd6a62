package math_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
)

func TestWire(t *testing.T) {
	single := codec.MustNew(codec.Options{})
	double := codec.MustNew(codec.Options{Precision: variant.Double})
	for i, c := range samples {
		require.Equal(t, codec.Godot4.Types[5+i], c.value.Type())
		want := testkit.Unhex(t, c.packet)
		got, err := single.Append(nil, c.value)
		require.NoError(t, err)
		require.Equal(t, want, got, "%v", c.value)
		back, err := single.Decode(want)
		require.NoError(t, err)
		require.Equal(t, c.value, back)

		wide, err := double.Append(nil, c.value)
		require.NoError(t, err)
		back, err = double.Decode(wide)
		require.NoError(t, err)
		require.Equal(t, c.value, back)

		for n := range len(want) {
			_, err := single.Decode(want[:n])
			require.ErrorIs(t, err, variant.ErrTruncated, "%d bytes of %v", n, c.value)
		}
	}

	require.Len(t, samples, 16)
}

// A dialect can have the columns of a basis written one after the other.
func TestWireBasisColumns(t *testing.T) {
	dialect := *codec.Godot4
	dialect.BasisColumns = true
	columns := codec.MustNew(codec.Options{Dialect: &dialect})
	want := testkit.Unhex(t, "11000000 0000803f 00000040 00004040 00008040 0000a040 0000c040 0000e040 "+
		"00000041 00001041")
	got, err := columns.Append(nil, sampleBasis)
	require.NoError(t, err)
	require.Equal(t, want, got)
	back, err := columns.Decode(want)
	require.NoError(t, err)
	require.Equal(t, sampleBasis, back)
}

// TestRounded32: a value that went through a single-precision packet is its Rounded32.
func TestRounded32(t *testing.T) {
	single, rounded := codec.MustNew(codec.Options{}), 0
	for _, c := range samples {
		v := changed(c.value, func(x float64) float64 { return x / 10 }).(variant.Variant)
		f := reflect.ValueOf(v).MethodByName("Rounded32")
		if !f.IsValid() {
			continue
		}

		rounded++
		want := f.Call(nil)[0].Interface()
		require.NotEqual(t, v, want)
		b, err := single.Append(nil, v)
		require.NoError(t, err)
		got, err := single.Decode(b)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}

	require.Equal(t, 12, rounded, "types with floats")
}
