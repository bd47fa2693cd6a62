package codec_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/packed"
)

func TestFramingString(t *testing.T) {
	for f, want := range map[codec.Framing]string{
		codec.FrameU32: "FrameU32", codec.FrameU32BE: "FrameU32BE", codec.FrameNone: "FrameNone", 3: "unknown framing",
	} {
		assert.Equal(t, want, f.String())
	}
}

// TestStreamBufferKept: what becomes of a buffer that one frame has made big depends on
// the frames behind it. Sizes are in bytes with the frame's length.
func TestStreamBufferKept(t *testing.T) {
	const small = 16
	repeat := func(size, n int) (sizes []int) {
		for range n {
			sizes = append(sizes, size)
		}
		return sizes
	}
	join := func(parts ...[]int) (sizes []int) {
		for _, p := range parts {
			sizes = append(sizes, p...)
		}
		return sizes
	}
	for name, c := range map[string]struct {
		big  int
		then []int
		kept bool
	}{
		"64 KiB are always kept":              {64 << 10, repeat(small, 200), true},
		"more is kept for 64 small frames":    {64<<10 + 4, repeat(small, 64), true},
		"and let go for the next":             {64<<10 + 4, repeat(small, 65), false},
		"a quarter of the buffer is small":    {128 << 10, join(repeat(small, 60), repeat(32<<10, 1), repeat(small, 60)), false},
		"more than a quarter begins anew":     {128 << 10, join(repeat(small, 60), repeat(32<<10+4, 1), repeat(small, 60)), true},
		"and is counted from there":           {128 << 10, join(repeat(small, 60), repeat(32<<10+4, 1), repeat(small, 65)), false},
		"frames that fill it keep it forever": {128 << 10, repeat(128<<10, 100), true},
	} {
		t.Run(name, func(t *testing.T) {
			var stream bytes.Buffer
			e := codec.NewEncoder(&stream, codec.FrameU32)
			sizes := append([]int{c.big}, c.then...)
			for _, size := range sizes {
				require.NoError(t, e.Encode(make(packed.PackedByteArray, size-4-8)))
			}
			d := codec.NewDecoder(&stream, codec.FrameU32)
			for i, size := range sizes {
				_, err := d.Decode()
				require.NoError(t, err)
				require.Len(t, d.Packet(), size-4)
				if i == 0 {
					require.Equal(t, c.big-4, cap(d.Packet()), "as big as needed and no bigger")
				}
			}
			assert.Equal(t, c.kept, cap(d.Packet()) == c.big-4, "%d", cap(d.Packet()))
		})
	}
}
