// Command speed measures the page's program with a save of 45 MB that has a million values. It runs
// the program in a worker of Chromium, as the page does. For each step of a user it prints the time
// of the step, and the longest time that another call had to wait during the step.
// The second time is the time of the longest slice. Waits during a garbage collection are in a
// separate column.
//
// Usage, in the folder cmd:
//
//	go run ./webpage/speed                   # compiles the program, and measures all steps
//	go run ./webpage/speed -run 'bytes|find'
//	go run ./webpage/speed -wasm page.wasm   # measures another program
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
	"strings"
	"time"

	"godotvariant/internal/test/enginetest"
)

//go:embed steps.mjs
var steps string

func main() {
	log.SetFlags(0)
	program := flag.String("wasm", "", "the program to measure; that of this folder if empty")
	names := flag.String("run", "", "regular expression of the steps to measure")
	flag.Parse()

	if err := measure(context.Background(), *program, *names); err != nil {
		log.Fatal(err)
	}
}

// measure runs the steps whose names match in a worker of Chromium.
func measure(ctx context.Context, program, names string) error {
	dir, err := os.MkdirTemp("", "webpage-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	if program == "" {
		program = filepath.Join(dir, "page.wasm")
		if err := build(ctx, program); err != nil {
			return err
		}
	}

	files := map[string]string{"/page.wasm": program}
	for i, name := range []string{"one.save", "other.save"} {
		files["/"+name] = filepath.Join(dir, name)
		if err := writeSave(files["/"+name], i > 0); err != nil {
			return err
		}
	}

	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	files["/wasm_exec.js"] = filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm",
		"wasm_exec.js")

	return visit(ctx, dir, files, names)
}

// build compiles the program with the flags that the page is built with.
func build(ctx context.Context, to string) error {
	c := exec.CommandContext(ctx, "go", "build", "-gcflags=all=-l", "-ldflags=-s -w", "-o", to,
		"godotvariant/cmd/webpage/wasm")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	c.Stdout = os.Stdout
	c.Stderr = os.Stderr
	return c.Run()
}

// visit opens a page that runs the steps in a worker. It prints the lines that the worker sends.
func visit(ctx context.Context, dir string, files map[string]string, names string) error {
	ctx, done := context.WithCancel(ctx)
	defer done()

	var pages http.ServeMux
	pages.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		if file, ok := files[r.URL.Path]; ok {
			http.ServeFile(w, r, file)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<script>new Worker("steps.mjs?run=%s", { type: "module" })</script>`,
			url.QueryEscape(names))
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
