package plan_test

import (
	gomath "math"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestRequiredKeys: data without the key of a required field is refused, whatever other keys the
// data has. The order of the keys does not matter.
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

	name, hp, team := kv("name", String("Ada")), kv("hp", Int(3)), kv("team", String("red"))
	ada := player{Name: "Ada", Team: "red"}
	comesBack(t, planCodecs[0], dict(team, name), ada)
	ada.HP = 3
	comesBack(t, planCodecs[0], dict(name, hp, team), ada)
	comesBack(t, planCodecs[0], dict(kv("other", Int(1)), team, hp, name), ada)

	for _, c := range []struct {
		pairs []variant.Pair
		at    string
		key   string
	}{
		{[]variant.Pair{name, hp}, `$ (Dictionary) at offset 0`, `"team"`},
		{[]variant.Pair{name}, `$ (Dictionary) at offset 0`, `"team"`},
		{[]variant.Pair{hp, team}, `$ (Dictionary) at offset 0`, `"name"`},
		{nil, `$ (Dictionary) at offset 0`, `"name"`},
		{[]variant.Pair{name, team, kv("item", list(dict()))},
			`$["item"][0] (Dictionary) at offset 76`, `"id"`},
	} {
		e := refused[player](t, standard, dict(c.pairs...), variant.ErrNotFound)
		require.EqualError(t, e, "godot: decode "+c.at+": not found: the key "+c.key+" is required")
	}
}

// TestTagMax: the tag max limits the length of text, slices and maps, when reading and when
// writing.
func TestTagMax(t *testing.T) {
	type message struct {
		Text string         `godot:"text,max=3,omitempty"`
		List []int          `godot:"list,max=2,omitempty"`
		Map  map[string]int `godot:"map,max=1,omitempty"`
		Hint *string        `godot:"hint,max=2,omitempty"`
	}
	type free struct {
		Text string         `godot:"text,omitempty"`
		List []int          `godot:"list,omitempty"`
		Map  map[string]int `godot:"map,omitempty"`
		Hint *string        `godot:"hint,omitempty"`
	}

	for want, m := range map[string]message{
		"": {Text: "äöü", List: []int{1, 2}, Map: map[string]int{"a": 1}},
		`$["text"] (String) at offset 20: over the limit: 4 characters, the tag max allows 3`: {
			Text: "äöüß"},
		`$["list"] (Array) at offset 20: over the limit: 3 items, the tag max allows 2`: {
			List: []int{1, 2, 3}},
		`$["map"] (Dictionary) at offset 20: over the limit: 2 keys, the tag max allows 1`: {
			Map: map[string]int{"a": 1, "b": 2}},
		`$["hint"] (String) at offset 20: over the limit: 3 characters, the tag max allows 2`: {
			Hint: ptr("abc")},
	} {
		v := testkit.Decode(t, standard, marshal(t, standard, free(m)))
		if want == "" {
			comesBack(t, planCodecs[0], v, m)
			marshal(t, standard, m)
			continue
		}

		require.EqualError(t, refused[message](t, standard, v, variant.ErrLimit),
			"godot: decode "+want)
		_, err := codec.Marshal(m)
		require.ErrorIs(t, err, variant.ErrLimit)
	}
}

// TestWholeFloats: with the option WholeFloats, a Float that is a whole number fills an integer.
// The option does not apply to Variants, to text, or to the keys of maps.
func TestWholeFloats(t *testing.T) {
	type level int8
	five := Float(5)
	floats := list(five, Int(6), Float(gomath.Copysign(0, -1)))

	comesBack(t, whole, five, 5)
	comesBack(t, whole, five, int8(5))
	comesBack(t, whole, five, int16(5))
	comesBack(t, whole, five, int32(5))
	comesBack(t, whole, five, int64(5))
	comesBack(t, whole, five, uint(5))
	comesBack(t, whole, five, uint8(5))
	comesBack(t, whole, five, uint16(5))
	comesBack(t, whole, five, uint32(5))
	comesBack(t, whole, five, uint64(5))
	comesBack(t, whole, five, level(5))
	comesBack(t, whole, five, 5*time.Nanosecond)
	comesBack(t, whole, floats, []int{5, 6, 0})
	comesBack(t, whole, floats, []int64{5, 6, 0})
	comesBack(t, whole, floats, []byte{5, 6, 0})
	comesBack(t, whole, floats, [3]level{5, 6, 0})
	comesBack(t, whole, packed.PackedFloat64Array{1, 2}, []int32{1, 2})
	comesBack(t, whole, packed.PackedFloat32Array{1, 2}, [2]int{1, 2})
	comesBack(t, whole, variant.NewTypedArray(of(variant.TypeFloat), five), []int{5})
	comesBack(t, whole, dict(kv("a", five)), map[string]int{"a": 5})
	comesBack(t, whole, dict(kv("d", five)), struct{ D *int }{ptr(5)})
	comesBack(t, whole, dict(kv("d", Float(1990))), struct {
		D decimal.Decimal `godot:",scale=2"`
	}{decimal.New(1990, -2)})
	comesBack(t, whole, Float(-1<<63), int64(-1<<63))
	comesBack(t, whole, five, Value(five))
	comesBack(t, whole, five, any(five))

	for _, f := range []float64{5.5, nan, inf, -inf, 1 << 63, -1<<63 - 1<<11, 1e-300} {
		refused[int64](t, whole, Float(f), variant.ErrRange)
		refused[uint64](t, whole, Float(f), variant.ErrRange)
	}

	refused[int8](t, whole, Float(128), variant.ErrRange)
	refused[uint](t, whole, Float(-1), variant.ErrRange)
	refused[map[int]int](t, whole, dict(variant.Pair{Key: five, Value: five}), variant.ErrWrongType)
	refused[math.Vector3i](t, whole, math.Vector2{X: 1, Y: 2}, variant.ErrWrongType)
	refused[Int](t, whole, five, variant.ErrWrongType)
	refused[int](t, whole, String("5"), variant.ErrWrongType)
	require.ErrorContains(t, refused[int](t, standard, five, variant.ErrWrongType),
		"float into a Go int (the option WholeFloats or the tag whole takes 5.0)")
}

