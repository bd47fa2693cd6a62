package enginetest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// engines has all engines, each with the suffix of its scripts in testdata and a pattern for the
// result of String.
var engines = []struct {
	name    string
	find    func(testing.TB) *Engine
	scripts string
	version string // a pattern
}{
	{"Godot 3", Godot3, "3.gd", `^Godot 3\.\d`},
	{"Godot 4", Web4, "4.gd", `^Godot 4\.\d+.* \(web build under node\)$`},
	{"native Godot 4", Native4, "4.gd", `^Godot 4\.\d+.* \(native\)$`},
	{"browser", Browser, "4.gd", `^Godot 4\.\d+ \(web build in Chromium\)$`},
}

// TestEngines runs scripts in each engine of this machine.
func TestEngines(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			e := engine.find(t)
			script := "testdata/all" + engine.scripts
			assert.Regexp(t, engine.version, e.String())

			t.Run("works", func(t *testing.T) {
				dir := t.TempDir()
				question := filepath.Join(dir, "in", "question")
				require.NoError(t, os.Mkdir(filepath.Dir(question), 0o755))
				require.NoError(t, os.WriteFile(question, []byte("six times nine?"), 0o644))
				env := []string{"TASK=work", "WORDS=a = 1"}
				printed := e.Start(t, script, dir, env, "--", "last").Wait()
				assert.Equal(t, []string{"", "six times nine?", "two", "a = 1", "last"}, printed)
				answer, err := os.ReadFile(filepath.Join(dir, "answer"))
				require.NoError(t, err)
				assert.Equal(t, "forty-two", string(answer))
			})

			t.Run("fails", func(t *testing.T) {
				printed, err := end(t, e, script, "TASK=fail")
				assert.Equal(t, []string{"I fail"}, printed)
				assert.ErrorContains(t, err, filepath.Base(script)+": exit status 3\nI fail")
			})

			t.Run("does not parse", func(t *testing.T) {
				_, err := end(t, e, "testdata/broken"+engine.scripts)
				assert.ErrorIs(t, err, errParse, "long before the limit")
				assert.ErrorContains(t, err, "ERROR: ", "the engine's message")
			})

			// With a long environment, the engine's objects have other addresses. The result must
			// not depend on them.
			t.Run("has a long environment", func(t *testing.T) {
				_, err := end(t, e, script, "TASK=fail", "LONG="+strings.Repeat("x", 640))
				assert.ErrorContains(t, err, "exit status 3\nI fail")
			})

			t.Run("never ends", func(t *testing.T) {
				limited := *e
				limited.Limit = 2 * time.Second
				_, err := end(t, &limited, script, "TASK=nothing")
				assert.ErrorContains(t, err, "still running after 2s")
			})
		})
	}
}

// end runs a script that may end with an error. With Run such an error would fail the test.
func end(t *testing.T, e *Engine, file string, env ...string) ([]string, error) {
	s, err := e.start(job{file: file, dir: t.TempDir(), temp: t.TempDir(), env: env})
	require.NoError(t, err)
	defer s.stop()
	return s.Result()
}

// TestOpen opens a page that draws with WebGL 2 and sends a request to the server.
func TestOpen(t *testing.T) {
	asked := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/page":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, `<canvas id="c"></canvas>`+
				`<script>fetch("/webgl=" + !!c.getContext("webgl2"))</script>`)

		case "/webgl=true", "/webgl=false":
			asked <- r.URL.Path
		}
	}))

	defer server.Close()
	Open(t, server.URL+"/page")
	select {
	case path := <-asked:
		assert.Equal(t, "/webgl=true", path)
	case <-time.After(limit):
		t.Fatal("the page was not opened")
	}
}
