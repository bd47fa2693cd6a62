package zstd_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/examples/engine"
	"godotvariant/examples/extras/zstd"
	"godotvariant/variant"
)

// testdata holds files that a headless Godot 4.6 wrote.
var testdata = filepath.Join("..", "..", "..", "testdata", "containers-4.6")

// Sizes at the edges of blocks, which have 4096 bytes.
var sizes = [...]int{0, 12, 4095, 4096, 4097, 8192, 100000}

func options(t testing.TB) savefile.Options {
	t.Helper()
	zstandard, err := zstd.Codec()
	require.NoError(t, err)
	return savefile.Options{
		Format: savefile.Compressed, Compression: savefile.Zstandard,
		Codecs: map[savefile.Compression]savefile.Codec{savefile.Zstandard: zstandard},
	}
}

// content is what the files of a given size hold, here and in check.gd.
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

func TestReadEngineFiles(t *testing.T) {
	o := options(t)
	o.Strict = true
	for _, n := range sizes {
		plain, info, err := savefile.ReadFile(filepath.Join(testdata, fmt.Sprintf("gcpf-zstd-%d.bin", n)), o)
		require.NoError(t, err, "%d bytes", n)
		assert.Equal(t, savefile.Zstandard, info.Compression)
		assert.True(t, bytes.Equal(content(n), plain), "%d bytes", n)
	}
}

func TestReadEngineRecords(t *testing.T) {
	plain, _, err := savefile.ReadFile(filepath.Join(testdata, "gcpf-zstd-var.bin"), options(t))
	require.NoError(t, err)
	dec := codec.NewDecoder(bytes.NewReader(plain), codec.FrameU32)
	first, err := dec.Decode()
	require.NoError(t, err)
	level, _ := first.(variant.Dictionary).Get(variant.String("level"))
	assert.Equal(t, variant.Int(42), level)
	second, err := dec.Decode()
	require.NoError(t, err)
	assert.Equal(t, variant.NewArray(variant.Int(1), variant.String("two")), second)
}

func TestRoundTrip(t *testing.T) {
	o := options(t)
	for _, n := range sizes {
		file, err := savefile.Pack(content(n), o)
		require.NoError(t, err)
		plain, info, err := savefile.Unpack(file, o)
		require.NoError(t, err, "%d bytes", n)
		assert.Equal(t, n/4096+1, info.Blocks)
		assert.True(t, bytes.Equal(content(n), plain), "%d bytes", n)
	}
}

// A block that promises more than a block has must cost no more than one.
func TestBombIsRefused(t *testing.T) {
	zstandard, err := zstd.Codec()
	require.NoError(t, err)
	bomb, err := zstandard.Compress(nil, make([]byte, 64<<20))
	require.NoError(t, err)
	assert.Less(t, len(bomb), 16<<10)
	out, err := zstandard.Decompress(make([]byte, 0, 4096), bomb)
	require.Error(t, err)
	assert.LessOrEqual(t, cap(out), 4096)
}

// The engine reads what Go wrote, and Go what the engine wrote.
func TestLive(t *testing.T) {
	godot := engine.Godot3(t)
	o := options(t)
	dir := t.TempDir()
	names := make([]string, len(sizes))
	want := make([]string, len(sizes))
	for i, n := range sizes {
		names[i], want[i] = strconv.Itoa(n), strconv.Itoa(n)+" same"
		require.NoError(t, savefile.WriteFile(filepath.Join(dir, "go-"+names[i]), content(n), o))
	}
	printed := strings.Join(godot.Run(t, "check.gd", dir, "SIZES="+strings.Join(names, ",")), "\n")
	for _, line := range want {
		assert.Contains(t, printed, line)
	}
	for i, n := range sizes {
		plain, _, err := savefile.ReadFile(filepath.Join(dir, "engine-"+names[i]), o)
		require.NoError(t, err, "%d bytes", n)
		assert.True(t, bytes.Equal(content(n), plain), "%d bytes", n)
	}
}

func Example() {
	zstandard, err := zstd.Codec()
	if err != nil {
		fmt.Println(err)
		return
	}
	var o savefile.Options
	o.Codecs = map[savefile.Compression]savefile.Codec{savefile.Zstandard: zstandard}

	file, err := os.Open(filepath.Join(testdata, "gcpf-zstd-var.bin"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	save, err := savefile.NewReader(file, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	for v, err := range codec.NewDecoder(save, codec.FrameU32).All() {
		fmt.Println(v, err)
	}
	// Output:
	// {"name": "Ünïté", "level": 42, "pos": Vector3(1.5, -2, 3.25), "items": ["sword", &"shield", null, 3.14159], "grid": PackedInt32Array(1, 2, 3), "big": 1099511627776} <nil>
	// [1, "two"] <nil>
}
