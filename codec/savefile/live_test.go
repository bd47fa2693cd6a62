package savefile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/examples/engine"
)

// TestLive: Godot 3 reads what this package writes, and the reverse.
func TestLive(t *testing.T) {
	godot := engine.Godot3(t)
	dir := t.TempDir()
	all := map[string]Options{}
	for name, o := range forms() {
		if o.Format == Encrypted4 {
			continue // Godot 4's
		}
		form := strings.ReplaceAll(name, " ", "-")
		all[form] = o
		for _, n := range sizes {
			require.NoError(t, WriteFile(filepath.Join(dir, fmt.Sprintf("go-%s-%d", form, n)), content(n), o))
		}
	}
	list := strings.Join(slices.Collect(maps.Keys(all)), ",")
	sizeList := strings.ReplaceAll(strings.Trim(fmt.Sprint(sizes), "[]"), " ", ",")
	lines := godot.Run(t, "testdata/live.gd", dir, "FORMS="+list, "SIZES="+sizeList)
	for form, o := range all {
		for _, n := range sizes {
			t.Run(fmt.Sprintf("%s/%d", form, n), func(t *testing.T) {
				assert.Contains(t, lines, fmt.Sprintf("%s %d same", form, n), "the engine reads our file")
				file, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("engine-%s-%d", form, n)))
				require.NoError(t, err)
				if o.Compression == Zstandard {
					_, info, err := Unpack(file, Options{})
					assert.ErrorIs(t, err, ErrUnsupported)
					assert.ErrorContains(t, err, "github.com/klauspost/compress/zstd")
					assert.Equal(t, int64(n), info.Size)
					return
				}
				got, info := mustUnpack(t, file, Options{Key: o.Key, Password: o.Password, Strict: true})
				assert.True(t, bytes.Equal(content(n), got), "contents differ")
				assert.Equal(t, o.Format, info.Format)
				assert.Equal(t, o.BigEndian, info.BigEndian)
				if o.Compression == FastLZ { // neither Deflate nor Gzip
					ours := mustPack(t, got, o)
					assert.True(t, bytes.Equal(file, ours), "we write the engine's file")
				}
			})
		}
	}
}

// TestLiveFastLZ: our FastLZ gives the engine's bytes for runs, words, records and noise.
func TestLiveFastLZ(t *testing.T) {
	godot := engine.Godot3(t)
	dir := t.TempDir()
	const count = 200
	random := rand.New(rand.NewPCG(5, 6))
	for i := range count {
		n := random.IntN(9000)
		var plain []byte
		for len(plain) < n {
			switch i % 4 {
			case 0:
				plain = append(plain, bytes.Repeat([]byte{byte(random.Uint32())}, 1+random.IntN(600))...)
			case 1:
				word := random.IntN(300)
				plain = append(plain, fmt.Sprintf("%x ", word*word*word)...)
			case 2:
				plain = binary.LittleEndian.AppendUint32(plain, uint32(random.IntN(40)))
			case 3:
				plain = append(plain, byte(random.Uint32())>>(i%8))
			}
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("plain-%d", i)), plain, 0o666))
	}
	godot.Run(t, "testdata/pack.gd", dir, fmt.Sprintf("COUNT=%d", count))
	for i := range count {
		plain, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("plain-%d", i)))
		require.NoError(t, err)
		want, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("packed-%d", i)))
		require.NoError(t, err)
		got := mustPack(t, plain, Options{Format: Compressed})
		assert.True(t, bytes.Equal(want, got), "input %d", i)
	}
}
