// Package hello tests the folder examples/hello, which users copy. It tests the servers in the
// folder with games of both engines, and a copy of the folder in another place.
package hello

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/testkit"
)

const (
	root   = "../../../.."
	folder = root + "/examples/hello"
)

// run runs a program in a folder.
func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly "+os.Getenv("GOFLAGS"))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%v\n%s", args, out)
}

// A server is a running program of the folder. It runs until the test ends.
type server struct {
	port    string
	process *os.Process
}

// serve runs the program of a package at a free port.
func serve(t *testing.T, pkg string) server {
	t.Helper()
	program := filepath.Join(t.TempDir(), "server.exe")
	run(t, folder, "go", "build", "-o", program, pkg)

	cmd := exec.Command(program, "-addr", "127.0.0.1:0")
	log, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // fails if the process has ended already
		_ = cmd.Wait()         // the error says only that Kill has ended the process
	})

	line, err := bufio.NewReader(log).ReadString('\n')
	require.NoError(t, err)
	_, addr, ok := strings.Cut(strings.TrimSpace(line), " on ")
	require.True(t, ok, line)
	_, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	return server{port, cmd.Process}
}

func write(t *testing.T, data string, path ...string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(path...), []byte(data), 0o644))
}

// TestGames plays the projects of the folder, with nothing changed except the port. When a game has
// received its own message, the test interrupts the server.
func TestGames(t *testing.T) {
	engines := map[string]func(testing.TB) *enginetest.Engine{
		"godot3": enginetest.Godot3, "godot4": enginetest.Native4,
	}
	goodbye := "the server says why it ends: closed"

	for _, row := range []struct {
		pkg, project, script, port string
		lines                      []string // lines of the game
	}{
		{".", "godot3", "main.gd", "9000", []string{"heard: hello from Godot 3", goodbye}},
		{".", "godot4", "main.gd", "9000", []string{"heard: hello from Godot 4", goodbye}},
		{"./rpc", "godot3", "chat.gd", "7000", []string{"I said hello from Godot 3"}},
		{"./rpc", "godot4", "chat.gd", "7000", []string{"I said hello from Godot 4"}},
	} {
		t.Run(row.pkg+" "+row.project, func(t *testing.T) {
			godot := engines[row.project](t)
			s := serve(t, row.pkg)
			project := t.TempDir()
			from := os.DirFS(filepath.Join(folder, row.pkg, row.project))
			require.NoError(t, os.CopyFS(project, from))
			script := string(testkit.Read(t, project, row.script))
			require.Contains(t, script, row.port)
			write(t, strings.ReplaceAll(script, row.port, s.port), project, row.script)

			game := godot.Play(t, project, "testdata/alone.gd")
			game.Expect(row.lines[0])
			require.NoError(t, s.process.Signal(os.Interrupt))
			require.Equal(t, row.lines, game.Wait())
		})
	}
}

// TestWebBuild runs the script of the project in the web build of Godot 4. The web build has no
// TCP, so the test carries the bytes to the server and back.
func TestWebBuild(t *testing.T) {
	godot := enginetest.Godot4(t)
	dir := t.TempDir()
	write(t, string(testkit.Read(t, folder, "godot4", "main.gd")), dir, "main.gd")
	godot.Run(t, "testdata/carry4.gd", dir, "TASK=say")

	conn, err := net.Dial("tcp", "127.0.0.1:"+serve(t, ".").port)
	require.NoError(t, err)
	defer conn.Close()
	_, err = conn.Write(testkit.Read(t, dir, "said"))
	require.NoError(t, err)

	answer, err := codec.NewDecoder(conn, codec.FrameU32).DecodeRaw()
	require.NoError(t, err)
	write(t, string(codec.FrameU32.Append(nil, answer.AppendPacket(nil))), dir, "answer")
	require.Equal(t, []string{"heard: hello from Godot 4"},
		godot.Run(t, "testdata/carry4.gd", dir, "TASK=hear"))
}

// TestCopy copies the folder out of the repository. After the steps of the README, the copy must
// build, and the tests of the copy must pass.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	library, err := filepath.Abs(root)
	require.NoError(t, err)
	require.NoError(t, os.Symlink(library, filepath.Join(dir, "godotvariant")))

	_, steps, found := strings.Cut(string(testkit.Read(t, root, "README.md")), "\ncp -r ")
	require.True(t, found)
	steps, _, found = strings.Cut("cp -r "+steps, "\ngo run .")
	require.True(t, found)

	run(t, dir, "sh", "-e", "-c", steps)
	mygame := filepath.Join(dir, "mygame")
	run(t, mygame, "go", "list", "-deps", "./...")

	// The README's replacement leads to the library through the symbolic link. This command changes
	// it to the folder of the library itself.
	run(t, mygame, "go", "mod", "edit", "-replace", "godotvariant="+library)
	run(t, mygame, "go", "test", "./...")
}
