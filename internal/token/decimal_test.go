package token_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/internal/token"
)

// TestDecimals compares numbers with few and with many digits with the results of strconv.
func TestDecimals(t *testing.T) {
	texts := []string{"0", "-0", "00", "0.0", "-0.0", "1.", "9007199254740991",
		"9007199254740992.0", "9007199254740993", "9007199254740993.0", "16777216.0", "16777217.0",
		"16777217", "0.1",
		"999999999999999999", "9999999999999999999", "9223372036854775807", "9223372036854775808",
		"-9223372036854775808", "-9223372036854775809", "18446744073709551615",
		"18446744073709551616", "1e999", "-1e999", "1e-999", "1e22", "1.5e3",
		"0.00000000000000000000001", "123456789012345678901234567890", "33554433.5", "0.3e-40",
		"1e-22", "1e23", "9007199254740993e22", "1e0000000000000000000000000001",
		"1e-1000000000000000000000000", "0e99999999999999999999", "1.e1", "-0e5"}

	n := 10_000
	if testkit.Long() {
		n = 1_000_000
	}

	random := rand.New(rand.NewPCG(3, 4))
	for range n {
		s := strconv.FormatUint(random.Uint64()>>random.IntN(64), 10)
		if random.IntN(2) == 0 {
			point := random.IntN(len(s)) + 1
			s = s[:point] + "." + strings.Repeat("0", random.IntN(5)) + s[point:]
		}

		if random.IntN(4) == 0 {
			s += fmt.Sprintf("e%+03d", random.IntN(60)-30)
		}
		if random.IntN(2) == 0 {
			s = "-" + s
		}

		texts = append(texts, s)
	}

	for _, s := range texts {
		requireFloat(t, s, 64, token.NewTextReader(s).Double())

		single := token.NewTextReader(s)
		single.Single = true
		requireFloat(t, s, 32, single.Real())

		if !strings.ContainsAny(s, ".e") {
			requireInt(t, s)
		}
	}
}

// requireFloat fails unless f is the nearest number to s that a float of the given bits can have.
func requireFloat(t *testing.T, s string, bits int, f float64) {
	t.Helper()
	want, _ := strconv.ParseFloat(s, bits)
	if !strings.ContainsAny(s, ".e") {
		want += 0 // the integer -0 becomes 0
	}
	require.Equal(t, math.Float64bits(want), math.Float64bits(f), "%s, %d", s, bits)
}

// requireInt fails unless the integer s is read as the same number that strconv reads.
func requireInt(t *testing.T, s string) {
	t.Helper()
	want, err := strconv.ParseInt(s, 10, 64)

	r := token.NewTextReader(s)
	r.Strict = true
	require.Equal(t, want, r.Int(), s)
	require.Equal(t, err != nil, r.Failed(), s)

	magnitude, _ := strconv.ParseUint(strings.TrimPrefix(s, "-"), 10, 64)
	if want < 0 {
		magnitude = uint64(want)
	}
	require.Equal(t, magnitude, token.NewTextReader(s).Uint(), s)
}
