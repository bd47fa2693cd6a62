package variant_test

import (
	"encoding/json"
	"log/slog"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	gdmath "godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

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
		variant.ErrDepth: cycle[0], variant.ErrUTF8: variant.NewArray(str("\xff"), null),
		variant.ErrUnsupported: variant.NewArray(noJSON{}),
	} {
		_, err := variant.JSON(v)
		assert.ErrorIs(t, err, want)
	}

	floats := variant.NewArray(variant.Float(1e300), variant.Float(1e-7),
		variant.Float(math.Inf(-1)))
	b, err := variant.JSON(variant.NewArray(ownJSON{}, str("\x01\r\n\t\"\\"), floats))
	require.NoError(t, err)
	assert.Equal(t, `["own","s:\u0001\r\n\t\"\\",["f:1e+300","f:1e-07","f:-inf"]]`, string(b))

	typed := variant.TypedArray{Items: []variant.Variant{one},
		Elem: variant.ElementType{Type: variant.TypeInt}}
	for _, v := range []json.Marshaler{typed, variant.PackedTypedArray(typed)} {
		b, err = v.MarshalJSON()
		require.NoError(t, err)
		assert.Equal(t, `{"args":["i:1"],"elem_type":"int","type":"Array"}`, string(b))
	}
}

// TestJSONDepth: JSON is as deep as packets are, and what is side by side does not count.
func TestJSONDepth(t *testing.T) {
	many := make([]variant.Variant, 3000)
	b, err := variant.JSON(variant.NewArray(many...))
	require.NoError(t, err)
	assert.Len(t, b, 5*3000+1)

	deep := variant.Variant(one)
	for range 1024 {
		deep = variant.NewArray(deep)
	}

	_, err = variant.JSON(deep)
	require.NoError(t, err)
	_, err = variant.JSON(variant.NewArray(deep))
	assert.ErrorIs(t, err, variant.ErrDepth)
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

		for _, other := range []string{"[]", "", "null 1", "&", "RID()"} {
			assert.Error(t, dst.UnmarshalText([]byte(other)), other)
		}

		out, _ = dst.MarshalText()
		assert.Equal(t, text, string(out), "an error changes nothing")
	}

	require.NoError(t, f.UnmarshalText([]byte("3")))
	assert.Equal(t, variant.Float(3), f)
	for _, text := range []string{"1.5", "2.0", "nan", `"7"`} {
		assert.ErrorIs(t, i.UnmarshalText([]byte(text)), variant.ErrSyntax, "not an int: %s", text)
	}

	assert.EqualError(t, s.UnmarshalText([]byte(" 5")),
		"godot: text at 1:1: syntax error: expected String, found int")
	typed := variant.TypedArray{Items: []variant.Variant{one},
		Elem: variant.ElementType{Type: variant.TypeInt}}
	for v, want := range map[interface{ MarshalText() ([]byte, error) }]string{
		&typed: "Array[int]([1])", (*variant.PackedTypedArray)(&typed): "Array[int]([1])",
		&variant.Array{Items: typed.Items}:                               "[1]",
		&variant.Dictionary{Pairs: []variant.Pair{variant.KV("a", one)}}: `{"a": 1}`,
	} {
		out, err := v.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, want, string(out))
	}
}

func TestTextOfCustomTypes(t *testing.T) {
	assert.Equal(t, "[custom type 0(…), custom type 0(…)]",
		variant.NewArray(noJSON{}, ownJSON{}).String())
	cycle := make([]variant.Variant, 1)
	cycle[0] = variant.Array{Items: cycle}
	assert.Contains(t, variant.NewArray(cycle...).String(), "…", "a cycle has an end")
}

func TestLogValues(t *testing.T) {
	deep := variant.Variant(variant.NewArray(one))
	for range 8 {
		deep = variant.NewArray(deep)
	}

	typed := variant.TypedArray{Items: []variant.Variant{nil, ownJSON{}, noJSON{},
		variant.Bool(true), variant.Float(0.5), deep}}
	for _, v := range []slog.LogValuer{
		typed, variant.PackedTypedArray(typed), variant.NewArray(typed.Items...),
		variant.NewDictionary(variant.KV("a", deep)),
	} {
		got := v.LogValue().Resolve()
		assert.Equal(t, slog.KindGroup, got.Kind())
		assert.Contains(t, got.String(), "Array(…)")
	}

	assert.Contains(t, typed.LogValue().Resolve().String(), "own")
}

// TestFloatText: a float never looks like an int.
func TestFloatText(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0.0", 9: "9.0", 10: "10.0", 90: "90.0", -10: "-10.0", 0.5: "0.5",
		1e15: "1e+15", 999999999999999: "999999999999999.0", 1e-4: "0.0001", 1e-5: "1e-05",
	} {
		assert.Equal(t, want, variant.Float(f).String())
	}
}

// TestJSONEscapes holds which characters are escaped in JSON, and how.
func TestJSONEscapes(t *testing.T) {
	b, err := variant.JSON(str("\x00\x1f \"\\/\x7fé\u2028\n\r\t\b"))
	require.NoError(t, err)
	assert.Equal(t, `"s:\u0000\u001f \"\\/`+"\x7fé\u2028"+`\n\r\t\u0008"`, string(b))
}

// TestUnmarshalText has the kinds and offsets of errors; a value is unchanged after one.
func TestUnmarshalText(t *testing.T) {
	v := gdmath.Vector2{X: 7}
	require.NoError(t, v.UnmarshalText([]byte(" Vector2 (1, 2) ; a comment")))
	assert.Equal(t, gdmath.Vector2{X: 1, Y: 2}, v)

	for text, want := range map[string]struct {
		kind   error
		offset int
	}{
		"Vector3(1, 2)":   {variant.ErrSyntax, 0},
		" 5":              {variant.ErrSyntax, 1},
		"":                {variant.ErrTruncated, 0},
		"Vector2(3)":      {variant.ErrSyntax, 10},
		"Vector2(3, 4) 5": {variant.ErrSyntax, 14},
		"Vector2[3, 4]":   {variant.ErrSyntax, 7},
	} {
		err := v.UnmarshalText([]byte(text))
		var e *notation.Error
		require.ErrorAs(t, err, &e, text)
		assert.ErrorIs(t, err, want.kind, text)
		assert.Equal(t, want.offset, e.Offset, text)
		assert.Equal(t, gdmath.Vector2{X: 1, Y: 2}, v, "an error changes nothing")
	}
}
