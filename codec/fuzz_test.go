package codec_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Every target takes the settings as a number, so that the fuzzer reaches all
// dialects, precisions and both settings of FullObjects; see settingsOf.

func addSeeds(f *testing.F, n int) {
	for _, s := range seeds(f, n) {
		f.Add(s.packet, s.settings)
	}
}

// FuzzDecode decodes any bytes. There is no panic, and errors have a kind and an offset.
// What strict mode accepts default mode accepts as the same value, and likewise lenient
// mode. No key stands twice in a dictionary, and the input does not change.
func FuzzDecode(f *testing.F) {
	addSeeds(f, 3)

	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		s, before := settingsOf(n), bytes.Clone(data)
		var previous variant.Variant
		for _, mode := range []codec.Mode{codec.Strict, codec.Default, codec.Lenient} {
			v, err := s.in(mode).Decode(data)
			require.Equal(t, before, data, "the input is unchanged")
			if err != nil {
				require.Nil(t, v)
				requireDecodeError(t, err, len(data))
				require.Nil(t, previous, "%v: mode %d refuses what a stricter one takes: %v", s,
					mode, err)
				continue
			}

			require.NotNil(t, v)
			require.True(t, previous == nil || variant.Equal(previous, v),
				"%v: another value in mode %d", s, mode)
			previous = v
			requireUniqueKeys(t, s.dialect.Keys, v)
		}
	})
}

// requireUniqueKeys looks for two equal keys in one dictionary, which decoding must make
// one, except for keys that equal no other.
func requireUniqueKeys(t testing.TB, rule variant.KeyRule, v variant.Variant) {
	for path, part := range tree.Walk(v) {
		d, ok := part.(variant.Dictionary)
		if !ok || d.Len() > 100 {
			continue
		}
		for i, p := range d.Pairs {
			for _, q := range d.Pairs[:i] {
				require.False(t, sameKey(rule, p.Key, q.Key), "%v: key %#v comes twice", path,
					p.Key)
			}
		}
	}
}

// sameKey reports whether a and b are one key by the rule. By reference it only compares
// values that are equal bit by bit.
func sameKey(rule variant.KeyRule, a, b variant.Variant) bool {
	if rule == variant.KeysByContent || !variant.Equal(a, b) {
		return rule == variant.KeysByContent && variant.KeyEqual(a, b)
	}
	for _, part := range tree.Walk(a) {
		switch part.Type() {
		case variant.TypeObject, variant.TypeDictionary, variant.TypePackedFloat32Array:
			return false
		}
	}
	return true
}

func holdsObject(v variant.Variant) bool {
	for _, part := range tree.Walk(v) {
		if part.Type() == variant.TypeObject {
			return true
		}
	}
	return false
}

// FuzzRoundTrip encodes what it has decoded. After that, bytes and values stay the same.
func FuzzRoundTrip(f *testing.F) {
	addSeeds(f, 3)

	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		s := settingsOf(n)
		for _, mode := range []codec.Mode{codec.Strict, codec.Default, codec.Lenient} {
			c := s.in(mode)
			v, err := c.Decode(data)
			if err != nil {
				continue
			}

			first, err := c.Encode(v)
			rounded := s.precision == variant.Single && s.dialect.Real == variant.RealFlagged
			if rounded && errors.Is(err, variant.ErrDuplicateKey) {
				continue // doubles that the flag announced; keys among them became one
			}

			require.NoError(t, err)
			if rounded {
				v = testkit.Decode(t, c, first)
				first = testkit.Encode(t, c, v)
			}

			again := testkit.Decode(t, c, first)
			second := testkit.Encode(t, c, again)
			require.Equal(t, first, second, "%v, mode %d: %#v", s, mode, v)
			testkit.RequireEqual(t, v, again)
		}
	})
}

// FuzzValid compares Valid with Decode, and Trace with DecodeFirst, which read packets in other ways:
// the errors and the lengths are the same.
func FuzzValid(f *testing.F) {
	addSeeds(f, 3)
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		for _, mode := range []codec.Mode{codec.Strict, codec.Default, codec.Lenient} {
			c := settingsOf(n).in(mode)
			_, err := c.Decode(data)
			require.Equal(t, err, c.Valid(data))
			v, size, err := c.DecodeFirst(data)
			require.True(t, size <= len(data) && (err == nil) == (size > 0))

			var traced variant.Variant
			tracedSize, tracedErr := c.Trace(data, func(e codec.TraceEvent) { traced = e.Value })
			require.Equal(t, err, tracedErr)

			if err == nil {
				require.Equal(t, size, tracedSize)
				requireSameBits(t, c, v, traced)
			}
		}
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
			c := settingsOf(n).in(mode)
			_, size, err := c.DecodeFirst(data)
			if err != nil || size > 1<<12 {
				continue
			}

			for i := range size {
				err := c.Valid(data[:i])
				require.ErrorIs(t, err, variant.ErrTruncated, "%v, mode %d: %d bytes of % x",
					settingsOf(n), mode, i, data[:size])
				requireDecodeError(t, err, i)
			}
		}
	})
}

// FuzzValues makes a tree of values from the fuzzer's bytes, and encodes and decodes it.
func FuzzValues(f *testing.F) {
	for i := range 40 {
		f.Add(bytes.Repeat([]byte{byte(i), 7, byte(3 * i), 1, 0, 0xFF}, 10+i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		s := settingsOf(n)
		checkRandomValue(t, s, newGenerator(s, data).value())
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
