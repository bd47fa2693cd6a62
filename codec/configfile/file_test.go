package configfile

import (
	"bytes"
	_ "embed"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func mustParse(t testing.TB, s string, c *codec.Codec) *File {
	t.Helper()
	f, err := Parse(s, c)
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

// rows reads a file in testdata, and returns the columns of each line. A column has words and texts
// in quotes.
func rows(t *testing.T, file string) (all [][][]string) {
	data, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if line == "\n" || line[0] == '#' {
			continue
		}

		var row [][]string
		for cell := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), " | ") {
			row = append(row, words(t, cell))
		}
		all = append(all, row)
	}
	return all
}

// words returns the words of a column, and the texts in quotes without their quotes.
func words(t *testing.T, cell string) (all []string) {
	for {
		cell = strings.TrimSpace(cell)
		if cell == "" {
			return all
		}

		word, err := strconv.QuotedPrefix(cell)
		if err != nil {
			word, _, _ = strings.Cut(cell, " ")
			all = append(all, word)
		} else {
			text, err := strconv.Unquote(word)
			require.NoError(t, err)
			all = append(all, text)
		}
		cell = cell[len(word):]
	}
}

// TestParseKeepsTheText: String returns the parsed text, byte for byte, and the names are the same
// as in engines.
func TestParseKeepsTheText(t *testing.T) {
	for _, row := range rows(t, "parse.txt") {
		file := row[0][0]
		for i, want := range row[1:] {
			f := mustParse(t, file, []*codec.Codec{nil, full3}[i])
			assert.Equal(t, file, f.String())
			if want[0] == "none" {
				want = nil
			}
			assert.Equal(t, want, values(f), "engine %d, %q", i, file)
		}
	}
}

// TestParseErrorsSayWhere: each error has its kind, line, column and path.
func TestParseErrorsSayWhere(t *testing.T) {
	kinds := map[string]error{}
	for _, kind := range []error{variant.ErrTruncated, variant.ErrSyntax, variant.ErrObject,
		variant.ErrNUL} {
		kinds[kind.Error()] = kind
	}

	for _, row := range rows(t, "errors.txt") {
		_, err := Parse(row[0][0], nil)
		require.ErrorIs(t, err, kinds[row[1][0]], row[0])
		require.ErrorContains(t, err, "godot: parse "+row[2][0])
		var e *variant.Error
		require.ErrorAs(t, err, &e)
	}

	_, err := Parse("a="+strings.Repeat("[", 2000), nil)
	require.ErrorIs(t, err, variant.ErrDepth)
	_, err = Parse("a=123", codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 4}}))
	require.ErrorIs(t, err, variant.ErrLimit)
}

// TestEditsChangeTheirLinesOnly: an edit changes only the lines of its key or section.
func TestEditsChangeTheirLinesOnly(t *testing.T) {
	before := ""
	for _, row := range rows(t, "edits.txt") {
		if row[0][0] != "=" {
			before = row[0][0]
		}

		f := mustParse(t, before, nil)
		edit, after := row[1], row[2][0]
		switch {
		case edit[0] == "set":
			v, err := text.Parse(edit[3], nil)
			require.NoError(t, err)
			if len(edit) == 4 {
				require.NoError(t, f.Set(edit[1], edit[2], v))
			} else {
				require.NoError(t, f.SetBefore(edit[1], edit[2], edit[4], v))
			}
		case edit[0] == "rename":
			require.NoError(t, f.Rename(edit[1], edit[2], edit[3]))
		case edit[0] == "heading":
			require.NoError(t, f.RenameSection(edit[1], edit[2]))
		case len(edit) == 3:
			require.Equal(t, before != after, f.Delete(edit[1], edit[2]))
		default:
			require.Equal(t, before != after, f.DeleteSection(edit[1]))
		}

		assert.Equal(t, after, f.String())
		assert.Equal(t, values(mustParse(t, f.String(), nil)), values(f))
	}
}

// TestRefusedNames: if a name is refused, the file does not change, and the error says why.
func TestRefusedNames(t *testing.T) {
	const before = "top=1\n[a]\nx=1\n[b]\nx=2\n"
	godot3 := codec.MustNew(codec.Options{Dialect: codec.Godot3})

	for _, row := range []struct {
		section, to string
		engine      *codec.Codec
		want        error
	}{
		{"c", "d", nil, variant.ErrNotFound},
		{"a", "b", nil, variant.ErrDuplicateKey},
		{"a", "", nil, variant.ErrUnsupported},
		{"", "a2", nil, variant.ErrUnsupported},
		{"a", " a2", nil, variant.ErrUnsupported},
		{"a", "a]2", godot3, variant.ErrUnsupported},
		{"a", "игрок", godot3, variant.ErrUnsupported},
		{"a", "a]2", nil, nil},
		{"a", "игрок", nil, nil},
		{"a", "clé", godot3, nil},
	} {
		f := mustParse(t, before, row.engine)
		err := f.RenameSection(row.section, row.to)
		if row.want == nil {
			require.NoError(t, err, row.to)
			require.Equal(t, values(mustParse(t, f.String(), row.engine)), values(f))
			require.Equal(t, []string{"", row.to, "b"}, f.Sections())
			continue
		}

		var e *variant.Error
		require.ErrorAs(t, err, &e, row.to)
		require.ErrorIs(t, err, row.want, row.to)
		require.Equal(t, variant.OpSet, e.Op)
		require.Equal(t, before, f.String())
	}
}

// TestZeroFileIsEmpty: the zero File can be used without New.
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

