// Package hello tests examples/hello, a folder to copy, which has no tests of its own.
package hello

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
)

const (
	root   = "../../../.."
	folder = root + "/examples/hello"
)

// build returns the server's program.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "hello.exe")
	run(t, folder, "go", "build", "-o", program, ".")
	return program
}

// run runs a program in a folder.
func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%v\n%s", args, out)
}

// serve runs the server until the test ends, and returns its address.
func serve(t *testing.T, dialect string) string {
	t.Helper()
	cmd := exec.Command(build(t), "-addr", "127.0.0.1:0", "-dialect", dialect)
	log, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait() // it was killed
	})

	line, err := bufio.NewReader(log).ReadString('\n')
	require.NoError(t, err)
	_, addr, ok := strings.Cut(strings.TrimSpace(line), " on ")
	require.True(t, ok, line)
	return addr
}

func write(t *testing.T, data string, path ...string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(path...), []byte(data), 0o644))
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return string(data)
}

// TestGodot3 plays the project, on another port.
func TestGodot3(t *testing.T) {
	godot := enginetest.Godot3(t)
	_, port, err := net.SplitHostPort(serve(t, "godot3"))
	require.NoError(t, err)

	project := t.TempDir()
	require.NoError(t, os.CopyFS(project, os.DirFS(filepath.Join(folder, "godot3"))))
	script := strings.ReplaceAll(read(t, project, "main.gd"), "9000", port)
	write(t, script, project, "main.gd")

	game := godot.Start(t, "testdata/play3.gd", "", nil, "--path", project)
	require.Equal(t, []string{
		"{type:math.Vector2, you said:(1, 2)}",
		"{type:variant.Array, you said:[hello, {1:1,0,0,1}]}",
	}, game.Wait())
}

// TestGodot4 runs the script of the project. The web build of Godot 4 has no TCP, so the test
// carries the bytes to the server and back.
func TestGodot4(t *testing.T) {
	godot := enginetest.Godot4(t)
	dir := t.TempDir()
	write(t, read(t, folder, "godot4", "main.gd"), dir, "main.gd")
	godot.Run(t, "testdata/carry4.gd", dir, "TASK=greet")

	conn, err := net.Dial("tcp", serve(t, "godot4"))
	require.NoError(t, err)
	defer conn.Close()
	_, err = fmt.Fprint(conn, read(t, dir, "greetings"))
	require.NoError(t, err)

	answers, err := os.Create(filepath.Join(dir, "answers"))
	require.NoError(t, err)
	in, out := codec.NewDecoder(conn, codec.FrameU32), codec.NewEncoder(answers, codec.FrameU32)
	for range 2 {
		answer, err := in.DecodeRaw()
		require.NoError(t, err)
		require.NoError(t, out.Encode(answer))
	}
	require.NoError(t, answers.Close())

	require.Equal(t, []string{
		`{ "you said": (1.0, 2.0), "type": "math.Vector2" }`,
		`{ "you said": ["hello", { 1: (1.0, 0.0, 0.0, 1.0) }], "type": "variant.Array" }`,
		"2 answers",
	}, godot.Run(t, "testdata/carry4.gd", dir, "TASK=receive"))
}

// TestCopy: a copy of the folder elsewhere builds after the step of its README.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"go.mod", "go.sum", "main.go"} {
		write(t, read(t, folder, file), dir, file)
	}
	library, err := filepath.Abs(root)
	require.NoError(t, err)

	run(t, dir, "go", "mod", "edit", "-replace", "godotvariant="+library)
	run(t, dir, "go", "vet", ".")
}

// TestReadme: what the folder's README shows is what this program does.
func TestReadme(t *testing.T) {
	readme := read(t, folder, "README.md")

	_, body, found := strings.Cut(read(t, folder, "main.go"), "func hello(")
	require.True(t, found)
	require.Contains(t, readme, "func hello("+body)

	_, body, found = strings.Cut(read(t, folder, "godot4", "main.gd"), "func greet()")
	require.True(t, found)
	require.Contains(t, readme, "func greet()"+body)
}
