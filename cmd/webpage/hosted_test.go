package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/webpage/compile"
)

// TestHosted: after one visit the page works without the server. It requests only its own files,
// and does not change the caches of other pages of the host.
func TestHosted(t *testing.T) {
	dir := t.TempDir()
	program, err := compile.New(t.Context())
	require.NoError(t, err)
	files, err := hosted(program, brotli.BestSpeed)
	require.NoError(t, err)
	require.NoError(t, write(dir, files))
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)

	p := newTab(t, server.URL+"/"+iconFile)
	value[bool](p, `caches.open("of another page").then(() => true)`)
	p.visit(server.URL)
	p.until(`navigator.serviceWorker.controller`) // the service worker then has all files

	server.Close()
	p.again()
	p.open(saves + "godot4/plain.save")
	p.shows("#tree", "hp int 10")

	require.True(t, value[bool](p, `caches.has("of another page")`))
	for _, url := range p.asked() {
		require.Regexp(t, "^(blob:|data:|"+server.URL+"/)", url)
	}
}

// TestHostedFiles: page.wasm.br is the file page.wasm in compressed form. All files that the page
// names exist.
func TestHostedFiles(t *testing.T) {
	p := compile.Program{Exec: "exec", Wasm: []byte("program")}
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
