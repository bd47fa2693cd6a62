package configfile

import (
	"bytes"
	_ "embed"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
	"godotvariant/variant/notation"
	"godotvariant/variant/tree"
)

func mustParse(t testing.TB, s string, o Options) *File {
	t.Helper()
	f, err := Parse(s, o)
	require.NoError(t, err, s)
	return f
}

// values returns the settings of a File as "section/key=value".
func values(f *File) (all []string) {
	for _, s := range f.Sections() {
		for _, k := range f.Keys(s) {
			v, _ := f.Get(s, k)
			all = append(all, s+"/"+k+"="+variant.Text(v))
		}
	}
	return all
}

// TestParseKeepsTheText: String returns the parsed text, byte for byte.
func TestParseKeepsTheText(t *testing.T) {
	for _, row := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"; only a comment", nil},
		{"a=1", []string{"/a=1"}},
		{"a=1\n\n[s]\n\nb/c=\"x\ny\" ; comment\n", []string{"/a=1", "s/b/c=\"x\\ny\""}},
		{"[s]\r\na = Vector2( 1, 2 )\r\n\r\n[t]\r\n", []string{"s/a=Vector2(1, 2)"}},
		{"[s]\nb={\n; inside\n\"a\": [1,\n2]\n}\n", []string{`s/b={"a": [1, 2]}`}},
		{"[s]\na=1\n[t]\na=2\n[s]\na=3\nb=4\n", []string{"s/a=3", "s/b=4", "t/a=2"}},
		{"[we\\]ird]\n\"a b=\\\"c\"=1\n", []string{"we]ird/a b=\"c=1"}},
		{"[ s ] ; head\na b=1 c=2", []string{"s/ab=1", "s/c=2"}},
		{"[]\n\na=null\n", []string{"/a=null"}},
		{"[s]", nil},
	} {
		f := mustParse(t, row.text, Options{})
		assert.Equal(t, row.text, f.String())

		assert.Equal(t, row.want, values(f), "%q", row.text)
	}
}

// TestParseErrorsSayWhere: each error has its kind, line, column and path.
func TestParseErrorsSayWhere(t *testing.T) {
	for _, row := range []struct {
		text string
		kind error
		at   string
	}{
		{"a", variant.ErrTruncated, "1:2: "},
		{"a=", variant.ErrTruncated, `1:3 in $[""]["a"]: `},
		{"[s", variant.ErrTruncated, "1:3: "},
		{"[s]\na=[1, }", variant.ErrSyntax, `2:7 in $["s"]["a"][1]: `},
		{"a\nb=1", variant.ErrSyntax, "1:2: "},
		{"=1", variant.ErrSyntax, "1:1: "},
		{`""=1`, variant.ErrSyntax, "1:1: "},
		{"a ; b=1", variant.ErrSyntax, "1:3: "},
		{"a=Vector2(1, 2)x\nb=1", variant.ErrSyntax, "1:17: "},
		{"\uFEFFa", variant.ErrTruncated, "1:3: "},
		{"\uFEFFa\"b\"=1", variant.ErrSyntax, "1:3: "},
		{"a=Object(Node)", variant.ErrObject, `1:3 in $[""]["a"]: `},
		{strings.Repeat("[", 2000), variant.ErrTruncated, "1:2001: "},
		{"a=" + strings.Repeat("[", 2000), variant.ErrDepth, ""},
	} {
		_, err := Parse(row.text, Options{})
		require.ErrorIs(t, err, row.kind, row.text)
		require.ErrorContains(t, err, "godot: text at "+row.at)
		var e *notation.Error
		require.ErrorAs(t, err, &e)
	}

	_, err := Parse("a=1", Options{Parse: text.ParseOptions{MaxSize: 2}})
	require.ErrorIs(t, err, variant.ErrLimit)
}

