package tree_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	gdmath "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

func lookupSample() variant.Variant {
	item := func(id int64) variant.Variant {
		return variant.NewDictionary(variant.KV("id", variant.Int(id)))
	}

	return variant.NewDictionary(
		variant.KV("player", variant.NewDictionary(
			variant.Pair{Key: variant.StringName("inventory"),
				Value: variant.NewArray(item(7), item(8), nil)},
			variant.KV("two words", variant.Bool(true)),
			variant.KV("a.b[0]", variant.Float(2)),
		)),
		variant.Pair{Key: variant.Int(-1), Value: variant.String("minus one")},
		variant.Pair{Key: variant.Nil{}, Value: nil},
		variant.KV("boss", objects.NewObject("Node", objects.Prop("hp", variant.Int(1)),
			objects.Prop("hp", variant.Int(2)))),
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
		"[key 3]":                             variant.String("boss"),
	} {
		got, err := tree.Lookup(v, path)
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
		"nobody": {variant.ErrNotFound,
			"godot: look up $.nobody (Dictionary): not found"},
		"player.inventory[3].id": {variant.ErrNotFound,
			"godot: look up $.player.inventory[3] (Array): not found"},
		"player.inventory[-4]":   {variant.ErrNotFound, ""},
		"player.inventory.first": {variant.ErrNotFound, ""},
		"boss.name":              {variant.ErrNotFound, ""},
		"boss[0]":                {variant.ErrNotFound, ""},
		"[key 4]":                {variant.ErrNotFound, ""},
		"[5]":                    {variant.ErrNotFound, ""},
		"player.inventory[0].id.x": {variant.ErrWrongType,
			"godot: look up $.player.inventory[0].id.x (int): wrong type: int has no parts"},
		"player..inventory": {variant.ErrNotFound, `is not a path`},
		"player[":           {variant.ErrNotFound, `is not a path`},
		"player[x]":         {variant.ErrNotFound, `is not a path`},
		`player["x]`:        {variant.ErrNotFound, `is not a path`},
		"$player":           {variant.ErrNotFound, `is not a path`},
		"player.inventory]": {variant.ErrNotFound, ""},
	} {
		_, err := tree.Lookup(v, path)
		require.ErrorIs(t, err, want.kind, path)
		require.ErrorContains(t, err, want.text)
		var e *variant.Error
		require.True(t, errors.As(err, &e))
	}

	_, err := tree.Lookup(nil, "x")
	require.ErrorIs(t, err, variant.ErrWrongType)
}

func TestGet(t *testing.T) {
	v := lookupSample()
	player, err := tree.Get[variant.Dictionary](v, "player")
	require.NoError(t, err)
	bag, err := tree.Get[variant.Array](player, "inventory")
	require.NoError(t, err)
	assert.Len(t, bag.Items, 3)
	boss, err := tree.Get[objects.Object](v, "boss")
	require.NoError(t, err)
	hp, err := tree.Get[variant.Int](boss, "hp")
	require.NoError(t, err)
	assert.Equal(t, variant.Int(2), hp)

	_, err = tree.Get[variant.Float](boss, "hp")
	require.EqualError(t, err, `godot: look up $["hp"] (int): wrong type: int and not float`)
	require.ErrorIs(t, err, variant.ErrWrongType)
	_, err = tree.Get[variant.Int](v, "lives")
	require.ErrorIs(t, err, variant.ErrNotFound)
	_, err = tree.Get[variant.Int](variant.Int(1), "lives")
	require.ErrorIs(t, err, variant.ErrWrongType)
	anything, err := tree.Get[variant.Variant](v, "player")
	require.NoError(t, err)
	assert.Equal(t, variant.TypeDictionary, anything.Type())
	_, err = tree.Get[variant.Variant](variant.NewArray(), "x")
	require.ErrorIs(t, err, variant.ErrNotFound)
}

// TestLookupOddNames: a property without a name is found by that, and by nothing else.
func TestLookupOddNames(t *testing.T) {
	v := objects.NewObject("Node", objects.Prop("", variant.Int(1)),
		objects.Prop("hp", variant.Int(2)))
	for _, step := range []variant.Step{
		{Kind: variant.StepKey, Key: variant.Int(0)}, {Kind: variant.StepKey, Key: variant.Nil{}},
		{Kind: variant.StepKey},
		{Kind: variant.StepIndex}, {Kind: variant.StepIndex, Key: variant.String("hp")},
		{Kind: variant.StepPairKey, Key: variant.String("hp")},
	} {
		_, err := tree.Path{step}.Lookup(v)
		assert.ErrorIs(t, err, variant.ErrNotFound, "%#v", step)
	}

	for want, step := range map[variant.Int]variant.Step{
		1: {Kind: variant.StepKey, Key: variant.String("")},
		2: {Kind: variant.StepKey, Key: variant.StringName("hp")},
	} {
		got, err := tree.Path{step}.Lookup(v)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}

	got, err := tree.Path{{Kind: variant.StepProperty}}.Lookup(v)
	require.NoError(t, err)
	assert.Equal(t, variant.Int(1), got)
}

