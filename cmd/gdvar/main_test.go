package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
	"godotvariant/variant"
)

// TestMain runs the command itself in a test that starts it as a program.
func TestMain(m *testing.M) {
	if os.Getenv("GDVAR_TEST_MAIN") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// These write what the tests compare with, first the saves and then what is printed of them:
//
//	go test ./gdvar -run TestLiveSaves -record
//	go test ./gdvar -update
var (
	record = flag.Bool("record", false,
		"write testdata/saves anew, with the engines of this machine")
	update = flag.Bool("update", false, "write testdata/golden and the output in README.md anew")
)

// A result is what one run of the command gave.
type result struct {
	out, err string
	code     int
}

// gdvar runs a command line as a shell would: with variables before it, and quoted arguments.
func gdvar(t *testing.T, input, line string) result {
	t.Helper()
	return gdvarWords(t, input, split(line))
}

func gdvarWords(t *testing.T, input string, words []string) result {
	t.Helper()
	env := map[string]string{}

	for words[0] != "gdvar" {
		name, value, ok := strings.Cut(words[0], "=")
		require.True(t, ok, words)
		env[name] = value
		words = words[1:]
	}

	return runWith(t, input, env, words[1:]...)
}

// runArgs runs a command with arguments that no shell splits.
func runArgs(t *testing.T, args ...string) result {
	t.Helper()
	return runWith(t, "", nil, args...)
}

func runWith(t *testing.T, input string, env map[string]string, args ...string) result {
	t.Helper()
	var out, problems bytes.Buffer
	code := run(context.Background(), args, streams{strings.NewReader(input), &out, &problems},
		func(name string) string { return env[name] })
	return result{out.String(), problems.String(), code}
}

// testApp returns a run of the command without a terminal, for tests of its parts.
func testApp() *app {
	s := streams{strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}}
	return newApp(context.Background(), s, func(string) string { return "" })
}

// must returns the result of a call that does not fail.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// write writes a file of the working directory.
func write(t *testing.T, name, content string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(content), 0o666))
}

// content returns the bytes of a file.
func content(t *testing.T, name string) string {
	t.Helper()
	return string(must(os.ReadFile(name)))
}

// fine runs a command that must succeed, and returns what it prints.
func fine(t *testing.T, line string) string {
	t.Helper()
	r := gdvar(t, "", line)
	require.Zero(t, r.code, "%s: %s", line, r.err)
	return r.out
}

// refused runs a command that must fail with a message.
func refused(t *testing.T, line, want string) {
	t.Helper()
	r := gdvar(t, "", line)
	require.Equal(t, codeBad, r.code, line)
	require.Contains(t, r.err, want, line)
}

// store writes values as Godot 4 does.
func store(t *testing.T, name string, values ...variant.Variant) {
	t.Helper()
	var b bytes.Buffer
	c := codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 1 << 30}})
	enc := c.NewEncoder(&b, codec.FrameU32)

	for _, v := range values {
		require.NoError(t, enc.Encode(v))
	}
	write(t, name, b.String())
}

// chdirSaves makes the working directory a copy of testdata/saves.
func chdirSaves(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/saves")))
	t.Chdir(dir)
}

// engines are those that write the saves, each this many files.
var engines = []struct {
	name  string
	find  func(testing.TB) *enginetest.Engine
	files int
}{{"3", enginetest.Godot3, 11}, {"4", enginetest.Godot4, 12}}

// TestLiveSaves: the saves are what the engines write today.
func TestLiveSaves(t *testing.T) {
	for _, e := range engines {
		t.Run("godot"+e.name, func(t *testing.T) {
			dir := t.TempDir()
			e.find(t).Run(t, "testdata/saves"+e.name+".gd", dir)
			files := must(filepath.Glob(filepath.Join(dir, "*.*")))
			require.Len(t, files, e.files)

			for _, file := range files {
				b := content(t, file)
				name := filepath.Join("testdata/saves/godot"+e.name, filepath.Base(file))
				if *record {
					write(t, name, b)
				}

				// padding and the IV differ each time
				require.Len(t, content(t, name), len(b), name)
			}
		})
	}
}
