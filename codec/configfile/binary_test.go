package configfile

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

var full = codec.MustNew(codec.Options{FullObjects: true})

// TestBinaryHasAllSettings: the settings of a project.godot are the same after a trip to
// project.binary.
func TestBinaryHasAllSettings(t *testing.T) {
	o := Options{Parse: text.ParseOptions{Objects: true}}
	f := mustParse(t, project+"\n[z]\n\na/b/c=1\n", o)
	require.NoError(t, f.Set("", "_custom_features", variant.String("x")))
	data, err := f.AppendBinary([]byte("before"), full)
	require.NoError(t, err)
	data = data[len("before"):]
	require.Equal(t, "ECFG\x09\x00\x00\x00\x10\x00\x00\x00_custom_features"+
		"\x0c\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00x\x00\x00\x00",
		string(data[:44]))
	require.Contains(t, string(data),
		"\x07\x00\x00\x00z/a/b/c\x08\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00")
	require.NotContains(t, string(data), "config_version")

	back, err := ParseBinary(data, full, o)
	require.NoError(t, err)
	require.Equal(t, values(f), values(back))
	require.Equal(t, "config_version=5\n_custom_features=\"x\"\n\n[application]\n",
		back.String()[:53])
	again, err := back.AppendBinary(nil, full)
	require.NoError(t, err)
	require.Equal(t, data, again)

	v, ok := New(Options{}).Get("", "config_version")
	require.False(t, ok, "%v", v)

	for _, name := range []string{"/a", "a/", "a", "/"} {
		section, key := split(name)
		require.Equal(t, "", section)
		require.Equal(t, name, key)
	}
}

// TestDamagedBinaryIsAnError: each part can be cut off, and other bytes are refused.
func TestDamagedBinaryIsAnError(t *testing.T) {
	f := mustParse(t, project, Options{Parse: text.ParseOptions{Objects: true}})
	data, err := f.AppendBinary(nil, full)
	require.NoError(t, err)

	for n := range data {
		_, err := ParseBinary(data[:n], full, Options{})
		var e *variant.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, "decode", e.Op)

		if n < 4 {
			require.ErrorIs(t, err, variant.ErrSyntax)
		} else {
			require.ErrorIs(t, err, variant.ErrTruncated)
		}
	}

	_, err = ParseBinary(append(bytes.Clone(data), 0), full, Options{})
	require.ErrorIs(t, err, variant.ErrTrailing)
	_, err = ParseBinary(data, nil, Options{})
	require.ErrorIs(t, err, variant.ErrObject)
	require.ErrorContains(t, err, `$["input"]["ui_accept"]["events"][0] (Object) at offset`)

	prefix := []byte("before")
	out, err := f.AppendBinary(prefix, nil)
	require.ErrorIs(t, err, variant.ErrObject)
	require.ErrorContains(t, err, `encode $["input"]["ui_accept"]["events"][0] (Object)`)
	require.Equal(t, prefix, out)
}

func FuzzParseBinary(f *testing.F) {
	file := mustParse(f, project, Options{Parse: text.ParseOptions{Objects: true}})
	data, err := file.AppendBinary(nil, full)
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte("ECFG\x01\x00\x00\x00\x01\x00\x00\x00a\x04\x00\x00\x00\x00\x00\x00\x00"))

	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := ParseBinary(data, full, Options{Parse: text.ParseOptions{Objects: true}})
		if err != nil {
			var e *variant.Error
			require.ErrorAs(t, err, &e)
			return
		}
		out, err := file.AppendBinary(nil, full)
		require.NoError(t, err)
		again, err := ParseBinary(out, full, Options{})
		require.NoError(t, err)
		require.ElementsMatch(t, values(file), values(again))
	})
}
