package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/enginetest"
)

// These write what the tests compare with, first the saves and then what is printed of them:
//
//	go test ./gdvar -run 'TestLiveSaves|TestDamages' -record
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
	env := map[string]string{}

	args := split(line)
	for len(args) > 0 && args[0] != "gdvar" {
		name, value, ok := strings.Cut(args[0], "=")
		require.True(t, ok, line)
		env[name] = value
		args = args[1:]
	}

	return runWith(t, input, env, args[1:]...)
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
	noEnv := func(string) string { return "" }
	s := streams{strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}}

	return newApp(context.Background(), s, noEnv)
}

// split splits a command line at spaces that are not inside of single quotes.
func split(line string) (words []string) {
	var word strings.Builder
	inWord, quoted := false, false
	for _, r := range line + " " {
		switch {
		case r == '\'':
			quoted = !quoted
			inWord = true

		case r != ' ' || quoted:
			word.WriteRune(r)
			inWord = true

		case inWord:
			words = append(words, word.String())
			word.Reset()
			inWord = false
		}
	}

	return words
}

// golden runs command lines in a folder of saves, and compares what they print and return with
// the file of that name in testdata/golden.
func golden(t *testing.T, name string, lines ...string) {
	t.Helper()
	goldenAfter(t, name, func() {}, lines...)
}

// goldenAfter is golden, with a function that adds files to the folder.
func goldenAfter(t *testing.T, name string, prepare func(), lines ...string) {
	t.Helper()
	file, err := filepath.Abs("testdata/golden/" + name + ".txt")
	require.NoError(t, err)
	chdirSaves(t)
	prepare()

	var got strings.Builder
	for _, line := range lines {
		r := gdvar(t, "", line)
		fmt.Fprintf(&got, "$ %s\n%s", line, r.out)
		if r.err != "" {
			fmt.Fprintf(&got, "! %s", r.err)
		}
		if r.code != 0 {
			fmt.Fprintf(&got, "[exit code %d]\n", r.code)
		}

		got.WriteString("\n")
	}

	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got.String()), 0o666))
	}

	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
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
			dir, saves := t.TempDir(), "testdata/saves/godot"+e.name
			e.find(t).Run(t, "testdata/saves"+e.name+".gd", dir)
			files, err := filepath.Glob(filepath.Join(dir, "*.*"))
			require.NoError(t, err)
			require.Len(t, files, e.files)

			for _, file := range files {
				b, err := os.ReadFile(file)
				require.NoError(t, err)
				name := filepath.Join(saves, filepath.Base(file))

				if *record {
					require.NoError(t, os.WriteFile(name, b, 0o666))
				}

				have, err := os.Stat(name)
				require.NoError(t, err)
				// padding and the IV are others each time
				require.Equal(t, int(have.Size()), len(b), name)
			}
		})
	}
}

// damages make the files in the folder damaged of files that engines wrote.
var damages = map[string]struct {
	of string
	do func(b []byte) []byte
}{
	"cut.save":    {"godot3/plain.save", func(b []byte) []byte { return b[:200] }},
	"cutbig.save": {"godot4/big.save", func(b []byte) []byte { return b[:200] }},
	"type.save":   {"godot4/plain.save", func(b []byte) []byte { b[24] = 99; return b }},
	"first.save":  {"godot3/two.save", func(b []byte) []byte { b[24] = 99; return b }},
	"length.save": {"godot4/two.save", func(b []byte) []byte { return b[:len(b)-30] }},
	"prefix.save": {"godot3/plain.save", func(b []byte) []byte { return b[:2] }},
	"packet.bin":  {"godot4/packet.bin", func(b []byte) []byte { return b[:100] }},
	"trailing.bin": {"godot4/packet.bin", func(b []byte) []byte {
		return append(b, 1, 2, 3, 4)
	}},
	"compressed.save": {"godot4/deflate.save", func(b []byte) []byte { return b[:100] }},
	"encrypted.save":  {"godot4/secret.save", func(b []byte) []byte { b[100] ^= 1; return b }},
	"empty.save":      {"godot4/plain.save", func([]byte) []byte { return []byte{} }},
	"text.save": {"godot4/plain.save", func([]byte) []byte {
		return []byte("{\"hp\": 10}\n")
	}},
}

// TestDamages: the damaged files are made of those that engines wrote.
func TestDamages(t *testing.T) {
	for name, damage := range damages {
		b, err := os.ReadFile("testdata/saves/" + damage.of)
		require.NoError(t, err)
		b = damage.do(b)
		name = "testdata/saves/damaged/" + name
		if *record {
			require.NoError(t, os.WriteFile(name, b, 0o666))
		}
		have, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, bytes.Equal(b, have), name)
	}
}

func TestSplit(t *testing.T) {
	require.Equal(t, []string{"A=b c", "gdvar", "set", `a="x y"`, "-n"},
		split(`'A=b c' gdvar  set 'a="x y"' -n`))
	require.Equal(t, []string{"gdvar", `a["k e"]=[1, 2]`}, split(`gdvar a'["k e"]=[1, 2]'`))
	require.Equal(t, []string{"gdvar", "", "x"}, split(`gdvar '' x`))
}
