package codec_test

import (
	stdmath "math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestTypesNotInDialect encodes values of types that a dialect does not have.
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
			_, err := s.in(codec.Default).Encode(vectors.Zero(typ))
			assert.ErrorIs(t, err, variant.ErrUnsupported, "%v: %v", s, typ)
		}
	}
}

// realTypes are values whose components are real_t, all of them f.
func realTypes(f float64) (all []variant.Variant) {
	for _, zero := range vectors.Zeros {
		v := reflect.New(reflect.TypeOf(zero)).Elem()
		typ := zero.Type()
		if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		}

		numbers := vectors.Leaves(v)
		color := typ == variant.TypeColor || typ == variant.TypePackedColorArray
		if color || len(numbers) < 2 || numbers[0].Kind() != reflect.Float64 ||
			typ == variant.TypePackedFloat64Array {
			continue
		}

		for _, x := range numbers {
			x.SetFloat(f)
		}

		all = append(all, v.Interface().(variant.Variant))
	}

	return all
}

// TestCrossPrecisionOfAllTypes decodes in single precision what double precision has
// written, and the reverse: the flag decides, and only encoding rounds.
func TestCrossPrecisionOfAllTypes(t *testing.T) {
	single := codec.MustNew(codec.Options{})
	double := codec.MustNew(codec.Options{Precision: variant.Double})
	for _, f := range []float64{0.1, 1e300, -1e300, 0.5, stdmath.Inf(-1), stdmath.NaN(), 1e-310,
		stdmath.Copysign(0, -1)} {
		values, rounded := realTypes(f), realTypes(float64(float32(f)))
		require.Len(t, values, 14)
		for i, v := range values {
			wide := testkit.Encode(t, double, v)
			require.Equal(t, byte(1), wide[2], "the flag of %v", v)
			got := testkit.Decode(t, single, wide)
			testkit.RequireEqual(t, v, got)

			narrow := testkit.Encode(t, single, got)
			require.Equal(t, byte(0), narrow[2])
			require.Less(t, len(narrow), len(wide))
			got = testkit.Decode(t, double, narrow)
			testkit.RequireEqual(t, rounded[i], got)
			require.Len(t, testkit.Encode(t, double, got), len(wide))
		}
	}

	require.Equal(t, words(35|1<<16, 0), testkit.Encode(t, double, packed.PackedVector2Array{}))
}

// TestNumberBits encodes and decodes special numbers, and compares every bit.
func TestNumberBits(t *testing.T) {
	c := codec.MustNew(codec.Options{Precision: variant.Double})
	through := func(v variant.Variant) variant.Variant {
		return testkit.Decode(t, c, testkit.Encode(t, c, v))
	}

	for _, bits := range doubles {
		f := stdmath.Float64frombits(bits)
		assert.Equal(t, bits,
			stdmath.Float64bits(float64(through(variant.Float(f)).(variant.Float))), "%x", bits)
		assert.Equal(t, bits, stdmath.Float64bits(through(math.Vector2{Y: f}).(math.Vector2).Y),
			"%x", bits)
		assert.Equal(t, bits,
			stdmath.Float64bits(through(packed.PackedFloat64Array{f}).(packed.PackedFloat64Array)[0]), "%x", bits)
	}

	for _, bits := range singles {
		f := stdmath.Float32frombits(bits)
		assert.Equal(t, bits,
			stdmath.Float32bits(through(packed.PackedFloat32Array{f}).(packed.PackedFloat32Array)[0]), "%x", bits)
		packet := words(5, bits, 0)
		assert.Equal(t, packet, testkit.Encode(t, standard, testkit.Decode(t, standard, packet)),
			"a Vector2 keeps its bits")
	}

	for _, i := range ints {
		assert.Equal(t, variant.Int(i), through(variant.Int(i)))
		assert.Equal(t, packed.PackedInt64Array{i}, through(packed.PackedInt64Array{i}))
		assert.Equal(t, math.Vector2i{X: int32(i)}, through(math.Vector2i{X: int32(i)}))
	}

	// The short form of a float is widened as the processor does it.
	v := testkit.Decode(t, standard, words(3, 0x7F800001))
	assert.Equal(t, uint64(0x7FF8000020000000), stdmath.Float64bits(float64(v.(variant.Float))))
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
		{variant.Int(1 << 40), 1}, {variant.Float(0.1), 1}, {math.Vector3{X: 1}, 1},
		{math.Basis{}, 1}, {math.Projection{}, 1},
		{objects.Signal{Object: 1}, 1}, {objects.Object{ID: 1}, 1},
		{variant.String("some text"), 2}, {variant.StringName("name"), 2},
		{packed.PackedByteArray("some bytes"), 2}, {packed.PackedInt32Array{1, 2}, 2},
		{packed.PackedFloat64Array{1}, 2},
		{packed.PackedVector2Array{{X: 1}}, 2}, {packed.PackedColorArray{{R: 1}}, 2},
		{variant.NewArray(variant.Nil{}, variant.Bool(true)), 2},
	} {
		packet := testkit.Encode(t, c, row.value)
		buf := make([]byte, 0, 1024)
		assert.Zero(t, allocsPerRun(100, func() {
			_, _ = c.Append(buf, row.value)
		}), "Append %#v", row.value)

		assert.Zero(t, allocsPerRun(100, func() { _ = c.Valid(packet) }), "Valid %#v", row.value)
		assert.LessOrEqual(t, allocsPerRun(100, func() {
			_, _ = c.Decode(packet)
		}), row.decode, "Decode %#v", row.value)
	}

	for _, v := range seeds(t, 50) { // Valid allocates nothing for any valid packet
		cd := settingsOf(v.settings).in(codec.Lenient)
		if cd.Valid(v.packet) == nil {
			assert.Zero(t, allocsPerRun(20, func() { _ = cd.Valid(v.packet) }), "% x", v.packet)
		}
	}
}

// TestUnsupportedNamesAWayOut: whatever a dialect lacks, the error says what to write instead.
func TestUnsupportedNamesAWayOut(t *testing.T) {
	n := 0
	for _, d := range codec.Dialects() {
		c := codec.MustNew(codec.Options{Dialect: d, FullObjects: true})
		for typ := variant.TypeNil; typ <= variant.TypePackedTypedArray; typ++ {
			v := sampleOf(typ)
			_, err := c.Encode(v)
			if err == nil {
				continue
			}

			n++
			require.ErrorIs(t, err, variant.ErrUnsupported)
			require.Regexp(t, d.Name+" (has no|writes no|can write only the empty) "+v.Type().String()+".*; .*", err.Error())
		}
	}

	require.Greater(t, n, 100)
	_, err := codec.MustNew(codec.Options{Dialect: codec.Godot3}).Marshal([]math.Vector4{{}})
	require.ErrorContains(t, err,
		"$[0] (Vector4): not in this dialect: Godot3 has no Vector4; an Array of floats comes nearest")
}
