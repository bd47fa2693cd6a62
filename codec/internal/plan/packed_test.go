package plan_test

import (
	gomath "math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// Every way that a packed array has into a slice: from single and double
// precision, from a tree, into new memory and into old, larger and smaller.
func TestUnmarshalPacked(t *testing.T) {
	v2 := packed.PackedVector2Array{{X: 1, Y: 0.5}, {X: -3, Y: 4}}
	v3 := packed.PackedVector3Array{{X: 1, Y: 2, Z: 3}, {X: 4, Y: 5, Z: 6.5}}
	v4 := packed.PackedVector4Array{{X: 1, Y: 2, Z: 3, W: 4}}

	colors := packed.PackedColorArray{{R: 1, G: 0.5, B: 0.25, A: 1}, {}}
	for _, c := range []struct {
		from variant.Variant
		want any
	}{
		{packed.PackedByteArray{1, 2, 3}, []byte{1, 2, 3}},
		{packed.PackedInt32Array{1, -2, 3}, []int32{1, -2, 3}},
		{packed.PackedInt64Array{1, -2, 1 << 60}, []int64{1, -2, 1 << 60}},
		{packed.PackedInt32Array{1, -2, 3}, []int{1, -2, 3}},
		{packed.PackedInt32Array{1, -2, 3}, []int64{1, -2, 3}},
		{packed.PackedFloat32Array{0.5, 2}, []float32{0.5, 2}},
		{packed.PackedFloat64Array{0.5, 2}, []float32{0.5, 2}},
		{packed.PackedFloat32Array{0.5, 2}, []float64{0.5, 2}},
		{packed.PackedFloat64Array{0.1, 2}, []float64{0.1, 2}},
		{packed.PackedStringArray{"a", "", "long enough to matter"},
			[]string{"a", "", "long enough to matter"}},
		{v2, []math.Vector2(v2)},
		{v2, []float32{1, 0.5, -3, 4}},
		{v2, []float64{1, 0.5, -3, 4}},
		{v2, [][2]float32{{1, 0.5}, {-3, 4}}},
		{v2, [][2]float64{{1, 0.5}, {-3, 4}}},
		{v3, []math.Vector3(v3)},
		{v3, []float32{1, 2, 3, 4, 5, 6.5}},
		{v3, []float64{1, 2, 3, 4, 5, 6.5}},
		{v3, [][3]float32{{1, 2, 3}, {4, 5, 6.5}}},
		{v3, [][3]float64{{1, 2, 3}, {4, 5, 6.5}}},
		{v3, [2][3]float32{{1, 2, 3}, {4, 5, 6.5}}},
		{v4, []math.Vector4(v4)},
		{v4, []float32{1, 2, 3, 4}},
		{v4, [][4]float32{{1, 2, 3, 4}}},
		{v4, [][4]float64{{1, 2, 3, 4}}},
		{colors, []math.Color(colors)},
		{colors, []float32{1, 0.5, 0.25, 1, 0, 0, 0, 0}},
		{colors, [][4]float32{{1, 0.5, 0.25, 1}, {}}},
		{colors, [][4]float64{{1, 0.5, 0.25, 1}, {}}},
		{variant.NewArray(math.Vector3{X: 1, Z: 2}), [][3]float32{{1, 0, 2}}},
		{math.Color{R: 1, A: 0.5}, [4]float32{1, 0, 0, 0.5}},
		{packed.PackedVector3Array{}, [][3]float32{}},
		{packed.PackedVector3Array{}, []float32{}},
	} {
		typ := reflect.TypeOf(c.want)
		fresh := reflect.New(typ)
		require.NoError(t, codec.FromVariant(c.from, fresh.Interface()))
		assert.Equal(t, c.want, fresh.Elem().Interface(), "%v from a tree", c.from)

		for _, precision := range []variant.Precision{codec.Single, codec.Double} {
			cd := codec.MustNew(codec.Options{Precision: precision})
			packet, err := cd.Encode(c.from)
			require.NoError(t, err)
			fresh := reflect.New(typ)
			require.NoError(t, cd.Unmarshal(packet, fresh.Interface()))
			assert.Equal(t, c.want, fresh.Elem().Interface(), "%v in %v precision", c.from,
				precision)

			if typ.Kind() != reflect.Slice {
				continue
			}

			for _, room := range []int{1, 100} {
				used := reflect.New(typ)
				used.Elem().Set(reflect.MakeSlice(typ, room, room))
				require.NoError(t, cd.Unmarshal(packet, used.Interface()))
				assert.Equal(t, c.want, used.Elem().Interface(), "%v into room for %d", c.from,
					room)
			}
		}
	}
}

// A slice with room takes a packed array without a new one.
func TestUnmarshalPackedAllocations(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector makes pools forget")
	}

	for _, c := range []struct {
		from variant.Variant
		dst  any
	}{
		{packed.PackedByteArray{1, 2, 3}, &[]byte{}},
		{packed.PackedInt32Array{1, -2, 3}, &[]int32{}},
		{packed.PackedFloat64Array{1, -2, 3}, &[]float64{}},
		{packed.PackedVector3Array{{X: 1}, {Y: 1}}, &[]math.Vector3{}},
		{packed.PackedVector3Array{{X: 1}, {Y: 1}}, &[]float32{}},
		{packed.PackedVector3Array{{X: 1}, {Y: 1}}, &[][3]float32{}},
		{packed.PackedColorArray{{R: 1}}, &[][4]float32{}},
		{packed.PackedStringArray{"a", "", "ä"}, &[]string{}},
	} {
		packet, err := codec.Encode(c.from)
		require.NoError(t, err)
		require.NoError(t, codec.Unmarshal(packet, c.dst))

		assert.Zero(t, testkit.AllocsPerRun(50, func() {
			if err := codec.Unmarshal(packet, c.dst); err != nil {
				t.Fatal(err)
			}
		}), "%v into a %T", c.from, c.dst)
	}
}

