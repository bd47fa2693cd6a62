package text_test

import (
	"os"
	"slices"
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

// functions maps the names of functions in testdata/texts.txt to a form of text and a codec.
var functions = map[string]way{
	"var_to_str": {},
	"var2str":    {codec: godot3},
	"str":        {Form: text.Str},
	"str 3":      {text.Str, godot3},
	"str double": {text.Str, double},
	"lossless":   {Form: text.Lossless},

	"var_to_str lossy": {}, // a text that is not read back
}

// TestTextsOfTheEngines compares this package with recorded results of Godot 4.6 and 3.2.3, for
// unusual texts that they print or read.
func TestTextsOfTheEngines(t *testing.T) {
	rows, err := os.ReadFile("testdata/texts.txt")
	require.NoError(t, err)
	for row := range strings.Lines(string(rows)) {
		cells := strings.Split(strings.TrimSpace(strings.ReplaceAll(row, `\n`, "\n")), " | ")
		if len(cells) < 3 {
			continue
		}

		v := mustParse(t, cells[1], double)
		if cells[0] == "Parse" {
			testkit.RequireEqual(t, v, mustParse(t, cells[2], double))
			continue
		}

		o, ok := functions[cells[0]]
		require.True(t, ok, row)
		got := mustFormat(t, v, o)
		assert.Equal(t, cells[2], strings.TrimSpace(got), row)
		if o.Form != text.Str && !strings.HasSuffix(cells[0], "lossy") {
			assert.Equal(t, got, mustFormat(t, mustParse(t, got, double), o))
		}
	}
	equalText(t, objects.Object{}, way{Form: text.Str}, "<Object#null>")
}

// TestParseIsBounded: size and depth have limits.
func TestParseIsBounded(t *testing.T) {
	_, err := text.Parse("false", limited(codec.Limits{MaxSize: 4}))
	assert.ErrorIs(t, err, variant.ErrLimit)
	mustParse(t, "null", limited(codec.Limits{MaxSize: 4}))

	_, err = text.Parse("[[1]]", limited(codec.Limits{MaxDepth: 1}))
	assert.ErrorIs(t, err, variant.ErrDepth)
	mustParse(t, "[1]", limited(codec.Limits{MaxDepth: 1}))
}

func limited(l codec.Limits) *codec.Codec { return codec.MustNew(codec.Options{Limits: l}) }

// TestFormatIsBounded: depth and size have limits, and after an error dst is unchanged.
func TestFormatIsBounded(t *testing.T) {
	self := variant.NewArray(nil)
	self.Items[0] = self
	for _, name := range []string{"var_to_str", "var2str", "str", "str 3"} {
		w := functions[name]
		_, err := w.Format(self, w.codec)
		assert.ErrorIs(t, err, variant.ErrDepth)
		if w.codec == godot3 {
			dst, err := w.Append([]byte("x"), math.V2i(1, 2), w.codec)
			assert.ErrorIs(t, err, variant.ErrUnsupported)
			assert.Equal(t, "x", string(dst))
		}

		o := w.codec.Options()
		o.Limits.MaxSize = 10
		for _, v := range []variant.Variant{
			variant.NewArray(variant.String("a text of some length"), nil),
			variant.String("a text of some length"),
		} {
			_, err = w.Format(v, codec.MustNew(o))
			assert.ErrorIs(t, err, variant.ErrLimit)
		}

		o.Limits = codec.Limits{MaxDepth: 1}
		_, err = w.Format(variant.NewArray(variant.NewArray(variant.Int(1))), codec.MustNew(o))
		assert.ErrorIs(t, err, variant.ErrDepth)
	}
}

// TestPrecision: components are rounded to the precision of the codec, in both directions, and
// printed with the digits of that precision. Other numbers are not rounded.
func TestPrecision(t *testing.T) {
	const third = 1.0 / 3
	v := variant.NewArray(math.V2(0.1, third), math.RGBA(third, 0, 0, 1), variant.Float(third),
		packed.PackedVector2Array{{X: third}}, packed.PackedFloat64Array{third},
		math.Basis{X: math.V3(third, 0, 0)})

	for c, want := range map[*codec.Codec]string{
		single: "[Vector2(0.1, 0.33333334), Color(0.33333334, 0, 0, 1), 0.3333333333333333, " +
			"PackedVector2Array(0.33333334, 0), PackedFloat64Array(0.3333333333333333), " +
			"Basis(0.33333334, 0, 0, 0, 0, 0, 0, 0, 0)]",
		double: "[Vector2(0.1, 0.3333333333333333), Color(0.3333333333333333, 0, 0, 1), " +
			"0.3333333333333333, PackedVector2Array(0.3333333333333333, 0), " +
			"PackedFloat64Array(0.3333333333333333), " +
			"Basis(0.3333333333333333, 0, 0, 0, 0, 0, 0, 0, 0)]",
	} {
		s := mustFormat(t, v, way{codec: c})
		assert.Equal(t, want, s)

		packet := testkit.Encode(t, c, math.V2(0.1, third))
		assert.Equal(t, testkit.Decode(t, c, packet), mustParse(t, s, c).(variant.Array).Items[0])
	}

	assert.Equal(t, "(0.1, 0.333333)", mustFormat(t, math.V2(0.1, third), way{text.Str, single}))
	lossless := mustFormat(t, v, way{text.Lossless, single})
	assert.Equal(t, v, mustParse(t, lossless, double))
}

// TestExactAndFinite: the options Exact and Finite refuse the same numbers as in packets.
func TestExactAndFinite(t *testing.T) {
	exact := codec.MustNew(codec.Options{Exact: true})
	finite := codec.MustNew(codec.Options{Finite: true})

	for _, form := range []text.Form{text.VarToStr, text.Str, text.Lossless} {
		for _, v := range []variant.Variant{
			variant.Float(math.Inf), math.V2(math.NaN, 0), math.Basis{X: math.V3(math.Inf, 0, 0)},
			packed.PackedVector2Array{{X: math.Inf}}, packed.PackedFloat64Array{math.Inf},
			packed.PackedFloat32Array{float32(math.Inf)}, math.RGBA(math.Inf, 0, 0, 0),
		} {
			_, err := form.Format(variant.NewArray(v), finite)
			assert.ErrorIs(t, err, variant.ErrNotFinite, "%v %v", form, v)

			s := mustFormat(t, v, way{Form: text.VarToStr})
			_, err = text.Parse(s, finite)
			assert.ErrorIs(t, err, variant.ErrNotFinite, s)
		}

		assert.Equal(t, "1.5", mustFormat(t, variant.Float(1.5), way{form, finite}))
	}

	for _, form := range []text.Form{text.VarToStr, text.Str} {
		_, err := form.Format(math.V2(0.1, 0), exact)
		assert.ErrorIs(t, err, variant.ErrInexact)
		mustFormat(t, variant.Float(0.1), way{form, exact})
	}
	mustFormat(t, math.V2(0.1, 0), way{text.Lossless, exact})

	_, err := text.Format(math.V2(1e39, 0), finite)
	assert.ErrorIs(t, err, variant.ErrNotFinite, "in single precision")
	_, err = text.Parse("Vector2(1e39, 0)", finite)
	assert.ErrorIs(t, err, variant.ErrNotFinite, "in single precision")
}

// TestStrictRefusesNumbersOutOfRange: a number outside of the range is an error in strict mode.
// Engines replace it by the nearest number in the range.
func TestStrictRefusesNumbersOutOfRange(t *testing.T) {
	strict := codec.MustNew(codec.Options{Mode: codec.Strict, Precision: codec.Double})
	for _, s := range []string{
		"9223372036854775808", "-9223372036854775809", "[1, 99999999999999999999]",
		"1e400", "-1e400", "Vector2(1e400, 0)", "PackedFloat64Array(1e309)",
		"PackedInt64Array(9223372036854775808)",
	} {
		_, err := text.Parse(s, strict)
		assert.ErrorIs(t, err, variant.ErrRange, s)
		mustParse(t, s, double)
	}

	_, err := text.Parse("Vector2(1e39, 0)", codec.MustNew(codec.Options{Mode: codec.Strict}))
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
	c := single
	formatted := map[*codec.Codec]int{}
	tried := 0

	for v := range transcript.Values(1, c.Dialect().Spec().Types) {
		packet, err := c.Encode(v)
		if err != nil {
			continue
		}

		v = testkit.Decode(t, c, packet)
		for _, as := range []*codec.Codec{single, godot3} {
			s, err := text.Lossless.Format(v, as)
			if err != nil {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%v", v)
				continue
			}
			testkit.RequireEqual(t, v, mustParse(t, s, double))
			formatted[as]++
		}

		tried++
		if tried == 5000 {
			break
		}
	}

	require.Greater(t, formatted[single], 2500)
	require.Greater(t, formatted[godot3], 500)
}

// TestLosslessRefusesWhatTextCannotHold: Lossless refuses values that no text represents
// completely.
func TestLosslessRefusesWhatTextCannotHold(t *testing.T) {
	for _, v := range []variant.Variant{
		variant.Array{Shared: true},
		variant.TypedArray{Elem: variant.ElementType{Type: variant.TypeInt}},
		variant.String("\xff"),
		objects.Object{Class: "Node", ID: 5},
		variant.NewArray(objects.Object{Class: "Node", ID: 5}),
	} {
		_, err := text.Lossless.Format(v, nil)
		require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
		mustFormat(t, v, way{})
	}
}

// score is a type that a program defines.
type score struct{ math.Vector2 }

func (score) Type() variant.Type { return variant.TypeCustom }
func (score) TypeName() string   { return "Score" }
func (s score) FromArgs(a notation.Args) variant.Variant {
	return score{s.Vector2.FromArgs(a).(math.Vector2)}
}

// TestOwnTypesReadBack: types that a program defines can be written in the engine's form and in the
// lossless form, and read back.
func TestOwnTypesReadBack(t *testing.T) {
	v := variant.NewArray(score{math.V2(3, 10)})
	types := codec.NewRegistry()
	require.NoError(t, types.Register(score{}, 100))
	c := codec.MustNew(codec.Options{Registry: types})

	for _, form := range []text.Form{text.VarToStr, text.Lossless} {
		s := mustFormat(t, v, way{Form: form})
		assert.Equal(t, "[Score(3, 10)]", s)
		assert.Equal(t, v, mustParse(t, s, c))
	}

	_, err := text.Format(v, godot3)
	assert.EqualError(t, err, "godot: format $ (Score): unsupported: Godot 3 has no Score")
}

// script is the text of an object. An engine that makes this object runs code.
const script = `Object(Node,"script":Object(GDScript,"script/source":"extends Node"))`

// hostile has names that are not identifiers. If some of them were written without quotes, they
// would add values to the text.
var hostile = []string{
	"Node]([]), " + script + ", Array[Node", `a":null,"script":` + script + `,"b`,
	`a")]([]), ` + script + `, Array[Resource("`, "A B", "A,", "A)", "A\n", "A\"", "A\x00", "1A",
	"A-B", "A;", "A:", "res://a.gd", "A\u2028", "A\u202e", "\xff", `a\`,
}

// withoutQuotes returns values that contain a name, in places where text writes names without
// quotes.
func withoutQuotes(name string) []variant.Variant {
	elem := variant.ElementType{Type: variant.TypeObject, Class: name}
	return []variant.Variant{variant.NewTypedArray(elem), variant.Dictionary{Key: &elem},
		variant.Dictionary{Value: &elem}, objects.NewObject(name)}
}

// TestClassesAreIdentifiers: Format refuses a class that is not an identifier in all places where
// classes are written without quotes.
func TestClassesAreIdentifiers(t *testing.T) {
	for _, name := range hostile {
		for _, v := range withoutQuotes(name) {
			for _, form := range []text.Form{text.VarToStr, text.Lossless} {
				_, err := form.Format(v, nil)
				require.ErrorIs(t, err, variant.ErrUnsupported, "%q", name)
			}
		}
	}

	for _, name := range []string{"Node", "_Own2", "Élan"} {
		for _, v := range withoutQuotes(name) {
			assert.Contains(t, mustFormat(t, v, way{}), name)
		}
	}

	long := strings.Repeat("é ", 50)
	_, err := text.Format(objects.NewObject(long), nil)
	assert.EqualError(t, err, "godot: format $ (Object): unsupported: the class "+
		`"`+strings.Repeat("é ", 21)+"…\" is not an identifier")
	_, err = text.Format(objects.NewObject("A B"), nil)
	assert.EqualError(t, err,
		`godot: format $ (Object): unsupported: the class "A B" is not an identifier`)
}

