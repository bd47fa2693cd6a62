// Package compile makes the WebAssembly program of the page: the package cmd/webpage/wasm.
package compile

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// wasmPackage is the Go package of the program.
const wasmPackage = "godotvariant/cmd/webpage/wasm"

// inlined are the packages in which the compiler inlines functions. The program spends most of its
// time in these packages. Without inlining a garbage collection takes twice as long, and opening a
// file takes a fifth longer. In all other packages inlining is off. It would make some work faster
// there, too, but it would make the page larger than TestSize allows.
var inlined = []string{
	"runtime", "internal/runtime/...", "internal/bytealg", "sync/...",
	"bytes", "encoding/binary", "math/bits", "slices", "unicode/utf8",
	"compress/flate", "crypto/...", "hash/crc32",

	"godotvariant/internal/wire", "godotvariant/variant", "godotvariant/variant/tree",
	"godotvariant/codec/internal/packets", "godotvariant/codec/savefile",

	"godotvariant/cmd/internal/layout", "godotvariant/cmd/internal/outline",
	"godotvariant/cmd/internal/search", "godotvariant/cmd/internal/sliced",
	"godotvariant/cmd/internal/values",
}

// A Program is the compiled program, and the script of Go that starts it.
type Program struct {
	Wasm []byte
	Exec string // wasm_exec.js
}

// New compiles the program. It needs the command go, and a working directory in the module cmd.
func New(ctx context.Context) (Program, error) {
	goroot, err := goTool(ctx, "env", "GOROOT")
	if err != nil {
		return Program{}, err
	}

	exec, err := os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm",
		"wasm_exec.js"))
	if err != nil {
		return Program{}, err
	}

	dir, err := os.MkdirTemp("", "webpage-")
	if err != nil {
		return Program{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "page.wasm")

	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, pattern := range inlined {
		args = append(args, "-gcflags="+pattern+"=")
	}

	if _, err := goTool(ctx, append(args, "-o", file, wasmPackage)...); err != nil {
		return Program{}, err
	}

	wasm, err := os.ReadFile(file)
	if err != nil {
		return Program{}, err
	}

	wasm, err = squeeze(wasm)
	return Program{wasm, string(exec)}, err
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