// TestEditsChangeTheirLinesOnly: no edit changes another line.
func TestEditsChangeTheirLinesOnly(t *testing.T) {
	set := func(section, key string, v int) func(*testing.T, *File) {
		return func(t *testing.T, f *File) {
			require.NoError(t, f.Set(section, key, variant.Int(v)))
		}
	}

	remove := func(section, key string, there bool) func(*testing.T, *File) {
		return func(t *testing.T, f *File) { require.Equal(t, there, f.Delete(section, key)) }
	}

	const file = "; top\n\n[s]\n\na=1 ; one\nb={\n\"x\": 1\n}\n\n; about t\n[t]\n"
	for _, row := range []struct {
		before string
		edit   func(*testing.T, *File)
		after  string
	}{
		{file, set("s", "a", 2), strings.Replace(file, "a=1 ", "a=2 ", 1)},
		{file, set("s", "b", 2), strings.Replace(file, "{\n\"x\": 1\n}", "2", 1)},
		{file, set("s", "c", 2), strings.Replace(file, "}\n", "}\nc=2\n", 1)},
		{file, set("t", "c", 2), file + "c=2\n"},
		{file, set("", "c", 2), strings.Replace(file, "top\n\n", "top\n\nc=2\n\n", 1)},
		{file, set("new", "c", 2), file + "\n[new]\n\nc=2\n"},
		{file, remove("s", "a", true), strings.Replace(file, "a=1 ;", " ;", 1)},
		{file, remove("s", "b", true), strings.Replace(file, "b={\n\"x\": 1\n}\n", "", 1)},
		{file, remove("s", "c", false), file},
		{file, func(t *testing.T, f *File) {
			require.True(t, f.DeleteSection("s"))
		}, "; top\n\n[t]\n"},
		{file, func(t *testing.T, f *File) { require.False(t, f.DeleteSection("u")) }, file},
		{file, func(t *testing.T, f *File) { require.False(t, f.DeleteSection("")) }, file},
		{"a=1\n[s]\nb=1", func(t *testing.T, f *File) {
			require.True(t, f.DeleteSection(""))
		}, "[s]\nb=1"},
		{"a=1", set("", "b", 2), "a=1\nb=2\n"},
		{"a=1\r\n", set("", "b", 2), "a=1\r\nb=2\r\n"},
		{"[s]\r\n\r\na=1", set("t", "b", 2), "[s]\r\n\r\na=1\r\n\r\n[t]\r\n\r\nb=2\r\n"},
		{"a=\"x\"e5=3", set("", "a", 1), "a=1\ne5=3"},
		{"a=[]b=2\ne5=3", remove("", "b", true), "a=[]\ne5=3"},
		{`a=[]b=""e5=3`, remove("", "b", true), "a=[]\ne5=3"},
		{"  a=1\n  b=2\n", remove("", "a", true), "    b=2\n"},
		{"[s]\na=1 [t]\n", set("s", "b", 2), "[s]\na=1 \nb=2\n[t]\n"},
		{"[s]\na=1\na=2\n", set("s", "a", 3), "[s]\na=1\na=3\n"},
		{"[s]\na=1\na=2\n", remove("s", "a", true), "[s]\n"},
		{"[s]\na=1\n[t]\n[s]\n", set("s", "b", 3), "[s]\na=1\n[t]\n[s]\nb=3\n"},
		{"", set("s", "a", 1), "[s]\n\na=1\n"},
	} {
		f := mustParse(t, row.before, Options{})
		row.edit(t, f)
		assert.Equal(t, row.after, f.String())
		assert.Equal(t, values(mustParse(t, f.String(), Options{})), values(f))
	}
}

// TestZeroFileIsEmpty: it needs no New.
func TestZeroFileIsEmpty(t *testing.T) {
	var zero File
	require.Empty(t, zero.String())
	require.Empty(t, zero.Sections())
	require.Empty(t, zero.Keys("a"))
	require.False(t, zero.Delete("a", "b"))
	require.False(t, zero.DeleteSection("a"))
	_, ok := zero.Get("a", "b")
	require.False(t, ok)
	require.NoError(t, zero.Set("a", "b", nil))
	require.Equal(t, "[a]\n\nb=null\n", zero.String())
}

// TestObjectsInAProject: a project.godot has the objects of its input map.
func TestObjectsInAProject(t *testing.T) {
	f := mustParse(t, project, Options{Parse: text.ParseOptions{Objects: true}})
	require.Equal(t, project, f.String())
	require.Equal(t, []string{"", "application", "input", "rendering"}, f.Sections())
	v, ok := f.Get("input", "ui_accept")
	require.True(t, ok)
	events, err := tree.Lookup(v, "events[0].pressed")
	require.NoError(t, err)
	testkit.RequireEqual(t, variant.Bool(false), events)
}

// project is a project.godot as the editor writes it.
//
//go:embed testdata/project.godot
var project string

func FuzzParse(f *testing.F) {
	for _, s := range []string{project, "a=1", "[s]\r\na = 1 ; c\r\n\"b c\"=[\n1]",
		"[a\\]b]x=1[c]", "\uFEFF;\n"} {
		f.Add(s, "s", "k")
	}

	f.Fuzz(func(t *testing.T, s, section, key string) {
		o := Options{Parse: text.ParseOptions{Objects: true, MaxSize: 1 << 16}}
		file, err := Parse(s, o)
		if err != nil {
			var e *notation.Error
			require.ErrorAs(t, err, &e)
			return
		}

		require.Equal(t, s, file.String())
		before := values(file)
		_, had := file.Get(section, key)

		if file.Set(section, key, variant.Int(7)) != nil {
			require.Equal(t, s, file.String())
			return
		}

		o.Parse.MaxSize = 0
		again := mustParse(t, file.String(), o)
		require.Equal(t, values(file), values(again))
		require.True(t, again.Delete(section, key))
		again = mustParse(t, again.String(), o)

		if !had {
			require.Equal(t, before, values(again))
		}
	})
}

