package parse

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/variant"
)

// TestEqualKeysAreOne: keys that are equal in Godot 4 make one pair, at any depth.
func TestEqualKeysAreOne(t *testing.T) {
	long := strings.Repeat("long ", 20)
	for text, want := range map[string]string{
		`{"a": 1, &"a": 2, "b": 3}`:                  `{"a": 2, "b": 3}`,
		`{1: 1, 1.0: 2}`:                             `{1: 1, 1.0: 2}`,
		`{nan: 1, nan: 2}`:                           `{nan: 2}`,
		`{[nan]: 1, [nan]: 2}`:                       `{[nan]: 1, [nan]: 2}`,
		`{[[nan], 1]: 1, [[nan], 1]: 2}`:             `{[[nan], 1]: 1, [[nan], 1]: 2}`,
		`{["a"]: 1, [&"a"]: 2}`:                      `{["a"]: 1, [&"a"]: 2}`,
		`{{"a": 1}: 1, {&"a": 1}: 2}`:                `{{"a": 1}: 2}`,
		`{{{[1]: 2}: 3}: 4, {{[1]: 2}: 3}: 5}`:       `{{{[1]: 2}: 3}: 5}`,
		`{{{[1]: 2}: 3}: 4, {{[2]: 2}: 3}: 5}`:       `{{{[1]: 2}: 3}: 4, {{[2]: 2}: 3}: 5}`,
		`{["x", 1]: 1, {"x": 1}: 2}`:                 `{["x", 1]: 1, {"x": 1}: 2}`,
		`{[1, []]: 1, [1, {}]: 2, [1, []]: 3}`:       `{[1, []]: 3, [1, {}]: 2}`,
		`Dictionary[float, int]({1: 1, 1.0: 2})`:     `Dictionary[float, int]({1.0: 2})`,
		`{{[1]: 1, [1]: 2}: 1, {[1]: 2}: 3}`:         `{{[1]: 2}: 3}`,
		`{["` + long + `"]: 1, ["` + long + `"]: 2}`: `{["` + long + `"]: 2}`,
		`{["` + long + `", nan]: 1, ["` + long + `", nan]: 2}`: `{["` + long + `", nan]: 1, ["` +
			long + `", nan]: 2}`,
		`{[["` + long + `"]]: 1, [["` + long + `"]]: 2, [["` + long + `!"]]: 3}`: `{[["` + long +
			`"]]: 2, [["` + long + `!"]]: 3}`,
		`{[[1], [1]]: 1, [[1], [2]]: 2, [[1], [1]]: 3}`: `{[[1], [1]]: 3, [[1], [2]]: 2}`,
	} {
		v, err := Text(text, Options{})
		require.NoError(t, err, text)
		assert.Equal(t, want, variant.Text(v), text)

		json, err := variant.JSON(v)
		require.NoError(t, err)
		back, err := JSON(string(json), Options{})
		require.NoError(t, err, "%s", json)
		assert.True(t, variant.Equal(v, back), "%s", json)
	}
}

// TestKeysInKeysTakeLinearMemory: the memory for keys in keys grows linearly with the text.
func TestKeysInKeysTakeLinearMemory(t *testing.T) {
	const depth = 1000
	ones := strings.Repeat("1, ", 20_000)
	nulls := strings.Repeat("null,", 20_000) + "null"

	for name, text := range map[string]string{
		"dictionaries": strings.Repeat("{", depth) + "[" + ones + "]" +
			strings.Repeat(":1,2:3}", depth),
		"arrays": strings.Repeat("{[", depth/2) + "[" + ones + "]" +
			strings.Repeat("]:1,2:3}", depth/2),
		"values": strings.Repeat("{{1:", depth/2) + "[" + ones + "]" +
			strings.Repeat(",2:3}:1,2:3}", depth/2),
		"NaN": strings.Repeat("{[", depth/2) + "[nan, " + ones + "]" +
			strings.Repeat("]:1,2:3}", depth/2),
	} {
		ratio := allocated(t, len(text), func() error {
			_, err := Text(text, Options{})
			return err
		})
		assert.Less(t, ratio, 56.0, name)
	}

	small := "{" + strings.Repeat("[1]: 1, [nan]: 2, ", 5000) + "}"
	assert.Less(t, allocated(t, len(small), func() error {
		_, err := Text(small, Options{})
		return err
	}), 56.0, "small keys")

	json := strings.Repeat(`{"args":[`, depth) + "[" + nulls + "]" +
		strings.Repeat(`,null,null,null],"type":"Dictionary"}`, depth)
	assert.Less(t, allocated(t, len(json), func() error {
		_, err := JSON(json, Options{})
		return err
	}), 80.0, "JSON")
}

// allocated returns the number of bytes that f allocates, divided by n.
func allocated(t *testing.T, n int, f func() error) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := f()
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	return float64(after.TotalAlloc-before.TotalAlloc) / float64(n)
}