// TestObjectsInAProject: a project.godot with an input map has objects, which need the option
// FullObjects.
func TestObjectsInAProject(t *testing.T) {
	f := mustParse(t, project, full)
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

	small := codec.MustNew(codec.Options{FullObjects: true,
		Limits: codec.Limits{MaxSize: 1 << 16}})

	f.Fuzz(func(t *testing.T, s, section, key string) {
		file, err := Parse(s, small)
		if err != nil {
			var e *variant.Error
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

		again := mustParse(t, file.String(), full)
		require.Equal(t, values(file), values(again))
		require.True(t, again.Delete(section, key))
		again = mustParse(t, again.String(), full)

		if !had {
			require.Equal(t, before, values(again))
		}
	})
}

// TestInstructionsGrowWithTheText: a text that is 8 times as long takes about 8 times as many
// instructions, for every kind of text. If the number grew with the square of the length, it would
// be 64 times as many.
func TestInstructionsGrowWithTheText(t *testing.T) {
	repeated := []string{"a=1 ", "[a]", "[]", "a=\"\"\n", ";\n", `a=[]b=""`, "[a]a=1 "}

	var work []func()
	for _, s := range repeated {
		for _, size := range []int{1 << 11, 1 << 14} {
			text := strings.Repeat(s, size/len(s))
			edit := func() {
				f := mustParse(t, text, nil)
				require.NoError(t, f.Set("a", "new", nil))
				require.NoError(t, f.Set("", "new", nil))
				f.Keys("a")
				f.Delete("", "a")
				f.DeleteSection("a")
			}

			edit() // do not count work that only the first run does
			work = append(work, edit)
		}
	}

	n := testkit.Instructions(t, work...)
	for i, s := range repeated {
		t.Logf("%q: %d and %d", s, n[2*i], n[2*i+1])
		require.Less(t, n[2*i+1], 12*n[2*i], s)
	}
}

// TestExamples: every type has an Example.
func TestExamples(t *testing.T) { testkit.RequireExamples(t) }

// These codecs accept full objects, for Godot 4 and for Godot 3.
var (
	full  = codec.MustNew(codec.Options{FullObjects: true})
	full3 = codec.MustNew(codec.Options{FullObjects: true, Dialect: codec.Godot3})
)

// TestBinaryHasAllSettings: the settings of a project.godot stay the same when they are written as
// project.binary and read again.
func TestBinaryHasAllSettings(t *testing.T) {
	f := mustParse(t, project+"\n[z]\n\na/b/c=1\n", full)
	require.NoError(t, f.Set("", "_custom_features", variant.String("x")))
	data, err := f.AppendProject([]byte("before"))
	require.NoError(t, err)
	data = data[len("before"):]
	require.Equal(t, "ECFG\x09\x00\x00\x00\x10\x00\x00\x00_custom_features"+
		"\x0c\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00x\x00\x00\x00",
		string(data[:44]))
	require.Contains(t, string(data),
		"\x07\x00\x00\x00z/a/b/c\x08\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00")
	require.NotContains(t, string(data), "config_version")

	back, err := DecodeProject(data, full)
	require.NoError(t, err)
	require.Equal(t, values(f), values(back))
	require.Equal(t, "config_version=5\n_custom_features=\"x\"\n\n[application]\n",
		back.String()[:53])
	again, err := back.AppendProject(nil)
	require.NoError(t, err)
	require.Equal(t, data, again)

	v, ok := New(nil).Get("", "config_version")
	require.False(t, ok, "%v", v)

	for _, name := range []string{"/a", "a/", "a", "/"} {
		section, key := split(name)
		require.Equal(t, "", section)
		require.Equal(t, name, key)
	}
}

// TestDamagedBinaryIsAnError: a project.binary that is cut off at any offset is an error. It is
// also an error if bytes follow the end of the file, or if the file has objects that the codec
// refuses.
func TestDamagedBinaryIsAnError(t *testing.T) {
	f := mustParse(t, project, full)
	data, err := f.AppendProject(nil)
	require.NoError(t, err)

	for n := range data {
		_, err := DecodeProject(data[:n], full)
		var e *variant.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, variant.OpDecode, e.Op)

		if n < 4 {
			require.ErrorIs(t, err, variant.ErrSyntax)
		} else {
			require.ErrorIs(t, err, variant.ErrTruncated)
		}
	}

	_, err = DecodeProject(append(bytes.Clone(data), 0), full)
	require.ErrorIs(t, err, variant.ErrTrailing)
	_, err = DecodeProject(data, nil)
	require.ErrorIs(t, err, variant.ErrObject)
	require.ErrorContains(t, err, `$["input"]["ui_accept"]["events"][0] (Object) at offset`)

	prefix := []byte("before")
	without := New(nil)
	events, _ := f.Get("input", "ui_accept")
	require.NoError(t, without.Set("input", "ui_accept", events))
	out, err := without.AppendProject(prefix)
	require.ErrorIs(t, err, variant.ErrObject)
	require.ErrorContains(t, err, `encode $["input"]["ui_accept"]["events"][0] (Object)`)
	require.Equal(t, prefix, out)
}

func FuzzDecodeProject(f *testing.F) {
	file := mustParse(f, project, full)
	data, err := file.AppendProject(nil)
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte("ECFG\x01\x00\x00\x00\x01\x00\x00\x00a\x04\x00\x00\x00\x00\x00\x00\x00"))

	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := DecodeProject(data, full)
		if err != nil {
			var e *variant.Error
			require.ErrorAs(t, err, &e)
			return
		}
		out, err := file.AppendProject(nil)
		require.NoError(t, err)
		again, err := DecodeProject(out, full)
		require.NoError(t, err)
		require.ElementsMatch(t, values(file), values(again))
	})
}
