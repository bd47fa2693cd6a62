package zstd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	"godotvariant/codec/savefile/zstd"
	"godotvariant/internal/test/resourcetest"
	"godotvariant/variant"
)

const resources = "../../../testdata/resources"

func resourceOptions() resource.Options {
	return resource.Options{
		Compressors: map[savefile.Compression]savefile.Compressor{
			savefile.Zstandard: zstd.Compressor(),
		},
	}
}

// TestCompressedResources reads the compressed resources of engines, and compares them with the
// descriptions that the engines wrote.
func TestCompressedResources(t *testing.T) {
	names, err := filepath.Glob(resources + "/godot*/*.json")
	require.NoError(t, err)

	files, values := 0, 0
	for _, name := range names {
		f, err := resource.ReadFile(strings.TrimSuffix(name, ".json"), resourceOptions())
		require.NoError(t, err)
		if !f.Compressed {
			continue
		}

		description, err := os.ReadFile(name)
		require.NoError(t, err)
		result, err := resourcetest.Compare(f, description)
		require.NoError(t, err)
		assert.Empty(t, result.Differences, name)
		values += result.Values
		files++
	}

	t.Logf("%d files, %d values", files, values)
	assert.Equal(t, 14, files)
}

// TestOddCompressedResources: a compressed file needs no trailer, and may have blocks of another
// length. Its sizes are checked before anything is allocated.
func TestOddCompressedResources(t *testing.T) {
	refused := map[string]error{
		"block0":             savefile.ErrFormat,
		"block2g":            variant.ErrLimit,
		"csize4g":            savefile.ErrFormat,
		"mode7f":             variant.ErrUnsupported,
		"mode9":              variant.ErrUnsupported,
		"offsets_with_magic": variant.ErrTruncated,
		"total4g":            variant.ErrLimit,
		"total_small":        savefile.ErrFormat,
	}

	names, err := filepath.Glob(resources + "/odd/g*/30_rscc_*.res")
	require.NoError(t, err)
	require.Len(t, names, 24)

	for _, name := range names {
		short := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(name), "30_rscc_"), ".res")
		f, err := resource.ReadFile(name, resourceOptions())
		if kind := refused[short]; kind != nil {
			assert.ErrorIs(t, err, kind, name)
			continue
		}

		require.NoError(t, err, name)
		path := "resource.metadata/a"
		if f.Major == 3 {
			path = `resource.__meta__["a"]`
		}
		v, err := f.Lookup(path)
		require.NoError(t, err, name)
		assert.Equal(t, variant.Int(7), v, name)
	}
}
