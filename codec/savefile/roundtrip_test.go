package savefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// TestEveryFileReadsBack writes and reads files of each kind. Their contents have the lengths in
// the variable sizes.
func TestEveryFileReadsBack(t *testing.T) {
	for name, o := range forms() {
		for _, n := range sizes {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				plain := content(n)
				file := mustPack(t, plain, o)
				requireContents(t, plain, file, o)
				if o.Container == Encrypted4 && o.IV == nil {
					assert.NotEqual(t, file, mustPack(t, plain, o), "each file has its IV")
				}

				read := reading(o)
				read.Container = o.Container
				_, info := mustUnpack(t, file, read)
				requireContents(t, plain, mustPack(t, plain, read.Like(info)), o)
			})
		}
	}
}

// TestSizesOfReadsAndWritesDoNotMatter: writing seven bytes at a time gives the same file, and
// reading single bytes gives the same contents.
func TestSizesOfReadsAndWritesDoNotMatter(t *testing.T) {
	wrappers := []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader,
		iotest.DataErrReader}
	plain := content(9000)

	for name, o := range forms() {
		if o.Container == Encrypted4 {
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

// TestReadersStopBehindTheFile: the reader reads no byte after the last block, so that other data
// can follow a container in a stream.
func TestReadersStopBehindTheFile(t *testing.T) {
	file := mustPack(t, content(5000), Options{Container: Compressed})
	rest := bytes.NewReader(append(file, "more"...))
	r, err := NewReader(rest, Options{})
	require.NoError(t, err)
	_, err = io.ReadAll(r)
	require.NoError(t, err)
	assert.Equal(t, len("GCPFmore"), rest.Len())
}

// TestFilesEndAt4GiB: a Writer refuses more than 4 GiB, because a compressed file has 32 bits for
// its length.
func TestFilesEndAt4GiB(t *testing.T) {
	w, err := newGCPFWriter(io.Discard, Options{Container: Compressed})
	require.NoError(t, err)
	w.size = math.MaxUint32 - 3
	n, err := w.Write(make([]byte, 3))
	require.NoError(t, err)
	require.Equal(t, 3, n)
	_, err = w.Write([]byte{1})
	assert.ErrorIs(t, err, variant.ErrLimit)
}

// TestInspectOfDamagedHeaders: a header that is cut off, or has impossible values, is an error.
func TestInspectOfDamagedHeaders(t *testing.T) {
	broken := errors.New("broken disk")
	_, err := Inspect(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)

	for _, c := range []struct {
		file   string
		format Container
		kind   error
	}{
		{"GCPF\x00", Compressed, variant.ErrTruncated},
		{"GCPF\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", Compressed, ErrFormat},
		{"GDEC\x01\x00\x00\x00", Encrypted4, variant.ErrTruncated},
		{"CEDG\x00\x00\x00\x00" + strings.Repeat("x", 36), Encrypted4, ErrFormat},
		{"", Plain, nil},
		{"GC", Plain, nil},
		{"\x1c\x00\x00\x00", Plain, nil},
	} {
		info, err := Inspect(strings.NewReader(c.file))
		assert.ErrorIs(t, err, c.kind, "%q", c.file)
		assert.Equal(t, c.format, info.Container, "%q", c.file)
		if c.kind == nil {
			assert.Equal(t, infoOf(Options{Container: Plain}, 0), info)
		}
	}
}

// TestContradictingOptionsAreErrors: readers and writers refuse contradicting options before they
// read or write anything.
func TestContradictingOptionsAreErrors(t *testing.T) {
	for _, row := range rows(t, "options.txt") {
		o := optionsOf(t, row[2])
		_, err := Encode([]byte("x"), o)
		if row[0] == "read" {
			_, err = NewReader(bytes.NewReader(nil), o)
		}
		assert.ErrorIs(t, err, kindsByName[row[1]], row)
	}

	key := countingKey()
	_, _ = mustUnpack(t, []byte("plain"), Options{Key: key})
	_, _, err := Decode([]byte("plain"), Options{Key: key, Container: Encrypted4})
	assert.ErrorIs(t, err, ErrFormat, "only Container requires an encrypted file")
	assert.EqualError(t, err, `godot: read GDEC (encrypted, Godot 4) at offset 0: `+
		`damaged container: it begins with "plai"`)
}

// TestNamesOfFormats: containers, compressions and Infos have readable names.
func TestNamesOfFormats(t *testing.T) {
	for want, named := range map[string]fmt.Stringer{
		"FastLZ":              FastLZ,
		"compression mode 77": Compression(77),
		"plain":               Plain,
		"container 77":        Container(77),
		"GCPF (compressed): Gzip, 5000 bytes, blocks: 2": infoOf(
			Options{Container: Compressed, Compression: Gzip}, 5000),
		"GDEC (encrypted, Godot 3): 7 bytes, big-endian header": infoOf(
			Options{Container: Encrypted3, BigEndian: true}, 7),
	} {
		assert.Equal(t, want, named.String())
	}
	assert.Equal(t, "plain", infoOf(Options{Container: Plain}, 0).String())
}

// TestExamples: every type has an Example. ExampleInspect shows Container, and ExampleWriteFileIf
// shows Sum.
func TestExamples(t *testing.T) { testkit.RequireExamples(t, "Container", "Sum") }

// sizes are lengths around the edges of blocks.
var sizes = []int{0, 5, 12, 15, 16, 17, 4095, 4096, 4097, 8192, 100000}

var builtin = []Compression{FastLZ, Deflate, Gzip}

// content returns n plain bytes. The files *-n.bin in testdata/containers-4.6 have the same plain
// bytes.
func content(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		if i>>9&1 == 1 {
			b[i] = byte((i * 7) ^ (i >> 5))
		} else {
			b[i] = byte(i>>3) & 15
		}
	}
	return b
}

// countingKey returns the key 00 01 … 1f.
func countingKey() []byte {
	k := make([]byte, keySize)
	for i := range k {
		k[i] = byte(i)
	}
	return k
}

// samples are files that Godot 4.6 wrote.
var samples = filepath.Join("..", "..", "testdata", "containers-4.6")

func sample(t testing.TB, name string) []byte {
	t.Helper()
	return testkit.Read(t, samples, name)
}

// put writes a file that has exactly the given permissions, whatever the umask is.
func put(t testing.TB, path, data string, mode os.FileMode) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(data), 0o600))
	require.NoError(t, os.Chmod(path, mode))
}

