package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// saves are files that Godot 3 and Godot 4 wrote, see saves3.gd and saves4.gd beside them.
const saves = "../../gdvar/testdata/saves"

func saved(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(saves, name))
	require.NoError(t, err)
	return data
}

// A page calls a session as the page does.
type page struct {
	*testing.T
	session *Session
}

func newPage(t *testing.T) page {
	s, err := New()
	require.NoError(t, err)
	return page{t, s}
}

// object is an answer in JSON.
type object = map[string]any

// try calls a function. The arguments are JSON.
func (p page) try(name, args string, data []byte) (object, []byte, *Fault) {
	p.Helper()
	result, out, err := p.session.Call(name, []byte(args), data)
	if err != nil {
		return nil, nil, asFault(err)
	}
	var o object
	require.NoError(p, json.Unmarshal(result, &o))
	return o, out, nil
}

// call calls a function that does not fail.
func (p page) call(name, args string) object {
	p.Helper()
	o, _, err := p.try(name, args, nil)
	if err != nil {
		require.NoError(p, err)
	}
	return o
}

// fails calls a function that fails with a code.
func (p page) fails(code, name, args string) *Fault {
	p.Helper()
	_, _, err := p.try(name, args, nil)
	require.NotNil(p, err, args)
	require.Equal(p, code, err.Code, "%s: %v", args, err)
	require.NotContains(p, err.Error(), "{")
	return err
}

// open opens a file.
func (p page) open(name string, data []byte) object {
	p.Helper()
	o, _, err := p.try("open", `{"name":"`+name+`"}`, data)
	if err != nil {
		require.NoError(p, err)
	}
	return o
}

// pageOf returns a page with a file of Godot 4 open that has these records.
func pageOfText(t *testing.T, records ...string) page {
	t.Helper()
	var out strings.Builder
	e := codec.MustNew(codec.Options{FullObjects: true}).NewEncoder(&out, codec.FrameU32)
	for _, s := range records {
		v, err := text.Parse(s, text.ParseOptions{Single: true})
		require.NoError(t, err)
		require.NoError(t, e.Encode(v))
	}

	p := newPage(t)
	p.open("made.save", []byte(out.String()))
	return p
}

// text returns the value of the open file.
func (p page) text() string { return variant.Text(p.session.file.value) }

// lines returns the rows of the tree.
func (p page) lines() string {
	p.Helper()
	var b strings.Builder
	rows, err := p.session.file.Rows(RowsArgs{0, mostRows})
	require.NoError(p, err)
	require.Len(p, rows.Rows, rows.Total)

	for i, r := range rows.Rows {
		require.Equal(p, i, r.Row)
		b.WriteString(strings.Repeat(" ", r.Level) + r.Label + "=" + r.Text)
		if r.Mark != "" {
			b.WriteString(" (" + r.Mark + ")")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestEdits(t *testing.T) {
	const start = `{"a": 1, "list": [1, 2, 3], "f": 1.5, "s": "x", "t": Array[int]([1]), ` +
		`"v": Vector3(1, 2, 3), "c": Color(1, 0, 0, 1), "b": PackedByteArray(1, 2)}`

	for _, x := range []struct{ args, path, want string }{
		{`{"op":"set","path":"$.a","text":"5"}`, `$["a"]`, `"a": 5`},
		{`{"op":"set","path":"$.a","plain":"0x10"}`, `$["a"]`, `"a": 16`},
		{`{"op":"set","path":"$.f","plain":"4"}`, `$["f"]`, `"f": 4.0`},
		{`{"op":"set","path":"$.s","plain":"hello \"w\""}`, `$["s"]`, `"s": "hello \"w\""`},
		{`{"op":"set","path":"$.t","text":"[7, 8.0]"}`, `$["t"]`, `Array[int]([7, 8])`},
		{`{"op":"set","path":"$.v","parts":["4","0.5","-1"]}`, `$["v"]`, `Vector3(4, 0.5, -1)`},
		{`{"op":"set","path":"$.c","hex":"#00ff0080"}`, `$["c"]`, `Color(0, 1, 0, 0.5019608)`},
		{`{"op":"set","path":"$.c","text":"Color.BLUE"}`, `$["c"]`, `Color(0, 0, 1, 1)`},
		{`{"op":"set","path":"$.b","text":"[3, 4]"}`, `$["b"]`, `PackedByteArray(3, 4)`},
		{`{"op":"set","path":"$.a","text":"\"t\"","retype":true}`, `$["a"]`, `"a": "t"`},
		{`{"op":"type","path":"$.f","type":"int"}`, `$["f"]`, `"f": 2`},
		{`{"op":"rename","path":"$.a","key":"two words"}`, `$["two words"]`, `{"two words": 1, "list"`},
		{`{"op":"insert","path":"$.list","at":1,"text":"9"}`, `$["list"][1]`, `[1, 9, 2, 3]`},
		{`{"op":"insert","path":"$","key":"n","text":"null"}`, `$["n"]`, `"n": null`},
		{`{"op":"insert","path":"$.b","plain":"7"}`, `$["b"][2]`, `PackedByteArray(1, 2, 7)`},
		{`{"op":"duplicate","path":"$.a"}`, `$["a_2"]`, `{"a": 1, "a_2": 1, "list"`},
		{`{"op":"duplicate","path":"$.list[0]"}`, `$["list"][1]`, `[1, 1, 2, 3]`},
		{`{"op":"move","path":"$.list[0]","to":2}`, `$["list"][2]`, `[2, 3, 1]`},
		{`{"op":"move","path":"$.a","to":1}`, `$["a"]`, `"list": [1, 2, 3], "a": 1`},
		{`{"op":"remove","path":"$.list[1]"}`, `$["list"][1]`, `[1, 3]`},
		{`{"op":"remove","path":"$.list[2]"}`, `$["list"][1]`, `[1, 2]`},
		{`{"op":"cells","path":"$.b","cells":[{"at":1,"text":"9"}]}`, `$["b"]`, `(1, 9)`},
	} {
		p := pageOfText(t, start)
		p.call("expand", `{"path":"$.list"}`)
		before := p.text()

		done := p.call("edit", x.args)
		assert.Equal(t, x.path, done["focus"], x.args)
		assert.Contains(t, p.text(), x.want, x.args)
		assert.NotEmpty(t, p.lines())
		after := p.text()

		p.call("undo", `{}`)
		assert.Equal(t, before, p.text(), x.args)
		assert.EqualValues(t, 0, p.call("changes", `{}`)["total"], x.args)
		p.call("redo", `{}`)
		assert.Equal(t, after, p.text(), x.args)

		journal := must(json.Marshal(p.call("journal", `{}`)))
		again := pageOfText(t, start)
		assert.EqualValues(t, 1, again.call("replay", string(journal))["applied"], x.args)
		assert.Equal(t, after, again.text(), x.args)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
