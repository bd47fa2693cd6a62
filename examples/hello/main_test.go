package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"godotvariant/codec"
	"godotvariant/examples/engine"
	"godotvariant/variant"
)

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// serve runs the server until the test ends.
func serve(t *testing.T, d *variant.Dialect) net.Addr {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go hello(conn, codec.MustNew(codec.Options{Dialect: d}))
		}
	}()
	return listener.Addr()
}

// write writes a file of a test.
func write(t *testing.T, data string, path ...string) string {
	t.Helper()
	file := filepath.Join(path...)
	if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	return string(must(os.ReadFile(filepath.Join(path...)))(t))
}

func equal(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestGodot3 plays the project, on another port.
func TestGodot3(t *testing.T) {
	godot := engine.Godot3(t)
	addr := serve(t, codec.Godot3)
	project := t.TempDir()
	if err := os.CopyFS(project, os.DirFS("godot3")); err != nil {
		t.Fatal(err)
	}
	port := fmt.Sprint(addr.(*net.TCPAddr).Port)
	write(t, strings.ReplaceAll(read(t, "godot3", "main.gd"), "9000", port), project, "main.gd")
	script := godot.Start(t, "testdata/play3.gd", "", nil, "--path", project)
	equal(t, script.Wait(), []string{
		"{type:math.Vector2, you said:(1, 2)}",
		"{type:variant.Array, you said:[hello, {1:1,0,0,1}]}",
	})
}

// TestGodot4 runs the script of the project. Its bytes go over TCP, but the test carries them: Godot 4's web
// build has no TCP.
func TestGodot4(t *testing.T) {
	godot := engine.Godot4(t)
	dir := t.TempDir()
	write(t, read(t, "godot4", "main.gd"), dir, "main.gd")
	godot.Run(t, "testdata/carry4.gd", dir, "TASK=greet")

	conn := must(net.Dial("tcp", serve(t, codec.Godot4).String()))(t)
	defer conn.Close()
	must(conn.Write([]byte(read(t, dir, "greetings"))))(t)
	dec := codec.NewDecoder(conn, codec.FrameU32)
	answers := must(os.Create(filepath.Join(dir, "answers")))(t)
	enc := codec.NewEncoder(answers, codec.FrameU32)
	for range 2 {
		raw := must(dec.DecodeRaw())(t)
		if err := enc.Encode(raw); err != nil {
			t.Fatal(err)
		}
	}
	if err := answers.Close(); err != nil {
		t.Fatal(err)
	}
	equal(t, godot.Run(t, "testdata/carry4.gd", dir, "TASK=receive"), []string{
		`{ "you said": (1.0, 2.0), "type": "math.Vector2" }`,
		`{ "you said": ["hello", { 1: (1.0, 0.0, 0.0, 1.0) }], "type": "variant.Array" }`,
		"2 answers",
	})
}

// TestCopy: a copy of this folder elsewhere builds after the step of the README.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"go.mod", "go.sum", "main.go"} {
		write(t, read(t, file), dir, file)
	}
	root := must(filepath.Abs("../.."))(t)
	for _, args := range [][]string{{"mod", "edit", "-replace", "godotvariant=" + root}, {"vet", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOPROXY=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
	}
}

// TestReadme: what the README of the library shows is what this program does.
func TestReadme(t *testing.T) {
	readme := read(t, "..", "..", "README.md")
	_, body, ok := strings.Cut(read(t, "main.go"), "func hello(")
	if !ok || !strings.Contains(readme, "func hello("+body) {
		t.Error("the README has another func hello")
	}
	_, body, ok = strings.Cut(read(t, "godot4", "main.gd"), "func greet()")
	if !ok || !strings.Contains(readme, "func greet()"+body) {
		t.Error("the README has another func greet")
	}
}
