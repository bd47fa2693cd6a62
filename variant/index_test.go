package variant_test

import (
	"fmt"
	stdmath "math"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// indexKeys are keys of many types. Some are equal to other keys, and some are equal to no key.
var indexKeys = []variant.Variant{
	nil, variant.Nil{}, variant.Bool(true), variant.Int(1), variant.Float(1), variant.Int(-1),
	variant.Int(1 << 40), variant.String("a"), variant.StringName("a"), variant.String(""),
	variant.Float(stdmath.NaN()), variant.Float(0), variant.Float(stdmath.Copysign(0, -1)),
	math.V2(1, 2), math.V2i(1, 2), math.V2(stdmath.NaN(), 0), objects.MustParseNodePath("a/b"),
	objects.Object{}, objects.Object{ID: 5}, objects.NewObject("Node"),
	variant.NewArray(variant.String("a")), variant.NewArray(variant.StringName("a")),
	variant.NewArray(variant.Float(stdmath.NaN())), variant.NewDictionary(),
	variant.NewDictionary(variant.KV("a", nil)), (*math.Vector2)(nil), variant.String("\xff"),
	testkit.SelfContaining()["array"],
}

// TestIndex: for every key, an Index finds the same value as its Dictionary.
func TestIndex(t *testing.T) {
	for n := range len(indexKeys) + 1 {
		var d variant.Dictionary
		for i, key := range indexKeys[:n] {
			d.Pairs = append(d.Pairs, variant.Pair{Key: key, Value: variant.Int(i)})
		}

		x := d.Index()
		for i, key := range indexKeys {
			name := fmt.Sprintf("%d keys, key %d", n, i)
			want, ok := d.Get(key)
			got, found := x.Get(key)
			require.Equal(t, ok, found, name)
			require.Equal(t, want, got, name)

			number, found := x.Pair(key)
			require.Equal(t, ok, found, name)
			if ok {
				require.Equal(t, want, variant.Int(number), name)
			}
		}
	}
}

// TestIndexOfChangedValues: an Index finds the new value of an old key, and looking up a text
// allocates nothing.
func TestIndexOfChangedValues(t *testing.T) {
	d := variant.NewDictionary(variant.KV("hp", variant.Int(1)))
	x := d.Index()
	d.Set(variant.String("hp"), variant.Int(3))

	hp, _ := x.Get(variant.StringName("hp"))
	require.Equal(t, variant.Int(3), hp)

	keys := []variant.Variant{variant.String("hp"), variant.StringName("mp")}
	require.Zero(t, testkit.AllocsPerRun(100, func() {
		for _, key := range keys {
			x.Get(key)
		}
	}))
}

func ExampleDictionary_Index() {
	items := variant.NewDictionary(
		variant.KV("lamp", variant.Int(3)),
		variant.KV("key", variant.Int(1)),
	)

	index := items.Index()
	fmt.Println(index.Get(variant.String("key")))
	fmt.Println(index.Pair(variant.String("sword")))
	// Output:
	// 1 true
	// 0 false
}
