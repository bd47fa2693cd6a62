package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/webpage/session/format"
	"godotvariant/cmd/webpage/session/message"
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
func (p page) try(name, args string, data []byte) (object, []byte, *message.Fault) {
	p.Helper()
	result, out, err := p.session.Call(name, []byte(args), data)
	if err != nil {
		return nil, nil, message.AsFault(err)
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
func (p page) fails(code, name, args string) *message.Fault {
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

// Text returns the value of the open file.
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
		{`{"op":"rename","path":"$.a","key":"two words"}`, `$["two words"]`, `{"two words": 1,`},
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

// What GDScript accepts is accepted.
func TestScript(t *testing.T) {
	p := pageOfText(t, `{"x": null}`)

	for text, want := range map[string]string{
		"Color.RED": "Color(1, 0, 0, 1)", "-INF": "-inf", `^"a/b"`: `NodePath("a/b")`,
		"'text'": `"text"`, "0x10": "16", "1_000": "1000", `Color("#ff0000")`: "Color(1, 0, 0, 1)",
		"PackedByteArray([1, 2])": "PackedByteArray(1, 2)", "5 # c": "5", "+5": "5", "-.5": "-0.5",
		`{a = 1, "b": [.5, +2], 'c#': {d = "x = 1"}}`:        `{"a": 1, "b": [0.5, 2], "c#": {"d": "x = 1"}}`,
		"PackedVector2Array([Vector2(1, 2), Vector2(3, 4)])": "PackedVector2Array(1, 2, 3, 4)",
		"[PackedInt32Array([7]), [1], (2)]":                  "",
	} {
		args := string(must(json.Marshal(object{"path": "$.x", "text": text})))
		if want == "" {
			p.fails("syntaxTry", "check", args)
			continue
		}
		assert.Equal(t, want, p.call("check", args)["text"], text)
	}
}

func TestEditFaults(t *testing.T) {
	p := pageOfText(t, `{"a": 1, "t": Array[int]([1]), "f": 1.5, "b": PackedByteArray(1), "l": [1]}`)

	for _, x := range []struct{ code, args, text string }{
		{"retype", `{"op":"set","path":"$.a","text":"\"x\""}`, `$["a"] is of type int`},
		{"elementType", `{"op":"set","path":"$.t","text":"[\"x\"]"}`, `type int`},
		{"elementType", `{"op":"set","path":"$.t[0]","text":"\"x\"","retype":true}`, `type int`},
		{"elementType", `{"op":"insert","path":"$.t","text":"\"x\""}`, `type int`},
		{"range", `{"op":"set","path":"$.a","plain":"9223372036854775808"}`, `9223372036854775808`},
		{"range", `{"op":"set","path":"$.b[0]","plain":"256"}`, ``},
		{"syntaxTry", `{"op":"set","path":"$.a","text":"hello world"}`, `Try "hello world"`},
		{"syntaxTry", `{"op":"set","path":"$.a","text":"[1, 2"}`, `Try [1, 2]`},
		{"syntaxTry", `{"op":"set","path":"$.f","text":"1,5"}`, `Try 1.5`},
		{"empty", `{"op":"set","path":"$.a","text":" "}`, ``},
		{"exists", `{"op":"rename","path":"$.a","key":"t"}`, `key t exists`},
		{"exists", `{"op":"insert","path":"$","key":"t","text":"1"}`, ``},
		{"noName", `{"op":"rename","path":"$.l[0]","key":"t"}`, ``},
		{"noKey2", `{"op":"insert","path":"$","text":"1"}`, ``},
		{"noPlace", `{"op":"move","path":"$.l[0]","to":1}`, ``},
		{"isRoot", `{"op":"remove","path":"$"}`, ``},
		{"notFound", `{"op":"remove","path":"$.zz"}`, `$.zz`},
		{"noCall", `{"op":"zz","path":"$"}`, ``},
		{"parts", `{"op":"set","path":"$.a","parts":["1"]}`, ``},
	} {
		assert.Contains(t, p.fails(x.code, "edit", x.args).Error(), x.text, x.args)
	}

	p.fails("nothingToUndo", "undo", `{}`)
	p.fails("nothingToRedo", "redo", `{}`)
	p.fails("noMatch", "match", `{}`)
	p.fails("noCall", "zz", `{}`)
}

// The net changes are those between the opened file and the value of now.
func TestChanges(t *testing.T) {
	p := pageOfText(t, `{"a": 1, "list": [10, 20, 30, 40]}`)

	p.call("edit", `{"op":"set","path":"$.a","text":"2"}`)
	p.call("edit", `{"op":"set","path":"$.list[2]","text":"31"}`)
	p.call("edit", `{"op":"remove","path":"$.list[0]"}`)
	p.call("edit", `{"op":"insert","path":"$.list","text":"50"}`)
	p.call("edit", `{"op":"rename","path":"$.a","key":"b"}`)
	p.call("edit", `{"op":"set","path":"$.b","text":"3"}`)

	var got []string
	for _, c := range p.call("changes", `{}`)["changes"].([]any) {
		c := c.(object)
		got = append(got, c["kind"].(string)+" "+c["path"].(string)+" "+c["old"].(string)+
			">"+c["new"].(string))
	}

	assert.ElementsMatch(t, []string{
		`changed $["b"] 1>3`, `changed $["list"][1] 30>31`, `removed $["list"][0] 10>`,
		`added $["list"][3] >50`,
	}, got)
	assert.Contains(t, p.lines(), "list=4 items [20, 31, 40, 50] (inside)")

	p.call("revert", `{"path":"$.b"}`)
	assert.Contains(t, p.text(), `"b": 1`)
	p.call("edit", `{"op":"set","path":"$.list[1]","text":"30"}`)
	assert.EqualValues(t, 2, p.call("changes", `{}`)["total"])
	p.call("reveal", `{"path":"$.list[3]"}`)
	assert.Contains(t, p.lines(), "  3=50 (added)")
	assert.NotContains(t, p.lines(), "(changed)")
}

func TestTree(t *testing.T) {
	p := pageOfText(t, `{"a": {"b": [1, [2, 3]], "c": "x"}, "d": [4, 5], "e": 6}`)
	assert.Equal(t, "made.save=3 keys\n a=2 keys\n d=2 items [4, 5]\n e=6\n", p.lines())

	c := p.call("toggle", `{"path":"$.a"}`)
	assert.EqualValues(t, []any{1.0, 2.0, 0.0, 2.0, 6.0},
		[]any{c["row"], c["at"], c["removed"], c["added"], c["total"]})

	c = p.call("reveal", `{"path":"$.a.b[1][1]"}`)
	assert.EqualValues(t, 6, c["row"])
	p.call("toggle", `{"path":"$.a"}`)
	assert.Equal(t, "made.save=3 keys\n a=2 keys\n d=2 items [4, 5]\n e=6\n", p.lines())

	p.call("expand", `{"path":"$","all":true}`)
	all := p.lines()
	assert.Equal(t, 12, strings.Count(all, "\n"))
	p.call("collapse", `{"path":"$"}`)
	p.call("expand", `{"path":"$"}`)
	p.call("siblings", `{"path":"$.a"}`)
	assert.Equal(t, 8, strings.Count(p.lines(), "\n"))

	for from := range 12 { // every range is a part of all rows
		p.call("expand", `{"path":"$","all":true}`)
		rows := must(p.session.file.Rows(RowsArgs{from, 3}))
		for _, r := range rows.Rows {
			assert.Contains(t, strings.Split(all, "\n")[r.Row], r.Label+"="+r.Text)
		}
	}

	assert.EqualValues(t, 10, p.call("find", `{"label":"1","after":9}`)["row"])
	assert.EqualValues(t, 1, p.call("find", `{"label":"A","after":11}`)["row"])
	assert.EqualValues(t, -1, p.call("find", `{"label":"zz","after":0}`)["row"])

	// An edit shifts the open rows.
	p.call("edit", `{"op":"insert","path":"$","at":0,"key":"n","text":"0"}`)
	assert.Contains(t, p.lines(), " n=0 (added)\n a=2 keys\n  b=2 items\n   0=1\n   1=2 items [2, 3]\n")
	p.call("undo", `{}`)
	assert.Equal(t, all, p.lines())
}

func TestSearch(t *testing.T) {
	p := pageOfText(t, `{"hp": 10, "name": "Hp of Tia", "at": Vector2(1, 2), "c": Color(1, 0, 0, 1),`+
		` "in": [{"hp": 2000, "x": "two words"}, {"hp": -5.5}], "b": PackedInt32Array(7, 2000)}`)

	for query, want := range map[string]string{
		"hp":           `$["hp"] $["name"] $["in"][0]["hp"] $["in"][1]["hp"]`,
		"key:hp >5":    `$["hp"] $["in"][0]["hp"]`,
		"type:Color":   `$["c"]`,
		"type:vector":  `$["at"]`,
		"<0":           `$["in"][1]["hp"]`,
		">=2000":       `$["in"][0]["hp"] $["b"][1]`,
		"=10":          `$["hp"]`,
		`"two words"`:  `$["in"][0]["x"]`,
		"=hp value:of": ``,
		"value:#ff00":  `$["c"]`,
		"changed:":     ``,
		"zz":           ``,
		"":             ``,
	} {
		args := must(json.Marshal(object{"query": query}))
		f := p.call("search", string(args))
		for f["done"] != true {
			f = p.call("more", `{}`)
		}

		var got []string
		for _, m := range p.call("matches", `{}`)["matches"].([]any) {
			got = append(got, m.(object)["path"].(string))
		}
		assert.Equal(t, want, strings.Join(got, " "), query)
		assert.EqualValues(t, len(got), f["count"], query)
	}

	p.call("search", `{"query":"hp"}`)
	m := p.call("match", `{"after":"$.name","step":1}`)
	assert.Equal(t, []any{`$["in"][0]["hp"]`, 2.0, 4.0, 7.0}, []any{m["path"], m["at"], m["of"], m["row"]})
	assert.Equal(t, `$["hp"]`, p.call("match", `{"after":"$.name","step":-1}`)["path"])
	assert.Equal(t, `$["hp"]`, p.call("match", `{"after":"$.b","step":1}`)["path"])
	assert.True(t, must(p.session.file.Rows(RowsArgs{1, 1})).Rows[0].Match)
	p.fails("query", "search", `{"query":">x"}`)
	p.call("searchEnd", `{}`)
}

func TestKinds(t *testing.T) {
	for _, x := range []struct{ file, kind, args, want string }{
		{"; mine\n[a]\n\nx=1\ny=\"z\"\n", "config", `{"op":"set","path":"$.a.x","text":"2"}`,
			"; mine\n[a]\n\nx=2\ny=\"z\"\n"},
		{`{"hp": 10, "f": [1.5]}`, "json", `{"op":"set","path":"$.hp","plain":"11"}`,
			`{"hp": 11, "f": [1.5]}`},
		{"any text\nhere: é", "text", `{"op":"set","path":"$","plain":"new"}`, "new"},
		{`{"broken`, "text", `{"op":"set","path":"$","plain":"{}"}`, "{}"},
	} {
		p := newPage(t)
		o := p.open("x", []byte(x.file))
		assert.Equal(t, x.kind, o["kind"])
		assert.Equal(t, x.file, p.call("view", `{"kind":"source"}`)["text"])
		p.call("bytes", `{}`)
		p.call("edit", x.args)

		save := `{"engine":"godot4","container":"encrypted","kind":"password","secret":"pw"}`
		_, packed, fault := p.try("save", save, nil)
		require.Nil(t, fault)

		p = newPage(t)
		assert.Equal(t, true, p.open("x", packed)["locked"])
		p.fails("wrongSecret", "retry", `{"kind":"password","secret":"no"}`)
		assert.Equal(t, "secret", p.fails("noPassword", "unlock", `{"kind":"password"}`).Field)
		p.call("retry", `{"kind":"password","secret":"pw"}`)
		assert.Equal(t, x.want, p.call("view", `{"kind":"source"}`)["text"])
	}

	p := newPage(t)
	p.open("x.json", []byte(`{"a": 1}`))
	p.fails("kindType", "edit", `{"op":"set","path":"$.a","text":"Vector2(1, 2)","retype":true}`)
	assert.Equal(t, `{"a": 1}`, p.text())

	o := p.open("x.tres", []byte("[gd_resource type=\"Resource\" format=3]\n\n[resource]\nx = 1\n"))
	assert.Equal(t, []any{"resource", false}, []any{o["kind"], o["writable"]})
	p.fails("readOnly", "edit", `{"op":"remove","path":"$.x"}`)

	_, _, fault := p.try("open", `{"name":"x.png"}`, []byte("\x89PNG\r\n\x1a\n0000000000"))
	assert.Equal(t, []any{"foreign", "png"}, []any{fault.Code, fault.Params["file"]})
	_, _, fault = p.try("open", `{"name":"x.bin"}`, []byte("\x01\xff\xfe\x03\x99\x88\x77\x01\x02"))
	assert.Equal(t, "unknown", fault.Code)
	assert.NotEmpty(t, fault.Params["readers"])
	assert.NotNil(t, p.call("retry", `{"engine":"godot4 u32"}`)["damage"])
}

func TestTrust(t *testing.T) {
	p := pageOfText(t, `{"a": [1, 2, {"b": "text"}], "c": Vector2(1, 2), "d": "end"}`)
	_, whole, _ := p.try("save", `{"engine":"godot4","container":"plain"}`, nil)

	// What can be read of a damaged file is shown, and saved as a new file.
	o := p.open("cut.save", whole[:len(whole)-30])
	assert.NotNil(t, o["damage"])
	assert.Equal(t, `{"a": [1, 2, {"b": "text"}]}`, p.text())
	p.fails("readOnly", "edit", `{"op":"remove","path":"$.a"}`)
	assert.Contains(t, string(must(json.Marshal(p.call("bytes", `{}`)))), `"kind":"fault"`)
	p.call("changes", `{}`)
	o = p.call("salvage", `{}`)
	assert.Equal(t, []any{"cut-recovered.save", nil}, []any{o["name"], o["damage"]})
	p.call("edit", `{"op":"remove","path":"$.a[0]"}`)
	p.fails("notDamaged", "salvage", `{}`)

	// Stray bytes are kept.
	p.open("tail.save", append(whole[:len(whole):len(whole)], 1, 2, 3))
	p.call("edit", `{"op":"set","path":"$.d","plain":"END"}`)
	_, out, _ := p.try("save", `{"engine":"godot4","container":"same"}`, nil)
	assert.Equal(t, strings.Replace(string(whole), "end", "END", 1)+"\x01\x02\x03", string(out))

	// A budget is asked for before anything is read.
	_, _, fault := p.try("open", `{"name":"big.save","budget":100}`, whole)
	assert.Equal(t, []any{"budget", int64(len(whole))}, []any{fault.Code, fault.Params["bytes"]})
	assert.Equal(t, "tail.save", p.call("journal", `{}`)["file"])
	p.call("retry", `{"budget":1000}`)

	p.open("pasted", whole)
	p.fails("paste", "paste", `{"text":"z!"}`)
	p.call("paste", `{"text":"02 00 00 00 2a 00 00 00"}`)
	p.call("close", `{}`)
	p.fails("noFile", "rows", `{}`)
}

func TestBytes(t *testing.T) {
	const value = `{"a": [1, 2.5, {"b": "text"}], "c": Vector2(1, 2), "d": PackedByteArray(1, 2, 3)}`

	for _, records := range [][]string{{value}, {value, `[1]`}} {
		p := pageOfText(t, records...)
		p.call("expand", `{"path":"$","all":true}`)

		for _, r := range must(p.session.file.Rows(RowsArgs{0, 100})).Rows {
			args := string(must(json.Marshal(PathArgs{r.Path})))
			w := p.call("where", args)
			if strings.Contains(r.Path, `"d"][`) {
				continue // an element of a packed array has the bytes of the array
			}

			assert.EqualValues(t, r.Row, w["row"])
			at := p.call("at", string(must(json.Marshal(object{"offset": w["to"].(float64) - 1}))))
			if r.Parts == 0 {
				assert.Equal(t, r.Path, at["path"])
			}
		}

		all := p.call("bytes", `{}`)
		sum := 0.0
		for i, field := range all["fields"].([]any) {
			field := field.(object)
			assert.EqualValues(t, sum, field["offset"], i)
			sum += field["length"].(float64)
			next := p.call("bytes", string(must(json.Marshal(object{"from": field["offset"], "count": 1}))))
			assert.Equal(t, field, next["fields"].([]any)[0])
		}
		assert.Equal(t, all["total"], sum)
	}

	p := pageOfText(t, value)
	fields := string(must(json.Marshal(p.call("bytes", `{}`))))
	for _, text := range []string{"2.5", "1, 2", "Vector2", "text", "padding"} {
		assert.Contains(t, fields, `"text":"`+text+`"`)
	}
	_, raw, _ := p.try("rawBytes", `{"from":4,"count":4}`, nil)
	assert.Equal(t, []byte{27, 0, 0, 0}, raw)
}

// Every file that an engine wrote opens, is saved as it was, and after an edit in the same form.
func TestSaves(t *testing.T) {
	secrets := map[string]string{
		"secret": `{"kind":"password","secret":"secret"}`,
		"key":    `{"kind":"key","secret":"` + strings.TrimSpace(string(saved(t, "key.hex"))) + `"}`,
	}

	for _, engine := range []string{"godot3", "godot4"} {
		for _, file := range strings.Fields("plain two big objects fastlz deflate zstd gzip secret key") {
			p := newPage(t)
			data := saved(t, engine+"/"+file+".save")
			o := p.open("slot.save", data)
			if secret, ok := secrets[file]; ok {
				require.Equal(t, true, o["locked"])
				o = p.call("unlock", secret)
			}

			name := engine + " " + file
			assert.Equal(t, []any{engine, nil, []any{}}, []any{o["engine"], o["damage"], o["warnings"]}, name)
			save := `{"engine":"` + engine + `","container":"same"}`
			_, out, _ := p.try("save", save, nil)
			assert.Equal(t, data, out, name)

			path := map[string]string{"two": "$[0].name", "objects": "$.timer.wait_time"}[file]
			if path == "" {
				path = "$.name"
			}
			p.call("edit", `{"op":"set","path":"`+path+`","plain":"3.5"}`)
			want := p.text()
			for _, call := range []string{"rows", "bytes", "convert", "code"} {
				p.call(call, `{"count":1000,"engine":"godot3","container":"plain","kind":"gdscript"}`)
			}

			_, out, _ = p.try("save", save, nil)
			o = p.open("slot.save", out)
			if secret, ok := secrets[file]; ok {
				o = p.call("unlock", secret)
			}
			assert.Equal(t, want, p.text(), name)
			assert.Equal(t, engine, o["engine"], name)

			for _, e := range format.EngineChoices() { // every engine reads what is saved for it
				args := `{"engine":"` + e.Name + `","container":"plain"}`
				p.call("convert", args)
				_, out, fault := p.try("save", args, nil)
				require.Nil(t, fault, name)
				other := newPage(t)
				assert.Nil(t, other.open("x", out)["damage"], name+" "+e.Name)
			}
		}
	}

	for _, file := range strings.Fields("cut.save cutbig.save length.save trailing.bin type.save") {
		p := newPage(t)
		o, _, fault := p.try("open", `{"name":"x"}`, saved(t, "damaged/"+file))
		require.Nil(t, fault, file)
		if o["damage"] != nil && p.session.file.value.Type() != variant.TypeNil {
			p.call("salvage", `{}`)
		}
		p.call("bytes", `{}`)
	}
}

func TestCompare(t *testing.T) {
	const first = `{"a": 1, "list": [1, 2, 3], "gone": true}`
	p := pageOfText(t, `{"a": 2, "list": [1, 3, 4], "new": "x"}`)
	_, other, _ := p.try("save", `{"engine":"godot4","container":"Zstandard"}`, nil)

	p = pageOfText(t, first)
	c, _, fault := p.try("compare", `{"name":"b.save"}`, other)
	require.Nil(t, fault)
	assert.EqualValues(t, 5, c["total"])
	d := p.call("differences", `{}`)["changes"].([]any)
	assert.Len(t, d, 5)

	_, patch, _ := p.try("differencesPatch", `{}`, nil)
	p.call("take", `{"paths":["$[\"a\"]"]}`)
	assert.Equal(t, strings.Replace(first, `"a": 1`, `"a": 2`, 1), p.text())
	var paths []string
	for _, c := range p.call("differences", `{}`)["changes"].([]any) {
		paths = append(paths, c.(object)["path"].(string))
	}

	p.call("take", string(must(json.Marshal(TakeArgs{paths}))))
	assert.Equal(t, `{"a": 2, "list": [1, 3, 4], "new": "x"}`, p.text())
	journal := must(json.Marshal(p.call("journal", `{}`)))
	p.call("undo", `{}`)
	p.call("undo", `{}`)
	assert.Equal(t, first, p.text())
	p.call("replay", string(journal))
	assert.Equal(t, `{"a": 2, "list": [1, 3, 4], "new": "x"}`, p.text())

	p.call("compareEnd", `{}`)
	p.fails("noFile", "differences", `{}`)

	p = pageOfText(t, first)
	assert.EqualValues(t, 5, p.call("replay", string(patch))["applied"])
	assert.Equal(t, `{"a": 2, "list": [1, 3, 4], "new": "x"}`, p.text())
}

func TestSamplesAndGuesses(t *testing.T) {
	p := newPage(t)
	assert.Len(t, p.call("samples", `{}`)["samples"], 3)
	p.call("sample", `{"name":"rpg"}`)

	about := func(path string) string {
		list := p.call("about", string(must(json.Marshal(PathArgs{path}))))["guesses"].([]any)
		if len(list) == 0 {
			return ""
		}
		return list[0].(object)["key"].(string) + ": " + list[0].(object)["text"].(string)
	}

	assert.Equal(t, "about.date: 22 Nov 2024, 12:05 UTC", about("$.saved_at"))
	assert.Equal(t, "about.table: 3 rows with 3 columns", about("$.inventory"))
	assert.Equal(t, "about.json: holds JSON, 45 bytes", about("$.quests"))
	assert.Empty(t, about("$.version"))

	table := p.call("table", `{"path":"$.inventory","sort":"\"count\"","desc":true}`)
	row := table["rows"].([]any)[0].(object)
	assert.Equal(t, []any{2.0, "arrow"}, []any{row["at"], row["cells"].([]any)[0].(object)["text"]})
	p.call("edit", `{"op":"column","path":"$.inventory","key":"count","text":"99"}`)
	assert.Equal(t, 3, strings.Count(p.text(), "99"))

	script := p.call("code", `{"kind":"gdscript"}`)["text"]
	assert.Contains(t, script, "open_compressed(\"user://rpg.save\", FileAccess.READ, "+
		"FileAccess.COMPRESSION_ZSTD)")
	assert.Contains(t, script, "var party: Array[String] = save[\"party\"]")
	assert.Contains(t, p.call("code", `{"kind":"go"}`)["text"], "\tSavedAt int64 `godot:\"saved_at\"`")
	assert.Contains(t, p.call("code", `{"kind":"schema"}`)["text"], `"hardcore"`)

	v := p.call("value", `{"path":"$.player.position"}`)
	assert.Equal(t, []any{"parts", "Vector3(12.5, 0, -3.25)"}, []any{v["editor"], v["code"]})
	p.call("openInside", `{"path":"$.quests"}`)
	assert.Equal(t, `{"main": "The lost crown", "done": [1, 2, 5]}`, p.text())

	p.call("sample", `{"name":"tiles"}`)
	assert.Equal(t, "about.grid: grid 16 × 16?", about("$.tiles"))
	assert.Contains(t, about("$.picture"), "about.image: png image, 8 × 8")
	assert.Equal(t, "about.points: 4 points", about("$.path"))
	g := p.call("grid", `{"path":"$.doors"}`)
	assert.Equal(t, []any{7.0, 5.0, 1.0}, []any{g["width"], g["height"], g["min"]})
	assert.Len(t, p.call("points", `{"path":"$.path"}`)["points"], 4)
	_, png, _ := p.try("blob", `{"path":"$.picture"}`, nil)
	assert.Equal(t, "\x89PNG", string(png[:4]))
	_, _, fault := p.try("setBlob", `{"path":"$.picture"}`, []byte("ab"))
	require.Nil(t, fault)
	assert.Contains(t, p.text(), "PackedByteArray(97, 98)")

	assert.Equal(t, true, p.call("sample", `{"name":"secret"}`)["locked"])
	p.call("unlock", `{"kind":"password","secret":"secret"}`)
	assert.Contains(t, p.text(), `"coins": 73`)
	assert.Contains(t, p.call("code", `{"kind":"gdscript"}`)["text"], "open_encrypted_with_pass")
}
