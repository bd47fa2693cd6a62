package text_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/transcript"
	"godotvariant/internal/test/vectors"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

func mustFormat(t testing.TB, v variant.Variant, o text.Options) string {
	t.Helper()
	s, err := text.Format(v, o)
	require.NoError(t, err, "%#v", v)
	return s
}

func mustParse(t testing.TB, s string, o text.ParseOptions) variant.Variant {
	t.Helper()
	v, err := text.Parse(s, o)
	require.NoError(t, err, s)
	return v
}

// functions are the options in testdata/texts.txt.
var functions = map[string]text.Options{
	"var_to_str": {},
	"var2str":    {Version: text.Version3},
	"str":        {Str: true},
	"str 3":      {Str: true, Version: text.Version3},
	"str double": {Str: true, Precision: variant.Double},
	"lossless":   {Lossless: true},

	"var_to_str lossy": {}, // its text does not read back
}

// TestTextsOfTheEngines has unexpected texts that Godot 4.6 and 3.2.3 print or read.
func TestTextsOfTheEngines(t *testing.T) {
	rows, err := os.ReadFile("testdata/texts.txt")
	require.NoError(t, err)
	for row := range strings.Lines(string(rows)) {
		cells := strings.Split(strings.TrimSpace(strings.ReplaceAll(row, `\n`, "\n")), " | ")
		if len(cells) < 3 {
			continue
		}

		full := text.ParseOptions{Objects: true}
		v := mustParse(t, cells[1], full)
		if cells[0] == "Parse" {
			testkit.RequireEqual(t, v, mustParse(t, cells[2], full))
			continue
		}

		o, ok := functions[cells[0]]
		require.True(t, ok, row)
		got := mustFormat(t, v, o)
		assert.Equal(t, cells[2], strings.TrimSpace(got), row)
		if !o.Str && !strings.HasSuffix(cells[0], "lossy") {
			assert.Equal(t, got, mustFormat(t, mustParse(t, got, full), o))
		}
	}
	equalText(t, objects.Object{}, text.Options{Str: true}, "<Object#null>")
}

// TestParseIsBounded: size and depth have limits.
func TestParseIsBounded(t *testing.T) {
	_, err := text.Parse("null", text.ParseOptions{MaxSize: 3})
	assert.ErrorIs(t, err, variant.ErrLimit)
	_, err = text.Parse("[[1]]", text.ParseOptions{MaxDepth: 1})
	assert.ErrorIs(t, err, variant.ErrDepth)
}

// TestFormatIsBounded: depth and size have limits, and after an error dst is as it was.
func TestFormatIsBounded(t *testing.T) {
	self := variant.NewArray(nil)
	self.Items[0] = self
	for _, name := range []string{"var_to_str", "var2str", "str", "str 3"} {
		o := functions[name]
		_, err := text.Format(self, o)
		assert.ErrorIs(t, err, variant.ErrDepth)
		if o.Version == text.Version3 {
			dst, err := text.Append([]byte("x"), math.V2i(1, 2), o)
			assert.ErrorIs(t, err, variant.ErrUnsupported)
			assert.Equal(t, "x", string(dst))
		}

		o.MaxSize = 10
		_, err = text.Format(variant.NewArray(variant.String("a text of some length"), nil), o)
		assert.ErrorIs(t, err, variant.ErrLimit)
	}
}

// TestTextInStructs: a field of type Text reads back its value.
func TestTextInStructs(t *testing.T) {
	in := text.Text{Variant: variant.NewArray(math.V2(0.1, 2), variant.StringName("a"))}
	data, err := in.MarshalText()
	require.NoError(t, err)
	assert.Equal(t, `[Vector2(0.1, 2), &"a"]`, string(data))
	var out text.Text
	require.NoError(t, out.UnmarshalText(data))
	assert.True(t, variant.Equal(in.Variant, out.Variant))
	assert.Error(t, out.UnmarshalText([]byte("[")))
}

