package docs

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A source is a file of the repository whose code is shown in documents.
type source struct {
	path  string
	lines []string
	text  string // result of trimmed(lines)
}

// sources returns the files of the repository that are in Go or GDScript.
func sources(t *testing.T) (all []source) {
	for _, file := range files(t, ".go", ".gd") {
		lines := strings.Split(read(t, file), "\n")
		all = append(all, source{file, lines, trimmed(lines)})
	}
	return all
}

// trimmed returns one text with the lines, without the space at the ends of each line. A newline is
// before the first line and after each line.
func trimmed(lines []string) string {
	var b strings.Builder
	b.WriteByte('\n')
	for _, line := range lines {
		b.WriteString(strings.TrimSpace(line))
		b.WriteByte('\n')
	}
	return b.String()
}

// find returns the number of the line at which a snippet begins in the source, or -1. The lines of
// the snippet may have fewer tabs in front than the lines of the source, if the difference is the
// same on all lines.
func (s source) find(snippet string) int {
	lines := strings.Split(strings.TrimSuffix(snippet, "\n"), "\n")
	if !strings.Contains(s.text, trimmed(lines)) {
		return -1
	}

	for i := range len(s.lines) - len(lines) + 1 {
		indent, ok := strings.CutSuffix(s.lines[i], lines[0])
		if ok && strings.Trim(indent, "\t") == "" && s.has(lines, i, indent) {
			return i
		}
	}
	return -1
}

// has reports whether the source has the given lines. The argument index is the index of the first
// of these lines in the source. In the source, the text indent is in front of each line.
func (s source) has(lines []string, index int, indent string) bool {
	for i, line := range lines {
		if there := s.lines[index+i]; there != indent+line && (there != "" || line != "") {
			return false
		}
	}
	return true
}

// idle returns the reason why no test runs the code at a line of the source. It returns "" if a
// test runs it.
func (s source) idle(t *testing.T, line int) string {
	t.Helper()
	dir := path.Dir(s.path)

	switch {
	case strings.HasSuffix(s.path, "_test.go"):
		return idleExample(t, s, line)
	case strings.HasSuffix(s.path, ".go") && !hasTestFunctions(t, dir):
		return "no tests in " + dir
	case strings.HasSuffix(s.path, ".gd") && !played(t, s.path):
		return "no test plays it"
	}
	return ""
}

// idleExample returns "" if a test runs a line of a test file. The line does not run if it is in an
// Example without output, because such an Example is only compiled. In this case idleExample
// returns the reason as text.
func idleExample(t *testing.T, s source, line int) string {
	t.Helper()
	text := strings.Join(s.lines, "\n")
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, s.path, text, 0)
	require.NoError(t, err)

	for _, declared := range parsed.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(function.Name.Name, "Example") {
			continue
		}

		from, to := fset.Position(function.Pos()), fset.Position(function.End())
		inside := from.Line <= line+1 && line < to.Line
		if inside && !strings.Contains(text[from.Offset:to.Offset], "// Output:") {
			return function.Name.Name + " has no output"
		}
	}
	return ""
}

// elsewhere maps a folder with games to the folder whose tests play these games.
var elsewhere = map[string]string{"examples/hello": "internal/test/docs/hello"}

// played reports whether a test mentions a script, or the folder of the script's project. It looks
// for tests in the folder of the script and in the folders above it. If the map elsewhere has
// another folder for one of them, it looks there instead.
func played(t *testing.T, script string) bool {
	t.Helper()
	name := regexp.MustCompile(`["/](` + regexp.QuoteMeta(path.Base(script)) + `|` +
		regexp.QuoteMeta(path.Base(path.Dir(script))) + `)["/]`)

	for dir := path.Dir(script); dir != "."; dir = path.Dir(dir) {
		folder := dir
		if other, ok := elsewhere[dir]; ok {
			folder = other
		}

		tests, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
		require.NoError(t, err)
		for _, file := range tests {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			if name.Match(text) {
				return true
			}
		}
	}
	return false
}