// TestWholeVectors: with the option WholeFloats, vectors of ints and of floats fill each other if
// no number changes.
func TestWholeVectors(t *testing.T) {
	wholeOnly(t, math.V2i(1, -2), math.V2(1, -2))
	wholeOnly(t, math.Vector3i{X: 1, Y: 2, Z: 3}, math.V3(1, 2, 3))
	wholeOnly(t, math.Vector4i{X: 1, W: 4}, math.Vector4{X: 1, W: 4})
	wholeOnly(t, math.NewRect2i(1, 2, 3, 4), math.NewRect2(1, 2, 3, 4))
	wholeOnly(t, math.V2(1, -2), math.V2i(1, -2))
	wholeOnly(t, math.Vector3{Z: 7}, math.Vector3i{Z: 7})
	wholeOnly(t, math.Vector4{Z: 7}, math.Vector4i{Z: 7})
	wholeOnly(t, math.NewRect2(1, 2, 3, 4), math.NewRect2i(1, 2, 3, 4))
	wholeOnly(t, list(math.V2i(1, 0)), []math.Vector2{{X: 1}})

	for _, v := range []math.Vector2{{X: 0.5}, {Y: 1 << 31}, {X: nan}} {
		refused[math.Vector2i](t, whole, v, variant.ErrRange)
	}
}

func wholeOnly[T any](t *testing.T, v Value, want T) {
	t.Helper()
	comesBack(t, whole, v, want)
	require.ErrorContains(t, refused[T](t, standard, v, variant.ErrWrongType),
		"(the option WholeFloats or the tag whole takes whole numbers)")
}

// TestWholeTag: the tag whole applies to one field, and does not change the written data.
func TestWholeTag(t *testing.T) {
	type fields struct {
		HP    int            `godot:"hp,whole"`
		Bag   []int64        `godot:"bag,whole"`
		Two   [2]uint8       `godot:"two,whole"`
		Map   map[string]int `godot:"map,whole"`
		Ptr   *int           `godot:"ptr,whole"`
		V     math.Vector2   `godot:"v,whole"`
		I     math.Vector3i  `godot:"i,whole"`
		Other int            `godot:"other"`
	}

	x := fields{9, []int64{9}, [2]uint8{9, 8}, map[string]int{"a": 9}, ptr(9), math.V2(3, 0),
		math.Vector3i{X: 4}, 7}
	require.Equal(t, `{"hp": 9, "bag": PackedInt64Array(9), "two": PackedByteArray(9, 8), `+
		`"map": {"a": 9}, "ptr": 9, "v": Vector2(3, 0), "i": Vector3i(4, 0, 0), "other": 7}`,
		goText(t, x))

	v := dict(kv("hp", Float(9)), kv("bag", packed.PackedFloat64Array{9}),
		kv("two", list(Float(9), Int(8))), kv("map", dict(kv("a", Float(9)))), kv("ptr", Float(9)),
		kv("v", math.V2i(3, 0)), kv("i", math.Vector3{X: 4}), kv("other", Int(7)))
	comesBack(t, planCodecs[0], v, x)
	v.Set(String("other"), Float(9))
	path := refused[fields](t, standard, v, variant.ErrWrongType).Path
	require.Equal(t, `$["other"]`, path.String())
}

// TestSlicesOfOldDialects: if a dialect does not have the packed array of a slice, the slice is
// written as an Array, and can be read back from it.
func TestSlicesOfOldDialects(t *testing.T) {
	type all struct {
		Floats  []float64
		Ints    []int64
		Pair    [2]float64
		Three   [3]int64
		Nested  [][]float64
		Typed   [][]float64 `godot:",typed"`
		Empty   []float64
		Map     map[string][]int64
		Singles []float32
	}

	in := all{
		Floats: []float64{0.5, -0.25}, Ints: []int64{1, 1 << 40}, Pair: [2]float64{1, 2},
		Three: [3]int64{3, 2, 1}, Nested: [][]float64{{1}, {}}, Typed: [][]float64{{1}, {}},
		Empty: []float64{}, Map: map[string][]int64{"a": {1}}, Singles: []float32{1.5},
	}

	for _, d := range codec.Dialects() {
		c := codec.MustNew(codec.Options{Dialect: d})
		v, err := c.ToVariant(in)
		require.NoError(t, err)
		require.Equal(t, testkit.Encode(t, c, v), marshal(t, c, in), d.Name())
		comesBack(t, c, v, in)

		want := variant.TypeArray
		if _, err := c.Encode(packed.PackedFloat64Array{}); err == nil {
			want = variant.TypePackedFloat64Array
		}

		read := testkit.Decode(t, c, marshal(t, c, in)).(variant.Dictionary)
		require.Equal(t, want, read.Pairs[0].Value.Type())
		require.Equal(t, variant.TypePackedFloat32Array, read.Pairs[8].Value.Type())
	}

	four := []math.Vector4{{X: 1}, {W: 2}}
	for _, d := range []*variant.Dialect{codec.Godot40, codec.Godot4} {
		c := codec.MustNew(codec.Options{Dialect: d})
		comesBack(t, c, testkit.Decode(t, c, marshal(t, c, four)), four)
	}
}
