package plan_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	gdmath "godotvariant/math"
	"godotvariant/variant"
)

// TestValueThatContainsItself: a typed array that contains itself is too deep, and does not overflow the stack.
func TestValueThatContainsItself(t *testing.T) {
	type nested []nested
	loop := variant.TypedArray{Items: make([]variant.Variant, 1),
		Elem: variant.ElementType{Type: variant.TypeTypedArray}}
	loop.Items[0] = loop
	array := variant.Array{Items: make([]variant.Variant, 1)}
	array.Items[0] = array
	dictionary := variant.NewDictionary(variant.KV("", nil))
	dictionary.Pairs[0].Value = dictionary

	type tree map[string]tree
	for _, c := range []struct {
		value variant.Variant
		dst   any
	}{
		{loop, new(nested)}, {variant.PackedTypedArray(loop), new(nested)}, {array, new(nested)},
		{array, new([1]nested)}, {dictionary, new(tree)},
	} {
		assert.ErrorIs(t, codec.FromVariant(c.value, c.dst), variant.ErrDepth, "%T", c.value)
	}
}

// TestKeysOfOneMapDiffer: keys of a map that are one key in Godot are an error, and equal maps are equal
// bytes.
func TestKeysOfOneMapDiffer(t *testing.T) {
	for _, m := range []any{
		map[any]any{int32(1): 1, int64(1): 2, uint8(1): 3},
		map[any]any{"a": 1, variant.String("a"): 2},
		map[any]any{"a": 1, variant.StringName("a"): 2},
		map[float64]int{math.NaN(): 1, math.Float64frombits(0x7FF8000000000001): 2},
		map[gdmath.Vector2]int{{X: math.NaN()}: 1, {X: math.NaN(), Y: 0}: 2},
		struct {
			M map[any]int `godot:"m"`
		}{map[any]int{"x": 1, variant.StringName("x"): 2}},
	} {
		for range 10 {
			_, err := codec.Marshal(m)
			require.ErrorIs(t, err, variant.ErrDuplicateKey, "%v", m)
			_, err = codec.ToVariant(m)
			require.ErrorIs(t, err, variant.ErrDuplicateKey, "%v", m)
		}
	}

	mixed := func() map[any]any {
		return map[any]any{"": 1, 0: 2, 0.0: 3, false: 4, gdmath.Vector2{}: 5,
			variant.StringName("b"): 6}
	}

	want, err := codec.Marshal(mixed())
	require.NoError(t, err)
	for range 100 {
		got, err := codec.Marshal(mixed())
		require.NoError(t, err)
		require.Equal(t, want, got)
	}

	_, err = codec.Marshal(map[string]int{"a": 1, "b": 2})
	require.NoError(t, err)
}

type quoting struct{}

func (*quoting) UnmarshalText(text []byte) error { return errors.New("can't read " + string(text)) }

// TestErrorTextIsBounded: the text of an error is bounded, whatever a method makes of the data.
func TestErrorTextIsBounded(t *testing.T) {
	packet, err := codec.Encode(variant.String(strings.Repeat("\x01", 1<<20)))
	require.NoError(t, err)
	err = codec.Unmarshal(packet, new(quoting))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 5000)
	assert.Contains(t, err.Error(), "can't read")
}

// TestOneTagTwice: two fields of a struct with one key are an error, also in an embedded
// struct. Two embedded structs may have fields of one name, as in encoding/json.
func TestOneTagTwice(t *testing.T) {
	type twice struct {
		A int `godot:"hp"`
		B int `godot:"hp"`
	}

	type embedded struct{ twice }
	type Left struct{ HP int }
	type Right struct{ HP int }

	for _, v := range []any{twice{}, embedded{}} {
		_, err := codec.Marshal(v)
		assert.ErrorIs(t, err, codec.ErrGoType)
		assert.ErrorContains(t, err, "two fields have this key")
	}

	_, err := codec.Marshal(struct {
		Left
		Right
	}{})

	assert.NoError(t, err)
}
