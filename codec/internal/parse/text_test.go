package parse_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/parse"
	"godotvariant/internal/token"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// TestTextIsRead reads every form of text that is not a list of arguments.
func TestTextIsRead(t *testing.T) {
	elem := func(t variant.Type) *variant.ElementType { return &variant.ElementType{Type: t} }
	array := func(e *variant.ElementType, items ...variant.Variant) variant.Variant {
		return variant.Array{Items: items, Elem: e}
	}

	node := &variant.ElementType{Type: variant.TypeObject, Class: "Node"}
	script := &variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}
	for text, want := range map[string]variant.Variant{
		"null":                         null,
		" nil ":                        null,
		"true":                         variant.Bool(true),
		"false":                        variant.Bool(false),
		`"a\"\n\t"`:                    str("a\"\n\t"),
		`"\r\b\f\q"`:                   str("\r\b\fq"),
		`"\u00e9\U01f600\ud83d\ude00"`: str("\u00e9\U0001F600\U0001F600"),
		`&"name"`:                      variant.StringName("name"),
		"[1, 2, ]":                     variant.NewArray(one, two),
		`{"a": 1, 2: {}, "a": 2}`: variant.NewDictionary(variant.KV("a", two),
			pair(two, variant.Dictionary{})),
		"Array([1])":      variant.NewArray(one),
		"Array[int]([1])": array(elem(variant.TypeInt), one),
		"Array[float]([1, 2.5])": array(elem(variant.TypeFloat), variant.Float(1),
			variant.Float(2.5)),
		`Array[StringName](["a"])`: array(elem(variant.TypeStringName),
			variant.StringName("a")),
		`Array[String]([&"a"])`:             array(elem(variant.TypeString), str("a")),
		"Array[Node]([null])":               array(node, null),
		`Array[Resource("res://a.gd")]([])`: array(script),
		"Array[Variant]([1])":               variant.NewArray(one),
		`Dictionary[String, Variant]({"a": 1})`: variant.Dictionary{Key: elem(variant.TypeString),
			Pairs: []variant.Pair{variant.KV("a", one)}},
		"Dictionary({})":  variant.Dictionary{},
		`NodePath("a:b")`: objects.MustParseNodePath("a:b"),
		`Object(Timer,"wait_time":1.0)`: objects.NewObject("Timer",
			objects.Prop("wait_time", variant.Float(1))),
		`Resource("uid://x", "res://icon.png")`: objects.NewObject("Resource",
			objects.Prop("resource_path", str("res://icon.png"))),
	} {
		got, err := parse.Text(text, all)
		require.NoError(t, err, text)
		assert.True(t, variant.Equal(want, got), "%s: %#v", text, got)
	}
}

