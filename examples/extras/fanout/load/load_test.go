package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cells runs a plan and returns the cells of the table's rows.
func cells(t *testing.T, p plan) [][]string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and starts processes")
	}

	var out bytes.Buffer
	require.NoError(t, p.run(context.Background(), &out))

	var rows [][]string
	for line := range strings.Lines(out.String()) {
		row := strings.Split(strings.Trim(line, "| \n"), " | ")
		require.Len(t, row, 11, line)
		rows = append(rows, row)
	}

	return rows[2:]
}

func TestLoad(t *testing.T) {
	rows := cells(t, plan{
		processes: []int{1, 2}, rooms: 2, clients: 5, rates: []int{100},
		duration: time.Second, late: time.Minute,
	})
	require.Len(t, rows, 2)
	for _, row := range rows {
		assert.Equal(t, []string{"2 × 5", "100"}, row[1:3])
		assert.Equal(t, []string{"0", "0", "0"}, row[6:9], "lost, said, out of order")
	}
}

func TestLoadWithRestart(t *testing.T) {
	rows := cells(t, plan{
		processes: []int{2}, rooms: 1, clients: 4, rates: []int{100},
		duration: 3 * time.Second, late: time.Minute, restart: true,
	})
	require.Len(t, rows, 1)
	lost, said := rows[0][6], rows[0][7]
	assert.NotEqual(t, "0", lost)
	assert.Equal(t, lost, said)
	assert.Equal(t, "0", rows[0][8], "out of order")
}

func TestNumbers(t *testing.T) {
	all, err := numbers("1,2,40")
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 40}, all)
	for _, bad := range []string{"", "0", "1,", "-1", "x"} {
		_, err := numbers(bad)
		assert.ErrorContains(t, err, "is not a number from 1", bad)
	}
}
