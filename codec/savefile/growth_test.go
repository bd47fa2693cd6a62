package savefile

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/testkit"
)

// TestMemoryGrowsWithTheFile writes and reads files in small parts. Every buffer grows by a
// factor, so what is allocated is a small multiple of the bytes.
func TestMemoryGrowsWithTheFile(t *testing.T) {
	const size, most = 1 << 20, 10
	plain := content(size)
	for name, o := range forms() {
		var file bytes.Buffer
		written := testkit.Allocated(func() {
			w, err := NewWriter(&file, o)
			require.NoError(t, err)
			for at := 0; at < size; at += 64 {
				_, _ = w.Write(plain[at : at+64])
			}
			require.NoError(t, w.Close())
		})

		assert.Less(t, written, uint64(most*size), "write %s", name)
		read := testkit.Allocated(func() {
			r, err := NewReader(iotest.HalfReader(&file), Options{Key: o.Key, Password: o.Password,
				Compressors: o.Compressors})
			require.NoError(t, err)
			n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{r},
				make([]byte, 64))
			require.NoError(t, err)
			require.EqualValues(t, size, n)
		})

		assert.Less(t, read, uint64(most*size), "read %s", name)
	}
}
