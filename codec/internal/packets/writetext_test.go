package packets_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// TestTextsOfAllLengths: texts of all lengths that are written differently come out right, with
// and without a byte that is not ASCII, in buffers with little and much capacity.
func TestTextsOfAllLengths(t *testing.T) {
	f := format(t, everyType(nil))
	for n := range 80 {
		texts := []string{strings.Repeat("a", n)}
		for at := range n - 1 { // é has two bytes
			texts = append(texts, strings.Repeat("b", at)+"é"+strings.Repeat("c", n-at-2))
		}

		for _, text := range texts {
			want := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, 4),
				uint32(n))
			want = append(want, text...)

			want = append(want, make([]byte, -n&3)...)
			for _, v := range []variant.Variant{str(text), variant.NewArray(str(text)),
				variant.NewDictionary(pair(str(text), nil))} {
				for _, room := range []int{0, 4, 8, 200} {
					out, err := f.Append(make([]byte, 0, room), v)
					require.NoError(t, err)
					start := 0

					if v.Type() != variant.TypeString {
						start = 8
					}

					require.Equal(t, want, out[start:start+len(want)], "%q in a %v, room for %d",
						text, v.Type(), room)
				}
			}
		}
	}
}