// TestStrictRefusesNumbersOutOfRange: a number that engines replace by the nearest one is an error.
func TestStrictRefusesNumbersOutOfRange(t *testing.T) {
	strict := text.ParseOptions{Strict: true}
	for _, s := range []string{
		"9223372036854775808", "-9223372036854775809", "[1, 99999999999999999999]",
		"1e400", "-1e400", "Vector2(1e400, 0)", "PackedFloat64Array(1e309)",
		"PackedInt64Array(9223372036854775808)",
	} {
		_, err := text.Parse(s, strict)
		assert.ErrorIs(t, err, variant.ErrRange, s)
		mustParse(t, s, text.ParseOptions{})
	}

	_, err := text.Parse("Vector2(1e39, 0)", text.ParseOptions{Strict: true, Single: true})
	assert.ErrorIs(t, err, variant.ErrRange)

	for _, s := range []string{
		"9223372036854775807", "-9223372036854775808", "1.7976931348623157e308", "1e-400",
		"inf", "-inf", "nan", "Vector2(9223372036854775808, 1)", "RID(-1)",
		"RID(18446744073709551615)",
	} {
		mustParse(t, s, strict)
	}
}

// TestLosslessTextReadsBack formats random values of all types in the lossless form, and reads them
// back.
func TestLosslessTextReadsBack(t *testing.T) {
	c := codec.MustNew(codec.Options{FullObjects: true})
	formatted := map[text.Version]int{}
	tried := 0

	for v := range transcript.Values(1, c.Dialect().Spec().Types) {
		packet, err := c.Encode(v)
		if err != nil {
			continue
		}

		v = testkit.Decode(t, c, packet)
		for _, version := range []text.Version{text.Version4, text.Version3} {
			s, err := text.Format(v, text.Options{Version: version, Lossless: true})
			if err != nil {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%v", v)
				continue
			}
			testkit.RequireEqual(t, v, mustParse(t, s, text.ParseOptions{Objects: true}))
			formatted[version]++
		}

		tried++
		if tried == 5000 {
			break
		}
	}

	require.Greater(t, formatted[text.Version4], 2500)
	require.Greater(t, formatted[text.Version3], 500)
}

// TestLosslessRefusesWhatTextCannotHold has values that no text represents completely.
func TestLosslessRefusesWhatTextCannotHold(t *testing.T) {
	for _, v := range []variant.Variant{
		variant.Array{Shared: true},
		variant.TypedArray{Elem: variant.ElementType{Type: variant.TypeInt}},
		variant.String("\xff"),
		objects.Object{Class: "Node", ID: 5},
		variant.NewArray(objects.Object{Class: "Node", ID: 5}),
	} {
		_, err := text.Format(v, text.Options{Lossless: true})
		require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
		mustFormat(t, v, text.Options{})
	}
}

// score is a type that a program defines.
type score struct{ math.Vector2 }

func (score) Type() variant.Type { return variant.TypeCustom }
func (score) TypeName() string   { return "Score" }
func (s score) FromArgs(a notation.Args) variant.Variant {
	return score{s.Vector2.FromArgs(a).(math.Vector2)}
}

// TestOwnTypesReadBack: the engine's form and the lossless form have types of a program.
func TestOwnTypesReadBack(t *testing.T) {
	v := variant.NewArray(score{math.V2(3, 10)})
	types := text.ParseOptions{Types: []variant.Constructible{score{}}}
	for _, lossless := range []bool{false, true} {
		s := mustFormat(t, v, text.Options{Lossless: lossless})
		assert.Equal(t, "[Score(3, 10)]", s)
		assert.Equal(t, v, mustParse(t, s, types))
	}

	_, err := text.Format(v, text.Options{Version: text.Version3})
	assert.EqualError(t, err, "godot: format $ (Score): not in this dialect: Godot 3 has no Score")
}

// script is an object that runs code when an engine makes it.
const script = `Object(Node,"script":Object(GDScript,"script/source":"extends Node"))`

