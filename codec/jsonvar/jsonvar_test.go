package jsonvar_test

import (
	"encoding/json"
	stdmath "math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// The codecs of the tests. All of them accept full objects.
var (
	single = codec.MustNew(codec.Options{FullObjects: true})
	double = codec.MustNew(codec.Options{FullObjects: true, Precision: codec.Double})
)

// mustFormat returns the canonical JSON of v with all digits.
func mustFormat(t testing.TB, v variant.Variant) []byte {
	t.Helper()
	data, err := jsonvar.Format(v, double)
	require.NoError(t, err)
	return data
}

func mustParse(t testing.TB, data []byte, c *codec.Codec) variant.Variant {
	t.Helper()
	v, err := jsonvar.Parse(data, c)
	require.NoError(t, err, "%s", data)
	return v
}

// TestBothForms compares the canonical and the relaxed form of each value with the expected text.
// Parse needs an option for full objects, but none for the element types of containers.
func TestBothForms(t *testing.T) {
	file, err := os.ReadFile("testdata/forms.txt")
	require.NoError(t, err)
	for row := range strings.SplitSeq(strings.TrimSpace(string(file)), "\n\n") {
		if strings.HasPrefix(row, "#") {
			continue
		}

		lines := strings.Split(row, "\n")
		require.Len(t, lines, 3, row)
		canonical, relaxed := lines[1], lines[2]
		v, err := text.Parse(lines[0], double)
		require.NoError(t, err, row)

		data := mustFormat(t, v)
		assert.Equal(t, canonical, string(data))
		back := mustParse(t, data, needed(v))
		testkit.RequireEqual(t, v, back)

		method, err := json.Marshal(v)
		require.NoError(t, err)
		assert.JSONEq(t, canonical, string(method))

		data, err = jsonvar.Relaxed.Format(v, double)
		require.NoError(t, err)
		assert.Equal(t, relaxed, string(data))
	}
	assert.Equal(t, "null", string(mustFormat(t, nil)))
}

// needed returns the codec of Options{} in double precision, with full objects only if v contains a
// full object.
func needed(v variant.Variant) *codec.Codec {
	if testkit.HoldsObject(v) {
		return double
	}
	return codec.MustNew(codec.Options{Precision: codec.Double})
}

func limited(l codec.Limits) *codec.Codec { return codec.MustNew(codec.Options{Limits: l}) }

// TestErrorsHaveKindAndPosition: an error of Parse has a kind and a position.
func TestErrorsHaveKindAndPosition(t *testing.T) {
	deep := strings.Repeat("[", 1100) + strings.Repeat("]", 1100)
	for _, c := range []struct {
		json string
		kind error
		text string
	}{
		{`{"type":"Timer","props":[]}`, variant.ErrObject, "1:1"},
		{"[\n  1]", variant.ErrSyntax, "2:3"},
		{`["i:1"`, variant.ErrTruncated, "1:7"},
		{`"x:1"`, variant.ErrSyntax, "1:1"},
		{`"i:1.5"`, variant.ErrSyntax, "1:1"},
		{`{"type":"Vector2","args":[1]}`, variant.ErrSyntax, "expected"},
		{`{"type":"Vector2i","args":[1,3000000000]}`, variant.ErrRange, "32 bits"},
		{`{"type":"PackedByteArray","args":[256]}`, variant.ErrRange, "not a byte"},
		{`{"type":"Vector2"}`, variant.ErrSyntax, "without args"},
		{`{"args":[],"args":[],"type":"RID"}`, variant.ErrSyntax, "twice"},
		{`{"type":"Array","elem_type":"int","args":["s:a"]}`, variant.ErrElementType,
			"String in a container of int"},
		{`null null`, variant.ErrSyntax, "1:6"},
		{`{"type":"Vector2i","args":[1,null]}`, variant.ErrRange,
			"1:30: out of range: not an integer"},
		{`{"type":"PackedStringArray","args":[null]}`, variant.ErrSyntax, "expected a string"},
		{deep, variant.ErrDepth, "1:1026"},
		{"\"s:\xff\"", variant.ErrUTF8, "1:2"},
	} {
		_, err := jsonvar.Parse([]byte(c.json), nil)
		assert.ErrorIs(t, err, c.kind, c.json)
		assert.ErrorContains(t, err, c.text, c.json)
	}

	_, err := jsonvar.Parse([]byte(`"s:1"`), limited(codec.Limits{MaxSize: 4}))
	assert.ErrorIs(t, err, variant.ErrLimit)
}

// TestNumbersOfGodotAreRead reads the result of JSON.stringify(JSON.from_native(v)) of the official
// Godot 4.6 for infinite numbers and NaN.
func TestNumbersOfGodotAreRead(t *testing.T) {
	back := mustParse(t, []byte(`["f:inf","f:-inf","f:nan",`+
		`{"args":[1e99999,-1e99999,null],"type":"Vector3"},`+
		`{"args":[null,1e99999],"type":"PackedFloat64Array"},`+
		`{"args":[null,1e99999],"type":"PackedFloat32Array"},`+
		`{"args":[null,1e99999,0.0,1.0],"type":"Color"}]`), single)
	nan := stdmath.Float64frombits(0x7ff8000000000000)
	want := variant.NewArray(variant.Float(math.Inf), variant.Float(-math.Inf), variant.Float(nan),
		math.V3(math.Inf, -math.Inf, nan),
		packed.PackedFloat64Array{nan, math.Inf}, packed.PackedFloat32Array{float32(nan),
			float32(math.Inf)}, math.RGBA(nan, math.Inf, 0, 1))

	testkit.RequireEqual(t, want, back)

	_, err := text.Parse("Vector2(null, 1)", nil)
	assert.ErrorIs(t, err, variant.ErrSyntax, "only in JSON")
}

// TestFieldsOfStructs: a field of type codec.Value can hold a value of any type, and a field of a
// specific type reads the JSON of that type.
func TestFieldsOfStructs(t *testing.T) {
	type save struct {
		At    math.Vector3
		Score variant.Int
		Grid  packed.PackedInt32Array
		Bag   codec.Value
	}

	in := save{math.V3(1, 2.5, -3), 1 << 60, packed.PackedInt32Array{1, 2},
		codec.Value{V: variant.NewArray(variant.StringName("sword"))}}
	data, err := json.Marshal(in)
	require.NoError(t, err)
	var out save
	require.NoError(t, json.Unmarshal(data, &out))
	assert.Equal(t, in, out)
	assert.Error(t, json.Unmarshal([]byte(`{"At":"i:5"}`), &out))
}

// health is a type that a program defines. Only the type hearts, which embeds health, has the
// methods that are needed to write it as JSON.
type health struct{}

func (health) Type() variant.Type                                  { return variant.TypeCustom }
func (health) Encode(w *variant.Writer) error                      { return w.Err() }
func (h health) Decode(r *variant.Reader) (variant.Variant, error) { return variant.Result(r, h) }

type hearts struct{ health }

func (hearts) TypeName() string                       { return "Hearts" }
func (hearts) ToArgs(w notation.ArgsWriter)           { w.Int(3) }
func (hearts) FromArgs(notation.Args) variant.Variant { return hearts{} }

// TestRelaxedOddValues writes unusual values as relaxed JSON, such as values of a program's own
// types. It also checks the errors for values that have no JSON.
func TestRelaxedOddValues(t *testing.T) {
	ints := []variant.Variant{variant.Int(1)}
	for want, v := range map[string]variant.Variant{
		`[{"args":[3],"type":"Hearts"}]`: variant.NewArray(hearts{}),
		`null`:                           nil,
		`{"null":1}`:                     variant.NewDictionary(variant.Pair{Value: ints[0]}),
		`[1]`:                            variant.PackedTypedArray{Items: ints},
		`[1,1]`:                          variant.TypedArray{Items: append(ints, ints...)},
		`[null]`:                         variant.NewArray(objects.Object{}),
	} {
		data, err := jsonvar.Relaxed.Format(v, nil)
		require.NoError(t, err)
		assert.Equal(t, want, string(data))
	}

	key := variant.NewDictionary(variant.Pair{Key: (*packed.PackedColorArray)(nil)})
	for _, none := range []variant.Variant{
		health{}, (*math.Vector2)(nil), (*variant.Array)(nil), key,
	} {
		for _, v := range []variant.Variant{none, variant.NewArray(none)} {
			_, err := jsonvar.Format(v, nil)
			assert.ErrorIs(t, err, variant.ErrUnsupported)
			_, err = jsonvar.Relaxed.Format(v, nil)
			assert.ErrorIs(t, err, variant.ErrUnsupported)
		}
	}

	wrong := map[error]variant.Variant{
		variant.ErrDepth: testkit.SelfContaining()["array"],
		variant.ErrUTF8:  variant.String("\xff"),
	}
	if testkit.Long() { // writes 64 MiB, twice
		long := variant.String(strings.Repeat("x", 1<<20))
		wrong[variant.ErrLimit] = testkit.Doubling(60, long)
	}

	for kind, v := range wrong {
		_, err := jsonvar.Format(v, nil)
		assert.ErrorIs(t, err, kind)
		if kind != variant.ErrUTF8 {
			_, err = jsonvar.Relaxed.Format(v, nil)
			assert.ErrorIs(t, err, kind)
		}
	}
}

// TestOwnTypesReadBack: Parse and codec.Value find a registered type of a program.
func TestOwnTypesReadBack(t *testing.T) {
	v := variant.NewArray(hearts{})
	data := mustFormat(t, v)
	_, err := jsonvar.Parse(data, nil)
	assert.ErrorIs(t, err, variant.ErrSyntax)

	registry := codec.NewRegistry()
	require.NoError(t, registry.Register(hearts{}, 100))
	c := codec.MustNew(codec.Options{Registry: registry})
	assert.Equal(t, v, mustParse(t, data, c))

	column := codec.Value{Codec: c}
	require.NoError(t, json.Unmarshal(data, &column))
	assert.Equal(t, v, column.V)
}

// TestContainersNameTheWay: the UnmarshalJSON methods of containers refuse all JSON except null,
// and the error names the type that reads the JSON.
func TestContainersNameTheWay(t *testing.T) {
	for _, v := range []variant.Variant{
		variant.NewArray(variant.Int(1)), variant.NewArray(math.V2(1, 2)),
		variant.NewDictionary(variant.KV("a", packed.PackedByteArray{1})),
		variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}),
		objects.NewObject("Node"),
	} {
		b, err := json.Marshal(v)
		require.NoError(t, err)

		for _, into := range []any{&variant.Array{}, &variant.Dictionary{}, &variant.TypedArray{},
			&variant.PackedTypedArray{}, &objects.Object{}} {
			err = json.Unmarshal(b, into)
			assert.ErrorIs(t, err, variant.ErrUnsupported, "%T", into)
			assert.ErrorContains(t, err, "codec.Value reads JSON of every type")
			assert.NoError(t, json.Unmarshal([]byte("null"), into))
		}

		value := codec.Value{Codec: single}
		require.NoError(t, json.Unmarshal(b, &value))
		assert.True(t, variant.Equal(v, value.V) || v.Type() == variant.TypeTypedArray)
	}
}

