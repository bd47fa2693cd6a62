package jsonvar_test

import (
	stdmath "math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/live"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// numbers matches all numbers and all texts in JSON. The engine rounds numbers, and this package
// does not. The pattern also matches null, because a null may be a NaN in a vector.
var numbers = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|` +
	`-?\d+(\.\d+)?e[-+]?\d+|-?\d+\.\d+|-?inf|nan|null`)

// held has the number of values that the engine's JSON represents completely, although it has only
// 15 digits and no negative zero.
var held = map[string]int{"text-4.6-single.jsonl": 1006, "text-4.6-double.jsonl": 631}

// TestRecordedJSON parses the JSON that engines wrote. The result must be the value without the
// digits that the engine drops. The JSON of this package must be read back as the same value. The
// two JSON texts may differ only in numbers, and the numbers must be equal after rounding as the
// engine does.
func TestRecordedJSON(t *testing.T) {
	for file, held := range held {
		t.Run(file, func(t *testing.T) {
			same := 0
			for _, v := range vectors.Load(t, file) {
				if checkJSON(t, v, file == "text-4.6-single.jsonl") {
					same++
				}
			}
			assert.Equal(t, held, same)
		})
	}
}

// checkJSON compares Format and Parse with an engine's JSON of v. It reports whether Parse reads v
// from the engine's JSON.
func checkJSON(t *testing.T, v vectors.Vector, inSingle bool) bool {
	t.Helper()
	data := mustFormat(t, v.Value)
	testkit.RequireEqual(t, v.Value, mustParse(t, data, double))

	native := mustFormat(t, nativeConverter{v.Full}.of(v.Value))
	require.Equal(t, shape(v.JSONNative), shape(string(native)))
	theirs := mustParse(t, []byte(v.JSONNative), double)
	rounded := mustParse(t, numbers.ReplaceAllFunc(native, engineNumber), double)
	require.True(t, variant.Equal(theirs, rounded), "line %d\n%s\n%s", v.Line, v.JSONNative, native)

	c := double
	if inSingle {
		c = single
	}
	return variant.Equal(v.Value, mustParse(t, []byte(v.JSONNative), c))
}

// escapes matches the escapes in JSON strings. This package and engines write some of them
// differently.
var escapes = regexp.MustCompile(`\\(u00[01][0-9a-f]|.)`)

// shape returns JSON without its numbers, and with control characters instead of their escapes.
func shape(s string) string {
	s = numbers.ReplaceAllStringFunc(s, func(s string) string {
		if isText(s) {
			return s
		}
		return "#"
	})

	return escapes.ReplaceAllStringFunc(s, func(escape string) string {
		if strings.Contains("bfvu", escape[1:2]) {
			escape, _ = strconv.Unquote(`"` + escape + `"`)
		}
		return escape
	})
}

// A nativeConverter converts values to the form of JSON.from_native, which has no RIDs and no
// signals. It has objects only if full objects are allowed.
type nativeConverter struct{ full bool }

func (n nativeConverter) of(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case objects.RID:
		return objects.RID(0)
	case objects.Signal:
		return objects.Signal{}
	case objects.Object:
		if !n.full {
			return variant.Nil{}
		}

		out := objects.Object{Class: v.Class, ID: v.ID}
		for _, p := range v.Properties {
			out.Properties = append(out.Properties, objects.Prop(p.Name, n.of(p.Value)))
		}

		return out

	case variant.Array:
		out := variant.Array{Elem: n.elem(v.Elem)}
		for _, item := range v.Items {
			out.Items = append(out.Items, n.of(item))
		}
		return out

	case variant.Dictionary:
		out := variant.Dictionary{Key: n.elem(v.Key), Value: n.elem(v.Value)}
		for _, p := range v.Pairs {
			out.Pairs = append(out.Pairs, variant.Pair{Key: n.of(p.Key), Value: n.of(p.Value)})
		}
		return out
	}

	return v
}

// elem returns the element type that JSON.from_native keeps. If full objects are not allowed, the
// class is lost: the engine reads an Array of EncodedObjectAsID as an Array of Object.
func (n nativeConverter) elem(e *variant.ElementType) *variant.ElementType {
	if n.full || e == nil || e.Type != variant.TypeObject {
		return e
	}
	return &variant.ElementType{Type: variant.TypeObject}
}

// isText reports whether s is a JSON string that holds no float. The text s is a match of the
// regular expression numbers. A string that holds a float begins with f:.
func isText(s string) bool { return s[0] == '"' && !strings.HasPrefix(s, `"f:`) }

// engineNumber returns the number as the engine writes it. A number in quotes has the digits of
// str(). Any other number has 15 digits and at most 32 decimals.
func engineNumber(number []byte) []byte {
	s := string(number)
	if s == "null" || isText(s) {
		return number
	}

	if s[0] == '"' {
		f, _ := strconv.ParseFloat(s[3:len(s)-1], 64)
		if strings.HasPrefix(s, `"f:nan`) {
			f = stdmath.NaN()
		}
		s, _ = text.Str.Format(variant.Float(f), nil)
		return []byte(`"f:` + s + `"`)
	}

	f, _ := strconv.ParseFloat(s, 64)
	if f == 0 {
		return []byte("0.0")
	}

	decimals := 14 - int(stdmath.Floor(stdmath.Log10(stdmath.Abs(f))))
	return strconv.AppendFloat(nil, f, 'f', max(1, min(decimals, 32)), 64)
}

// native4 runs a test for Godot 4. Godot 3 has no JSON of values.
func native4(t *testing.T, test func(t *testing.T, e live.Engine, fresh []vectors.Vector)) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		if e.Dialect == codec.Godot4 {
			seed, _ := live.Random(t)
			test(t, e, e.Fresh(t, seed, live.Count()))
		}
	})
}

