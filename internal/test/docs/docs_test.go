// Package docs compares the documents with the code. Links must lead to existing targets, commands
// must run, snippets must compile, and the recipes of the README must work.
package docs

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
)

// root is the folder of the module.
const root = "../../.."

// files returns the paths of the repository's files that have one of the extensions. The paths have
// slashes, and are relative to the folder of the repository. It leaves out packages of npm. Without
// extensions it returns all files.
func files(t testing.TB, extensions ...string) []string {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(root,
		func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}

			if entry.IsDir() {
				if entry.Name() == ".git" || entry.Name() == "node_modules" {
					return filepath.SkipDir
				}
				return nil
			}

			if len(extensions) == 0 || slices.Contains(extensions, filepath.Ext(path)) {
				relative, err := filepath.Rel(root, path)
				if err != nil {
					return err
				}
				found = append(found, filepath.ToSlash(relative))
			}

			return nil
		}))

	require.NotEmpty(t, found)
	return found
}

// read returns the text of a file of the repository.
func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	require.NoError(t, err)
	return string(text)
}

var fence = regexp.MustCompile("(?ms)^ *```(\\w*)\n(.*?)^ *```$")

// fenced returns the contents of a document's code blocks in the given language.
func fenced(document, language string) []string {
	var blocks []string
	for _, block := range fence.FindAllStringSubmatch(document, -1) {
		if block[1] == language {
			blocks = append(blocks, block[2])
		}
	}
	return blocks
}

var inlineCode = regexp.MustCompile("`([^`\n]+(?:\n[^`\n]+)*)`")

// inline returns the pieces of code in the running text of a document, without the code blocks.
func inline(document string) []string {
	var pieces []string
	for _, piece := range inlineCode.FindAllStringSubmatch(fence.ReplaceAllString(document, ""),
		-1) {
		pieces = append(pieces, piece[1])
	}
	return pieces
}

// needs skips a test if one of the programs is missing on the machine.
func needs(t testing.TB, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			missing(t, program, err.Error())
		}
	}
}

// missing skips a test because this machine lacks something that the test needs. The script .ci/run
// searches the output of the tests for the words of the message.
func missing(t testing.TB, what, why string) {
	t.Helper()
	t.Skipf("SKIPPED, not tested without %s: %s", what, strings.TrimSpace(why))
}

// TestExamplesIndex: the index of the examples lists every program, and no others.
func TestExamplesIndex(t *testing.T) {
	index, err := os.ReadFile("../../../examples/README.md")
	require.NoError(t, err)

	row := regexp.MustCompile("(?m)^\\| `go (?:run \\./(?:examples/)?|-C examples/)(\\w+)")
	var indexed, programs []string
	for _, command := range row.FindAllStringSubmatch(string(index), -1) {
		indexed = append(indexed, command[1])
	}

	for _, dir := range []string{
		"../../../examples/*/main.go", "../../../examples/extras/*/main.go",
	} {
		files, err := filepath.Glob(dir)
		require.NoError(t, err)
		for _, file := range files {
			programs = append(programs, filepath.Base(filepath.Dir(file)))
		}
	}

	require.NotEmpty(t, programs)
	require.ElementsMatch(t, programs, indexed)
}

// TestExamplesOfPackages: if the index of the examples links to an Example, the linked file has
// this Example.
func TestExamplesOfPackages(t *testing.T) {
	index := read(t, "examples/README.md")
	links := regexp.MustCompile(`\[(Example\w*)\]\(\.\./(\S+_test\.go)\)`)

	found := links.FindAllStringSubmatch(index, -1)
	require.Greater(t, len(found), 12)
	for _, link := range found {
		require.Contains(t, read(t, link[2]), "\nfunc "+link[1]+"() {", link[0])
	}
}

