package session

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/webpage/session/format"
	"godotvariant/cmd/webpage/session/problem"
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

// A page calls the functions of a session as the page in a browser does.
type page struct {
	*testing.T
	session *Session
}

func newPage(t *testing.T) page {
	return page{t, New()}
}

// object is an answer in JSON.
type object = map[string]any

// try calls a function. The arguments are JSON.
func (p page) try(name, args string, data []byte) (object, []byte, *message.Fault) {
	p.Helper()
	result, out, err := p.bytes(name, args, data)
	if err != nil {
		return nil, nil, problem.Of(err)
	}
	var o object
	require.NoError(p, json.Unmarshal(result, &o))
	return o, out, nil
}

// bytes calls a function with a file, which may be nil. It returns the result in JSON, and the file
// that the session wrote.
func (p page) bytes(name, args string, data []byte) (result, file []byte, err error) {
	p.Helper()
	var in Input
	if data != nil {
		in = bytes.NewReader(data)
	}

	var out bytes.Buffer
	result, err = p.session.Call(name, []byte(args), in, &out)
	return result, out.Bytes(), err
}

// call calls a function that does not fail.
func (p page) call(name, args string) object {
	p.Helper()
	o, _, err := p.try(name, args, nil)
	require.Nil(p, err, args)
	return o
}

// open opens a file.
func (p page) open(name string, data []byte) object {
	p.Helper()
	o, _, err := p.try("open", `{"name":"`+name+`"}`, data)
	require.Nil(p, err)
	return o
}

// pageOfText returns a page with an open file of Godot 4 that has these records.
func pageOfText(t *testing.T, records ...string) page {
	t.Helper()
	var out strings.Builder
	e := codec.MustNew(codec.Options{FullObjects: true}).NewEncoder(&out, codec.FrameU32)
	for _, s := range records {
		v, err := text.Parse(s, nil)
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

		some := must(p.session.file.Rows(RowsArgs{i, 3}))
		require.Equal(p, rows.Rows[i:min(i+3, rows.Total)], some.Rows)
	}

	return b.String()
}

// unfold opens all values.
func (p page) unfold() {
	p.Helper()
	for i := 0; ; i++ {
		rows := must(p.session.file.Rows(RowsArgs{i, 1})).Rows
		if len(rows) == 0 {
			return
		}
		if rows[0].Parts > 0 && !rows[0].Open {
			p.call("toggle", shown(PathArgs{rows[0].Path}))
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestBytes(t *testing.T) {
	const value = `{"a": [1, 2.5, {"b": "text"}], "c": Vector2(1, 2), ` +
		`"d": PackedByteArray(1, 2, 3)}`

	for _, records := range [][]string{{value}, {value, `[1]`}} {
		p := pageOfText(t, records...)
		p.unfold()

		for _, r := range must(p.session.file.Rows(RowsArgs{0, 100})).Rows {
			args := string(must(json.Marshal(PathArgs{r.Path})))
			w := p.call("where", args)
			// For an element of this array, the answer has the bytes of the whole array.
			if strings.Contains(r.Path, `"d"][`) {
				continue
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
			args := must(json.Marshal(object{"from": field["offset"], "count": 1}))
			next := p.call("bytes", string(args))
			assert.Equal(t, field, next["fields"].([]any)[0])
		}
		assert.Equal(t, all["total"], sum)
	}

	p := pageOfText(t, value)
	fields := string(must(json.Marshal(p.call("bytes", `{}`))))
	for _, text := range []string{"2.5", "1, 2", "Vector2", "text", "padding"} {
		assert.Contains(t, fields, `"text":"`+text+`"`)
	}
}

// TestSaves: every file of an engine can be opened. The session saves the file unchanged. After an
// edit, it saves the file in the same form.
func TestSaves(t *testing.T) {
	key := strings.TrimSpace(string(saved(t, "key.hex")))
	secrets := map[string]string{
		"secret": `{"kind":"password","secret":"secret"}`,
		"key":    `{"kind":"key","secret":"` + key + `"}`,
	}
	const files = "plain two big objects fastlz deflate zstd gzip secret key"

	for _, engine := range []string{"godot3", "godot4"} {
		for _, file := range strings.Fields(files) {
			p := newPage(t)
			data := saved(t, engine+"/"+file+".save")
			o := p.open("slot.save", data)
			if secret, ok := secrets[file]; ok {
				require.Equal(t, true, o["locked"])
				o = p.call("unlock", secret)
			}

			name := engine + " " + file
			assert.Equal(t, []any{engine, nil, []any{}},
				[]any{o["engine"], o["damage"], o["warnings"]}, name)
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
				p.call(call, `{"count":1000,"engine":"godot3","container":"plain",`+
					`"kind":"gdscript"}`)
			}

			_, out, _ = p.try("save", save, nil)
			o = p.open("slot.save", out)
			if secret, ok := secrets[file]; ok {
				o = p.call("unlock", secret)
			}
			assert.Equal(t, want, p.text(), name)
			assert.Equal(t, engine, o["engine"], name)

			// The target engine can read the file that is saved for this engine.
			for _, e := range format.EngineChoices() {
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

// TestDeep: if the values of a file are nested too deep, the page says so, and does not call the
// file damaged. The function salvage opens the readable part as a file without damage.
func TestDeep(t *testing.T) {
	const depth = 1100
	array := []byte{28, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}
	packet := append(bytes.Repeat(array, depth), make([]byte, 4*depth)...)
	size := binary.LittleEndian.AppendUint32(nil, uint32(len(packet)))

	p := newPage(t)
	damage := p.open("deep.save", append(size, packet...))["damage"].(object)
	require.Equal(t, "deep", damage["key"])
	require.NotContains(t, damage["text"], "damaged")
	require.Nil(t, p.call("salvage", "{}")["damage"])
}
