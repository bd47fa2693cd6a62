package packets_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/packets"
	"godotvariant/internal/wire"
	"godotvariant/variant"
)

// TestErrorsOfReplacementsHavePaths: an error in a packet that stands for another has the offset
// of that one, and its path goes on.
func TestErrorsOfReplacementsHavePaths(t *testing.T) {
	f := every(t)
	packet := words(28, 1, 2, 7)
	assert.EqualError(t, f.Read(packet, func(r *reader) {
		_, _, ok := r.NextArray(variant.TypeNil)
		require.True(t, ok)
		packets.SkipNext(r, variant.TypeNil)
		assert.Equal(t, one+6, packets.At(r, 8))

		packets.ReadWith(r, f.Format, packet[:12], 8, func(in *reader) {
			packets.NextValue(in, variant.TypeNil)
		})
		r.Step(wire.Step{Kind: wire.StepIndex, Index: 5})
		r.Leave()
	}), "godot: decode $[5][0] (int) at offset 8: unexpected end of data")

	_, err := f.Write(nil, func(w *writer) {
		m, ok := w.PartOpen(variant.TypeArray, 1)
		require.True(t, ok)
		b, ok := w.WriteWith(f.Format, []byte("x"), func(in *writer) { in.PartInt(7) })
		assert.True(t, ok)
		assert.Equal(t, "x\x02\x00\x00\x00\x07\x00\x00\x00", string(b))

		_, ok = w.WriteWith(f.Format, nil, func(in *writer) { value(in, list(nil, str("\xff"))) })
		assert.False(t, ok)
		w.Step(wire.Step{Kind: wire.StepIndex, Index: 5})
		w.Close(m)
	})

	assert.ErrorContains(t, err, "encode $[5][1]")
}

// TestNextValueOfAType: a value of another type than the container's is an error, and after an
// error nothing is read.
func TestNextValueOfAType(t *testing.T) {
	err := every(t).Read(words(2, 7), func(r *reader) {
		assert.Nil(t, packets.NextValue(r, variant.TypeFloat))
		assert.Nil(t, packets.NextValue(r, variant.TypeInt))
	})
	require.ErrorIs(t, err, variant.ErrElementType)
}
