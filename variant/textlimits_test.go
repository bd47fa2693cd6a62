package variant_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// TestTextNumbers reads numbers in all their forms, each also with a comma behind it.
func TestTextNumbers(t *testing.T) {
	usual := math.Float64frombits(0x7FF8 << 48)
	for text, want := range map[string]variant.Variant{
		"0": variant.Int(0), "-0": variant.Int(0), "09": variant.Int(9), "10": variant.Int(10),
		"-9223372036854775808": variant.Int(math.MinInt64), "-9223372036854775809": variant.Int(math.MinInt64),
		"0.0": variant.Float(0), "-0.0": variant.Float(math.Copysign(0, -1)), "1.": variant.Float(1), "1.e1": variant.Float(10),
		"1e5": variant.Float(1e5), "1E5": variant.Float(1e5), "1e+5": variant.Float(1e5), "1e-5": variant.Float(1e-5), "1e400": variant.Float(math.Inf(1)),
		"inf": variant.Float(math.Inf(1)), "-inf": variant.Float(math.Inf(-1)), "-inf.0": variant.Float(math.Inf(-1)), "inf_neg": variant.Float(math.Inf(-1)),
		"nan": variant.Float(usual), "nan(0x7ff8000000000001)": variant.Float(math.Float64frombits(0x7FF8000000000001)), "nan(0xFFFFFFFFFFFFFFFF)": variant.Float(math.Float64frombits(math.MaxUint64)),
	} {
		got, err := readText("["+text+", 1]", textTypes)
		require.NoError(t, err, text)
		assert.True(t, variant.Equal(variant.NewArray(want, one), got), "%s: %#v", text, got)
		if f, ok := want.(variant.Float); ok && f != f {
			assert.Equal(t, strings.ToLower(text), variant.FormatNaN(float64(f)))
		}
	}
}

