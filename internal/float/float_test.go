package float_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/internal/float"
)

// TestNarrow converts the bits of doubles to the bits of singles, and back.
func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		wide   uint64
		single uint32
		exact  bool
	}{
		{0, 0, true}, {1 << 63, 1 << 31, true}, {0x3FE0000000000000, 0x3F000000, true},
		{0x3FB999999999999A, 0x3DCCCCCD, false},
		{0x7FF0000000000000, 0x7F800000, true}, {0xFFF0000000000000, 0xFF800000, true},
		{0x7FF8000000000000, 0x7FC00000, true}, {0xFFF8000000000000, 0xFFC00000, true},
		{0x7FF0000020000000, 0x7F800001, true}, {0x7FFFFFFFE0000000, 0x7FFFFFFF, true},
		{0x7FF0000000000001, 0x7FC00000, false}, {0x7FF000001FFFFFFF, 0x7FC00000, false},
		{0xFFF8000000000001, 0xFFC00000, false}, {0x7FF0000030000000, 0x7F800001, false},
	} {
		single, exact := float.Narrow(math.Float64frombits(c.wide))
		assert.Equal(t, c.single, single, "%x", c.wide)
		assert.Equal(t, c.exact, exact, "%x", c.wide)
		assert.Equal(t, c.single, float.Bits(math.Float64frombits(c.wide)), "%x", c.wide)

		if c.exact {
			assert.Equal(t, c.wide, math.Float64bits(float.Widen(c.single)), "%x", c.single)
		}
	}
}
