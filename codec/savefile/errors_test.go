package savefile

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
		if o.Format == Plain {
			continue
		}

		file := mustPack(t, content(5000), o)
		end := len(file) - len(gcpfMagic)
		for n := len(gcpfMagic); n < len(file); n++ {
			read := reading(o)
			read.Strict = n > end && o.Format == Compressed
			_, _, err := Unpack(file[:n], read)

			if read.Strict {
				require.ErrorIs(t, err, ErrFormat, "%s: an end that engines do not check", name)
			} else if n < end || o.Format.Encrypted() {
				require.ErrorIs(t, err, variant.ErrTruncated, "%s, %d bytes", name, n)
				require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			}
		}
	}
}

// requireTimeout requires an Error that wraps the one of a reader or writer.
func requireTimeout(t *testing.T, err error, op, what string) {
	t.Helper()
	var e *Error
	require.ErrorAs(t, err, &e, what)
	require.Equal(t, op, e.Op)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.ErrorContains(t, err, ": timed out: ")
}

// A lateWriter has room for some bytes.
type lateWriter struct{ left int }

func (w *lateWriter) Write(p []byte) (int, error) {
	w.left -= len(p)
	if w.left < 0 {
		return 0, os.ErrDeadlineExceeded
	}
	return len(p), nil
}

// TestErrorsAreWrappedAndStay: an error of a reader or writer, at any offset of any format, is in
// an Error that says what happened, and comes again.
func TestErrorsAreWrappedAndStay(t *testing.T) {
	timeout := iotest.ErrReader(os.ErrDeadlineExceeded)
	for name, o := range forms() {
		file := mustPack(t, content(5000), o)
		for n := range len(file) + 1 {
			if n == len(file) && !o.Format.Encrypted() {
				continue
			}

			r, err := NewReader(io.MultiReader(bytes.NewReader(file[:n]), timeout), reading(o))
			if err == nil {
				_, err = io.ReadAll(r)
				_, again := r.Read(make([]byte, 1))
				require.Equal(t, err, again, "errors stay")
			}
			requireTimeout(t, err, "read", name)
		}

		for _, left := range []int{0, 20, len(file) - 1} {
			w, err := NewWriter(&lateWriter{left}, o)
			require.NoError(t, err)
			_, err = w.Write(content(5000))
			if err == nil {
				err = w.Close()
			}
			requireTimeout(t, err, "write", name)
			requireTimeout(t, w.Close(), "write", name)
		}
	}

	_, err := Inspect(timeout)
	assert.ErrorContains(t, err, "timed out: ")
}

// TestErrorsNameTheFileOnce: an error of the system names the file to replace and not the hidden
// one, and a Writer on a File does not say it twice.
func TestErrorsNameTheFileOnce(t *testing.T) {
	for name, fail := range map[string]func(f *File, path string) error{
		"write": func(f *File, _ string) error {
			require.NoError(t, f.temp.Close())
			w, err := NewWriter(f, Options{Format: Plain})
			require.NoError(t, err)
			_, err = w.Write([]byte("new"))
			assert.Equal(t, 1, strings.Count(err.Error(), "godot: write"), err)
			return err
		},
		"close": func(f *File, _ string) error {
			require.NoError(t, f.temp.Close())
			return f.Close()
		},
		"rename": func(f *File, path string) error {
			require.NoError(t, os.MkdirAll(filepath.Join(path, "folder"), 0o700))
			return f.Close()
		},
	} {
		path := filepath.Join(t.TempDir(), "slot1.save")
		err := fail(mustCreate(t, path, "", Options{}), path)
		var file *fs.PathError
		require.ErrorAs(t, err, &file, name)
		assert.Equal(t, path, file.Path, name)
		assert.NotContains(t, err.Error(), ".tmp", name)
	}
}
