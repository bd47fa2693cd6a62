package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/workloads"
)

func TestTable(t *testing.T) {
	old := table{"go9 plan9/amd64", []row{{"Decode/entity", 1000}, {"Append/entity", 2000}}}
	again, err := parse(old.String())
	require.NoError(t, err)
	assert.Equal(t, old, again)
	_, err = parse("go9 plan9/amd64\nDecode/entity many\n")
	assert.ErrorContains(t, err, `"Decode/entity many"`)

	same := table{rows: []row{{"Append/entity", 2060}, {"Decode/entity", 10}}}
	_, slower := same.over(old)
	assert.Zero(t, slower, "3 %% more is the same")
	more := table{rows: []row{{"Append/entity", 2061}, {"Valid/entity", 1}}}
	report, slower := more.over(old)
	assert.Equal(t, 2, slower, "one takes more, one was not recorded")
	assert.Contains(t, report, "Append/entity                   2000 ->      2061  1.030  MORE\n")
}

// TestRecorded holds the recorded file to the operations that there are.
func TestRecorded(t *testing.T) {
	b, err := os.ReadFile("../../testdata/instructions.txt")
	require.NoError(t, err)
	recorded, err := parse(string(b))
	require.NoError(t, err)

	var names, want []string
	for _, r := range recorded.rows {
		names = append(names, r.name)
		assert.Positive(t, r.count, r.name)
	}

	for _, r := range runs {
		for _, o := range operations {
			want = append(want, o.name+"/"+r.workload)
		}
	}

	assert.Equal(t, want, names)
}

// TestRepeat runs what is counted.
func TestRepeat(t *testing.T) {
	for _, r := range runs {
		for _, o := range operations {
			assert.NoError(t, repeat(o.name, r.workload, 1), "%s of %s", o.name, r.workload)
		}
	}
	assert.Error(t, repeat("Decode", "nothing", 1))
	assert.Greater(t, len(workloads.All()), len(runs))
}
