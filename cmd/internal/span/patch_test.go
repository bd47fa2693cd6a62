package span_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/span"
	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// parse returns the value of a text.
func parse(t *testing.T, s string) variant.Variant {
	v, err := text.Parse(s, nil)
	require.NoError(t, err)
	return v
}

// opened returns a File of the value v. If v has more than 20 bytes, the File builds only parts of
// up to 20 bytes.
func opened(t *testing.T, v variant.Variant) *span.File {
	f, err := span.Open(testkit.Encode(t, full, v), 0, frame.None, full, 20)
	require.NoError(t, err)
	return f
}

// diff returns the differences as Patch needs them.
func diff(a, b variant.Variant) (tree.Patch, error) { return tree.Diff(a, b, tree.DiffOptions{}) }

// TestPatch: a patch makes the same value in the bytes of a file as in memory, and returns the
// differences that tree.Diff finds.
func TestPatch(t *testing.T) {
	for _, c := range [][2]string{
		{`[1, 2, 3, 4, 5]`, `[1, 7, 3, 4, 5]`},
		{`[1, 2, 3, 4, 5]`, `[3, 4, 5]`},
		{`[1, 2, 3, 4, 5]`, `[1, 4]`},
		{`[1, 2, 3, 4, 5]`, `[9, 1, 2, 3, 8, 7, 4, 5, 6]`},
		{`[[1, 2, 3], [4, 5, 6], [7, 8, 9]]`, `[[1, 2, 3, 0], [4, 6], [7, 8, "nine"]]`},
		{`{"a": 1, "b": 2, "c": 3}`, `{"a": 1, "b": 5, "c": 6}`},
		{`{"a": 1, "b": 2, "c": 3}`, `{"b": 2}`},
		{`{"a": 1, "b": 2, "c": 3}`, `{"x": 0, "a": 1, "y": 0, "b": 2, "c": 3, "z": 0}`},
		{`{"a": {"list": [1, 2, 3, 4]}, &"b": {"list": [1, 2, 3, 4]}, 7: {"list": [1, 2, 3, 4]}}`,
			`{"a": {"list": [1, 3, 4]}, &"b": {"list": [1, 2, 3, 4], "n": 5}, 7: {"list": [9]}}`},
	} {
		before, after := parse(t, c[0]), parse(t, c[1])
		patch, err := diff(before, after)
		require.NoError(t, err)

		f := opened(t, before)
		made, err := f.Patch(patch, full.Encode, diff)
		require.NoError(t, err, c)
		again, err := made.Apply(before)
		require.NoError(t, err, c)
		require.True(t, variant.Equal(after, again), "%v: %v", c, again)

		var b bytes.Buffer
		_, err = f.WriteTo(&b)
		require.NoError(t, err)
		require.Equal(t, testkit.Encode(t, full, after), b.Bytes(), c)
	}
}

// TestPatchWhole: a patch that tree.Diff would not return needs the values in memory.
func TestPatchWhole(t *testing.T) {
	index := func(i int) variant.Path { return variant.Path{{Kind: variant.StepIndex, Index: i}} }
	key := func(s string) variant.Path {
		return variant.Path{{Kind: variant.StepKey, Key: variant.String(s)}}
	}
	one, five := variant.Int(1), variant.Int(5)

	for name, c := range map[string]struct {
		value string
		patch tree.Patch
	}{
		"the item is equal to the next": {`[5, 5, 6, 7, 8, 9]`,
			tree.Patch{{Kind: tree.Removed, Path: index(0), Old: five}}},
		"an item is added behind a removed one": {`[5, 1, 6, 7, 8, 9]`,
			tree.Patch{{Kind: tree.Removed, Path: index(1), Old: one},
				{Kind: tree.Added, Path: index(1), New: variant.Int(4)}}},
		"the first key exists": {`{"a": 1, "b": 2, "c": 3}`,
			tree.Patch{{Kind: tree.Added, Path: key("a"), Position: 1, New: five}}},
		"the last key exists": {`{"a": 1, "b": 2, "c": 3}`,
			tree.Patch{{Kind: tree.Added, Path: key("c"), Position: 1, New: five}}},
		"a new item is equal to the first": {`[5, 1, 6, 7, 8, 9]`,
			tree.Patch{{Kind: tree.Added, Path: index(1), New: five}}},
		"a key is added in front of a changed one": {`{"a": 1, "b": 2, "c": 3}`,
			tree.Patch{{Kind: tree.Changed, Path: key("a"), Old: one, New: five},
				{Kind: tree.Added, Path: key("n"), Position: 0, New: one}}},
		"a key is removed behind a changed one": {`{"a": 1, "b": 2, "c": 3}`,
			tree.Patch{{Kind: tree.Changed, Path: key("a"), Old: one, New: five},
				{Kind: tree.Removed, Path: key("b"), Old: variant.Int(2)}}},
		"the value itself changes": {`{"a": 1, "b": 2, "c": 3}`,
			tree.Patch{{Kind: tree.Changed, New: five}}},
	} {
		_, err := opened(t, parse(t, c.value)).Patch(c.patch, full.Encode, diff)
		require.ErrorIs(t, err, span.ErrWhole, name)
	}
}

// TestReplaceWhole: an edit that adds a second part, or gives a key the name of another one, needs
// the values in memory.
func TestReplaceWhole(t *testing.T) {
	for _, after := range []string{`{"b": 2, "n": 3}`, `{"a": 2}`, `{"c": 2}`, `5`} {
		f := opened(t, parse(t, `{"a": 1, "b": 2, "c": 3}`))
		place, err := f.Find(path(t, "b"))
		require.NoError(t, err)
		require.ErrorIs(t, f.Replace(place, parse(t, after), full.Encode), span.ErrWhole, after)
	}
}

// TestValue: Value returns the part at the end of a path. If there is no such part, ok is false.
func TestValue(t *testing.T) {
	b := testkit.Encode(t, full, parse(t, `{"list": [[[[7]]], [8]], "n": 9}`))
	f, err := span.Open(b, 0, frame.None, full, 60)
	require.NoError(t, err)

	for at, want := range map[string]bool{
		"n": true, "list": true, "list[0][0]": true, "n.x": false, "list[5]": false, "none": false,
	} {
		place, err := f.Find(path(t, at))
		require.NoError(t, err)
		_, ok, err := f.Value(place)
		require.NoError(t, err)
		require.Equal(t, want, ok, at)
	}
}

// TestDistinct: the method In returns true for a packet without repeated keys. The method returns
// false in lenient mode, and for float keys in a packet with wrong padding.
func TestDistinct(t *testing.T) {
	var d span.Distinct

	for value, want := range map[string]bool{
		`{"a": 1, "b": 2}`: true, `{1: 1, 2: 2}`: true, `{true: 1, false: 2}`: true,
		`{Vector2i(1, 2): 1, Vector2i(2, 1): 2}`: true, `{1.5: 1, 2.5: 2}`: false,
	} {
		b := testkit.Encode(t, full, variant.NewArray(parse(t, value), variant.String("a")))
		require.True(t, d.In(b, full), value)
		b[len(b)-1] = 1
		require.Equal(t, want, d.In(b, full), value)
	}

	twice := testkit.Encode(t, full, variant.NewDictionary(variant.KV("a", variant.Int(1)),
		variant.KV("a", variant.Int(2))))
	require.False(t, d.In(twice, full))
	lenient := codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Lenient})
	once := testkit.Encode(t, full, variant.Int(7))
	require.True(t, d.In(once, full))
	require.False(t, d.In(once, lenient))
}