// hostile are names that are not identifiers. Some end the text around them.
var hostile = []string{
	"Node]([]), " + script + ", Array[Node", `a":null,"script":` + script + `,"b`,
	`a")]([]), ` + script + `, Array[Resource("`, "A B", "A,", "A)", "A\n", "A\"", "A\x00", "1A",
	"A-B", "A;", "A:", "res://a.gd", "A\u2028", "A\u202e", "\xff", `a\`,
}

// withoutQuotes returns values with a name where text has no quotes.
func withoutQuotes(name string) []variant.Variant {
	elem := variant.ElementType{Type: variant.TypeObject, Class: name}
	return []variant.Variant{variant.NewTypedArray(elem), variant.Dictionary{Key: &elem},
		variant.Dictionary{Value: &elem}, objects.NewObject(name)}
}

// TestClassesAreIdentifiers: Format refuses a class that is not an identifier wherever text has no
// quotes.
func TestClassesAreIdentifiers(t *testing.T) {
	for _, name := range hostile {
		for _, v := range withoutQuotes(name) {
			for _, o := range []text.Options{{}, {Lossless: true}} {
				_, err := text.Format(v, o)
				require.ErrorIs(t, err, variant.ErrUnsupported, "%q", name)
			}
		}
	}

	for _, name := range []string{"Node", "_Own2", "Élan"} {
		for _, v := range withoutQuotes(name) {
			assert.Contains(t, mustFormat(t, v, text.Options{}), name)
		}
	}

	_, err := text.Format(objects.NewObject("A B"), text.Options{})
	assert.EqualError(t, err,
		`godot: format $ (Object): not in this dialect: the class "A B" is not an identifier`)
}

// TestNamesInQuotes: a name in quotes ends at the quote. Only the lossless form can have a name
// with a NUL, and a name of a property with a quote or a backslash: engines load no text with a
// NUL, and do not escape the names of properties.
func TestNamesInQuotes(t *testing.T) {
	for _, name := range hostile {
		elem := variant.ElementType{Type: variant.TypeObject, Script: name}
		property := objects.NewObject("Node", objects.Prop(name, variant.Nil{}))
		for _, v := range []variant.Variant{
			variant.String(name), variant.StringName(name), packed.PackedStringArray{"", name},
			objects.NodePath{Names: []string{name}}, variant.NewTypedArray(elem), property,
		} {
			_, err := text.Format(v, text.Options{})
			if strings.Contains(name, "\x00") {
				require.ErrorIs(t, err, variant.ErrNUL, "%#v", v)
			} else if v.Type() == variant.TypeObject && strings.ContainsAny(name, `"\`) {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
			}

			s, err := text.Format(v, text.Options{Lossless: true})
			if name == "\xff" {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
				continue
			}

			require.NoError(t, err)
			assert.NotContains(t, s, "\x00")
			testkit.RequireEqual(t, v, mustParse(t, s, text.ParseOptions{Objects: true}))
		}
	}
}

// FuzzParse: nothing panics, an error has its place in the text, and a value that
// was read is read again from its lossless text.
func FuzzParse(f *testing.F) {
	for _, r := range recorded {
		for i, v := range vectors.Load(f, r.file) {
			if i%40 == 0 {
				f.Add(v.VarToStr)
			}
		}
	}

	for _, s := range []string{
		`Array[int]([1, 2])`, `Dictionary[String, Variant]({"a": 1,})`, `Object(Timer,"a":[1])`,
		`Resource("res://a")`, `#ff8000`,
		`"\u00e9\U01F600\ud83d\ude00"`, "; c\n-inf.0", `nan(0x7ff8000000000001)`,
		`PackedByteArray("AQI=")`, `&"a"`, `^"a"`, `[[[[`, `{1:`, `-`,
	} {
		f.Add(s)
	}

	f.Fuzz(func(t *testing.T, s string) {
		v, err := text.Parse(s, text.ParseOptions{Objects: true, MaxSize: 1 << 16})
		if err != nil {
			testkit.RequirePlace(t, s, err)
			require.Nil(t, v)
			return
		}

		again, err := text.Format(v, text.Options{Lossless: true})
		require.NoError(t, err)
		back, err := text.Parse(again, text.ParseOptions{Objects: true})
		require.NoError(t, err)
		require.True(t, variant.Equal(v, back), "%s\n%s", s, again)
	})
}
