package docs

import (
	"archive/zip"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
)

// renamed is the path of the module after the recipe has renamed it.
const renamed = "example.org/you/godotvariant"

// recipe returns the lines of shell commands that rename the module.
func recipe(t testing.TB) string {
	return block(t, ".github/CONTRIBUTING.md", "perl -pi")
}

// block returns the block of shell commands that contains the given text. The document must have
// exactly one such block.
func block(t testing.TB, document, text string) string {
	t.Helper()
	var found []string
	for _, lines := range fenced(read(t, document), "sh") {
		if strings.Contains(lines, text) {
			found = append(found, lines)
		}
	}
	require.Len(t, found, 1, "the block of shell lines in %s with %q", document, text)
	return found[0]
}

// A folder is a folder in which a test runs commands.
type folder struct {
	t   *testing.T
	dir string
}

// try runs a program in the folder. The argument env has variables "NAME=value", which are added to
// the environment of the test.
func (f folder) try(env []string, args ...string) (string, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = f.dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off"), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// run runs a program, which must succeed, and returns its output.
func (f folder) run(args ...string) string {
	f.t.Helper()
	out, err := f.try(nil, args...)
	require.NoError(f.t, err, "%v in %s\n%s", args, f.dir, out)
	return strings.TrimSpace(out)
}

// passes runs one test of a package. It fails if the package has no such test.
func (f folder) passes(pkg, test string) {
	f.t.Helper()
	out := f.run("go", "test", "-v", "-run", "^"+test+"$", pkg)
	require.Contains(f.t, out, "\n--- PASS: "+test+" ", pkg)
}

// renamedCopy returns a copy of the repository in which the recipe has renamed the modules.
func renamedCopy(t *testing.T) folder {
	t.Helper()
	needs(t, "sh", "grep", "find", "xargs", "perl")

	copied := folder{t, t.TempDir()}
	for _, file := range tracked(t) {
		to := filepath.Join(copied.dir, file)
		require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o777))
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(to, text, 0o666))
	}

	copied.run("sh", "-e", "-c", recipe(t))
	return copied
}

// TestRename: the recipe renames all modules of the repository. After that, each module has all
// packages that it imports, and uses only the new path. The library builds.
func TestRename(t *testing.T) {
	if !testkit.Long() {
		t.Skip("lists the packages of all modules twice")
	}

	copied := renamedCopy(t)
	old := regexp.MustCompile(`(^|[\s"])godotvariant(/|\s+v0|\s+=>)`)
	for _, module := range []string{
		".", "cmd", "codec/savefile/zstd", "codec/transport/websocket",
		"codec/transport/dtls", "codec/message/rooms",
		"examples/hello", "examples/extras",
	} {
		t.Run(module, func(t *testing.T) {
			if out, err := (folder{t, filepath.Join(root, module)}).try([]string{"GOPROXY=off"},
				"go", "list", "-deps", "-test", "./..."); err != nil {
				missing(t, "the packages that "+module+" imports (go -C "+module+" mod download)",
					out)
			}

			in := folder{t, filepath.Join(copied.dir, module)}
			require.NotRegexp(t, old, in.run("go", "list", "-deps", "-test", "./..."))
			require.NotRegexp(t, old, in.run("go", "mod", "edit", "-print"))

			if module == "." {
				require.Equal(t, renamed, in.run("go", "list", "-m"))
				in.passes("./internal/test/structure", "TestFloors")
				in.passes("./internal/test/testkit", "TestDocLinks")
				in.passes("./math", "TestWire")
			}
		})
	}
}

// tracked returns the files of the repository that are in git. Without git it returns all files.
func tracked(t *testing.T) []string {
	out, err := folder{t, root}.try(nil, "git", "ls-files", "-z")
	if err != nil {
		return files(t)
	}
	var there []string
	for _, file := range strings.Split(strings.TrimSuffix(out, "\x00"), "\x00") {
		if _, err := os.Lstat(filepath.Join(root, file)); !errors.Is(err, fs.ErrNotExist) {
			there = append(there, file)
		}
	}
	return there
}

// network matches the output of the go command if it can't reach the module proxy, or is not
// allowed to.
var network = regexp.MustCompile(`dial tcp|lookup |i/o timeout|connection refused|GOPROXY|` +
	`module lookup disabled|proxyconnect|Forbidden`)

// beside returns a new, empty folder. Next to it is a symbolic link to the library.
func beside(t *testing.T, name string) folder {
	t.Helper()
	needs(t, "sh")
	temp := t.TempDir()
	absolute, err := filepath.Abs(root)
	require.NoError(t, err)
	if err := os.Symlink(absolute, filepath.Join(temp, "godotvariant")); err != nil {
		missing(t, "symbolic links", err.Error())
	}

	game := folder{t, filepath.Join(temp, name)}
	require.NoError(t, os.Mkdir(game.dir, 0o777))
	return game
}

// requires runs shell commands that add modules to the module in the folder. It uses the module
// proxy only if a module is missing in the module cache.
func (f folder) requires(lines string) {
	f.t.Helper()
	script := []string{"sh", "-e", "-c", lines}
	if _, err := f.try([]string{"GOPROXY=off", "GOFLAGS=-mod=mod"}, script...); err == nil {
		return
	}

	out, err := f.try([]string{"GOFLAGS=-mod=mod"}, script...)
	if err != nil && network.MatchString(out) {
		missing(f.t, "the module proxy", out)
	}
	require.NoError(f.t, err, out)
}

