package look_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/values"
	"godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// value returns the value of a text.
func value(s string) variant.Variant {
	return testkit.Must(text.Parse(s, nil))
}

// TestSummary: Summary returns one line, which is not much longer than MaxLine.
func TestSummary(t *testing.T) {
	for s, want := range map[string]string{
		`"text"`:                      "text",
		`[1, 2.5, true]`:              "3 items [1, 2.5, true]",
		`[1, 2, 3, 4, 5, 6, 7, 8, 9]`: "9 items [1, 2, 3, 4, 5, 6, 7, 8, …]",
		`[1, 2, 3, 4, 5, 6, 7, 8]`:    "8 items [1, 2, 3, 4, 5, 6, 7, 8]",
		`["a"]`:                       "1 item",
		`{"a": 1}`:                    "1 key",
		`[]`:                          "[]",
		`Color(1, 0.5, 0, 1)`:         "#ff8000ff",
		`Vector2(1, 2)`:               "Vector2(1, 2)",
		`PackedInt32Array(7)`:         "1 item [7]",
	} {
		v := value(s)
		require.Equal(t, want, look.Summary(v, values.Of(v).N), s)
	}

	require.Equal(t, "Timer, 1 property",
		look.Summary(objects.NewObject("Timer", objects.Prop("wait", variant.Int(1))), 1))

	long := variant.String(strings.Repeat("ü", 1000))
	require.LessOrEqual(t, len(look.Summary(long, 0)), look.MaxLine+len("…"))
	require.LessOrEqual(t, len(look.Short(long)), look.MaxLine+len("…"))
	require.Empty(t, look.Short(nil))

	letters := strings.Repeat("a", look.MaxLine+1)
	for _, v := range []variant.Variant{variant.String(letters), variant.StringName(letters)} {
		require.Equal(t, letters[1:]+"…", look.Summary(v, 0))
	}

	longest := variant.String(strings.Repeat("a", look.Longest+1))
	require.Equal(t, `"`+strings.Repeat("a", look.MaxLine-1)+"…", look.Short(longest))
}

// TestContents: Contents has the number of the parts of a container, and their types.
func TestContents(t *testing.T) {
	for s, want := range map[string]string{
		`{"a": 1, "b": "x", "c": "y"}`: "3 keys: 2 String, 1 int",
		`[1, null, [2], [3]]`:          "4 items: 2 Array, 1 int, 1 Nil",
		`[]`:                           "0 items:",
		`PackedByteArray(1, 2)`:        "2 items: 2 int",
		`PackedByteArray()`:            "0 items:",
		`PackedByteArray(7)`:           "1 item: 1 int",
	} {
		c := look.ContentsOf(value(s))
		got := c.Count.Text + ":"
		for i, kind := range c.Types {
			if i > 0 {
				got += ","
			}
			got += fmt.Sprintf(" %d %s", kind.N, kind.Type)
		}
		require.Equal(t, want, got, s)
	}

	timer := objects.NewObject("Timer", objects.Prop("wait", variant.Int(1)))
	require.Equal(t, "1 property", look.ContentsOf(timer).Count.Text)
	require.Nil(t, look.ContentsOf(value(`Vector2(1, 2)`)))
}

// TestLabels: the label of a part is a word without quotes, or the key as GDScript.
func TestLabels(t *testing.T) {
	for path, want := range map[string]string{
		`["hp"]`: "hp", `["two words"]`: `"two words"`, `["имя"]`: "имя", "[3]": "3",
		".name": "name", `["1a"]`: `"1a"`,
		"[pair 1]": "[pair 1]", "[key 1]": "[key 1]",
	} {
		p, err := variant.ParsePath(path)
		require.NoError(t, err)
		require.Equal(t, want, look.Label(p[0]), path)
	}

	key := variant.Step{Kind: variant.StepKey, Key: value("Vector2i(1, 2)")}
	require.Equal(t, "Vector2i(1, 2)", look.Label(key))
	require.True(t, look.IsWord("a_1"))
	require.False(t, look.IsWord(""))
	require.Equal(t, "property", look.KeyType(variant.Step{Kind: variant.StepProperty}))
	require.Equal(t, "index", look.KeyType(variant.Step{Kind: variant.StepIndex}))
	require.Equal(t, "int", look.KeyType(variant.Step{Kind: variant.StepKey, Key: variant.Int(1)}))
}

// TestTrail: a trail has the labels of the steps of a path. The trail of the root is "$".
func TestTrail(t *testing.T) {
	for path, want := range map[string]string{
		"$": "$", "hp": "hp", "bag[3].id": "bag › 3 › id",
	} {
		p, err := variant.ParsePath(path)
		require.NoError(t, err)
		require.Equal(t, want, look.Trail(p))
	}
}

