package docs

import (
	"archive/zip"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPublish: after the recipe of CONTRIBUTING, go install builds gdvar from published modules.
func TestPublish(t *testing.T) {
	if testing.Short() {
		t.Skip("builds gdvar once more")
	}
	copied := renamedCopy(t)

	// What the release needs of other modules is in the module cache afterwards.
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
		"GOFLAGS=-modcacherw",
		"GOMODCACHE=" + filepath.Join(temp, "modules"), // not the user's
		"GOBIN=" + temp,
	}

	publish(t, copied.dir, renamed, published)
	lines := block(t, ".github/CONTRIBUTING.md", "-dropreplace")
	out, err = copied.try(env, "sh", "-e", "-c", lines)
	require.NoError(t, err, out)
	publish(t, filepath.Join(copied.dir, "cmd"), renamed+"/cmd", published)

	elsewhere := folder{t, temp}
	out, err = elsewhere.try(env, "go", "install", renamed+"/cmd/gdvar@latest")
	require.NoError(t, err, out)
	save := filepath.Join(copied.dir, "cmd/gdvar/testdata/saves/godot4/zstd.save")
	require.Equal(t, `"Tia"`, elsewhere.run(filepath.Join(temp, "gdvar"), "get", save, "name"))
}

// fileURL returns the address of a folder, as a module proxy.
func fileURL(dir string) string {
	return "file:///" + strings.TrimPrefix(filepath.ToSlash(dir), "/")
}

// publish puts version v0.1.0 of the module in a folder into a module proxy, which is a folder
// too.
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

// moduleFiles returns the files of the module in a folder, without those of modules in it and
// without packages of npm.
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
