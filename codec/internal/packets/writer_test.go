package packets_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/packed"
	"godotvariant/variant"
)

// TestTextsOfAllLengths: texts of all lengths come out right, with and without a byte that is not
// ASCII at each position, in buffers with little and much capacity. A byte that is not UTF-8 is
// found at each position, in both directions.
func TestTextsOfAllLengths(t *testing.T) {
	f := every(t)
	for n := range 80 {
		text := strings.Repeat("a", n)
		textIsWritten(t, f, text)

		for at := range n {
			if at < n-1 { // é has two bytes
				textIsWritten(t, f, text[:at]+"é"+text[at+2:])
			}

			bad := text[:at] + "\xff" + text[at+1:]
			for _, v := range []variant.Variant{str(bad), packed.PackedStringArray{bad, "z"},
				dict(kv(bad, one))} {
				for _, dst := range [][]byte{nil, make([]byte, 0, 256)} {
					_, err := f.Append(dst, v)
					require.ErrorIs(t, err, variant.ErrUTF8, "%q", bad)
				}
			}

			packet := f.encode(str(text))
			packet[8+at] = 0xff
			require.Equal(t, 8+at, f.refuse(packet, variant.ErrUTF8).Offset, "%q", bad)
		}
	}
}

func textIsWritten(t *testing.T, f *format, text string) {
	want := words(4, len(text), text)
	require.Equal(t, str(text), f.decode(want))

	for _, v := range []variant.Variant{str(text), list(str(text)), dict(pair(str(text), nil))} {
		start := 8
		if v.Type() == variant.TypeString {
			start = 0
		}

		for _, room := range []int{0, 4, 8, 200} {
			out, err := f.Append(make([]byte, 0, room), v)
			require.NoError(t, err)
			require.Equal(t, want, out[start:start+len(want)], "%q in a %v, room for %d", text,
				v.Type(), room)
		}
	}
}
