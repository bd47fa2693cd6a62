package packets_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

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
