package savefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
)

// unpackWithin reads a file. It allocates at most most bytes and 20 times the file, and an error
// has a kind.
func unpackWithin(t *testing.T, most int, file []byte, o Options) (plain []byte) {
	t.Helper()
	var err error
	used := testkit.Allocated(func() { plain, _, err = Decode(file, o) })
	require.Less(t, used, uint64(most+20*len(file)), "allocated")
	if err != nil {
		require.Nil(t, plain)
		is := func(kind error) bool { return kind != ErrOptions && errors.Is(err, kind) }
		kinds := slices.Collect(maps.Values(kindsByName))
		require.True(t, slices.ContainsFunc(kinds, is), "an error of no kind: %v", err)
	}
	return plain
}

// FuzzGCPF reads data as a compressed file, and packs it as one.
func FuzzGCPF(f *testing.F) {
	for _, mode := range []string{"fastlz", "deflate", "gzip", "zstd"} {
		for _, n := range []string{"0", "12", "4096", "8192", "var"} {
			f.Add(sample(f, "gcpf-"+mode+"-"+n+".bin"))
		}
	}

	f.Add([]byte{})
	o := Options{Compressors: stored, Limits: Limits{MaxSize: 1 << 20, MaxBlock: 1 << 16}}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := append([]byte(gcpfMagic), bytes.TrimPrefix(data, []byte(gcpfMagic))...)
		// The data, one block, the codecs' own tables, and what growing slices leave behind.
		plain := unpackWithin(t, 8<<20, file, o)
		w := Options{Container: Compressed, Compression: Compression(len(data) % 4),
			Compressors: stored}
		for _, content := range [][]byte{data, plain} {
			requireContents(t, content, mustPack(t, content, w), w)
		}
	})
}

// FuzzGDEC reads data as an encrypted file, also with the right length, and packs it as one.
func FuzzGDEC(f *testing.F) {
	for _, name := range []string{"key-0", "key-5", "key-16", "key-100", "pass-var"} {
		f.Add(sample(f, "gdec4-"+name+".bin"))
	}

	for _, file := range godot3Files(f) {
		if forms()[file.form].Container.Encrypted() {
			f.Add(file.file)
		}
	}

	o := Options{Key: countingKey(), Limits: Limits{MaxSize: 1 << 20}}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, magic := range []string{gdecMagic, gdecMagicBE} {
			file := append([]byte(magic), bytes.TrimPrefix(data, []byte(magic))...)
			fits := bytes.Clone(file)
			if len(fits) >= 44 {
				binary.LittleEndian.PutUint64(fits[20:], uint64(len(fits)-44)&^15)
			}

			for _, file := range [][]byte{file, fits} {
				unpackWithin(t, 1<<20, file, o)
			}
		}

		for _, form := range []string{"gdec3 key", "gdec3 big", "gdec4 key"} {
			requireContents(t, data, mustPack(t, data, forms()[form]), forms()[form])
		}
	})
}

// FuzzFastLZ takes data for a stream and for something to compress.
func FuzzFastLZ(f *testing.F) {
	f.Add([]byte("\x01\x00\x00\xe0\x02\x01\x02\x00\x00\x00"))
	f.Add([]byte("\x02abc\xc0\x02\x00d\xe0\xff\x00"))
	f.Add(content(700))
	f.Add(sample(f, "plain-var.bin"))

	f.Fuzz(func(t *testing.T, data []byte) {
		room := make([]byte, 3, 5000)
		got, err := decompressFastLZ(room, data)
		require.LessOrEqual(t, len(got), cap(room))
		require.Equal(t, cap(room), cap(got), "never grown")
		if err == nil && len(got) >= 3+lzMinInput {
			roundTripFastLZ(t, got[3:])
		}
		if len(data) >= lzMinInput && len(data) < 1<<16 {
			roundTripFastLZ(t, data)
		}
	})
}

