package savefile

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// le joins a magic and little-endian words.
func le(magic string, words ...uint32) []byte {
	b := []byte(magic)
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// kindsByName are the kinds in the files of testdata.
var kindsByName = map[string]error{"format": ErrFormat, "checksum": ErrChecksum,
	"truncated": variant.ErrTruncated, "limit": variant.ErrLimit,
	"unsupported": variant.ErrUnsupported, "key": ErrKey,
	"options": variant.ErrOptions}

// rows returns the columns of the lines of a file in testdata, without the comments.
func rows(t *testing.T, file string) (all [][]string) {
	for line := range strings.Lines(string(testkit.Read(t, "testdata", file))) {
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}

		if len(cells) > 1 && line[0] != '#' {
			all = append(all, cells)
		}
	}
	return all
}

// optionsOf returns the options that are described by words.
func optionsOf(t *testing.T, words string) (o Options) {
	formats := map[string]Container{"Plain": Plain, "Compressed": Compressed,
		"Encrypted3": Encrypted3, "Encrypted4": Encrypted4}
	compressions := map[string]Compression{"Gzip": Gzip, "Zstandard": Zstandard, "Brotli": Brotli}

	for word := range strings.FieldsSeq(words) {
		name, value, _ := strings.Cut(word, "=")
		n, _ := strconv.Atoi(value)
		switch name {
		case "format":
			o.Container = cmp.Or(formats[value], Container(n))
		case "compression":
			o.Compression = cmp.Or(compressions[value], Compression(n))
		case "key":
			o.Key = countingKey()[:n]
		case "iv":
			o.IV = countingKey()[:n]
		case "password":
			o.Password = value
		case "size":
			o.Limits.MaxSize = int64(n)
		case "block":
			o.Limits.MaxBlock = n
		case "big":
			o.BigEndian = true
		case "strict":
			o.Strict = true
		case "stored":
			o.Compressors = stored
		case "writeonly":
			o.Compressors = map[Compression]Compressor{
				Zstandard: {Compress: stored[Zstandard].Compress}}
		case "half":
			o.Compressors = map[Compression]Compressor{FastLZ: {}}
		default:
			t.Fatalf("no such option: %s", word)
		}
	}

	return o
}

// fileOf returns the file that is described by words.
func fileOf(t *testing.T, words string) (file []byte) {
	for word := range strings.FieldsSeq(words) {
		at, change, _ := strings.Cut(word, ":")
		n, err := strconv.ParseUint(at, 10, 32)
		_, length, _ := strings.Cut(word, "length=")

		switch {
		case word[0] == '"':
			text, err := strconv.Unquote(word)
			require.NoError(t, err)
			file = append(file, text...)
		case word == "godot3":
			file = mustPack(t, content(40), forms()["gdec3 key"])
		case word == "godot4":
			file = mustPack(t, content(40), forms()["gdec4 key"])
		case length != "":
			end, err := strconv.Atoi(length)
			require.NoError(t, err)
			file = file[:end]
		case change != "":
			copy(file[n:], testkit.Unhex(t, change))
		default:
			require.NoError(t, err, word)
			file = binary.LittleEndian.AppendUint32(file, uint32(n))
		}
	}

	return file
}

// TestDamagedFilesAreErrors: for each damaged file, the error has the right kind and offset.
func TestDamagedFilesAreErrors(t *testing.T) {
	for _, row := range rows(t, "damaged.txt") {
		t.Run(row[0], func(t *testing.T) {
			kind, at, _ := strings.Cut(row[1], " ")
			offset, err := strconv.ParseInt(at, 10, 64)
			require.NoError(t, err)
			refused(t, fileOf(t, row[3]), optionsOf(t, row[2]), kindsByName[kind], offset)
		})
	}
}

// TestOddFilesAreRead: fields that engines do not check are checked only with Strict.
func TestOddFilesAreRead(t *testing.T) {
	file := join(le("GCPF", 0, 4096, 5, 6), []byte("\x04hello"))
	for _, tail := range []string{"", "GC", "GCPF!"} {
		plain, _ := mustUnpack(t, join(file, []byte(tail)), Options{})
		assert.Equal(t, "hello", string(plain))
	}

	// The last block is empty, and it has no compressed bytes, either.
	plain, _ := mustUnpack(t, le("GCPF", 0, 4096, 0, 0), Options{})
	assert.Empty(t, plain)
	// Blocks may have another size than 4096 bytes.
	plain, info := mustUnpack(t, join(le("GCPF", 0, 3, 5, 4, 3), []byte("\x02hel\x01lo")),
		Options{})
	assert.Equal(t, "hello", string(plain))
	assert.Equal(t, Info{Container: Compressed, BlockSize: 3, Blocks: 2, Size: 5}, info)

	// The plain file has exactly as many bytes as the limit allows.
	plain, _ = mustUnpack(t, []byte("plain"), Options{Container: Plain, Limits: Limits{MaxSize: 5}})
	assert.Equal(t, "plain", string(plain))

	// The padding is not zero, or bytes follow the end.
	padded := fileOf(t, "godot4")
	padded[91] ^= 1
	refused(t, padded, Options{Key: countingKey(), Strict: true}, ErrFormat, 76)
	exact := Options{Key: countingKey(), Limits: Limits{MaxSize: 40}}
	for _, file := range [][]byte{fileOf(t, "godot3"), padded, fileOf(t, `godot3 "more"`),
		fileOf(t, `godot4 "more"`)} {
		plain, _ := mustUnpack(t, file, exact)
		assert.Equal(t, content(40), plain, "just within the limit")
	}
}

