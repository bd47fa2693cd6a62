package programtest

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
)

// Scripts runs the files in testdata/golden: their command lines must print the output in the
// files. gdvar/testdata/README.md describes the form of the files. Some scripts need files that
// they can't make themselves. For these scripts, the map prepared has functions that make the
// files.
func (p *Program) Scripts(t *testing.T, prepared map[string]func(t *testing.T)) {
	files := testkit.Must(filepath.Glob("testdata/golden/*.txt"))
	require.NotEmpty(t, files)

	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) { p.script(t, file, prepared[name]) })
	}
}

var fileHead = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

// script runs a script in a copy of the program's files, with the additional files at the end of
// the script.
func (p *Program) script(t *testing.T, file string, prepare func(t *testing.T)) {
	source := Content(t, file)
	file = testkit.Must(filepath.Abs(file))
	p.Chdir(t)

	script := source
	heads := fileHead.FindAllStringSubmatchIndex(source, -1)
	end := len(source)

	for _, at := range slices.Backward(heads) {
		name := source[at[2]:at[3]]
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		Write(t, name, source[at[1]:end])
		end = at[0]
		script = source[:end]
	}

	if prepare != nil {
		prepare(t)
	}

	got := p.played(t, script)
	if *Update {
		Write(t, file, got+source[end:])
		return
	}

	require.Equal(t, script, got)
}

// played runs the command lines of a script, and returns the script with the new output. The
// comments and command lines stay.
func (p *Program) played(t *testing.T, script string) string {
	var b strings.Builder

	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, "// ") {
			b.WriteString(line)
		}

		command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ ")
		if !ok || strings.HasPrefix(command, "= ") { // the line is output of show --flat
			continue
		}

		r := p.shell(t, command)
		fmt.Fprintf(&b, "$ %s\n%s", command, r.Out)
		if r.Out != "" && !strings.HasSuffix(r.Out, "\n") {
			b.WriteString("\n[no newline]\n")
		}
		if r.Err != "" {
			fmt.Fprintf(&b, "! %s", r.Err)
		}
		if r.Code != 0 {
			fmt.Fprintf(&b, "[exit code %d]\n", r.Code)
		}

		b.WriteString("\n")
	}

	return b.String()
}

// shell runs a command line, which may end with "< FILE", "> FILE" or "| grep TEXT".
func (p *Program) shell(t *testing.T, line string) Result {
	t.Helper()
	line, pattern, _ := strings.Cut(line, " | grep ")
	words := Split(line)
	input, output := "", ""

	for len(words) > 2 {
		last := len(words) - 2
		if words[last] == "<" {
			input = Content(t, words[last+1])
		} else if words[last] == ">" {
			output = words[last+1]
		} else {
			break
		}
		words = words[:last]
	}

	r := p.words(t, input, words)
	if output != "" {
		Write(t, output, r.Out)
		r.Out = ""
	}
	if pattern != "" {
		r.Out = grep(r.Out, pattern)
	}

	return r
}

// grep returns the lines that contain a text.
func grep(text, want string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, want) {
			b.WriteString(line)
		}
	}

	return b.String()
}

// words runs the program, or one of a few commands that work on files.
func (p *Program) words(t *testing.T, input string, words []string) Result {
	t.Helper()

	switch words[0] {
	case "cat":
		return Result{Out: Content(t, words[1])}
	case "cp":
		Write(t, words[2], Content(t, words[1]))
	case "cmp":
		require.Equal(t, Content(t, words[1]), Content(t, words[2]), words)
	case "mkdir":
		require.NoError(t, os.MkdirAll(words[1], 0o777))
	case "ls":
		names := testkit.Must(filepath.Glob(words[1]))
		return Result{Out: strings.Join(append(names, ""), "\n")}
	case "poke":
		poke(t, words[1], words[2], words[3])
	case "cut":
		n := testkit.Must(strconv.Atoi(words[2]))
		Write(t, words[1], Content(t, words[1])[:n])
	default:
		return p.Words(t, input, words)
	}

	return Result{}
}

// poke writes hexadecimal bytes into a file at an offset, or after its end.
func poke(t *testing.T, name, offset, digits string) {
	t.Helper()
	b := Content(t, name)
	at, err := strconv.Atoi(offset)
	if offset == "end" {
		at, err = len(b), nil
	}
	require.NoError(t, err)

	fresh := testkit.Must(hex.DecodeString(digits))
	Write(t, name, b[:at]+string(fresh)+b[min(at+len(fresh), len(b)):])
}
