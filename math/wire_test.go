package math_test

import (
	"encoding/hex"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	gm "godotvariant/math"
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
	for _, c := range samples {
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

func TestTypes(t *testing.T) {
	for i, want := range engine4.Types[5:] {
		require.Equal(t, want, samples[i].value.Type())
	}
}

// A value that went through a single-precision packet is its Rounded32.
func TestRounded32(t *testing.T) {
	x, single := 0.1, format(t, engine4, variant.Single)
	values := []struct{ in, want variant.Variant }{
		{gm.V2(x, 1/x), gm.V2(x, 1/x).Rounded32()},
		{gm.V3(x, 2*x, 3*x), gm.V3(x, 2*x, 3*x).Rounded32()},
		{gm.V4(x, 2*x, 3*x, 4*x), gm.V4(x, 2*x, 3*x, 4*x).Rounded32()},
		{gm.NewRect2(x, 2*x, 3*x, 4*x), gm.NewRect2(x, 2*x, 3*x, 4*x).Rounded32()},
		{gm.NewPlane(x, 2*x, 3*x, 4*x), gm.NewPlane(x, 2*x, 3*x, 4*x).Rounded32()},
		{gm.QuaternionFromEuler(gm.V3(1, 2, 3)),
			gm.QuaternionFromEuler(gm.V3(1, 2, 3)).Rounded32()},
		{gm.AABB{Size: gm.V3(x, 2*x, 3*x)}, gm.AABB{Size: gm.V3(x, 2*x, 3*x)}.Rounded32()},
		{sampleBasis.Mulf(x), sampleBasis.Mulf(x).Rounded32()},
		{gm.Transform2DFromRotation(x, gm.V2(x, x)),
			gm.Transform2DFromRotation(x, gm.V2(x, x)).Rounded32()},
		{gm.Transform3D{Basis: sampleBasis.Mulf(x)},
			gm.Transform3D{Basis: sampleBasis.Mulf(x)}.Rounded32()},
		{gm.ProjectionPerspective(75, 1.5, x, 100, false),
			gm.ProjectionPerspective(75, 1.5, x, 100, false).Rounded32()},
		{gm.RGBA(x, 2*x, 3*x, 4*x), gm.RGBA(x, 2*x, 3*x, 4*x).Rounded32()},
	}

	for _, v := range values {
		require.NotEqual(t, v.in, v.want)
		b, err := single.Append(nil, v.in)
		require.NoError(t, err)
		got, err := single.Decode(b)
		require.NoError(t, err)
		require.Equal(t, v.want, got)
	}
}

func TestEncodeAllocatesNothing(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty the pools
	buffer, single := make([]byte, 0, 256), format(t, engine4, variant.Single)
	for _, c := range samples {
		require.Zero(t, testing.AllocsPerRun(100, func() {
			buffer, _ = single.Append(buffer[:0], c.value)
		}), "%v", c.value)
	}
}
