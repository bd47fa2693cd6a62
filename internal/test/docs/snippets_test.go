package docs

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// surroundings are what snippets of the README take for granted: the declarations for
// each, found by a text in it.
var surroundings = []struct{ in, declarations string }{
	{"switch v := v.(type)", `var v variant.Variant
		move := func(math.Vector2) {}`},
	{"codec.Marshal(player)", `var player struct{}`},
	{"message.New[*player]", `type player struct{ dir math.Vector2 }
		type Move struct{ Dir math.Vector2 }
		type Welcome struct{ ID int }
		var p *player
		var packet []byte`},
	{"enginetest.Godot4(t)", `var t *testing.T
		var dir string`},
}

// packages are the imports of snippets. Each is imported where its name stands before a point.
var packages = []string{
	"errors", "fmt", "log", "net", "testing", "time",
	"godotvariant/codec", "godotvariant/codec/message", "godotvariant/codec/savefile",
	"godotvariant/codec/text",
	"godotvariant/codec/multiplayer", "godotvariant/codec/multiplayer/packet",
	"godotvariant/codec/transport/enet",
	"godotvariant/math", "godotvariant/objects", "godotvariant/packed", "godotvariant/variant",
	"godotvariant/variant/tree",
	"godotvariant/internal/test/enginetest", "github.com/shopspring/decimal",
}

// program returns a file with a snippet: a program as it is, declarations with what they import,
// or statements in a function.
func program(snippet string) string {
	if strings.HasPrefix(snippet, "package main\n") {
		return snippet
	}

	var imports []string
	for _, path := range packages {
		if regexp.MustCompile(`\b` + filepath.Base(path) + `\.[A-Z]`).MatchString(snippet) {
			imports = append(imports, fmt.Sprintf("import %q\n", path))
		}
	}

	file := "package main\n" + strings.Join(imports, "") + snippet
	if _, err := parser.ParseFile(token.NewFileSet(), "", file, 0); err == nil {
		return file + "func main() {}\n"
	}

	before := ""
	for _, s := range surroundings {
		if strings.Contains(snippet, s.in) {
			before = s.declarations
		}
	}

	for _, path := range packages { // of the declarations
		line := fmt.Sprintf("import %q\n", path)
		if strings.Contains(before, filepath.Base(path)+".") && !slices.Contains(imports, line) {
			imports = append(imports, line)
		}
	}

	return "package main\n" + strings.Join(imports, "") +
		"func main() {}\nfunc snippet() error {\n" + before + "\n" + snippet + "return nil\n}\n"
}

// unused is what the compiler says of a name that a snippet declares for its reader.
var unused = regexp.MustCompile(`(?m)^.*declared and not used: \w+\n|^# godotvariant/internal/test/docs/snippet\n`)

// compile returns what the compiler says against a snippet.
func compile(t *testing.T, snippet string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	require.NoError(t, os.WriteFile(file, []byte(program(snippet)), 0o666))

	// It is compiled as a package of the module, which may import packages in internal.
	here, err := filepath.Abs(filepath.Join("snippet", "main.go"))
	require.NoError(t, err)
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{here: file}})
	require.NoError(t, err)
	layers := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(layers, overlay, 0o666))

	cmd := exec.Command("go", "build", "-gcflags=-e", "-overlay", layers,
		"-o", filepath.Join(dir, "out"), "./internal/test/docs/snippet")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err == nil {
		return ""
	}
	require.NotEmpty(t, out)
	return unused.ReplaceAllString(string(out), "")
}

// TestSnippets: the Go code of the documents compiles.
func TestSnippets(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler for each")
	}

	n := 0
	for _, file := range files(t, ".md") {
		for _, snippet := range fenced(read(t, file), "go") {
			n++
			first, _, _ := strings.Cut(snippet, "\n")
			t.Run(first, func(t *testing.T) {
				require.Empty(t, compile(t, snippet),
					"%s:\n%s\nTestSnippets in internal/test/docs has what stands before a snippet",
					file, snippet)
			})
		}
	}

	require.Greater(t, n, 3, "snippets found")
	require.Contains(t, compile(t, "codec.Nothing()\n"), "undefined: codec.Nothing")
	require.Contains(t, compile(t, "nothing := codec.Godot4\nother()\n"), "undefined: other")
}

// TestFirstProgram: the first program of the README prints what it says.
func TestFirstProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}

	snippet := fenced(read(t, "README.md"), "go")[0]
	file := filepath.Join(t.TempDir(), "main.go")
	require.NoError(t, os.WriteFile(file, []byte(snippet), 0o666))

	cmd := exec.Command("go", "run", file)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, snippet, "// "+string(out[:len(out)-1]))
}

// A command is one of the documents. The verb and what say what becomes of it, see
// testdata/commands.txt.
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