// TestInstall: the README's lines add this module to another module, and a program of that module
// builds.
func TestInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}

	game := beside(t, "game")
	game.run("go", "mod", "init", "game")
	program := read(t, "internal/test/docs/testdata/install.txt")
	require.NoError(t, os.WriteFile(filepath.Join(game.dir, "main.go"), []byte(program), 0o666))

	game.requires(block(t, "README.md", "go mod tidy"))
	require.Equal(t, "050000000000803f00000040", game.run("go", "run", "."))
}

// TestWebSocket: after the commands of the guide, a copy of examples/hello can import WebSocket.
func TestWebSocket(t *testing.T) {
	if testing.Short() {
		t.Skip("resolves modules")
	}

	game := beside(t, "mygame")
	require.NoError(t, os.CopyFS(game.dir, os.DirFS(filepath.Join(root, "examples/hello"))))
	game.run("go", "mod", "edit", "-replace", "godotvariant=../godotvariant")
	program := "package main\n\nimport _ \"godotvariant/codec/transport/websocket\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(game.dir, "web.go"), []byte(program), 0o666))

	game.requires(block(t, "examples/guides/transports.md", "go mod tidy"))
	require.Contains(t, game.run("go", "list", "-deps", "."), "github.com/coder/websocket")
}

// TestPublish: after the recipe of CONTRIBUTING, go install builds gdvar from published modules.
func TestPublish(t *testing.T) {
	if !testkit.Long() {
		t.Skip("builds gdvar once more")
	}
	copied := renamedCopy(t)

	// This command downloads the modules that the release needs into the module cache. The modules
	// of this repository are not downloaded.
	here := folder{t, root}
	out, err := here.try(nil, "go", "-C", "cmd", "mod", "tidy", "-diff")
	if err != nil && network.MatchString(out) {
		missing(t, "the modules that cmd requires", out)
	}
	require.NoError(t, err, out)

	published := t.TempDir()
	downloads := filepath.Join(here.run("go", "env", "GOMODCACHE"), "cache", "download")
	temp := t.TempDir()
	env := []string{
		"GOPROXY=" + fileURL(published) + "," + fileURL(downloads),
		"GOSUMDB=off",
		"GOFLAGS=-modcacherw -trimpath",
		// a new module cache, so that the user's module cache does not change
		"GOMODCACHE=" + filepath.Join(temp, "modules"),
		"GOBIN=" + temp,
	}

	publish(t, copied.dir, renamed, published)
	for _, module := range []string{"codec/savefile/zstd", "cmd"} {
		lines := block(t, ".github/CONTRIBUTING.md", "go -C "+module+" mod edit")
		out, err = copied.try(env, "sh", "-e", "-c", lines)
		require.NoError(t, err, out)
		publish(t, filepath.Join(copied.dir, module), renamed+"/"+module, published)
	}

	elsewhere := folder{t, temp}
	out, err = elsewhere.try(env, "go", "install", renamed+"/cmd/gdvar@latest")
	require.NoError(t, err, out)
	save := filepath.Join(copied.dir, "cmd/gdvar/testdata/saves/godot4/zstd.save")
	require.Equal(t, `"Tia"`, elsewhere.run(filepath.Join(temp, "gdvar"), "get", save, "name"))
}

// fileURL returns a file URL for a folder, so that the folder can be a module proxy.
func fileURL(dir string) string {
	return "file:///" + strings.TrimPrefix(filepath.ToSlash(dir), "/")
}

// publish stores the files of a module in the module proxy, as version v0.1.0. The argument dir is
// the folder of the module. The argument proxy is the folder of the module proxy.
func publish(t *testing.T, dir, module, proxy string) {
	t.Helper()
	const version = "v0.1.0"
	versions := filepath.Join(proxy, filepath.FromSlash(module), "@v")
	require.NoError(t, os.MkdirAll(versions, 0o777))
	put := func(name string, text []byte) {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(versions, name), text, 0o666))
	}

	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	require.NoError(t, err)
	put("list", []byte(version+"\n"))
	put(version+".info", []byte(`{"Version": "`+version+`", "Time": "2026-01-01T00:00:00Z"}`))
	put(version+".mod", mod)

	file, err := os.Create(filepath.Join(versions, version+".zip"))
	require.NoError(t, err)
	defer file.Close()
	archive := zip.NewWriter(file)
	for _, name := range moduleFiles(t, dir) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		w, err := archive.Create(path.Join(module+"@"+version, filepath.ToSlash(name)))
		require.NoError(t, err)
		_, err = w.Write(text)
		require.NoError(t, err)
	}
	require.NoError(t, archive.Close())
}

// moduleFiles returns the files of the module in a folder, without the files of modules inside it,
// and without packages of npm.
func moduleFiles(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() {
			name, err := filepath.Rel(dir, file)
			found = append(found, name)
			return err
		}

		_, err = os.Stat(filepath.Join(file, "go.mod"))
		if err == nil && file != dir || entry.Name() == "node_modules" {
			return filepath.SkipDir
		}
		return nil
	}))
	return found
}
