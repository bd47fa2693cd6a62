package math_test

import (
	"encoding/hex"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

// engine4 is the part of Godot 4's dialect that has the types of this package.
var engine4 = variant.Dialect{
	Name: "Godot4",
	Types: []variant.Type{
		variant.TypeNil, variant.TypeBool, variant.TypeInt, variant.TypeFloat, variant.TypeString,
		variant.TypeVector2, variant.TypeVector2i, variant.TypeRect2, variant.TypeRect2i,
		variant.TypeVector3,
		variant.TypeVector3i, variant.TypeTransform2D, variant.TypeVector4, variant.TypeVector4i,
		variant.TypePlane, variant.TypeQuaternion, variant.TypeAABB, variant.TypeBasis,
		variant.TypeTransform3D, variant.TypeProjection, variant.TypeColor,
	},
	Real: variant.RealFlagged,
}

func format(t *testing.T, dialect variant.Dialect, precision variant.Precision) *codec.Codec {
	c, err := codec.New(codec.Options{Dialect: &dialect, Precision: precision})
	require.NoError(t, err)
	return c
}

func packet(t *testing.T, text string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	require.NoError(t, err)
	return b
}

func TestWire(t *testing.T) {
	single, double := format(t, engine4, variant.Single), format(t, engine4, variant.Double)
	for i, c := range samples {
		require.Equal(t, engine4.Types[5+i], c.value.Type())
		want := packet(t, c.packet)
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
	dialect := engine4
	dialect.BasisColumns = true
	columns := format(t, dialect, variant.Single)
	want := packet(t, "11000000 0000803f 00000040 00004040 00008040 0000a040 0000c040 0000e040 "+
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
	single, rounded := format(t, engine4, variant.Single), 0
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
