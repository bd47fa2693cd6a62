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
				read := Options{Key: o.Key, Password: o.Password, Compressors: o.Compressors,
					Strict: true}
				got, info := mustUnpack(t, file, read)
				assert.True(t, bytes.Equal(plain, got), "contents differ")
				assert.Equal(t, o.Format, info.Format)
				assert.Equal(t, o.Compression, info.Compression)
				assert.Equal(t, o.BigEndian, info.BigEndian)

				if o.Format != Plain {
					assert.Equal(t, int64(n), info.Size)
				}

				inspected, err := Inspect(bytes.NewReader(file))
				require.NoError(t, err)
				assert.Equal(t, info, inspected)

				if o.Format == Encrypted4 && o.IV == nil {
					assert.NotEqual(t, file, mustPack(t, plain, o), "each file has its IV")
				}

				read.Format = o.Format
				_, _, err = Unpack(file, read)
				assert.NoError(t, err, "insisting on the right format")

				again := mustPack(t, got, read.Like(info))
				_, infoAgain := mustUnpack(t, again, read)
				assert.Equal(t, info, infoAgain)
			})
		}
	}
}

// TestReadersMayReturnFewBytes: the sizes of reads do not matter.
func TestReadersMayReturnFewBytes(t *testing.T) {
	wrappers := map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader, "half": iotest.HalfReader,
		"data with EOF": iotest.DataErrReader,
	}

	plain := content(9000)
	for name, o := range forms() {
		file := mustPack(t, plain, o)
		o.IV = nil
		o.Compression = 0

		for wrapper, wrap := range wrappers {
			r, err := NewReader(wrap(bytes.NewReader(file)), o)
			require.NoError(t, err, "%s, %s", name, wrapper)
			assert.NoError(t, iotest.TestReader(r, plain), "%s, %s", name, wrapper)
		}
	}
}

// TestSizeOfWritesDoesNotMatter: a byte at a time gives the same file.
func TestSizeOfWritesDoesNotMatter(t *testing.T) {
	plain := content(9000)
	for name, o := range forms() {
		if o.Format == Encrypted4 {
			o.IV = countingKey()[:ivSize]
		}

		want := mustPack(t, plain, o)
		var out bytes.Buffer
		w, err := NewWriter(&out, o)
		require.NoError(t, err)

		for i := 0; i < len(plain); i += 7 {
			n, err := w.Write(plain[i:min(i+7, len(plain))])
			require.NoError(t, err)
			require.Equal(t, min(7, len(plain)-i), n)
		}

		require.NoError(t, w.Close())
		assert.True(t, bytes.Equal(want, out.Bytes()), name)

		size := out.Len()
		assert.NoError(t, w.Close(), "a second Close")
		_, err = w.Write([]byte{1})
		assert.ErrorIs(t, err, fs.ErrClosed)
		assert.Equal(t, size, out.Len(), "nothing follows the end")
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
	require.NoError(t, r.Close())
	_, err = r.Read(make([]byte, 1))
	assert.ErrorIs(t, err, fs.ErrClosed)
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
	} {
		info, err := Inspect(strings.NewReader(c.file))
		assert.ErrorIs(t, err, c.kind, "%q", c.file)
		assert.Equal(t, c.format, info.Format, "%q", c.file)
	}

	for _, file := range []string{"", "GC", "\x1c\x00\x00\x00"} {
		info, err := Inspect(strings.NewReader(file))
		assert.NoError(t, err)
		assert.Equal(t, Info{Format: Plain, Size: -1}, info)
	}
}

// TestContradictingOptionsAreErrors: readers and writers refuse them before anything is read or
// written.
func TestContradictingOptionsAreErrors(t *testing.T) {
	key := countingKey()
	writing := []struct {
		name string
		o    Options
		kind error
	}{
		{"no key", Options{Format: Encrypted3}, ErrKey},
		{"short key", Options{Format: Encrypted4, Key: key[:31]}, ErrKey},
		{"empty key", Options{Format: Encrypted4, Key: []byte{}}, ErrKey},
		{"key and password", Options{Format: Encrypted4, Key: key, Password: "x"}, ErrOptions},
		{"key for a plain file", Options{Key: key}, ErrOptions},
		{"password for a compressed file", Options{Format: Compressed, Password: "x"}, ErrOptions},
		{"compression without Compressed", Options{Compression: Gzip}, ErrOptions},
		{"short IV", Options{Format: Encrypted4, Key: key, IV: key[:15]}, ErrOptions},
		{"IV for Godot 3", Options{Format: Encrypted3, Key: key, IV: key[:16]}, ErrOptions},
		{"big-endian Godot 4", Options{Format: Encrypted4, Key: key, BigEndian: true}, ErrOptions},
		{"no such format", Options{Format: 9}, ErrOptions},
		{"negative limit", Options{Limits: Limits{Size: -1}}, ErrOptions},
		{"Zstandard", Options{Format: Compressed, Compression: Zstandard}, ErrUnsupported},
		{"Brotli", Options{Format: Compressed, Compression: Brotli}, ErrUnsupported},
		{"mode 5", Options{Format: Compressed, Compression: 5}, ErrUnsupported},
		{"half a compressor",
			Options{Format: Compressed, Compressors: map[Compression]Compressor{FastLZ: {}}},
			ErrUnsupported},
	}

	for _, c := range writing {
		_, err := Pack([]byte("x"), c.o)
		assert.ErrorIs(t, err, c.kind, c.name)
	}

	for _, c := range []struct {
		name string
		o    Options
		kind error
	}{
		{"short key", Options{Key: key[:16]}, ErrKey},
		{"key and password", Options{Key: key, Password: "x"}, ErrOptions},
		{"no such format", Options{Format: 5}, ErrOptions},
		{"negative limit", Options{Limits: Limits{Block: -1}}, ErrOptions},
	} {
		_, err := NewReader(bytes.NewReader(nil), c.o)
		assert.ErrorIs(t, err, c.kind, c.name)
	}

	o := Options{Key: key}
	_, _ = mustUnpack(t, []byte("plain"), o)
	o.Format = Encrypted4
	_, _, err := Unpack([]byte("plain"), o)
	assert.ErrorIs(t, err, ErrFormat, "unless it insists")
	assert.EqualError(t, err,
		`godot: read GDEC (encrypted, Godot 4) at offset 0: damaged container: `+
			`it begins with "plai"`)
}

// TestNamesOfFormats: formats, compressions and files have readable names.
func TestNamesOfFormats(t *testing.T) {
	assert.Equal(t, "FastLZ", FastLZ.String())
	assert.Equal(t, "compression mode 77", Compression(77).String())
	assert.Equal(t, "plain", Plain.String())
	assert.Equal(t, "format 77", Format(77).String())
	assert.Equal(t, "plain", Info{Format: Plain, Size: -1}.String())
	assert.Equal(t, "GDEC (encrypted, Godot 3): 7 bytes, big-endian header",
		Info{Format: Encrypted3, Size: 7, BigEndian: true}.String())
	assert.Equal(t, "GCPF (compressed): Gzip, 5000 bytes, blocks: 2",
		Info{Format: Compressed, Compression: Gzip, BlockSize: 4096, Blocks: 2,
			Size: 5000}.String())
}
