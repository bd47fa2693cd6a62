package variant_test

import (
	"encoding/json"
	"log/slog"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/objects"
	"godotvariant/variant"
)

// textTypes has objects and one constructible type.
var textTypes = variant.TextSettings{
	Types: map[string]variant.Constructible{"NodePath": objects.NodePath{}, "RID": objects.RID(0)},
	Object: func(class string, names []string, values []variant.Variant) (variant.Variant, error) {
		if class == "Refused" {
			return nil, variant.Because(variant.ErrRange, "refused")
		}
		o := objects.NewObject(class)
		for i := range names {
			o.Properties = append(o.Properties, objects.Prop(names[i], values[i]))
		}
		return o, nil
	},
}

func readText(text string, s variant.TextSettings) (variant.Variant, error) {
	r := variant.NewTextReader(text, s)
	v := r.Value()
	r.End()
	return v, r.Err()
}

func readJSON(text string, s variant.TextSettings) (variant.Variant, error) {
	r := variant.NewJSONReader(text, s)
	v := r.JSON()
	r.End()
	return v, r.Err()
}

func TestTextRead(t *testing.T) {
	elem := func(t variant.Type) *variant.ElementType { return &variant.ElementType{Type: t} }
	for text, want := range map[string]variant.Variant{
		"null": null, " nil ": null, "true": variant.Bool(true), "false": variant.Bool(false),
		"-5": variant.Int(-5), "1.5e3": variant.Float(1500), "99999999999999999999": variant.Int(math.MaxInt64),
		"inf": variant.Float(math.Inf(1)), "-inf": variant.Float(math.Inf(-1)), "inf_neg": variant.Float(math.Inf(-1)), "-inf.0": variant.Float(math.Inf(-1)),
		"nan": variant.Float(math.Float64frombits(0x7FF8 << 48)), "nan(0xfff8000000000001)": variant.Float(math.Float64frombits(0xFFF8000000000001)),
		`"a\"\n\t\r\b\f\u00e9\U01f600\ud83d\ude00\q"`: str("a\"\n\t\r\b\f\u00e9\U0001F600\U0001F600q"),
		`&"name"`:                               variant.StringName("name"),
		"[1, 2, ]":                              variant.NewArray(one, two),
		`{"a": 1, 2: {}, "a": 2}`:               variant.NewDictionary(variant.KV("a", two), pair(two, variant.Dictionary{})),
		"Array([1])":                            variant.NewArray(one),
		"Array[int]([1])":                       variant.Array{Items: []variant.Variant{one}, Elem: elem(variant.TypeInt)},
		"Array[float]([1, 2.5])":                variant.Array{Items: []variant.Variant{variant.Float(1), variant.Float(2.5)}, Elem: elem(variant.TypeFloat)},
		`Array[StringName](["a"])`:              variant.Array{Items: []variant.Variant{variant.StringName("a")}, Elem: elem(variant.TypeStringName)},
		`Array[String]([&"a"])`:                 variant.Array{Items: []variant.Variant{str("a")}, Elem: elem(variant.TypeString)},
		"Array[Node]([null])":                   variant.Array{Items: []variant.Variant{null}, Elem: &variant.ElementType{Type: variant.TypeObject, Class: "Node"}},
		`Array[Resource("res://a.gd")]([])`:     variant.Array{Items: []variant.Variant{}, Elem: &variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}},
		"Array[Variant]([1])":                   variant.NewArray(one),
		`Dictionary[String, Variant]({"a": 1})`: variant.Dictionary{Key: elem(variant.TypeString), Pairs: []variant.Pair{variant.KV("a", one)}},
		"Dictionary({})":                        variant.Dictionary{},
		`NodePath("a:b")`:                       objects.MustParseNodePath("a:b"),
		`Object(Timer,"wait_time":1.0)`:         objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(1))),
		`Resource("uid://x", "res://icon.png")`: objects.NewObject("Resource", objects.Prop("resource_path", str("res://icon.png"))),
	} {
		got, err := readText(text, textTypes)
		require.NoError(t, err, text)
		assert.True(t, variant.Equal(want, got), "%s: %#v", text, got)
	}
}

