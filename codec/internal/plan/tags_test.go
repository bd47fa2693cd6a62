package plan_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	math3d "godotvariant/math"
	"godotvariant/variant"
)

// TestRequiredKeys: data without the key of a required field is refused, wherever the key would
// stand and whatever else is there.
func TestRequiredKeys(t *testing.T) {
	type inner struct {
		ID int `godot:"id,required"`
	}

	type player struct {
		Name string  `godot:"name,required"`
		HP   int     `godot:"hp"`
		Team string  `godot:"team,required"`
		Item []inner `godot:"item"`
	}

	name := variant.KV("name", variant.String("Ada"))
	hp := variant.KV("hp", variant.Int(3))
	team := variant.KV("team", variant.String("red"))

	for _, row := range []struct {
		pairs []variant.Pair
		want  string
	}{
		{[]variant.Pair{name, hp, team}, ""},
		{[]variant.Pair{team, name}, ""},
		{[]variant.Pair{variant.KV("other", variant.Int(1)), team, hp, name}, ""},
		{[]variant.Pair{name, hp},
			`$ (Dictionary) at offset 0: not found: the key "team" is required`},
		{[]variant.Pair{name}, `$ (Dictionary) at offset 0: not found: the key "team" is required`},
		{[]variant.Pair{hp, team},
			`$ (Dictionary) at offset 0: not found: the key "name" is required`},
		{nil, `$ (Dictionary) at offset 0: not found: the key "name" is required`},
		{[]variant.Pair{name, team, variant.KV("item", variant.NewArray(variant.NewDictionary()))},
			`$["item"][0] (Dictionary) at offset 76: not found: the key "id" is required`},
	} {
		packet := testkit.Encode(t, standard, variant.NewDictionary(row.pairs...))
		var p player
		err := codec.Unmarshal(packet, &p)
		from := codec.FromVariant(variant.NewDictionary(row.pairs...), &p)

		if row.want == "" {
			require.NoError(t, err)
			require.NoError(t, from)
			continue
		}

		require.EqualError(t, err, "godot: decode "+row.want)
		require.ErrorIs(t, err, variant.ErrNotFound)
		require.ErrorIs(t, from, variant.ErrNotFound)
	}
}

// TestTagMax: text, slices and maps have a greatest length, in both directions.
func TestTagMax(t *testing.T) {
	type message struct {
		Text string         `godot:"text,max=3,omitempty"`
		List []int          `godot:"list,max=2,omitempty"`
		Map  map[string]int `godot:"map,max=1,omitempty"`
		Hint *string        `godot:"hint,max=2,omitempty"`
	}

	long := "abc"
	for _, row := range []struct {
		m    message
		want string
	}{
		{message{Text: "äöü", List: []int{1, 2}, Map: map[string]int{"a": 1}}, ""},
		{message{Text: "äöüß"},
			`$["text"] (String) at offset 20: over the limit: 4 characters, the tag max allows 3`},
		{message{List: []int{1, 2, 3}},
			`$["list"] (Array) at offset 20: over the limit: 3 items, the tag max allows 2`},
		{message{Map: map[string]int{"a": 1, "b": 2}},
			`$["map"] (Dictionary) at offset 20: over the limit: 2 keys, the tag max allows 1`},
		{message{Hint: &long},
			`$["hint"] (String) at offset 20: over the limit: 3 characters, the tag max allows 2`},
	} {
		type free struct {
			Text string         `godot:"text,omitempty"`
			List []int          `godot:"list,omitempty"`
			Map  map[string]int `godot:"map,omitempty"`
			Hint *string        `godot:"hint,omitempty"`
		}

		packet, err := codec.Marshal(free(row.m))
		require.NoError(t, err)
		read := codec.Unmarshal(packet, new(message))
		_, written := codec.Marshal(row.m)

		if row.want == "" {
			require.NoError(t, read)
			require.NoError(t, written)
			continue
		}

		require.EqualError(t, read, "godot: decode "+row.want)
		require.ErrorIs(t, read, variant.ErrLimit)
		require.ErrorIs(t, written, variant.ErrLimit)
	}
}