// TestLookupItems reaches into every container by index, from both ends and beyond.
func TestLookupItems(t *testing.T) {
	items := []variant.Variant{variant.Int(10), nil, variant.Int(12)}
	for _, v := range []variant.Variant{variant.NewArray(items...),
		variant.TypedArray{Items: items}, variant.PackedTypedArray{Items: items}} {
		for i, want := range map[int]variant.Variant{0: items[0], 1: variant.Nil{}, 2: items[2],
			-1: items[2], -3: items[0]} {
			got, err := tree.Path{{Kind: variant.StepIndex, Index: i}}.Lookup(v)
			require.NoError(t, err)
			assert.Equal(t, want, got, "%d of %v", i, v)
		}

		for _, i := range []int{3, -4} {
			_, err := tree.Path{{Kind: variant.StepIndex, Index: i}}.Lookup(v)
			assert.ErrorIs(t, err, variant.ErrNotFound, "%d of %v", i, v)
		}

		_, err := tree.Path{{Kind: variant.StepPairKey, Index: 0}}.Lookup(v)
		assert.ErrorIs(t, err, variant.ErrNotFound)
	}
}

// TestParsePath has what is a path, as its steps print, and what is none.
func TestParsePath(t *testing.T) {
	for text, want := range map[string]string{
		"": "$", "$": "$", "a": "$.a", ".a": "$.a", "a.b": "$.a.b", "[0]a": "",
		"a[0].b": "$.a[0].b", "[-1]": "$[-1]", "[key 3]": "$[key 3]",
		`["a]"]`: `$["a]"]`, `[&"a\"b"]`: `$[&"a\"b"]`, "['a']": "", "[`a`]": "", `["a"`: "",
		`["a"x]`: "", `[&a]`: "", `[&"a"x]`: "", `[&]`: "", "[0": "", "[]": "", "[0x]": "",
		"[key ]": "", "[key x]": "", ".": "", "a.": "", "a..b": "", "$a": "", "$.": "", "$$": "",
		"[0]]":  "",
		"[1.5]": "$[1.5]", "[1e3]": "$[1000.0]", "[-0.0]": "$[-0.0]", "[inf]": "$[inf]",
		"[true]": "$[true]", "[null]": "$[null]",
		"[nan(0x7ff8000000000001)]": "$[nan(0x7ff8000000000001)]",
		"[Vector2i(1, 2)][0]":       "$[Vector2i(1, 2)][0]", "[[]]": "$[[]]",
		`[{"]": [1]}].a`: `$[{"]": [1]}].a`, "[Array[int]([1])]": "$[Array[int]([1])]",
		`."a.b"`: `$."a.b"`, `.""`: `$.""`, `"a["`: `$."a["`,
		"[9223372036854775808]": "", "[1 2]": "", "[(1)]": "$[(1)]", "[A(]": "", "[A(])]": "",
		"[A)]": "", "[A]": "", `[A("]`: "", `."a`: `$."\"a"`,
		"[true;]": "", "[&\"a\"": "", "[1.5": "",
	} {
		p, err := tree.ParsePath(text)
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

// TestPathUnique: no two keys of a dictionary have one text, and each text leads to its value.
func TestPathUnique(t *testing.T) {
	single := float64(float32(0.1))
	long := strings.Repeat("x", 100)

	elem := variant.ElementType{Type: variant.TypeInt}
	keys := []variant.Variant{
		nil, variant.Bool(true), variant.Bool(false), variant.Int(0), variant.Int(math.MinInt64),
		variant.Int(math.MaxInt64),
		variant.Float(0), variant.Float(1), variant.Float(0.1), variant.Float(single),
		variant.Float(math.NaN()), variant.Float(math.Inf(-1)),
		str(""), str("a"), str("0"), str("null"), str("a.b"), str("]"), str(`"`), str("\xff"),
		str(long), str(long + "y"),
		gdmath.V2(1, 2), gdmath.V2i(1, 2), gdmath.V2(0.1, 0), gdmath.V2(single, 0),
		gdmath.Basis{X: gdmath.V3(1, 2, 3)},
		objects.MustParseNodePath("a/b"), objects.NodePath{Names: []string{"a/b"}}, objects.RID(5),
		objects.Callable{},
		objects.Signal{Name: "a"}, objects.Object{}, objects.Object{ID: 5},
		objects.NewObject("A", objects.Prop("p", str("] \""))), objects.NewObject("A"),
		variant.NewArray(), variant.Array{Shared: true}, variant.NewArray(one),
		variant.NewArray(variant.Float(1)), variant.NewArray(str("1")),
		variant.NewTypedArray(elem, one),
		variant.TypedArray{Elem: elem, Items: []variant.Variant{one}},
		variant.PackedTypedArray{Elem: elem, Items: []variant.Variant{one}},
		variant.NewDictionary(), variant.NewDictionary(variant.KV("a b", nil)),
		variant.NewDictionary(variant.KV("ab", nil)), packed.PackedByteArray{1, 2},
		packed.PackedInt32Array{1, 2}, packed.PackedFloat32Array{1},
		packed.PackedStringArray{"a", "b"}, packed.PackedStringArray{`a", "b`},
	}

	var d variant.Dictionary
	for i, key := range keys {
		d.Pairs = append(d.Pairs, pair(key, variant.Int(1000+i)))
	}

	seen := map[string]bool{}
	for path, want := range tree.Walk(d) {
		text := path.String()
		require.False(t, seen[text], text)
		seen[text] = true
		parsed, err := tree.ParsePath(text)
		require.NoError(t, err, text)
		require.Equal(t, text, parsed.String())
		got, err := parsed.Lookup(d)
		require.NoError(t, err, text)
		require.True(t, variant.Equal(want, got), "%s: %v", text, got)
	}

	for text, want := range map[string]variant.Variant{
		"[Vector2i(1,2)]": variant.Int(1023), "[ Vector2i( 1, 2 ) ]": nil,
		`[{"a b":null}]`: variant.Int(1045), "[Vector3(1, 2, 3)]": nil,
		"[1.0]": variant.Int(1007), "[-0.0]": variant.Int(1006),
	} {
		got, err := tree.Lookup(d, text)
		if want == nil {
			assert.ErrorIs(t, err, variant.ErrNotFound, text)
			continue
		}

		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
}

// TestLookupComponents reaches into vectors and packed arrays.
func TestLookupComponents(t *testing.T) {
	t3 := gdmath.Transform3D{Basis: gdmath.Basis{X: gdmath.V3(1, 2, 3), Y: gdmath.V3(4, 5, 6),
		Z: gdmath.V3(7, 8, 9)}, Origin: gdmath.V3(10, 11, 12)}
	v := variant.NewDictionary(
		variant.KV("t", t3), variant.KV("p", gdmath.Plane{Normal: gdmath.V3(1, 2, 3), D: 4}),
		variant.KV("c", gdmath.RGBA(1, 2, 3, 4)),
		variant.KV("i", gdmath.Rect2i{Position: gdmath.V2i(1, 2), Size: gdmath.V2i(3, 4)}),
		variant.KV("t2", gdmath.Transform2D{Origin: gdmath.V2(5, 6)}),
		variant.KV("patrol", packed.PackedVector2Array{{X: 1, Y: 2}, {X: 3, Y: 4}}),
		variant.KV("bytes", packed.PackedByteArray{7, 8}),
		variant.KV("names", packed.PackedStringArray{"a", "b"}), variant.KV("f",
			packed.PackedFloat32Array{0.5}),
		variant.KV("pr", gdmath.Projection{W: gdmath.Vector4{Y: 7}}),
		variant.KV("box", gdmath.AABB{Size: gdmath.V3(1, 2, 3)}),
		variant.KV("q", gdmath.Quaternion{W: 1}), variant.KV("path", objects.NodePath{}),
	)

	for path, want := range map[string]variant.Variant{
		"t.origin.x": variant.Float(10), "t.origin": gdmath.V3(10, 11, 12), "t.basis": t3.Basis,
		"t.basis.y": gdmath.V3(4, 5, 6), `$["t"].basis.y.z`: variant.Float(6),
		"p.normal.z": variant.Float(3), "p.d": variant.Float(4), "c.a": variant.Float(4),
		"i.size": gdmath.V2i(3, 4), "i.size.y": variant.Int(4),
		"t2.origin.y": variant.Float(6), "patrol[1]": gdmath.V2(3, 4),
		"patrol[-2].y": variant.Float(2), "bytes[1]": variant.Int(8), "bytes[-2]": variant.Int(7),
		"names[0]": str("a"), "f[0]": variant.Float(0.5), "pr.w.y": variant.Float(7),
		"box.size.z": variant.Float(3), "q.w": variant.Float(1), `q["w"]`: variant.Float(1),
	} {
		got, err := tree.Lookup(v, path)
		require.NoError(t, err, path)
		assert.Equal(t, want, got, path)
	}

	for path, kind := range map[string]error{
		"t.x": variant.ErrNotFound, "t.origin.w": variant.ErrNotFound, "t[0]": variant.ErrNotFound,
		"patrol[2]": variant.ErrNotFound, "patrol[-3]": variant.ErrNotFound,
		"patrol.x": variant.ErrNotFound, "patrol[key 0]": variant.ErrNotFound,
		"bytes[2]": variant.ErrNotFound, "names[0].x": variant.ErrWrongType,
		"path.x": variant.ErrWrongType,
	} {
		_, err := tree.Lookup(v, path)
		assert.ErrorIs(t, err, kind, path)
	}

	at, err := tree.Get[gdmath.Vector3](t3, "origin")
	require.NoError(t, err)
	z, err := tree.Get[variant.Float](at, "z")
	require.NoError(t, err)
	assert.Equal(t, variant.Float(12), z)
}
