package text_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/vectors"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// FuzzParse: nothing panics, an error has its place in the text, and a value that
// was read is read again from its lossless text.
func FuzzParse(f *testing.F) {
	for _, r := range recorded {
		for i, v := range vectors.Load(f, r.file) {
			if i%40 == 0 {
				f.Add(v.VarToStr)
			}
		}
	}

	for _, s := range []string{
		`Array[int]([1, 2])`, `Dictionary[String, Variant]({"a": 1,})`, `Object(Timer,"a":[1])`,
		`Resource("res://a")`, `#ff8000`,
		`"\u00e9\U01F600\ud83d\ude00"`, "; c\n-inf.0", `nan(0x7ff8000000000001)`,
		`PackedByteArray("AQI=")`, `&"a"`, `^"a"`, `[[[[`, `{1:`, `-`,
	} {
		f.Add(s)
	}

	f.Fuzz(func(t *testing.T, s string) {
		v, err := text.Parse(s, text.ParseOptions{Objects: true, MaxSize: 1 << 16})
		if err != nil {
			var place *text.Error
			require.True(t, errors.As(err, &place))
			require.LessOrEqual(t, place.Offset, len(s))
			require.Equal(t, 1+strings.Count(s[:place.Offset], "\n"), place.Line)
			require.Positive(t, place.Column)
			require.Nil(t, v)

			return
		}

		again, err := text.Format(v, text.Options{Lossless: true})
		require.NoError(t, err)
		back, err := text.Parse(again, text.ParseOptions{Objects: true})
		require.NoError(t, err)
		require.True(t, variant.Equal(v, back), "%s\n%s", s, again)
	})
}
