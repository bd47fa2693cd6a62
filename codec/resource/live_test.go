package resource_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/live"
	"godotvariant/codec/resource"
	"godotvariant/internal/resourcetest"
)

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
		values, differ := 0, 0
		for _, name := range descriptions {
			description, err := os.ReadFile(name)
			require.NoError(t, err)
			f, err := resource.ReadFile(name[:len(name)-len(".json")], resource.Options{})
			if !assert.NoError(t, err) {
				continue
			}

			result, err := resourcetest.Compare(f, description)
			require.NoError(t, err)
			for _, d := range result.Differences {
				t.Errorf("%s: %s", filepath.Base(name), d)
			}
			differ += len(result.Differences)
			values += result.Values
		}

		t.Logf("%v: %d files, %d values, %d differences", e, len(descriptions), values, differ)
		assert.Len(t, descriptions, *liveFiles)
	})
}