// TestTextErrorPlaces holds what is said of a fault, and where it is.
func TestTextErrorPlaces(t *testing.T) {
	for text, want := range map[string]struct {
		why    string
		offset int
	}{
		"[inf.0]":                         {"expected ',' or ']', found '.'", 4},
		"[-inf.1]":                        {"expected ',' or ']', found '.'", 5},
		"[-nan]":                          {"expected a number, found '-'", 1},
		"[-inf_neg]":                      {"expected a number, found '-'", 1},
		"[1x]":                            {"expected the end of a number, found 'x'", 2},
		"[1_0]":                           {"expected the end of a number, found '_'", 2},
		"[1.5.2]":                         {"expected the end of a number, found '.'", 4},
		"[1.5x]":                          {"expected the end of a number, found 'x'", 4},
		"[1e]":                            {"expected an exponent, found ']'", 3},
		"[1e+]":                           {"expected an exponent, found ']'", 4},
		"[- x]":                           {"expected a number, found 'x'", 3},
		"[-]":                             {"expected a number, found ']'", 2},
		"[nan()]":                         {"expected the bits of a NaN, found '('", 4},
		"[nan(0x7ff0000000000000)]":       {"expected the bits of a NaN, found '('", 4}, // infinity
		"[nan(7ff8000000000001)]":         {"expected the bits of a NaN, found '('", 4},
		"[nan(0xfffffffffffffffff)]":      {"expected the bits of a NaN, found '('", 4},
		"[nan(0x7ff8000000000001":         {"expected the bits of a NaN, found '('", 4},
		"Array[5]([])":                    {"expected a type, found '5'", 6},
		"Array[@]([])":                    {"expected a type, found '@'", 6},
		"Array[`]([])":                    {"expected a type, found '`'", 6},
		"Array[{]([])":                    {"expected a type, found '{'", 6},
		"Array[a/]([])":                   {"expected ']', found '/'", 7},
		"Array[a:]([])":                   {"expected ']', found ':'", 7},
		"Array[a[]([])":                   {"expected ']', found '['", 7},
		"Array[int, int]([])":             {"expected ']', found ','", 9},
		"Array[Nil]([])":                  {"no container is of type Nil", 6},
		"Dictionary[int]({})":             {"expected ',', found ']'", 14},
		"[1 ; 2\n 3]":                     {"expected ',' or ']', found '3'", 8},
		"{1: 2 3: 4}":                     {"expected ',' or '}', found '3'", 6},
		"{1: ]}":                          {"expected a value, found ']'", 4},
		"{1 2}":                           {"expected ':', found '2'", 3},
		"what(1)":                         {"unknown name what", 0},
		"&a":                              {"expected a quoted name, found 'a'", 1},
		`["\u12", 1]`:                     {"an escape without its hexadecimal digits", 2},
		`["\ud83dx"]`:                     {"an escape that is no character", 2},
		`["a\ud83d\n"]`:                   {"an escape that is no character", 3},
		`["\ud83d\u0041"]`:                {"an escape that is no character", 2},
		`["\U00d800"]`:                    {"an escape that is no character", 2},
		"[\"ab\xff\"]":                    {"invalid UTF-8", 2},
		"[\"a\\n\xff\"]":                  {"invalid UTF-8", 2},
		`["a`:                             {"a string without an end", 3},
		`["a\`:                            {"a string without an end", 4},
		"Array[int]([1, \"a\"])":          {"String in a container of int", 11},
		"Dictionary[int, int]({1: null})": {"Nil in a container of int", 21},
		"1 é":                             {"expected the end, found 'é'", 2},
	} {
		_, err := readText(text, textTypes)
		var e *variant.TextError
		require.ErrorAs(t, err, &e, text)
		assert.ErrorContains(t, err, want.why, text)
		assert.Equal(t, want.offset, e.Offset, "%s: %v", text, err)
	}
}

// TestTextErrorLines: lines end with a newline, columns count characters.
func TestTextErrorLines(t *testing.T) {
	for text, want := range map[string][2]int{"?": {1, 1}, "\n?": {2, 1}, "[1, \n\n\"ä\" é?": {3, 5}, "[\n": {2, 1}, "[1,\n2": {2, 2}} {
		_, err := readText(text, textTypes)
		var e *variant.TextError
		require.ErrorAs(t, err, &e, text)
		assert.Equal(t, want, [2]int{e.Line, e.Column}, "%q: %v", text, err)
	}
}

// TestTextNames has every kind of character that a name may have.
func TestTextNames(t *testing.T) {
	for _, name := range []string{"z0Z9", "a", "A1", "_z", "__", "zZ_09", "Node3D"} {
		got, err := readText("Array["+name+"]([])", textTypes)
		require.NoError(t, err, name)
		assert.Equal(t, name, got.(variant.Array).Elem.Class)
	}
}

// TestTextDepth: a limit that is asked for holds, but no more than 1024 is given, and
// what lies side by side does not count.
func TestTextDepth(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for max, most := range map[int]int{1: 2, 2: 3, 1023: 1024, 1024: 1025, 1025: 1025, 5000: 1025, 0: 1025, -1: 1025} {
		s := variant.TextSettings{MaxDepth: max}
		for name, read := range map[string]func(string, variant.TextSettings) (variant.Variant, error){"text": readText, "JSON": readJSON} {
			_, err := read(nested(most), s)
			assert.NoError(t, err, "%s, %d", name, max)
			_, err = read(nested(most+1), s)
			assert.ErrorIs(t, err, variant.ErrDepth, "%s, %d", name, max)
			v, err := read("["+strings.Repeat("[],", 1500)+"[]]", s)
			require.NoError(t, err, "%s, %d", name, max)
			assert.Equal(t, 1501, v.(variant.Array).Len())
		}
	}
	many := make([]variant.Variant, 3000)
	b, err := variant.MarshalJSON(variant.NewArray(many...))
	require.NoError(t, err)
	assert.Len(t, b, 5*3000+1)

	deep := variant.Variant(one)
	for range 1024 {
		deep = variant.NewArray(deep)
	}
	_, err = variant.MarshalJSON(deep)
	require.NoError(t, err)
	_, err = variant.MarshalJSON(variant.NewArray(deep))
	assert.ErrorIs(t, err, variant.ErrDepth)
}

// TestJSONErrorPlaces holds what is said of a fault in JSON, and where it is.
func TestJSONErrorPlaces(t *testing.T) {
	const tags = `expected one of "i:…", "f:…", "s:…", "sn:…" and "np:…"`
	for text, want := range map[string]struct {
		why    string
		offset int
	}{
		`[null, "z:1"]`:                         {tags, 7},
		`[null, "i:1 2"]`:                       {tags, 7},
		`[null, "i:"]`:                          {tags, 7},
		`[null, "a"]`:                           {tags, 7},
		`[null, 5]`:                             {"expected a value (a number is", 7},
		`[null, nothing]`:                       {"expected a value (a number is", 7},
		`[null, ?]`:                             {"expected a value (a number is", 7},
		`[null`:                                 {"expected ',' or ']'", 5},
		`[ {"type":"Array"} ]`:                  {"Array", 2},
		`[ {"type":"Array","args":["i:1",5]} ]`: {"expected a value (a number is", 32},
		`[ {"type":"Array","args":["s:1"],"elem_type":"int"} ]`:              {"String in a container of int", 2},
		`[ {"args":["i:1","s:1"],"type":"Dictionary","value_type":"int"} ]`:  {"String in a container of int", 2},
		`[ {"args":["i:1","s:1"],"type":"Dictionary","key_type":"String"} ]`: {"int in a container of String", 2},
		`[ {"args":["i:1"],"type":"Dictionary"} ]`:                           {"expected a key's value", 17},
		`[ {"props":["p"],"type":"A"} ]`:                                     {"expected a property's value", 16},
		`[ {"args":[],"props":[],"type":"A"} ]`:                              {"an object with args and props", 2},
		`[ {"args":[],"args":[],"type":"A"} ]`:                               {"a member that comes twice", 20},
		`[ {"args":[]} ]`:                                                    {"an object without a type", 2},
		`[ {"type":"A","what":1} ]`:                                          {"unknown member what", 21},
		`[ {"type":"Refused","props":[]} ]`:                                  {"refused", 2},
		`[ {"args":{},"type":"Array"} ]`:                                     {"expected '[', found '{'", 10},
		`[ {"args":["s:]"`:                                                   {"a list without an end", 16},
		`[ {"args":["s:]\"`:                                                  {"a list without an end", 17},
		`[ {"args":["s:]\`:                                                   {"a list without an end", 16},
		`[ {"type":"A" "props":[]} ]`:                                        {"expected ',', found '\"'", 14},
		`[ {,"type":"A"} ]`:                                                  {"expected a string, found ','", 3},
		`[null] null`:                                                        {"expected the end, found 'n'", 7},
		`[null] ; a comment`:                                                 {"expected the end, found ';'", 7},
	} {
		_, err := readJSON(text, textTypes)
		var e *variant.TextError
		require.ErrorAs(t, err, &e, text)
		assert.ErrorContains(t, err, want.why, text)
		assert.Equal(t, want.offset, e.Offset, "%s: %v", text, err)
	}
}

// TestJSONLists has lists with brackets in their texts, which end where they end.
func TestJSONLists(t *testing.T) {
	list := func(items ...variant.Variant) variant.Variant { return variant.Array{Items: items} }
	for text, want := range map[string]variant.Variant{
		`{"args":["s:]","i:1"],"type":"Array"}`:                             list(str("]"), one),
		`{"args":["s:[{","i:1"],"type":"Array"}`:                            list(str("[{"), one),
		`{"args":["s:\"]","i:1"],"type":"Array"}`:                           list(str(`"]`), one),
		`{"args":["s:\\","s:]"],"type":"Array"}`:                            list(str(`\`), str("]")),
		`{"args":["s:",[["i:1"],[]]],"type":"Array"}`:                       list(str(""), list(list(one), list())),
		`{"args":["s:k","s:]"],"type":"Dictionary"}`:                        variant.NewDictionary(variant.KV("k", str("]"))),
		` { "type" : "Array" , "args" : [ "i:1" ] , } `:                     nil,
		`[{"args":[],"type":"Array"},{"args":["i:1"],"type":"Array"},null]`: list(list(), list(one), null),
	} {
		got, err := readJSON(text, textTypes)
		if want == nil {
			assert.ErrorIs(t, err, variant.ErrSyntax, text)
			continue
		}
		require.NoError(t, err, text)
		assert.True(t, variant.Equal(want, got), "%s: %#v", text, got)
	}
}

// TestFloatText: a float never looks like an int.
func TestFloatText(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0.0", 9: "9.0", 10: "10.0", 90: "90.0", -10: "-10.0", 0.5: "0.5", 1e15: "1e+15", 999999999999999: "999999999999999.0", 1e-4: "0.0001", 1e-5: "1e-05",
	} {
		assert.Equal(t, want, variant.Float(f).String())
	}
}

// TestJSONEscapes holds which characters are escaped in JSON, and how.
func TestJSONEscapes(t *testing.T) {
	b, err := variant.MarshalJSON(str("\x00\x1f \"\\/\x7fé\u2028\n\r\t\b"))
	require.NoError(t, err)
	assert.Equal(t, `"s:\u0000\u001f \"\\/`+"\x7fé\u2028"+`\n\r\t\u0008"`, string(b))
}

// TestTextReaderFailed: the first error stays, and nothing is read after it.
func TestTextReaderFailed(t *testing.T) {
	r := variant.NewTextReader("1 2 3", variant.TextSettings{})
	assert.Equal(t, one, r.Value())
	assert.False(t, r.Failed())
	assert.NoError(t, r.Err())
	r.Fail(variant.ErrRange)
	r.Fail(variant.ErrLimit)
	assert.True(t, r.Failed())
	assert.Nil(t, r.Value())
	assert.EqualError(t, r.Err(), "godot: text at 1:2: out of range")
}
