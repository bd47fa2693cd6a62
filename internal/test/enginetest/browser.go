package enginetest

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"testing"
)

// Chromium returns the path of the browser: the program that the environment variable CHROMIUM
// names, or chromium-headless-shell. It skips the test if there is no browser.
func Chromium(t testing.TB) string {
	t.Helper()
	return find(t, "CHROMIUM", "chromium-headless-shell")
}

// Firefox returns the path of the browser: the program that the environment variable FIREFOX names,
// or firefox-esr. It skips the test if there is no browser.
func Firefox(t testing.TB) string {
	t.Helper()
	return find(t, "FIREFOX", "firefox-esr")
}

// Browser returns the web build of Godot 4 in the browser of [Chromium]. It skips the test if the
// browser or the build is missing. The script can use all features of a page, such as WebSocket.
// The browser has a new profile for each script.
func Browser(t testing.TB) *Engine {
	t.Helper()
	program := Chromium(t)
	open := func(ctx context.Context, s *Script, address string, j job) (*exec.Cmd, error) {
		return visit(ctx, s, program, address, j.temp)
	}
	return page(t, "web build in Chromium", open)
}

// Open opens an address in the browser of [Chromium] and leaves it open until the test ends. It
// skips the test if there is no browser. The browser supports WebGL.
func Open(t testing.TB, address string) {
	t.Helper()
	program := Chromium(t)
	launch := func(ctx context.Context, s *Script, j job) (*exec.Cmd, error) {
		return visit(ctx, s, program, address, j.temp)
	}
	e := &Engine{Limit: limit, family: "Chromium", launch: launch}
	e.Start(t, "", "", nil)
}

// visit returns the process that opens an address, with a new profile in a folder.
func visit(ctx context.Context, s *Script, program, address, profile string) (*exec.Cmd, error) {
	cmd := exec.CommandContext(ctx, program,
		"--headless",
		"--no-sandbox", // the sandbox fails for root and in many containers; our page needs none
		"--disable-gpu",
		"--enable-unsafe-swiftshader", // WebGL without a GPU
		"--no-first-run",
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
		"--user-data-dir="+profile,
		address)

	var err error
	s.files, err = EndWithPipe(cmd)
	return cmd, err
}

// EndWithPipe makes a browser end, with all its processes, when the caller closes the pipe or when
// the process of the caller ends, even if it is killed. The pipe is that of the browser's debugger,
// and the result has all its files. Killing the started process is not enough, because the program
// on the PATH may be a shell script that starts the browser as a child.
func EndWithPipe(cmd *exec.Cmd) (pipe []*os.File, err error) {
	if runtime.GOOS == "windows" { // programs on Windows inherit no pipe
		return nil, nil
	}

	for range 2 { // file 3 is the input of the browser, and file 4 its output
		r, w, err := os.Pipe()
		if err != nil {
			return pipe, err
		}
		pipe = append(pipe, r, w)
	}

	cmd.Args = slices.Insert(cmd.Args, 1, "--remote-debugging-pipe")
	cmd.ExtraFiles = []*os.File{pipe[0], pipe[3]}
	return pipe, nil
}
