package variant_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/objects"
	"godotvariant/variant"
)

func lookupSample() variant.Variant {
	item := func(id int64) variant.Variant { return variant.NewDictionary(variant.KV("id", variant.Int(id))) }
	return variant.NewDictionary(
		variant.KV("player", variant.NewDictionary(
			variant.Pair{Key: variant.StringName("inventory"), Value: variant.NewArray(item(7), item(8), nil)},
			variant.KV("two words", variant.Bool(true)),
			variant.KV("a.b[0]", variant.Float(2)),
		)),
		variant.Pair{Key: variant.Int(-1), Value: variant.String("minus one")},
		variant.Pair{Key: variant.Nil{}, Value: nil},
		variant.KV("boss", objects.NewObject("Node", objects.Prop("hp", variant.Int(1)), objects.Prop("hp", variant.Int(2)))),
	)
}

func TestLookup(t *testing.T) {
	v := lookupSample()
	for path, want := range map[string]variant.Variant{
		"":                                    v,
		"$":                                   v,
		"player.inventory[0].id":              variant.Int(7),
		`$["player"][&"inventory"][-2]["id"]`: variant.Int(8),
		"player.inventory[2]":                 variant.Nil{},
		"[-1]":                                variant.String("minus one"),
		`.player["two words"]`:                variant.Bool(true),
		`player["a.b[0]"]`:                    variant.Float(2),
		"boss.hp":                             variant.Int(2),
		`boss["hp"]`:                          variant.Int(2),
		"[key 0]":                             variant.String("player"),
	} {
		got, err := variant.Lookup(v, path)
		require.NoError(t, err, path)
		assert.True(t, variant.Equal(want, got), "%s: %v", path, got)
	}
}

func TestLookupErrors(t *testing.T) {
	v := lookupSample()
	for path, want := range map[string]struct {
		kind error
		text string
	}{
		"nobody":                   {variant.ErrNotFound, "godot: look up $.nobody (Dictionary): not found"},
		"player.inventory[3].id":   {variant.ErrNotFound, "godot: look up $.player.inventory[3] (Array): not found"},
		"player.inventory[-4]":     {variant.ErrNotFound, ""},
		"player.inventory.first":   {variant.ErrNotFound, ""},
		"boss.name":                {variant.ErrNotFound, ""},
		"boss[0]":                  {variant.ErrNotFound, ""},
		"[key 9]":                  {variant.ErrNotFound, ""},
		"[5]":                      {variant.ErrNotFound, ""},
		"player.inventory[0].id.x": {variant.ErrWrongType, "godot: look up $.player.inventory[0].id.x (int): wrong type: int has no parts"},
		"player..inventory":        {variant.ErrNotFound, `is not a path`},
		"player[":                  {variant.ErrNotFound, `is not a path`},
		"player[x]":                {variant.ErrNotFound, `is not a path`},
		`player["x]`:               {variant.ErrNotFound, `is not a path`},
		"$player":                  {variant.ErrNotFound, `is not a path`},
		"player.inventory]":        {variant.ErrNotFound, ""},
	} {
		_, err := variant.Lookup(v, path)
		require.ErrorIs(t, err, want.kind, path)
		require.ErrorContains(t, err, want.text)
		var e *variant.Error
		require.True(t, errors.As(err, &e))
	}
	_, err := variant.Lookup(nil, "x")
	require.ErrorIs(t, err, variant.ErrWrongType)
}

// Every path that Walk yields leads back to where it was, as steps and as text.
func TestLookupWalk(t *testing.T) {
	v := lookupSample()
	n := 0
	for path, want := range variant.Walk(v) {
		if len(path) > 0 && path[len(path)-1].Name == "hp" {
			continue // the first of two properties of one name
		}
		got, err := path.Lookup(v)
		require.NoError(t, err)
		require.True(t, variant.Equal(want, got), "%v", path)
		if path.String() != "$[null]" { // no text leads to keys of other types
			got, err = variant.Lookup(v, path.String())
			require.NoError(t, err)
			require.True(t, variant.Equal(want, got), "%v", path)
		}
		n++
	}
	require.Equal(t, 22, n)
}

