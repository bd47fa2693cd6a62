package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"godotvariant/cmd/internal/programtest"

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
	out   bytes.Buffer // output since the last key
	all   bytes.Buffer // the whole output
}

// inTerminal starts gdvar in a terminal of 80 columns and 24 lines, without a pager.
func inTerminal(t *testing.T, args ...string) *session {
	t.Helper()
	return pagedBy(t, "cat", args...)
}

// pagedBy starts gdvar in a terminal with a command as the pager.
func pagedBy(t *testing.T, pager string, args ...string) *session {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no pseudo terminal there")
	}

	self := must(os.Executable())

	s := &session{t: t, done: make(chan struct{})}
	s.cmd = exec.CommandContext(t.Context(), self, args...)
	s.cmd.Env = append(programtest.Environment(), "TERM=xterm", "PAGER="+pager)
	s.tty = must(pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 24, Cols: 80}))

	go s.read()

	return s
}

// read collects the output until the program ends. It never answers a question that the program
// sends to the terminal, because many terminals do not answer.
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
		s.all.Write(b[:n])
		s.mutex.Unlock()
	}
}

// does enters the keys in the terminal, and waits until the screen shows all of the texts.
func (s *session) does(keys string, texts ...string) {
	s.t.Helper()
	if keys != "" {
		s.mutex.Lock()
		s.out.Reset()
		s.mutex.Unlock()
		must(s.tty.WriteString(keys))
	}

	for _, text := range texts {
		require.Eventually(s.t, func() bool {
			s.mutex.Lock()
			defer s.mutex.Unlock()
			return strings.Contains(s.out.String(), text)
		}, time.Minute, 5*time.Millisecond, "%q is not shown after %q", text, keys)
	}
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

// selected is the escape sequence before the selected row.
const selected = "\x1b[7m"

// TestBrowse: in a terminal the user finds values, changes values of several types, looks at the
// differences, and writes the file.
func TestBrowse(t *testing.T) {
	chdirSaves(t)
	s := inTerminal(t, "godot4/zstd.save")
	s.does("", `name: "Tia"`, `bag: Array, `)
	s.does("/count\r", `count: 2`)
	s.does("\r", "enter: set")
	s.does(clearKey+"5.5.5\r", "syntax error")
	s.does(clearKey+"42\r", `count: 42`)

	s.does("/speed\r", selected)
	s.does("\r"+clearKey+"3\r", `speed: 3.0`)
	s.does("s", `@ $["bag"][0]["count"]`, "y: write")
	s.does("y", "written")
	s.does("q")
	s.ends()

	require.Equal(t, "42\n", fine(t, "gdvar get godot4/zstd.save bag[0].count"))
	require.Equal(t, "3.0\n", fine(t, "gdvar get godot4/zstd.save speed"))
}

// TestBrowseUndo: containers unfold and fold, and undo takes a change back. Before the browser
// discards changes, it asks the user.
func TestBrowseUndo(t *testing.T) {
	chdirSaves(t)
	before := programtest.Content(t, "godot4/plain.save")
	s := inTerminal(t, "godot4/plain.save")
	s.does("", `▸   bag: Array, 2 items`)
	s.does("/bag\r", selected)
	s.does(keyRight, "1: Dictionary, ")
	s.does(keyDown+keyRight, `id: 7`)
	s.does(keyLeft, "▸")

	s.does("/hp\r", selected)
	s.does("d", selected)
	s.does("u", `hp: 10`)
	s.does("u", "nothing to undo")
	s.does("d", selected)
	s.does("q", "drop the changes? y/n")
	s.does("y")
	s.ends()
	require.Equal(t, before, programtest.Content(t, "godot4/plain.save"))
}

// TestNoQuestions: gdvar sends no question to the terminal, so it never waits for an answer.
func TestNoQuestions(t *testing.T) {
	chdirSaves(t)
	s := inTerminal(t, "get", "godot4/plain.save", "hp")
	s.ends()
	require.Equal(t, "10\r\n", s.out.String())

	s = inTerminal(t, "godot4/plain.save")
	s.does("", `name: "Tia"`)
	s.does("q")
	s.ends()
	unanswered := regexp.MustCompile(`\x1b\[(\?(1049|7|25)[hl]|2J|\d+;1H|K|7m|0m)`)
	require.NotContains(t, unanswered.ReplaceAllString(s.all.String(), ""), "\x1b")
}

// TestBrowseKeys: the key ? shows the list of keys. Escape leaves the list, and does nothing else.
func TestBrowseKeys(t *testing.T) {
	chdirSaves(t)
	s := inTerminal(t, "godot4/plain.save")
	s.does("", "?: keys")
	s.does("?", "search, and find the next match", "q: back")
	s.does("\x1b", `name: "Tia"`)
	s.does("/nothing like it\r", "is not there")
	s.does("\x1b", "?: keys")
	s.does("?", "q: back")
	s.does("q", `name: "Tia"`)
	s.does("q")
	s.ends()
}

// TestUnpackInTerminal: in a terminal unpack shows the control characters of a file as escapes. To
// a pipe it writes the bytes unchanged.
func TestUnpackInTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	evil := "{}\x1b]0;title\x07\x1b[31m\u202e\xf0\x9f"
	programtest.Write(t, "a.json", evil)
	fine(t, "gdvar pack --layer gzip a.json -o a.save")

	s := inTerminal(t, "unpack", "a.save")
	s.does("", `{}\x1b]0;title\a\x1b[31m\u202e\xf0\x9f`)
	s.ends()
	require.NotContains(t, s.out.String(), "\x1b]0")

	require.Equal(t, evil, fine(t, "gdvar unpack a.save"))
}
