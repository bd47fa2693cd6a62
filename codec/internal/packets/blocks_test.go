//go:build gc && !purego

package packets_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/variant"
)

// TestValuesShareBlocks: many numbers, vectors and short texts cost one block.
func TestValuesShareBlocks(t *testing.T) {
	for most, v := range map[float64]variant.Variant{
		1000.0 / 64: variant.Int(1 << 20), 1000.0/64 + 1: variant.Float(0.5),
		1000.0 / 21: vector(1), 1000.0/32*2 + 1: str("sixteen bytes ab"),
	} {
		items := slices.Repeat([]variant.Variant{v}, 1000)
		assert.LessOrEqual(t, every(t).decodeAllocs(list(items...)), most+3, "%v", v)
	}
}
