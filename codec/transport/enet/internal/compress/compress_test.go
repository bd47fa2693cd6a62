package compress

import (
	"bytes"
	"compress/zlib"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestZlib: Zlib opens a stream. It refuses a stream that is damaged or too long.
func TestZlib(t *testing.T) {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	data := bytes.Repeat([]byte("godot "), 500)
	_, err := w.Write(data)
	require.NoError(t, err)
	require.NoError(t, w.Close())

	dst := make([]byte, 4096)
	n, err := Zlib(dst, b.Bytes())
	require.NoError(t, err)
	require.Equal(t, data, dst[:n])
	_, err = Zlib(dst[:2999], b.Bytes())
	require.ErrorIs(t, err, ErrDamaged)
	_, err = Zlib(dst, b.Bytes()[:10])
	require.Error(t, err)
}

// TestFastLZ decompresses blocks of levels 1 and 2. The blocks have copied bytes, short matches and
// long matches.
func TestFastLZ(t *testing.T) {
	dst := make([]byte, 600)
	for src, want := range map[string]string{
		"\x02abc":                             "abc",
		"\x02abc\x20\x02":                     "abcabc",
		"\x00a\xe0\x05\x00":                   "a" + string(bytes.Repeat([]byte("a"), 14)),
		"\x20a\xe0\xff\x05\x00":               "a" + string(bytes.Repeat([]byte("a"), 9+255+5)),
		"\x22abc\x20\x02\x01de":               "abcabcde",
		"\x00a\x20\x00\x00b\xe0\x00\x04\x00c": "aaaabaaaabaaaac",
	} {
		n, err := FastLZ(dst, []byte(src))
		require.NoError(t, err, "%q", src)
		require.Equal(t, want, string(dst[:n]), "%q", src)
	}

	for _, src := range []string{
		"", "\x40a", "\x02ab", "\x00a\x20", "\x00a\x20\x01", "\x00a\xe0", "\x20a\xff\x05\xff\x00",
	} {
		_, err := FastLZ(dst, []byte(src))
		require.ErrorIs(t, err, ErrDamaged, "%q", src)
	}
}

// FuzzAll calls the functions of the package with arbitrary data in src. They do not panic, write
// after the end of dst, or change src.
func FuzzAll(f *testing.F) {
	f.Add([]byte("\x00a\xe0\x05\x00"))
	f.Add([]byte("\x20a\xe0\xff\x05\x00"))
	f.Add(bytes.Repeat([]byte{0x5a, 0xc3, 0x11}, 100))
	f.Fuzz(func(t *testing.T, src []byte) {
		var r RangeCoder
		before := bytes.Clone(src)
		for _, open := range []func(dst, src []byte) (int, error){r.Decode, FastLZ, Zlib} {
			room := make([]byte, 4096)
			n, err := open(room[:1000], src)
			require.LessOrEqual(t, n, 1000)
			require.True(t, err == nil || n == 0)
			require.Equal(t, make([]byte, 3096), room[1000:])
			require.Equal(t, before, src)
		}
	})
}
