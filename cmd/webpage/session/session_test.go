package session

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/savefile"
	"godotvariant/codec/text"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// saves are files that Godot 3 and Godot 4 wrote, see saves3.gd and saves4.gd beside them.
const saves = "../../gdvar/testdata/saves"

const password = "secret" // of secret.save

func saved(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(saves, name))
	require.NoError(t, err)
	return data
}

// open returns a session with a file open.
func open(t *testing.T, name string, data []byte) (*Session, Opened) {
	t.Helper()
	s, err := New()
	require.NoError(t, err)
	o, err := s.Open(File{Name: name, Data: data})
	require.NoError(t, err)
	return s, o
}

// openValue returns a session with a file of Godot 4 that has these records open.
func openValue(t *testing.T, records ...variant.Variant) *Session {
	t.Helper()
	var out strings.Builder
	e := codec.MustNew(codec.Options{FullObjects: true}).NewEncoder(&out, codec.FrameU32)
	for _, v := range records {
		require.NoError(t, e.Encode(v))
	}
	s, _ := open(t, "made.save", []byte(out.String()))
	return s
}

// must returns a result without an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

// parsed returns the value of GDScript text.
func parsed(t *testing.T, s string) variant.Variant {
	t.Helper()
	return must(text.Parse(s, text.ParseOptions{Single: true}))(t)
}

// decode returns the records of a file.
func decode(t *testing.T, data []byte, d *variant.Dialect, o savefile.Options) (savefile.Info,
	[]variant.Variant) {
	t.Helper()
	plain, info, err := savefile.Unpack(data, o)
	require.NoError(t, err)
	var records []variant.Variant
	for v, err := range codec.MustNew(codec.Options{Dialect: d, FullObjects: true}).
		NewDecoder(strings.NewReader(string(plain)), codec.FrameU32).All() {
		require.NoError(t, err)
		records = append(records, v)
	}
	return info, records
}

// TestSaves: every file that an engine wrote opens, and is saved as it was.
func TestSaves(t *testing.T) {
	key := strings.TrimSpace(string(saved(t, "key.hex")))
	for _, c := range []struct{ file, container string }{
		{"plain", "plain"},
		{"two", "plain"},
		{"big", "plain"},
		{"objects", "plain"},
		{"fastlz", "compressed, FastLZ"},
		{"deflate", "compressed, Deflate"},
		{"zstd", "compressed, Zstandard"},
		{"gzip", "compressed, Gzip"},
		{"secret", "encrypted, as Godot %d does"},
		{"key", "encrypted, as Godot %d does"},
	} {
		for version, label := range map[int]string{3: "Godot 3.1 to 3.6",
			4: "Godot 4.4 and later"} {
			name := fmt.Sprintf("godot%d/%s.save", version, c.file)
			t.Run(name, func(t *testing.T) {
				data := saved(t, name)
				s, o := open(t, "slot.save", data)
				switch c.file {
				case "secret":
					require.True(t, o.Locked)
					o = must(s.Unlock(Secret{"password", password}))(t)
				case "key":
					require.True(t, o.Locked)
					o = must(s.Unlock(Secret{"key", key}))(t)
				}

				require.False(t, o.Locked)
				require.Empty(t, o.Damage)
				require.Empty(t, o.Tie)
				container := strings.ReplaceAll(c.container, "%d", fmt.Sprint(version))
				size := fmt.Sprintf("%d bytes", len(data))
				require.Equal(t, []Fact{{"File", size}, {"Container", container},
					{"Engine", label}}, o.Facts[:3])
				require.Equal(t, fmt.Sprintf("godot%d", version), o.Engine)
				path := "name"

				if c.file == "two" {
					path = "[0].name"
				}

				if c.file != "objects" {
					require.Equal(t, `"Tia"`, must(s.Value(PathArgs{path}))(t).Text)
				} else {
					require.Equal(t, "2.5", must(s.Value(PathArgs{"timer.wait_time"}))(t).Text)
				}

				require.Equal(t, Download{"slot.save", data},
					must(s.Save(SaveArgs{Engine: o.Engine, Container: same}))(t))

				changed := must(s.Set(SetArgs{strings.Replace(path, "name", "hp", 1), "11"}))
				if c.file == "objects" {
					changed = must(s.Set(SetArgs{"timer.wait_time", "3.5"}))
				}

				require.Equal(t, 1, changed(t).Edits)
				again, reopened := open(t, "slot.save",
					must(s.Save(SaveArgs{Engine: o.Engine, Container: same}))(t).Data)
				if reopened.Locked {
					reopened = must(again.load(s.read))(t)
				}

				require.Equal(t, container, reopened.Facts[1].Value)
				require.True(t, variant.Equal(s.root(), again.root()))
			})
		}
	}
}