// TestErrorsOfTextHaveKinds has the kinds of errors.
func TestErrorsOfTextHaveKinds(t *testing.T) {
	for kind, texts := range map[error][]string{
		variant.ErrTruncated: {"", "[", "{", `"a`, `"a\n`, `"a\`, "Array[int](", "&", "1e", "-",
			"Object(A,"},
		variant.ErrSyntax: {
			"]", "&a", "1 2", "1x", "1.5.2", "1e+x", "-x", "--1", "nan(5)", "nan(0x0)", "[1 2]",
			"{1 2}", "{1: 2 3: 4}", "{1: ]}", "Vector9(1)",
			"Array[]([])", "Array[Nil]([])", "Array[int]{}", "Array[Resource(5)]([])", `"\u12"`,
			`"\ud800"`, `"\ud800\u0041"`, `"\U110000"`,
			`"\uzzzz"`, `NodePath("a::b")`, "NodePath(5)", "NodePath()", `NodePath("a", "b")`,
			`Object()`, `Object(A, 5: 1)`, `Object(A, "a" 1)`,
		},
		variant.ErrUTF8: {"\"\xff\"", "\"\\n\xff\""},
		variant.ErrElementType: {
			`Array[int](["a"])`, "Array[int]([1.5])", "Array[float]([9007199254740993])",
			"Dictionary[int, int]({1: null})",
			"Array[NodePath]([&\"a\"])", "Array[int]([&\"a\"])",
		},
	} {
		for _, text := range texts {
			v, err := parse.Text(text, all)
			assert.ErrorIs(t, err, kind, "%s: %v", text, v)
			var e *notation.Error
			require.ErrorAs(t, err, &e, text)
			assert.True(t, 0 <= e.Offset && e.Offset <= len(text) && e.Line == 1 && e.Column >= 1,
				"%s: %v", text, err)
		}
	}

	_, err := parse.Text("Object(A)", parse.Options{})
	assert.ErrorIs(t, err, variant.ErrObject)
}

// TestLastValueOfAKeyCounts: a repeated key keeps its first position and takes its last value.
func TestLastValueOfAKeyCounts(t *testing.T) {
	var b strings.Builder
	b.WriteString("{")
	for i := range 100 {
		b.WriteString(variant.Int(i%40).String() + `: 0, "` + variant.Int(i%40).String() + `": ` +
			variant.Int(i).String() + ", ")
	}

	v, err := parse.Text(b.String()+"}", all)
	require.NoError(t, err)
	d := v.(variant.Dictionary)
	require.Equal(t, 80, d.Len())
	last, _ := d.Get(str("5"))
	assert.Equal(t, variant.Int(85), last)
	assert.Equal(t, variant.Int(0), d.Pairs[0].Key)
}

// TestNumbersInAllForms reads numbers in all their forms, each also with a comma after it.
func TestNumbersInAllForms(t *testing.T) {
	inf, float := math.Inf(1), func(bits uint64) variant.Variant {
		return variant.Float(math.Float64frombits(bits))
	}

	for text, want := range map[string]variant.Variant{
		"0":                       variant.Int(0),
		"-0":                      variant.Int(0),
		"09":                      variant.Int(9),
		"10":                      variant.Int(10),
		"-9223372036854775808":    variant.Int(math.MinInt64),
		"-9223372036854775809":    variant.Int(math.MinInt64),
		"99999999999999999999":    variant.Int(math.MaxInt64),
		"0.0":                     variant.Float(0),
		"-0.0":                    variant.Float(math.Copysign(0, -1)),
		"1.":                      variant.Float(1),
		"1.e1":                    variant.Float(10),
		"1.5e3":                   variant.Float(1500),
		"1e5":                     variant.Float(1e5),
		"1E5":                     variant.Float(1e5),
		"1e+5":                    variant.Float(1e5),
		"1e-5":                    variant.Float(1e-5),
		"1e400":                   variant.Float(inf),
		"inf":                     variant.Float(inf),
		"-inf":                    variant.Float(-inf),
		"-inf.0":                  variant.Float(-inf),
		"inf_neg":                 variant.Float(-inf),
		"nan":                     float(0x7FF8000000000000),
		"nan(0x7ff8000000000001)": float(0x7FF8000000000001),
		"nan(0xFFFFFFFFFFFFFFFF)": float(math.MaxUint64),
	} {
		got, err := parse.Text("["+text+", 1]", all)
		require.NoError(t, err, text)
		assert.True(t, variant.Equal(variant.NewArray(want, one), got), "%s: %#v", text, got)
		if f, ok := want.(variant.Float); ok && f != f {
			assert.Equal(t, strings.ToLower(text), string(token.AppendExact(nil, float64(f))))
		}
	}
}

// TestErrorsOfTextHaveOffsets: an error of text says what is wrong, and where.
func TestErrorsOfTextHaveOffsets(t *testing.T) {
	requireFaults(t, parse.Text, map[string]fault{
		"[inf.0]":                         {nil, "expected ',' or ']', found '.'", 4},
		"[-inf.1]":                        {nil, "expected ',' or ']', found '.'", 5},
		"[-nan.1]":                        {nil, "expected ',' or ']', found '.'", 5},
		"[-inf_neg]":                      {nil, "expected a number, found '-'", 1},
		"[1x]":                            {nil, "expected the end of a number, found 'x'", 2},
		"[1_0]":                           {nil, "expected the end of a number, found '_'", 2},
		"[1.5.2]":                         {nil, "expected the end of a number, found '.'", 4},
		"[1.5x]":                          {nil, "expected the end of a number, found 'x'", 4},
		"[1e]":                            {nil, "expected an exponent, found ']'", 3},
		"[1e+]":                           {nil, "expected an exponent, found ']'", 4},
		"[- x]":                           {nil, "expected a number, found 'x'", 3},
		"[-]":                             {nil, "expected a number, found ']'", 2},
		"[nan()]":                         {nil, "expected the bits of a NaN, found '('", 4},
		"[nan(0x7ff0000000000000)]":       {nil, "expected the bits of a NaN, found '('", 4}, // infinity
		"[nan(7ff8000000000001)]":         {nil, "expected the bits of a NaN, found '('", 4},
		"[nan(0xfffffffffffffffff)]":      {nil, "expected the bits of a NaN, found '('", 4},
		"[nan(0x7ff8000000000001":         {nil, "expected the bits of a NaN, found '('", 4},
		"Array[5]([])":                    {nil, "expected a type, found '5'", 6},
		"Array[@]([])":                    {nil, "expected a type, found '@'", 6},
		"Array[`]([])":                    {nil, "expected a type, found '`'", 6},
		"Array[{]([])":                    {nil, "expected a type, found '{'", 6},
		"Array[a/]([])":                   {nil, "expected ']', found '/'", 7},
		"Array[a:]([])":                   {nil, "expected ']', found ':'", 7},
		"Array[a[]([])":                   {nil, "expected ']', found '['", 7},
		"Array[int, int]([])":             {nil, "expected ']', found ','", 9},
		"Array[Nil]([])":                  {nil, "no container is of type Nil", 6},
		"Dictionary[int]({})":             {nil, "expected ',', found ']'", 14},
		"[1 ; 2\n 3]":                     {nil, "expected ',' or ']', found '3'", 8},
		"{1: 2 3: 4}":                     {nil, "expected ',' or '}', found '3'", 6},
		"{1: ]}":                          {nil, "expected a value, found ']'", 4},
		"{1 2}":                           {nil, "expected ':', found '2'", 3},
		"what(1)":                         {nil, "unknown name what", 0},
		"&a":                              {nil, "expected a quoted name, found 'a'", 1},
		`["\u12", 1]`:                     {nil, "an escape without its hexadecimal digits", 2},
		`["\ud83dx"]`:                     {nil, "an escape that is no character", 2},
		`["a\ud83d\n"]`:                   {nil, "an escape that is no character", 3},
		`["\ud83d\u0041"]`:                {nil, "an escape that is no character", 2},
		`["\U00d800"]`:                    {nil, "an escape that is no character", 2},
		"[\"ab\xff\"]":                    {nil, "invalid UTF-8", 2},
		"[\"a\\n\xff\"]":                  {nil, "invalid UTF-8", 2},
		`["a`:                             {nil, "a string without an end", 3},
		`["a\`:                            {nil, "a string without an end", 4},
		"Array[int]([1, \"a\"])":          {nil, "String in a container of int", 11},
		"Dictionary[int, int]({1: null})": {nil, "Nil in a container of int", 21},
		"1 é":                             {nil, "expected the end, found 'é'", 2},
	})
}

// TestErrorsHaveLines: lines end with a newline, columns count characters.
func TestErrorsHaveLines(t *testing.T) {
	for text, want := range map[string][2]int{"?": {1, 1}, "\n?": {2, 1},
		"[1, \n\n\"ä\" é?": {3, 5}, "[\n": {2, 1}, "[1,\n2": {2, 2}} {
		_, err := parse.Text(text, all)
		var e *notation.Error
		require.ErrorAs(t, err, &e, text)
		assert.Equal(t, want, [2]int{e.Line, e.Column}, "%q: %v", text, err)
	}
}

// TestNamesOfClasses has every kind of character that a name may have.
func TestNamesOfClasses(t *testing.T) {
	for _, name := range []string{"z0Z9", "a", "A1", "_z", "__", "zZ_09", "Node3D"} {
		got, err := parse.Text("Array["+name+"]([])", all)
		require.NoError(t, err, name)
		assert.Equal(t, name, got.(variant.Array).Elem.Class)
	}
}

// TestDepthIsLimited: the limit is MaxDepth, but at most 1024. Values side by side do not count.
func TestDepthIsLimited(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

	for max, most := range map[int]int{1: 2, 2: 3, 1023: 1024, 1024: 1025, 1025: 1025, 5000: 1025,
		0: 1025, -1: 1025} {
		s := parse.Options{MaxDepth: max}
		for name, read := range map[string]func(string, parse.Options) (variant.Variant,
			error){"text": parse.Text, "JSON": parse.JSON} {
			_, err := read(nested(most), s)
			assert.NoError(t, err, "%s, %d", name, max)
			_, err = read(nested(most+1), s)
			assert.ErrorIs(t, err, variant.ErrDepth, "%s, %d", name, max)
			v, err := read("["+strings.Repeat("[],", 1500)+"[]]", s)
			require.NoError(t, err, "%s, %d", name, max)
			assert.Equal(t, 1501, v.(variant.Array).Len())
		}
	}
}
