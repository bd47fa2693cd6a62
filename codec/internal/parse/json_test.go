package parse_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/parse"
	"godotvariant/codec/jsonvar"
	"godotvariant/objects"
	"godotvariant/variant"
)

// TestJSONIsRead reads every form of JSON, and the JSON that is written for the result.
func TestJSONIsRead(t *testing.T) {
	ints := variant.ElementType{Type: variant.TypeInt}
	nodes := variant.ElementType{Type: variant.TypeObject, Class: "Node"}
	scripted := variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}

	for text, want := range map[string]variant.Variant{
		"null":           null,
		"true":           variant.Bool(true),
		"false":          variant.Bool(false),
		`"i:-5"`:         variant.Int(-5),
		`"f:1.5"`:        variant.Float(1.5),
		`"s:a:b"`:        str("a:b"),
		`"sn:n"`:         variant.StringName("n"),
		`"np:a:b"`:       objects.MustParseNodePath("a:b"),
		`["i:1", null]`:  variant.NewArray(one, null),
		`{"type":"RID"}`: objects.RID(0),
		`{"type":"Array","args":["i:1"],"elem_type":"int"}`:   variant.NewTypedArray(ints, one),
		`{"type":"Array","elem_type":"Node","args":[]}`:       variant.NewTypedArray(nodes),
		`{"type":"Array","elem_type":"res://a.gd","args":[]}`: variant.NewTypedArray(scripted),
		`{"args":["s:a","i:1","s:b","i:2","s:a","i:2"],"type":"Dictionary"}`: variant.NewDictionary(
			variant.KV("a", two), variant.KV("b", two)),
		`{"type":"A","props":["p","i:1"]}`: objects.NewObject("A", objects.Prop("p", one)),
	} {
		got, err := parse.JSON(text, all)
		require.NoError(t, err, text)
		assert.True(t, variant.Equal(want, got), "%s: %#v", text, got)
		again, err := jsonvar.Marshal(got)
		require.NoError(t, err)
		once, err := parse.JSON(string(again), all)
		require.NoError(t, err, "%s", again)
		assert.True(t, variant.Equal(want, once), "%s", again)
		assert.True(t, json.Valid(again), "%s", again)
	}
}

// TestErrorsOfJSONHaveOffsets: an error of JSON says what is wrong, and where.
func TestErrorsOfJSONHaveOffsets(t *testing.T) {
	const tags = `expected one of "i:…", "f:…", "s:…", "sn:…" and "np:…"`

	requireFaults(t, parse.JSON, map[string]fault{
		`[null, "z:1"]`:                         {nil, tags, 7},
		`[null, "i:1 2"]`:                       {nil, tags, 7},
		`[null, "i:"]`:                          {nil, tags, 7},
		`[null, "a"]`:                           {nil, tags, 7},
		`[null, 5]`:                             {nil, "expected a value (a number is", 7},
		`[null, nothing]`:                       {nil, "expected a value (a number is", 7},
		`[null, ?]`:                             {nil, "expected a value (a number is", 7},
		`[null`:                                 {nil, "expected ',' or ']'", 5},
		`[ {"type":"Array"} ]`:                  {nil, "Array", 2},
		`[ {"type":"Array","args":["i:1",5]} ]`: {nil, "expected a value (a number is", 32},
		`[ {"type":"Array","args":["s:1"],"elem_type":"int"} ]`: {nil,
			"String in a container of int", 2},
		`[ {"args":["i:1","s:1"],"type":"Dictionary","value_type":"int"} ]`: {nil,
			"String in a container of int", 2},
		`[ {"args":["i:1","s:1"],"type":"Dictionary","key_type":"String"} ]`: {nil,
			"int in a container of String", 2},
		`[ {"args":["i:1"],"type":"Dictionary"} ]`: {nil, "expected a key's value", 17},
		`[ {"props":["p"],"type":"A"} ]`:           {nil, "expected a property's value", 16},
		`[ {"args":[],"props":[],"type":"A"} ]`:    {nil, "an object with args and props", 2},
		`[ {"args":[],"args":[],"type":"A"} ]`:     {nil, "a member that comes twice", 20},
		`[ {"args":[]} ]`:                          {nil, "an object without a type", 2},
		`[ {"type":"A","what":1} ]`:                {nil, "unknown member what", 21},
		`[ {"args":{},"type":"Array"} ]`:           {nil, "expected '[', found '{'", 10},
		`[ {"args":["s:]"`:                         {nil, "a list without an end", 16},
		`[ {"args":["s:]\"`:                        {nil, "a list without an end", 17},
		`[ {"args":["s:]\`:                         {nil, "a list without an end", 16},
		`[ {"type":"A" "props":[]} ]`:              {nil, "expected ',', found '\"'", 14},
		`[ {,"type":"A"} ]`:                        {nil, "expected a string, found ','", 3},
		`[null] null`:                              {nil, "expected the end, found 'n'", 7},
		`[null] ; a comment`:                       {nil, "expected the end, found ';'", 7},
	})
}

// TestListsOfJSONInAnyOrder: a bracket in a text does not end a list.
func TestListsOfJSONInAnyOrder(t *testing.T) {
	list := func(items ...variant.Variant) variant.Variant { return variant.Array{Items: items} }
	for text, want := range map[string]variant.Variant{
		`{"args":["s:]","i:1"],"type":"Array"}`:   list(str("]"), one),
		`{"args":["s:[{","i:1"],"type":"Array"}`:  list(str("[{"), one),
		`{"args":["s:\"]","i:1"],"type":"Array"}`: list(str(`"]`), one),
		`{"args":["s:\\","s:]"],"type":"Array"}`: list(str(`\`),
			str("]")),
		`{"args":["s:",[["i:1"],[]]],"type":"Array"}`: list(str(""),
			list(list(one), list())),
		`{"args":["s:k","s:]"],"type":"Dictionary"}`: variant.NewDictionary(variant.KV("k",
			str("]"))),
		` { "type" : "Array" , "args" : [ "i:1" ] , } `: nil,
		`[{"args":[],"type":"Array"},{"args":["i:1"],"type":"Array"},null]`: list(list(),
			list(one), null),
	} {
		got, err := parse.JSON(text, all)
		if want == nil {
			assert.ErrorIs(t, err, variant.ErrSyntax, text)
			continue
		}

		require.NoError(t, err, text)
		assert.True(t, variant.Equal(want, got), "%s: %#v", text, got)
	}
}
