package main

import (
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain is also the process of the NATS server, as main is.
func TestMain(m *testing.M) {
	if text := os.Getenv(brokerVariable); text != "" {
		if err := serveBroker(text); err != nil {
			log.Fatal(err)
		}
		return
	}
	os.Exit(m.Run())
}

// TestLoad: the program measures, and nothing is lost when an owner is killed.
func TestLoad(t *testing.T) {
	var out strings.Builder
	file := filepath.Join(t.TempDir(), "chart.svg")
	p := plan{
		processes: []int{1, 2}, clients: []int{4}, room: 4, period: time.Second, kills: 1,
		rooms: 12, pace: 100 * time.Millisecond, chart: file, out: &out,
	}

	require.NoError(t, run(t.Context(), p))
	require.Regexp(t, `\n\| 2 \| 4 \| [0-9.]+ ms \|`, out.String())
	require.Regexp(t, `\n1 kills: takeover p50 [0-9.]+ s, .*, 0 lost\n`, out.String())
	require.Regexp(t, `\n\d+ of 12 rooms lost their owner: a new one after [0-9.]+ s`, out.String())
	require.FileExists(t, file)
}

// TestNumbers refuses what is not a list of numbers.
func TestNumbers(t *testing.T) {
	got, err := numbers("1,20")
	require.NoError(t, err)
	require.Equal(t, []int{1, 20}, got)

	none, err := numbers("0")
	require.NoError(t, err)
	require.Empty(t, none)

	for _, text := range []string{"", "1,0", "1,,2", "-1", "x"} {
		_, err := numbers(text)
		require.Error(t, err, text)
	}
}
