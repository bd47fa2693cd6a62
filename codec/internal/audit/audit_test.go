package audit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/audit"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// TestLimit: a value is examined only if it has no more numbers than the limit allows.
func TestLimit(t *testing.T) {
	r := audit.Rounding{Precision: dialect.Single}

	for left, want := range map[int]int{2: 0, 3: 3, 4: 3} {
		n := 0
		more := r.Value(nil, math.Vector3{X: 0.1, Y: 0.2, Z: 0.3}, &left,
			func(variant.Path, float64) bool {
				n++
				return true
			})
		require.Equal(t, want, n)
		require.Equal(t, want > 0, more)
	}
}
