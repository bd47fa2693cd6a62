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

func mustMarshal(t testing.TB, v variant.Variant) []byte {
	t.Helper()
	data, err := jsonvar.Marshal(v)
	require.NoError(t, err)
	return data
}

func mustUnmarshal(t testing.TB, data []byte, o jsonvar.Options) variant.Variant {
	t.Helper()
	v, err := jsonvar.Unmarshal(data, o)
	require.NoError(t, err, "%s", data)
	return v
}

// TestBothForms has the canonical and the relaxed form of each value. Only full objects need an
// option, and not the element type of a container.
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
		v, err := text.Parse(lines[0], text.ParseOptions{Objects: true})
		require.NoError(t, err, row)

		data := mustMarshal(t, v)
		assert.Equal(t, canonical, string(data))
		back := mustUnmarshal(t, data, jsonvar.Options{Objects: testkit.HoldsObject(v)})
		testkit.RequireEqual(t, v, back)

		method, err := json.Marshal(v)
		require.NoError(t, err)
		assert.JSONEq(t, methodForm(v, canonical, relaxed), string(method))

		data, err = jsonvar.MarshalRelaxed(v)
		require.NoError(t, err)
		assert.Equal(t, relaxed, string(data))
	}
	assert.Equal(t, "null", string(mustMarshal(t, nil)))
}

// methodForm returns which of the forms the MarshalJSON method of v returns.
func methodForm(v variant.Variant, canonical, relaxed string) string {
	switch v := v.(type) {
	case variant.Int, variant.String, variant.StringName:
		return relaxed
	case variant.Float:
		if v-v == 0 {
			return relaxed
		}
	}
	return canonical
}

// TestErrorsHaveKindAndPosition: errors of Unmarshal.
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
		_, err := jsonvar.Unmarshal([]byte(c.json), jsonvar.Options{})
		assert.ErrorIs(t, err, c.kind, c.json)
		assert.ErrorContains(t, err, c.text, c.json)
	}

	_, err := jsonvar.Unmarshal([]byte(`null`), jsonvar.Options{MaxSize: 3})
	assert.ErrorIs(t, err, variant.ErrLimit)
}

// TestNumbersOfGodotAreRead reads what JSON.stringify(JSON.from_native(v)) of the
// official Godot 4.6 returns for infinite numbers and NaN.
func TestNumbersOfGodotAreRead(t *testing.T) {
	back := mustUnmarshal(t, []byte(`["f:inf","f:-inf","f:nan",`+
		`{"args":[1e99999,-1e99999,null],"type":"Vector3"},`+
		`{"args":[null,1e99999],"type":"PackedFloat64Array"},`+
		`{"args":[null,1e99999],"type":"PackedFloat32Array"},`+
		`{"args":[null,1e99999,0.0,1.0],"type":"Color"}]`), jsonvar.Options{Single: true})
	nan := stdmath.Float64frombits(0x7ff8000000000000)
	want := variant.NewArray(variant.Float(math.Inf), variant.Float(-math.Inf), variant.Float(nan),
		math.V3(math.Inf, -math.Inf, nan),
		packed.PackedFloat64Array{nan, math.Inf}, packed.PackedFloat32Array{float32(nan),
			float32(math.Inf)}, math.RGBA(nan, math.Inf, 0, 1))

	testkit.RequireEqual(t, want, back)

	_, err := text.Parse("Vector2(null, 1)", text.ParseOptions{})
	assert.ErrorIs(t, err, variant.ErrSyntax, "only in JSON")
}

// TestFieldsOfStructs: a field of any type is a JSON, and the other types read their own.
func TestFieldsOfStructs(t *testing.T) {
	type save struct {
		At    math.Vector3
		Score variant.Int
		Grid  packed.PackedInt32Array
		Bag   jsonvar.JSON
	}

	in := save{math.V3(1, 2.5, -3), 1 << 60, packed.PackedInt32Array{1, 2},
		jsonvar.JSON{Variant: variant.NewArray(variant.StringName("sword"))}}
	data, err := json.Marshal(in)
	require.NoError(t, err)
	var out save
	require.NoError(t, json.Unmarshal(data, &out))
	assert.Equal(t, in, out)
	assert.Error(t, json.Unmarshal([]byte(`{"At":"i:5"}`), &out))
}

// health is a type that a program defines. It has JSON if it has the methods of hearts.
type health struct{}

func (health) Type() variant.Type                                  { return variant.TypeCustom }
func (health) Encode(w *variant.Writer) error                      { return w.Err() }
func (h health) Decode(r *variant.Reader) (variant.Variant, error) { return variant.Result(r, h) }

type hearts struct{ health }

func (hearts) TypeName() string                       { return "Hearts" }
func (hearts) ToArgs(w notation.ArgsWriter)           { w.Int(3) }
func (hearts) FromArgs(notation.Args) variant.Variant { return hearts{} }

