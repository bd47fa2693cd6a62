package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/programtest"
	"godotvariant/codec/savefile"
)

// TestSetPermissions: a changed file keeps its permissions, and its backup has the same
// permissions. No other file is left in the folder.
func TestSetPermissions(t *testing.T) {
	chdirSaves(t)
	require.NoError(t, os.Chmod("godot3/plain.save", 0o640))
	fine(t, "gdvar set --backup godot3/plain.save hp=1")

	for _, name := range []string{"godot3/plain.save", "godot3/plain.save~"} {
		stat := must(os.Stat(name))
		if runtime.GOOS != "windows" {
			require.Equal(t, os.FileMode(0o640), stat.Mode().Perm(), name)
		}
	}

	files := must(os.ReadDir("godot3"))
	require.Len(t, files, 12) // 11 saves and one backup
}

// TestSetBackup: set refuses a change if it can't write the backup or the file.
func TestSetBackup(t *testing.T) {
	chdirSaves(t)
	fine(t, "gdvar set --backup godot3/plain.save hp=1")

	// The command set writes a backup to a new file, and never overwrites the bytes of an older
	// backup. If the disk is full, the older backup stays.
	require.NoError(t, os.Link("godot3/plain.save~", "older"))
	older := programtest.Content(t, "older")
	fine(t, "gdvar set --backup godot3/plain.save hp=2")
	require.Equal(t, older, programtest.Content(t, "older"))
	require.Equal(t, "1\n", fine(t, "gdvar get godot3/plain.save~ hp"))

	// set can't replace a folder that has the name of the backup. This holds for every user, even
	// for root.
	data := programtest.Content(t, "godot3/two.save")
	require.NoError(t, os.MkdirAll("godot3/two.save~/x", 0o777))
	refused(t, "gdvar set --backup godot3/two.save [0].hp=1", "two.save~")
	require.Equal(t, data, programtest.Content(t, "godot3/two.save"))

	if os.Getuid() > 0 { // root may write anywhere
		require.NoError(t, os.Chmod("godot4", 0o555))
		defer os.Chmod("godot4", 0o777)
		refused(t, "gdvar set godot4/plain.save hp=1", "permission denied")
	}
}

// TestTwoWriters: if two runs of set change a file at the same time, one of them is refused, or
// both changes are in the file.
func TestTwoWriters(t *testing.T) {
	chdirSaves(t)
	file := "godot4/plain.save"

	for round := range 30 {
		var wait sync.WaitGroup
		codes := make([]int, 2)
		for i := range 2 {
			wait.Go(func() {
				codes[i] = runArgs(t, "set", file, fmt.Sprintf("w%d=%d", i, round)).Code
			})
		}
		wait.Wait()

		for i, code := range codes {
			if code == 0 {
				got := runArgs(t, "get", file, fmt.Sprintf("w%d", i)).Out
				require.Equal(t, fmt.Sprintf("%d\n", round), got)
			}
		}
	}
}

// TestLeftovers: the next change removes the temporary file of a killed run, and scan skips it.
func TestLeftovers(t *testing.T) {
	chdirSaves(t)
	const left = "godot4/.save-0123456789abcdef.tmp"
	programtest.Write(t, left, programtest.Content(t, "godot4/objects.save"))
	require.NotContains(t, gdvar(t, "", "gdvar scan godot4").Out, ".save-")

	old := time.Now().Add(-48 * time.Hour)
	require.NoError(t, os.Chtimes(left, old, old))
	fine(t, "gdvar set godot4/plain.save hp=1")
	require.NoFileExists(t, left)
}

// TestBombs: gdvar refuses a short compressed file that contains too many values. The flag
// --max-values sets the limit.
func TestBombs(t *testing.T) {
	t.Chdir(t.TempDir())
	plain := make([]byte, 5<<20)
	copy(plain[4:], "\x1c\x00\x00\x00")
	binary.LittleEndian.PutUint32(plain, uint32(len(plain)-4))
	binary.LittleEndian.PutUint32(plain[8:], uint32(len(plain)-12)/4)

	o := savefile.Options{Container: savefile.Compressed, Compression: savefile.Deflate}
	require.NoError(t, savefile.WriteFile("bomb.save", plain, o))

	for _, command := range []string{"scan .", "show --str bomb.save", "query bomb.save length"} {
		r := gdvar(t, "", "gdvar --max-values 1 "+command)
		require.NotZero(t, r.Code, command)
		require.Contains(t, r.Out+r.Err, "--max-values is 1 million", command)
	}

	// These commands read the file in place.
	for _, command := range []string{"detect bomb.save", "set bomb.save [0]=1", "get bomb.save [0]",
		"diff bomb.save bomb.save"} {
		fine(t, "gdvar --engine godot4 --max-values 1 "+command)
	}

	require.Equal(t, "1\n", fine(t, "gdvar get bomb.save [0]"))
}

// TestLiveProject: the engines write the projects in testdata, each in binary form and in text
// form. gdvar converts each form to the other form, and the result is what the engine writes.
func TestLiveProject(t *testing.T) {
	for _, e := range engines {
		t.Run("godot"+e.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "godot"+e.name)
			e.find(t).Run(t, "testdata/projects"+e.name+".gd", dir)

			for _, form := range []string{".binary", ".godot"} {
				have := "testdata/saves/projects/godot" + e.name + form
				if *programtest.Record {
					programtest.Write(t, have, programtest.Content(t, file+form))
				}
				require.Equal(t, programtest.Content(t, have), programtest.Content(t, file+form))
			}

			want := programtest.Content(t, file+".binary")
			require.Equal(t, want, fine(t, "gdvar project "+file+".godot"))
			text := fine(t, "gdvar project "+file+".binary")
			// The engine's text has a comment in addition.
			require.Contains(t, programtest.Content(t, file+".godot"), text)
			r := gdvar(t, programtest.Content(t, file+".binary"), "gdvar project -")
			require.Equal(t, programtest.Result{Out: text}, r)
		})
	}
}
