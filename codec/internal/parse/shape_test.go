package parse

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

var rules = Rules{MaxDepth: 1024, MaxSize: 1 << 30}

// TestShapes reads rows of dictionaries whose keys are similar but not equal, in text and in JSON.
// Each dictionary must have the same keys as when it is read without the others.
func TestShapes(t *testing.T) {
	keys := []string{`"a"`, `"b"`, `&"a"`, `"ab"`, `"a\u0062"`, `1`, `1.0`, `null`, `[1]`, `""`,
		`"` + strings.Repeat("long", 30) + `"`, `{"a": 1, "b": {"a": 2}}`, ` "b" `}
	random := rand.New(rand.NewPCG(5, 6))

	for range 2000 {
		var texts []string
		for range 2 + random.IntN(3) {
			var pairs []string
			for i := range random.IntN(5) {
				key := keys[min(i, random.IntN(len(keys)))]
				if random.IntN(3) == 0 {
					key = keys[random.IntN(len(keys))]
				}
				pairs = append(pairs, fmt.Sprintf("%s: %d", key, random.IntN(1000)))
			}
			texts = append(texts, "{"+strings.Join(pairs, ", ")+"}")
		}

		var want []variant.Variant
		for _, s := range texts {
			v, err := Text(s, &rules)
			require.NoError(t, err, s)
			want = append(want, v)
		}

		row := "[" + strings.Join(texts, ", ") + "]"
		got, err := Text(row, &rules)
		require.NoError(t, err, row)
		require.True(t, variant.Equal(variant.NewArray(want...), got), row)

		data, err := variant.JSON(got)
		require.NoError(t, err, row)
		back, err := JSON(string(data), &rules)
		require.NoError(t, err, row)
		require.True(t, variant.Equal(got, back), "%s", data)
	}
}

// TestShapesOfRepeatedKeys: the parser reuses the keys of a dictionary if the next dictionary has
// the same keys. The parser still finds the repeated keys of the next dictionary, and still
// converts its keys if the dictionary is typed.
func TestShapesOfRepeatedKeys(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{`[{"a": 1, "a": 2}, {"a": 3, "a": 4}]`, `[{"a":2}, {"a":4}]`},
		{`[{"a": 1, "b": 2}, {"a": 3, "b": 4, "a": 5}]`, `[{"a":1, "b":2}, {"a":5, "b":4}]`},
		{`[{"a": 1}, Dictionary[StringName, int]({"a": 1}), {&"a": 1}]`,
			`[{"a":1}, {&"a":1}, {&"a":1}]`},
	} {
		v, err := Text(row.text, &rules)
		require.NoError(t, err)
		w, err := Text(row.want, &rules)
		require.NoError(t, err)

		items := v.(variant.Array).Items
		for i, item := range w.(variant.Array).Items {
			require.Equal(t, item.(variant.Dictionary).Pairs,
				items[i].(variant.Dictionary).Pairs, row.text)
		}
	}

	const args = `{"type":"Dictionary","args":["s:a","i:1","s:a","i:2"]}`
	v, err := JSON("["+args+","+args+"]", &rules)
	require.NoError(t, err)
	for _, item := range v.(variant.Array).Items {
		require.Equal(t, []variant.Pair{variant.KV("a", variant.Int(2))},
			item.(variant.Dictionary).Pairs)
	}
}
