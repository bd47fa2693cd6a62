package jsonvar_test

import (
	stdmath "math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/live"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// native4 runs a test for Godot 4. Godot 3 has no JSON of values.
func native4(t *testing.T, test func(t *testing.T, e live.Engine, fresh []vectors.Vector)) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		if e.Dialect == codec.Godot4 {
			seed, _ := live.Random(t)
			test(t, e, e.Fresh(t, seed, live.Count()))
		}
	})
}

// TestFreshJSONReadsBack compares Marshal and Unmarshal with the JSON of Godot 4, for random values
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

// TestEnginesReadTheJSON has Godot 4 read what Marshal writes.
func TestEnginesReadTheJSON(t *testing.T) {
	native4(t, func(t *testing.T, e live.Engine, fresh []vectors.Vector) {
		var questions []live.Question
		for _, v := range append(vectors.Load(t, "text-4.6-single.jsonl"), fresh...) {
			data := mustMarshal(t, v.Value)
			if toNative(v.Value, string(data)) {
				questions = append(questions, live.Question{Value: v.Value, Full: v.Full,
					JSON: string(data)})
			}
		}

		require.Greater(t, len(questions), 1000)
		same := 0
		for _, a := range e.Ask(t, questions) {
			read := testkit.Decode(t, e.Codec(a.Question.Full), a.FromJSON)
			data := mustMarshal(t, read)
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

// toNative reports whether JSON.to_native reads all of a value: the page of this package
// says what it does not. It also reads scripts and Object as types of items as another
// type, even what it has written itself.
func toNative(v variant.Variant, data string) bool {
	for _, part := range tree.Walk(v) {
		switch part.Type() {
		case variant.TypeRID, variant.TypeSignal, variant.TypeObject, variant.TypePackedInt64Array:
			return false
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

// sameButDigits reports whether two JSON texts differ in the last digits of numbers alone.
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
