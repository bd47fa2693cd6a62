package main

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

	"godotvariant/packed"
	"godotvariant/variant"
)

// prepared makes what a script needs and can't make itself.
var prepared = map[string]func(t *testing.T){
	"check": func(t *testing.T) {
		store(t, "long.save", variant.Nil{}, make(packed.PackedByteArray, 8<<20))
	},
	"edit": func(t *testing.T) {
		require.NoError(t, os.Mkdir("drafts", 0o777))
		t.Setenv("TMPDIR", "drafts")
	},
	"limits": func(t *testing.T) {
		store(t, "long.save", variant.Int(1), make(packed.PackedByteArray, 2<<20))
	},
	"scan": func(t *testing.T) { // a link to a save, and a file that begins as a record does
		require.NoError(t, os.Symlink("double.save", "found/link.save"))
		write(t, "found/font.ttf", "\x00\x01\x00\x00\x00\x13\x01\x00"+strings.Repeat("\x00", 300))
	},
}

// TestScripts: command lines print what the files in testdata/golden say. testdata/README.md has
// the form of the files.
func TestScripts(t *testing.T) {
	files := must(filepath.Glob("testdata/golden/*.txt"))
	require.NotEmpty(t, files)

	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) { runScript(t, file, name) })
	}
}

var fileHead = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

// runScript runs a script in a copy of the saves, with the files at the end of the script.
func runScript(t *testing.T, file, name string) {
	source := content(t, file)
	file = must(filepath.Abs(file))
	chdirSaves(t)

	script := source
	heads := fileHead.FindAllStringSubmatchIndex(source, -1)
	end := len(source)

	for _, at := range slices.Backward(heads) {
		name := source[at[2]:at[3]]
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		write(t, name, source[at[1]:end])
		end = at[0]
		script = source[:end]
	}

	if prepare := prepared[name]; prepare != nil {
		prepare(t)
	}

	got := played(t, script)
	if *update {
		write(t, file, got+source[end:])
		return
	}

	require.Equal(t, script, got)
}

// played returns a script with the comments and command lines of the old one and fresh output.
func played(t *testing.T, script string) string {
	var b strings.Builder

	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, "// ") {
			b.WriteString(line)
		}

		command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ ")
		if !ok || strings.HasPrefix(command, "= ") { // a line of show --flat
			continue
		}

		r := shell(t, command)
		fmt.Fprintf(&b, "$ %s\n%s", command, r.out)
		if r.out != "" && !strings.HasSuffix(r.out, "\n") {
			b.WriteString("\n[no newline]\n")
		}
		if r.err != "" {
			fmt.Fprintf(&b, "! %s", r.err)
		}
		if r.code != 0 {
			fmt.Fprintf(&b, "[exit code %d]\n", r.code)
		}

		b.WriteString("\n")
	}

	return b.String()
}

// shell runs a command line, which may end with "< FILE", "> FILE" or "| grep TEXT".
func shell(t *testing.T, line string) result {
	t.Helper()
	line, pattern, _ := strings.Cut(line, " | grep ")
	words := split(line)
	input, output := "", ""

	for len(words) > 2 {
		last := len(words) - 2
		if words[last] == "<" {
			input = content(t, words[last+1])
		} else if words[last] == ">" {
			output = words[last+1]
		} else {
			break
		}
		words = words[:last]
	}

	r := runWords(t, input, words)
	if output != "" {
		write(t, output, r.out)
		r.out = ""
	}
	if pattern != "" {
		r.out = grep(r.out, pattern)
	}

	return r
}

// grep returns the lines that have a text.
func grep(text, want string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, want) {
			b.WriteString(line)
		}
	}

	return b.String()
}

// runWords runs gdvar or one of a few commands for files.
func runWords(t *testing.T, input string, words []string) result {
	t.Helper()

	switch words[0] {
	case "cat":
		return result{out: content(t, words[1])}
	case "cp":
		write(t, words[2], content(t, words[1]))
	case "cmp":
		require.Equal(t, content(t, words[1]), content(t, words[2]), words)
	case "mkdir":
		require.NoError(t, os.MkdirAll(words[1], 0o777))
	case "ls":
		names := must(filepath.Glob(words[1]))
		return result{out: strings.Join(append(names, ""), "\n")}
	case "poke":
		poke(t, words[1], words[2], words[3])
	case "cut":
		n := must(strconv.Atoi(words[2]))
		write(t, words[1], content(t, words[1])[:n])
	default:
		return gdvarWords(t, input, words)
	}

	return result{}
}

// poke writes hexadecimal bytes into a file at an offset, or after its end.
func poke(t *testing.T, name, offset, digits string) {
	t.Helper()
	b := content(t, name)
	at, err := strconv.Atoi(offset)
	if offset == "end" {
		at, err = len(b), nil
	}
	require.NoError(t, err)

	fresh := must(hex.DecodeString(digits))
	write(t, name, b[:at]+string(fresh)+b[min(at+len(fresh), len(b)):])
}

var (
	wordForm = regexp.MustCompile(`('[^']*'|\\.|[^'\\ ])+`)
	quoted   = regexp.MustCompile(`'([^']*)'|\\(.)`)
)

// split splits a command line at spaces outside of single quotes. A backslash outside of them takes
// the next character as it is.
func split(line string) []string {
	words := wordForm.FindAllString(line, -1)
	for i, word := range words {
		words[i] = quoted.ReplaceAllString(word, "$1$2")
	}

	return words
}
