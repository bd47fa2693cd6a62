package resource_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/live"
	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	"godotvariant/internal/resourcetest"
	"godotvariant/internal/testkit"
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

// compare returns the number of values in a file that an engine wrote, and the differences from the
// engine's description.
func compare(t *testing.T, f *resource.File, name string) (values int, differences string) {
	t.Helper()
	description, err := os.ReadFile(name + ".json")
	require.NoError(t, err)
	result, err := resourcetest.Compare(f, description)
	require.NoError(t, err)
	return result.Values, strings.Join(result.Differences, "; ")
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

		n, differences := compare(t, f, name)
		values += n
		short := strings.TrimPrefix(filepath.ToSlash(name), "../../testdata/resources/")
		assert.Equal(t, lost[short], differences, name)
	}

	assert.Equal(t, 14, compressed)
	assert.Greater(t, values, 6000)
}

var liveFiles = flag.Int("resources", 100, "how many files each live engine writes")

// TestLiveResources has engines write resources and scenes of random values, new in each run, and
// compares the files with the engines' descriptions.
func TestLiveResources(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		seed, _ := live.Random(t)
		dir := t.TempDir()
		e.Run(t, e.Script("testdata/write"), dir, fmt.Sprintf("SEED=%d", seed),
			fmt.Sprintf("COUNT=%d", *liveFiles))

		descriptions, err := filepath.Glob(filepath.Join(dir, "*.json"))
		require.NoError(t, err)
		assert.Len(t, descriptions, *liveFiles)
		for _, description := range descriptions {
			name := strings.TrimSuffix(description, ".json")
			f, err := resource.ReadFile(name, resource.Options{})
			if assert.NoError(t, err) {
				_, differences := compare(t, f, name)
				assert.Empty(t, differences, filepath.Base(name))
			}
		}
	})
}

// TestExamples: every type has an Example, except the parts of a File, which the Examples of its
// methods show.
func TestExamples(t *testing.T) {
	testkit.RequireExamples(t, "Connection", "External", "File", "Finding", "FindingKind",
		"Form", "Node", "Note", "Options", "Replicated", "Resource", "Scene", "Synchronizer", "UID")
}