// TestFreshJSONReadsBack compares Format and Parse with the JSON of Godot 4, for random values
// that are new in each run.
func TestFreshJSONReadsBack(t *testing.T) {
	native4(t, func(t *testing.T, e live.Engine, fresh []vectors.Vector) {
		held := 0
		for _, v := range fresh {
			if checkJSON(t, v, true) {
				held++
			}
		}
		t.Logf("%d JSON texts, %d keep their values in full", len(fresh), held)
		require.Greater(t, held, len(fresh)/4)
	})
}

// TestEnginesReadTheJSON makes Godot 4 read the JSON that Format writes.
func TestEnginesReadTheJSON(t *testing.T) {
	native4(t, func(t *testing.T, e live.Engine, fresh []vectors.Vector) {
		var questions []live.Question
		for _, v := range append(vectors.Load(t, "text-4.6-single.jsonl"), fresh...) {
			data := mustFormat(t, v.Value)
			if toNative(v.Value, string(data)) {
				questions = append(questions, live.Question{Value: v.Value, Full: v.Full,
					JSON: string(data)})
			}
		}

		require.Greater(t, len(questions), 1000)
		same := 0
		for _, a := range e.Ask(t, questions) {
			read := testkit.Decode(t, e.Codec(a.Question.Full), a.FromJSON)
			data := mustFormat(t, read)
			require.True(t, sameButDigits(a.Question.JSON, string(data)),
				"%s\nthe engine reads\n%s", a.Question.JSON, data)

			if variant.Equal(read, a.Question.Value) {
				same++
			}
		}

		t.Logf("%d JSON texts, of which the engine reads %d to the last digit", len(questions),
			same)
		require.Greater(t, same, len(questions)/2)
	})
}

// toNative reports whether JSON.to_native reads all parts of a value correctly. The comment of
// package jsonvar lists the parts that it changes. JSON.to_native also changes an element type that
// is Object or a script, even in JSON that the engine has written.
func toNative(v variant.Variant, data string) bool {
	for _, part := range tree.Walk(v) {
		switch part.Type() {
		case variant.TypeRID, variant.TypeSignal, variant.TypeObject, variant.TypePackedInt64Array:
			return false
		}

		if d, ok := part.(variant.Dictionary); ok && tinyKeys(d) > 1 {
			return false // the engine reads all tiny keys as 0
		}
	}

	for _, part := range []string{
		`"f:inf`, `"f:-inf`, `"f:nan`, `"type":"NodePath"`, `_type":"res://`, `_type":"Object"`,
		`_type":"EncodedObjectAsID"`,
	} {
		if strings.Contains(data, part) {
			return false
		}
	}

	return true
}

// sameButDigits reports whether two JSON texts differ only in the last digits of numbers.
func sameButDigits(a, b string) bool {
	x, y := numbers.FindAllString(a, -1), numbers.FindAllString(b, -1)
	if shape(a) != shape(b) || len(x) != len(y) {
		return false
	}
	for i := range x {
		f, errF := strconv.ParseFloat(strings.Trim(x[i], `f:"`), 64)
		g, errG := strconv.ParseFloat(strings.Trim(y[i], `f:"`), 64)
		if errF == nil && errG == nil && stdmath.Abs(f-g) > 1e-13*stdmath.Abs(f)+1e-280 {
			return false
		}
	}
	return true
}

// tinyKeys counts the keys that are 0 or a float below the smallest normal float.
func tinyKeys(d variant.Dictionary) int {
	n := 0
	for _, p := range d.Pairs {
		if f, ok := p.Key.(variant.Float); ok && stdmath.Abs(float64(f)) < 0x1p-1022 {
			n++
		}
	}
	return n
}
