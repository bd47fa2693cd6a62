package zstd_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/codec/savefile/zstd"
	"godotvariant/internal/test/enginetest"
	"godotvariant/math"
	"godotvariant/variant"
)

// testdata holds files that a headless Godot 4.6 wrote.
var testdata = filepath.Join("..", "..", "..", "testdata", "containers-4.6")

// sizes are lengths at the edges of blocks. A block has 4096 bytes.
var sizes = [...]int{0, 12, 4095, 4096, 4097, 8192, 100000}

func options(t testing.TB) savefile.Options {
	t.Helper()
	zstandard := zstd.Compressor()
	return savefile.Options{
		Container: savefile.Compressed, Compression: savefile.Zstandard,
		Compressors: map[savefile.Compression]savefile.Compressor{savefile.Zstandard: zstandard},
	}
}

// content returns n plain bytes. The sample files with n plain bytes have the same contents.
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
		plain, info, err := savefile.ReadFile(filepath.Join(testdata,
			fmt.Sprintf("gcpf-zstd-%d.bin", n)), o)
		require.NoError(t, err, "%d bytes", n)
		assert.Equal(t, savefile.Zstandard, info.Compression)
		assert.True(t, bytes.Equal(content(n), plain), "%d bytes", n)
	}
}

func TestRoundTrip(t *testing.T) {
	o := options(t)
	for _, n := range sizes {
		file, err := savefile.Encode(content(n), o)
		require.NoError(t, err)
		plain, info, err := savefile.Decode(file, o)
		require.NoError(t, err, "%d bytes", n)
		assert.Equal(t, n/4096+1, info.Blocks)
		assert.True(t, bytes.Equal(content(n), plain), "%d bytes", n)
	}
}

// TestEmptyBlock: an empty block is a frame too. Engines need it at the end of some files.
func TestEmptyBlock(t *testing.T) {
	c := zstd.Compressor()
	frame, err := c.Compress(nil, nil)
	require.NoError(t, err)
	require.NotEmpty(t, frame)

	plain, err := c.Decompress(nil, frame)
	require.NoError(t, err)
	require.Empty(t, plain)
}

// TestBombIsRefused: a block that announces too many bytes costs no more memory than a valid block.
func TestBombIsRefused(t *testing.T) {
	zstandard := zstd.Compressor()
	bomb, err := zstandard.Compress(nil, make([]byte, 64<<20))
	require.NoError(t, err)
	assert.Less(t, len(bomb), 16<<10)
	out, err := zstandard.Decompress(make([]byte, 0, 4096), bomb)
	require.Error(t, err)
	assert.LessOrEqual(t, cap(out), 4096)
}

// TestLive: engines read the files that Go wrote, and Go reads the files of the engines. The files
// have bytes and store_var records. The scripts are those of package savefile.
func TestLive(t *testing.T) {
	for _, c := range []struct {
		name    string
		find    func(testing.TB) *enginetest.Engine
		dialect *variant.Dialect
		script  string
	}{
		{"Godot 3", enginetest.Godot3, codec.Godot3, "live3.gd"},
		{"Godot 4", enginetest.Godot4, codec.Godot4, "live4.gd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			godot := c.find(t)
			o := options(t)
			dir := t.TempDir()
			want := map[string][]byte{"var": records(t, c.dialect)}

			var names, same []string
			for _, n := range sizes {
				name := strconv.Itoa(n)
				names = append(names, name)
				want[name] = content(n)
			}

			for name, plain := range want {
				same = append(same, "zstd "+name+" same")
				require.NoError(t, savefile.WriteFile(filepath.Join(dir, "go-zstd-"+name), plain,
					o))
			}

			script := filepath.Join("..", "..", "..", "codec", "savefile", "testdata", c.script)
			assert.ElementsMatch(t, same, godot.Run(t, script, dir, "FORMS=zstd",
				"SIZES="+strings.Join(names, ",")))
			for name, plain := range want {
				got, info, err := savefile.ReadFile(filepath.Join(dir, "engine-zstd-"+name), o)
				require.NoError(t, err, name)
				assert.Equal(t, savefile.Zstandard, info.Compression)
				assert.True(t, bytes.Equal(plain, got), name)
			}
		})
	}
}

// records returns the records that the scripts write with store_var, as bytes.
func records(t *testing.T, d *variant.Dialect) []byte {
	var b bytes.Buffer
	enc := codec.MustNew(codec.Options{Dialect: d}).NewEncoder(&b, codec.FrameU32)
	for _, v := range []variant.Variant{
		variant.NewDictionary(
			variant.KV("name", variant.String("Ünïté")), variant.KV("level", variant.Int(42)),
			variant.KV("pos", math.V3(1.5, -2, 3.25)),
		),
		variant.NewArray(variant.Int(1), variant.String("two")),
	} {
		require.NoError(t, enc.Encode(v))
	}
	return b.Bytes()
}

func Example() {
	var o savefile.Options
	o.Compressors = map[savefile.Compression]savefile.Compressor{
		savefile.Zstandard: zstd.Compressor(),
	}

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
		if err != nil {
			fmt.Println(err)
			return
		}

		if d, ok := v.(variant.Dictionary); ok {
			v = variant.NewArray(slices.Collect(d.Keys())...)
		}
		fmt.Println(v)
	}
	// Output:
	// ["name", "level", "pos", "items", "grid", "big"]
	// [1, "two"]
}
