package variant_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

var (
	null = variant.Nil{}
	one  = variant.Int(1)
	two  = variant.Int(2)
)

func str(s string) variant.Variant { return variant.String(s) }

func pair(key, value variant.Variant) variant.Pair { return variant.Pair{Key: key, Value: value} }

func TestArray(t *testing.T) {
	a := variant.NewArray(one, str("b"), nil)
	assert.Equal(t, 3, a.Len())

	var seen []variant.Variant
	for i, v := range a.All() {
		assert.Equal(t, len(seen), i)
		seen = append(seen, v)
	}

	assert.Equal(t, a.Items, seen)
	for i := range a.All() {
		assert.Zero(t, i)
		break
	}

	typed := variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, one)
	assert.Equal(t, variant.TypeInt, typed.Elem.Type)
	assert.False(t, variant.Equal(typed, variant.NewArray(one)))
}

func TestDictionary(t *testing.T) {
	d := variant.NewDictionary(variant.KV("a", one), pair(two, str("two")))
	get := func(key variant.Variant) variant.Variant { v, _ := d.Get(key); return v }
	assert.Equal(t, one, get(str("a")))
	assert.Equal(t, one, get(variant.StringName("a")), "as a key a name is its text")
	assert.Equal(t, str("two"), get(two))
	assert.Nil(t, get(variant.Float(2)), "and an int is no float")
	assert.False(t, d.Has(str("b")))
	assert.True(t, d.Has(str("a")) && d.Has(two))

	d.Set(variant.StringName("a"), two)
	assert.Equal(t, pair(str("a"), two), d.Pairs[0], "the first key stays")
	d.Set(str("c"), null)
	assert.Equal(t, 3, d.Len())
	assert.Equal(t, str("c"), d.Pairs[2].Key)

	var keys, values []variant.Variant
	for k := range d.Keys() {
		keys = append(keys, k)
	}

	for k, v := range d.All() {
		assert.Equal(t, keys[len(values)], k)
		values = append(values, v)
	}

	assert.Equal(t, []variant.Variant{str("a"), two, str("c")}, keys)
	assert.Equal(t, []variant.Variant{two, str("two"), null}, values)
	for k := range d.Keys() {
		assert.Equal(t, str("a"), k)
		break
	}

	for k := range d.All() {
		assert.Equal(t, str("a"), k)
		break
	}

	d.Pairs = append(d.Pairs, variant.KV("a", str("last")))
	assert.Equal(t, str("last"), get(str("a")), "of two equal keys the last counts")
	assert.True(t, d.Delete(str("a")))
	assert.Equal(t, []variant.Pair{pair(two, str("two")), variant.KV("c", null)}, d.Pairs)
	assert.False(t, d.Delete(str("a")))
	assert.Equal(t, `{2: "two", "c": null}`, d.String())
}

