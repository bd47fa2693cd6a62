//go:build gc && !purego && !race

package packets_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// TestValuesShareBlocks: many numbers, vectors and short texts cost one block.
func TestValuesShareBlocks(t *testing.T) {
	f := format(t, everyType(nil))
	for most, v := range map[float64]variant.Variant{
		1000.0 / 64: variant.Int(1 << 20), 1000.0/64 + 1: variant.Float(0.5),
		1000.0 / 21: vector(1), 1000.0/32*2 + 1: str("sixteen bytes ab"),
	} {
		items := make([]variant.Variant, 1000)
		for i := range items {
			items[i] = v
		}

		packet, err := f.Append(nil, variant.NewArray(items...))
		require.NoError(t, err)
		assert.LessOrEqual(t, testing.AllocsPerRun(100, func() {
			_, _ = f.Decode(packet)
		}), most+3, "%v", v)
	}
}
