package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/program"
	"godotvariant/cmd/internal/programtest"
	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
	"godotvariant/variant"
)

// TestMain runs gdvar if a test has started the test binary as gdvar. Otherwise it runs the tests.
func TestMain(m *testing.M) { programtest.Main(m, main) }

// tested is the command.
var tested = &programtest.Program{Name: "gdvar", Run: run, Files: "testdata/saves"}

// gdvar runs a command line in the form of a shell: variables may be written before the command,
// and arguments may be quoted.
func gdvar(t *testing.T, input, line string) programtest.Result {
	t.Helper()
	return tested.Line(t, input, line)
}

// runArgs runs a command with arguments that no shell splits.
func runArgs(t *testing.T, args ...string) programtest.Result {
	t.Helper()
	return tested.With(t, "", nil, args...)
}

// testApp returns a run of the command without a terminal, for tests of its parts.
func testApp() *app {
	s := program.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}
	return newApp(context.Background(), s, func(string) string { return "" })
}

// must returns the result of a call that does not fail.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// fine runs a command that must succeed, and returns its output.
func fine(t *testing.T, line string) string {
	t.Helper()
	return tested.Fine(t, line)
}

// refused runs a command that must fail with a message.
func refused(t *testing.T, line, want string) {
	t.Helper()
	tested.Refused(t, line, want)
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
	programtest.Write(t, name, b.String())
}

// chdirSaves makes the working directory a copy of testdata/saves.
func chdirSaves(t *testing.T) {
	t.Helper()
	tested.Chdir(t)
}

// engines are the engines that wrote the saves in testdata, each with the number of its files.
// Godot 4 wrote them in its official web build, because other builds compress differently.
var engines = []struct {
	name  string
	find  func(testing.TB) *enginetest.Engine
	files int
}{{"3", enginetest.Godot3, 11}, {"4", enginetest.Web4, 12}}

// TestLiveSaves: the installed engines still write the same saves as in testdata.
func TestLiveSaves(t *testing.T) {
	for _, e := range engines {
		t.Run("godot"+e.name, func(t *testing.T) {
			dir := t.TempDir()
			e.find(t).Run(t, "testdata/saves"+e.name+".gd", dir)
			files := must(filepath.Glob(filepath.Join(dir, "*.*")))
			require.Len(t, files, e.files)

			for _, file := range files {
				b := programtest.Content(t, file)
				name := filepath.Join("testdata/saves/godot"+e.name, filepath.Base(file))
				if *programtest.Record {
					programtest.Write(t, name, b)
				}

				// Only the lengths are equal, because the padding and the IV differ each time.
				require.Len(t, programtest.Content(t, name), len(b), name)
			}
		})
	}
}