func TestPacket(t *testing.T) {
	s, o := open(t, "packet.bin", saved(t, "godot4/packet.bin"))
	require.Equal(t, "var_to_bytes", o.Facts[3].Value)
	require.Equal(t, "10", must(s.Value(PathArgs{"hp"}))(t).Text)
}

func TestWrongSecret(t *testing.T) {
	for version, file := range []string{"godot3/secret.save", "godot4/secret.save"} {
		s, o := open(t, "slot.save", saved(t, file))
		require.True(t, o.Locked, version)
		for _, c := range []struct{ kind, secret, want string }{
			{"password", "wrong", "this password does not open the file, or the file is damaged"},
			{"password", "", "enter the password"},
			{"key", strings.Repeat("00", 32), "this key does not open the file"},
			{"key", "0001", "a key has 32 bytes: it has 2 bytes"},
			{"key", "not a key!", "a key has 32 bytes: neither hexadecimal digits nor base64"},
		} {
			_, err := s.Unlock(Secret{c.kind, c.secret})
			require.ErrorContains(t, err, c.want)
			var field *FieldError
			require.ErrorAs(t, err, &field)
			require.Equal(t, "secret", field.Field)
		}

		require.False(t, must(s.Unlock(Secret{"password", password}))(t).Locked,
			"a wrong one before does not matter")
	}
}

func TestDamaged(t *testing.T) {
	whole := saved(t, "godot4/two.save")
	s, o := open(t, "cut.save", whole[:len(whole)-8])
	require.Contains(t, o.Damage, "The file is damaged: record 1")
	require.Equal(t, `"Tia"`, must(s.Value(PathArgs{"[0].name"}))(t).Text,
		"what can be read is shown")

	v := must(s.Value(PathArgs{"[0].name"}))(t)
	require.False(t, v.Editable)
	require.Equal(t, "A damaged file can't be changed.", v.Why)
	_, err := s.Set(SetArgs{"[0].name", `"Bob"`})
	require.ErrorContains(t, err, "a damaged file can't be changed")
	_, err = s.Save(SaveArgs{Engine: "godot4", Container: same})
	require.ErrorContains(t, err, "a damaged file can't be saved")
	dump := must(s.View(ViewArgs{Kind: "dump"}))(t).Text
	require.Contains(t, dump, "unexpected end of data", "the fault is in its place")
}

func TestNoSave(t *testing.T) {
	s, err := New()
	require.NoError(t, err)
	_, _, err = s.Call("rows", []byte("{}"), nil)
	require.ErrorIs(t, err, errNoFile)

	s, _ = open(t, "plain.save", saved(t, "godot3/plain.save"))
	for data, want := range map[string]string{
		"":                      "it is empty",
		"[section]\nkey=value":  `begins with "[section]`,
		"GCPF":                  "unexpected end of data",
		"\x89PNG\r\n\x1a\n0000": "it is a PNG image",
	} {
		_, err := s.Open(File{Name: "x", Data: []byte(data)})
		require.ErrorContains(t, err, "x can't be opened: ")
		require.ErrorContains(t, err, want, "%q", data)
		require.Equal(t, "10", must(s.Value(PathArgs{"hp"}))(t).Text,
			"the file before is still open")
	}
}

