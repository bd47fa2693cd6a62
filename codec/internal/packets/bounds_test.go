package packets_test

import (
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
