package enginejson_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/enginejson"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// parse returns the File of a JSON text.
func parse(s string) *enginejson.File { return testkit.Must(enginejson.Parse([]byte(s), nil)) }

// TestEngineRules: for each text that Godot 3.2.3 or Godot 4.6 reads, Parse returns the same value.
// For a text that both refuse, Parse returns an error with line and column. A script has recorded
// the results of the engines.
func TestEngineRules(t *testing.T) {
	const endOfLine = "syntax error: expected the end of the line after the value, found "

	for text, want := range map[string]string{
		`{"a":1,}`:                      `{"a": 1}`,
		`[1,2,]`:                        `[1, 2]`,
		"[\"a\nb\tc\x01\"]":             `["a\nb\tc\u0001"]`,
		`[01, 1., -.5, 1e5]`:            `[1, 1.0, -0.5, 100000.0]`,
		`[1e99999, -1e99999]`:           `[inf, -inf]`,
		`[inf, -inf, nan]`:              `[inf, -inf, nan]`, // engines write this but can't read it
		`[9223372036854775807]`:         `[9223372036854775807]`,
		`[9223372036854775808]`:         `[9.223372e+18]`,
		`["\u00e9\ud83d\ude00"]`:        `["é😀"]`,
		`["\/\b\a\x"]`:                  `["/\u0008ax"]`, // only Godot 3 reads \a and \x
		`["\ud83d", "\ud83dx"]`:         "[\"\ufffd\", \"\ufffdx\"]",
		"{\"a\":1}\n{\"b\":2}\n":        `[{"a": 1}, {"b": 2}]`,
		"1\r\n\r\n[2]":                  `[1, [2]]`,
		"\x01 [1]\x01":                  `[1]`,
		"\ufeff[1]":                     `[1]`,
		`{"a":1, "b":2, "a":3}`:         `{"a": 3, "b": 2}`,
		`[null, true, false]`:           `[null, true, false]`,
		" 5 ":                           `5`,
		strings.Repeat("[", 1025) + "!": "! 1:1026: nested too deep",

		`[,1]`:            "! 1:2: syntax error: expected a value, found ','",
		`[1,,2]`:          "! 1:4: syntax error: expected a value, found ','",
		`{,}`:             "! 1:2: syntax error: expected a key in quotes, found ','",
		`{1:2}`:           "! 1:2: syntax error: expected a key in quotes, found '1'",
		`{"a" 1}`:         "! 1:6: syntax error: expected ':' after a key, found '1'",
		`{"a":1 "b":2}`:   "! 1:8: syntax error: expected ',' or '}', found '\"'",
		`[1 2]`:           "! 1:4: syntax error: expected ',' or ']', found '2'",
		`[-]`:             "! 1:2: syntax error: expected a value, found '-'",
		`[.5]`:            "! 1:2: syntax error: expected a value, found '.'",
		`[+1]`:            "! 1:2: syntax error: expected a value, found '+'",
		`[1e]`:            "! 1:2: syntax error: expected a value, found '1'",
		`[1.5.5]`:         "! 1:2: syntax error: expected a value, found '1'",
		`[0x10]`:          "! 1:2: syntax error: expected a value, found '0'",
		`[1_0]`:           "! 1:3: syntax error: expected ',' or ']', found '_'",
		`[tRue]`:          "! 1:2: syntax error: expected a value, found 't'",
		`[INF]`:           "! 1:2: syntax error: expected a value, found 'I'",
		`['a']`:           `! 1:2: syntax error: expected a value, found '\''`,
		`["\u12"]`:        `! 1:5: syntax error: expected four hexadecimal digits, found '1'`,
		`["\u00g0"]`:      `! 1:5: syntax error: expected four hexadecimal digits, found '0'`,
		`[1]]`:            "! 1:4: " + endOfLine + "']'",
		`{"a":1} {}`:      "! 1:9: " + endOfLine + "'{'",
		"{\n\"é\": [x":    "! 2:8: unexpected end of data: expected a value",
		`["a`:             "! 1:4: unexpected end of data: expected '\"' at the end of a text",
		`[1`:              "! 1:3: unexpected end of data: expected ',' or ']'",
		``:                "! 1:1: unexpected end of data: expected a value",
		"[1]\x00":         "! 1:4: " + endOfLine + `'\x00'`,
		"{\"a\":1}\n{[1]": "! 2:2: syntax error: expected a key in quotes, found '['",
	} {
		f, err := enginejson.Parse([]byte(text), nil)
		place, fails := strings.CutPrefix(want, "! ")

		if fails {
			at, why, _ := strings.Cut(place, ": ")
			require.ErrorContains(t, err, " at "+at+": ", text)
			require.ErrorContains(t, err, why, text)
			continue
		}

		require.NoError(t, err, text)
		require.Equal(t, want, variant.Text(f.Root()), text)
		require.Equal(t, text, string(testkit.Must(f.With(f.Root()))), text)
	}

	_, err := enginejson.Parse([]byte(`{"a": [1, {"b": }]}`), nil)
	require.ErrorContains(t, err, `parse $["a"][1]["b"] at 1:17`)
}