func TestGet(t *testing.T) {
	v := lookupSample()
	player, err := variant.Get[variant.Dictionary](v, "player")
	require.NoError(t, err)
	bag, err := variant.Get[variant.Array](player, "inventory")
	require.NoError(t, err)
	assert.Len(t, bag.Items, 3)
	boss, err := variant.Get[objects.Object](v, "boss")
	require.NoError(t, err)
	hp, err := variant.Get[variant.Int](boss, "hp")
	require.NoError(t, err)
	assert.Equal(t, variant.Int(2), hp)

	_, err = variant.Get[variant.Float](boss, "hp")
	require.EqualError(t, err, `godot: look up $["hp"] (int): wrong type: int and not float`)
	require.ErrorIs(t, err, variant.ErrWrongType)
	_, err = variant.Get[variant.Int](v, "lives")
	require.ErrorIs(t, err, variant.ErrNotFound)
	_, err = variant.Get[variant.Int](variant.Int(1), "lives")
	require.ErrorIs(t, err, variant.ErrWrongType)
	anything, err := variant.Get[variant.Variant](v, "player")
	require.NoError(t, err)
	assert.Equal(t, variant.TypeDictionary, anything.Type())
	_, err = variant.Get[variant.Variant](variant.NewArray(), "x")
	require.ErrorIs(t, err, variant.ErrNotFound)
}

// TestLookupOddNames: a property without a name is found by that, and by nothing else.
func TestLookupOddNames(t *testing.T) {
	v := objects.NewObject("Node", objects.Prop("", variant.Int(1)), objects.Prop("hp", variant.Int(2)))
	for _, step := range []variant.Step{
		{Kind: variant.StepKey, Key: variant.Int(0)}, {Kind: variant.StepKey, Key: variant.Nil{}}, {Kind: variant.StepKey},
		{Kind: variant.StepIndex}, {Kind: variant.StepIndex, Key: variant.String("hp")}, {Kind: variant.StepPairKey, Key: variant.String("hp")},
	} {
		_, err := variant.Path{step}.Lookup(v)
		assert.ErrorIs(t, err, variant.ErrNotFound, "%#v", step)
	}
	for want, step := range map[variant.Int]variant.Step{
		1: {Kind: variant.StepKey, Key: variant.String("")}, 2: {Kind: variant.StepKey, Key: variant.StringName("hp")},
	} {
		got, err := variant.Path{step}.Lookup(v)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	got, err := variant.Path{{Kind: variant.StepProperty}}.Lookup(v)
	require.NoError(t, err)
	assert.Equal(t, variant.Int(1), got)
}

// TestLookupItems reaches into every container by index, from both ends and beyond.
func TestLookupItems(t *testing.T) {
	items := []variant.Variant{variant.Int(10), nil, variant.Int(12)}
	for _, v := range []variant.Variant{variant.NewArray(items...), variant.TypedArray{Items: items}, variant.PackedTypedArray{Items: items}} {
		for i, want := range map[int]variant.Variant{0: items[0], 1: variant.Nil{}, 2: items[2], -1: items[2], -3: items[0]} {
			got, err := variant.Path{{Kind: variant.StepIndex, Index: i}}.Lookup(v)
			require.NoError(t, err)
			assert.Equal(t, want, got, "%d of %v", i, v)
		}
		for _, i := range []int{3, -4} {
			_, err := variant.Path{{Kind: variant.StepIndex, Index: i}}.Lookup(v)
			assert.ErrorIs(t, err, variant.ErrNotFound, "%d of %v", i, v)
		}
		_, err := variant.Path{{Kind: variant.StepPairKey, Index: 0}}.Lookup(v)
		assert.ErrorIs(t, err, variant.ErrNotFound)
	}
	d := variant.NewDictionary(variant.KV("a", one), variant.KV("b", nil))
	for i, want := range map[int]variant.Variant{0: str("a"), 1: str("b")} {
		got, err := variant.Path{{Kind: variant.StepPairKey, Index: i}}.Lookup(d)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for _, i := range []int{2, -1} {
		_, err := variant.Path{{Kind: variant.StepPairKey, Index: i}}.Lookup(d)
		assert.ErrorIs(t, err, variant.ErrNotFound)
	}
}

// TestParsePath has what is a path, as its steps print, and what is none.
func TestParsePath(t *testing.T) {
	for text, want := range map[string]string{
		"": "$", "$": "$", "a": "$.a", ".a": "$.a", "a.b": "$.a.b", "[0]a": "", "a[0].b": "$.a[0].b", "[-1]": "$[-1]", "[key 3]": "$[key 3]",
		`["a]"]`: `$["a]"]`, `[&"a\"b"]`: `$[&"a\"b"]`, "['a']": "", "[`a`]": "", `["a"`: "", `["a"x]`: "", `[&a]`: "", `[&"a"x]`: "", `[&]`: "", "[0": "", "[]": "", "[0x]": "",
		"[key ]": "", "[key x]": "", ".": "", "a.": "", "a..b": "", "$a": "", "$.": "", "$$": "", "[0]]": "",
	} {
		p, err := variant.ParsePath(text)
		if want == "" {
			assert.ErrorIs(t, err, variant.ErrNotFound, text)
			assert.ErrorContains(t, err, " is not a path", text)
			assert.Nil(t, p)
			continue
		}
		require.NoError(t, err, text)
		assert.Equal(t, want, p.String(), text)
	}
}
