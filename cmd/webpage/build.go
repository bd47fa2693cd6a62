package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// wasmPackage is the Go package of the program in the page.
const wasmPackage = "godotvariant/cmd/webpage/wasm"

// A program is the compiled program, and the script of Go that starts it.
type program struct {
	exec string
	wasm []byte
}

// build compiles the program and returns the page, which contains it.
func build(ctx context.Context) ([]byte, error) {
	p, err := compile(ctx)
	if err != nil {
		return nil, err
	}

	packed, err := pack(p.wasm)
	if err != nil {
		return nil, err
	}

	return assemble(page{exec: p.exec, packed: packed})
}

// compile returns the program. It turns inlining off: this makes the program a little slower, and
// its compressed size a tenth smaller.
func compile(ctx context.Context) (program, error) {
	goroot, err := goTool(ctx, "env", "GOROOT")
	if err != nil {
		return program{}, err
	}

	exec, err := os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm",
		"wasm_exec.js"))
	if err != nil {
		return program{}, err
	}

	dir, err := os.MkdirTemp("", "webpage-")
	if err != nil {
		return program{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "page.wasm")

	args := []string{"build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-s -w",
		"-o", file, wasmPackage}
	if _, err := goTool(ctx, args...); err != nil {
		return program{}, err
	}

	wasm, err := os.ReadFile(file)
	if err != nil {
		return program{}, err
	}

	wasm, err = squeeze(wasm)
	return program{string(exec), wasm}, err
}

// goTool returns the output of a go command for js/wasm.
func goTool(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr

	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}

	return string(out), nil
}

// pack compresses the program with Zstandard and returns it in base64. The window is as large as
// the program. So the result is a tenth smaller than with gzip. ui/unzstd.js reads it.
func pack(wasm []byte) (string, error) {
	const window = 16 << 20

	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithWindowSize(window), zstd.WithEncoderCRC(false),
		zstd.WithSingleSegment(true)) // the header of the frame has the length of the program
	if err != nil {
		return "", err
	}
	defer w.Close()

	return base64.StdEncoding.EncodeToString(w.EncodeAll(wasm, nil)), nil
}