// refused reads a file. It requires an error that has exactly one kind.
func refused(t *testing.T, file []byte, o Options, kind error, offset int64) {
	t.Helper()
	plain, _, err := Decode(file, o)
	assert.Nil(t, plain)
	require.ErrorIs(t, err, kind)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, variant.OpRead, e.Op)
	assert.Equal(t, offset, e.Offset, err.Error())

	if kind == variant.ErrTruncated {
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
	}

	for _, other := range kindsByName {
		assert.Equal(t, other == kind, errors.Is(err, other), "%v is %v", err, other)
	}
}

// TestChecksumsOfBlocks changes a byte in a checksum of zlib or gzip.
func TestChecksumsOfBlocks(t *testing.T) {
	for _, mode := range []Compression{Deflate, Gzip} {
		file := mustPack(t, content(100), Options{Container: Compressed, Compression: mode})
		sum := len(file) - len(gcpfMagic) - 1 // Adler-32 is the end of a zlib stream
		if mode == Gzip {
			sum -= 4 // CRC-32 is before the length at the end of a gzip stream
		}
		file[sum] ^= 1
		refused(t, file, Options{}, ErrChecksum, 20)
	}
}

// TestLayoutsThatBothFit reads a file whose length fits both layouts. The reader tries both
// layouts, and both checksums are wrong. It would take 2³² tries to find a file with a right
// checksum.
func TestLayoutsThatBothFit(t *testing.T) {
	// In the layout of Godot 4 the file has 16 plain bytes. In the layout of Godot 3 it has none.
	file := join(le("GDEC", 1, 2, 3, 4, 16, 0, 0, 0, 0, 0), make([]byte, 16))
	list, err := candidates(file, Auto)
	require.NoError(t, err)
	require.Len(t, list, 2)

	for i, size := range []uint64{0, 16} {
		assert.Equal(t, size, list[i].head.size)
		assert.NoError(t, list[i].fit(len(file), Options{Limits: Limits{MaxSize: 100}}))
	}

	refused(t, file, Options{Key: countingKey()}, ErrChecksum, 8)
	_, info, _ := Decode(file, Options{Key: countingKey()})
	assert.Equal(t, Encrypted3, info.Container, "the mode word makes Godot 3 likelier")

	// A file that fits only the layout of Godot 4 is read in this layout, even with the mode word
	// of Godot 3.
	binary.LittleEndian.PutUint32(file[28:], 1)
	refused(t, file, Options{Key: countingKey()}, ErrChecksum, 4)
}

// TestClaimsAllocateNothing reads small files that announce large contents. The limit of 1 MiB is
// enough for one block and for the test itself.
func TestClaimsAllocateNothing(t *testing.T) {
	o := Options{Key: countingKey()}
	files := map[string][]byte{
		"list of a big file":    le("GCPF", 0, 4096, defaultSize),
		"list of 1-byte blocks": join(le("GCPF", 0, 1, defaultSize/4-1), make([]byte, 4000)),
		"big block":             le("GCPF", 0, defaultBlock, defaultSize, 2000),
		"GDEC 3": join(le("GDEC", 1, 0, 0, 0, 0, defaultSize, 0),
			make([]byte, 1000)),
		"GDEC 4": join(le("GDEC", 9, 0, 0, 0, defaultSize, 0), make([]byte, 1000)),
	}

	for _, mode := range builtin {
		file := mustPack(t, make([]byte, 4096), Options{Container: Compressed, Compression: mode})
		binary.LittleEndian.PutUint32(file[8:], 512) // the true block size is 4096 bytes
		files["bomb "+mode.String()] = file
	}

	for name, file := range files {
		_, _, err := Decode(file, o)
		require.Error(t, err, name)
		assert.Less(t, testkit.Allocated(func() { _, _, _ = Decode(file, o) }), uint64(1<<20), name)
	}
}

// TestZerosOfEnginesAreRead: zeros, in blocks of the size that engines use, can be compressed the
// most. Even such files do not exceed the default limits.
func TestZerosOfEnginesAreRead(t *testing.T) {
	zeros := make([]byte, 4<<20)
	for _, c := range builtin {
		file := mustPack(t, zeros, Options{Container: Compressed, Compression: c})
		plain, _ := mustUnpack(t, file, Options{})
		assert.Len(t, plain, len(zeros), c)
		assert.Less(t, len(zeros)/len(file), defaultRatio/2, c)
	}
}

