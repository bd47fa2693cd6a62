package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/transcript"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// TestLosslessTextReadsBack formats random values of all types in the lossless form, and reads them
// back.
func TestLosslessTextReadsBack(t *testing.T) {
	c := codec.MustNew(codec.Options{FullObjects: true})
	formatted := map[text.Version]int{}
	tried := 0

	for v := range transcript.Values(1, c.Dialect().Types) {
		packet, err := c.Encode(v)
		if err != nil {
			continue
		}

		v, err = c.Decode(packet)
		require.NoError(t, err)
		for _, version := range []text.Version{text.Version4, text.Version3} {
			s, err := text.Format(v, text.Options{Version: version, Lossless: true})
			if err != nil {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%v", v)
				continue
			}

			back, err := text.Parse(s, text.ParseOptions{Objects: true})
			require.NoError(t, err, s)
			require.True(t, variant.Equal(v, back), "%s\nwant %#v\ngot  %#v", s, v, back)
			formatted[version]++
		}

		tried++
		if tried == 5000 {
			break
		}
	}

	require.Greater(t, formatted[text.Version4], 2500)
	require.Greater(t, formatted[text.Version3], 500)
}

// TestLosslessRefusesWhatTextCannotHold has values that no text represents completely.
func TestLosslessRefusesWhatTextCannotHold(t *testing.T) {
	for _, v := range []variant.Variant{
		variant.Array{Shared: true},
		variant.TypedArray{Elem: variant.ElementType{Type: variant.TypeInt}},
		variant.String("\xff"),
	} {
		_, err := text.Format(v, text.Options{Lossless: true})
		require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
		_, err = text.Format(v, text.Options{})
		require.NoError(t, err)
	}
}
