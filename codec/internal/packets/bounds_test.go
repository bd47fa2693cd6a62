package packets_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/wire"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestInvalidUTF8IsFoundAnywhere: a byte that is not UTF-8 is found at each position of texts of
// any length, and a byte of a longer character is not one.
func TestInvalidUTF8IsFoundAnywhere(t *testing.T) {
	f := format(t, everyType(nil))
	for n := 1; n <= 80; n++ {
		for at := range n {
			text := strings.Repeat("x", at) + "\xff" + strings.Repeat("y", n-1-at)
			for _, v := range []variant.Variant{str(text), packed.PackedStringArray{text, "z"},
				variant.NewDictionary(variant.KV(text, one))} {
				_, err := f.Append(make([]byte, 0, 256), v)
				require.ErrorIs(t, err, variant.ErrUTF8, "%q", text)
				_, err = f.Append(nil, v)
				require.ErrorIs(t, err, variant.ErrUTF8, "%q", text)
			}

			packet, err := f.Append(make([]byte, 0, 256),
				str(strings.Replace(text, "\xff", "z", 1)))
			require.NoError(t, err)
			packet[8+at] = 0xff
			_, err = f.Decode(packet)
			require.ErrorIs(t, err, variant.ErrUTF8, "%q", text)
			require.ErrorIs(t, f.Valid(packet), variant.ErrUTF8, "%q", text)

			whole := str(strings.Replace(text, "\xff", "é", 1))
			packet, err = f.Append(make([]byte, 0, 256), whole)
			require.NoError(t, err)
			v, err := f.Decode(packet)
			require.NoError(t, err)
			require.Equal(t, variant.Variant(whole), v)
		}
	}
}

// odd is a type whose methods forget the padding.
type odd struct{ ownJSON }

func (odd) Decode(r *variant.Reader) (variant.Variant, error) {
	(*wire.Reader)(r).Elements(1, 2)
	return odd{}, r.Err()
}

// TestMethodsReadWholeWords: a Decode method that reads a payload of an odd length is an error.
func TestMethodsReadWholeWords(t *testing.T) {
	f := format(t, everyType(func(_ *variant.Dialect, s *Settings) {
		s.Custom = map[variant.Type]uint8{variant.TypeCustom: 255}
		s.Prototypes = map[variant.Type]variant.Variant{variant.TypeCustom: odd{}}
		s.Foreign = map[variant.Type]bool{variant.TypeCustom: true}
	}))
	_, err := f.Decode([]byte{255, 0, 0, 0, 1, 2, 3, 4})
	require.ErrorIs(t, err, variant.ErrLength)
	require.ErrorContains(t, err, "not a multiple of 4 bytes")
}

// refusing is a type whose Encode method returns an error of its own.
type refusing struct{ variant.Nil }

func (refusing) Encode(*variant.Writer) error { return errRefused }

var errRefused = errors.New("refused")

// TestReturnedErrorsCount: an error that an Encode method returns counts, whether the Writer has
// it or not.
func TestReturnedErrorsCount(t *testing.T) {
	f := format(t, everyType(nil))
	b, err := f.Append([]byte("x"), variant.NewArray(one, refusing{}))
	require.ErrorIs(t, err, errRefused)
	require.ErrorContains(t, err, "$[1]")
	require.Equal(t, "x", string(b))
}

// TestMaxSizeIsReached: a packet of MaxSize bytes is written, and one byte more is refused.
func TestMaxSizeIsReached(t *testing.T) {
	f := format(t, everyType(func(_ *variant.Dialect, s *Settings) { s.Limits.MaxSize = 16 }))
	for _, v := range []variant.Variant{str("12345678"), str("éé1234"),
		packed.PackedInt32Array{1, 2}, variant.NewArray(nil, nil)} {
		b, err := f.Append([]byte("x"), v)
		require.NoError(t, err)
		require.Len(t, b, 17)
	}
	for _, v := range []variant.Variant{str("123456789"), str("éé12345"),
		packed.PackedInt32Array{1, 2, 3}, variant.NewArray(nil, nil, nil)} {
		_, err := f.Append([]byte("x"), v)
		require.ErrorIs(t, err, variant.ErrLimit)
	}
}