// TestTie: one int is the same in Godot 3 and 4, and the page asks which it is before the
// types differ.
func TestTie(t *testing.T) {
	s, o := open(t, "int.save", []byte("\x08\x00\x00\x00\x02\x00\x00\x00\x05\x00\x00\x00"))
	require.Contains(t, o.Tie, "Godot 3.1 to 3.6, store_var")
	must(s.Set(SetArgs{"$", "[1, 2]"}))(t)
	_, err := s.Save(SaveArgs{Engine: o.Engine, Container: same})
	require.ErrorContains(t, err, "choose the one of the game under “Read as”")

	o = must(s.ReadAs(struct{ Engine string }{"godot3 u32"}))(t)
	require.Empty(t, o.Tie)
	require.Equal(t, 0, o.Edits)
	require.Equal(t, "godot3 u32", o.Reader)
	must(s.Set(SetArgs{"$", "[1, 2]"}))(t)
	data := must(s.Save(SaveArgs{Engine: o.Engine, Container: same}))(t).Data
	_, records := decode(t, data, codec.Godot3, savefile.Options{})
	require.Equal(t, "[1, 2]", variant.Text(records[0]))
}

// TestReadAs: an engine that can't read the bytes is an error, or shows the damage.
func TestReadAs(t *testing.T) {
	s, o := open(t, "plain.save", saved(t, "godot4/plain.save"))
	require.Equal(t, o.Readers[0].Name, o.Reader)
	require.Equal(t, "godot4 u32", o.Reader)

	for _, e := range engines {
		_, err := s.ReadAs(struct{ Engine string }{e.name()})
		require.NoError(t, err, e.name())
	}

	o = must(s.ReadAs(struct{ Engine string }{"godot3"}))(t)
	require.Contains(t, o.Damage, "these bytes are a Godot4 Dictionary")
	for _, name := range []string{"godot5", "godot4 u64"} {
		_, err := s.ReadAs(struct{ Engine string }{name})
		require.Error(t, err)
		require.Equal(t, "godot3", s.reader, "the file stays open as it was")
	}
}

func TestPaste(t *testing.T) {
	packet := saved(t, "godot4/packet.bin")
	var list []string
	for _, b := range packet {
		list = append(list, fmt.Sprint(b))
	}

	forms := map[string]string{
		"hex":         hex.EncodeToString(packet),
		"dump":        strings.ToUpper(fmt.Sprintf("% x\n", packet)),
		"0x":          fmt.Sprintf("%# x", packet),
		"escapes":     `\x` + strings.ReplaceAll(fmt.Sprintf("% x", packet), " ", `\x`),
		"commas":      strings.ReplaceAll(fmt.Sprintf("%# x", packet), " ", ", "),
		"base64":      base64.StdEncoding.EncodeToString(packet),
		"URL":         base64.RawURLEncoding.EncodeToString(packet),
		"two lines":   strings.Replace(base64.StdEncoding.EncodeToString(packet), "A", "\r\nA", 1),
		"printed":     "[" + strings.Join(list, ", ") + "]",
		"constructor": "PackedByteArray(" + strings.Join(list, ", ") + ")",
		"pool":        " PoolByteArray( " + strings.Join(list, ", ") + " )\n",
	}

	for name, form := range forms {
		s, err := New()
		require.NoError(t, err)
		o, err := s.Paste(struct{ Text string }{form})
		require.NoError(t, err, name)
		require.Equal(t, "pasted.bin", o.Name)
		require.Equal(t, packet, s.data, name)
	}

	for form, want := range map[string]string{
		"":              "there are no bytes",
		"abc":           "there are 3 hexadecimal digits; two are a byte",
		"[256]":         "[0] is 256, and a byte is a number from 0 to 255",
		"[1, 2.5]":      "[1] is 2.5",
		"Vector2(1, 2)": "a Vector2 is not a list of bytes",
		"[1,":           "neither hexadecimal digits nor base64",
		"{}]":           "text at 1:3: syntax error",
		"what is this?": "neither hexadecimal digits nor base64",
	} {
		_, err := ParseBytes(form)
		require.ErrorContains(t, err, want, form)
	}
}

