// Package enginetest runs GDScript in a real headless Godot, for tests that compare this library
// with the engine.
//
// [Godot3] is the program that the environment variable GODOT3 names, or godot3-server on the
// PATH (Debian's package godot3-server is Godot 3.2.3).
//
// [Godot4] is the program that GODOT4 names, or else the engine of [Web4].
//
// [Web4] is the official web build of Godot 4 under node (NODE, or node on the PATH). The web build
// is in the folder that GODOT4_WEB names, or in the cache folder to which
//
//	go run ./internal/test/enginetest/fetch
//
// downloads it. [Browser] is the web build in a headless Chromium.
//
// [Native4] is the program that GODOT4_NATIVE names, for tests of TCP, UDP, ENet and threads, which
// the web build does not have. Other tests use the engine of [Godot4].
//
// A test that asks for a missing engine is skipped with a message, see [Missing] and [Native4].
// [Program3] and [Program4] return the path of an engine's program, for code that starts the engine
// itself, such as the command bench.
//
// A script for Godot 3 extends SceneTree, runs in _init and ends with quit(). A script for Godot 4
// extends Node, runs in _ready and ends with get_tree().quit(). The environment variable DIR names
// the folder of its files, see [Engine.Start]. The web build has no TCP, UDP or threads. It is a
// release build, so it does not stop at an error in a script: the failed expression is null. Under
// node 20 or later it has WebSocket.
package enginetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// An Engine is a Godot engine that is installed on this machine.
type Engine struct {
	// Limit is the time for which a script may run. After this time the test fails. It is a minute,
	// unless a test changes it.
	Limit time.Duration

	family  string // such as "Godot 3"
	kind    string // kind of the build, such as "native"; "" for the usual program
	version func() (string, error)
	launch  launcher
}

// A launcher prepares the process that runs a script. It does not start the process.
type launcher func(ctx context.Context, s *Script, j job) (*exec.Cmd, error)

// A job says which script an engine runs, and with which files and arguments.
type job struct {
	file    string   // absolute path of the script
	project string   // project folder of Play, or ""
	dir     string   // absolute path of the folder for the script's files
	temp    string   // folder for the engine's files
	env     []string // variables as "NAME=value"
	args    []string // arguments of the engine's command line
}

// environment returns the environment of the engine's process.
func (j job) environment() []string {
	// Without LANG, Godot 3 prints a warning on stderr. Engines and browsers store files in HOME.
	common := append(os.Environ(), "LANG=en_US.UTF-8", "HOME="+j.temp, "TMPDIR="+j.temp)
	return append(common, j.env...)
}

// Missing skips a test that needs an engine or program that is missing on this machine but can be
// installed. All such tests call this function. The script .ci/run searches the log for the words
// "SKIPPED, not tested", and fails if it finds them.
func Missing(t testing.TB, why error) {
	t.Helper()
	t.Skipf("SKIPPED, not tested against a real engine: %v", why)
}

// String returns the engine's name and version, such as "Godot 3.2.3" and "Godot 4.6 (web build
// under node)".
func (e *Engine) String() string {
	version, err := e.version()
	if err != nil {
		return fmt.Sprintf("%s (%v)", e.family, err)
	}

	version, _, _ = strings.Cut(version, ".stable")
	if e.kind != "" {
		version += " (" + e.kind + ")"
	}

	return "Godot " + version
}

// A Script is a running GDScript.
type Script struct {
	t        testing.TB
	name     string
	cancel   context.CancelFunc
	gone     chan struct{}    // closed after the engine has ended
	out, err lineWriter       // output of the process
	files    []*os.File       // both ends of the pipes of the process
	server   *httptest.Server // HTTP server of the page, if the engine runs in a page

	mu      sync.Mutex
	printed []string // lines of stdout
	errors  []string // lines of stderr
	ended   bool
	failure error // why the script failed; nil before its end and after success
}

// Start starts the script in a file, with the environment variables "NAME=value" and further
// arguments of the engine's command line.
//
// The script's files are in the folder dir. If dir is "", they are in a new folder of the test. The
// environment variable DIR has the absolute path of the folder. The web build has its files only in
// memory. Before the script starts, the files of dir are copied to the same path in memory. After
// its end, the files that the script has written there are copied back.
func (e *Engine) Start(t testing.TB, file, dir string, env []string, args ...string) *Script {
	t.Helper()
	return e.begin(t, job{file: file, dir: dir, env: env, args: args})
}

// Play starts the engine with the project in a folder, and adds the script in a file as the
// autoload /root/Bot. Otherwise it works as [Engine.Start].
func (e *Engine) Play(t testing.TB, project, file string, env ...string) *Script {
	t.Helper()
	return e.begin(t, job{file: file, project: project, env: env})
}

func (e *Engine) begin(t testing.TB, j job) *Script {
	t.Helper()
	if j.dir == "" {
		j.dir = t.TempDir()
	}

	j.temp = t.TempDir()
	s, err := e.start(j)
	if err != nil {
		t.Fatalf("%s: %v", e.family, err)
	}

	s.t = t
	t.Cleanup(s.stop)
	return s
}

