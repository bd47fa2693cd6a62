package resource_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	"godotvariant/internal/resourcetest"
)

// fixtures are the files that engines wrote.
func fixtures(t testing.TB) (names []string) {
	t.Helper()
	all, err := filepath.Glob("../../testdata/resources/godot*/*.json")
	require.NoError(t, err)
	for _, name := range all {
		names = append(names, strings.TrimSuffix(name, ".json"))
	}
	require.Len(t, names, 80)
	return names
}

// lost are the differences between the values of an engine and its file: the engine does not write
// these parts.
var lost = map[string]string{
	"godot3/containers.tres": "resource 0.table: key {Sub 6} is missing",
	"godot4/cycle.tres": "resource 3.inside: got null, want sub-resource 0; " +
		"resource 5.inside: got null, want sub-resource 1",
}

// TestFixtures compares each file with the description of its engine. Files that are compressed
// with Zstandard are compared in the module that has it.
func TestFixtures(t *testing.T) {
	values, compressed := 0, 0
	for _, name := range fixtures(t) {
		f, err := resource.ReadFile(name, resource.Options{})
		if errors.Is(err, savefile.ErrUnsupported) {
			compressed++
			continue
		}
		if !assert.NoError(t, err) {
			continue
		}

		description, err := os.ReadFile(name + ".json")
		require.NoError(t, err)
		result, err := resourcetest.Compare(f, description)
		require.NoError(t, err)
		short := strings.TrimPrefix(filepath.ToSlash(name), "../../testdata/resources/")
		assert.Equal(t, lost[short], strings.Join(result.Differences, "; "), name)
		values += result.Values
	}

	t.Logf("%d values, %d compressed files", values, compressed)
	assert.Equal(t, 14, compressed)
	assert.Greater(t, values, 6000)
}