// lines returns rows as text, one a line.
func lines(r Rows) string {
	var out strings.Builder
	for _, row := range r.Rows {
		mark := " "
		if row.Parts > 0 {
			mark = "+"
		}
		if row.Open {
			mark = "-"
		}

		fmt.Fprintf(&out, "%s%s%s %s %s\n", strings.Repeat("  ", row.Level), mark, row.Label,
			row.Type, row.Text)
	}

	return out.String()
}

func TestTree(t *testing.T) {
	s, _ := open(t, "two.save", saved(t, "godot4/two.save"))
	require.Equal(t, `-records Array 2 items
  +0 Dictionary 10 keys
  +1 Array 3 items
`, lines(must(s.Rows(None{}))(t)))

	must(s.Toggle(PathArgs{"$[0]"}))(t)
	rows := must(s.Toggle(PathArgs{`$[0]["tags"]`}))(t)
	require.Equal(t, `-records Array 2 items
  -0 Dictionary 10 keys
     name String "Tia"
     hp int 10
     speed float 1.5
     pos Vector2 Vector2(0.1, 2)
    +bag Array 2 items
    -tags PackedStringArray 2 items
       0 String "a b"
       1 String "c\nd"
     tint Color Color(1, 0.5, 0, 1)
     home NodePath NodePath("level/door")
    +&"scores" Array[int] 2 items
     cell Vector2i Vector2i(3, -4)
  +1 Array 3 items
`, lines(rows))

	require.Equal(t, Row{Path: `$[0]["hp"]`, Level: 2, At: 1, Of: 10, Label: "hp", Type: "int",
		Text: "10"}, rows.Rows[3])
	require.Equal(t, `-records Array 2 items
  +0 Dictionary 10 keys
  +1 Array 3 items
`, lines(must(s.Toggle(PathArgs{"$[0]"}))(t)))
}

// TestLongLists: the tree shows a hundred items of a long list, and more after a call of More.
func TestLongLists(t *testing.T) {
	numbers := make(packed.PackedInt32Array, 1000)
	for i := range numbers {
		numbers[i] = int32(i * i)
	}

	s := openValue(t, variant.NewDictionary(variant.KV("n", numbers)))
	const path = `$["n"]`
	rows := must(s.Toggle(PathArgs{path}))(t).Rows
	require.Len(t, rows, 2+100+1)
	require.Equal(t, Row{Path: path, Level: 2, Text: "… 900 more after", More: "after"}, rows[102])
	rows = must(s.More(MoreArgs{path, "after"}))(t).Rows
	require.Len(t, rows, 2+200+1)
	require.Equal(t, "39601", rows[201].Text)

	rows = must(s.Reveal(PathArgs{path + "[555]"}))(t).Rows
	require.Len(t, rows, 2+1+100+1, "the page of the item, and the rows for the rest")
	require.Equal(t, Row{Path: path, Level: 2, Text: "… 500 more before", More: "before"}, rows[2])
	want := Row{Path: path + "[555]", Level: 2, At: 555, Of: 1000, Label: "555", Type: "int",
		Text: "308025"}
	require.Equal(t, want, rows[3+55])
	rows = must(s.More(MoreArgs{path, "before"}))(t).Rows
	require.Equal(t, "… 400 more before", rows[2].Text)

	require.True(t, must(s.Value(PathArgs{path}))(t).Editable)
	must(s.Set(SetArgs{path, "PackedInt32Array(1)"}))(t)
	require.Len(t, must(s.Rows(None{}))(t).Rows, 2+1, "a span is never outside of its list")
}

// TestLongText: a row shows the beginning of a long text, in valid UTF-8, and in one line.
func TestLongText(t *testing.T) {
	long := variant.String(strings.Repeat("ü\n", 1<<18))
	name := variant.KV("n", variant.StringName(long))

	s := openValue(t, variant.NewDictionary(variant.Pair{Key: long, Value: long}, name))
	for _, row := range must(s.Rows(None{}))(t).Rows[1:] {
		require.True(t, strings.HasSuffix(row.Text, "…"), row.Text)
		require.LessOrEqual(t, len(row.Text), maxLine+len("…"))
		require.LessOrEqual(t, len(row.Label), maxLine+len("…"))
		require.True(t, utf8.ValidString(row.Text+row.Label))
		require.NotContains(t, row.Text+row.Label, "\n")
	}

	value := must(s.Value(PathArgs{"n"}))(t)
	require.False(t, value.Editable)
	require.Contains(t, value.Why, "too long")
}

