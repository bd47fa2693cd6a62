package jsonvar_test

import (
	"encoding/json"
	stdmath "math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// TestBothForms has the canonical and the relaxed form of each value.
func TestBothForms(t *testing.T) {
	for _, c := range []struct {
		v                  variant.Variant
		canonical, relaxed string
	}{
		{nil, `null`, `null`},
		{variant.Bool(true), `true`, `true`},
		{variant.Int(-5), `"i:-5"`, `-5`},
		{variant.Float(1), `"f:1.0"`, `1`},
		{variant.Float(1e300), `"f:1e+300"`, `1e+300`},
		{variant.Float(-math.Inf), `"f:-inf"`, `"-inf"`},
		{variant.String("a\x01\n\"é"), `"s:a\u0001\n\"é"`, `"a\u0001\n\"é"`},
		{variant.StringName("a"), `"sn:a"`, `"a"`},
		{objects.MustParseNodePath("/a:b"), `"np:/a:b"`, `"/a:b"`},
		{objects.RID(0), `{"type":"RID"}`, `{"rid":0}`},
		{objects.RID(1 << 63), `{"args":[9223372036854775808],"type":"RID"}`,
			`{"rid":9223372036854775808}`},
		{objects.Callable{}, `{"type":"Callable"}`, `null`},
		{objects.Signal{Name: "hit", Object: 5}, `{"args":[5,"hit"],"type":"Signal"}`,
			`{"object_id":5,"signal":"hit"}`},
		{objects.Object{ID: 5}, `{"props":["object_id","i:5"],"type":"EncodedObjectAsID"}`,
			`{"object_id":5}`},
		{objects.NewObject("Timer", objects.Prop("wait", variant.Float(1))),
			`{"props":["wait","f:1.0"],"type":"Timer"}`,
			`{"class":"Timer","properties":{"wait":1}}`},
		{math.V2i(1, 2), `{"args":[1,2],"type":"Vector2i"}`, `{"x":1,"y":2}`},
		{math.V2(0.1, math.Inf), `{"args":[0.1,"f:inf"],"type":"Vector2"}`, `{"x":0.1,"y":"inf"}`},
		{math.Plane{D: 1}, `{"args":[0.0,0.0,0.0,1.0],"type":"Plane"}`,
			`{"normal":{"x":0,"y":0,"z":0},"d":1}`},
		{math.RGBA(1, 0.5, 0, 1), `{"args":[1.0,0.5,0.0,1.0],"type":"Color"}`,
			`{"r":1,"g":0.5,"b":0,"a":1}`},
		{packed.PackedByteArray{1, 2}, `{"args":[1,2],"type":"PackedByteArray"}`, `"AQI="`},
		{packed.PackedFloat32Array{0.1},
			`{"args":[0.10000000149011612],"type":"PackedFloat32Array"}`, `[0.1]`},
		{packed.PackedVector2Array{{X: 1, Y: 2}}, `{"args":[1.0,2.0],"type":"PackedVector2Array"}`,
			`[{"x":1,"y":2}]`},
		{packed.PackedStringArray{"a"}, `{"args":["a"],"type":"PackedStringArray"}`, `["a"]`},
		{variant.NewArray(variant.Nil{}, variant.NewArray()), `[null,[]]`, `[null,[]]`},
		{variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(1)),
			`{"args":["i:1"],"elem_type":"int","type":"Array"}`, `[1]`},
		{variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeInt},
			Pairs: []variant.Pair{{Key: variant.Int(1), Value: nil}}},
			`{"args":["i:1",null],"key_type":"int","type":"Dictionary"}`, `{"1":null}`},
		{variant.NewDictionary(variant.KV("b", variant.Int(1)),
			variant.Pair{Key: math.V2(1, 2), Value: variant.String("x")}),
			`{"args":["s:b","i:1",{"args":[1.0,2.0],"type":"Vector2"},"s:x"],"type":"Dictionary"}`,
			`{"b":1,"Vector2(1, 2)":"x"}`},
	} {
		data, err := jsonvar.Marshal(c.v)
		require.NoError(t, err)
		assert.Equal(t, c.canonical, string(data))
		back, err := jsonvar.Unmarshal(data, jsonvar.Options{Objects: true})
		require.NoError(t, err, "%s", data)
		assert.True(t, variant.Equal(c.v, back), "%s: %#v", data, back)

		if c.v != nil {
			method, err := json.Marshal(c.v)
			require.NoError(t, err)
			assert.JSONEq(t, methodForm(c.v, c.canonical, c.relaxed), string(method))
		}

		relaxed, err := jsonvar.MarshalRelaxed(c.v)
		require.NoError(t, err)
		assert.Equal(t, c.relaxed, string(relaxed))
	}
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

// TestErrorsHaveKindAndPosition: errors of Unmarshal, and errors of values without JSON.
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

	self := variant.NewArray(nil)
	self.Items[0] = self
	_, err = jsonvar.Marshal(self)
	assert.ErrorIs(t, err, variant.ErrDepth)
	_, err = jsonvar.MarshalRelaxed(self)
	assert.ErrorIs(t, err, variant.ErrDepth)
	_, err = jsonvar.Marshal(variant.String("\xff"))
	assert.ErrorIs(t, err, variant.ErrUTF8)
}

