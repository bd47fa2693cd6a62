package codec_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// nearby returns two vectors that are one in single precision.
func nearby() (a, b variant.Variant) { return gm.Vector2{X: 0.1}, gm.Vector2{X: 0.1 + 1e-12} }

func pairOf(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

// TestStrictRoundTrip: what a strict decoder rejects a strict encoder rejects, with the path and
// the offset of the value's header.
func TestStrictRoundTrip(t *testing.T) {
	const text = "a\x00b"
	one, nul := variant.Int(1), variant.String(text)
	dictionary := variant.NewDictionary
	twice := objects.NewObject("A", objects.Prop("p", one), objects.Prop("p", one))
	a, b := nearby()

	for _, row := range []struct {
		value  variant.Variant
		kind   error
		path   string
		offset int
	}{
		{nul, variant.ErrNUL, "$", 0},
		{variant.NewArray(one, nul), variant.ErrNUL, "$[1]", 16},
		{dictionary(variant.KV("a", nul)), variant.ErrNUL, `$["a"]`, 20},
		{dictionary(pairOf(nul, one)), variant.ErrNUL, "$[key 0]", 8},
		{variant.StringName(text), variant.ErrNUL, "$", 0},
		{objects.NodePath{Names: []string{"a", text}}, variant.ErrNUL, "$", 0},
		{packed.PackedStringArray{"a", text}, variant.ErrNUL, "$[1]", 0},
		{objects.Signal{Name: text}, variant.ErrNUL, "$", 0},
		{objects.NewObject(text), variant.ErrNUL, "$", 0},
		{twice, variant.ErrDuplicateKey, "$.p", 0},
		{variant.NewTypedArray(objectElem(text)), variant.ErrNUL, "$", 0},
		{dictionary(variant.KV("a", one), variant.KV("a", one)),
			variant.ErrDuplicateKey, "$[key 1]", 28},
		{dictionary(variant.KV("a", one), pairOf(variant.StringName("a"), one)),
			variant.ErrDuplicateKey, "$[key 1]", 28},
		{variant.NewArray(dictionary(pairOf(a, one), pairOf(b, one))),
			variant.ErrDuplicateKey, "$[0][key 1]", 36},
	} {
		c := settings{dialect: codec.Godot4, full: true}.in(codec.Strict)
		before := []byte("before")
		out, err := c.Append(before, row.value)
		assert.Equal(t, before, out)

		e := testkit.RefuseEncode(t, c, row.value, row.kind)
		assert.Equal(t, err, e)
		assert.Equal(t, []any{"encode", row.path, row.offset}, []any{e.Op, e.Path, e.Offset})

		_, err = c.Marshal(row.value)
		assert.ErrorIs(t, err, row.kind)
	}
}

// TestRoundedKeys: keys that single precision makes equal are an error in every mode; keys that
// are equal anyway are an error only in strict mode.
func TestRoundedKeys(t *testing.T) {
	one := variant.Int(1)
	a, b := nearby()

	type wrap = func(variant.Variant) variant.Variant
	plain := func(v variant.Variant) variant.Variant { return v }
	array := func(v variant.Variant) variant.Variant { return variant.NewArray(v) }
	key := func(v variant.Variant) variant.Variant { return variant.NewDictionary(pairOf(v, one)) }
	value := func(v variant.Variant) variant.Variant {
		return variant.NewDictionary(pairOf(one, v))
	}
	deep := func(v variant.Variant) variant.Variant { return key(array(value(key(v)))) }

	for i, around := range []wrap{plain, array, key, value, deep} {
		for _, mode := range []codec.Mode{codec.Default, codec.Lenient, codec.Strict} {
			t.Run(fmt.Sprint(i, mode), func(t *testing.T) {
				single := settings{dialect: codec.Godot4}.in(mode)
				double := settings{codec.Godot4, variant.Double, false}.in(mode)

				first, second := around(a), around(b)
				merged := variant.NewDictionary(variant.KV("x", one), pairOf(first, one),
					pairOf(a, one), pairOf(second, one))
				if i == 0 { // first is a
					merged.Pairs = slices.Delete(merged.Pairs, 2, 3)
				}

				for _, v := range []variant.Variant{merged, array(merged), key(merged),
					variant.NewDictionary(pairOf(a, one), pairOf(merged, one))} {
					e := testkit.RefuseEncode(t, single, v, variant.ErrDuplicateKey)
					require.Contains(t, e.Path, fmt.Sprintf("[key %d]", merged.Len()-1))
					testkit.RequireEqual(t, v,
						testkit.Decode(t, double, testkit.Encode(t, double, v)))
				}

				_, err := single.Encode(variant.NewDictionary(pairOf(first, one),
					pairOf(first, one), variant.KV("a", one), variant.KV("a", one)))
				require.Equal(t, mode == codec.Strict, err != nil, "%v", err)

				apart := around(gm.Vector2{X: 0.2})
				testkit.Encode(t, single, variant.NewDictionary(pairOf(first, one),
					pairOf(apart, one)))
			})
		}
	}
}

// TestRoundedKeysOfMaps: maps are checked too, but a packet that is kept as bytes may have a key
// twice.
func TestRoundedKeysOfMaps(t *testing.T) {
	c := settings{dialect: codec.Godot4}.in(codec.Default)
	_, err := c.Marshal(map[string]any{"m": map[gm.Vector2]int{{X: 0.1}: 1, {X: 0.1 + 1e-12}: 2}})
	require.ErrorIs(t, err, variant.ErrDuplicateKey)
	require.ErrorContains(t, err, `$["m"][key 1]`)
	_, err = c.Marshal(map[gm.Vector2]int{{X: 0.1}: 1, {X: 0.2}: 2})
	require.NoError(t, err)

	a, _ := nearby()
	raw, err := c.Raw(testkit.Encode(t, c, variant.NewDictionary(pairOf(a, variant.Int(1)),
		pairOf(a, variant.Int(2)))))
	require.NoError(t, err)
	for _, v := range []variant.Variant{raw, variant.NewDictionary(pairOf(a, raw)),
		variant.NewDictionary(pairOf(raw, a), pairOf(a, a))} {
		testkit.Encode(t, c, v)
	}
}