func TestTextReadErrors(t *testing.T) {
	for text, want := range map[string]error{
		"": variant.ErrTruncated, "[": variant.ErrTruncated, "{": variant.ErrTruncated, `"a`: variant.ErrTruncated, `"a\n`: variant.ErrTruncated,
		`"a\`: variant.ErrTruncated, "Array[int](": variant.ErrTruncated, "&": variant.ErrTruncated,
		"]": variant.ErrSyntax, "&a": variant.ErrSyntax, "1 2": variant.ErrSyntax, "1x": variant.ErrSyntax, "1.5.2": variant.ErrSyntax, "1e": variant.ErrTruncated,
		"1e+x": variant.ErrSyntax, "-": variant.ErrTruncated, "-x": variant.ErrSyntax, "--1": variant.ErrSyntax, "nan(5)": variant.ErrSyntax, "nan(0x0)": variant.ErrSyntax,
		"[1 2]": variant.ErrSyntax, "{1 2}": variant.ErrSyntax, "{1: 2 3: 4}": variant.ErrSyntax, "{1: ]}": variant.ErrSyntax,
		"Vector9(1)": variant.ErrSyntax, "Array[]([])": variant.ErrSyntax, "Array[Nil]([])": variant.ErrSyntax, "Array[int]{}": variant.ErrSyntax,
		"Array[Resource(5)]([])": variant.ErrSyntax,
		`"\u12"`:                 variant.ErrSyntax, `"\ud800"`: variant.ErrSyntax, `"\ud800\u0041"`: variant.ErrSyntax, `"\U110000"`: variant.ErrSyntax, `"\uzzzz"`: variant.ErrSyntax,
		"\"\xff\"": variant.ErrUTF8, "\"\\n\xff\"": variant.ErrUTF8,
		`Array[int](["a"])`: variant.ErrElementType, "Array[int]([1.5])": variant.ErrElementType, "Array[float]([9007199254740993])": variant.ErrElementType,
		"Dictionary[int, int]({1: null})": variant.ErrElementType, "Array[NodePath]([&\"a\"])": variant.ErrElementType, "Array[int]([&\"a\"])": variant.ErrElementType,
		`NodePath("a::b")`: variant.ErrSyntax, "NodePath(5)": variant.ErrSyntax, "NodePath()": variant.ErrSyntax, `NodePath("a", "b")`: variant.ErrSyntax,
		`Object()`: variant.ErrSyntax, `Object(A, 5: 1)`: variant.ErrSyntax, `Object(A, "a" 1)`: variant.ErrSyntax, "Object(Refused)": variant.ErrRange,
		"Object(A,": variant.ErrTruncated,
	} {
		v, err := readText(text, textTypes)
		assert.ErrorIs(t, err, want, "%s: %v", text, v)
		var e *variant.TextError
		require.ErrorAs(t, err, &e, text)
		assert.True(t, 0 <= e.Offset && e.Offset <= len(text) && e.Line == 1 && e.Column >= 1, "%s: %v", text, err)
	}
	_, err := readText("Object(A)", variant.TextSettings{})
	assert.ErrorIs(t, err, variant.ErrObject)
	deep := strings.Repeat("[", 1025) + strings.Repeat("]", 1025)
	_, err = readText(deep, textTypes)
	assert.NoError(t, err)
	_, err = readText("["+deep+"]", textTypes)
	assert.ErrorIs(t, err, variant.ErrDepth)
	_, err = readText("[\n1,\n  é]", textTypes)
	assert.ErrorContains(t, err, "text at 3:3")
}

// TestTextManyKeys has more keys than are compared one by one.
func TestTextManyKeys(t *testing.T) {
	var b strings.Builder
	b.WriteString("{")
	for i := range 100 {
		b.WriteString(variant.Int(i%40).String() + `: 0, "` + variant.Int(i%40).String() + `": ` + variant.Int(i).String() + ", ")
	}
	v, err := readText(b.String()+"}", textTypes)
	require.NoError(t, err)
	d := v.(variant.Dictionary)
	require.Equal(t, 80, d.Len())
	last, _ := d.Get(str("5"))
	assert.Equal(t, variant.Int(85), last)
	assert.Equal(t, variant.Int(0), d.Pairs[0].Key)
}

func TestJSONRead(t *testing.T) {
	for text, want := range map[string]variant.Variant{
		"null": null, "true": variant.Bool(true), "false": variant.Bool(false), `"i:-5"`: variant.Int(-5), `"f:1.5"`: variant.Float(1.5), `"s:a:b"`: str("a:b"),
		`"sn:n"`: variant.StringName("n"), `"np:a:b"`: objects.MustParseNodePath("a:b"), `["i:1", null]`: variant.NewArray(one, null),
		`{"type":"Array","args":["i:1"],"elem_type":"int"}`:                  variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, one),
		`{"type":"Array","elem_type":"Node","args":[]}`:                      variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Class: "Node"}),
		`{"type":"Array","elem_type":"res://a.gd","args":[]}`:                variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}),
		`{"args":["s:a","i:1","s:b","i:2","s:a","i:2"],"type":"Dictionary"}`: variant.NewDictionary(variant.KV("a", two), variant.KV("b", two)),
		`{"type":"RID"}`:                   objects.RID(0),
		`{"type":"A","props":["p","i:1"]}`: objects.NewObject("A", objects.Prop("p", one)),
	} {
		got, err := readJSON(text, textTypes)
		require.NoError(t, err, text)
		assert.True(t, variant.Equal(want, got), "%s: %#v", text, got)
		again, err := variant.MarshalJSON(got)
		require.NoError(t, err)
		once, err := readJSON(string(again), textTypes)
		require.NoError(t, err, "%s", again)
		assert.True(t, variant.Equal(want, once), "%s", again)
		assert.True(t, json.Valid(again), "%s", again)
	}
}

func TestJSONReadErrors(t *testing.T) {
	for _, text := range []string{
		"", "5", "x", `"a"`, `"z:1"`, `"i:x"`, `"f:"`, `"i:1 2"`, "[", "[null", "[null null]", "{", "{}", `{"type":"Array"}`, `{"type":5}`, `{"type":"Int","args":[]}`,
		`{"what":1}`, `{"type":"A","args":[],"props":[]}`, `{"type":"A","props":["p"]}`, `{"type":"A","props":[5]}`, `{"args":5}`, `{"args":[],"args":[]}`,
		`{"type":"Dictionary","args":["i:1"]}`, `{"type":"Dictionary","args":["i:1","i:2"],"key_type":"String"}`,
		`{"type":"Array","args":["i:1"],"elem_type":"bool"}`, `{"type":"NodePath"}`, `{"type":"NodePath","args":["a::b"]}`, `{"args":[`, `"np:a::b"`,
		`{"type":"Refused","props":[]}`, `{"type":"A" "props":[]}`, `{"type":"X","args":[1]}`,
	} {
		v, err := readJSON(text, textTypes)
		var e *variant.TextError
		require.ErrorAs(t, err, &e, "%s: %v", text, v)
		assert.True(t, 0 <= e.Offset && e.Offset <= len(text), text)
	}
	deep := strings.Repeat("[", 1025) + strings.Repeat("]", 1025)
	_, err := readJSON(deep, textTypes)
	assert.NoError(t, err)
	_, err = readJSON("["+deep+"]", textTypes)
	assert.ErrorIs(t, err, variant.ErrDepth)
}

// noJSON is a user's type without any form but the wire's.
type noJSON struct{}

func (noJSON) Type() variant.Type                                  { return variant.TypeCustom }
func (noJSON) Encode(w *variant.Writer) error                      { return w.Err() }
func (v noJSON) Decode(r *variant.Reader) (variant.Variant, error) { return variant.Result(r, v) }

// ownJSON brings its own.
type ownJSON struct{ noJSON }

func (ownJSON) MarshalJSON() ([]byte, error) { return []byte(`"own"`), nil }
func (ownJSON) LogValue() slog.Value         { return slog.StringValue("own") }

func TestJSONWriteErrors(t *testing.T) {
	cycle := make([]variant.Variant, 1)
	cycle[0] = variant.Array{Items: cycle}
	for want, v := range map[error]variant.Variant{
		variant.ErrDepth: cycle[0], variant.ErrUTF8: variant.NewArray(str("\xff"), null), variant.ErrUnsupported: variant.NewArray(noJSON{}),
	} {
		_, err := variant.MarshalJSON(v)
		assert.ErrorIs(t, err, want)
	}
	b, err := variant.MarshalJSON(variant.NewArray(ownJSON{}, str("\x01\r\n\t\"\\"), variant.Float(1e300), variant.Float(1e-7), variant.Float(math.Inf(-1))))
	require.NoError(t, err)
	assert.Equal(t, `["own","s:\u0001\r\n\t\"\\","f:1e+300","f:1e-07","f:-inf"]`, string(b))
	typed := variant.TypedArray{Items: []variant.Variant{one}, Elem: variant.ElementType{Type: variant.TypeInt}}
	for _, v := range []json.Marshaler{typed, variant.PackedTypedArray(typed)} {
		b, err = v.MarshalJSON()
		require.NoError(t, err)
		assert.Equal(t, `{"args":["i:1"],"elem_type":"int","type":"Array"}`, string(b))
	}
}

// TestScalarText sends each scalar through the standard library's text and JSON.
func TestScalarText(t *testing.T) {
	type scalars struct {
		N variant.Nil
		B variant.Bool
		I variant.Int
		F variant.Float
		S variant.String
		M variant.StringName
	}
	want := scalars{null, true, -5, 2, "a\n", "n"}
	b, err := json.Marshal(want)
	require.NoError(t, err)
	var got scalars
	require.NoError(t, json.Unmarshal(b, &got))
	assert.Equal(t, want, got)
	assert.Error(t, json.Unmarshal([]byte(`{"B":"i:1"}`), &got))
	require.NoError(t, json.Unmarshal([]byte(`{"I":null}`), &got))
	assert.Equal(t, want, got)

	var n variant.Nil
	var bo variant.Bool
	var i variant.Int
	var f variant.Float
	var s variant.String
	var m variant.StringName
	for text, dst := range map[string]interface {
		UnmarshalText([]byte) error
		MarshalText() ([]byte, error)
	}{"null": &n, "true": &bo, "7": &i, "1.5": &f, `"a"`: &s, `&"b"`: &m} {
		require.NoError(t, dst.UnmarshalText([]byte(text)))
		out, err := dst.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, text, string(out))
		assert.Error(t, dst.UnmarshalText([]byte("[]")))
		out, _ = dst.MarshalText()
		assert.Equal(t, text, string(out), "an error changes nothing")
	}
	require.NoError(t, f.UnmarshalText([]byte("3")))
	assert.Equal(t, variant.Float(3), f)
	typed := variant.TypedArray{Items: []variant.Variant{one}, Elem: variant.ElementType{Type: variant.TypeInt}}
	for _, v := range []interface{ MarshalText() ([]byte, error) }{typed, variant.PackedTypedArray(typed), variant.NewTypedArray(typed.Elem, one)} {
		out, err := v.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, "Array[int]([1])", string(out))
	}
}

func TestTextOfCustomTypes(t *testing.T) {
	assert.Equal(t, "[custom type 0(…), custom type 0(…)]", variant.NewArray(noJSON{}, ownJSON{}).String())
	cycle := make([]variant.Variant, 1)
	cycle[0] = variant.Array{Items: cycle}
	assert.Contains(t, variant.NewArray(cycle...).String(), "…", "a cycle has an end")
}

func TestLogValues(t *testing.T) {
	deep := variant.Variant(variant.NewArray(one))
	for range 8 {
		deep = variant.NewArray(deep)
	}
	typed := variant.TypedArray{Items: []variant.Variant{nil, ownJSON{}, noJSON{}, variant.Bool(true), variant.Float(0.5), deep}}
	for _, v := range []slog.LogValuer{typed, variant.PackedTypedArray(typed), variant.NewArray(typed.Items...), variant.NewDictionary(variant.KV("a", deep))} {
		got := v.LogValue().Resolve()
		assert.Equal(t, slog.KindGroup, got.Kind())
		assert.Contains(t, got.String(), "Array(…)")
	}
	assert.Contains(t, typed.LogValue().Resolve().String(), "own")
}
