package packets_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	gdmath "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestFiniteRefusesNumbers: with the option Finite a number that is not finite is refused in both
// directions, alone, in a container, in a key, in a packed array and in a method of another
// module.
func TestFiniteRefusesNumbers(t *testing.T) {
	plain := format(t, everyType(nil))
	finite := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.Finite = true }))
	inf := variant.Float(math.Inf(1))

	for path, v := range map[string]variant.Variant{
		"$":           inf,
		"$[0]":        variant.NewArray(gdmath.Vector3{X: 1, Y: math.NaN()}),
		"$[0][key 0]": variant.NewArray(variant.NewDictionary(pair(inf, one))),
		"$[1]":        packed.PackedFloat32Array{1, float32(inf)},
		"$[2]":        packed.PackedVector2Array{{}, {}, {Y: math.Inf(-1)}},
	} {
		packet, err := plain.Append(nil, v)
		require.NoError(t, err)
		_, encodeErr := finite.Append(nil, v)
		_, decodeErr := finite.Decode(packet)

		assert.ErrorIs(t, encodeErr, variant.ErrNotFinite, path)
		assert.ErrorIs(t, decodeErr, variant.ErrNotFinite, path)
		assert.Equal(t, decodeErr, finite.Valid(packet), path)

		var at *variant.Error
		require.ErrorAs(t, decodeErr, &at)
		assert.Equal(t, path, at.Path)
	}

	_, err := finite.Decode(words(3, int(math.Float32bits(1.5))))
	assert.NoError(t, err)
}

// TestBeginsReadsSoFar: a packet that is longer than the limit may begin with bytes that are right
// so far, and not with others.
func TestBeginsReadsSoFar(t *testing.T) {
	f := format(t, everyType(nil))
	packet, err := f.Append(nil, variant.NewArray(one, str("text"), variant.NewArray(two)))
	require.NoError(t, err)

	for limit := range len(packet) {
		assert.True(t, packets.Begins(f.Format, packet, limit, true), limit)
	}
	assert.True(t, packets.Begins(f.Format, packet, len(packet), true))
	assert.False(t, packets.Begins(f.Format, packet[:12], len(packet), true), "it is cut")

	longer := append(packet[:len(packet):len(packet)], 0)
	assert.False(t, packets.Begins(f.Format, longer, 100, true), "a byte follows")
	assert.True(t, packets.Begins(f.Format, longer, 100, false))

	assert.False(t, packets.Begins(f.Format, words(28, 2, 99, 0), 12, true), "no such type")
	assert.False(t, packets.Begins(f.Format, words(28, 1<<30, 0), 8, true), "too many items")
}

// TestDistinctKeepsFirstKeyAndLastValue: of equal keys the first stays, with the last value, and
// keys that equal nothing all stay, also in nested keys.
func TestDistinctKeepsFirstKeyAndLastValue(t *testing.T) {
	nan := variant.NewArray(variant.Float(math.NaN()))
	long := func(v variant.Variant) variant.Variant {
		items := make([]variant.Variant, 20)
		for i := range items {
			items[i] = v
		}
		return variant.NewArray(items...)
	}
	nested := func() variant.Variant { return variant.NewDictionary(pair(long(one), long(two))) }

	pairs := []variant.Pair{
		pair(str("a"), one), pair(variant.StringName("a"), two), pair(nan, one), pair(nan, two),
		pair(nested(), one), pair(long(one), one), pair(nested(), two), pair(long(two), one),
	}
	var numbers wire.KeyNumbers
	got := packets.Distinct(&numbers, pairs)

	var values []variant.Variant
	for _, p := range got {
		values = append(values, p.Value)
	}
	assert.Equal(t, []variant.Variant{two, one, two, two, one, one}, values)
	assert.Equal(t, str("a"), got[0].Key)
}