// TestFastLZInstructions has each kind of instruction, and each way to cut one off.
func TestFastLZInstructions(t *testing.T) {
	for _, c := range []struct {
		name, stream, want string
		room               int
		err                error
	}{
		{"nothing", "", "", 0, nil},
		{"literals", "\x02abc", "abc", 3, nil},
		{"two runs", "\x00a\x01bc", "abc", 3, nil},
		{"short match", "\x02abc\x20\x02", "abcabc", 6, nil},
		{"longest short match", "\x02abc\xc0\x02", "abcabcabcab", 11, nil},
		{"long match", "\x00a\xe0\x00\x00", "aaaaaaaaaa", 10, nil},
		{"longest match", "\x00a\xe0\xff\x00", string(bytes.Repeat([]byte("a"), 265)), 265, nil},
		{"match that overlaps itself", "\x01ab\x60\x01", "abababa", 7, nil},
		{"level 2", "\x20a", "", 9, errLevel},
		{"level 8", "\xe0a", "", 9, errLevel},
		{"no literals", "\x00", "", 9, errStream},
		{"literals cut", "\x03abc", "", 9, errStream},
		{"match without distance", "\x00a\x20", "", 9, errStream},
		{"match without length", "\x00a\xe0", "", 9, errStream},
		{"long match without distance", "\x00a\xe0\x00", "", 99, errStream},
		{"distance", "\x00a\x20\x01", "", 9, errDistance},
		{"far distance", "\x00a\x3f\xff", "", 9, errDistance},
		{"literals without room", "\x02abc", "", 2, errRoom},
		{"match without room", "\x02abc\x20\x02", "", 5, errRoom},
	} {
		got, err := decompressFastLZ(make([]byte, 0, c.room), []byte(c.stream))
		assert.ErrorIs(t, err, c.err, c.name)

		if c.err == nil {
			assert.Equal(t, c.want, string(got), c.name)
		}
	}
}

// TestFastLZAppendsToItsBuffer: matches refer only to the output of the same block.
func TestFastLZAppendsToItsBuffer(t *testing.T) {
	dst := append(make([]byte, 0, 20), "xyz"...)
	got, err := decompressFastLZ(dst, []byte("\x00a\x20\x00"))
	require.NoError(t, err)
	assert.Equal(t, "xyzaaaa", string(got))
	_, err = decompressFastLZ(dst, []byte("\x00a\x20\x01"))
	assert.ErrorIs(t, err, errDistance)
	packed := compressFastLZ([]byte("xyz"), content(100))
	assert.Equal(t, "xyz", string(packed[:3]))
	assert.Equal(t, compressFastLZ(nil, content(100)), packed[3:])
}

// noise returns n random bytes.
func noise(seed uint64, n int) []byte {
	random := rand.New(rand.NewPCG(seed, seed+1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// TestFastLZSavesSpace: repeated bytes shrink, and noise grows by at most one byte in lzRun.
func TestFastLZSavesSpace(t *testing.T) {
	for _, c := range []struct {
		name  string
		plain []byte
		most  int
	}{
		{"zeros", make([]byte, gcpfBlock), 60},
		{"a period of 263", bytes.Repeat(noise(1, 263), 15), 350},
		{"noise", noise(1, gcpfBlock), gcpfBlock + gcpfBlock/lzRun + 1},
	} {
		assert.LessOrEqual(t, len(compressFastLZ(nil, c.plain)), c.most, c.name)
		roundTripFastLZ(t, c.plain)
	}
}

// TestFastLZOfEveryLength tries every length, and distances that no match can encode.
func TestFastLZOfEveryLength(t *testing.T) {
	for n := lzMinInput; n < 700; n++ {
		roundTripFastLZ(t, make([]byte, n))
		roundTripFastLZ(t, content(n + 300)[300:])
	}

	far := noise(3, 60000)
	for _, distance := range []int{8190, 8191, 8192, 8193, 20000} {
		copy(far[30000:30100], far[30000-distance:])
		roundTripFastLZ(t, far)
	}
}

func roundTripFastLZ(t *testing.T, plain []byte) {
	t.Helper()
	packed := compressFastLZ(nil, plain)
	require.LessOrEqual(t, len(packed), len(plain)+len(plain)/lzRun+1)
	got, err := decompressFastLZ(make([]byte, 0, len(plain)), packed)
	require.NoError(t, err)
	require.True(t, bytes.Equal(plain, got), "%d bytes", len(plain))
}