// mustCreate starts to write a file with the contents.
func mustCreate(t testing.TB, path, plain string, o Options) *File {
	t.Helper()
	f, err := Create(path, o)
	require.NoError(t, err)
	t.Cleanup(f.Abort)
	_, err = f.Write([]byte(plain))
	require.NoError(t, err)
	return f
}

// mustPack returns a file with the contents.
func mustPack(t testing.TB, plain []byte, o Options) []byte {
	t.Helper()
	file, err := Encode(plain, o)
	require.NoError(t, err)
	return file
}

// mustUnpack returns the contents and the Info of a file.
func mustUnpack(t testing.TB, file []byte, o Options) ([]byte, Info) {
	t.Helper()
	plain, info, err := Decode(file, o)
	require.NoError(t, err)
	return plain, info
}

// reading returns the options for reading the files that o writes. They have no Container, because
// readers detect the container.
func reading(o Options) Options {
	return Options{Key: o.Key, Password: o.Password, Compressors: o.Compressors, Strict: true}
}

// infoOf returns the Info of a file that was written with the options.
func infoOf(o Options, size int) Info {
	info := Info{Container: o.Container, Size: int64(size), BigEndian: o.BigEndian}
	switch o.Container {
	case Plain:
		info.Size = -1
	case Compressed:
		info.Compression = o.Compression
		info.BlockSize = gcpfBlock
		info.Blocks = size/gcpfBlock + 1
	}
	return info
}

// requireContents requires that a file has the given plain bytes, and the Info that infoOf returns
// for the options.
func requireContents(t *testing.T, plain, file []byte, o Options) {
	t.Helper()
	want := infoOf(o, len(plain))
	inspected, err := Inspect(bytes.NewReader(file))
	require.NoError(t, err)
	assert.Equal(t, want, inspected)

	got, info := mustUnpack(t, file, reading(o))
	assert.True(t, bytes.Equal(plain, got), "contents differ")
	assert.Equal(t, want, info)
}

// stored is a minimal Zstandard codec. Its frames have one block that is not compressed, and
// engines can read them. It also reads the frames that engines write for data that can't be
// compressed.
var stored = map[Compression]Compressor{Zstandard: {
	Compress: func(dst, src []byte) ([]byte, error) {
		dst = append(dst, 0x28, 0xb5, 0x2f, 0xfd, 0x60) // single segment, two bytes of length
		dst = storedLength(dst, len(src))
		header := uint32(len(src))<<3 | 1 // last block, raw
		return append(append(dst, byte(header), byte(header>>8), byte(header>>16)), src...), nil
	},
	Decompress: func(dst, src []byte) ([]byte, error) {
		if len(src) < 9 || binary.LittleEndian.Uint32(src) != 0xfd2fb528 {
			return dst, errors.New("not a Zstandard frame")
		}

		width := map[byte]int{0x20: 1, 0x60: 2}[src[4]]
		if width == 0 || len(src) < 8+width {
			return dst, fmt.Errorf("frame header %#x", src[4])
		}

		block := uint32(src[5+width]) | uint32(src[6+width])<<8 | uint32(src[7+width])<<16
		data := src[8+width:]
		if block&7 != 1 || int(block>>3) != len(data) || len(data) > cap(dst)-len(dst) {
			return dst, errors.New("a block that is compressed, not the last, or of a wrong length")
		}

		return append(dst, data...), nil
	},
}}

// storedLength writes the length of a Zstandard frame. It writes the length minus 256 in two bytes.
// If the length is below 256, it writes the length in one byte, and changes the byte before it,
// which says how many bytes the length has.
func storedLength(dst []byte, n int) []byte {
	if n >= 256 {
		return binary.LittleEndian.AppendUint16(dst, uint16(n-256))
	}
	dst[len(dst)-1] = 0x20
	return append(dst, byte(n))
}

// forms returns the options for all kinds of files that an engine can read.
func forms() map[string]Options {
	m := map[string]Options{
		"plain":       {Container: Plain},
		"zstd":        {Container: Compressed, Compression: Zstandard, Compressors: stored},
		"gdec3 key":   {Container: Encrypted3, Key: countingKey()},
		"gdec3 pass":  {Container: Encrypted3, Password: "pässword"},
		"gdec3 big":   {Container: Encrypted3, Key: countingKey(), BigEndian: true},
		"gdec4 key":   {Container: Encrypted4, Key: countingKey()},
		"gdec4 pass":  {Container: Encrypted4, Password: "pässword"},
		"gdec4 fixed": {Container: Encrypted4, Key: countingKey(), IV: countingKey()[:ivSize]},
	}

	for _, c := range builtin {
		m[c.String()] = Options{Container: Compressed, Compression: c}
	}

	return m
}
