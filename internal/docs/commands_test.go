package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A command is one of the documents. The verb and what say what becomes of it, see
// testdata/commands.txt.
type command struct{ text, verb, what string }

// commands reads testdata/commands.txt.
func commands(t *testing.T) (all []command) {
	for line := range strings.Lines(read(t, "internal/docs/testdata/commands.txt")) {
		verb, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case strings.HasPrefix(line, "\t"):
			last := &all[len(all)-1]
			last.verb = verb
			last.what = what
		case verb != "" && verb != "#":
			all = append(all, command{text: strings.TrimSpace(line)})
		}
	}
	return all
}

var (
	starts  = regexp.MustCompile(`^(go|cd|apt-get|npm|npx|node|git|curl|docker|sh|bash) `)
	comment = regexp.MustCompile(`(^|\s+)# .*`)
)

// commandsOf returns the commands of a document, each once: the lines of its blocks, and
// what begins like one in the text.
func commandsOf(document string) []string {
	var lines []string
	for _, block := range fenced(document, "sh") {
		lines = append(lines, strings.Split(block, "\n")...)
	}

	for _, piece := range inline(document) {
		if starts.MatchString(piece) {
			lines = append(lines, piece)
		}
	}

	var found []string
	for _, line := range lines {
		line = strings.TrimSpace(comment.ReplaceAllString(line, ""))
		if line != "" && !slices.Contains(found, line) {
			found = append(found, line)
		}
	}

	return found
}

// TestCommands: each command of the documents is run, or is one of those that other tests
// run or that can't be run.
func TestCommands(t *testing.T) {
	var documented, listed []string
	for _, text := range append(commandsOf(read(t, "README.md")),
		commandsOf(read(t, "examples/README.md"))...) {
		if !slices.Contains(documented, text) {
			documented = append(documented, text)
		}
	}

	for _, c := range commands(t) {
		listed = append(listed, c.text)
	}

	require.ElementsMatch(t, documented, listed,
		"the commands of the documents, and those of the test")

	for _, c := range commands(t) {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			switch c.verb {
			case "tested":
				require.True(t, hasTests(t, c.what), "tests in %s", c.what)
			case "not":
			case "run":
				if testing.Short() {
					t.Skip("builds a program")
				}
				line := strings.ReplaceAll(c.what, "TEMP", t.TempDir())
				folder{t, root}.run(strings.Fields(line)...)
			default:
				t.Fatalf("no such word: %q", c.verb)
			}
		})
	}
}

// hasTests reports whether there is a test in a folder of the repository.
func hasTests(t *testing.T, dir string) bool {
	tests, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	require.NoError(t, err)
	return slices.ContainsFunc(tests, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), "\nfunc Test")
	})
}
