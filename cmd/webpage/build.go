package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS string

//go:embed icon.svg
var iconSVG string

// wasmPackage is the program in the page.
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

// compile returns the program. It is compiled without inlining: a little slower, and a tenth
// smaller when compressed.
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

	return program{string(exec), squeeze(wasm)}, nil
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
// the program, so this is a tenth smaller than gzip. ui/unzstd.js reads it.
func pack(wasm []byte) (string, error) {
	const window = 16 << 20

	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithWindowSize(window), zstd.WithEncoderCRC(false),
		zstd.WithSingleSegment(true)) // the frame says how long it is
	if err != nil {
		return "", err
	}
	defer w.Close()

	return base64.StdEncoding.EncodeToString(w.EncodeAll(wasm, nil)), nil
}

// A page is what differs between the page as one file and a hosted one.
type page struct {
	exec   string // the script that starts a program of Go
	packed string // the program in the page, or empty
	from   string // the address of the program, or empty
}

// assemble puts the parts into the page. The policy names the hashes of the style and the script,
// so nothing else can run. In the page as one file nothing can be loaded or sent; a hosted one can
// load its own files. The worker has the same policy.
func assemble(p page) ([]byte, error) {
	script, err := bundle(pageScript)
	if err != nil {
		return nil, err
	}
	worker, err := bundle(workerScript)
	if err != nil {
		return nil, err
	}
	style, err := minified(styleCSS)
	if err != nil {
		return nil, err
	}

	for name, code := range map[string]string{
		"wasm_exec.js": p.exec, pageScript: script, workerScript: worker,
	} {
		if strings.Contains(strings.ToLower(code), "</script") || strings.Contains(code, "\r") {
			return nil, fmt.Errorf("%s can't stand in a script element", name)
		}
	}

	icon := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(iconSVG))
	links := ""
	offline := ""
	if p.from != "" {
		icon = iconFile
		links = `<link rel="manifest" href="` + manifestFile + "\">\n"
		offline = offlineFile
	}

	return []byte(strings.NewReplacer(
		"{{policy}}", policy(p, script, style), "{{style}}", style, "{{wasm_exec}}", p.exec,
		"{{worker}}", worker, "{{wasm_from}}", p.from, "{{wasm}}", p.packed, "{{app}}", script,
		"{{icon}}", icon, "{{links}}", links, "{{offline}}", offline,
	).Replace(pageHTML)), nil
}

// policy returns the Content-Security-Policy of a page. Pictures in a file are shown by blob
// addresses, which are of the page itself.
func policy(p page, script, style string) string {
	own := "'none'"
	workers := "blob:"
	pictures := "data: blob:"
	manifest := ""

	if p.from != "" {
		own = "'self'"
		workers += " 'self'"
		pictures += " 'self'"
		manifest = "; manifest-src 'self'"
	}

	return strings.Join([]string{
		"default-src 'none'",
		"connect-src " + own,
		"script-src '" + hash(script) + "' 'wasm-unsafe-eval'",
		"worker-src " + workers,
		"style-src '" + hash(style) + "'",
		"img-src " + pictures,
		"form-action 'none'",
		"base-uri 'none'",
	}, "; ") + manifest
}

// hash returns the source expression of a script or style.
func hash(source string) string {
	sum := sha256.Sum256([]byte(source))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
