package gosrc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/internal/gosrc"
)

func TestFloat64(t *testing.T) {
	for f, want := range map[float64]string{0.1: "0.1", 1e300: "1e+300",
		math.Inf(1): "math.Inf(1)", math.Inf(-1): "math.Inf(-1)"} {
		assert.Equal(t, want, gosrc.Float64(f))
	}
	assert.Equal(t, "math.Copysign(0, -1)", gosrc.Float64(math.Copysign(0, -1)))
	assert.Equal(t, "math.Float64frombits(0x7ff8000000000001)", gosrc.Float64(math.NaN()))
}
