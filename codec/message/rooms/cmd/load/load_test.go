package main

import (
	"log"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain is also the main function of the NATS server's process.
func TestMain(m *testing.M) {
	if text := os.Getenv(brokerVariable); text != "" {
		if err := serveBroker(text); err != nil {
			log.Fatal(err)
		}
		return
	}
	os.Exit(m.Run())
}

// TestLoad: the program measures all figures, and no message is lost when an owner is killed.
func TestLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "FIGURES.md")
	p := plan{
		processes: []int{1, 2}, clients: []int{4}, room: 4, period: time.Second, kills: 1,
		rooms: []int{12}, moves: []int{3}, pace: 100 * time.Millisecond, servers: 1,
	}

	require.NoError(t, p.write(t.Context(), file))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Regexp(t, `\n\| 2 \| 4 \| [0-9.]+ ms \|`, string(text))
	require.Regexp(t, `\n\| 3 \| [1-9][0-9]* \| [1-9][0-9.]* \| `, string(text))
	require.Regexp(t, `(?s) was killed 1\stimes\.\s[^|]*, 0\slost\.\n`, string(text))
	require.Regexp(t, `\n\| 12 \| [1-9]\d* \| [0-9.]+, [0-9.]+, [0-9.]+ \| `, string(text))
	for _, name := range []string{"clients", "changes", "takeover"} {
		require.Contains(t, string(text), "figures/"+name+".svg)")
		require.FileExists(t, filepath.Join(filepath.Dir(file), "figures", name+".svg"))
	}
}

// TestNumbers: a text that is not a list of numbers is refused.
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
