package main

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec/savefile"
)

// TestTwoWriters: of two runs of set at once, one is refused or both changes are in the file.
func TestTwoWriters(t *testing.T) {
	chdirSaves(t)
	file := "godot4/plain.save"

	for round := range 30 {
		var wait sync.WaitGroup
		codes := make([]int, 2)

		for i := range 2 {
			wait.Go(func() {
				codes[i] = runArgs(t, "set", file, fmt.Sprintf("w%d=%d", i, round)).code
			})
		}

		wait.Wait()

		for i, code := range codes {
			if code == 0 {
				got := runArgs(t, "get", file, fmt.Sprintf("w%d", i)).out
				require.Equal(t, fmt.Sprintf("%d\n", round), got)
			}
		}
	}
}

// TestLeftovers: what a killed run has left behind goes with the next change, and scan
// leaves it out.
func TestLeftovers(t *testing.T) {
	chdirSaves(t)
	left := write(t, "godot4/.save-0123456789abcdef.tmp", content(t, "godot4/objects.save"))
	require.NotContains(t, gdvar(t, "", "gdvar scan godot4").out, ".save-")

	old := time.Now().Add(-48 * time.Hour)
	require.NoError(t, os.Chtimes(left, old, old))
	fine(t, "gdvar set godot4/plain.save hp=1")
	require.NoFileExists(t, left)
}

// TestBombs: a short file that holds much is refused, and the limits can be raised.
func TestBombs(t *testing.T) {
	t.Chdir(t.TempDir())
	plain := make([]byte, 17<<20)
	copy(plain[4:], "\x1c\x00\x00\x00")
	n := (len(plain) - 12) / 4

	put := func(at, v int) {
		for i := range 4 {
			plain[at+i] = byte(v >> (8 * i))
		}
	}

	put(0, len(plain)-4)
	put(8, n)

	o := savefile.Options{Format: savefile.Compressed, Compression: savefile.Deflate}
	require.NoError(t, savefile.WriteFile("bomb.save", plain, o))

	for _, command := range []string{"scan .",
		"show --str bomb.save", "query bomb.save length"} {
		r := gdvar(t, "", "gdvar "+command)
		require.NotZero(t, r.code, command)
		require.Contains(t, r.out+r.err, "--max-values is 4 million", command)
	}

	// These read it in place.
	for _, command := range []string{"detect bomb.save", "set bomb.save [0]=1", "get bomb.save [0]",
		"diff bomb.save bomb.save"} {
		fine(t, "gdvar --engine godot4 "+command)
	}

	require.Equal(t, "1\n", fine(t, "gdvar get --max-values 8 bomb.save [0]"))
}