// stale returns the reason why a snippet is wrong: no source contains it, or no test runs the
// sources that contain it. It returns "" for a correct snippet.
func stale(t *testing.T, all []source, snippet string) string {
	t.Helper()
	why := "no source has these lines"
	for _, s := range all {
		line := s.find(snippet)
		if line < 0 {
			continue
		}

		idle := s.idle(t, line)
		if idle == "" {
			return ""
		}
		why = s.path + ": " + idle
	}
	return why
}

// TestSnippets: each snippet of the documents in Go or GDScript is a program that TestPrograms
// runs, or all its lines are in a source that tests run.
func TestSnippets(t *testing.T) {
	all := sources(t)
	n := 0
	for _, file := range files(t, ".md") {
		document := read(t, file)
		for _, snippet := range append(fenced(document, "go"), fenced(document, "gdscript")...) {
			n++
			if !isProgram(snippet) {
				assert.Empty(t, stale(t, all, snippet), "%s:\n%s", file, snippet)
			}
		}
	}
	require.Greater(t, n, 30, "snippets found")
}

// TestStale: stale finds wrong snippets.
func TestStale(t *testing.T) {
	tested := source{path: "codec/x_test.go", lines: strings.Split(`package x
func ExampleA() {
	a()
	if b {
		c()
	}
}
func ExampleB() {
	b()
	// Output: b
}`, "\n")}
	tested.text = trimmed(tested.lines)

	require.Equal(t, 3, tested.find("if b {\n\tc()\n}\n"))
	require.Equal(t, -1, tested.find("if b {\nc()\n}\n"), "the indentation")
	require.Equal(t, -1, tested.find("if b {\n\td()\n}\n"))

	all := []source{tested}
	require.Equal(t, "codec/x_test.go: ExampleA has no output", stale(t, all, "a()\n"))
	require.Empty(t, stale(t, all, "b()\n"))
	require.Equal(t, "no source has these lines", stale(t, all, "d()\n"))

	untested := source{path: "testdata/x.gd", lines: []string{"d()"}, text: "\nd()\n"}
	require.Equal(t, "testdata/x.gd: no test plays it", stale(t, []source{untested}, "d()\n"))
}

func isProgram(snippet string) bool { return strings.HasPrefix(snippet, "package main\n") }

// TestPrograms: the programs in the documents are formatted, and print the output in their
// comments.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}

	n := 0
	for _, file := range files(t, ".md") {
		for _, snippet := range fenced(read(t, file), "go") {
			if !isProgram(snippet) {
				continue
			}

			n++
			formatted, err := format.Source([]byte(snippet))
			require.NoError(t, err)
			require.Equal(t, string(formatted), snippet)

			program := filepath.Join(t.TempDir(), "main.go")
			require.NoError(t, os.WriteFile(program, []byte(snippet), 0o666))
			printed := folder{t, root}.run("go", "run", program)
			require.NotEmpty(t, printed)
			for line := range strings.Lines(printed) {
				require.Contains(t, snippet, "// "+strings.TrimSpace(line)+"\n", file)
			}
		}
	}
	require.Positive(t, n)
}

// A command is a shell command in the documents. The fields verb and what come from
// testdata/commands.txt, and say how the command is tested.
type command struct{ text, verb, what string }

// commands reads testdata/commands.txt.
func commands(t *testing.T) (all []command) {
	for line := range strings.Lines(read(t, "internal/test/docs/testdata/commands.txt")) {
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

// commandsOf returns the commands of a document, each once. These are the lines of its blocks, and
// pieces of code in the text that begin like a command.
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

// TestCommands runs the commands of the documents. It leaves out commands that other tests run, and
// commands that can't be run.
func TestCommands(t *testing.T) {
	var documented, listed []string
	for _, file := range files(t, ".md") {
		if file != "README.md" && !strings.HasPrefix(file, "examples/") {
			continue
		}

		for _, text := range commandsOf(read(t, file)) {
			if !slices.Contains(documented, text) {
				documented = append(documented, text)
			}
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
				require.True(t, hasTestFunctions(t, c.what), "tests in %s", c.what)
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

// hasTestFunctions reports whether there is a test in a folder of the repository.
func hasTestFunctions(t *testing.T, dir string) bool {
	tests, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	require.NoError(t, err)
	return slices.ContainsFunc(tests, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), "\nfunc Test")
	})
}
