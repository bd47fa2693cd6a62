package variant_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/variant"
)

func TestVerbs(t *testing.T) {
	list := variant.NewArray(variant.Int(1),
		variant.NewDictionary(variant.KV("a\n", variant.StringName("b"))), variant.NewArray())
	assert.Equal(t, `[1, {"a\n": &"b"}, []]`, fmt.Sprint(list))
	assert.Equal(t, `[1, {"a\n": &"b"}, []]`, fmt.Sprintf("%s", list))
	assert.Equal(t, "[1, {\"a\\n\": &\"b\"}, []]     |", fmt.Sprintf("%-27v|", list))
	assert.Equal(t, "[\n\t1,\n\t{\n\t\t\"a\\n\": &\"b\"\n\t},\n\t[]\n]", fmt.Sprintf("%+v", list))
	assert.Equal(t, `variant.Array{Items: []variant.Variant{}}`,
		fmt.Sprintf("%#v", variant.Array{Items: []variant.Variant{}}))
	assert.Equal(t, `"[]"`, fmt.Sprintf("%q", variant.Array{}))

	assert.Equal(t, `Array[int]([1])`,
		fmt.Sprint(variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt},
			variant.Int(1))))

	script := variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}
	assert.Equal(t, `Array[Resource("res://a.gd")]([])`, fmt.Sprint(variant.NewTypedArray(script)))
	assert.Equal(t, `Dictionary[String, Variant]({})`,
		fmt.Sprint(variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString}}))

	self := variant.NewArray(nil)
	self.Items[0] = self
	assert.Equal(t, strings.Repeat("[", 1025)+"…"+strings.Repeat("]", 1025), self.String())
	deep := strings.Repeat("variant.Array{Items: []variant.Variant{", 1025) +
		"nil /* too deep */" + strings.Repeat("}}", 1025)
	assert.Equal(t, deep, fmt.Sprintf("%#v", self))
}

func TestLogValue(t *testing.T) {
	many := make([]variant.Variant, 1000)
	for i := range many {
		many[i] = variant.NewArray(variant.String(strings.Repeat("x", 1000)), variant.Nil{}, nil)
	}

	self := variant.NewArray(nil)
	self.Items[0] = self

	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out,
		&slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))

	log.Info("in", "v", variant.NewDictionary(
		variant.KV("hp", variant.Int(1)), pair(variant.Int(2), variant.Float(0.5)),
		variant.KV("bag", variant.NewArray(variant.StringName("a"))),
	))

	assert.Equal(t, "level=INFO msg=in v.hp=1 v.2=0.5 v.bag.0=\"&\\\"a\\\"\"\n", out.String())
	out.Reset()
	log.Info("in", "v", variant.NewArray(many...))
	assert.Contains(t, out.String(), "v.(more)=968")
	assert.Less(t, out.Len(), 40_000)
	out.Reset()
	log.Info("in", "v", self)
	assert.Equal(t, "level=INFO msg=in v.0.0.0.0=Array(…)\n", out.String())
}