// TestPrecision: components are rounded to the precision of the codec, in both directions, and have
// the digits of that precision. Other numbers are not rounded.
func TestPrecision(t *testing.T) {
	const third = 1.0 / 3
	v := variant.NewArray(math.V2(0.1, third), variant.Float(third),
		packed.PackedVector2Array{{X: third}}, packed.PackedFloat64Array{third})

	for _, row := range []struct {
		c                  *codec.Codec
		canonical, relaxed string
	}{
		{single, `[{"args":[0.1,0.33333334],"type":"Vector2"},"f:0.3333333333333333",` +
			`{"args":[0.33333334,0.0],"type":"PackedVector2Array"},` +
			`{"args":[0.3333333333333333],"type":"PackedFloat64Array"}]`,
			`[{"x":0.1,"y":0.33333334},0.3333333333333333,[{"x":0.33333334,"y":0}],` +
				`[0.3333333333333333]]`},
		{double, `[{"args":[0.1,0.3333333333333333],"type":"Vector2"},"f:0.3333333333333333",` +
			`{"args":[0.3333333333333333,0.0],"type":"PackedVector2Array"},` +
			`{"args":[0.3333333333333333],"type":"PackedFloat64Array"}]`,
			`[{"x":0.1,"y":0.3333333333333333},0.3333333333333333,` +
				`[{"x":0.3333333333333333,"y":0}],[0.3333333333333333]]`},
	} {
		data, err := jsonvar.Format(v, row.c)
		require.NoError(t, err)
		assert.Equal(t, row.canonical, string(data))

		relaxed, err := jsonvar.Relaxed.Format(v, row.c)
		require.NoError(t, err)
		assert.Equal(t, row.relaxed, string(relaxed))

		packet := testkit.Encode(t, row.c, v)
		assert.Equal(t, testkit.Decode(t, row.c, packet), mustParse(t, data, row.c))
	}
}

