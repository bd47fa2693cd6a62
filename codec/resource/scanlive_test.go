package resource_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/resource"
	"godotvariant/internal/test/live"
)

var hostileFiles = flag.Int("hostilefiles", 200,
	"how many files each live engine loads and Scan reads")

// TestLiveScan: a file that runs code in an engine has a finding. A file of the same form that has
// only data has none. The engine itself saves one fifth of the files.
func TestLiveScan(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		e = e.Official(t)
		seed, r := live.Random(t)
		dir := t.TempDir()
		saves := *hostileFiles / 5

		var names []string
		isHostile := map[string]bool{}
		for i := range *hostileFiles - saves {
			f := hostileFile{t: t, r: r, dir: dir, number: i, hostile: r.IntN(2) == 0,
				godot3: e.Dialect != codec.Godot4}
			name := f.write()
			names = append(names, name)
			isHostile[name] = f.hostile
		}
		list := strings.Join(names, "\n")
		require.NoError(t, os.WriteFile(filepath.Join(dir, "list"), []byte(list), 0o600))

		loads := loadAll(t, e, dir, fmt.Sprintf("SEED=%d", seed), fmt.Sprintf("SAVES=%d", saves))
		require.Len(t, loads, *hostileFiles)

		ran, harmless, read, crashed := 0, 0, 0, 0
		for name, load := range loads {
			hostile, written := isHostile[name]
			if !written {
				hostile = !strings.Contains(name, "harmless")
			}

			found, err := scanned(filepath.Join(dir, name))
			data, _ := os.ReadFile(filepath.Join(dir, name))

			if load.crashed {
				crashed++
			}

			switch {
			case (load.ran || load.crashed) && hostile:
				ran++
				assert.True(t, err != nil || len(found) > 0, "%s: no finding\n%q", name, data)
			case load.ran:
				t.Errorf("%s ran code and should not\n%q", name, data)
			case !hostile:
				harmless++
				if load.loaded {
					read++
				}
				assert.NoError(t, err, "%s\n%q", name, data)
				assert.Empty(t, found, "%s\n%q", name, data)
			}
		}

		t.Logf("%v: %d files ran code; the engine loaded %d of %d files of data; it crashed at %d",
			e, ran, read, harmless, crashed)
		assert.Greater(t, ran, *hostileFiles/4)
		assert.Greater(t, read, *hostileFiles/6)
	})
}

// An outcome is the result of loading a file in an engine.
type outcome struct{ loaded, ran, crashed bool }

// loadAll makes the engine save and load the files, and returns the outcome of each. If a file
// crashes the engine, loadAll continues with the next file.
func loadAll(t *testing.T, e live.Engine, dir string, env ...string) map[string]outcome {
	e.Limit += time.Duration(*hostileFiles) * 10 * time.Millisecond
	outcomes := map[string]outcome{}

	for range 5 + *hostileFiles/50 {
		skip := fmt.Sprintf("SKIP=%d", len(outcomes))
		lines, err := e.Start(t, e.Script("testdata/scan"), dir, append(env, skip)).Result()

		last := readOutcomes(outcomes, lines)
		if err == nil {
			require.Empty(t, last, "the last line of the script")
			return outcomes
		}

		if last != "" { // last is empty if the engine crashed while it loaded no file
			one := outcomes[last]
			one.crashed = true
			outcomes[last] = one
		}
	}

	t.Fatalf("%v crashes at too many files", e)
	return nil
}

// readOutcomes adds the outcomes in the output of the script. It returns the name of the file that
// the engine loaded last, or "" if the script has ended.
func readOutcomes(outcomes map[string]outcome, lines []string) (last string) {
	for _, line := range lines {
		if next, ok := strings.CutPrefix(line, "FILE "); ok {
			last = next
			if last != "" {
				outcomes[last] = outcome{}
			}
			continue
		}

		if last != "" {
			one := outcomes[last]
			one.loaded = one.loaded || line == "LOADED"
			one.ran = one.ran || line != "LOADED"
			outcomes[last] = one
		}
	}
	return last
}

// scanned decodes a file and returns its findings.
func scanned(name string) ([]resource.Finding, error) {
	switch filepath.Ext(name) {
	case ".cfg", ".import", ".godot":
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}

		full := codec.MustNew(codec.Options{FullObjects: true})
		f, err := configfile.Parse(string(data), full)
		if err != nil {
			return nil, err
		}
		return f.Scan(), nil
	}

	f, err := resource.ReadFile(name, resource.Options{})
	if err != nil {
		return nil, err
	}
	return f.Scan(), nil
}
