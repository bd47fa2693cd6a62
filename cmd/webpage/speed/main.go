// Command speed measures the page's program with a save of 45 MB that has a million values. It runs
// the program, as the page has it, in node, and prints how long each step of a user takes, and how
// long the page waited at most for the answer of another call during the step.
//
// Usage, in the folder cmd:
//
//	go run ./webpage/speed                   # compiles the program, and measures all steps
//	go run ./webpage/speed -run 'bytes|find'
//	go run ./webpage/speed -wasm page.wasm   # measures another program
//
// The figures are of one machine. Those of README.md are from two cores with little else to do.
package main

import (
	"context"
	_ "embed"
	"flag"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// measure runs the steps whose names match in node.
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

	saves := []string{filepath.Join(dir, "one.save"), filepath.Join(dir, "other.save")}
	for i, name := range saves {
		if err := writeSave(name, i > 0); err != nil {
			return err
		}
	}

	script := filepath.Join(dir, "steps.mjs")
	if err := os.WriteFile(script, []byte(steps), 0o600); err != nil {
		return err
	}

	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	start := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")

	return run(exec.CommandContext(ctx, "node", script, start, program, saves[0], saves[1], names))
}

// build compiles the program with the flags of the page.
func build(ctx context.Context, to string) error {
	c := exec.CommandContext(ctx, "go", "build", "-gcflags=all=-l", "-ldflags=-s -w", "-o", to,
		"godotvariant/cmd/webpage/wasm")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	return run(c)
}

// run runs a program, and shows what it prints.
func run(c *exec.Cmd) error {
	c.Stdout = os.Stdout
	c.Stderr = os.Stderr
	return c.Run()
}
