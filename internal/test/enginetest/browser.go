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

	return cmd, endWithTest(s, cmd)
}

// endWithTest makes the browser end when the test process ends, even if the test process is killed.
// It uses the debugging pipe of the browser: the browser exits when this pipe closes. Killing the
// started process is not enough, because the program on the PATH may be a shell script that starts
// the browser as a child.
func endWithTest(s *Script, cmd *exec.Cmd) error {
	if runtime.GOOS == "windows" { // programs on Windows inherit no pipe
		return nil
	}

	for range 2 { // file 3 is the input of the browser, and file 4 its output
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		s.files = append(s.files, r, w)
	}

	cmd.Args = slices.Insert(cmd.Args, 1, "--remote-debugging-pipe")
	cmd.ExtraFiles = []*os.File{s.files[0], s.files[3]}
	return nil
}
