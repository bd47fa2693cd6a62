// Command speed measures the page. First it measures how long the page takes from its address to
// the first rows of a sample. Then it measures the page's program with a save of 45 MB that has a
// million values. It runs the program in a worker of Chromium, as the page does. For each step of a
// user it prints the time of the step, and the longest time that another call had to wait during
// the step. The second time is the time of the longest slice. Waits during a garbage collection are
// in a separate column.
//
// Usage, in the folder cmd:
//
//	go run ./webpage/speed                     # compiles the page, and measures all steps
//	go run ./webpage/speed -run start          # measures the start of the page
//	go run ./webpage/speed -run 'bytes|find'   # measures some steps
//
// It needs the program chromium-headless-shell, or the one that the environment variable CHROMIUM
// names. The figures depend on the machine. The figures in README.md are from a machine with two
// cores and little other work.
package main

import (
	"cmp"
	"context"
	"embed"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"godotvariant/cmd/webpage/compile"
	"godotvariant/internal/test/enginetest"
)

// scripts has the page that the browser opens, index.html, and the steps.
//
//go:embed index.html steps.mjs
var scripts embed.FS

func main() {
	log.SetFlags(0)
	names := flag.String("run", "", "regular expression of the steps to measure")
	flag.Parse()

	if err := measure(context.Background(), *names); err != nil {
		log.Fatal(err)
	}
}

// measure makes the files, and runs the steps whose names match in Chromium.
func measure(ctx context.Context, names string) error {
	dir, err := os.MkdirTemp("", "webpage-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	if err := writeFiles(ctx, dir); err != nil {
		return err
	}

	return visit(ctx, dir, names)
}

// writeFiles writes the files that the browser loads: the page, its program alone, and two saves.
func writeFiles(ctx context.Context, dir string) error {
	p, err := compile.New(ctx)
	if err != nil {
		return err
	}

	if err := os.WriteFile(filepath.Join(dir, "page.wasm"), p.Wasm, 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "wasm_exec.js"), []byte(p.Exec), 0o600); err != nil {
		return err
	}

	page := exec.CommandContext(ctx, "go", "run", "godotvariant/cmd/webpage",
		"-o", filepath.Join(dir, "page.html"))
	page.Stderr = os.Stderr
	if err := page.Run(); err != nil {
		return err
	}

	if err := writeSave(filepath.Join(dir, "one.save"), false); err != nil {
		return err
	}
	return writeSave(filepath.Join(dir, "other.save"), true)
}

// visit opens index.html in the browser. It prints the lines that the browser sends.
func visit(ctx context.Context, dir, names string) error {
	ctx, done := context.WithCancel(ctx)
	defer done()

	var pages http.ServeMux
	pages.Handle("GET /", http.FileServerFS(os.DirFS(dir)))
	pages.Handle("GET /{$}", http.FileServerFS(scripts))
	pages.Handle("GET /steps.mjs", http.FileServerFS(scripts))
	pages.HandleFunc("POST /line", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(os.Stdout, r.Body)
	})
	pages.HandleFunc("POST /end", func(http.ResponseWriter, *http.Request) { done() })

	server := httptest.NewServer(&pages)
	defer server.Close()

	browser := cmp.Or(os.Getenv("CHROMIUM"), "chromium-headless-shell")
	c := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+filepath.Join(dir, "profile"),
		server.URL+"?run="+url.QueryEscape(names))

	pipe, err := enginetest.EndWithPipe(c)
	defer closeAll(pipe)
	if err != nil {
		return err
	}

	c.Cancel = func() error {
		closeAll(pipe)
		return nil
	}
	c.WaitDelay = 10 * time.Second

	if err := c.Run(); ctx.Err() == nil {
		return fmt.Errorf("%s has ended: %w", browser, err)
	}
	return nil
}

// closeAll closes files, which may be closed already.
func closeAll(files []*os.File) {
	for _, file := range files {
		_ = file.Close()
	}
}
