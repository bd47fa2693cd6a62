package variant_test

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"godotvariant/objects"
	"godotvariant/variant"
)

var (
	null = variant.Nil{}
	one  = variant.Int(1)
	two  = variant.Int(2)
)

func str(s string) variant.Variant { return variant.String(s) }

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

// firstOf returns what a sequence yields first, and that it ends where nobody asks for more.
func firstOf[K, V any](all iter.Seq2[K, V]) (k K, v V) {
	for k, v = range all {
		break
	}
	return k, v
}

// TestContainersYieldTheirParts: in order, and as many as are asked for.
func TestContainersYieldTheirParts(t *testing.T) {
	a := variant.NewArray(one, str("b"), nil)
	assert.Equal(t, 3, a.Len())
	assert.Equal(t, map[int]variant.Variant{0: one, 1: str("b"), 2: nil}, maps.Collect(a.All()))
	i, item := firstOf(a.All())
	assert.Equal(t, []any{0, one}, []any{i, item})

	d := variant.NewDictionary(variant.KV("a", one), pair(two, nil))
	assert.Equal(t, []variant.Variant{str("a"), two}, slices.Collect(d.Keys()))
	assert.Equal(t, []variant.Variant{one, nil}, slices.Collect(d.Values()))
	assert.Equal(t, map[variant.Variant]variant.Variant{str("a"): one, two: nil},
		maps.Collect(d.All()))
	key, value := firstOf(d.All())
	assert.Equal(t, []any{str("a"), one}, []any{key, value})

	for k := range d.Keys() {
		assert.Equal(t, str("a"), k)
		break
	}
	for v := range d.Values() {
		assert.Equal(t, one, v)
		break
	}

	typed := variant.TypedArray{Items: []variant.Variant{one}}
	for _, c := range []variant.Container{typed, variant.PackedTypedArray(typed)} {
		_, item := firstOf(c.Parts())
		assert.Equal(t, one, item)
	}
}

// TestDictionary: a key is found as Godot 4 compares it; the first of its kind stays, and the last
// value counts.
func TestDictionary(t *testing.T) {
	d := variant.NewDictionary(variant.KV("a", one), pair(two, str("two")))
	get := func(key variant.Variant) variant.Variant { v, _ := d.Get(key); return v }
	d.Set(variant.StringName("a"), two)
	assert.Equal(t, pair(str("a"), two), d.Pairs[0], "the first key stays")
	d.Set(str("c"), null)
	assert.Equal(t, 3, d.Len())
	assert.Equal(t, str("c"), d.Pairs[2].Key)

	d.Pairs = append(d.Pairs, variant.KV("a", str("last")))
	assert.Equal(t, str("last"), get(str("a")), "of two equal keys the last counts")
	assert.True(t, d.Delete(str("a")))
	assert.Equal(t, []variant.Pair{pair(two, str("two")), variant.KV("c", null)}, d.Pairs)
	assert.False(t, d.Delete(str("a")))
	assert.False(t, d.Has(variant.Float(2)), "an int is no float")
}

