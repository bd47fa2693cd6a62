package testkit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Read returns the content of a file. The argument name has the parts of the file's path.
func Read(t testing.TB, name ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(name...))
	require.NoError(t, err)
	return data
}

// Rows returns the rows of a table in a file, without its heading. The cells of a row are separated
// by " | ".
func Rows(t testing.TB, file string) (all [][]string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(string(Read(t, file))), "\n")
	for _, line := range lines[1:] {
		all = append(all, strings.Split(line, " | "))
	}
	return all
}

// A Case is a text in a file of cases, and the result that a test requires.
type Case struct{ Name, In, Want string }

// Cases returns the cases of a file. Each case consists of a line with "== " and its name, the
// text, a line with "--", and the result. In the text, <BOM> stands for a byte order mark.
func Cases(t testing.TB, file string) (all []Case) {
	t.Helper()
	for _, c := range strings.Split(string(Read(t, file)), "== ")[1:] {
		name, rest, _ := strings.Cut(c, "\n")
		in, want, ok := strings.Cut(rest, "--\n")
		require.True(t, ok, name)
		all = append(all, Case{name, strings.ReplaceAll(in, "<BOM>", "\uFEFF"), want})
	}
	return all
}