// TestEveryPath: the path of each row leads to its value, whatever the keys are.
func TestEveryPath(t *testing.T) {
	s := openValue(t, parsed(t, `{
		"a word": 1, "": 2, "a.b": [3], &"name": 4,
		5: 6, -7: 8, 1.5: 9, true: 10, null: 11, Vector2i(1, 2): 12,
		[1, {2: 3}]: 13, "[0]": {"$": 14}, "line\nbreak": 15,
		NodePath("a/b:c"): 16, PackedByteArray(1, 2): PackedVector2Array(1, 2, 3, 4),
		Color(0.1, 0.2, 0.3, 1): PackedColorArray(1, 1, 1, 1),
		"ü": PackedFloat64Array(0.1), nan: 17,
	}`), objects.NewObject("Timer",
		objects.Prop("wait_time", variant.Float(2)),
		objects.Prop("a b", variant.NewArray(variant.Nil{})),
	))

	for range 4 {
		for _, row := range must(s.Rows(None{}))(t).Rows {
			if row.Parts > 0 && !row.Open {
				must(s.Toggle(PathArgs{row.Path}))(t)
			}
		}
	}

	rows := must(s.Rows(None{}))(t).Rows
	require.Greater(t, len(rows), 28)
	for _, row := range rows {
		v := must(s.Value(PathArgs{row.Path}))(t)
		require.Equal(t, row.Type, v.Type, row.Path)
		found := must(tree.Lookup(s.root(), row.Path))(t)
		require.Equal(t, row.Text, summary(found, row.Parts), row.Path)
		require.Len(t, must(s.Reveal(PathArgs{row.Path}))(t).Rows, len(rows), "it is there already")
	}
}

// TestSameText: the text of a value in the form is its own, so that Apply without a change changes
// nothing.
func TestSameText(t *testing.T) {
	values := []variant.Variant{
		variant.String("a\n\"b\"\\\t\x00"), objects.Object{}, objects.RID(5),
		variant.Float(1722.7537841796875),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(1)),
		objects.NewObject("Timer", objects.Prop("x", variant.Int(1))),
	}

	for _, text := range []string{
		"Vector2(0.1, -0.0)", "0.1", "-9223372036854775808", `&""`, `NodePath("/a/b:c")`,
		`PackedStringArray("", "a")`,
		"{[]: null}",
	} {
		values = append(values, parsed(t, text))
	}

	for _, v := range values {
		s := openValue(t, variant.NewArray(v))
		value := must(s.Value(PathArgs{"[0]"}))(t)
		require.True(t, value.Editable, "%v: %s", value.Text, value.Why)
		done := must(s.Set(SetArgs{"[0]", value.Text}))(t)
		require.Equal(t, 0, done.Edits, value.Text)
		require.Equal(t, "The value is the same as before.", done.Message)
	}
}