// TestTimeGrowsWithTheText: sixteen times the text takes about sixteen times as long, whatever is
// repeated.
func TestTimeGrowsWithTheText(t *testing.T) {
	if testing.Short() {
		t.Skip("a measurement of time")
	}

	work := func(s string, size int) time.Duration {
		text := strings.Repeat(s, size/len(s))
		best := time.Hour
		for range 5 {
			start := time.Now()
			f := mustParse(t, text, Options{})
			require.NoError(t, f.Set("a", "new", nil))
			require.NoError(t, f.Set("", "new", nil))
			f.Keys("a")
			f.Delete("", "a")
			f.DeleteSection("a")
			best = min(best, time.Since(start))
		}

		return best
	}

	for _, s := range []string{"a=1 ", "[a]", "[]", "a=\"\"\n", ";\n", `a=[]b=""`, "[a]a=1 "} {
		small := max(work(s, 1<<14), 200*time.Microsecond)
		require.Less(t, work(s, 1<<18), 150*small, s)
	}
}

// TestExamples: every type has an Example.
func TestExamples(t *testing.T) { testkit.RequireExamples(t) }

var full = codec.MustNew(codec.Options{FullObjects: true})

// TestBinaryHasAllSettings: the settings of a project.godot are the same after a trip to
// project.binary.
func TestBinaryHasAllSettings(t *testing.T) {
	o := Options{Parse: text.ParseOptions{Objects: true}}
	f := mustParse(t, project+"\n[z]\n\na/b/c=1\n", o)
	require.NoError(t, f.Set("", "_custom_features", variant.String("x")))
	data, err := f.AppendBinary([]byte("before"), full)
	require.NoError(t, err)
	data = data[len("before"):]
	require.Equal(t, "ECFG\x09\x00\x00\x00\x10\x00\x00\x00_custom_features"+
		"\x0c\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00x\x00\x00\x00",
		string(data[:44]))
	require.Contains(t, string(data),
		"\x07\x00\x00\x00z/a/b/c\x08\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00")
	require.NotContains(t, string(data), "config_version")

	back, err := ParseBinary(data, full, o)
	require.NoError(t, err)
	require.Equal(t, values(f), values(back))
	require.Equal(t, "config_version=5\n_custom_features=\"x\"\n\n[application]\n",
		back.String()[:53])
	again, err := back.AppendBinary(nil, full)
	require.NoError(t, err)
	require.Equal(t, data, again)

	v, ok := New(Options{}).Get("", "config_version")
	require.False(t, ok, "%v", v)

	for _, name := range []string{"/a", "a/", "a", "/"} {
		section, key := split(name)
		require.Equal(t, "", section)
		require.Equal(t, name, key)
	}
}

// TestDamagedBinaryIsAnError: each part can be cut off, and other bytes are refused.
func TestDamagedBinaryIsAnError(t *testing.T) {
	f := mustParse(t, project, Options{Parse: text.ParseOptions{Objects: true}})
	data, err := f.AppendBinary(nil, full)
	require.NoError(t, err)

	for n := range data {
		_, err := ParseBinary(data[:n], full, Options{})
		var e *variant.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, "decode", e.Op)

		if n < 4 {
			require.ErrorIs(t, err, variant.ErrSyntax)
		} else {
			require.ErrorIs(t, err, variant.ErrTruncated)
		}
	}

	_, err = ParseBinary(append(bytes.Clone(data), 0), full, Options{})
	require.ErrorIs(t, err, variant.ErrTrailing)
	_, err = ParseBinary(data, nil, Options{})
	require.ErrorIs(t, err, variant.ErrObject)
	require.ErrorContains(t, err, `$["input"]["ui_accept"]["events"][0] (Object) at offset`)

	prefix := []byte("before")
	out, err := f.AppendBinary(prefix, nil)
	require.ErrorIs(t, err, variant.ErrObject)
	require.ErrorContains(t, err, `encode $["input"]["ui_accept"]["events"][0] (Object)`)
	require.Equal(t, prefix, out)
}

func FuzzParseBinary(f *testing.F) {
	file := mustParse(f, project, Options{Parse: text.ParseOptions{Objects: true}})
	data, err := file.AppendBinary(nil, full)
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte("ECFG\x01\x00\x00\x00\x01\x00\x00\x00a\x04\x00\x00\x00\x00\x00\x00\x00"))

	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := ParseBinary(data, full, Options{Parse: text.ParseOptions{Objects: true}})
		if err != nil {
			var e *variant.Error
			require.ErrorAs(t, err, &e)
			return
		}
		out, err := file.AppendBinary(nil, full)
		require.NoError(t, err)
		again, err := ParseBinary(out, full, Options{})
		require.NoError(t, err)
		require.ElementsMatch(t, values(file), values(again))
	})
}
