package codec_test

import (
	"bytes"
	stdmath "math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// zeroOf returns the zero value of a built-in type, the one that decoding an empty
// packet of the type gives, with the parts that its dialect needs.
func zeroOf(t testing.TB, typ variant.Type) variant.Variant {
	for _, v := range []variant.Variant{
		variant.Nil{}, variant.Bool(false), variant.Int(0), variant.Float(0), variant.String(""), variant.StringName(""),
		math.Vector2{}, math.Vector2i{}, math.Rect2{}, math.Rect2i{}, math.Vector3{}, math.Vector3i{}, math.Transform2D{},
		math.Vector4{}, math.Vector4i{}, math.Plane{}, math.Quaternion{}, math.AABB{}, math.Basis{}, math.Transform3D{},
		math.Projection{}, math.Color{}, objects.NodePath{}, objects.RID(0), objects.Object{ID: 1}, objects.Callable{},
		objects.Signal{}, variant.Dictionary{}, variant.Array{}, packed.PackedByteArray{}, packed.PackedInt32Array{},
		packed.PackedInt64Array{}, packed.PackedFloat32Array{}, packed.PackedFloat64Array{}, packed.PackedStringArray{},
		packed.PackedVector2Array{}, packed.PackedVector3Array{}, packed.PackedVector4Array{}, packed.PackedColorArray{},
		packed.PackedVector2iArray{}, packed.PackedVector3iArray{}, packed.PackedVector4iArray{},
		variant.TypedArray{}, variant.PackedTypedArray{},
	} {
		if v.Type() == typ {
			return v
		}
	}
	t.Fatalf("no value of type %v", typ)
	return nil
}

// TestConformance sends a value of every type that a dialect has through it, bare
// and inside of others: the packet is a whole number of words, comes back equal,
// and no part of it from the beginning is a packet.
func TestConformance(t *testing.T) {
	for _, s := range allSettings {
		t.Run(s.String(), func(t *testing.T) {
			c := s.in(codec.Strict)
			for id, typ := range s.dialect.Types {
				if typ == variant.TypeUnsupported {
					continue
				}
				v := zeroOf(t, typ)
				if typ == variant.TypeObject && s.full && s.dialect.Object == variant.ObjectBySetting {
					v = objects.NewObject("Node")
				}
				for _, v := range []variant.Variant{v, variant.NewArray(v, v), variant.NewDictionary(variant.Pair{Key: v, Value: v})} {
					packet, err := c.Encode(v)
					require.NoError(t, err, "%v", v)
					require.Zero(t, len(packet)%4)
					got, err := c.Decode(packet)
					require.NoError(t, err, "%v", v)
					require.True(t, variant.Equal(v, got), "%#v is %#v", v, got)
					require.IsType(t, v, got)
					for i := range packet {
						require.ErrorIs(t, c.Valid(packet[:i]), variant.ErrTruncated, "%d bytes of % x", i, packet)
					}
				}
				packet, err := c.Encode(v)
				require.NoError(t, err)
				require.Equal(t, byte(id), packet[0], "%v", typ)
			}
		})
	}
}

// TestTypesNotInDialect encodes what a dialect has no type for.
func TestTypesNotInDialect(t *testing.T) {
	for _, s := range allSettings {
		has := map[variant.Type]bool{}
		for _, typ := range s.dialect.Types {
			has[typ] = true
		}
		for from := range s.dialect.Fallback {
			has[from] = true
		}
		for typ := variant.TypeNil; typ <= variant.TypePackedTypedArray; typ++ {
			if has[typ] {
				continue
			}
			_, err := s.in(codec.Default).Encode(zeroOf(t, typ))
			assert.ErrorIs(t, err, variant.ErrUnsupported, "%v: %v", s, typ)
		}
	}
}

// realTypes are values whose components are real_t, all of them f.
func realTypes(f float64) []variant.Variant {
	v2, v3, v4 := math.Vector2{X: f, Y: f}, math.Vector3{X: f, Y: f, Z: f}, math.Vector4{X: f, Y: f, Z: f, W: f}
	b := math.Basis{X: v3, Y: v3, Z: v3}
	return []variant.Variant{
		v2, v3, v4, math.Rect2{Position: v2, Size: v2}, math.Transform2D{X: v2, Y: v2, Origin: v2}, math.Plane{Normal: v3, D: f},
		math.Quaternion(v4), math.AABB{Position: v3, Size: v3}, b, math.Transform3D{Basis: b, Origin: v3},
		math.Projection{X: v4, Y: v4, Z: v4, W: v4},
		packed.PackedVector2Array{v2, v2}, packed.PackedVector3Array{v3, v3}, packed.PackedVector4Array{v4, v4},
	}
}

// TestCrossPrecisionOfAllTypes has Godot 4 in single precision read what double precision has
// written, and the other way round: the flag decides, rounding comes with encoding.
func TestCrossPrecisionOfAllTypes(t *testing.T) {
	single := codec.MustNew(codec.Options{})
	double := codec.MustNew(codec.Options{Precision: variant.Double})
	for i, f := range []float64{0.1, 1e300, -1e300, 0.5, stdmath.Inf(-1), stdmath.NaN(), 1e-310, stdmath.Copysign(0, -1)} {
		for j, v := range realTypes(f) {
			wide, err := double.Encode(v)
			require.NoError(t, err)
			require.Equal(t, byte(1), wide[2], "the flag of %v", v)
			got, err := single.Decode(wide)
			require.NoError(t, err)
			require.True(t, variant.Equal(v, got), "single precision reads doubles whole: %v", v)

			narrow, err := single.Encode(got)
			require.NoError(t, err)
			require.Equal(t, byte(0), narrow[2])
			require.Less(t, len(narrow), len(wide))
			rounded := realTypes(float64(float32(f)))[j]
			got, err = double.Decode(narrow)
			require.NoError(t, err)
			require.True(t, variant.Equal(rounded, got), "%d: %v is %v", i, rounded, got)
			again, err := double.Encode(got)
			require.NoError(t, err)
			require.Len(t, again, len(wide))
		}
	}
	empty, err := double.Encode(packed.PackedVector2Array{})
	require.NoError(t, err)
	require.Equal(t, words(35|1<<16, 0), empty)
}

// TestNumberBits sends the numbers at the edges out and back, bit by bit.
func TestNumberBits(t *testing.T) {
	c := codec.MustNew(codec.Options{Precision: variant.Double})
	through := func(v variant.Variant) variant.Variant {
		packet, err := c.Encode(v)
		require.NoError(t, err)
		got, err := c.Decode(packet)
		require.NoError(t, err)
		return got
	}
	for _, bits := range doubles {
		f := stdmath.Float64frombits(bits)
		assert.Equal(t, bits, stdmath.Float64bits(float64(through(variant.Float(f)).(variant.Float))), "%x", bits)
		assert.Equal(t, bits, stdmath.Float64bits(through(math.Vector2{Y: f}).(math.Vector2).Y), "%x", bits)
		assert.Equal(t, bits, stdmath.Float64bits(through(packed.PackedFloat64Array{f}).(packed.PackedFloat64Array)[0]), "%x", bits)
	}
	for _, bits := range singles {
		f := stdmath.Float32frombits(bits)
		assert.Equal(t, bits, stdmath.Float32bits(through(packed.PackedFloat32Array{f}).(packed.PackedFloat32Array)[0]), "%x", bits)
		packet := words(5, bits, 0)
		v, err := codec.Decode(packet)
		require.NoError(t, err)
		again, err := codec.Encode(v)
		require.NoError(t, err)
		assert.Equal(t, packet, again, "a Vector2 keeps what it is told")
	}
	for _, i := range ints {
		assert.Equal(t, variant.Int(i), through(variant.Int(i)))
		assert.Equal(t, packed.PackedInt64Array{i}, through(packed.PackedInt64Array{i}))
		assert.Equal(t, math.Vector2i{X: int32(i)}, through(math.Vector2i{X: int32(i)}))
	}
	// The short form of a float is widened as the processor does it.
	v, err := codec.Decode(words(3, 0x7F800001))
	require.NoError(t, err)
	assert.Equal(t, uint64(0x7FF8000020000000), stdmath.Float64bits(float64(v.(variant.Float))))
}

// TestNoAlias scribbles over the input after decoding: nothing that was decoded changes.
func TestNoAlias(t *testing.T) {
	for _, s := range seeds(t, 7) {
		settings := settingsOf(s.settings)
		c := settings.in(codec.Lenient)
		input := bytes.Clone(s.packet)
		v, err := c.Decode(input)
		if err != nil {
			continue
		}
		want, err := c.Encode(v)
		require.NoError(t, err)
		for i := range input {
			input[i] ^= 0x5A
		}
		got, err := c.Encode(v)
		require.NoError(t, err)
		require.Equal(t, want, got, "%v: %#v", settings, v)
		_, err = c.Append(want[:0], v) // nor do values alias what was encoded
		require.NoError(t, err)
	}
}

// TestAllocs counts what the hot paths allocate.
func TestAllocs(t *testing.T) {
	if raced {
		t.Skip("the race detector makes pools forget")
	}
	c := codec.MustNew(codec.Options{})
	for _, row := range []struct {
		value  variant.Variant
		decode float64
	}{
		{variant.Nil{}, 0}, {variant.Bool(true), 0}, {variant.Int(7), 0},
		{variant.Int(1 << 40), 1}, {variant.Float(0.1), 1}, {math.Vector3{X: 1}, 1}, {math.Basis{}, 1}, {math.Projection{}, 1},
		{objects.Signal{Object: 1}, 1}, {objects.Object{ID: 1}, 1},
		{variant.String("some text"), 2}, {variant.StringName("name"), 2},
		{packed.PackedByteArray("some bytes"), 2}, {packed.PackedInt32Array{1, 2}, 2}, {packed.PackedFloat64Array{1}, 2},
		{packed.PackedVector2Array{{X: 1}}, 2}, {packed.PackedColorArray{{R: 1}}, 2},
		{variant.NewArray(variant.Nil{}, variant.Bool(true)), 2},
	} {
		packet, err := c.Encode(row.value)
		require.NoError(t, err)
		buf := make([]byte, 0, 1024)
		assert.Zero(t, allocsPerRun(100, func() { _, _ = c.Append(buf, row.value) }), "Append %#v", row.value)
		assert.Zero(t, allocsPerRun(100, func() { _ = c.Valid(packet) }), "Valid %#v", row.value)
		assert.LessOrEqual(t, allocsPerRun(100, func() { _, _ = c.Decode(packet) }), row.decode, "Decode %#v", row.value)
	}
	for _, v := range seeds(t, 50) { // and whatever is valid is checked without
		cd := settingsOf(v.settings).in(codec.Lenient)
		if cd.Valid(v.packet) == nil {
			assert.Zero(t, allocsPerRun(20, func() { _ = cd.Valid(v.packet) }), "% x", v.packet)
		}
	}
}
