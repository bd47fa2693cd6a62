package jsonvar

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLiterals: numbers and strings have the same bytes as in encoding/json.
func TestLiterals(t *testing.T) {
	same := func(v any, got []byte) {
		t.Helper()
		want, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "%#v", v)
	}

	for c := range rune(0x3000) {
		same(string(c), appendString(nil, string(c)))
		same("a"+string(c)+"b", appendString(nil, "a"+string(c)+"b"))
	}

	for _, s := range []string{"", "\xff", "a\xffb\xe2\x80", "\U0001F600", "</script>", "\ufffd"} {
		same(s, appendString(nil, s))
	}

	numbers := []float64{0, math.Copysign(0, -1), 1e-6, 9.99999e-7, 1e-9, 1e-10, 1.5e-300, 1e20,
		1e21, 9.9e20, 1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, 0.1, -2.5, 1 << 53}

	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		numbers = append(numbers, math.Float64frombits(random.Uint64()),
			float64(math.Float32frombits(random.Uint32())), random.NormFloat64())
	}

	for _, f := range numbers {
		if f-f == 0 {
			same(f, appendNumber(nil, f, 64))
		}
		if f := float32(f); f-f == 0 {
			same(f, appendNumber(nil, float64(f), 32))
		}
	}

	for _, f := range []float32{1e-6, 1e21} {
		for _, f := range []float32{
			f, math.Nextafter32(f, 0), math.Nextafter32(f, math.MaxFloat32),
		} {
			same(f, appendNumber(nil, float64(f), 32))
		}
	}
}
