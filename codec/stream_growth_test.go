package codec_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

// nullArray is the packet of an Array of n Nils.
func nullArray(n int) []byte {
	b := make([]byte, 8+4*n)
	copy(b, []byte{28, 0, 0, 0})
	binary.LittleEndian.PutUint32(b[4:], uint32(n))
	return b
}

// repeated returns the same packet again and again, as long as no read goes past its end.
type repeated struct {
	t      testing.TB
	packet []byte
	at     int
}

func (r *repeated) Read(b []byte) (int, error) {
	if len(b) > len(r.packet)-r.at && !r.t.Failed() {
		r.t.Fatal("a read past the packet")
	}
	n := copy(b, r.packet[r.at:])
	r.at = (r.at + n) % len(r.packet)
	return n, nil
}

// TestDecoderAllocatesOnlyTheValue: once its buffer is large enough, a Decoder allocates only the value.
func TestDecoderAllocatesOnlyTheValue(t *testing.T) {
	if raced {
		t.Skip("the race detector makes pools forget")
	}

	c := codec.MustNew(codec.Options{})
	for _, n := range []int{0, 1000, 100_000} {
		packet := nullArray(n)
		value := allocsPerRun(100, func() { _, _ = c.Decode(packet) })
		frame := records(binary.LittleEndian, string(packet))
		d := c.NewDecoder(&repeated{t: t, packet: frame}, codec.FrameU32)
		requireNext(t, d, variant.NewArray(make([]variant.Variant, n)...))
		assert.Equal(t, value, allocsPerRun(100, func() { _, _ = d.Decode() }), "%d items", n)
		require.NoError(t, d.Err())
	}
}

// TestDecoderBufferIsBounded: the buffer has at most twice the bytes of the frame.
func TestDecoderBufferIsBounded(t *testing.T) {
	for n := 1000; n < 24_000; n += 1000 {
		frame := records(binary.LittleEndian, string(nullArray(n)))
		d := codec.NewDecoder(bytes.NewReader(frame), codec.FrameU32)
		_, err := d.Decode()
		require.NoError(t, err)
		assert.LessOrEqual(t, cap(d.Packet()), max(2*len(frame), 4<<10))
	}
}
