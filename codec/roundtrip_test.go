package codec_test

import (
	"fmt"
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

// TestStrictRoundTrip: what a strict decoder rejects a strict encoder rejects, with the path.
func TestStrictRoundTrip(t *testing.T) {
	one, nul := variant.Int(1), variant.String("a\x00b")
	a, b := nearby()

	for _, row := range []struct {
		value  variant.Variant
		kind   error
		path   string
		offset int // of the value's header
	}{
		{nul, variant.ErrNUL, "$", 0},
		{variant.NewArray(one, nul), variant.ErrNUL, "$[1]", 16},
		{variant.NewDictionary(variant.KV("a", nul)), variant.ErrNUL, `$["a"]`, 20},
		{variant.NewDictionary(pairOf(nul, one)), variant.ErrNUL, "$[key 0]", 8},
		{variant.StringName(nul), variant.ErrNUL, "$", 0},
		{objects.NodePath{Names: []string{"a", string(nul)}}, variant.ErrNUL, "$", 0},
		{packed.PackedStringArray{"a", string(nul)}, variant.ErrNUL, "$[1]", 0},
		{objects.Signal{Name: string(nul)}, variant.ErrNUL, "$", 0},
		{objects.NewObject(string(nul)), variant.ErrNUL, "$", 0},
		{objects.NewObject("A", objects.Prop("p", one), objects.Prop("p", one)),
			variant.ErrDuplicateKey, "$.p", 0},
		{variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Class: string(nul)}),
			variant.ErrNUL, "$", 0},
		{variant.NewDictionary(variant.KV("a", one), variant.KV("a", one)),
			variant.ErrDuplicateKey, "$[key 1]", 28},
		{variant.NewDictionary(variant.KV("a", one), pairOf(variant.StringName("a"), one)),
			variant.ErrDuplicateKey, "$[key 1]", 28},
		{variant.NewArray(variant.NewDictionary(pairOf(a, one), pairOf(b, one))),
			variant.ErrDuplicateKey, "$[0][key 1]", 36},
	} {
		c := settings{dialect: codec.Godot4, full: true}.in(codec.Strict)
		before := []byte("before")
		out, err := c.Append(before, row.value)
		var e *variant.Error
		require.ErrorAs(t, err, &e, "%v", row.value)
		assert.Equal(t, before, out)
		assert.ErrorIs(t, err, row.kind)
		assert.Equal(t, "encode", e.Op)
		assert.Equal(t, row.path, e.Path)
		assert.Equal(t, row.offset, e.Offset, "%v", row.value)
		_, err = c.Marshal(row.value)
		assert.ErrorIs(t, err, row.kind)
	}
}

// TestRoundedKeys: keys that single precision makes equal are an error in every mode; keys
// that are equal anyway are none in default mode.
func TestRoundedKeys(t *testing.T) {
	one := variant.Int(1)
	a, b := nearby()
	array := func(v variant.Variant) variant.Variant { return variant.NewArray(v) }
	key := func(v variant.Variant) variant.Variant { return variant.NewDictionary(pairOf(v, one)) }

	value := func(v variant.Variant) variant.Variant {
		return variant.NewDictionary(pairOf(one, v))
	}

	for name, around := range map[string]func(variant.Variant) variant.Variant{
		"": func(v variant.Variant) variant.Variant {
			return v
		}, "array": array, "key": key, "value": value,
		"deep": func(v variant.Variant) variant.Variant { return key(array(value(key(v)))) },
	} {
		for _, mode := range []codec.Mode{codec.Default, codec.Lenient, codec.Strict} {
			t.Run(fmt.Sprint(name, mode), func(t *testing.T) {
				single, double := settings{dialect: codec.Godot4}.in(mode), settings{codec.Godot4,
					variant.Double, false}.in(mode)
				first, second := around(a), around(b)
				merged := variant.NewDictionary(variant.KV("x", one), pairOf(first, one),
					pairOf(a, one), pairOf(second, one))

				if name == "" {
					merged.Pairs = append(merged.Pairs[:1], merged.Pairs[2:]...)
				}

				for _, v := range []variant.Variant{merged, array(merged), key(merged),
					variant.NewDictionary(pairOf(a, one), pairOf(merged, one))} {
					var e *variant.Error
					_, err := single.Encode(v)
					require.ErrorAs(t, err, &e, "%v", v)
					require.ErrorIs(t, err, variant.ErrDuplicateKey)
					require.Equal(t, "encode", e.Op)
					require.Contains(t, e.Path, fmt.Sprintf("[key %d]", merged.Len()-1))
					testkit.RequireEqual(t, v,
						testkit.Decode(t, double, testkit.Encode(t, double, v)))
				}

				twice := variant.NewDictionary(pairOf(first, one), pairOf(first, one),
					variant.KV("a", one), variant.KV("a", one))
				_, err := single.Encode(twice)
				require.Equal(t, mode == codec.Strict, err != nil, "%v", err)
				apart := variant.NewDictionary(pairOf(first, one),
					pairOf(around(gm.Vector2{X: 0.2}), one))
				_, err = single.Encode(apart)
				require.NoError(t, err)
			})
		}
	}
}

// TestRoundedKeysOfMaps: the same for Marshal.
func TestRoundedKeysOfMaps(t *testing.T) {
	c := settings{dialect: codec.Godot4}.in(codec.Default)
	_, err := c.Marshal(map[string]any{"m": map[gm.Vector2]int{{X: 0.1}: 1, {X: 0.1 + 1e-12}: 2}})
	require.ErrorIs(t, err, variant.ErrDuplicateKey)
	require.ErrorContains(t, err, `$["m"][key 1]`)
	_, err = c.Marshal(map[gm.Vector2]int{{X: 0.1}: 1, {X: 0.2}: 2})
	require.NoError(t, err)
}

// TestRoundedKeysInRaw: a packet that is kept as bytes may have a key twice.
func TestRoundedKeysInRaw(t *testing.T) {
	c := settings{dialect: codec.Godot4}.in(codec.Default)
	a, _ := nearby()
	packet := testkit.Encode(t, c, variant.NewDictionary(pairOf(a, variant.Int(1)),
		pairOf(a, variant.Int(2))))
	raw, err := c.Raw(packet)
	require.NoError(t, err)
	for _, v := range []variant.Variant{raw, variant.NewDictionary(pairOf(a, raw)),
		variant.NewDictionary(pairOf(raw, a), pairOf(a, a))} {
		_, err = c.Encode(v)
		require.NoError(t, err)
	}
}
