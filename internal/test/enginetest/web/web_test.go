package web

import (
	"bytes"
	"encoding/binary"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// build makes a folder with the files of a web build, and sets GODOT4_WEB to this folder. Each file
// has only a short text.
func build(t *testing.T, script string) string {
	t.Helper()
	folder := t.TempDir()
	for name, data := range map[string]string{
		"index.js":    script,
		"index.wasm":  "\x00Godot Engine v4.6.stable.official - https\x00",
		"index.pck":   "another game",
		"private.txt": "private",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(data), 0o644))
	}
	t.Setenv("GODOT4_WEB", folder)
	return folder
}

func TestFolder(t *testing.T) {
	want := build(t, "")
	folder, err := Folder()
	require.NoError(t, err)
	assert.Equal(t, want, folder)
	version, err := Version(folder)
	require.NoError(t, err)
	assert.Equal(t, "4.6.stable.official", version)

	t.Setenv("GODOT4_WEB", t.TempDir())
	_, err = Folder()
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = Fetch()
	require.ErrorIs(t, err, os.ErrNotExist, "a folder of one's own is not replaced")

	t.Setenv("GODOT4_WEB", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // os.UserCacheDir on Linux
	t.Setenv("HOME", t.TempDir())           // on darwin
	t.Setenv("LocalAppData", t.TempDir())   // on Windows
	_, err = Folder()
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "go run ./internal/test/enginetest/fetch")
}

// A log is a Reporter that stores a line for each event.
type log []string

func (l *log) Print(line string) { *l = append(*l, "print "+line) }
func (l *log) Error(line string) { *l = append(*l, "error "+line) }
func (l *log) Exit(code int)     { *l = append(*l, "exit "+http.StatusText(code)) }

func TestHandler(t *testing.T) {
	build(t, "before; "+hook+" after")
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a", "b", "c d"), []byte("content"), 0o644))
	var events log
	game := Game{
		Script: "extends Node",
		Args:   []string{"--headless"},
		Env:    []string{"A=b=c"},
		Dir:    dir,
		Report: &events,
	}
	private := Game{Script: "extends Node"}

	for _, c := range []struct {
		game   Game
		method string
		path   string
		body   string
		status int
		want   string // part of the answer
	}{
		{private, "GET", "/", "", 200, "<canvas"},
		{private, "GET", "/play.js", "", 200, "function play"},
		{private, "GET", "/index.js", "", 200, "before; " + hooked + " after"},
		{private, "GET", "/index.wasm", "", 200, "Godot Engine"},
		{private, "GET", "/index.pck", "", 404, ""},
		{private, "GET", "/private.txt", "", 404, ""},
		{private, "GET", "/main.pck", "", 200, "extends Node"},
		{private, "GET", "/game.json", "", 200,
			`{"args":["--main-pack","/main.pck"],"env":{},"dir":"","files":[],"report":false}`},
		{private, "GET", "/file?path=a/b/c+d", "", 404, ""},
		{private, "POST", "/file?path=x", "x", 405, ""},
		{private, "POST", "/exit?code=0", "", 405, ""},
		{game, "GET", "/game.json", "", 200, `"env":{"A":"b=c"},"dir":"` + filepath.ToSlash(dir) +
			`","files":["a/b/c d"],"report":true`},
		{game, "GET", "/file?path=a/b/c+d", "", 200, "content"},
		{game, "GET", "/file?path=none", "", 400, "none"},
		{game, "GET", "/file?path=../x", "", 400, "invalid"},
		{game, "POST", "/file?path=../x", "", 400, "invalid"},
		{game, "POST", "/file?path=" + url.QueryEscape(dir), "", 400, "invalid"},
		{game, "POST", "/file?path=e/f", "new", 200, ""},
		{game, "POST", "/lines", `[{"text":"one"},{"text":"two","error":true}]`, 200, ""},
		{game, "POST", "/lines", `[`, 400, "EOF"},
		{game, "POST", "/exit?code=x", "", 400, "invalid"},
		{game, "POST", "/exit?code=200", "", 200, ""},
	} {
		handler, err := c.game.Handler()
		require.NoError(t, err)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(c.method, c.path, strings.NewReader(c.body)))
		assert.Equal(t, c.status, answer.Code, "%s %s", c.method, c.path)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		assert.Contains(t, string(body), c.want, "%s %s", c.method, c.path)
	}

	assert.Equal(t, log{"print one", "error two", "exit OK"}, events)
	written, err := os.ReadFile(filepath.Join(dir, "e", "f"))
	require.NoError(t, err)
	assert.Equal(t, "new", string(written))
}

func TestHandlerErrors(t *testing.T) {
	build(t, "another version")
	_, err := Game{}.Handler()
	require.ErrorContains(t, err, "unknown version")
	t.Setenv("GODOT4_WEB", t.TempDir())
	_, err = Game{}.Handler()
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestPack: the files begin at multiples of 32 bytes, at the offsets in the directory.
func TestPack(t *testing.T) {
	b := pack([]File{{"a.gd", "first"}, {"long/name.gd", strings.Repeat("x", 33)}})
	le := binary.LittleEndian
	base := le.Uint64(b[24:])
	require.Equal(t, uint32(2), le.Uint32(b[96:]))

	entry := b[100:]
	for _, want := range []File{
		{"res://a.gd", "first"},
		{"res://long/name.gd", strings.Repeat("x", 33)},
	} {
		n := le.Uint32(entry)
		assert.Equal(t, want.Name, string(bytes.TrimRight(entry[4:4+n], "\x00")))
		offset, size := le.Uint64(entry[4+n:])+base, le.Uint64(entry[12+n:])
		assert.Zero(t, offset%packAlign)
		assert.Equal(t, want.Data, string(b[offset:offset+size]))
		entry = entry[4+n+8+8+16+4:]
	}
}

// TestProject: the files of a project do not change, except that the script is added.
func TestProject(t *testing.T) {
	project := fstest.MapFS{
		"project.godot": {Data: []byte("config_version=5")},
		"scenes/a.tscn": {Data: []byte("[gd_scene]")},
	}
	files, err := autoloaded(project, "extends Node")
	require.NoError(t, err)
	assert.ElementsMatch(t, []File{
		{"project.godot", "config_version=5\n[application]\n\nrun/flush_stdout_on_print=true\n" +
			"\n[autoload]\n\nBot=\"*res://bot.gd\"\n"},
		{"scenes/a.tscn", "[gd_scene]"},
		{"bot.gd", "extends Node"},
		classCache,
	}, files)

	_, err = Game{Project: "missing"}.Files()
	require.ErrorIs(t, err, os.ErrNotExist)
}