func TestEdit(t *testing.T) {
	s, _ := open(t, "plain.save", saved(t, "godot4/plain.save"))
	edits := 0
	did := func(e Edited, err error) Edited {
		t.Helper()
		require.NoError(t, err)
		edits++
		require.Equal(t, edits, e.Edits)
		return e
	}

	require.Equal(t, "$.hp is now 99.", did(s.Set(SetArgs{"$.hp", "99"})).Message)
	require.Equal(t, "$.hp is now 99.5, and no longer of type int.",
		did(s.Set(SetArgs{"$.hp", "99.5"})).Message)
	require.Equal(t, Edited{`$["gold"]`, `$["gold"] is added.`, 3},
		did(s.Add(AddArgs{"$", "gold", "5"})))
	require.Equal(t, `$[&"x"]`, did(s.Add(AddArgs{"$", `&"x"`, "5"})).Path)
	require.Equal(t, `$["bag"][2]`, did(s.Add(AddArgs{`$["bag"]`, "", `{"id": 1}`})).Path)
	require.Equal(t, `$["tags"][2]`, did(s.Add(AddArgs{`$["tags"]`, "", `"new"`})).Path)
	require.Equal(t, "$", did(s.Remove(PathArgs{`$["speed"]`})).Path)
	require.Equal(t, `$["bag"]`, did(s.Remove(PathArgs{`$["bag"][0]`})).Path)

	changes := must(s.Changes(ChangesArgs{}))(t)
	require.Equal(t, Changes{7, []Change{
		{`$["speed"]`, "removed", "1.5", ""},
		{`$["hp"]`, "retyped", "10", "99.5"},
		{`$["bag"][0]`, "removed", `{"id": 7, "count": 2}`, ""},
		{`$["bag"][1]`, "added", "", `{"id": 1}`},
		{`$["tags"]`, "changed", `PackedStringArray("a b", "c\nd")`,
			`PackedStringArray("a b", "c\nd", "new")`},
		{`$["gold"]`, "added", "", "5"},
		{`$[&"x"]`, "added", "", "5"},
	}}, changes)

	data := must(s.Save(SaveArgs{Engine: "godot4", Container: "Gzip"}))(t).Data
	_, records := decode(t, data, codec.Godot4, savefile.Options{})
	require.True(t, variant.Equal(s.root(), records[0]))

	for want := edits - 1; want >= 0; want-- {
		require.Equal(t, want, must(s.Undo(None{}))(t).Edits)
	}

	_, err := s.Undo(None{})
	require.ErrorContains(t, err, "nothing to undo")
	require.Equal(t, Changes{0, []Change{}}, must(s.Changes(ChangesArgs{}))(t))
	require.Equal(t, saved(t, "godot4/plain.save"),
		must(s.Save(SaveArgs{Engine: "godot4", Container: same}))(t).Data)
}

func TestEditErrors(t *testing.T) {
	s, _ := open(t, "two.save", saved(t, "godot4/two.save"))
	old, _ := open(t, "plain.save", saved(t, "godot3/plain.save"))
	set := func(s *Session, path, text string) error {
		_, err := s.Set(SetArgs{path, text})
		return err
	}

	add := func(path, key, text string) error {
		_, err := s.Add(AddArgs{path, key, text})
		return err
	}

	remove := func(path string) error { _, err := s.Remove(PathArgs{path}); return err }
	for want, err := range map[string]error{
		"text at 1:11: unexpected end of data": set(s, "[0].hp", "Vector2(1,"),
		"enter a value":                        set(s, "[0].hp", "  "),
		"not found":                            set(s, "[0].nothing", "1"),
		"Godot3 has no Vector2i":               set(old, "hp", "Vector2i(1, 2)"),
		"wrong type":                           set(s, "[0].tags[0]", "1"),
		`$[0]["hp"] exists`:                    add("[0]", "hp", "1"),
		"enter a key":                          add("[0]", "", "1"),
		"in the key":                           add("[0]", "Vector2(", "1"),
		"enter a value: 10":                    add("[0]", "new", ""),
		"can't be deleted":                     remove("$"),
		"and not []":                           set(s, "$", "[]"),
		"an Array of them":                     set(s, "$", "{}"),
	} {
		require.ErrorContains(t, err, want)
	}
}

func TestFind(t *testing.T) {
	s, _ := open(t, "two.save", saved(t, "godot4/two.save"))
	find := func(text, after string) string { return must(s.Find(FindArgs{text, after}))(t).Path }
	require.Equal(t, `$[0]["bag"]`, find("BAG", "$"))
	require.Equal(t, `$[0]["bag"][0]["id"]`, find("id", "$"))
	require.Equal(t, `$[0]["bag"][1]["id"]`, find("id", `$[0]["bag"][0]["id"]`))
	require.Equal(t, `$[0]["bag"][0]["id"]`, find("id", `$[0]["bag"][1]["id"]`),
		"from the start again")
	require.Equal(t, `$[1][0]`, find("harbour", "$"))
	require.Equal(t, `$[1][0]`, find("harbour", "$[1][0]"), "the only one")
	require.Equal(t, `$[0]["tags"]`, find(`c\nd`, "$"))
	require.Equal(t, "", find("nowhere", "$"))
	require.Equal(t, "", find("", "$"))
}

