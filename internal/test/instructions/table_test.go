package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	old := table{"go9 plan9/amd64", []row{{"Decode/entity", 1000}, {"Append/entity", 2000}}}
	again, err := parse(old.String())
	require.NoError(t, err)
	assert.Equal(t, old, again)
	_, err = parse("go9 plan9/amd64\nDecode/entity many\n")
	assert.ErrorContains(t, err, `"Decode/entity many"`)

	same := table{rows: []row{{"Append/entity", 2020}, {"Decode/entity", 10}}}
	_, slower := same.over(old)
	assert.Zero(t, slower, "1 %% more is the same")
	more := table{rows: []row{{"Append/entity", 2021}, {"Valid/entity", 1}}}
	report, slower := more.over(old)
	assert.Equal(t, 2, slower, "one takes more, one was not recorded")
	assert.Contains(t, report,
		"Append/entity                           2000 ->      2021  1.010  MORE\n")
}

// TestRecorded: the recorded file has the operations that exist, and no others.
func TestRecorded(t *testing.T) {
	b, err := os.ReadFile("testdata/instructions.txt")
	require.NoError(t, err)
	recorded, err := parse(string(b))
	require.NoError(t, err)

	var names, want []string
	for _, r := range recorded.rows {
		names = append(names, r.name)
		assert.Positive(t, r.count, r.name)
	}

	for _, task := range tasks() {
		want = append(want, task.name())
	}

	assert.Equal(t, want, names)
}

// TestOperations runs all tasks without valgrind, and checks that none returns an error.
func TestOperations(t *testing.T) {
	for _, task := range tasks() {
		task.times = 1
		task.warm = 1
		assert.NoError(t, task.run(), task.name())
	}

	assert.NoError(t, repeat("Valid/entity"))
	assert.Error(t, repeat("Valid/nothing"))
}
