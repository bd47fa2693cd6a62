package codec_test

import (
	"bytes"
	gomath "math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// For large packed arrays, the codec allocates memory that is not cleared. These tests fill memory
// with oldByte and free it, and look for oldByte in the results.

const oldByte = 0x5a

// dirty makes the allocator hand out memory full of oldByte.
func dirty() {
	for range 10 {
		_ = bytes.Repeat([]byte{oldByte}, 64<<10)
		_ = bytes.Repeat([]byte{oldByte}, 192<<10)
	}
	runtime.GC()
}

// isOld reports whether x has the content of memory that is full of oldByte.
func isOld(x float64) bool { return gomath.Float64bits(x) == 0x5a5a5a5a5a5a5a5a }

// vectorsTo returns n vectors. The last vector is not finite.
func vectorsTo(n int) packed.PackedVector3Array {
	a := make(packed.PackedVector3Array, n)
	for i := range a {
		a[i] = math.Vector3{X: float64(i), Y: 0.5, Z: -1}
	}
	a[n-1].Z = gomath.Inf(1)
	return a
}

// TestUnclearedIsFilled: a packed array in memory that was not cleared contains nothing of the old
// memory. The test writes and reads the array at once, reads it element by element, and reads
// damaged packets.
func TestUnclearedIsFilled(t *testing.T) {
	for _, precision := range []variant.Precision{codec.Single, codec.Double} {
		plain := codec.MustNew(codec.Options{Precision: precision})
		finite := codec.MustNew(codec.Options{Precision: precision, Finite: true})
		exact := codec.MustNew(codec.Options{Precision: precision, Exact: true})

		for _, n := range []int{200, 8000} {
			want := vectorsTo(n)
			packet, err := exact.Encode(want) // element by element
			require.NoError(t, err)

			short := want[:n-1]
			finitePacket, err := finite.Encode(short)
			require.NoError(t, err)

			for range 2 {
				dirty()
				b, err := plain.Encode(want)
				require.NoError(t, err)
				assert.True(t, bytes.Equal(packet, b), "%d vectors, written at once", n)

				dirty()
				b, err = plain.Append([]byte("before"), want)
				require.NoError(t, err)
				assert.True(t, bytes.Equal(packet, b[len("before"):]), "%d vectors, appended", n)

				dirty()
				v, err := plain.Decode(packet)
				require.NoError(t, err)
				assert.True(t, variant.Equal(want, v), "%d vectors, read at once", n)

				dirty()
				v, err = finite.Decode(finitePacket)
				require.NoError(t, err)
				assert.True(t, variant.Equal(short, v), "%d vectors, read one by one", n)

				for _, c := range []*codec.Codec{plain, finite} {
					for _, damaged := range [][]byte{packet, packet[:len(packet)-4]} {
						dirty()
						var got []math.Vector3
						_ = c.Unmarshal(damaged, &got)

						for _, v := range got {
							require.False(t, isOld(v.X) || isOld(v.Y) || isOld(v.Z),
								"%d vectors, after an error", n)
						}
					}
				}
			}
		}
	}
}

// TestGrowthIsLinear: if a packet has many packed arrays, and each needs new memory that is not
// cleared, the codec allocates memory in proportion to their size.
func TestGrowthIsLinear(t *testing.T) {
	var a variant.Array
	for range 64 {
		a.Items = append(a.Items, vectorsTo(8000))
	}

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b, err := codec.Append([]byte{}, a)
	runtime.ReadMemStats(&after)

	require.NoError(t, err)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8*len(b)))
}
