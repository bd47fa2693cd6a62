package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"
)

// TestHosted: the page on a web server compiles the program while it comes, asks for its own files
// alone, and is there again when the server is gone.
func TestHosted(t *testing.T) {
	dir := t.TempDir()
	program, err := compile(t.Context())
	require.NoError(t, err)
	files, err := hosted(program, brotli.BestSpeed)
	require.NoError(t, err)
	require.NoError(t, write(dir, files))
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)

	p := newTab(t, server.URL)
	p.until(`navigator.serviceWorker.controller`)
	require.NoError(t, p.page.Reload()) // the service worker sees all files
	p.until(`document.readyState === "complete"`)
	p.open(saves + "godot4/plain.save")
	p.shows("#tree", "hp int 10")

	p.until(`Promise.all(["/", %s].map(file => caches.match(file, { ignoreSearch: true })))
		.then(stored => stored.every(Boolean))`, "/"+programFile)
	server.Close()
	require.NoError(t, p.page.Reload())
	p.until(`document.readyState === "complete"`)
	p.open(saves + "godot3/plain.save")
	p.shows("#tree", "hp int 10")
	for _, url := range p.requested() {
		require.Regexp(t, "^(blob:|data:|"+server.URL+"/)", url)
	}
}

// TestHostedFiles: page.wasm.br is page.wasm, and every file that the page names is there.
func TestHostedFiles(t *testing.T) {
	p := program{exec: "exec", wasm: []byte("program")}
	files, err := hosted(p, brotli.BestSpeed)
	require.NoError(t, err)
	for _, name := range []string{indexFile, manifestFile, offlineFile, iconFile} {
		require.NotEmpty(t, files[name], name)
	}
	index := string(files[indexFile])
	for _, want := range []string{"connect-src 'self'", "manifest-src 'self'",
		`data-from="` + programFile + `?`, `data-worker="` + offlineFile + `"`} {
		require.Contains(t, index, want)
	}
	require.NotContains(t, string(files[offlineFile]), "{{")

	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(files[programFile+".br"])))
	require.NoError(t, err)
	require.Equal(t, "program", string(plain))
}
