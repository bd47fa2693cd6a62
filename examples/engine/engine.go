// Package engine runs GDScript in a real headless Godot 3, for the tests that
// hold this library against it.
//
// The engine is the program named by the environment variable GODOT3, or
// godot3-server on the PATH (Debian's package godot3-server is Godot 3.2.3).
// Where there is none, a test that asks for it is skipped and says so.
package engine

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is how long a script may run.
const patience = 60 * time.Second

// Godot3 returns the program's path, or skips the test.
func Godot3(t testing.TB) string {
	t.Helper()
	name := os.Getenv("GODOT3")
	if name == "" {
		name = "godot3-server"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("SKIPPED, not tested against a real engine: %v (install godot3-server, or set GODOT3)", err)
	}
	return path
}

// A Script is a running GDScript.
type Script struct {
	t      testing.TB
	cmd    *exec.Cmd
	cancel context.CancelFunc
	out    bytes.Buffer
	err    bytes.Buffer
}

// Start starts the script file in dir, an empty string for a new directory of
// the test's, with the environment variables "NAME=value" and further arguments
// of the engine's command line. The script extends SceneTree and ends by quit().
func Start(t testing.TB, file, dir string, env []string, args ...string) *Script {
	t.Helper()
	program := Godot3(t)
	if dir == "" {
		dir = t.TempDir()
	}
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	s := &Script{t: t, cancel: cancel}
	s.cmd = exec.CommandContext(ctx, program, append([]string{"--no-window", "-s", path}, args...)...)
	s.cmd.Dir = dir
	// Without LANG the engine complains on stderr; HOME is where it keeps user data.
	s.cmd.Env = append(append(os.Environ(), "LANG=en_US.UTF-8", "HOME="+dir), env...)
	s.cmd.Stdout, s.cmd.Stderr = &s.out, &s.err
	if err := s.cmd.Start(); err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = s.cmd.Wait() // a second Wait only says that there was a first
	})
	return s
}

// Wait waits for the script's end and returns what it printed, line by line. A
// script that fails or takes too long fails the test.
func (s *Script) Wait() []string {
	s.t.Helper()
	err := s.cmd.Wait()
	s.cancel()
	if err != nil {
		s.t.Fatalf("engine: %v\n%s\n%s", err, s.out.String(), s.err.String())
	}
	return strings.Split(strings.TrimSpace(s.out.String()), "\n")
}

// Run starts a script and waits for its end.
func Run(t testing.TB, file, dir string, env ...string) []string {
	t.Helper()
	return Start(t, file, dir, env).Wait()
}