// TestWholeVectors: with the option WholeFloats or the tag whole, vectors of ints and of floats
// fill each other where no number changes.
func TestWholeVectors(t *testing.T) {
	type tagged struct {
		V math3d.Vector2  `godot:",whole,omitzero"`
		I math3d.Vector3i `godot:",whole,omitzero"`
	}

	all := codec.MustNew(codec.Options{WholeFloats: true})
	type unmarshal func(c *codec.Codec, packet []byte) (any, error)
	const hint = "(the option WholeFloats or the tag whole takes whole numbers)"

	check := func(v variant.Variant, into unmarshal, want any) {
		t.Helper()
		packet := testkit.Encode(t, standard, v)
		got, err := into(all, packet)
		require.NoError(t, err)
		require.Equal(t, want, got)

		_, err = into(nil, packet)
		require.ErrorIs(t, err, variant.ErrWrongType)
		require.ErrorContains(t, err, hint)
	}

	check(math3d.Vector2i{X: 1, Y: -2}, unmarshaled[math3d.Vector2], math3d.Vector2{X: 1, Y: -2})
	check(math3d.Vector3i{X: 1, Y: 2, Z: 3}, unmarshaled[math3d.Vector3],
		math3d.Vector3{X: 1, Y: 2, Z: 3})
	check(math3d.Vector4i{X: 1, W: 4}, unmarshaled[math3d.Vector4], math3d.Vector4{X: 1, W: 4})
	check(math3d.NewRect2i(1, 2, 3, 4), unmarshaled[math3d.Rect2], math3d.NewRect2(1, 2, 3, 4))
	check(math3d.Vector2{X: 1, Y: -2}, unmarshaled[math3d.Vector2i], math3d.Vector2i{X: 1, Y: -2})
	check(math3d.Vector3{Z: 7}, unmarshaled[math3d.Vector3i], math3d.Vector3i{Z: 7})
	check(math3d.Vector4{Z: 7}, unmarshaled[math3d.Vector4i], math3d.Vector4i{Z: 7})
	check(math3d.NewRect2(1, 2, 3, 4), unmarshaled[math3d.Rect2i], math3d.NewRect2i(1, 2, 3, 4))
	check(variant.NewArray(math3d.Vector2i{X: 1}), unmarshaled[[]math3d.Vector2],
		[]math3d.Vector2{{X: 1}})

	for _, v := range []math3d.Vector2{{X: 0.5}, {Y: 1 << 31}, {X: math.NaN()}} {
		_, err := unmarshaled[math3d.Vector2i](all, testkit.Encode(t, standard, v))
		require.ErrorIs(t, err, variant.ErrRange)
	}

	var s tagged
	require.NoError(t, codec.Unmarshal(testkit.Encode(t, standard, variant.NewDictionary(
		variant.KV("V", math3d.Vector2i{X: 3}), variant.KV("I", math3d.Vector3{X: 4}),
	)), &s))
	require.Equal(t, tagged{math3d.Vector2{X: 3}, math3d.Vector3i{X: 4}}, s)
}

// unmarshaled returns a T from a packet.
func unmarshaled[T any](c *codec.Codec, packet []byte) (any, error) {
	var v T
	err := c.Unmarshal(packet, &v)
	return v, err
}

// TestCodecOptions: the options of a codec make the same codec again.
func TestCodecOptions(t *testing.T) {
	c := codec.MustNew(codec.Options{Finite: true, Limits: codec.Limits{MaxFrame: 64}})
	o := c.Options()
	assert.Equal(t, "Godot4", o.Dialect.Name)
	assert.True(t, o.Finite)
	assert.Equal(t, c.Limits(), o.Limits)

	o.Dialect = codec.Godot3
	assert.Equal(t, "Godot3", codec.MustNew(o).Dialect().Name)
	assert.Equal(t, "Godot4", c.Dialect().Name)
}