// Texts that are there stay only if all of them are the same.
func TestUnmarshalPackedStrings(t *testing.T) {
	packet, err := codec.Encode(packed.PackedStringArray{"a", "b", "c"})
	require.NoError(t, err)
	for _, used := range [][]string{{"a", "b", "c"}, {"a", "b", "d"}, {"a", "b"},
		{"x", "b", "c", "d"}, {}} {
		require.NoError(t, codec.Unmarshal(packet, &used))
		assert.Equal(t, []string{"a", "b", "c"}, used)
	}
}

// Numbers that a float32 has no room for are an ErrRange; NaN keep their bits.
func TestUnmarshalNarrow(t *testing.T) {
	double := codec.MustNew(codec.Options{Precision: codec.Double})
	wide := packed.PackedVector3Array{{X: 1}, {Y: 1e300}}
	for _, dst := range []any{new([]float32), new([][3]float32), new([2][3]float32)} {
		packet, err := double.Encode(wide)
		require.NoError(t, err)
		err = double.Unmarshal(packet, dst)
		require.ErrorIs(t, err, variant.ErrRange, "%T", dst)
		twin := codec.FromVariant(wide, dst)
		require.ErrorIs(t, twin, variant.ErrRange, "%T", dst)
	}

	signalling := gomath.Float64frombits(0x7FF4_0000_2000_0000)
	vector := packed.PackedVector2Array{{X: signalling, Y: gomath.Inf(1)}}
	for _, c := range []*codec.Codec{codec.MustNew(codec.Options{}), double} {
		packet, err := c.Encode(vector)
		require.NoError(t, err)
		var flat []float32
		var pairs [][2]float32
		require.NoError(t, c.Unmarshal(packet, &flat))
		require.NoError(t, c.Unmarshal(packet, &pairs))
		assert.Equal(t, uint32(0x7FA0_0001), gomath.Float32bits(flat[0]))
		assert.Equal(t, uint32(0x7FA0_0001), gomath.Float32bits(pairs[0][0]))
		assert.Equal(t, float32(gomath.Inf(1)), flat[1])
	}
}

// Items that are not plain go among plain ones, and faults among them are where
// they are; slices also grow step by step.
func TestUnmarshalMixedItems(t *testing.T) {
	floats := workloads.Array(30_000, func(i int) variant.Variant {
		if i%7 == 0 {
			return variant.Int(i)
		}
		return variant.Float(float64(i) / 3)
	})

	packet, err := codec.Encode(floats)
	require.NoError(t, err)

	var got []float64
	for range 2 {
		require.NoError(t, codec.Unmarshal(packet, &got))
		require.Len(t, got, 30_000)
		for i, f := range got {
			want := float64(i) / 3
			if i%7 == 0 {
				want = float64(i)
			}
			require.Equal(t, want, f)
		}
	}

	floats.Items[20_000] = variant.String("no number")
	packet, err = codec.Encode(floats)
	require.NoError(t, err)
	err = codec.Unmarshal(packet, &got)
	require.ErrorIs(t, err, variant.ErrWrongType)
	require.ErrorContains(t, err, "$[20000]")

	texts := workloads.Array(10, func(i int) variant.Variant { return variant.String("text") })
	packet, err = codec.Encode(texts)
	require.NoError(t, err)
	packet[len(packet)-1] = 0xFF
	require.ErrorIs(t, codec.Unmarshal(packet, new([]string)), variant.ErrUTF8)
}