// TestNumbersOfGodotAreRead reads what JSON.stringify(JSON.from_native(v)) of the
// official Godot 4.6 returns for infinite numbers and NaN.
func TestNumbersOfGodotAreRead(t *testing.T) {
	back, err := jsonvar.Unmarshal([]byte(`["f:inf","f:-inf","f:nan",`+
		`{"args":[1e99999,-1e99999,null],"type":"Vector3"},`+
		`{"args":[null,1e99999],"type":"PackedFloat64Array"},`+
		`{"args":[null,1e99999],"type":"PackedFloat32Array"},`+
		`{"args":[null,1e99999,0.0,1.0],"type":"Color"}]`), jsonvar.Options{Single: true})
	require.NoError(t, err)
	nan := stdmath.Float64frombits(0x7ff8000000000000)
	want := variant.NewArray(variant.Float(math.Inf), variant.Float(-math.Inf), variant.Float(nan),
		math.V3(math.Inf, -math.Inf, nan),
		packed.PackedFloat64Array{nan, math.Inf}, packed.PackedFloat32Array{float32(nan),
			float32(math.Inf)}, math.RGBA(nan, math.Inf, 0, 1))
	assert.True(t, variant.Equal(want, back), "%v", back)
	_, err = text.Parse("Vector2(null, 1)", text.ParseOptions{})
	assert.ErrorIs(t, err, variant.ErrSyntax, "only in JSON")
}

// TestTypedContainersOfObjectsNeedNoOption: an array of objects keeps its element type,
// as Godot writes it with full objects, and no option is needed to read it.
func TestTypedContainersOfObjectsNeedNoOption(t *testing.T) {
	nodes := variant.ElementType{Type: variant.TypeObject, Class: "Node"}

	for _, c := range []struct {
		v    variant.Variant
		json string
	}{
		{variant.NewTypedArray(nodes, variant.Nil{}),
			`{"args":[null],"elem_type":"Node","type":"Array"}`},
		{variant.Dictionary{Value: &nodes}, `{"args":[],"type":"Dictionary","value_type":"Node"}`},
	} {
		data, err := jsonvar.Marshal(c.v)
		require.NoError(t, err)
		assert.Equal(t, c.json, string(data))
		back, err := jsonvar.Unmarshal(data, jsonvar.Options{})
		require.NoError(t, err)
		assert.True(t, variant.Equal(c.v, back), "%#v", back)
	}
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

// TestSizeIsLimited: a value that shares its parts can have more JSON than memory holds.
func TestSizeIsLimited(t *testing.T) {
	var many variant.Variant = variant.String(strings.Repeat("x", 1<<20))
	for range 60 {
		many = variant.NewArray(many, many)
	}
	_, err := jsonvar.MarshalRelaxed(many)
	assert.ErrorIs(t, err, variant.ErrLimit)
	_, err = jsonvar.Marshal(many)
	assert.ErrorIs(t, err, variant.ErrLimit)
}

// TestNilPointersAreErrors: also inside of containers and as keys.
func TestNilPointersAreErrors(t *testing.T) {
	for _, none := range []variant.Variant{(*math.Vector2)(nil), (*variant.Array)(nil),
		(*objects.NodePath)(nil), (*packed.PackedColorArray)(nil)} {
		for _, v := range []variant.Variant{none, variant.NewArray(none)} {
			_, err := jsonvar.Marshal(v)
			assert.ErrorIs(t, err, variant.ErrUnsupported)
			_, err = jsonvar.MarshalRelaxed(v)
			assert.ErrorIs(t, err, variant.ErrUnsupported)
		}
		_, err := jsonvar.MarshalRelaxed(variant.NewDictionary(variant.Pair{Key: none}))
		assert.ErrorIs(t, err, variant.ErrUnsupported)
	}
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

// TestRelaxedOddValues has values of unknown types, and numbers that JSON can't write.
func TestRelaxedOddValues(t *testing.T) {
	inf := float32(math.Inf)
	for want, v := range map[string]variant.Variant{
		`[{"args":[3],"type":"Hearts"}]`: variant.NewArray(hearts{}),
		`["inf",0.1]`:                    packed.PackedFloat32Array{inf, 0.1},
		`[9007199254740993]`:             packed.PackedInt64Array{1<<53 + 1},
		`[-1]`:                           packed.PackedInt32Array{-1},
		`[0.5]`:                          packed.PackedFloat64Array{0.5},
		`{"a":1,"null":2}`: variant.NewDictionary(
			variant.Pair{Key: variant.StringName("a"), Value: variant.Int(1)},
			variant.Pair{Value: variant.Int(2)}),
		`[1]`:    variant.PackedTypedArray{Items: []variant.Variant{variant.Int(1)}},
		`[2]`:    variant.TypedArray{Items: []variant.Variant{variant.Int(2)}},
		`[null]`: variant.NewArray(objects.Object{}),
	} {
		data, err := jsonvar.MarshalRelaxed(v)
		require.NoError(t, err)
		assert.Equal(t, want, string(data))
	}

	_, err := jsonvar.MarshalRelaxed(health{})
	assert.ErrorIs(t, err, variant.ErrUnsupported)
}
