package savefile

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestZerosOfEnginesAreRead: zeros in blocks of the engines' size shrink the most, and stay within
// the default limits.
func TestZerosOfEnginesAreRead(t *testing.T) {
	zeros := make([]byte, 4<<20)
	for _, c := range builtin {
		file := mustPack(t, zeros, Options{Format: Compressed, Compression: c})
		plain, _ := mustUnpack(t, file, Options{})
		assert.Len(t, plain, len(zeros), c)
		assert.Less(t, len(zeros)/len(file), DefaultRatio/2, c)
	}
}

// TestBombsAreRefused: a file of one big block is refused by its header, and read with
// other limits.
func TestBombsAreRefused(t *testing.T) {
	zeros := make([]byte, 1<<20)
	stream, err := deflater()(nil, zeros)
	require.NoError(t, err)
	empty, err := deflater()(nil, nil)
	require.NoError(t, err)

	file := join(le("GCPF", 1, uint32(len(zeros)), uint32(len(zeros)), uint32(len(stream)),
		uint32(len(empty))), stream, empty, []byte("GCPF"))
	refused(t, file, Options{}, ErrLimit, 8)
	refused(t, file, Options{Limits: Limits{Block: 1 << 20}}, ErrLimit, 12)

	plain, _ := mustUnpack(t, file, Options{Limits: Limits{Block: 1 << 20, Ratio: 2000}})
	assert.Len(t, plain, len(zeros))
}
