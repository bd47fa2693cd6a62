package float_test

import (
	"encoding/binary"
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

// TestFinite: NaN and the infinities are not finite. Finite says so for one number, and
// FirstNotFinite finds them among the bytes of many numbers.
func TestFinite(t *testing.T) {
	finite := []float64{0, math.Copysign(0, -1), 1, -1.5, math.MaxFloat32, -math.MaxFloat32, 1e-45}
	for _, f := range finite {
		assert.True(t, float.Finite(f), "%v", f)
	}

	var singles, doubles []byte
	for _, f := range finite {
		singles = binary.LittleEndian.AppendUint32(singles, float.Bits(f))
		doubles = binary.LittleEndian.AppendUint64(doubles, math.Float64bits(f))
	}
	assert.Equal(t, -1, float.FirstNotFinite(singles, 4))
	assert.Equal(t, -1, float.FirstNotFinite(doubles, 8))
	assert.Equal(t, -1, float.FirstNotFinite(nil, 4))

	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		assert.False(t, float.Finite(f), "%v", f)
		odd := binary.LittleEndian.AppendUint32(singles, float.Bits(f))
		assert.Equal(t, len(singles), float.FirstNotFinite(odd, 4), "%v at the end", f)
		assert.Equal(t, len(singles), float.FirstNotFinite(append(odd, singles...), 4), "%v", f)
		odd = binary.LittleEndian.AppendUint64(doubles, math.Float64bits(f))
		assert.Equal(t, len(doubles), float.FirstNotFinite(append(odd, doubles...), 8), "%v", f)
	}

	large := binary.LittleEndian.AppendUint64(nil, math.Float64bits(math.MaxFloat64))
	assert.Equal(t, -1, float.FirstNotFinite(large, 8))
}

// TestKeyBits: 0 and -0 are the same key. All NaN are the same key, too. Any other number is a
// separate key.
func TestKeyBits(t *testing.T) {
	assert.Equal(t, float.KeyBits(0), float.KeyBits(math.Copysign(0, -1)))
	nan := math.Float64frombits(0xFFF0000000000001)
	assert.Equal(t, float.KeyBits(math.NaN()), float.KeyBits(nan))

	seen := map[uint64]float64{}
	for _, f := range []float64{0, 1, -1, 0.1, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324} {
		bits := float.KeyBits(f)
		assert.NotContains(t, seen, bits, "%v", f)
		seen[bits] = f
	}
}