// TestBombsAreRefused: the reader refuses a file of one big block by its header. With other limits
// it reads the file.
func TestBombsAreRefused(t *testing.T) {
	zeros := make([]byte, 1<<20)
	stream, err := deflater()(nil, zeros)
	require.NoError(t, err)
	empty, err := deflater()(nil, nil)
	require.NoError(t, err)

	file := join(le("GCPF", 1, uint32(len(zeros)), uint32(len(zeros)), uint32(len(stream)),
		uint32(len(empty))), stream, empty, []byte("GCPF"))
	refused(t, file, Options{}, variant.ErrLimit, 8)
	refused(t, file, Options{Limits: Limits{MaxBlock: 1 << 20}}, variant.ErrLimit, 12)

	plain, _ := mustUnpack(t, file, Options{Limits: Limits{MaxBlock: 1 << 20, MaxRatio: 2000}})
	assert.Len(t, plain, len(zeros))
}

// TestMemoryGrowsWithTheFile writes and reads files in small parts. A full buffer is replaced by
// one that is several times as long. So all buffers together take a small multiple of the bytes.
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

// A sized is a reader with a method Len, which returns the number of bytes that are left.
type sized struct {
	io.Reader
	size int
}

func (s sized) Len() int { return s.size }

// TestKnownLength: memory for an encrypted file is allocated once, if the reader tells how long the
// file is. A length that is not true does not matter: no more is allocated than the limit allows.
func TestKnownLength(t *testing.T) {
	if testkit.Raced {
		t.Skip("with the race detector a buffer that grows is allocated twice")
	}

	plain := content(1 << 20)
	o := Options{Container: Encrypted4, Key: countingKey(), Limits: Limits{MaxSize: 4 << 20}}
	file := mustPack(t, plain, o)

	for size, most := range map[int]float64{len(file): 1.1, 0: 10, -5: 10, 1 << 30: 4.1} {
		read := testkit.LeastAllocated(uint64(most*float64(len(file))), func() {
			r, err := NewReader(sized{bytes.NewReader(file), size}, o)
			require.NoError(t, err)
			require.NoError(t, r.Close())
		})
		assert.LessOrEqual(t, read, uint64(most*float64(len(file))), size)
	}
}

// TestEveryCutIsATruncation cuts a file of each container at every place. It leaves out plain
// files, because a plain file does not show that it is cut off.
func TestEveryCutIsATruncation(t *testing.T) {
	for name, o := range forms() {
		if o.Container == Plain {
			continue
		}

		file := mustPack(t, content(5000), o)
		end := len(file) - len(gcpfMagic)
		for n := len(gcpfMagic); n < len(file); n++ {
			read := reading(o)
			read.Strict = n > end && o.Container == Compressed
			_, _, err := Decode(file[:n], read)

			if read.Strict {
				require.ErrorIs(t, err, ErrFormat, "%s: an end that engines do not check", name)
			} else if n < end || o.Container.Encrypted() {
				require.ErrorIs(t, err, variant.ErrTruncated, "%s, %d bytes", name, n)
				require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			}
		}
	}
}

// requireTimeout requires an Error that wraps the error os.ErrDeadlineExceeded of a reader or
// writer.
func requireTimeout(t *testing.T, err error, op variant.Op, what string) {
	t.Helper()
	var e *Error
	require.ErrorAs(t, err, &e, what)
	require.Equal(t, op, e.Op)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.ErrorContains(t, err, ": timed out: ")
}

// A lateWriter writes some bytes. After that it returns an error.
type lateWriter struct{ left int }

func (w *lateWriter) Write(p []byte) (int, error) {
	w.left -= len(p)
	if w.left < 0 {
		return 0, os.ErrDeadlineExceeded
	}
	return len(p), nil
}

// TestErrorsAreWrappedAndStay: an error of a reader or writer becomes an Error with the name of the
// operation. This holds at any offset of any format. Later calls return the same error.
func TestErrorsAreWrappedAndStay(t *testing.T) {
	timeout := iotest.ErrReader(os.ErrDeadlineExceeded)
	for name, o := range forms() {
		file := mustPack(t, content(5000), o)
		for n := range len(file) + 1 {
			if n == len(file) && !o.Container.Encrypted() {
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

	w, err := NewWriter(&lateWriter{left: 20}, Options{Container: Plain})
	require.NoError(t, err)
	_, err = w.Write(content(20))
	require.NoError(t, err)
	_, err = w.Write(content(1))
	var e *Error
	require.ErrorAs(t, err, &e)
	require.EqualValues(t, 20, e.Offset, "after the bytes that were written")

	_, err = Inspect(timeout)
	assert.ErrorContains(t, err, "timed out: ")
}

// TestErrorsNameTheFileOnce: an error of the system names the file to replace, and not the hidden
// file. It contains this name only once, even if a Writer writes to a File.
func TestErrorsNameTheFileOnce(t *testing.T) {
	for name, fail := range map[string]func(f *File, path string) error{
		"write": func(f *File, _ string) error {
			require.NoError(t, f.temp.Close())
			w, err := NewWriter(f, Options{Container: Plain})
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
