package main

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
)

// A session is a run of gdvar in a pseudo terminal.
type session struct {
	t    *testing.T
	tty  *os.File
	cmd  *exec.Cmd
	done chan struct{}

	mutex sync.Mutex
	out   bytes.Buffer // all that was shown since the last key
}

// inTerminal starts gdvar FILE in a terminal of 80 columns and 24 lines.
func inTerminal(t *testing.T, args ...string) *session {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no pseudo terminal there")
	}

	self := must(os.Executable())

	s := &session{t: t, done: make(chan struct{})}
	s.cmd = exec.CommandContext(t.Context(), self, args...)
	s.cmd.Env = append(os.Environ(), "GDVAR_TEST_MAIN=1", "TERM=xterm")
	s.tty = must(pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 24, Cols: 80}))

	go s.read()

	return s
}

// read collects what is shown, until the program ends.
func (s *session) read() {
	defer close(s.done)
	b := make([]byte, 4096)

	for {
		n, err := s.tty.Read(b)
		if err != nil {
			return
		}

		s.mutex.Lock()
		s.out.Write(b[:n])
		s.mutex.Unlock()

		if bytes.Contains(b[:n], []byte("\x1b[6n")) { // where is the cursor?
			_, _ = s.tty.WriteString("\x1b[1;1R")
		}
	}
}

// shows waits until a text is shown.
func (s *session) shows(text string) {
	s.t.Helper()
	shown := func() string {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		return s.out.String()
	}

	for range 300 {
		if strings.Contains(shown(), text) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}

	s.t.Fatalf("%q is not shown in %q", text, shown())
}

// types types keys.
func (s *session) types(keys string) {
	s.t.Helper()
	s.mutex.Lock()
	s.out.Reset()
	s.mutex.Unlock()

	_, err := s.tty.WriteString(keys)
	require.NoError(s.t, err)
}

// ends waits for the end of the program.
func (s *session) ends() {
	s.t.Helper()
	<-s.done
	require.NoError(s.t, s.cmd.Wait())
}

const (
	keyDown  = "\x1b[B"
	keyRight = "\x1b[C"
	keyLeft  = "\x1b[D"
	clearKey = "\x15"
)

// TestBrowse: in a terminal values are found, changed by type, and written after their differences
// were shown.
func TestBrowse(t *testing.T) {
	chdirSaves(t)
	s := inTerminal(t, "godot4/zstd.save")
	s.shows(`"name": "Tia"`)
	s.shows(`"bag": Array`)

	s.types("/count\r")
	s.shows(`"count": 2`)
	s.types("\r")
	s.shows("enter: set")
	s.types(clearKey + "5.5.5\r")
	s.shows("syntax error")
	s.types(clearKey + "42\r")
	s.shows(`"count": 42`)

	s.types("/speed\r")
	s.shows("\x1b[7m")
	s.types("\r" + clearKey + "3\r")
	s.shows(`"speed": 3.0`)

	s.types("s")
	s.shows(`@ $["bag"][0]["count"]`)
	s.shows("y: write")
	s.types("y")
	s.shows("written")
	s.types("q")
	s.ends()

	require.Equal(t, "42\n", fine(t, "gdvar get godot4/zstd.save bag[0].count"))
	require.Equal(t, "3.0\n", fine(t, "gdvar get godot4/zstd.save speed"))
}

// TestBrowseUndo: undo takes a change back, and leaving with changes asks first.
func TestBrowseUndo(t *testing.T) {
	chdirSaves(t)
	before := content(t, "godot3/plain.save")

	s := inTerminal(t, "godot3/plain.save")
	s.shows(`"bag": Array`)
	s.types("/hp\r")
	s.shows("\x1b[7m")
	s.types("d")
	time.Sleep(100 * time.Millisecond)
	s.types("u")
	s.shows(`"hp": 10`)
	s.types("u")
	s.shows("nothing to undo")

	s.types("d")
	time.Sleep(100 * time.Millisecond)
	s.types("q")
	s.shows("drop the changes? y/n")
	s.types("y")
	s.ends()
	require.Equal(t, before, content(t, "godot3/plain.save"))
}

// TestBrowseFold: containers unfold and fold, and keys move past them.
func TestBrowseFold(t *testing.T) {
	chdirSaves(t)
	s := inTerminal(t, "godot4/plain.save")
	s.shows(`▸   "bag": Array`)
	s.types("/bag\r")
	s.shows("\x1b[7m")
	s.types(keyRight)
	s.shows("[1]: Dictionary")
	s.types(keyDown + keyRight)
	s.shows(`"id": 7`)
	s.types(keyLeft)
	s.shows("▸")
	s.types("q")

	s.ends()
}
