// Package generated compares files of the repository, or parts of them, with the data that they
// show. A test makes the text of the data, and calls a function of this package with the text. If
// the file has another text, the test fails, and prints the command that writes the file again.
// This command runs the same test with the flag -write.
package generated

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
)

var write = flag.Bool("write", false, "write generated files anew")

// Writing reports whether this run writes the files. A test that shows measurements measures again
// in this case.
func Writing() bool { return *write }

// File requires that the text of a file equals want. The argument name is the path of the file from
// the root of the repository.
func File(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(repository.Path(name))
	require.NoError(t, err)
	compare(t, name, string(got), want)
}

// Part requires that the lines of one part of a file equal want. The part begins after the text
// head, and ends before the text end.
func Part(t *testing.T, name, head, end string, want ...string) {
	t.Helper()
	file, err := os.ReadFile(repository.Path(name))
	require.NoError(t, err)

	before, rest, found := strings.Cut(string(file), head)
	require.True(t, found, "%s: no line %q", name, head)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found, "%s: no %q after %q", name, end, head)

	lines := strings.Join(want, "\n")
	compare(t, name, string(file), before+head+lines+end+after)
}

// Table requires that the rows of a table in a Markdown file equal want. The argument head is the
// text of the first rows, which have the names of the columns.
func Table(t *testing.T, name, head string, want ...string) {
	t.Helper()
	Part(t, name, head+"\n", "\n\n", want...)
}

// compare requires that a file is up to date. With the flag -write it writes the file.
func compare(t *testing.T, name, got, want string) {
	t.Helper()
	if *write {
		require.NoError(t, os.WriteFile(repository.Path(name), []byte(want), 0o644))
		return
	}

	require.Equal(t, want, got, "%s is stale: run %s", name, command(t))
}

// command returns the command that writes the file of a test.
func command(t *testing.T) string {
	dir, err := os.Getwd()
	require.NoError(t, err)
	dir, err = filepath.Rel(repository.Path(), dir)
	require.NoError(t, err)

	test, _, _ := strings.Cut(t.Name(), "/")
	return "go test ./" + filepath.ToSlash(dir) + " -run " + test + " -write"
}
