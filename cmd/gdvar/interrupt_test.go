package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/programtest"

	"github.com/stretchr/testify/require"
)

// TestInterrupt: Ctrl-C ends a command, and convert leaves no files.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process there can send Ctrl-C to another one")
	}

	self := must(os.Executable())

	dir := t.TempDir()
	command := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), self, args...)
		cmd.Dir, cmd.Env = dir, programtest.Environment()
		return cmd
	}

	t.Run("show", func(t *testing.T) {
		show := command("show")
		in := must(show.StdinPipe())
		require.NoError(t, show.Start())
		must(in.Write([]byte{1, 2}))
		ended := make(chan error, 1)
		go func() { ended <- show.Wait() }()

		for { // several times: a signal may come too early, and two may count as one
			_ = show.Process.Signal(os.Interrupt) // the process may have ended
			select {
			case err := <-ended:
				require.Error(t, err)
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	})

	t.Run("convert", func(t *testing.T) {
		b := programtest.Content(t, "testdata/saves/godot4/plain.save")
		programtest.Write(t, filepath.Join(dir, "big.save"), strings.Repeat(b, 5000))

		convert := command("convert", "--to", "godot3", "-v", "big.save", "-o", "out.save")
		problems := must(convert.StderrPipe())
		require.NoError(t, convert.Start())
		in := bufio.NewReader(problems)
		must(in.ReadString('\n')) // the first change
		require.NoError(t, convert.Process.Signal(os.Interrupt))
		rest := must(io.ReadAll(in))
		require.Error(t, convert.Wait())
		require.Equal(t, program.CodeInterrupted, convert.ProcessState.ExitCode())
		require.Less(t, bytes.Count(rest, []byte("\n")), 3*5000-1, "it has not converted all")
		require.NoFileExists(t, filepath.Join(dir, "out.save"))
		require.Empty(t, must(filepath.Glob(filepath.Join(dir, ".save-*"))))
	})
}
