package testkit

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A Case is a text in a file of cases, and the result that a test requires.
type Case struct{ Name, In, Want string }

// Cases returns the cases of a file. Each case consists of a line with "== " and its name, the
// text, a line with "--", and the result. In the text, <BOM> stands for a byte order mark.
func Cases(t testing.TB, file string) (all []Case) {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)

	for _, c := range strings.Split(string(data), "== ")[1:] {
		name, rest, _ := strings.Cut(c, "\n")
		in, want, ok := strings.Cut(rest, "--\n")
		require.True(t, ok, name)
		all = append(all, Case{name, strings.ReplaceAll(in, "<BOM>", "\uFEFF"), want})
	}
	return all
}
