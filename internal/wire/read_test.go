package wire

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/fault"
	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// singles returns the bytes of numbers in single precision.
func singles(fs ...float32) (b []byte) {
	for _, f := range fs {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

// TestRealsAfterAnError: after an error, Reals2, Reals3 and Reals4 return zeros and read nothing.
// Without an error these methods read numbers in single precision.
func TestRealsAfterAnError(t *testing.T) {
	f := forms.NewKeyed(dialect.KeysByContent)
	for n, read := range map[int]func(*Reader) []float64{
		2: func(r *Reader) []float64 { x, y := r.Reals2(); return []float64{x, y} },
		3: func(r *Reader) []float64 { x, y, z := r.Reals3(); return []float64{x, y, z} },
		4: func(r *Reader) []float64 { x, y, z, w := r.Reals4(); return []float64{x, y, z, w} },
	} {
		b := singles(1.5, -2, 3, 4)[:4*n]
		r := NewReader(f, b, nil)
		assert.Equal(t, []float64{1.5, -2, 3, 4}[:n], read(r))
		assert.Equal(t, 4*n, r.Offset())
		r.Release()

		r = NewReader(f, b, nil)
		_ = r.Fail(fault.ErrRange)
		assert.Equal(t, make([]float64, n), read(r))
		assert.Zero(t, r.Offset())
		r.Release()
	}
}

// TestTextAfterTheEnd: TextAfter does not fail if the data is too short for the text and its
// padding.
func TestTextAfterTheEnd(t *testing.T) {
	f := forms.NewKeyed(dialect.KeysByContent)
	for n, want := range map[uint32]bool{
		0: true, 4: true, 5: true, 8: true,
		9: false, 1 << 31: false, math.MaxUint32: false,
	} {
		r := NewReader(f, []byte("abcde\x00\x00\x00"), nil)
		text, ok := r.TextAfter(0, n)
		require.Equal(t, want, ok, n)
		require.NoError(t, r.Err())
		if ok {
			require.Len(t, text, int(n))
		} else {
			require.Zero(t, r.Offset())
		}
		r.Release()
	}
}

// TestUnread: Unread moves back to the start of a packet, and reserves its bytes again.
func TestUnread(t *testing.T) {
	r := NewReader(forms.NewKeyed(dialect.KeysByContent), make([]byte, 8), nil)
	defer r.Release()
	r.Reserve(2 * forms.MinPacket)
	before := r.Reserved()
	r.Reserve(-forms.MinPacket)
	r.Skip(4)

	r.Unread(0)
	require.Zero(t, r.Offset())
	require.Equal(t, before, r.Reserved())
}

// TestIsNaN: IsNaN finds a NaN in a payload of 8 and of 4 bytes. The function holdsNaN finds a NaN
// among several numbers.
func TestIsNaN(t *testing.T) {
	for _, f := range []float64{0, 1, math.Inf(1), math.NaN()} {
		wide := binary.LittleEndian.AppendUint64(nil, math.Float64bits(f))
		require.Equal(t, f != f, IsNaN(wide), f)
		require.Equal(t, f != f, IsNaN(singles(float32(f))), f)
	}

	nan := float32(math.NaN())
	require.True(t, holdsNaN(singles(1, 2, nan)))
	require.True(t, holdsNaN(singles(nan, 2)))
	require.False(t, holdsNaN(singles(1, 2)))
}
