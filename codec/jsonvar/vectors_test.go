package jsonvar_test

import (
	stdmath "math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/vectors"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/objects"
	"godotvariant/variant"
)

// numbers are the parts of JSON in which the engine rounds and we do not. Of null it is that of a
// NaN in a vector.
var numbers = regexp.MustCompile(`"f:[^"]*"|-?\d+(\.\d+)?e[-+]?\d+|-?\d+\.\d+|-?inf|nan|null`)

// held is how many of the values the engine's 15 digits, and no negative zero, hold
// in full.
var held = map[string]int{"text-4.6-single.jsonl": 1006, "text-4.6-double.jsonl": 631}

// TestVectors reads what engines write: it is the value, less the digits that the
// engine drops. Ours reads as the very value, and is the engine's but for the
// numbers, which are the engine's once they are rounded as it does.
func TestVectors(t *testing.T) {
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

// checkJSON holds Marshal and Unmarshal against an engine's JSON of v. It reports whether that keeps
// v in full.
func checkJSON(t *testing.T, v vectors.Vector, single bool) bool {
	t.Helper()
	data, err := jsonvar.Marshal(v.Value)
	require.NoError(t, err)
	ours, err := jsonvar.Unmarshal(data, jsonvar.Options{Objects: true})
	require.NoError(t, err, "%s", data)
	require.True(t, variant.Equal(v.Value, ours), "%s", data)

	native, err := jsonvar.Marshal(asNative(v.Value))
	require.NoError(t, err)
	require.Equal(t, numbers.ReplaceAllString(v.JSONNative, "#"), numbers.ReplaceAllString(string(native), "#"))
	theirs, err := jsonvar.Unmarshal([]byte(v.JSONNative), jsonvar.Options{Objects: true})
	require.NoError(t, err)
	rounded, err := jsonvar.Unmarshal(numbers.ReplaceAllFunc(native, engineNumber), jsonvar.Options{Objects: true})
	require.NoError(t, err)
	require.True(t, variant.Equal(theirs, rounded), "line %d\n%s\n%s", v.Line, v.JSONNative, native)

	theirs, err = jsonvar.Unmarshal([]byte(v.JSONNative), jsonvar.Options{Objects: true, Single: single})
	require.NoError(t, err, v.JSONNative)
	return variant.Equal(v.Value, theirs)
}

// asNative is v without what JSON.from_native drops: the IDs of RIDs, and signals.
func asNative(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case objects.RID:
		return objects.RID(0)
	case objects.Signal:
		return objects.Signal{}
	case objects.Object:
		out := objects.Object{Class: v.Class, ID: v.ID}
		for _, p := range v.Properties {
			out.Properties = append(out.Properties, objects.Prop(p.Name, asNative(p.Value)))
		}
		return out
	case variant.Array:
		out := variant.Array{Elem: v.Elem}
		for _, item := range v.Items {
			out.Items = append(out.Items, asNative(item))
		}
		return out
	case variant.Dictionary:
		out := variant.Dictionary{Key: v.Key, Value: v.Value}
		for _, p := range v.Pairs {
			out.Pairs = append(out.Pairs, variant.Pair{Key: asNative(p.Key), Value: asNative(p.Value)})
		}
		return out
	}
	return v
}

// engineNumber rounds a number as the engine writes it: to what str() shows in
// quotes, else to 15 digits and at most 32 decimals.
func engineNumber(number []byte) []byte {
	s := string(number)
	if s == "null" {
		return number
	}
	if s[0] == '"' {
		f, _ := strconv.ParseFloat(s[3:len(s)-1], 64)
		if strings.HasPrefix(s, `"f:nan`) {
			f = stdmath.NaN()
		}
		s, _ = text.Format(variant.Float(f), text.Options{Str: true})
		return []byte(`"f:` + s + `"`)
	}
	f, _ := strconv.ParseFloat(s, 64)
	if f == 0 {
		return []byte("0.0")
	}
	decimals := 14 - int(stdmath.Floor(stdmath.Log10(stdmath.Abs(f))))
	return strconv.AppendFloat(nil, f, 'f', max(0, min(decimals, 32)), 64)
}