// TestExactAndFinite: the options Exact and Finite refuse the same numbers as in packets.
func TestExactAndFinite(t *testing.T) {
	exact := codec.MustNew(codec.Options{Exact: true})
	finite := codec.MustNew(codec.Options{Finite: true})

	for _, form := range forms {
		for _, v := range []variant.Variant{
			variant.Float(math.Inf), math.V2(math.NaN, 0), packed.PackedVector2Array{{X: math.Inf}},
			packed.PackedFloat64Array{math.Inf}, packed.PackedFloat32Array{float32(math.NaN)},
		} {
			_, err := form.Format(variant.NewArray(v), finite)
			assert.ErrorIs(t, err, variant.ErrNotFinite, "%v %v", form, v)
			_, err = jsonvar.Parse(mustFormat(t, v), finite)
			assert.ErrorIs(t, err, variant.ErrNotFinite, "%v", v)
		}

		_, err := form.Format(math.V2(1e39, 0), finite)
		assert.ErrorIs(t, err, variant.ErrNotFinite, "in single precision")
		_, err = form.Format(math.V2(0.1, 0), exact)
		assert.ErrorIs(t, err, variant.ErrInexact)
		_, err = form.Format(variant.Float(0.1), exact)
		assert.NoError(t, err)

		_, err = form.Format(variant.NewArray(variant.NewArray(nil)),
			limited(codec.Limits{MaxDepth: 1}))
		assert.ErrorIs(t, err, variant.ErrDepth)
		_, err = form.Format(variant.String("12345678"), limited(codec.Limits{MaxSize: 8}))
		assert.ErrorIs(t, err, variant.ErrLimit)
	}
}

