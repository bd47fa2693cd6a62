package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxPage is the largest length of the page after compression by a web server.
const maxPage = 2_200_000

func TestSize(t *testing.T) {
	html, err := built()
	require.NoError(t, err)
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	require.NoError(t, err)
	_, err = w.Write(html)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	t.Logf("%d bytes, compressed %d", len(html), out.Len())
	require.LessOrEqual(t, out.Len(), maxPage)
}

// TestCommand writes the page, and serves it.
func TestCommand(t *testing.T) {
	want, err := built()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, command(t.Context(), []string{"-o", file}, io.Discard))
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got), "every build is the same")

	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan error)
	go func() { ended <- command(ctx, []string{"-addr", "127.0.0.1:0"}, in) }()
	address := make([]byte, 100)
	n, err := out.Read(address)
	require.NoError(t, err)

	url := strings.TrimSpace(string(address[:n]))
	for path, status := range map[string]int{"/": http.StatusOK,
		"/favicon.ico": http.StatusNotFound} {
		answer, err := http.Get(url + path)
		require.NoError(t, err)
		got, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, status, answer.StatusCode)
		require.Equal(t, path == "/", bytes.Equal(want, got))
	}

	stop()
	require.NoError(t, <-ended)
	require.Error(t, command(t.Context(), []string{"-addr", "nowhere"}, io.Discard))
}

// TestAssemble: the policy allows only the style and the script of the page.
func TestAssemble(t *testing.T) {
	script, err := bundle(pageScript)
	require.NoError(t, err)
	style, err := minified(styleCSS)
	require.NoError(t, err)
	html, err := assemble(page{exec: "exec", packed: "program"})
	require.NoError(t, err)

	for _, want := range []string{
		"default-src 'none'; connect-src 'none'; script-src '" + hash(script),
		"' 'wasm-unsafe-eval'; worker-src blob:; style-src '" + hash(style),
		`id="wasm-exec">exec</script>`, `data-from="">program</script>`, style, script,
	} {
		require.Contains(t, string(html), want)
	}
	require.NotContains(t, string(html), "{{")
	require.Less(t, bytes.Index(html, []byte(`id="app"`)), bytes.Index(html, []byte(`id="wasm" `)),
		"the page answers before the program has come")

	_, err = assemble(page{exec: "a</script>b"})
	require.ErrorContains(t, err, "wasm_exec.js can't stand in a script element")
	_, err = bundle("nothing.js")
	require.ErrorContains(t, err, "bundle nothing.js")
}