// TestSortedKeys: VarToStr sorts keys by their type and value, in short dictionaries and long ones.
func TestSortedKeys(t *testing.T) {
	list := func(n ...int) variant.Variant {
		items := make([]variant.Variant, len(n))
		for i := range n {
			items[i] = variant.Int(n[i])
		}
		return variant.NewArray(items...)
	}

	keys := []variant.Variant{
		variant.Int(-3), variant.Int(5), variant.Float(-1.5), variant.Float(2),
		variant.String("a"), variant.StringName("b"), variant.String("c"),
		list(1, 1), list(1, 2), list(1, 2, 0), list(2),
	}
	for i := range 20 {
		keys = slices.Insert(keys, 2+i, variant.Variant(variant.Int(10+i)))
	}

	for _, sorted := range [][]variant.Variant{keys, append(keys[:3:3], keys[22:]...)} {
		var pairs []variant.Pair
		for _, key := range slices.Backward(sorted) {
			pairs = append(pairs, variant.Pair{Key: key, Value: variant.Nil{}})
		}

		v, err := text.Parse(mustFormat(t, variant.NewDictionary(pairs...), way{}), nil)
		require.NoError(t, err)
		var got []variant.Variant
		for _, p := range v.(variant.Dictionary).Pairs {
			got = append(got, p.Key)
		}
		require.Equal(t, sorted, got)
	}
}

