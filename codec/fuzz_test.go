package codec_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

// Every target takes the settings as a number, so that the fuzzer reaches all
// dialects, precisions and both settings of FullObjects; see settingsOf.

func addSeeds(f *testing.F, n int) {
	for _, s := range seeds(f, n) {
		f.Add(s.packet, s.settings)
	}
}

// FuzzPacket runs any bytes through all functions that read packets, in all modes, and its values
// through those that take values: what the campaign does with its mutants. The input does not change.
func FuzzPacket(f *testing.F) {
	addSeeds(f, 3)

	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		x := newExecutor(t, uint64(n))
		x.all = false
		x.packet = bytes.Clone(data)
		x.run(settingsOf(n))
		require.Equal(t, data, x.packet, "the input is unchanged")
	})
}

// requireSameBits requires that two values encode to the same bytes.
func requireSameBits(t testing.TB, c *codec.Codec, want, got variant.Variant) {
	t.Helper()
	a, errA := c.Encode(want)
	b, errB := c.Encode(got)
	require.Equal(t, errA, errB)
	require.Equal(t, a, b)
}

// FuzzPrefix cuts valid packets: no beginning of one is valid.
func FuzzPrefix(f *testing.F) {
	addSeeds(f, 5)

	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		for _, mode := range []codec.Mode{codec.Strict, codec.Default} {
			checkBeginnings(t, settingsOf(n).in(mode), data)
		}
	})
}

// FuzzValues makes a tree of values from the fuzzer's bytes, and checks its properties.
func FuzzValues(f *testing.F) {
	for i := range 40 {
		f.Add(bytes.Repeat([]byte{byte(i), 7, byte(3 * i), 1, 0, 0xFF}, 10+i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		s := settingsOf(n)
		newExecutor(t, uint64(n)).runValue(t, s, newGenerator(s, data).value())
	})
}

// FuzzEncode encodes values that a program can pass by mistake, see oddGenerator. The
// result is bytes that decode, or an error and the caller's slice unchanged.
func FuzzEncode(f *testing.F) {
	for i := range 40 {
		f.Add(bytes.Repeat([]byte{byte(i), 9, byte(5 * i), 3, 0, 0xFF}, 10+i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) { checkOddValue(t, settingsOf(n), data) })
}
