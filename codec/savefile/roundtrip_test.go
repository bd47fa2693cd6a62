package savefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryFileReadsBack has each container, and all lengths around the edges of blocks.
func TestEveryFileReadsBack(t *testing.T) {
	for name, o := range forms() {
		for _, n := range sizes {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				plain := content(n)
				file := mustPack(t, plain, o)
				requireContents(t, plain, file, o)
				if o.Format == Encrypted4 && o.IV == nil {
					assert.NotEqual(t, file, mustPack(t, plain, o), "each file has its IV")
				}

				read := reading(o)
				read.Format = o.Format
				_, info := mustUnpack(t, file, read)
				requireContents(t, plain, mustPack(t, plain, read.Like(info)), o)
			})
		}
	}
}

// TestSizesOfReadsAndWritesDoNotMatter: seven bytes at a time give the same file, and so do single
// bytes the same contents.
func TestSizesOfReadsAndWritesDoNotMatter(t *testing.T) {
	wrappers := []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader,
		iotest.DataErrReader}
	plain := content(9000)

	for name, o := range forms() {
		if o.Format == Encrypted4 {
			o.IV = countingKey()[:ivSize]
		}

		file := mustPack(t, plain, o)
		for i, wrap := range wrappers {
			r, err := NewReader(wrap(bytes.NewReader(file)), reading(o))
			require.NoError(t, err, "%s, %d", name, i)
			assert.NoError(t, iotest.TestReader(r, plain), "%s, %d", name, i)
		}

		var out bytes.Buffer
		w, err := NewWriter(&out, o)
		require.NoError(t, err)
		for i := 0; i < len(plain); i += 7 {
			n, err := w.Write(plain[i:min(i+7, len(plain))])
			require.NoError(t, err)
			require.Equal(t, min(7, len(plain)-i), n)
		}

		require.NoError(t, w.Close())
		assert.NoError(t, w.Close(), "a second Close")
		_, err = w.Write([]byte{1})
		assert.ErrorIs(t, err, fs.ErrClosed)
		assert.True(t, bytes.Equal(file, out.Bytes()), "%s: nothing follows the end", name)
	}
}

// TestReadersStopBehindTheFile: the reader takes no byte after the last block, so that a stream can
// go on after a container.
func TestReadersStopBehindTheFile(t *testing.T) {
	file := mustPack(t, content(5000), Options{Format: Compressed})
	rest := bytes.NewReader(append(file, "more"...))
	r, err := NewReader(rest, Options{})
	require.NoError(t, err)
	_, err = io.ReadAll(r)
	require.NoError(t, err)
	assert.Equal(t, len("GCPFmore"), rest.Len())
}

// TestFilesEndAt4GiB: a compressed file has 32 bits for its length.
func TestFilesEndAt4GiB(t *testing.T) {
	w, err := newGCPFWriter(io.Discard, Options{Format: Compressed})
	require.NoError(t, err)
	w.size = math.MaxUint32 - 3
	n, err := w.Write(make([]byte, 3))
	require.NoError(t, err)
	require.Equal(t, 3, n)
	_, err = w.Write([]byte{1})
	assert.ErrorIs(t, err, ErrLimit)
}

// TestInspectOfDamagedHeaders: a header that is cut off or impossible is an error.
func TestInspectOfDamagedHeaders(t *testing.T) {
	broken := errors.New("broken disk")
	_, err := Inspect(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)

	for _, c := range []struct {
		file   string
		format Format
		kind   error
	}{
		{"GCPF\x00", Compressed, ErrTruncated},
		{"GCPF\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", Compressed, ErrFormat},
		{"GDEC\x01\x00\x00\x00", Encrypted4, ErrTruncated},
		{"CEDG\x00\x00\x00\x00" + strings.Repeat("x", 36), Encrypted4, ErrFormat},
		{"", Plain, nil},
		{"GC", Plain, nil},
		{"\x1c\x00\x00\x00", Plain, nil},
	} {
		info, err := Inspect(strings.NewReader(c.file))
		assert.ErrorIs(t, err, c.kind, "%q", c.file)
		assert.Equal(t, c.format, info.Format, "%q", c.file)
		if c.kind == nil {
			assert.Equal(t, infoOf(Options{Format: Plain}, 0), info)
		}
	}
}

// TestContradictingOptionsAreErrors: readers and writers refuse them before anything is read or
// written.
func TestContradictingOptionsAreErrors(t *testing.T) {
	for _, row := range rows(t, "options.txt") {
		o := optionsOf(t, row[2])
		_, err := Pack([]byte("x"), o)
		if row[0] == "read" {
			_, err = NewReader(bytes.NewReader(nil), o)
		}
		assert.ErrorIs(t, err, kindsByName[row[1]], row)
	}

	key := countingKey()
	_, _ = mustUnpack(t, []byte("plain"), Options{Key: key})
	_, _, err := Unpack([]byte("plain"), Options{Key: key, Format: Encrypted4})
	assert.ErrorIs(t, err, ErrFormat, "only Format requires an encrypted file")
	assert.EqualError(t, err, `godot: read GDEC (encrypted, Godot 4) at offset 0: `+
		`damaged container: it begins with "plai"`)
}

// TestNamesOfFormats: formats, compressions and files have readable names.
func TestNamesOfFormats(t *testing.T) {
	for want, named := range map[string]fmt.Stringer{
		"FastLZ":              FastLZ,
		"compression mode 77": Compression(77),
		"plain":               Plain,
		"format 77":           Format(77),
		"GCPF (compressed): Gzip, 5000 bytes, blocks: 2": infoOf(
			Options{Format: Compressed, Compression: Gzip}, 5000),
		"GDEC (encrypted, Godot 3): 7 bytes, big-endian header": infoOf(
			Options{Format: Encrypted3, BigEndian: true}, 7),
	} {
		assert.Equal(t, want, named.String())
	}
	assert.Equal(t, "plain", infoOf(Options{Format: Plain}, 0).String())
}