func TestViews(t *testing.T) {
	s, _ := open(t, "plain.save", saved(t, "godot4/plain.save"))
	root := s.root()
	view := func(kind string) string { return must(s.View(ViewArgs{Kind: kind}))(t).Text }
	require.Equal(t, must(text.Format(root, text.Options{}))(t), view("text"))
	require.True(t, variant.Equal(root, parsed(t, view("lossless"))))
	require.Contains(t, view("relaxed"), "\"tint\": {\n    \"r\": 1,\n    \"g\": 0.5,")
	again := must(jsonvar.Unmarshal([]byte(view("canonical")), jsonvar.Options{Single: true}))(t)
	require.True(t, variant.Equal(root, again))
	require.Contains(t, view("dump"), "record 0, which begins at 0: a packet of")
	require.Contains(t, view("dump"), "Dictionary")
	_, err := s.View(ViewArgs{Kind: "text3"})
	require.ErrorContains(t, err, "Vector2i")
	_, err = s.View(ViewArgs{Kind: "poem"})
	require.ErrorContains(t, err, "no view")
	require.Equal(t, Download{"plain.save.json", []byte(view("relaxed"))},
		must(s.Whole(ViewArgs{Kind: "relaxed"}))(t))

	must(s.Set(SetArgs{"hp", "4711"}))(t)
	require.Contains(t, view("text"), "4711", "a view is of the value as it is now")
}

// TestPages: the pages of a view are the whole text.
func TestPages(t *testing.T) {
	items := make([]variant.Variant, 3000)
	for i := range items {
		items[i] = variant.NewDictionary(variant.KV("text",
			variant.String(strings.Repeat("ü", i%97))))
	}

	s := openValue(t, variant.NewArray(items...), variant.String(strings.Repeat("語", pageSize)))
	var dump strings.Builder
	for _, r := range s.doc.Records {
		s.dumpRecord(&dump, r)
	}

	for kind, want := range map[string]string{
		"dump": dump.String(), "relaxed": string(must(s.Whole(ViewArgs{Kind: "relaxed"}))(t).Data),
	} {
		var got strings.Builder
		pages := 0
		for at := (Place{}); ; pages++ {
			p := must(s.View(ViewArgs{kind, at}))(t)
			require.LessOrEqual(t, len(p.Text), pageSize)
			require.True(t, strings.ToValidUTF8(p.Text, "") == p.Text, "no character is cut")
			got.WriteString(p.Text)
			at = p.Next

			if !p.More {
				break
			}
		}

		require.Greater(t, pages, 3, kind)
		require.True(t, want == got.String(), kind)
	}
}

func TestConvert(t *testing.T) {
	s, _ := open(t, "slot.save", saved(t, "godot3/secret.save"))
	must(s.Unlock(Secret{"password", password}))(t)
	args := SaveArgs{Engine: "godot4", Container: same}
	report := must(s.Convert(args))(t)
	require.Equal(t, "Godot 4.4 and later has all of these values. Nothing is lost.",
		report.Message)
	require.Empty(t, report.Notes)
	d := must(s.Save(args))(t)
	require.Equal(t, "slot-godot4.save", d.Name)
	info, records := decode(t, d.Data, codec.Godot4, savefile.Options{Password: password})
	require.Equal(t, savefile.Encrypted4, info.Format, "as Godot 4 encrypts")
	require.True(t, variant.Equal(s.root(), records[0]))

	s, _ = open(t, "two.save", saved(t, "godot4/two.save"))
	args = SaveArgs{Engine: "godot3", Container: plain}
	report = must(s.Convert(args))(t)
	require.Equal(t, report.Total, len(report.Notes))
	require.Equal(t, fmt.Sprintf("%d values change for Godot 3.1 to 3.6:", report.Total),
		report.Message)
	require.Contains(t, report.Notes, `$[0]["cell"]: replaced: Vector2i → Vector2`)
	_, records = decode(t, must(s.Save(args))(t).Data, codec.Godot3, savefile.Options{})
	require.Equal(t, math.Vector2{X: 3, Y: -4}, must(tree.Lookup(records[0], "cell"))(t))
}

