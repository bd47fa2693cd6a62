package codec_test

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestF3PartOfThePadding: lenient mode reads a PackedByteArray at the very end whose padding
// is missing or cut, as engines do.
func TestF3PartOfThePadding(t *testing.T) {
	for d, id := range map[*variant.Dialect]byte{codec.Godot3: 20, codec.Godot4: 29} {
		whole := append([]byte{id, 0, 0, 0, 5, 0, 0, 0}, 1, 2, 3, 4, 5, 0, 0, 0)
		for n := 13; n <= 16; n++ {
			cut := whole[:n]
			c := settings{dialect: d}.in(codec.Lenient)
			v, used, err := c.DecodeFirst(cut)
			require.NoError(t, err)
			require.Equal(t, packed.PackedByteArray{1, 2, 3, 4, 5}, v)
			require.Equal(t, n, used)
			require.NoError(t, c.Valid(cut))
			traced, err := c.Trace(cut, func(e variant.TraceEvent) { v = e.Value })
			require.NoError(t, err)
			require.Equal(t, n, traced)
			require.Equal(t, packed.PackedByteArray{1, 2, 3, 4, 5}, v)

			s := c.NewDecoder(iotest.OneByteReader(bytes.NewReader(cut)), codec.FrameNone)
			v, err = s.Decode()
			require.NoError(t, err)
			require.Equal(t, packed.PackedByteArray{1, 2, 3, 4, 5}, v)
			_, err = s.Decode()
			require.Equal(t, io.EOF, err)

			for _, mode := range []codec.Mode{codec.Default, codec.Strict} {
				_, err := settings{dialect: d}.in(mode).Decode(cut)
				assert.Equal(t, n < 16, err != nil)
			}
			if n < 16 { // not at the very end
				_, err = c.Decode(append([]byte{id - 1, 0, 0, 0, 2, 0, 0, 0}, cut...))
				require.ErrorIs(t, err, variant.ErrTruncated)
			}
		}
		_, err := settings{dialect: d}.in(codec.Lenient).Decode(whole[:12])
		require.ErrorIs(t, err, variant.ErrTruncated)
	}
}

