package codec_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/packed"
)

func TestFramingString(t *testing.T) {
	for f, want := range map[codec.Framing]string{
		codec.FrameU32: "FrameU32", codec.FrameU32BE: "FrameU32BE", codec.FrameNone: "FrameNone", 3: "unknown framing",
	} {
		assert.Equal(t, want, f.String())
	}
}

// TestStreamBufferKept: the frames after a big one decide whether its buffer is kept.
// Sizes are in bytes and include the frame's length.
func TestStreamBufferKept(t *testing.T) {
	small := func(n int) []int { return slices.Repeat([]int{16}, n) }
	between := func(size, n int) []int { return slices.Concat(small(60), []int{size}, small(n)) }
	for name, c := range map[string]struct {
		big  int
		then []int
		kept bool
	}{
		"64 KiB are always kept":              {64 << 10, small(200), true},
		"more is kept for 64 small frames":    {64<<10 + 4, small(64), true},
		"and let go for the next":             {64<<10 + 4, small(65), false},
		"however big it is":                   {4 << 20, small(65), false},
		"a quarter of the buffer is small":    {128 << 10, between(32<<10, 60), false},
		"more than a quarter begins anew":     {128 << 10, between(32<<10+4, 60), true},
		"and is counted from there":           {128 << 10, between(32<<10+4, 65), false},
		"frames that fill it keep it forever": {128 << 10, slices.Repeat([]int{128 << 10}, 100), true},
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
			assert.True(t, c.kept || cap(d.Packet()) < 64<<10)
		})
	}
}

// asked keeps how many bytes each Read could return.
type asked struct {
	r     io.Reader
	sizes []int
}

func (a *asked) Read(b []byte) (int, error) {
	a.sizes = append(a.sizes, len(b))
	return a.r.Read(b)
}

// TestDecoderReads: a Decoder reads only its frame, and makes room for as much as it has
// read already, or for 4 KiB.
func TestDecoderReads(t *testing.T) {
	for _, c := range []struct {
		size int
		want []int
	}{
		{12, []int{4, 8}},
		{512, []int{4, 508}},
		{516, []int{4, 508, 4}},
		{4 << 10, []int{4, 508, 3584}},
		{4<<10 + 4, []int{4, 508, 3584, 4}},
		{20_000, []int{4, 508, 3584, 4096, 8192, 3616}},
	} {
		packet := testkit.Encode(t, nil, make(packed.PackedByteArray, c.size-4-8))
		r := asked{r: bytes.NewReader(append(records(binary.LittleEndian, string(packet)), "what follows"...))}
		_, err := codec.NewDecoder(&r, codec.FrameU32).Decode()
		require.NoError(t, err)
		assert.Equal(t, c.want, r.sizes, "%d bytes", c.size)
	}
}

// TestDecoderNoProgress: a hundred reads without bytes in a row are an error, 99 are not.
func TestDecoderNoProgress(t *testing.T) {
	frame := []byte{8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0}
	for times, want := range map[int]error{99: nil, 100: io.ErrNoProgress} {
		for f, input := range map[codec.Framing][]byte{codec.FrameU32: frame, codec.FrameNone: frame[4:]} {
			_, err := codec.NewDecoder(&stutter{r: iotest.OneByteReader(bytes.NewReader(input)), times: times}, f).Decode()
			require.ErrorIs(t, err, want, "%d, %v", times, f)
		}
	}
}
