package jsonvar_test

import (
	stdmath "math"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/internal/vectors"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// numbers are the parts of JSON in which the engine rounds and we do not.
var numbers = regexp.MustCompile(`"f:[^"]*"|-?\d+(\.\d+)?e[-+]\d+|-?\d+\.\d+|-?inf|nan`)

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
			single := file == "text-4.6-single.jsonl"
			for _, v := range vectors.Load(t, file) {
				theirs, err := jsonvar.Unmarshal([]byte(v.JSONNative), jsonvar.Options{Single: single})
				require.NoError(t, err, v.JSONNative)
				if variant.Equal(v.Value, theirs) {
					same++
				}

				data, err := jsonvar.Marshal(v.Value)
				require.NoError(t, err)
				ours, err := jsonvar.Unmarshal(data, jsonvar.Options{})
				require.NoError(t, err, "%s", data)
				require.True(t, variant.Equal(v.Value, ours), "%s", data)
				require.Equal(t, numbers.ReplaceAllString(v.JSONNative, "#"), numbers.ReplaceAllString(string(data), "#"))

				theirs, err = jsonvar.Unmarshal([]byte(v.JSONNative), jsonvar.Options{})
				require.NoError(t, err)
				rounded, err := jsonvar.Unmarshal(numbers.ReplaceAllFunc(data, engineNumber), jsonvar.Options{})
				require.NoError(t, err)
				require.True(t, variant.Equal(theirs, rounded), "line %d\n%s\n%s", v.Line, v.JSONNative, data)
			}
			assert.Equal(t, held, same)
		})
	}
}

// engineNumber rounds a number as the engine writes it: to what str() shows in
// quotes, else to 15 digits and at most 32 decimals.
func engineNumber(number []byte) []byte {
	s := string(number)
	if s[0] == '"' {
		f, _ := strconv.ParseFloat(s[3:len(s)-1], 64)
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