func TestContainers(t *testing.T) {
	s, o := open(t, "plain.save", saved(t, "godot4/plain.save"))
	var names []string
	for _, c := range o.Containers {
		names = append(names, c.Name)
		a := SaveArgs{Engine: "godot4", Container: c.Name, Secret: Secret{"password", "new"}}
		data := must(s.Save(a))(t).Data
		info, records := decode(t, data, codec.Godot4,
			savefile.Options{Password: "new", Compressors: s.read.Save.Compressors})
		require.True(t, variant.Equal(s.root(), records[0]), c.Name)

		switch c.Name {
		case same, plain:
			require.Equal(t, savefile.Plain, info.Format)
		case encrypted:
			require.Equal(t, savefile.Encrypted4, info.Format)
		default:
			require.Equal(t, c.Name, info.Compression.String())
		}
	}

	require.Equal(t, []string{"same", "plain", "FastLZ", "Deflate", "Zstandard", "Gzip",
		"encrypted"}, names)

	key := strings.Repeat("k", 32)
	data := must(s.Save(SaveArgs{Engine: "godot3", Container: encrypted,
		Secret: Secret{"key", key}}))(t).Data
	info, _ := decode(t, data, codec.Godot3, savefile.Options{Key: []byte(key)})
	require.Equal(t, savefile.Encrypted3, info.Format)

	for _, a := range []SaveArgs{
		{Engine: "godot4", Container: encrypted}, {Engine: "godot9", Container: same},
		{Engine: "godot4", Container: "zip"},
	} {
		_, err := s.Save(a)
		require.Error(t, err)
	}
}

// TestEveryEngine: the list has every engine of package codec, in each precision.
func TestEveryEngine(t *testing.T) {
	has := map[string]bool{}
	for _, e := range engines {
		has[e.name()] = true
		assert.Equal(t, e, engineOf(e.dialect, e.precision))
	}

	for _, d := range codec.Dialects() {
		if strings.HasPrefix(d.Name, "Docs") {
			continue
		}
		assert.True(t, has[strings.ToLower(d.Name)], d.Name)
		assert.Equal(t, d.Real == variant.RealFlagged, has[strings.ToLower(d.Name)+doubleSuffix],
			d.Name)
	}
}

func TestTypesAndCounts(t *testing.T) {
	s, _ := open(t, "objects.save", saved(t, "godot3/objects.save"))
	rows := must(s.Rows(None{}))(t).Rows
	require.Contains(t, rows[1].Text, "Timer, ")
	require.Equal(t, "null", rows[2].Text)

	of := &variant.ElementType{Type: variant.TypeInt}
	s = openValue(t, variant.NewArray(
		variant.Dictionary{Key: of,
			Pairs: []variant.Pair{{Key: variant.Int(1), Value: variant.Nil{}}}},
		variant.NewArray(variant.Nil{}),
		objects.NewObject("Bus", objects.Prop("x", variant.Int(1))),
	))

	require.Equal(t, `-value Array 3 items
  +0 Dictionary[int, Variant] 1 key
  +1 Array 1 item
  +2 Object Bus, 1 property
`, lines(must(s.Rows(None{}))(t)))
}

func TestCall(t *testing.T) {
	s, err := New()
	require.NoError(t, err)
	_, _, err = s.Call("nothing", nil, nil)
	require.ErrorContains(t, err, `no function is called "nothing"`)
	_, _, err = s.Call("open", []byte("{"), nil)
	require.Error(t, err)
	result, _, err := s.Call("open", []byte(`{"name": "plain.save"}`),
		saved(t, "godot3/plain.save"))
	require.NoError(t, err)
	var o Opened
	require.NoError(t, json.Unmarshal(result, &o))
	require.Equal(t, "plain.save", o.Name)
	result, out, err := s.Call("save", []byte(`{"engine": "godot3", "container": "plain"}`), nil)
	require.NoError(t, err)
	require.JSONEq(t, `{"name": "plain.save"}`, string(result))

	require.Equal(t, saved(t, "godot3/plain.save"), out)
}
