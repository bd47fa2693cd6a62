package nearest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/nearest"
	"godotvariant/math"
	"godotvariant/variant"
)

// save is a value with the form of a game's save.
var save = variant.NewDictionary(
	variant.KV("name", variant.String("Tia")), variant.KV("max_health", variant.Int(9)),
	variant.KV("slot1", variant.Int(1)), variant.KV("a key", variant.NewArray()),
	variant.Pair{Key: variant.StringName("pos"), Value: math.Vector2{}},
	variant.KV("player", variant.NewDictionary(variant.KV("bag", variant.NewArray(
		variant.NewDictionary(variant.KV("gold", variant.Int(3))), variant.Int(2))))))

// TestPath: the remark about a path that leads nowhere has the nearest path. If no sibling has a
// similar name, the name is searched in the whole file.
func TestPath(t *testing.T) {
	for path, want := range map[string]string{
		"nmae":            "the nearest is name",
		"Name":            "the nearest is name",
		"maxHealth":       "the nearest is max_health",
		"max_helath":      "the nearest is max_health",
		"PoS":             "the nearest is pos",
		"akey":            `the nearest is ["a key"]`,
		"gold":            "there is player.bag[0].gold",
		"player.bagg":     "the nearest is player.bag",
		"player.bag[7]":   "the last item is player.bag[1]",
		`["a key"][0]`:    `["a key"] has no items`,
		"slot2":           "",
		"slot0":           "",
		"mana":            "",
		"player.mana":     "",
		"nothing.at.all":  "",
		"name[0]":         "",
		"player[0]":       "",
		"player.bag.gold": "there is player.bag[0].gold",
		"":                "",
	} {
		p, err := variant.ParsePath(path)
		require.NoError(t, err)
		require.Equal(t, want, nearest.Path(save, p), path)
	}
}

// TestKey: Key finds an existing key that looks like a new key. Two keys that differ only in a
// number are not similar.
func TestKey(t *testing.T) {
	for name, want := range map[string]string{
		"NAME": "name", "nam": "", "names": "name", "slot2": "", "Slot1": "slot1", "po": "",
		"Pos": "pos", "name": "", "": "", "nmae": "name", "anem": "",
	} {
		step, ok := nearest.Key(save, variant.Step{Kind: variant.StepProperty, Name: name})
		require.Equal(t, want != "", ok, name)
		if ok {
			require.Equal(t, want, nearest.Text(variant.Path{step}))
		}
	}
}

// TestNearest: the nearest of several similar names is the name with the fewest changes. If several
// names have the fewest changes, it is the first of them.
func TestNearest(t *testing.T) {
	var names variant.Dictionary
	for _, name := range []string{"inventabc", "inventoab", "inventocd", "inventxyz"} {
		names.Pairs = append(names.Pairs, variant.KV(name, variant.Nil{}))
	}

	p, err := variant.ParsePath("inventory")
	require.NoError(t, err)
	require.Equal(t, "the nearest is inventoab", nearest.Path(names, p))
}

// TestText: only a word of letters, digits and _ stands without quotes.
func TestText(t *testing.T) {
	for key, want := range map[string]string{
		"_09azAZ": "_09azAZ", "a/": `["a/"]`, "a:": `["a:"]`, "a@": `["a@"]`, "a[": `["a["]`,
		"a`": "[\"a`\"]", "a{": `["a{"]`, "": `[""]`,
	} {
		step := variant.Step{Kind: variant.StepKey, Key: variant.String(key)}
		require.Equal(t, want, nearest.Text(variant.Path{step}))
	}
}