// TestBegins: Begins recognizes the beginning of an object or array, wherever the text is cut. It
// does not recognize the heading of a ConfigFile.
func TestBegins(t *testing.T) {
	for _, text := range []string{`[1, [true, "x\u00e9"], {"a": -1.5}]`, "\ufeff {\"имя\": 5}"} {
		for n := len(text); n > 4; n-- {
			require.True(t, enginejson.Begins([]byte(text[:n])), text[:n])
		}
	}

	for _, text := range []string{"[player]\n", "[gd_scene format=3]", "1", `"a"`, "", "a"} {
		require.False(t, enginejson.Begins([]byte(text)), text)
	}
}

// edited returns the text of a file after an edit. The edit sets the value at a path, or deletes it
// if v is nil.
func edited(t *testing.T, text, path string, v variant.Variant) string {
	f := parse(text)
	var root variant.Variant
	var err error

	if v == nil {
		root, err = tree.Delete(f.Root(), path)
	} else {
		root, err = tree.Set(f.Root(), path, v)
	}
	require.NoError(t, err, path)

	return string(testkit.Must(f.With(root)))
}

// TestLayout: an edit changes only the line of the edited value, in the layout of the lines around
// it.
func TestLayout(t *testing.T) {
	const text = "{\r\n\t\"bag\" : [1,  2,3],\r\n\t\"at\": {\"x\": 1.50, \"y\": 2},\r\n" +
		"\t\"list\": [\r\n\t\t1,\r\n\r\n\t\t2\r\n\t],\r\n\t\"no\": {},\r\n}\r\n"
	list := variant.NewArray(variant.Int(8), variant.Int(9))

	for _, test := range []struct {
		path     string
		v        variant.Variant
		old, new string
	}{
		{"bag[3]", variant.Int(4), "2,3]", "2,3,  4]"},
		{"bag[1]", nil, "1,  2,3", "1,3"},
		{"bag[0]", nil, "[1,  2,3]", "[2,3]"},
		{"bag[2]", nil, "1,  2,3", "1,  2"},
		{"bag[1]", variant.String("é\n"), "  2", `  "é\n"`},
		{"at.z", variant.Float(3), `2}`, `2, "z": 3.0}`},
		{"at.x", nil, `{"x": 1.50, "y"`, `{"y"`},
		{"list[2]", variant.Int(3), "\t\t2\r\n", "\t\t2,\r\n\r\n\t\t3\r\n"},
		{"list[0]", nil, "\r\n\t\t1,\r\n\r\n\t\t2", "\r\n\t\t2"},
		{"list[1]", nil, ",\r\n\r\n\t\t2", ""},
		{"list[1]", list, "\t\t2", "\t\t[\r\n\t\t\t8,\r\n\t\t\t9\r\n\t\t]"},
		{"no.new", list, "{}", "{\r\n\t\t\"new\": [\r\n\t\t\t8,\r\n\t\t\t9\r\n\t\t]\r\n\t}"},
		{"no", nil, ",\r\n\t\"no\": {}", ""},
		{"new", variant.Bool(true), "{},\r\n}", "{},\r\n\t\"new\" : true,\r\n}"},
	} {
		require.Contains(t, text, test.old)
		want := strings.Replace(text, test.old, test.new, 1)
		require.Equal(t, want, edited(t, text, test.path, test.v), test.path)
	}

	// A renamed key keeps its value, and its position in the object.
	f := parse(text)
	pairs := slices.Clone(f.Root().(variant.Dictionary).Pairs)
	pairs[1].Key = variant.String("to")
	require.Equal(t, strings.Replace(text, `"at"`, `"to"`, 1),
		string(testkit.Must(f.With(variant.NewDictionary(pairs...)))))

	require.Equal(t, "{\"a\":1}\n{\"b\":[3]}\n", edited(t, "{\"a\":1}\n{\"b\":2}\n", "[1].b",
		variant.NewArray(variant.Int(3))))
	require.Equal(t, "{\"a\":1}\r\n5\r\n[8,9]\r\n", edited(t, "{\"a\":1}\r\n5\r\n", "[2]", list))
	require.Equal(t, "5\n", edited(t, "{\"a\":1}\n5\n", "[0]", nil))
	require.Equal(t, 2, parse("1\n2").Lines())
	require.Zero(t, parse("[1,\n2]").Lines())
}

