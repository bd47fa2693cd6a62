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

// TestDamagedCompressedFilesAreErrors: each kind at its offset.
func TestDamagedCompressedFilesAreErrors(t *testing.T) {
	five := []byte("\x04hello")
	writeOnly := map[Compression]Compressor{Zstandard: {Compress: stored[Zstandard].Compress}}
	for _, c := range []struct {
		name   string
		file   []byte
		o      Options
		kind   error
		offset int64
	}{
		{"magic only", le("GCPF"), Options{}, ErrTruncated, 4},
		{"header cut", le("GCPF", 0, 4096), Options{}, ErrTruncated, 12},
		{"block size 0", le("GCPF", 0, 0, 5, 6), Options{}, ErrFormat, 8},
		{"block size 2 GiB", le("GCPF", 0, 1<<31, 5, 6), Options{}, ErrLimit, 8},
		{"block one over the limit", le("GCPF", 0, DefaultBlock+1, 5, 6), Options{}, ErrLimit, 8},
		{"mode 5", le("GCPF", 5, 4096, 5, 6), Options{}, ErrUnsupported, 4},
		{"Zstandard", le("GCPF", 2, 4096, 5, 6), Options{}, ErrUnsupported, 4},
		{"Brotli", le("GCPF", 4, 4096, 5, 6), Options{}, ErrUnsupported, 4},
		{"compressor that only writes", le("GCPF", 2, 4096, 5, 6), Options{Compressors: writeOnly},
			ErrUnsupported, 4},
		{"4 GiB", le("GCPF", 0, 4096, math.MaxUint32), Options{}, ErrLimit, 12},
		{"one over the limit", le("GCPF", 0, 4096, DefaultSize+1), Options{}, ErrLimit, 12},
		{"own limit", le("GCPF", 0, 4096, 5, 6), Options{Limits: Limits{Size: 4}}, ErrLimit, 12},
		{"list longer than the limit", le("GCPF", 0, 1, 100<<20), Options{}, ErrLimit, 12},
		{"more plain bytes than a file of blocks of 4096 has",
			le("GCPF", 0, 4096, 32<<10, 1, 1, 1, 1, 1, 1, 1, 1, 1),
			Options{}, ErrLimit, 12},
		{"no list", le("GCPF", 0, 4096, 200<<20), Options{}, ErrTruncated, 16},
		{"list cut", le("GCPF", 0, 4096, 200<<20, 100, 100), Options{}, ErrTruncated, 24},
		{"endless block", le("GCPF", 0, 4096, 5, math.MaxUint32), Options{}, ErrFormat, 16},
		{"second block endless", le("GCPF", 0, 4096, 5000, 100, 1<<20), Options{}, ErrFormat, 20},
		{"block cut", join(le("GCPF", 0, 4096, 5, 6), five[:3]), Options{}, ErrTruncated, 23},
		{"no bytes for a block that has some", le("GCPF", 0, 4096, 5, 0), Options{}, ErrFormat, 20},
		{"block too short", join(le("GCPF", 0, 4096, 6, 6), five), Options{}, ErrFormat, 20},
		{"FastLZ block too long", join(le("GCPF", 0, 16, 8, 22),
			bytes.Repeat([]byte("\x0a0123456789"), 2)[:22]), Options{}, ErrFormat, 20},
		{"match before the start", join(le("GCPF", 0, 4096, 20, 4), []byte("\x00a\x20\x05")),
			Options{}, ErrFormat, 20},
		{"FastLZ level 2", join(le("GCPF", 0, 4096, 5, 6), []byte("\x24hello")), Options{},
			ErrUnsupported, 20},
		{"not zlib", join(le("GCPF", 1, 4096, 5, 6), five), Options{}, ErrFormat, 20},
		{"not gzip", join(le("GCPF", 3, 4096, 5, 6), five), Options{}, ErrFormat, 20},
		{"empty zlib stream", join(le("GCPF", 1, 4096, 5, 0)), Options{}, ErrFormat, 20},
		{"not Zstandard", join(le("GCPF", 2, 4096, 5, 6), five), Options{Compressors: stored},
			ErrFormat, 20},
		{"no end, strict", join(le("GCPF", 0, 4096, 5, 6), five), Options{Strict: true}, ErrFormat,
			26},
		{"more behind the end, strict", join(le("GCPF", 0, 4096, 5, 6), five, []byte("GCPF!")),
			Options{Strict: true}, ErrFormat, 26},
		{"Plain wanted, limit", le("GCPF"), Options{Format: Plain, Limits: Limits{Size: 3}},
			ErrLimit, 0},
		{"Encrypted wanted", le("GCPF", 0, 4096, 5, 6),
			Options{Format: Encrypted3, Key: countingKey()}, ErrFormat, 0},
		{"Compressed wanted", []byte("plain"), Options{Format: Compressed}, ErrFormat, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, c.file, c.o, c.kind, c.offset)
		})
	}

	// Only Strict checks what engines do not check.
	for _, tail := range []string{"", "GC", "GCPF!"} {
		plain, _ := mustUnpack(t, join(le("GCPF", 0, 4096, 5, 6), five, []byte(tail)), Options{})
		assert.Equal(t, "hello", string(plain))
	}

	// An empty last block of no bytes at all.
	plain, _ := mustUnpack(t, le("GCPF", 0, 4096, 0, 0), Options{})
	assert.Empty(t, plain)
	// Another block size.
	plain, info := mustUnpack(t, join(le("GCPF", 0, 3, 5, 4, 3), []byte("\x02hel\x01lo")),
		Options{})
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
	godot3 := mustPack(t, content(40), Options{Format: Encrypted3, Key: key.Key})
	godot4 := mustPack(t, content(40), Options{Format: Encrypted4, Key: key.Key})

	with := func(file []byte, at int, value ...byte) []byte {
		file = bytes.Clone(file)
		copy(file[at:], value)
		return file
	}

	endless := bytes.Repeat([]byte{0xff}, 8)
	limited := Options{Key: key.Key, Limits: Limits{Size: 39}}

	strict := Options{Key: key.Key, Strict: true}
	for _, c := range []struct {
		name   string
		file   []byte
		o      Options
		kind   error
		offset int64
	}{
		{"magic only", le("GDEC"), key, ErrTruncated, 4},
		{"big magic only", le("CEDG"), key, ErrTruncated, 4},
		{"header 3 cut", godot3[:31], key, ErrTruncated, 31},
		{"header 4 cut", godot4[:43], key, ErrTruncated, 43},
		{"mode 0 wanted as 3", with(godot3, 4, 0), Options{Format: Encrypted3, Key: key.Key},
			ErrFormat, 4},
		{"mode 2 of a big header", le("CEDG", 0x02000000, 0, 0, 0, 0, 0, 0), key, ErrFormat, 4},
		{"big header wanted as 4", le("CEDG", 0x01000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
			Options{Format: Encrypted4, Key: key.Key}, ErrFormat, 0},
		{"no key 3", godot3, Options{}, ErrKey, 0},
		{"no key 4", godot4, Options{}, ErrKey, 0},
		{"wrong key 3", godot3, Options{Password: "x"}, ErrChecksum, 8},
		{"wrong key 4", godot4, Options{Password: "x"}, ErrChecksum, 4},
		{"3 read as 4", godot3, Options{Format: Encrypted4, Key: key.Key}, ErrLimit, 20},
		{"4 read as 3", godot4, Options{Format: Encrypted3, Key: key.Key}, ErrFormat, 4},
		{"3 cut", godot3[:len(godot3)-1], key, ErrTruncated, 79},
		{"4 cut", godot4[:len(godot4)-1], key, ErrTruncated, 91},
		{"3 endless", with(godot3, 24, endless...), key, ErrLimit, 24},
		{"4 endless", with(godot4, 20, endless...), key, ErrLimit, 20},
		{"3 over the limit", godot3, limited, ErrLimit, 24},
		{"4 over the limit", godot4, limited, ErrLimit, 20},
		{"3 changed", with(godot3, 40, 1, 2, 3), key, ErrChecksum, 8},
		{"4 changed", with(godot4, 50, 1, 2, 3), key, ErrChecksum, 4},
		{"more behind the end 3, strict", join(godot3, []byte{0}), strict, ErrFormat, 80},
		{"more behind the end 4, strict", join(godot4, []byte{0}), strict, ErrFormat, 92},
		{"padding 4, strict", with(godot4, 91, godot4[91]^1), strict, ErrFormat, 76},
		{"plain", []byte("plain"), Options{Format: Encrypted3, Key: key.Key}, ErrFormat, 0},
		{"nothing", nil, Options{Format: Encrypted3, Key: key.Key}, ErrFormat, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, c.file, c.o, c.kind, c.offset)
		})
	}

	for _, file := range [][]byte{join(godot3, []byte("more")), join(godot4, []byte("more")),
		with(godot4, 91, godot4[91]^1)} {
		plain, _ := mustUnpack(t, file, key)
		assert.Equal(t, content(40), plain)
	}

	exact := Options{Key: key.Key, Limits: Limits{Size: 40}}
	for _, file := range [][]byte{godot3, godot4} {
		_, _, err := Unpack(file, exact)
		assert.NoError(t, err, "just within the limit")
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
