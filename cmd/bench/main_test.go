package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/testkit"
)

// TestWorkloads: in each workload without packed arrays, the structs have the same content as the
// maps and slices of any.
func TestWorkloads(t *testing.T) {
	assert.Len(t, workloads(), 11)
	for _, w := range messages() {
		want := testkit.Must(json.Marshal(w.loose))
		assert.JSONEq(t, string(want), string(testkit.Must(json.Marshal(w.typed))), w.name)
	}
	assert.Len(t, messages(), 6)
}

// TestRun: a complete run works. It is as short as possible, with the engines of this machine.
func TestRun(t *testing.T) {
	o := options{
		workloads: "^(vector3|entity)$", base: "godotvariant",
		settings: settings{rounds: 2, sample: time.Microsecond},
	}

	var out, progress strings.Builder
	require.NoError(t, run(context.Background(), o, &out, &progress))
	assert.Contains(t, progress.String(), "measuring entity")

	lines := strings.Split(out.String(), "\n")
	assert.Equal(t, "| | | vector3 | entity |", lines[0])

	for _, l := range locals() {
		assert.Contains(t, out.String(), "| "+l.name+" | ")
	}

	for _, k := range kinds() {
		if k.missing != nil {
			assert.Contains(t, progress.String(), k.name+" is not measured")
			continue
		}
		assert.Contains(t, out.String(), "| encode | "+k.name+" | ")
		assert.Contains(t, out.String(), "| decode | "+k.name+" | ")
	}
}

func TestTable(t *testing.T) {
	lanes := []*lane{
		{candidate: "a", workload: "small", direction: encode, samples: []float64{100, 110, 120}},
		{candidate: "b", workload: "small", direction: encode, samples: []float64{250, 275, 300}},
		{candidate: "a", workload: "big", direction: encode, samples: []float64{2e6, 2e6, 2e6}},
		{candidate: "c", workload: "big", direction: encode, samples: []float64{1e3, 2e3, 9e3}},
		{candidate: "a", workload: "big", direction: decode, samples: []float64{1234}},
	}

	assert.Equal(t, `| | | small | big |
|---|---|---:|---:|
| encode | a | 100 ns | 2.0 ms |
| encode | b | 2.5× | – |
| encode | c | – | <0.001× |
| decode | a | – | 1.2 µs |

Rows of a: time of the fastest sample. All others: their fastest sample over that of a.
Medians of the samples give ratios that differ by a factor of 2.00 at most (encode big, c).
`, table{base: "a", lanes: lanes}.markdown())
}

// TestScript4 only parses the script for Godot 4. It does not run the script, because few machines
// have the native Godot 4, and the web build has no TCP.
func TestScript4(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "godot4.gd"), []byte(script4), 0o644))
	assert.Equal(t, []string{"OK", "true"}, enginetest.Godot4(t).Run(t, "testdata/parses.gd", dir))
}

// TestLimit: after the time limit a lane gets no more samples. The report names the number of
// samples.
func TestLimit(t *testing.T) {
	second := func(int) (time.Duration, error) { return time.Second, nil }
	for limit, want := range map[time.Duration]int{0: 5, time.Nanosecond: 1, time.Hour: 5} {
		s := settings{rounds: 5, limit: limit}
		lanes := []*lane{{step: second}, {step: second}}
		require.NoError(t, measureLanes(lanes, s))

		a := newAbout(s, nil)
		a.measured(lanes)
		assert.Len(t, lanes[0].samples, want, limit)
		assert.Len(t, lanes[1].samples, want, limit)
		assert.Contains(t, a.String(), fmt.Sprintf("at least %d samples", want))
	}
}
