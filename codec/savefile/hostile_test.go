package savefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/testkit"
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

// A damage is a file with a fault of a kind at an offset.
type damage struct {
	name   string
	kind   error
	offset int64
	file   []byte
	o      Options
}

func refuseAll(t *testing.T, rows []damage) {
	for _, c := range rows {
		t.Run(c.name, func(t *testing.T) { refused(t, c.file, c.o, c.kind, c.offset) })
	}
}

// TestDamagedCompressedFilesAreErrors: each kind at its offset.
func TestDamagedCompressedFilesAreErrors(t *testing.T) {
	five := []byte("\x04hello")
	list := le("GCPF", 0, 4096, 5, 6)
	file := join(list, five)
	deflate, zstd := le("GCPF", 1, 4096, 5, 6), le("GCPF", 2, 4096, 5, 6)
	gzip, brotli := le("GCPF", 3, 4096, 5, 6), le("GCPF", 4, 4096, 5, 6)
	long := bytes.Repeat([]byte("\x0a0123456789"), 2)[:22]
	writeOnly := map[Compression]Compressor{Zstandard: {Compress: stored[Zstandard].Compress}}
	var none Options
	strict := Options{Strict: true}
	godot3 := Options{Format: Encrypted3, Key: countingKey()}

	refuseAll(t, []damage{
		{"magic only", ErrTruncated, 4, le("GCPF"), none},
		{"header cut", ErrTruncated, 12, le("GCPF", 0, 4096), none},
		{"block size 0", ErrFormat, 8, le("GCPF", 0, 0, 5, 6), none},
		{"block size 2 GiB", ErrLimit, 8, le("GCPF", 0, 1<<31, 5, 6), none},
		{"block size over the limit", ErrLimit, 8, le("GCPF", 0, DefaultBlock+1, 5, 6), none},
		{"mode 5", ErrUnsupported, 4, le("GCPF", 5, 4096, 5, 6), none},
		{"Zstandard", ErrUnsupported, 4, zstd, none},
		{"Brotli", ErrUnsupported, 4, brotli, none},
		{"it only writes", ErrUnsupported, 4, zstd, Options{Compressors: writeOnly}},
		{"4 GiB", ErrLimit, 12, le("GCPF", 0, 4096, math.MaxUint32), none},
		{"one over the limit", ErrLimit, 12, le("GCPF", 0, 4096, DefaultSize+1), none},
		{"own limit", ErrLimit, 12, list, Options{Limits: Limits{Size: 4}}},
		{"list longer than the limit", ErrLimit, 12, le("GCPF", 0, 1, 100<<20), none},
		{"more plain bytes than a file of blocks of 4096 has", ErrLimit, 12,
			le("GCPF", 0, 4096, 32<<10, 1, 1, 1, 1, 1, 1, 1, 1, 1), none},
		{"no list", ErrTruncated, 16, le("GCPF", 0, 4096, 200<<20), none},
		{"list cut", ErrTruncated, 24, le("GCPF", 0, 4096, 200<<20, 100, 100), none},
		{"endless block", ErrFormat, 16, le("GCPF", 0, 4096, 5, math.MaxUint32), none},
		{"second block endless", ErrFormat, 20, le("GCPF", 0, 4096, 5000, 100, 1<<20), none},
		{"block cut", ErrTruncated, 23, join(list, five[:3]), none},
		{"no bytes for a block that has some", ErrFormat, 20, le("GCPF", 0, 4096, 5, 0), none},
		{"block too short", ErrFormat, 20, join(le("GCPF", 0, 4096, 6, 6), five), none},
		{"FastLZ block too long", ErrFormat, 20, join(le("GCPF", 0, 16, 8, 22), long), none},
		{"match before the start", ErrFormat, 20,
			join(le("GCPF", 0, 4096, 20, 4), []byte("\x00a\x20\x05")), none},
		{"FastLZ level 2", ErrUnsupported, 20, join(list, []byte("\x24hello")), none},
		{"not zlib", ErrFormat, 20, join(deflate, five), none},
		{"not gzip", ErrFormat, 20, join(gzip, five), none},
		{"empty zlib stream", ErrFormat, 20, le("GCPF", 1, 4096, 5, 0), none},
		{"not Zstandard", ErrFormat, 20, join(zstd, five), Options{Compressors: stored}},
		{"no end, strict", ErrFormat, 26, file, strict},
		{"more behind the end, strict", ErrFormat, 26, join(file, []byte("GCPF!")), strict},
		{"Plain wanted, limit", ErrLimit, 0, le("GCPF"),
			Options{Format: Plain, Limits: Limits{Size: 3}}},
		{"Encrypted wanted", ErrFormat, 0, list, godot3},
		{"Compressed wanted", ErrFormat, 0, []byte("plain"), Options{Format: Compressed}},
	})

	// Only Strict checks what engines do not check.
	for _, tail := range []string{"", "GC", "GCPF!"} {
		plain, _ := mustUnpack(t, join(file, []byte(tail)), none)
		assert.Equal(t, "hello", string(plain))
	}

	// An empty last block of no bytes at all.
	plain, _ := mustUnpack(t, le("GCPF", 0, 4096, 0, 0), none)
	assert.Empty(t, plain)
	// Another block size.
	plain, info := mustUnpack(t, join(le("GCPF", 0, 3, 5, 4, 3), []byte("\x02hel\x01lo")), none)
	assert.Equal(t, "hello", string(plain))
	assert.Equal(t, Info{Format: Compressed, BlockSize: 3, Blocks: 2, Size: 5}, info)
}