func TestKeysAreFoundAsGodot4ComparesThem(t *testing.T) {
	nan := variant.Float(math.NaN())
	d := variant.NewDictionary(
		variant.KV("a", one), pair(variant.Int(5), str("five")),
		pair(variant.NewArray(one), str("array")),
		pair(nan, str("nan")), pair(variant.Float(0), str("zero")), variant.KV("a", two),
		pair((*variant.Int)(nil), null),
	)

	for key, want := range map[variant.Variant]variant.Variant{
		str("a"): two, variant.StringName("a"): two, variant.Int(5): str("five"), nan: str("nan"),
		variant.Float(math.Copysign(0, -1)): str("zero"),
	} {
		got, ok := d.Get(key)
		require.True(t, ok, "%v", key)
		assert.Equal(t, want, got, "%v", key)
	}

	got, _ := d.Get(variant.NewArray(one))
	assert.Equal(t, str("array"), got)

	for _, key := range []variant.Variant{str("b"), variant.Float(5), variant.NewArray(two), nil,
		(*variant.Int)(nil), variant.Int(0)} {
		assert.False(t, d.Has(key), "%v", key)
	}
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

func TestEqual(t *testing.T) {
	for _, c := range equalities {
		name := fmt.Sprintf("%#v and %#v", c.a, c.b)
		assert.Equal(t, c.equal, variant.Equal(c.a, c.b), name)
		assert.Equal(t, c.equal, variant.Equal(c.b, c.a), name)
		assert.Equal(t, c.key, variant.KeyEqual(c.a, c.b), "as keys: %s", name)
		assert.Equal(t, c.key, variant.KeyEqual(c.b, c.a), "as keys: %s", name)

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

func TestAs(t *testing.T) {
	var v variant.Variant = one
	i, ok := variant.As[variant.Int](v)
	assert.True(t, ok)
	assert.Equal(t, one, i)
	_, ok = variant.As[variant.Float](v)
	assert.False(t, ok)
	_, ok = variant.As[variant.Int](nil)
	assert.False(t, ok)
}

func TestTypeNames(t *testing.T) {
	for typ := variant.TypeNil; typ <= variant.TypePackedTypedArray; typ++ {
		got, ok := dialect.ByName(typ.String())
		require.True(t, ok, "%v", typ)
		require.Equal(t, typ, got)
	}

	_, ok := dialect.ByName("Quat")
	assert.False(t, ok)
	for typ, want := range map[variant.Type][2]string{
		variant.TypeInt:                  {"int", "TypeInt"},
		variant.TypePackedByteArray:      {"PackedByteArray", "TypePackedByteArray"},
		variant.TypeCustom:               {"custom type 0", "Type(128)"},
		variant.TypeCustom + 3:           {"custom type 3", "Type(131)"},
		variant.TypeUnsupported:          {"unsupported type", "TypeUnsupported"},
		variant.TypeUnsupported - 1:      {"custom type 126", "Type(254)"},
		variant.TypePackedTypedArray + 1: {"unsupported type", "Type(44)"},
	} {
		assert.Equal(t, want, [2]string{typ.String(), typ.GoString()})
	}

	assert.Equal(t, "single double", fmt.Sprint(variant.Single, " ", variant.Double))
}

func TestGoString(t *testing.T) {
	for want, v := range map[string]variant.Variant{
		"variant.Nil{}":                       null,
		"variant.Bool(true)":                  variant.Bool(true),
		"variant.Int(-5)":                     variant.Int(-5),
		"variant.Float(0.1)":                  variant.Float(0.1),
		"variant.Float(-0.1)":                 variant.Float(-0.1),
		"variant.Float(0.12345)":              variant.Float(0.12345),
		"variant.Float(0)":                    variant.Float(0),
		"variant.Float(math.Inf(1))":          variant.Float(math.Inf(1)),
		"variant.Float(math.Inf(-1))":         variant.Float(math.Inf(-1)),
		"variant.Float(math.Copysign(0, -1))": variant.Float(math.Copysign(0, -1)),
		"variant.Float(math.Float64frombits(0x7ff8000000000001))":      variant.Float(math.NaN()),
		`variant.String("a\n")`:                                        str("a\n"),
		`variant.StringName("n")`:                                      variant.StringName("n"),
		`variant.Array{Items: []variant.Variant{variant.Int(1), nil}}`: variant.NewArray(one, nil),
		`variant.Array{Items: []variant.Variant{}, Elem: &variant.ElementType{Type: ` +
			`variant.TypeInt}, Shared: true}`: variant.Array{
			Elem: &variant.ElementType{Type: variant.TypeInt}, Shared: true},
		`variant.Dictionary{Pairs: []variant.Pair{{Key: variant.Int(1), Value: variant.Nil{}}, ` +
			`{Key: variant.String("a"), Value: nil}}}`: variant.NewDictionary(
			pair(one, null), variant.KV("a", nil)),
		`variant.Dictionary{Pairs: []variant.Pair{}, Key: &variant.ElementType{Type: ` +
			`variant.TypeObject, Class: "Node"}, Value: &variant.ElementType{Type: ` +
			`variant.TypeObject, Script: "res://a.gd"}}`: variant.Dictionary{
			Key:   &variant.ElementType{Type: variant.TypeObject, Class: "Node"},
			Value: &variant.ElementType{Type: variant.TypeObject, Script: "res://a.gd"}},
		`variant.TypedArray{Items: []variant.Variant{variant.Int(1)}, Elem: ` +
			`variant.ElementType{Type: variant.Type(130)}}`: variant.TypedArray{
			Items: []variant.Variant{one}, Elem: variant.ElementType{Type: 130}},
		`variant.PackedTypedArray{Items: []variant.Variant{}, Elem: variant.ElementType{Type: ` +
			`variant.TypeNil}}`: variant.PackedTypedArray{},
	} {
		assert.Equal(t, want, fmt.Sprintf("%#v", v))
	}

	assert.Equal(t, "variant.Array{Items: []variant.Variant{bare}}",
		fmt.Sprintf("%#v", variant.NewArray(bare{})))
}

// bare is a user's type with a String method and no other.
type bare struct{ variant.Nil }

func (bare) String() string   { return "bare" }
func (bare) GoString() string { return "bare" }

func TestElementTypeText(t *testing.T) {
	for want, e := range map[string]variant.ElementType{
		"int":        {Type: variant.TypeInt},
		"Node":       {Type: variant.TypeObject, Class: "Node"},
		"res://a.gd": {Type: variant.TypeObject, Class: "Node", Script: "res://a.gd"},
	} {
		assert.Equal(t, want, e.String())
	}
}