// TestRelaxedOddValues has values of unknown types, and values that have no JSON.
func TestRelaxedOddValues(t *testing.T) {
	for want, v := range map[string]variant.Variant{
		`[{"args":[3],"type":"Hearts"}]`: variant.NewArray(hearts{}),
		`null`:                           nil,
		`{"null":2}`:                     variant.NewDictionary(variant.Pair{Value: variant.Int(2)}),
		`[1]`:                            variant.PackedTypedArray{Items: []variant.Variant{variant.Int(1)}},
		`[2]`:                            variant.TypedArray{Items: []variant.Variant{variant.Int(2)}},
		`[null]`:                         variant.NewArray(objects.Object{}),
	} {
		data, err := jsonvar.MarshalRelaxed(v)
		require.NoError(t, err)
		assert.Equal(t, want, string(data))
	}

	key := variant.NewDictionary(variant.Pair{Key: (*packed.PackedColorArray)(nil)})
	for _, none := range []variant.Variant{health{}, (*math.Vector2)(nil), (*variant.Array)(nil), key} {
		for _, v := range []variant.Variant{none, variant.NewArray(none)} {
			_, err := jsonvar.Marshal(v)
			assert.ErrorIs(t, err, variant.ErrUnsupported)
			_, err = jsonvar.MarshalRelaxed(v)
			assert.ErrorIs(t, err, variant.ErrUnsupported)
		}
	}

	for kind, v := range map[error]variant.Variant{
		variant.ErrDepth: testkit.SelfContaining()["array"],
		variant.ErrUTF8:  variant.String("\xff"),
		variant.ErrLimit: testkit.Doubling(60, variant.String(strings.Repeat("x", 1<<20))),
	} {
		_, err := jsonvar.Marshal(v)
		assert.ErrorIs(t, err, kind)
		if kind != variant.ErrUTF8 {
			_, err = jsonvar.MarshalRelaxed(v)
			assert.ErrorIs(t, err, kind)
		}
	}
}

// TestOwnTypesReadBack: Unmarshal finds a type of a program among Types, and codec.Value in the
// registry.
func TestOwnTypesReadBack(t *testing.T) {
	v := variant.NewArray(hearts{})
	data := mustMarshal(t, v)
	types := []variant.Constructible{hearts{}}
	assert.Equal(t, v, mustUnmarshal(t, data, jsonvar.Options{Types: types}))
	_, err := jsonvar.Unmarshal(data, jsonvar.Options{})
	assert.ErrorIs(t, err, variant.ErrSyntax)

	registry := codec.NewRegistry()
	require.NoError(t, registry.Register(hearts{}, 100))
	column := codec.Value{Codec: codec.MustNew(codec.Options{Registry: registry})}
	require.NoError(t, json.Unmarshal(data, &column))
	assert.Equal(t, v, column.V)
}

// TestUnknownTypesNameTheWay: the error for an unknown type names the function that reads it.
func TestUnknownTypesNameTheWay(t *testing.T) {
	for _, v := range []variant.Variant{math.V2(1, 2), packed.PackedByteArray{1},
		objects.NodePath{}, objects.NewObject("Node")} {
		b, err := json.Marshal(variant.NewArray(v))
		require.NoError(t, err)
		var a variant.Array
		err = json.Unmarshal(b, &a)
		assert.ErrorIs(t, err, variant.ErrUnsupported, "%s", b)
		assert.ErrorContains(t, err,
			v.Type().String()+" is read by codec.Value or jsonvar.Unmarshal")
		assert.Equal(t, variant.Array{}, a)

		value := codec.Value{Codec: codec.MustNew(codec.Options{FullObjects: true})}
		require.NoError(t, json.Unmarshal(b, &value))
		assert.True(t, variant.Equal(variant.NewArray(v), value.V))
	}

	b, err := json.Marshal(objects.NewObject("Node", objects.Prop("at", math.V2(1, 2))))
	require.NoError(t, err)
	var o objects.Object
	assert.ErrorIs(t, json.Unmarshal(b, &o), variant.ErrUnsupported)
	assert.Equal(t, objects.Object{}, o)
	var d variant.Dictionary
	err = json.Unmarshal([]byte(`{"type":"Health","args":[1]}`), &d)
	assert.ErrorIs(t, err, variant.ErrSyntax)
	var place *notation.Error
	require.ErrorAs(t, err, &place)
}

// TestElementClasses: containers whose element types differ have different JSON, and each comes
// back, also with classes that are named like built-in types, which Lenient mode reads.
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
			data := mustMarshal(t, v)
			back := mustUnmarshal(t, data, jsonvar.Options{Objects: true})
			require.True(t, variant.Equal(v, back), "%s of %#v", data, types[i])

			if other, ok := seen[string(data)]; ok {
				require.True(t, variant.Equal(v, other), "%s of %#v", data, types[i])
			}
			seen[string(data)] = v
		}
	}
}

// FuzzUnmarshal: nothing panics, an error has its place in the JSON, and a value
// that was read has canonical JSON which reads as the same value, and relaxed
// JSON that encoding/json finds valid.
func FuzzUnmarshal(f *testing.F) {
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

	f.Fuzz(func(t *testing.T, s string) {
		v, err := jsonvar.Unmarshal([]byte(s), jsonvar.Options{Objects: true, MaxSize: 1 << 16})
		if err != nil {
			testkit.RequirePlace(t, s, err)
			require.Nil(t, v)
			return
		}

		data := mustMarshal(t, v)
		require.True(t, json.Valid(data), "%s", data)
		back := mustUnmarshal(t, data, jsonvar.Options{Objects: true})
		require.True(t, variant.Equal(v, back), "%s\n%s", s, data)
		relaxed, err := jsonvar.MarshalRelaxed(v)
		require.NoError(t, err)
		require.True(t, json.Valid(relaxed), "%s", relaxed)
	})
}
