package savefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
)

// unpackWithin reads a file. It requires that reading allocates at most 20 bytes for each byte of
// the file, plus the number of bytes in the argument extra. It also requires that an error has a
// kind.
func unpackWithin(t *testing.T, extra int, file []byte, o Options) (plain []byte) {
	t.Helper()
	var err error
	used := testkit.Allocated(func() { plain, _, err = Decode(file, o) })
	require.Less(t, used, uint64(extra+20*len(file)), "allocated")
	if err != nil {
		require.Nil(t, plain)
		is := func(kind error) bool { return kind != variant.ErrOptions && errors.Is(err, kind) }
		kinds := slices.Collect(maps.Values(kindsByName))
		require.True(t, slices.ContainsFunc(kinds, is), "an error of no kind: %v", err)
	}
	return plain
}

// FuzzGCPF reads data as a compressed file, and writes data as a compressed file.
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
		// 8 MiB are enough for the data, one block, the tables of the compressors, and the old
		// arrays of growing slices.
		plain := unpackWithin(t, 8<<20, file, o)
		w := Options{Container: Compressed, Compression: Compression(len(data) % 4),
			Compressors: stored}
		for _, content := range [][]byte{data, plain} {
			requireContents(t, content, mustPack(t, content, w), w)
		}
	})
}

// FuzzGDEC reads data as an encrypted file, with and without the right length in its header. It
// also writes data as an encrypted file.
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
