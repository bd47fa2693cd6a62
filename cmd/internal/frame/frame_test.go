package frame_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/frame"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/variant"
)

// TestFrames: the function ByName finds each frame by its name, and the function Of finds it in a
// detection. An Encoder for the frame writes the same bytes as Append. Whole and Length find the
// lengths in these bytes.
func TestFrames(t *testing.T) {
	c := codec.MustNew(codec.Options{})

	for _, f := range frame.All {
		named, ok := frame.ByName(f.String())
		require.True(t, ok)
		require.Equal(t, f, named)
		require.Equal(t, f, frame.Of(frame.With(inspect.Detection{}, f)))

		var b bytes.Buffer
		e := f.NewEncoder(c, &b)
		require.NoError(t, e.Encode(variant.Int(5)))
		require.NoError(t, e.Encode(variant.Bool(true)))

		five, err := c.Encode(variant.Int(5))
		require.NoError(t, err)
		yes, err := c.Encode(variant.Bool(true))
		require.NoError(t, err)

		all := f.Append(f.Append(nil, five), yes)
		require.Equal(t, all, b.Bytes())
		require.Equal(t, len(all), f.Whole(all))
		require.Equal(t, len(f.Append(nil, five)), f.Prefix()+len(five))

		same, err := f.AppendFunc(all, func([]byte) ([]byte, error) { return nil, io.EOF })
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, all, same)

		if f != frame.None {
			require.Equal(t, f.Framing().Append(nil, five), f.Append(nil, five))
			require.Equal(t, int64(len(five)), f.Length(all))
			require.Equal(t, f.Prefix()+len(five), f.Whole(all[:len(all)-1]))
			require.Zero(t, f.Whole(all[:2]))

			f.SetLength(all, 0xFFFF_FFFF)
			require.Equal(t, int64(0xFFFF_FFFF), f.Length(all))
			require.Zero(t, f.Whole(all))
		}
	}

	_, ok := frame.ByName("u16")
	require.False(t, ok)
	require.Equal(t, []string{"u32", "u32be", "none"}, frame.Names())
}
