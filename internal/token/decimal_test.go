package token

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDecimals holds numbers of few and of many digits to strconv.
func TestDecimals(t *testing.T) {
	texts := []string{"0", "-0", "00", "0.0", "-0.0", "1.", "9007199254740991", "9007199254740992.0",
		"9007199254740993", "9007199254740993.0", "16777216.0", "16777217.0", "16777217", "0.1",
		"999999999999999999", "9999999999999999999", "9223372036854775807", "9223372036854775808",
		"-9223372036854775808", "-9223372036854775809", "18446744073709551615",
		"18446744073709551616", "1e999", "-1e999", "1e-999", "1e22", "1.5e3",
		"0.00000000000000000000001", "123456789012345678901234567890", "33554433.5", "0.3e-40"}

	random := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		s := strconv.FormatUint(random.Uint64()>>random.IntN(64), 10)
		if random.IntN(2) == 0 {
			point := random.IntN(len(s)) + 1
			s = s[:point] + "." + strings.Repeat("0", random.IntN(5)) + s[point:]
		}

		if random.IntN(2) == 0 {
			s = "-" + s
		}

		texts = append(texts, s)
	}

	for _, s := range texts {
		for _, bits := range []int{32, 64} {
			n := NewTextReader(s).number(bits)
			want, _ := strconv.ParseFloat(s, bits)

			if n.Integer {
				i, err := strconv.ParseInt(s, 10, 64)
				require.Equal(t, i, n.Int, s)
				require.Equal(t, err != nil, n.clamped, s)

				u, _ := strconv.ParseUint(strings.TrimPrefix(s, "-"), 10, 64)
				require.Equal(t, u, n.magnitude, s)
				want += 0 // -0 is 0
			}

			require.Equal(t, math.Float64bits(want), math.Float64bits(n.Float), "%s, %d", s, bits)
		}
	}
}
