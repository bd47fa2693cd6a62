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
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

// checkEngineFile requires that this package reads a file of an engine. It also requires that this
// package writes the same bytes, unless they depend on the compressor.
func checkEngineFile(t *testing.T, plain, file []byte, o Options) {
	t.Helper()
	if o.Compression == Zstandard {
		_, info, err := Decode(file, Options{})
		require.ErrorIs(t, err, variant.ErrUnsupported)
		assert.ErrorContains(t, err, "import the module codec/savefile/zstd")
		assert.ErrorContains(t, err, "Options.Compressors[savefile.Zstandard]")
		assert.Equal(t, infoOf(o, len(plain)), info)
		return
	}

	requireContents(t, plain, file, o)
	if o.Compression != Deflate && o.Compression != Gzip {
		write := reading(o).Like(infoOf(o, len(plain)))
		if o.Container == Encrypted4 {
			write.IV = file[28:44]
		}
		assert.True(t, bytes.Equal(file, mustPack(t, plain, write)), "written as the engine does")
	}
}

// TestFilesOfGodot4 reads and writes the samples of Godot 4.6. The name of a sample says its
// container and its contents.
func TestFilesOfGodot4(t *testing.T) {
	records := sample(t, "plain-var.bin")
	one := recordEnd(records, 0)
	two := recordEnd(records, one)
	files, err := filepath.Glob(filepath.Join(samples, "*.bin"))
	require.NoError(t, err)
	require.Len(t, files, 39)

	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".bin")
		t.Run(name, func(t *testing.T) {
			form, what, _ := strings.Cut(strings.TrimPrefix(name, "gcpf-"), "-")
			if form == "gdec4" {
				how, rest, _ := strings.Cut(what, "-")
				form += " " + how
				what = rest
			}

			file := testkit.Read(t, path)
			plain := file
			switch n, err := strconv.Atoi(what); {
			case form == "plain":
			case err == nil:
				plain = content(n)
			case form == "gdec4 pass":
				plain = records[:one]
			default:
				plain = records[:two]
			}

			names := map[string]string{"fastlz": "FastLZ", "deflate": "Deflate", "gzip": "Gzip"}
			if full, ok := names[form]; ok {
				form = full
			}
			o, ok := forms()[form]
			require.True(t, ok, form)
			checkEngineFile(t, plain, file, o)
		})
	}
}

// recordEnd returns the end of the store_var record that begins at an offset.
func recordEnd(b []byte, at int) int { return at + 4 + int(binary.LittleEndian.Uint32(b[at:])) }

// An engineFile is a file that Godot 3.2.3 wrote.
type engineFile struct {
	form        string
	plain, file []byte
}

func godot3Files(t testing.TB) (all []engineFile) {
	for line := range strings.Lines(string(testkit.Read(t, "testdata/files-3.2.3.txt"))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSpace(line), " | ")
		require.Len(t, cells, 3, line)
		all = append(all, engineFile{cells[0], testkit.Unhex(t, cells[1]),
			testkit.Unhex(t, cells[2])})
	}
	return all
}

// TestFilesOfGodot3 reads and writes files of Godot 3.2.3, also with Zstandard.
func TestFilesOfGodot3(t *testing.T) {
	files := godot3Files(t)
	require.Len(t, files, 10)
	for _, f := range files {
		o := forms()[f.form]
		checkEngineFile(t, f.plain, f.file, o)
		requireContents(t, f.plain, f.file, o)
		if o.Compression == Zstandard {
			assert.True(t, bytes.Equal(f.file, mustPack(t, f.plain, o)))
		}
	}
}

// liveRecords are records that the scripts of the engines also store.
var liveRecords = []variant.Variant{
	variant.NewDictionary(
		variant.KV("name", variant.String("Ünïté")), variant.KV("level", variant.Int(42)),
		variant.KV("pos", math.V3(1.5, -2, 3.25)),
	),
	variant.NewArray(variant.Int(1), variant.String("two")),
}

// TestEnginesReadEveryFile: engines read the files of this package, and this package reads theirs.
func TestEnginesReadEveryFile(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		plain := map[string][]byte{}
		var sizeList []string
		for _, n := range sizes {
			plain[strconv.Itoa(n)] = content(n)
			sizeList = append(sizeList, strconv.Itoa(n))
		}
		for _, v := range liveRecords {
			plain["var"] = live.Frame(plain["var"], testkit.Encode(t, e.Codec(false), v))
		}

		foreign := map[*variant.Dialect]Container{codec.Godot3: Encrypted4,
			codec.Godot4: Encrypted3}[e.Dialect]
		dir := t.TempDir()
		all := map[string]Options{}
		for name, o := range forms() {
			if o.Container == foreign {
				continue
			}

			form := strings.ReplaceAll(name, " ", "-")
			all[form] = o
			for what, data := range plain {
				path := filepath.Join(dir, "go-"+form+"-"+what)
				require.NoError(t, WriteFile(path, data, o))
			}
		}

		list := strings.Join(slices.Collect(maps.Keys(all)), ",")
		lines := e.Run(t, e.Script("testdata/live"), dir, "FORMS="+list,
			"SIZES="+strings.Join(sizeList, ","))
		for form, o := range all {
			for what, data := range plain {
				t.Run(form+"/"+what, func(t *testing.T) {
					assert.Contains(t, lines, form+" "+what+" same", "the engine reads our file")
					file := testkit.Read(t, dir, "engine-"+form+"-"+what)
					checkEngineFile(t, data, file, o)
				})
			}
		}
	})
}

// TestFastLZIsThatOfTheEngine: package fastlz compresses runs, words, records and noise to the same
// bytes as the engine.
func TestFastLZIsThatOfTheEngine(t *testing.T) {
	live.Each(t, checkLiveFastLZ)
}

func checkLiveFastLZ(t *testing.T, e live.Engine) {
	dir := t.TempDir()
	path := func(kind string, i int) string { return filepath.Join(dir, fmt.Sprint(kind, "-", i)) }
	const count = 200

	random := rand.New(rand.NewPCG(5, 6))
	var inputs [][]byte
	for i := range count {
		n := random.IntN(9000)
		var plain []byte
		for len(plain) < n {
			plain = appendPiece(plain, random, i)
		}
		inputs = append(inputs, plain)
		require.NoError(t, os.WriteFile(path("plain", i), plain, 0o600))
	}

	e.Run(t, e.Script("testdata/pack"), dir, fmt.Sprintf("COUNT=%d", count))
	for i, plain := range inputs {
		got := mustPack(t, plain, Options{Container: Compressed})
		assert.True(t, bytes.Equal(testkit.Read(t, path("packed", i)), got), "input %d", i)
	}
}

// appendPiece appends a run, a word, a small number or noise.
func appendPiece(plain []byte, random *rand.Rand, i int) []byte {
	switch i % 4 {
	case 0:
		run := []byte{byte(random.Uint32())}
		return append(plain, bytes.Repeat(run, 1+random.IntN(600))...)
	case 1:
		word := random.IntN(300)
		return fmt.Appendf(plain, "%x ", word*word*word)
	case 2:
		return binary.LittleEndian.AppendUint32(plain, uint32(random.IntN(40)))
	}
	return append(plain, byte(random.Uint32())>>(i%8))
}
