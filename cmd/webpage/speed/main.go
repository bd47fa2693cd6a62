// Command speed measures the page's program with a save of 45 MB that has a million values. It runs
// the program in a worker of Chromium, as the page does. For each step of a user it prints the time
// of the step, and the longest time that another call had to wait during the step.
// The second time is the time of the longest slice. Waits during a garbage collection are in a
// separate column.
//
// Usage, in the folder cmd:
//
//	go run ./webpage/speed                     # compiles the program, and measures all steps
//	go run ./webpage/speed -run 'bytes|find'   # measures some steps
//
// It needs the program chromium-headless-shell, or the one that the environment variable CHROMIUM
// names. The figures depend on the machine. The figures in README.md are from a machine with two
// cores and little other work.
package main

import (
	"cmp"
	"context"
	_ "embed"
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

//go:embed steps.mjs
var steps string

// startPage runs the steps in a worker. If the worker fails, the page prints the error and ends the
// program. The verb is for the query of the worker's address.
const startPage = `<script>
	const worker = new Worker("steps.mjs?run=%s", { type: "module" });
	const post = (path, body) => fetch(path, { method: "POST", body });
	worker.onerror = (event) => post("line", event.message + "\n").then(() => post("end"));
</script>`

func main() {
	log.SetFlags(0)
	names := flag.String("run", "", "regular expression of the steps to measure")
	flag.Parse()

	if err := measure(context.Background(), *names); err != nil {
		log.Fatal(err)
	}
}

// measure runs the steps whose names match in a worker of Chromium.
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

// writeFiles writes the files that the steps load: the program of the page, and two saves.
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

	if err := writeSave(filepath.Join(dir, "one.save"), false); err != nil {
		return err
	}
	return writeSave(filepath.Join(dir, "other.save"), true)
}

// visit opens a page that runs the steps in a worker. It prints the lines that the worker sends.
func visit(ctx context.Context, dir, names string) error {
	ctx, done := context.WithCancel(ctx)
	defer done()

	var pages http.ServeMux
	pages.Handle("GET /", http.FileServerFS(os.DirFS(dir)))
	pages.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, startPage, url.QueryEscape(names))
	})

	pages.HandleFunc("GET /steps.mjs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = io.WriteString(w, steps)
	})
	pages.HandleFunc("POST /line", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(os.Stdout, r.Body)
	})
	pages.HandleFunc("POST /end", func(http.ResponseWriter, *http.Request) { done() })

	server := httptest.NewServer(&pages)
	defer server.Close()

	browser := cmp.Or(os.Getenv("CHROMIUM"), "chromium-headless-shell")
	c := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+filepath.Join(dir, "profile"), server.URL)

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
