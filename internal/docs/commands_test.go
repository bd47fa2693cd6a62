package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A command is one of the README or of the index of the examples. One of the three says
// what becomes of it.
type command struct {
	text   string // as in the document
	run    string // what this test runs for it; TEMP is a folder, "same" the text itself
	tested string // the folder whose tests run the program, because it serves, or asks for a game
	not    string // why no test runs it
}

var commands = []command{
	{text: "go run ./examples/scene", run: "same"},
	{text: "go run ./examples/geometry", run: "same"},
	{text: "go run ./examples/shop", run: "same"},
	{text: "go run ./examples/structs write player.save",
		run: "go run ./examples/structs write TEMP/player.save"},
	{text: "go run ./examples/savegame FILE",
		run: "go run ./examples/savegame testdata/containers-4.6/gcpf-fastlz-var.bin"},

	{text: "go run ./examples/bots -n 20 -for 5s -addr ADDR", tested: "examples/bots"},
	{text: "go run ./examples/deltas", tested: "examples/deltas"},
	{text: "go run ./examples/debuglog", tested: "examples/debuglog"},
	{text: "go run ./chatserver", tested: "examples/extras/chatserver"},
	{text: "go run ./examples/tcpserver", tested: "examples/tcpserver"},
	{text: "go run ./examples/udpserver", tested: "examples/udpserver"},
	{text: "go -C examples/hello run .", tested: "internal/docs/hello"},
	{text: "go -C cmd run ./webpage", tested: "cmd/webpage"},
	{text: "go run ./fanout", tested: "examples/extras/fanout"},
	{text: "go run ./rooms", tested: "examples/extras/rooms"},
	{text: "go run ./saveserver -db saves.db", tested: "examples/extras/saveserver"},
	{text: "go run ./wsroom", tested: "examples/extras/wsroom"},
	{text: "go run ./lobby", tested: "examples/extras/lobby"},
	{text: "go run ./relay", tested: "examples/extras/relay"},
	{text: "go run ./load", tested: "examples/extras/load"},
	{text: "go run ./world", tested: "examples/extras/world"},
	{text: "go mod edit -require godotvariant@v0.0.0 -replace godotvariant=../godotvariant",
		tested: "internal/docs"},
	{text: "go mod tidy", tested: "internal/docs"},

	{text: "go test ./...", not: "it runs this test; .ci/run runs it on a clean checkout"},
	{text: "go run ./internal/enginetest/fetch", not: "it downloads an engine; .ci/run runs it"},
	{text: "go -C cmd install ./gdvar",
		not: "it changes the machine; TestPipes of gdvar builds it"},
	{text: "apt-get install godot3-server", not: "it changes the machine; .ci/run runs it"},
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

	for _, c := range commands {
		listed = append(listed, c.text)
	}

	require.ElementsMatch(t, documented, listed,
		"the commands of the documents, and those of the test")

	for _, c := range commands {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			switch {
			case c.tested != "":
				require.True(t, hasTests(t, c.tested), "tests in %s", c.tested)
			case c.not != "":
			case testing.Short():
				t.Skip("builds a program")

			default:
				line := c.run
				if line == "same" {
					line = c.text
				}

				args := strings.Fields(strings.ReplaceAll(line, "TEMP", t.TempDir()))
				cmd := exec.Command(args[0], args[1:]...)
				cmd.Dir = root
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s\n%s", line, out)
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
