package parse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/parse"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// all are options that accept objects.
var all = parse.Options{Objects: true}

var (
	null = variant.Nil{}
	one  = variant.Int(1)
	two  = variant.Int(2)
)

func str(s string) variant.Variant { return variant.String(s) }

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

// TestErrorsHavePaths: an error of text or JSON has the path of the value that could not be read.
func TestErrorsHavePaths(t *testing.T) {
	long := strings.Repeat("k", 100)

	for _, c := range []struct{ text, json, path string }{
		{"?", "?", "$"},
		{"[1] 2", `["i:1"] 2`, "$"},
		{"[1 2]", `["i:1" "i:2"]`, "$"},
		{"[1, ?]", `["i:1", ?]`, "$[1]"},
		{"[[], [1, 2, [?", `[[], ["i:1", "i:2", [?`, "$[1][2][0]"},
		{`{"a": {1: ?}}`,
			`{"type":"Dictionary","args":["s:a",{"type":"Dictionary","args":["i:1",?]}]}`,
			`$["a"][1]`},
		{`{"a": 1, &"b": Vector2(?)}`,
			`{"type":"Dictionary","args":["s:a","i:1","sn:b",{"type":"Vector2","args":[?]}]}`,
			`$[&"b"]`},
		{`{"a": 1, [?]: 2}`, `{"type":"Dictionary","args":["s:a","i:1",[?],"i:2"]}`, "$[key 1][0]"},
		{"{Vector2i(1, 2): ?}",
			`{"type":"Dictionary","args":[{"type":"Vector2i","args":[1,2]},?]}`,
			"$[Vector2i(1, 2)]"},
		{`{"a" 1}`, `{"type":"Dictionary","args":["s:a"]}`, "$"},
		{`Array[int]([1, "a"])`, `{"type":"Array","elem_type":"int","args":["i:1","s:a"]}`, "$[1]"},
		{
			`[Dictionary[int, int]({"a": 1})]`,
			`[{"type":"Dictionary","key_type":"int","value_type":"int","args":["s:a","i:1"]}]`,
			"$[0][key 0]",
		},
		{
			`[Dictionary[int, int]({1: "a"})]`,
			`[{"type":"Dictionary","key_type":"int","value_type":"int","args":["i:1","s:a"]}]`,
			"$[0][1]",
		},
		{`[Object(Timer, "a": 1, "b": [?])]`, `[{"type":"Timer","props":["a","i:1","b",[?]]}]`,
			"$[0].b[0]"},
		{`{"` + long + `": ?}`, `{"type":"Dictionary","args":["s:` + long + `",?]}`,
			`$["` + long[:64] + `…"]`},
		{
			strings.Repeat("[", 100) + "?", strings.Repeat("[", 100) + "?",
			"$" + strings.Repeat("[0]", 16) + "…" + strings.Repeat("[0]", 16),
		},
	} {
		for text, read := range map[string]func() (variant.Variant, error){
			"text " + c.text: func() (variant.Variant, error) { return parse.Text(c.text, all) },
			"JSON " + c.json: func() (variant.Variant, error) { return parse.JSON(c.json, all) },
		} {
			_, err := read()
			var e *notation.Error
			require.ErrorAs(t, err, &e, text)
			assert.Equal(t, c.path, e.Path, "%s: %v", text, err)
		}
	}
}