func (e *Engine) start(j job) (*Script, error) {
	for _, path := range []*string{&j.file, &j.dir} {
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return nil, err
		}
		*path = absolute
	}

	j.env = append([]string{"DIR=" + filepath.ToSlash(j.dir)}, j.env...)
	ctx, cancel := context.WithTimeout(context.Background(), e.Limit)
	s := &Script{
		name:   e.family + ": " + filepath.Base(j.file),
		cancel: cancel,
		gone:   make(chan struct{}),
	}

	s.out.take = s.Print
	s.err.take = s.Error

	cmd, err := e.launch(ctx, s, j)
	if err == nil {
		cmd.Env = j.environment()
		cmd.Stdout = &s.out
		cmd.Stderr = &s.err
		cmd.WaitDelay = 5 * time.Second // the children of a killed browser still write files
		inGroup(cmd)
		err = cmd.Start()
	}

	if err != nil {
		cancel()
		s.close()
		return nil, err
	}

	go s.watch(ctx, cmd, e.Limit)
	return s, nil
}

// watch waits for the end of the engine, and records how the engine ended.
func (s *Script) watch(ctx context.Context, cmd *exec.Cmd, limit time.Duration) {
	err := cmd.Wait()
	s.out.flush()
	s.err.flush()
	s.close()

	if s.server != nil {
		err = fmt.Errorf("%s ended before the script: %v", filepath.Base(cmd.Path), err)
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = fmt.Errorf("still running after %v", limit)
	}

	s.end(err)
	close(s.gone)
}

// close closes the pipes of the process and the HTTP server of the page.
func (s *Script) close() {
	for _, file := range s.files {
		_ = file.Close() // closing a pipe loses no data
	}
	if s.server != nil {
		s.server.Close()
	}
}

// Run starts a script, waits for its end, and returns the result of [Script.Wait].
func (e *Engine) Run(t testing.TB, file, dir string, env ...string) []string {
	t.Helper()
	return e.Start(t, file, dir, env).Wait()
}

// Wait waits for the script's end and returns the lines that it has printed to stdout, without the
// lines of the engine itself. The test fails if the script does not parse, quits with a code other
// than 0, or takes too long.
func (s *Script) Wait() []string {
	s.t.Helper()
	printed, err := s.Result()
	if err != nil {
		s.t.Fatalf("%v", err)
	}
	return printed
}

// Expect waits until the script has printed a line to stdout. The test fails if the script ends
// without it.
func (s *Script) Expect(line string) {
	s.t.Helper()
	for over := false; !s.hasPrinted(line); {
		if over {
			_, err := s.Result()
			s.t.Fatalf("%s has not printed %q: %v\n%s", s.name, line, err,
				strings.Join(s.printed, "\n"))
		}

		select {
		case <-s.gone: // one more round: the expected line may be among the last lines
			over = true
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (s *Script) hasPrinted(line string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.printed, line)
}

// Result is like Wait, for a script that may end with an error. It returns the error, and does not
// fail the test.
func (s *Script) Result() ([]string, error) {
	<-s.gone
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.failure != nil {
		lines := append(append([]string(nil), s.printed...), s.errors...)
		return s.printed, fmt.Errorf("%s: %w\n%s", s.name, s.failure, strings.Join(lines, "\n"))
	}

	return s.printed, nil
}

func (s *Script) stop() {
	s.cancel()
	<-s.gone
}

// end records how the script ended, and stops the engine if it still runs. If err is nil, the
// script has ended without an error. Only the first call of end or fail has an effect.
func (s *Script) end(err error) {
	s.fail(err, 0)
}

// grace is the time for which an engine may print more lines after the error that it can't parse a
// script.
const grace = 200 * time.Millisecond

// fail is like end, but waits before it stops the engine.
func (s *Script) fail(err error, after time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.ended {
		return
	}

	s.ended = true
	s.failure = err
	time.AfterFunc(after, s.cancel)
}

// isChatter reports whether a line was printed by the engine itself, and not by the script.
func isChatter(line string) bool {
	return line == " " ||
		strings.HasPrefix(line, "Godot Engine v") ||
		strings.HasPrefix(line, "Build configuration: ")
}

// Print receives a line of stdout.
func (s *Script) Print(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.printed) > 0 || !isChatter(line) {
		s.printed = append(s.printed, line)
	}
}

// errParse is the error of a script that the engine can't parse. After such an error the web build
// runs forever, and Godot 3 exits with code 0.
var errParse = errors.New("the script does not parse")

// Error receives a line of stderr.
func (s *Script) Error(line string) {
	s.mu.Lock()
	s.errors = append(s.errors, line)
	s.mu.Unlock()

	for _, sign := range []string{"Parse Error", "Failed to load script", "Can't load script"} {
		if strings.Contains(line, sign) && strings.Contains(line, "ERROR") {
			s.fail(errParse, grace)
		}
	}
}

// Exit receives the exit code of a script in the web build.
func (s *Script) Exit(code int) {
	if code == 0 {
		s.end(nil)
	} else {
		s.end(fmt.Errorf("exit status %d", code)) // os/exec uses the same text
	}
}

// A lineWriter passes each line that is written to it to the function take.
type lineWriter struct {
	take func(line string)
	rest []byte
}

func (w *lineWriter) Write(b []byte) (int, error) {
	w.rest = append(w.rest, b...)
	for {
		line, rest, ok := bytes.Cut(w.rest, []byte("\n"))
		if !ok {
			return len(b), nil
		}
		w.take(strings.TrimSuffix(string(line), "\r"))
		w.rest = rest
	}
}

// flush passes the last line to the function take, if the line does not end with a newline.
func (w *lineWriter) flush() {
	if len(w.rest) > 0 {
		_, _ = w.Write([]byte("\n")) // never fails
	}
}
