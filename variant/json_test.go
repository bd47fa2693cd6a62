package variant_test

import (
	"encoding/json"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/testkit"
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
	for want, v := range map[error]variant.Variant{
		variant.ErrDepth: testkit.SelfContaining()["array"],
		variant.ErrUTF8:  variant.NewArray(str("\xff"), null), variant.ErrUnsupported: noJSON{},
	} {
		_, err := variant.JSON(variant.NewArray(v))
		assert.ErrorIs(t, err, want)
	}

	floats := parse(t, "[1e300, 1e-07, -inf]")
	b := must(variant.JSON(variant.NewArray(ownJSON{}, str("\x01\r\n\t\"\\"), floats)))
	assert.Equal(t, `["own","s:\u0001\r\n\t\"\\",["f:1e+300","f:1e-07","f:-inf"]]`, string(b))

	for _, v := range []json.Marshaler{typed, variant.PackedTypedArray(typed)} {
		assert.Equal(t, `{"args":["i:1"],"elem_type":"int","type":"Array"}`,
			string(must(v.MarshalJSON())))
	}
}

// typed is Array[int]([1]) of Pandemonium.
var typed = variant.TypedArray{Items: []variant.Variant{one},
	Elem: variant.ElementType{Type: variant.TypeInt}}

// TestJSONDepth: JSON is as deep as packets are, and what is side by side does not count.
func TestJSONDepth(t *testing.T) {
	many := make([]variant.Variant, 3000)
	assert.Len(t, must(variant.JSON(variant.NewArray(many...))), 5*3000+1)

	deep := variant.Variant(one)
	for range 1024 {
		deep = variant.NewArray(deep)
	}

	must(variant.JSON(deep))
	_, err := variant.JSON(variant.NewArray(deep))
	assert.ErrorIs(t, err, variant.ErrDepth)
}

// TestJSONReadErrors: each kind, and where.
func TestJSONReadErrors(t *testing.T) {
	check := func(data, kind, path string) {
		_, err := variant.ReadJSON(data, variant.JSONOptions{})
		var e *notation.Error
		require.ErrorAs(t, err, &e, data)
		assert.ErrorContains(t, e.Err, kind, data)
		assert.True(t, strings.HasSuffix(e.Path, path), "%s: %s", data, e.Path)
	}

	check(strings.Repeat("[", 2000), "nested too deep", "[0]")
	for _, row := range rows(t, "badjson.txt") {
		check(row[0], row[1], row[2])
	}

	for _, data := range []string{
		`["i:1 "]`, `["s:a",true,false,null,"sn:b"]`,
		`[{"type":"Array","args":["i:1"],"elem_type":"int"}]`,
		`[{"type":"Dictionary","args":["i:1","i:2","i:1","i:3"]}]`,
	} {
		must(variant.ReadJSON(data, variant.JSONOptions{}))
	}
}

// TestContainersReadTheirJSON: of their own type only, and null changes nothing.
func TestContainersReadTheirJSON(t *testing.T) {
	for _, c := range []struct {
		v     variant.Variant
		into  interface{ UnmarshalJSON([]byte) error }
		other string
	}{
		{parse(t, `[1, {"a": null}]`), new(variant.Array), `{"type":"Dictionary","args":[]}`},
		{parse(t, `{"a": [1, {"a": null}]}`), new(variant.Dictionary), `[]`},
		{typed, new(variant.TypedArray), `"i:1"`},
		{variant.PackedTypedArray(typed), new(variant.PackedTypedArray),
			`{"type":"Dictionary","args":[]}`},
	} {
		data := must(variant.JSON(c.v))
		require.Error(t, c.into.UnmarshalJSON([]byte(c.other)))
		require.NoError(t, c.into.UnmarshalJSON(data))
		require.NoError(t, c.into.UnmarshalJSON([]byte("null")))
		assert.Equal(t, c.v, reflect.ValueOf(c.into).Elem().Interface())
	}
}
