package session

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"godotvariant/cmd/webpage/session/problem"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/calls.txt anew")

// A player plays the lines of testdata/calls.txt.
type player struct {
	page
	start  string // the value that the page was opened with
	data   []byte // the last bytes that a call returned; a line names them "data"
	answer []byte
	out    strings.Builder
}

// TestCalls plays the conversations of testdata/calls.txt.
func TestCalls(t *testing.T) {
	const file = "testdata/calls.txt"
	text, err := os.ReadFile(file)
	require.NoError(t, err)

	p := &player{page: newPage(t)}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		p.out.WriteString(line)

		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			verb, rest, _ := strings.Cut(line, " ")
			p.play(verb, rest)
		}
	}

	if *update {
		require.NoError(t, os.WriteFile(file, []byte(p.out.String()), 0o666))
		return
	}
	require.Equal(t, string(text), p.out.String())
}

// TestBridge: the scripts of the page call each function of the bridge, and no other.
func TestBridge(t *testing.T) {
	files, err := filepath.Glob("../ui/*.js")
	require.NoError(t, err)
	require.NotEmpty(t, files)

	called := map[string]bool{}
	for _, name := range files {
		script, err := os.ReadFile(name)
		require.NoError(t, err)

		// A script may also name a function in other places: as the first argument of step(…) or
		// open(…), or as the member "name" or "call" of an object.
		for _, m := range regexp.MustCompile(`\b(call|noted)\("(\w+)"`).
			FindAllSubmatch(script, -1) {
			called[string(m[2])] = true
			require.Contains(t, calls, string(m[2]), name)
		}
		for _, m := range regexp.MustCompile(`(step|open)\("(\w+)"|(name|call): "(\w+)"`).
			FindAllSubmatch(script, -1) {
			called[string(m[2])+string(m[4])] = true
		}
	}

	for name := range calls {
		require.True(t, called[name], name)
	}
	for _, name := range looks {
		require.Contains(t, calls, name)
	}
}

// play plays one line.
func (p *player) play(verb, rest string) {
	switch verb {
	case "page":
		p.page = newPage(p.T)
	case "made":
		p.start = rest
		p.page = pageOfText(p.T, rest)
	case "data":
		text, err := strconv.Unquote(rest)
		require.NoError(p, err)
		p.data = []byte(text)
	case "cut":
		n, err := strconv.Atoi(rest)
		require.NoError(p, err)
		p.data = p.data[:len(p.data)-n]

	case "text":
		p.print(p.text())
	case "lines":
		p.print(strings.TrimSpace(p.lines()))
	case "bytes?":
		p.print(strconv.Quote(string(p.data)))
	case "has":
		require.Contains(p, string(p.answer), rest)
	case "unfold":
		p.unfold()
	case "search":
		p.search(rest)
	case "replays":
		p.replays()
	default:
		p.calls(verb, rest)
	}
}

// print writes the result of a line.
func (p *player) print(text string) {
	p.out.WriteString("\t" + strings.ReplaceAll(text, "\n", "\n\t") + "\n")
}

// calls calls a function of the session. The argument text is "ARGS" or "ARGS -> FIELD ...". In the
// second form it prints the fields of the result.
func (p *player) calls(name, text string) {
	args, fields, _ := strings.Cut(text, " -> ")
	if args == "data" {
		args = string(p.data)
	}

	before := ""
	if name == "edit" {
		before = p.text()
	}
	answer, data, err := p.bytes(name, args, p.data)
	if err != nil {
		fault := problem.Of(err)
		require.NotContains(p, fault.Error(), "{")
		p.print(strings.TrimSpace("fault "+fault.Code+" "+fault.Field) + ": " +
			strings.TrimSpace(fault.Error()))
		return
	}

	p.answer = answer
	if data != nil {
		p.data = data
	}
	if name == "journal" {
		p.data = answer
	}

	for _, field := range strings.Fields(fields) {
		var o any
		require.NoError(p, json.Unmarshal(answer, &o))
		p.print(field + " " + shown(pick(o, strings.Split(field, "."))))
	}
	if name == "edit" {
		p.undone(before)
	}
}

// pick returns the part of a JSON value at a path. The key * means all items of a list.
func pick(v any, path []string) any {
	if len(path) == 0 {
		return v
	}

	switch v := v.(type) {
	case object:
		return pick(v[path[0]], path[1:])
	case []any:
		if i, err := strconv.Atoi(path[0]); err == nil {
			return pick(v[i], path[1:])
		}
		var all []any
		for _, item := range v {
			all = append(all, pick(item, path[1:]))
		}
		return all
	}
	return nil
}

// shown returns a value in JSON.
func shown(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // v was parsed from JSON
	return strings.TrimSpace(b.String())
}

// undone prints the value after an edit. The argument oldText is the text of the value before the
// edit. It requires that undo restores this text, and that redo restores the edited value.
func (p *player) undone(oldText string) {
	newText := p.text()
	p.print(newText)
	p.call("undo", `{}`)
	require.Equal(p, oldText, p.text())
	p.call("redo", `{}`)
	require.Equal(p, newText, p.text())
}

// search prints the paths of all matches of a query.
func (p *player) search(query string) {
	answer, _, err := p.try("search", shown(object{"query": query}), nil)
	if err != nil {
		p.print("fault " + err.Code)
		return
	}
	for answer["done"] != true {
		answer = p.call("more", `{}`)
	}

	for i := range int(answer["count"].(float64)) {
		match := p.call("match", shown(object{"at": i}))
		require.EqualValues(p, i, match["at"])
		p.print(match["path"].(string))
	}
}

// replays requires that the steps of the journal turn the opened value into the current value.
func (p *player) replays() {
	again := pageOfText(p.T, p.start)
	again.call("replay", shown(p.call("journal", `{}`)))
	require.Equal(p, p.text(), again.text())
}
