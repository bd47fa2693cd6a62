package variant_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

func TestVerbs(t *testing.T) {
	list := variant.NewArray(variant.Int(1), variant.NewDictionary(variant.KV("a\n", variant.StringName("b"))), variant.NewArray())
	assert.Equal(t, `[1, {"a\n": &"b"}, []]`, fmt.Sprint(list))
	assert.Equal(t, `[1, {"a\n": &"b"}, []]`, fmt.Sprintf("%s", list))
	assert.Equal(t, "[1, {\"a\\n\": &\"b\"}, []]     |", fmt.Sprintf("%-27v|", list))
	assert.Equal(t, "[\n\t1,\n\t{\n\t\t\"a\\n\": &\"b\"\n\t},\n\t[]\n]", fmt.Sprintf("%+v", list))
	assert.Equal(t, `variant.Array{Items: []variant.Variant{}}`, fmt.Sprintf("%#v", variant.Array{Items: []variant.Variant{}}))
	assert.Equal(t, `"[]"`, fmt.Sprintf("%q", variant.Array{}))
	assert.Equal(t, `Array[int]([1])`, fmt.Sprint(variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, variant.Int(1))))
	assert.Equal(t, `Array[Resource("res://a.gd")]([])`, fmt.Sprint(variant.Array{Elem: &variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}}))
	assert.Equal(t, `Dictionary[String, Variant]({})`, fmt.Sprint(variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString}}))

	self := variant.NewArray(nil)
	self.Items[0] = self
	assert.Equal(t, strings.Repeat("[", 1025)+"…"+strings.Repeat("]", 1025), self.String())
	assert.Equal(t, strings.Repeat("variant.Array{Items: []variant.Variant{", 1025)+"nil /* too deep */"+strings.Repeat("}}", 1025), fmt.Sprintf("%#v", self))
}

func TestScalarsAsTextAndJSON(t *testing.T) {
	var n variant.Int
	require.NoError(t, n.UnmarshalText([]byte("-5")))
	require.NoError(t, json.Unmarshal([]byte(`"i:7"`), &n))
	assert.Equal(t, variant.Int(7), n)
	require.NoError(t, json.Unmarshal([]byte(`null`), &n))
	assert.Equal(t, variant.Int(7), n)
	assert.ErrorIs(t, n.UnmarshalText([]byte("1.5")), variant.ErrSyntax)
	assert.Error(t, json.Unmarshal([]byte(`"s:7"`), &n))

	var f variant.Float
	require.NoError(t, f.UnmarshalText([]byte("1")))
	assert.Equal(t, variant.Float(1), f)
	var s variant.String
	require.NoError(t, s.UnmarshalText([]byte(`"a\n"`)))
	assert.Equal(t, variant.String("a\n"), s)
	assert.ErrorIs(t, s.UnmarshalText([]byte(`a`)), variant.ErrSyntax)
	var name variant.StringName
	require.NoError(t, name.UnmarshalText([]byte(`&"a"`)))
	var b variant.Bool
	require.NoError(t, b.UnmarshalText([]byte(`true`)))
	var nothing variant.Nil
	require.NoError(t, nothing.UnmarshalText([]byte(`null`)))

	for want, v := range map[string]interface{ MarshalText() ([]byte, error) }{
		`"a\n"`: s, `&"a"`: name, "true": b, "null": nothing, "1.0": f, "7": n, "[7]": variant.NewArray(n),
		`{"a": 7}`: variant.NewDictionary(variant.KV("a", n)),
	} {
		text, err := v.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
	}
	data, err := json.Marshal(map[string]any{"list": variant.NewArray(n, f, s, name, b, nothing)})
	require.NoError(t, err)
	assert.Equal(t, `{"list":["i:7","f:1.0","s:a\n","sn:a",true,null]}`, string(data))
}

func TestLogValue(t *testing.T) {
	many := make([]variant.Variant, 1000)
	for i := range many {
		many[i] = variant.NewArray(variant.String(strings.Repeat("x", 1000)), variant.Nil{}, nil)
	}
	self := variant.NewArray(nil)
	self.Items[0] = self
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	log.Info("in", "v", variant.NewDictionary(variant.KV("hp", variant.Int(1)), variant.Pair{Key: variant.Int(2), Value: variant.Float(0.5)}, variant.KV("bag", variant.NewArray(variant.StringName("a")))))
	assert.Equal(t, "level=INFO msg=in v.hp=1 v.2=0.5 v.bag.0=\"&\\\"a\\\"\"\n", out.String())
	out.Reset()
	log.Info("in", "v", variant.NewArray(many...))
	assert.Contains(t, out.String(), "v.(more)=968")
	assert.Less(t, out.Len(), 40_000)
	out.Reset()
	log.Info("in", "v", self)
	assert.Equal(t, "level=INFO msg=in v.0.0.0.0=Array(…)\n", out.String())
}