// equalities are pairs of values, whether they are equal and whether they are one key.
var equalities = []struct {
	a, b       variant.Variant
	equal, key bool
}{
	{one, one, true, true},
	{one, variant.Float(1), false, false},
	{one, two, false, false},
	{one, str("1"), false, false},
	{nil, null, true, true},
	{null, variant.Bool(false), false, false},
	{str("a"), variant.StringName("a"), false, true},
	{str("a"), str("b"), false, false},
	{str("\xff"), str("\xff"), true, true},
	{variant.Float(0), variant.Float(math.Copysign(0, -1)), false, true},
	{variant.Float(math.NaN()), variant.Float(math.NaN()), true, true},
	{variant.Float(math.NaN()), variant.Float(-math.NaN()), false, true},
	{variant.Float(math.NaN()), variant.Float(0), false, false},
	{variant.Float(math.NaN()), variant.Float(math.Float64frombits(1 << 51)), false, false},
	{variant.Float(math.NaN()), variant.Float(math.Float64frombits(0x7FF0000000000001)), false,
		true},
	{variant.NewArray(str("a")), variant.NewArray(variant.StringName("a")), false, false},
	{variant.NewArray(variant.Float(0)), variant.NewArray(variant.Float(math.Copysign(0, -1))),
		false, true},
	{variant.NewArray(one), variant.NewArray(one, one), false, false},
	{variant.NewArray(), variant.Array{}, true, true},
	{variant.NewArray(), variant.Array{Shared: true}, false, false},
	{variant.NewArray(), variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}), false,
		true},
	{objectsOf("A", ""), objectsOf("A", ""), true, true},
	{objectsOf("A", ""), objectsOf("", "A"), false, true},
	{variant.NewDictionary(variant.KV("a", one)),
		variant.NewDictionary(pair(variant.StringName("a"), one)), false, true},
	{variant.NewDictionary(variant.KV("a", str("a"))),
		variant.NewDictionary(variant.KV("a", variant.StringName("a"))), false, false},
	{variant.NewArray(one), variant.NewDictionary(pair(one, one)), false, false},
	{variant.NewDictionary(pair(one, two), pair(two, one)), variant.NewDictionary(pair(two, one),
		pair(one, two)), false, false},
	{variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeInt}},
		variant.Dictionary{Value: &variant.ElementType{Type: variant.TypeInt}}, false, true},
	{variant.TypedArray{}, variant.PackedTypedArray{}, false, false},
	{objects.Object{}, objects.Object{}, true, true},
	{(*variant.Int)(nil), (*variant.Int)(nil), false, false}, // no value at all
	{str(""), nil, false, false},
	{str(""), variant.NewArray(), false, false},
	{variant.StringName(""), variant.NewArray(variant.StringName("")), false, false},
	{variant.StringName(""), variant.Bool(false), false, false},
	{str(""), variant.Int(0), false, false},
}

// alone are keys that equal no other.
var alone = []variant.Variant{
	objects.Object{ID: 1}, objects.NewObject("Node"), variant.NewArray(variant.Float(math.NaN())),
	variant.NewArray(objects.Object{ID: 1}),
	variant.NewDictionary(variant.KV("a", variant.Float(math.NaN()))),
}

func objectsOf(class, script string) variant.Variant {
	return variant.NewTypedArray(variant.ElementType{Type: variant.TypeObject, Class: class,
		Script: script})
}

// TestEqual: values are equal as their packets are, and keys as Godot 4 compares them, which is how
// a Dictionary finds them.
func TestEqual(t *testing.T) {
	for _, c := range equalities {
		name := fmt.Sprintf("%#v and %#v", c.a, c.b)
		assert.Equal(t, c.equal, variant.Equal(c.a, c.b), name)
		assert.Equal(t, c.equal, variant.Equal(c.b, c.a), name)
		assert.Equal(t, c.key, variant.KeyEqual(c.a, c.b), "as keys: %s", name)
		assert.Equal(t, c.key, variant.KeyEqual(c.b, c.a), "as keys: %s", name)

		d := variant.NewDictionary(pair(c.a, one), variant.KV("another", two))
		assert.Equal(t, c.key, d.Has(c.b), "in a dictionary: %s", name)
		if own, ok := c.a.(interface{ Equal(variant.Variant) bool }); ok {
			assert.Equal(t, c.equal, own.Equal(c.b), name)
		}

		if _, broken := c.a.(*variant.Int); !broken {
			assert.True(t, variant.Equal(c.a, c.a) && variant.KeyEqual(c.a, c.a), name)
		}
	}

	for _, v := range alone {
		assert.True(t, variant.Equal(v, v), "%v", v)
		assert.False(t, variant.KeyEqual(v, v), "%v", v)
	}

	items := make([]variant.Variant, 1)
	items[0] = variant.Array{Items: items}
	assert.False(t, variant.Equal(items[0], items[0]), "what holds itself equals nothing")
}