// TestUnwritable: values that JSON does not have are errors.
func TestUnwritable(t *testing.T) {
	f := parse(`{"a":1}`)
	require.Equal(t, `[1e99999,-1e99999]`, string(testkit.Must(f.With(parse("[inf,-inf]").Root()))))

	for _, v := range []variant.Variant{
		math.V2(1, 2), parse("nan").Root(), variant.StringName("a"),
		variant.NewDictionary(variant.Pair{Key: variant.Int(1), Value: variant.Nil{}}),
	} {
		_, err := f.With(variant.NewArray(v))
		require.Error(t, err, v)
	}

	_, err := parse("1\n2").With(variant.Array{})
	require.Error(t, err)
}

// random returns a random value of JSON.
func random(r *rand.Rand, depth int) any {
	switch n := r.IntN(8); {
	case n < 2 && depth > 0:
		list := make([]any, r.IntN(5))
		for i := range list {
			list[i] = random(r, depth-1)
		}
		return list

	case n < 4 && depth > 0:
		m := map[string]any{}
		for range r.IntN(5) {
			m[string(rune('a'+r.IntN(8)))] = random(r, depth-1)
		}
		return m
	}

	return []any{nil, true, 5, -7.25, "text\n", "", 1e300, "ключ"}[r.IntN(8)]
}

// TestEdits: after random edits, the new text has the edited values, in every layout.
func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))

	for range 2000 {
		text := string(testkit.Must(json.Marshal(random(r, 4))))
		if r.IntN(2) == 0 {
			text = string(testkit.Must(json.MarshalIndent(json.RawMessage(text), "", "  ")))
		}
		if r.IntN(3) == 0 {
			text += "\n" + string(testkit.Must(json.Marshal(random(r, 2))))
		}

		root := parse(text).Root()
		for range 4 {
			root = change(r, root)
		}

		f := parse(text)
		got, err := f.With(root)
		if err != nil { // the edits have deleted all values
			require.NotZero(t, f.Lines())
			continue
		}

		again := parse(string(got))
		want := root
		if a, ok := root.(variant.Array); ok && f.Lines() > 0 && len(a.Items) == 1 {
			want = a.Items[0]
		}
		require.True(t, variant.Equal(want, again.Root()), fmt.Sprintf("%s\n%s", text, got))
	}
}

// change makes a random edit.
func change(r *rand.Rand, root variant.Variant) variant.Variant {
	var paths []variant.Path
	for path := range tree.Walk(root) {
		if n := len(path); n > 0 && path[n-1].Kind != variant.StepPairKey {
			paths = append(paths, slices.Clone(path))
		}
	}
	if len(paths) == 0 {
		return root
	}

	path := paths[r.IntN(len(paths))]
	value := parse(string(testkit.Must(json.Marshal(random(r, 2))))).Root()
	patch := tree.Patch{{Kind: tree.Added, Path: path, Position: r.IntN(3), New: value}}
	last := &patch[0].Path[len(path)-1]

	switch r.IntN(3) {
	case 0:
		return testkit.Must(tree.Delete(root, path))
	case 1:
		return testkit.Must(tree.Set(root, path, value))
	}

	if last.Kind == variant.StepKey {
		last.Key = variant.String(fmt.Sprintf("new %d", r.IntN(1000)))
	}
	after, err := patch.Apply(root)
	if err != nil {
		return root
	}
	return after
}
