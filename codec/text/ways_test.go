package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// The codecs of the tests. All of them accept full objects.
var (
	single = codec.MustNew(codec.Options{FullObjects: true})
	double = codec.MustNew(codec.Options{FullObjects: true, Precision: codec.Double})
	godot3 = codec.MustNew(codec.Options{FullObjects: true, Dialect: codec.Godot3})
)

// A way is a form of text and a codec. The zero way is var_to_str of Godot 4.
type way struct {
	text.Form
	codec *codec.Codec
}

func mustFormat(t testing.TB, v variant.Variant, w way) string {
	t.Helper()
	s, err := w.Format(v, w.codec)
	require.NoError(t, err, "%#v", v)
	return s
}

func mustParse(t testing.TB, s string, c *codec.Codec) variant.Variant {
	t.Helper()
	v, err := text.Parse(s, c)
	require.NoError(t, err, s)
	return v
}

func equalText(t *testing.T, v variant.Variant, w way, want string) {
	t.Helper()
	got, err := w.Format(v, w.codec)
	require.NoError(t, err)
	if got != want { // make the message only if it is needed
		require.Equal(t, want, got, "%#v", v)
	}
}