// TestGuess: some values get a note about their possible meaning.
func TestGuess(t *testing.T) {
	for s, want := range map[string]string{
		"1700000000":                              "14 Nov 2023, 22:13 UTC",
		"1700000000000.0":                         "14 Nov 2023, 22:13 UTC",
		"1700":                                    "",
		"1104537600":                              "1 Jan 2005, 00:00 UTC",
		"1104537599":                              "",
		"2366841599":                              "31 Dec 2044, 23:59 UTC",
		"2366841600":                              "",
		`"{\"a\": 1234}"`:                         "holds JSON, 11 bytes",
		`"{a: 1234567}"`:                          "",
		`"[1, 2, 3]"`:                             "holds JSON, 9 bytes",
		`[{"id": 1, "n": 2}, {"id": 2, "n": 3}]`:  "2 rows with 2 columns",
		`[{"id": 1}, 5]`:                          "",
		`[{"a": 1, "b": 2}, {"a": 3}]`:            "2 rows with 2 columns",
		`[{"a": 1, "b": 2, "c": 3}, {"a": 4}]`:    "",
		`PackedVector2Array(0, 0, 1, 1)`:          "2 points",
		`PackedByteArray(2, 0, 0, 0, 5, 0, 0, 0)`: "holds a value of Godot, 8 bytes",
		`PackedByteArray(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15)`:                   "grid 4 × 4?",
		`PackedByteArray(80, 75, 3, 4, 0, 0, 0, 0)`:                                "zip, 8 bytes",
		"{Vector2i(0,0): 1, Vector2i(2,0): 1, Vector2i(0,3): 1, Vector2i(1,1): 1}": "grid 3 × 4?",
	} {
		got := ""
		if m := look.Guess(value(s)); m != nil {
			got = m.Text
		}
		require.Equal(t, want, got, s)
	}
}

// TestGuessPicture: the size of a PNG is in its header, which may be cut.
func TestGuessPicture(t *testing.T) {
	const header = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"

	for data, want := range map[string]string{
		header + "\x00\x00\x01\x02\x00\x00\x02\x03": "png image, 258 × 515, 24 bytes",
		header: "png image, 16 bytes",
	} {
		require.Equal(t, want, look.Guess(packed.PackedByteArray(data)).Text)
	}
}

// TestGridSize: an array is a grid only if its length is a square number of 16 or more.
func TestGridSize(t *testing.T) {
	for n, side := range map[int]int{16: 4, 25: 5, 15: 0, 17: 0, 9: 0} {
		width, height := look.GridSize(make(packed.PackedInt32Array, n))
		require.Equal(t, []int{side, side}, []int{width, height}, n)
	}

	width, height := look.GridSize(variant.Int(16))
	require.Equal(t, []int{0, 0}, []int{width, height})
}

// TestCellBox: the box that CellBox returns reaches from the least key to the greatest key. If a
// side would be longer than 4096, CellBox returns false, even if the length does not fit an int32.
func TestCellBox(t *testing.T) {
	for _, c := range []struct {
		keys string
		want string
	}{
		{"5,7 3,9", "3,7 3×3"},
		{"0,0 4095,0", "0,0 4096×1"},
		{"0,0 4096,0", ""},
		{"0,0 0,4095", "0,0 1×4096"},
		{"0,0 0,4096", ""},
		{"2147483647,2147483647 2147483646,2147483645", "2147483646,2147483645 2×3"},
		{"2147483647,0 -2147483648,0", ""},
		{"0,-2147483648 0,2147483647", ""},
		{"", ""},
	} {
		var cells variant.Dictionary
		for _, key := range strings.Fields(c.keys) {
			var at math.Vector2i
			_, err := fmt.Sscanf(key, "%d,%d", &at.X, &at.Y)
			require.NoError(t, err)
			cells.Pairs = append(cells.Pairs, variant.Pair{Key: at, Value: variant.Int(1)})
		}

		got := ""
		if box, ok := look.CellBox(cells); ok {
			got = fmt.Sprintf("%d,%d %d×%d", box.Position.X, box.Position.Y, box.Size.X, box.Size.Y)
		}
		require.Equal(t, c.want, got, c.keys)
	}
}

// TestSize: the size of a value is about the length of its text, and a long value is not read to
// its end.
func TestSize(t *testing.T) {
	require.Less(t, look.Size(value(`[1, "abc"]`)), 50)
	require.Greater(t, look.Size(variant.String(strings.Repeat("a", look.Longest))), look.Longest)
	require.Equal(t, "vector", look.Family(value("Vector2(1, 2)")))
	require.Equal(t, "packed", look.Family(value("PackedInt32Array(1)")))
	require.Equal(t, "other", look.Family(value("RID()")))

	var names []string
	for _, c := range look.Components(value("Rect2(1, 2, 3, 4)")) {
		names = append(names, c.Name+"="+c.Text)
	}
	require.Equal(t, "position.x=1.0 position.y=2.0 size.x=3.0 size.y=4.0",
		strings.Join(names, " "))
}