// TestDialectsTable compares the table of dialects in codec/doc.go with the dialects, with the
// engines of this machine, and with the recorded data.
func TestDialectsTable(t *testing.T) {
	page, err := os.ReadFile("../../../codec/doc.go")
	require.NoError(t, err)
	live := map[string]func(testing.TB) *enginetest.Engine{"Godot3": enginetest.Godot3,
		"Godot4": enginetest.Godot4}
	rows := regexp.MustCompile(
		`(?m)^//\t((?:Godot|Pandemonium)\d+)  +\S.*?  +(\S.*?)  +(\S.*)$`)

	var names []string
	for _, row := range rows.FindAllStringSubmatch(string(page), -1) {
		name := row[1]
		names = append(names, name)
		t.Run(name, func(t *testing.T) {
			require.Equal(t, cell(recordedFrom(t, name)), row[3])
			if find := live[name]; find == nil {
				require.Equal(t, cell(nil), row[2])
			} else if os.Getenv("GODOT3")+os.Getenv("GODOT4")+os.Getenv("GODOT4_WEB") ==
				"" { // the user has chosen no engine
				require.Contains(t, find(t).String()+" ", strings.TrimSuffix(row[2], "single"))
			}
		})
	}

	var engines []string
	for _, d := range codec.Dialects() {
		if !strings.HasPrefix(d.Name(), "Docs") {
			engines = append(engines, d.Name())
		}
	}

	require.Equal(t, engines, names)
}

// recordedFrom returns the engines that wrote the recorded values of a dialect in testdata. Each
// element of the result has the name of an engine and its precision.
func recordedFrom(t *testing.T, dialect string) (engines []string) {
	for file, of := range map[string]string{
		"godot-3.2-single.jsonl": "Godot3", "godot-4.2-single.jsonl": "Godot40",
		"godot-4.6-single.jsonl": "Godot4", "godot-4.6-double.jsonl": "Godot4",
		"pandemonium-5.3-single.jsonl": "Pandemonium5",
	} {
		if of != dialect {
			continue
		}

		recorded, err := os.ReadFile(filepath.Join("../../../testdata", file))
		require.NoError(t, err)
		line, _, _ := strings.Cut(string(recorded), "\n")
		var from struct{ Engine, Precision string }
		require.NoError(t, json.Unmarshal([]byte(line), &from))
		engines = append(engines, from.Engine+" "+from.Precision)
	}
	slices.Sort(engines)
	slices.Reverse(engines)
	return engines
}

func cell(items []string) string {
	if len(items) == 0 {
		return "–"
	}
	return strings.Join(items, ", ")
}

// TestExamplesShow: the first comment of each example says what the example shows.
func TestExamplesShow(t *testing.T) {
	n := 0
	for _, file := range files(t, ".go") {
		if !strings.HasPrefix(file, "examples/") || path.Base(file) != "main.go" {
			continue
		}

		n++
		parsed, err := parser.ParseFile(token.NewFileSet(), "", read(t, file),
			parser.ParseComments|parser.PackageClauseOnly)
		require.NoError(t, err)
		require.Regexp(t, `\bIt\s+shows\s`, parsed.Doc.Text(), file)
	}
	require.Greater(t, n, 15)
}

// guide matches a page in examples/guides. The page has one or two sentences about a problem, the
// program, what the game does, and three pitfalls.
var guide = regexp.MustCompile(`(?s)^# [^\n]+\n\n[^#]+\n## The program\n.+\n` +
	`## What the game does\n.+\n## Three pitfalls\n(\n?- [^\n]+(\n  [^\n]+)*){3}\n$`)

// TestGuides: all guides have the same form and contain a program. The index of the examples lists
// each guide.
func TestGuides(t *testing.T) {
	index := read(t, "examples/README.md")
	n := 0
	for _, file := range files(t, ".md") {
		name, ok := strings.CutPrefix(file, "examples/guides/")
		if !ok {
			continue
		}

		n++
		text := read(t, file)
		require.Regexp(t, guide, fence.ReplaceAllString(text, "code\n"), file)
		require.NotEmpty(t, fenced(text, "go"), file)
		require.Contains(t, index, "](guides/"+name+")")
	}
	require.Equal(t, 10, n)
}