// TestNamesInQuotes: a name in quotes can have any characters. Names of two kinds have only a
// lossless text. The first kind is a name with a NUL, because engines load no text with a NUL. The
// second kind is the name of a property with a quote or a backslash, because engines do not escape
// the names of properties.
func TestNamesInQuotes(t *testing.T) {
	for _, name := range hostile {
		elem := variant.ElementType{Type: variant.TypeObject, Script: name}
		property := objects.NewObject("Node", objects.Prop(name, variant.Nil{}))
		for _, v := range []variant.Variant{
			variant.String(name), variant.StringName(name), packed.PackedStringArray{"", name},
			objects.NodePath{Names: []string{name}}, variant.NewTypedArray(elem), property,
		} {
			_, err := text.Format(v, nil)
			if strings.Contains(name, "\x00") {
				require.ErrorIs(t, err, variant.ErrNUL, "%#v", v)
			} else if v.Type() == variant.TypeObject && strings.ContainsAny(name, `"\`) {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
			}

			s, err := text.Lossless.Format(v, nil)
			if name == "\xff" {
				require.ErrorIs(t, err, variant.ErrUnsupported, "%#v", v)
				continue
			}

			require.NoError(t, err)
			assert.NotContains(t, s, "\x00")
			testkit.RequireEqual(t, v, mustParse(t, s, double))
		}
	}
}

// FuzzParse: Parse never panics, and an error has its position in the text. If a value was read,
// its lossless text must be read as the same value.
func FuzzParse(f *testing.F) {
	for _, r := range recordings {
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

	c := codec.MustNew(codec.Options{FullObjects: true, Precision: codec.Double,
		Limits: codec.Limits{MaxSize: 1 << 16}})

	f.Fuzz(func(t *testing.T, s string) {
		v, err := text.Parse(s, c)
		if err != nil {
			testkit.RequirePlace(t, s, err)
			require.Nil(t, v)
			return
		}

		again, err := text.Lossless.Format(v, nil)
		require.NoError(t, err)
		back, err := text.Parse(again, double)
		require.NoError(t, err)
		require.True(t, variant.Equal(v, back), "%s\n%s", s, again)
	})
}
