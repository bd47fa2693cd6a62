package savefile

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/testkit"
)

// checkEngineFile requires that this package reads the file of an engine, and writes the same bytes
// unless they depend on the compressor.
func checkEngineFile(t *testing.T, plain, file []byte, o Options) {
	t.Helper()
	if o.Compression == Zstandard {
		_, info, err := Unpack(file, Options{})
		require.ErrorIs(t, err, ErrUnsupported)
		assert.ErrorContains(t, err, "import github.com/klauspost/compress/zstd")
		assert.ErrorContains(t, err, "Options.Compressors[savefile.Zstandard]")
		assert.Equal(t, infoOf(o, len(plain)), info)
		return
	}

	requireContents(t, plain, file, o)
	if o.Compression != Deflate && o.Compression != Gzip {
		write := reading(o).Like(infoOf(o, len(plain)))
		if o.Format == Encrypted4 {
			write.IV = file[28:44]
		}
		assert.True(t, bytes.Equal(file, mustPack(t, plain, write)), "written as the engine does")
	}
}

// TestFilesOfGodot4: the names of the samples say the form and the contents.
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

			file := load(t, path)
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
	for line := range strings.Lines(string(load(t, "testdata/files-3.2.3.txt"))) {
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

// TestFilesOfGodot3 also reads and writes a file with Zstandard.
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