// TestElementClasses: containers whose element types differ have different JSON, and each is read
// back unchanged. This is also true for a class with the name of a built-in type, and for a class
// with a name that only lenient mode accepts in packets.
func TestElementClasses(t *testing.T) {
	names := []string{"", "int", "String", "PackedFloat32Array", "PoolRealArray", "Nil", "Variant",
		"Object", "EncodedObjectAsID", "class:int", "script:int", "a/b", "res://a.gd"}
	types := []variant.ElementType{{Type: variant.TypeInt}, {Type: variant.TypeString},
		{Type: variant.TypePackedFloat32Array}}
	for _, name := range names {
		types = append(types, variant.ElementType{Type: variant.TypeObject, Class: name},
			variant.ElementType{Type: variant.TypeObject, Script: name})
	}

	seen := map[string]variant.Variant{}
	for i := range types {
		for _, v := range []variant.Variant{
			variant.Array{Elem: &types[i]}, variant.Dictionary{Key: &types[i]},
			variant.Dictionary{Value: &types[i]},
		} {
			data := mustFormat(t, v)
			back := mustParse(t, data, double)
			require.True(t, variant.Equal(v, back), "%s of %#v", data, types[i])

			if other, ok := seen[string(data)]; ok {
				require.True(t, variant.Equal(v, other), "%s of %#v", data, types[i])
			}
			seen[string(data)] = v
		}
	}
}

// FuzzParse: Parse never panics, and an error has its position in the JSON. The canonical JSON of a
// value that was read must be read as the same value, and the relaxed JSON of the value must be
// valid for encoding/json.
func FuzzParse(f *testing.F) {
	for file := range held {
		for i, v := range vectors.Load(f, file) {
			if i%40 == 0 {
				f.Add(v.JSONNative)
			}
		}
	}

	for _, s := range []string{
		`{"type":"Array","elem_type":"Node","args":[null]}`,
		`{"type":"Timer","props":["wait","f:1.0"]}`, `{"args":[1,2`, `["i:1",]`,
		`{"type":"Dictionary","key_type":"String","value_type":"res://a.gd","args":["s:a",null]}`,
		`[[[[`, `"np:a:b"`,
		`"f:nan(0x7ff8000000000001)"`, `{"type":"RID","args":[5]}`,
		`{"type":"Signal","args":[5,"hit"]}`, `1`,
		`{"type":"Vector2","args":[inf,"f:-inf"]}`, `{"args":[},"type":"RID"}`,
	} {
		f.Add(s)
	}

	c := codec.MustNew(codec.Options{FullObjects: true, Precision: codec.Double,
		Limits: codec.Limits{MaxSize: 1 << 16}})

	f.Fuzz(func(t *testing.T, s string) {
		v, err := jsonvar.Parse([]byte(s), c)
		if err != nil {
			testkit.RequirePlace(t, s, err)
			require.Nil(t, v)
			return
		}

		data := mustFormat(t, v)
		require.True(t, json.Valid(data), "%s", data)
		back := mustParse(t, data, double)
		require.True(t, variant.Equal(v, back), "%s\n%s", s, data)
		relaxed, err := jsonvar.Relaxed.Format(v, nil)
		require.NoError(t, err)
		require.True(t, json.Valid(relaxed), "%s", relaxed)
	})
}
