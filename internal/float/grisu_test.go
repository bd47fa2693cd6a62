package float_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/float"
	"godotvariant/internal/test/testkit"
)

// TestDigitsAreFewAndReadBack: digits of random numbers read back as the same numbers. The digits
// of strconv are the fewest that read back. The test counts the numbers whose digits differ from
// the digits of strconv.
func TestDigitsAreFewAndReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const n = 200_000
	for _, c := range []struct {
		bits   int
		finite func() float64
		most   int // digits
		others int // number of the n numbers for which strconv finds other digits, ±100
	}{
		{64, func() float64 { return math.Float64frombits(r.Uint64()) }, 17, 320},
		{32, func() float64 { return float64(math.Float32frombits(r.Uint32())) }, 9, 820},
	} {
		others := 0
		for i := 0; i < n; {
			f := c.finite()
			if f-f != 0 || f == 0 {
				continue
			}

			i++
			s := string(float.AppendDigits(nil, f, c.bits == 32))
			back, err := strconv.ParseFloat(s, c.bits)
			require.NoError(t, err)
			require.Equal(t, f, back, s)

			if fewest := strconv.FormatFloat(f, 'g', -1, c.bits); digitsOf(s) != digitsOf(fewest) {
				others++
				require.LessOrEqual(t, len(digitsOf(s)), c.most, s)
			}
		}

		assert.InDelta(t, c.others, others, 100)
	}
}

// TestExactDigits: whole numbers, and numbers that have few decimals, get the same digits as from
// Grisu.
func TestExactDigits(t *testing.T) {
	n := 10_000
	if testkit.Long() {
		n = 1_000_000
	}

	r := rand.New(rand.NewPCG(5, 6))
	found := map[bool]int{}
	for range n {
		whole := float64(r.Uint64() >> (11 + r.IntN(53))) // at most 53 bits
		x := math.Ldexp(whole+1, -r.IntN(5))
		single := r.IntN(2) == 0

		if single {
			x = float64(float32(x))
		}

		var buf, other [17]byte
		digits, exponent := float.ExactDigits(&buf, x, single)
		if len(digits) == 0 {
			continue
		}

		found[single]++
		want, wantExponent := float.Grisu(other[:0], x, single)
		require.Equal(t, string(want), string(digits), "%v, %t", x, single)
		require.Equal(t, wantExponent, exponent, "%v, %t", x, single)
	}

	assert.Greater(t, found[true], n/10)
	assert.Greater(t, found[false], n/10)
}

// TestDecimalOrExponent: numbers from 0.0001 on, with up to 15 digits before the point, are written
// without an exponent.
func TestDecimalOrExponent(t *testing.T) {
	for f, want := range map[float64]string{
		1e14: "100000000000000", 123456789012345: "123456789012345", 1e15: "1e+15",
		1234567890123456: "1.234567890123456e+15", 12345678901234.5: "12345678901234.5",
		0.0001: "0.0001", 0.00012: "0.00012", 0.00001: "1e-05", 1e100: "1e+100",
	} {
		assert.Equal(t, want, string(float.AppendDigits(nil, f, false)))
	}
}

// TestMiddle: some numbers in single precision are exactly in the middle between two texts that
// both have the fewest digits. The test requires the text that Godot 4.6 writes.
func TestMiddle(t *testing.T) {
	for f, want := range map[float64]string{
		2097152.25: "2097152.2", 2097152.75: "2097152.7", 2097656.25: "2097656.3",
		2100156.25: "2100156.3",
	} {
		assert.Equal(t, want, string(float.AppendDigits(nil, f, true)))
	}
}

// digitsOf returns the digits of a number without the zeros around them.
func digitsOf(s string) string {
	s, _, _ = strings.Cut(s, "e")
	return strings.Trim(strings.ReplaceAll(strings.TrimPrefix(s, "-"), ".", ""), "0")
}

// TestPowersOfTenAreRoundedOnce: for every exponent that a number can have, the power of ten is the
// exact power, rounded to 64 bits.
func TestPowersOfTenAreRoundedOnce(t *testing.T) {
	seen := map[uint64]bool{}
	for e := -1137; e <= 960; e++ {
		power, shift, exponent := float.Scale(e)
		seen[power] = true
		ten := new(big.Float).SetPrec(4000).SetInt(new(big.Int).Exp(big.NewInt(10),
			big.NewInt(int64(max(exponent, -exponent))), nil))

		if exponent > 0 {
			ten.Quo(big.NewFloat(1).SetPrec(4000), ten)
		}

		// ten·2^e = power·2^-shift·2^-64, rounded
		rounded := new(big.Float).SetPrec(64).Set(ten)
		want, _ := rounded.SetMantExp(rounded, e+shift+64).Uint64()
		require.Equal(t, want, power, e)
		require.GreaterOrEqual(t, power, uint64(1)<<63)
		require.True(t, shift >= 32 && shift <= 61, "%d: %d", e, shift)
		require.Less(t, power>>shift, uint64(1e9), e)
	}

	assert.Len(t, seen, 79)
}