// refused reads a file and requires an error of exactly one kind.
func refused(t *testing.T, file []byte, o Options, kind error, offset int64) {
	t.Helper()
	plain, _, err := Unpack(file, o)
	assert.Nil(t, plain)
	require.ErrorIs(t, err, kind)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "read", e.Op)
	assert.Equal(t, offset, e.Offset, err.Error())

	if kind == ErrTruncated {
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
	}

	for _, other := range []error{ErrFormat, ErrChecksum, ErrTruncated, ErrLimit, ErrUnsupported,
		ErrKey, ErrOptions} {
		assert.Equal(t, other == kind, errors.Is(err, other), "%v is %v", err, other)
	}
}

// TestChecksumsOfBlocks changes a byte in a checksum of zlib or gzip.
func TestChecksumsOfBlocks(t *testing.T) {
	for _, mode := range []Compression{Deflate, Gzip} {
		file := mustPack(t, content(100), Options{Format: Compressed, Compression: mode})
		sum := len(file) - len(gcpfMagic) - 1 // Adler-32 ends a zlib stream …
		if mode == Gzip {
			sum -= 4 // … CRC-32 and the length a gzip stream
		}
		file[sum] ^= 1
		refused(t, file, Options{}, ErrChecksum, 20)
	}
}

// TestDamagedEncryptedFilesAreErrors: each kind at its offset.
func TestDamagedEncryptedFilesAreErrors(t *testing.T) {
	key := Options{Key: countingKey()}
	as3, as4 := Options{Format: Encrypted3, Key: key.Key}, Options{Format: Encrypted4, Key: key.Key}
	godot3, godot4 := mustPack(t, content(40), as3), mustPack(t, content(40), as4)
	strict := Options{Key: key.Key, Strict: true}
	limited := Options{Key: key.Key, Limits: Limits{Size: 39}}
	password := Options{Password: "x"}

	with := func(file []byte, at int, value ...byte) []byte {
		file = bytes.Clone(file)
		copy(file[at:], value)
		return file
	}
	endless := bytes.Repeat([]byte{0xff}, 8)
	padding := with(godot4, 91, godot4[91]^1)
	big := le("CEDG", 0x01000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

	refuseAll(t, []damage{
		{"magic only", ErrTruncated, 4, le("GDEC"), key},
		{"big magic only", ErrTruncated, 4, le("CEDG"), key},
		{"header 3 cut", ErrTruncated, 31, godot3[:31], key},
		{"header 4 cut", ErrTruncated, 43, godot4[:43], key},
		{"mode 0 wanted as 3", ErrFormat, 4, with(godot3, 4, 0), as3},
		{"mode 2 of a big header", ErrFormat, 4, with(big[:32], 7, 2), key},
		{"big header wanted as 4", ErrFormat, 0, big, as4},
		{"no key 3", ErrKey, 0, godot3, Options{}},
		{"no key 4", ErrKey, 0, godot4, Options{}},
		{"wrong key 3", ErrChecksum, 8, godot3, password},
		{"wrong key 4", ErrChecksum, 4, godot4, password},
		{"3 read as 4", ErrLimit, 20, godot3, as4},
		{"4 read as 3", ErrFormat, 4, godot4, as3},
		{"3 cut", ErrTruncated, 79, godot3[:len(godot3)-1], key},
		{"4 cut", ErrTruncated, 91, godot4[:len(godot4)-1], key},
		{"3 endless", ErrLimit, 24, with(godot3, 24, endless...), key},
		{"4 endless", ErrLimit, 20, with(godot4, 20, endless...), key},
		{"3 over the limit", ErrLimit, 24, godot3, limited},
		{"4 over the limit", ErrLimit, 20, godot4, limited},
		{"3 changed", ErrChecksum, 8, with(godot3, 40, 1, 2, 3), key},
		{"4 changed", ErrChecksum, 4, with(godot4, 50, 1, 2, 3), key},
		{"more behind the end 3, strict", ErrFormat, 80, join(godot3, []byte{0}), strict},
		{"more behind the end 4, strict", ErrFormat, 92, join(godot4, []byte{0}), strict},
		{"padding 4, strict", ErrFormat, 76, padding, strict},
		{"plain", ErrFormat, 0, []byte("plain"), as3},
		{"nothing", ErrFormat, 0, nil, as3},
	})

	exact := Options{Key: key.Key, Limits: Limits{Size: 40}}
	more := []byte("more")
	for _, file := range [][]byte{godot3, godot4, padding, join(godot3, more), join(godot4, more)} {
		plain, _ := mustUnpack(t, file, exact)
		assert.Equal(t, content(40), plain, "just within the limit")
	}
}

// TestLayoutsThatBothFit reads a file whose length fits both layouts. Both are tried, and
// both checksums are wrong: to find a right one takes 2³² tries.
func TestLayoutsThatBothFit(t *testing.T) {
	// 16 bytes of Godot 4 or none of Godot 3
	file := join(le("GDEC", 1, 2, 3, 4, 16, 0, 0, 0, 0, 0), make([]byte, 16))
	list, err := candidates(file, Auto)
	require.NoError(t, err)
	require.Len(t, list, 2)

	for i, size := range []uint64{0, 16} {
		assert.Equal(t, size, list[i].head.size)
		assert.NoError(t, list[i].fit(len(file), Options{Limits: Limits{Size: 100}}))
	}

	refused(t, file, Options{Key: countingKey()}, ErrChecksum, 8)
	_, info, _ := Unpack(file, Options{Key: countingKey()})
	assert.Equal(t, Encrypted3, info.Format, "the mode word makes Godot 3 likelier")

	// A file that only fits the layout of Godot 4 is read as such, whatever the mode word says.
	binary.LittleEndian.PutUint32(file[28:], 1)
	refused(t, file, Options{Key: countingKey()}, ErrChecksum, 4)
}

// TestClaimsAllocateNothing reads small files that announce large contents. The limit of
// 1 MiB is one block and what the test itself needs.
func TestClaimsAllocateNothing(t *testing.T) {
	o := Options{Key: countingKey()}
	files := map[string][]byte{
		"list of a big file":    le("GCPF", 0, 4096, DefaultSize),
		"list of 1-byte blocks": join(le("GCPF", 0, 1, DefaultSize/4-1), make([]byte, 4000)),
		"big block":             le("GCPF", 0, DefaultBlock, DefaultSize, 2000),
		"GDEC 3": join(le("GDEC", 1, 0, 0, 0, 0, DefaultSize, 0),
			make([]byte, 1000)),
		"GDEC 4": join(le("GDEC", 9, 0, 0, 0, DefaultSize, 0), make([]byte, 1000)),
	}

	for _, mode := range builtin {
		file := mustPack(t, make([]byte, 4096), Options{Format: Compressed, Compression: mode})
		binary.LittleEndian.PutUint32(file[8:], 512) // blocks hold more than they say
		files["bomb "+mode.String()] = file
	}

	for name, file := range files {
		_, _, err := Unpack(file, o)
		require.Error(t, err, name)
		assert.Less(t, testkit.Allocated(func() { _, _, _ = Unpack(file, o) }), uint64(1<<20), name)
	}
}

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

// TestMemoryGrowsWithTheFile writes and reads files in small parts. A full buffer becomes several
// times as long, so all buffers together take a small multiple of the bytes.
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
