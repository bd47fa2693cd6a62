package savefile

import (
	"bytes"
	"io"
	"os"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// TestEveryCutIsATruncation cuts files of every format everywhere. Only a plain file can't show
// that it is cut off.
func TestEveryCutIsATruncation(t *testing.T) {
	for name, o := range forms() {
		file := mustPack(t, content(5000), o)
		end := len(file)
		switch {
		case o.Format == Plain:
			continue
		case o.Format == Compressed:
			end -= len(gcpfMagic) // engines do not check it
		}

		o.Compression = FastLZ
		o.BigEndian = false
		o.IV = nil

		for n := len(gcpfMagic); n < end; n++ {
			_, _, err := Unpack(file[:n], o)
			require.ErrorIs(t, err, variant.ErrTruncated, "%s, %d of %d bytes", name, n, end)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		}
	}
}

type lateWriter struct{}

func (lateWriter) Write([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }

// TestErrorsOfReadersAreWrapped: an Error wraps the error of a reader or writer, at any offset of
// any format, and says what happened.
func TestErrorsOfReadersAreWrapped(t *testing.T) {
	check := func(err error, op, what string) {
		t.Helper()
		var e *Error
		require.ErrorAs(t, err, &e, what)
		assert.Equal(t, op, e.Op)
		assert.ErrorIs(t, err, os.ErrDeadlineExceeded)
		assert.ErrorContains(t, err, ": timed out: ")
	}

	for name, o := range forms() {
		file := mustPack(t, content(5000), o)
		read := o
		read.Compression = FastLZ
		read.BigEndian = false
		read.IV = nil
		read.Strict = true

		for n := range len(file) + 1 {
			if n == len(file) && !o.Format.Encrypted() {
				continue
			}
			r := io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(os.ErrDeadlineExceeded))
			_, _, err := unpack(r, read)
			check(err, "read", name)
		}

		w, err := NewWriter(lateWriter{}, o)
		require.NoError(t, err)

		_, err = w.Write(content(100))
		if err == nil {
			err = w.Close()
		}

		check(err, "write", name)
	}

	_, err := Inspect(iotest.ErrReader(os.ErrDeadlineExceeded))
	assert.ErrorContains(t, err, "timed out: ")
}
