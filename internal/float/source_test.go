package float_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/internal/float"
)

func TestSource(t *testing.T) {
	for f, want := range map[float64]string{0.1: "0.1", 1e300: "1e+300",
		math.Inf(1): "math.Inf(1)", math.Inf(-1): "math.Inf(-1)"} {
		assert.Equal(t, want, float.Source(f))
	}
	literal, ok := float.Literal(0.1, 32)
	assert.Equal(t, "0.1", literal)
	assert.True(t, ok)
	assert.Equal(t, "math.Copysign(0, -1)", float.Source(math.Copysign(0, -1)))
	assert.Equal(t, "math.Float64frombits(0x7ff8000000000001)", float.Source(math.NaN()))
}
