package plan_test

import (
	gomath "math"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// requireInto checks Unmarshal and FromVariant of v. kind is that of the error, nil: want
// comes out.
func requireInto[T any](t *testing.T, c *codec.Codec, v variant.Variant, want T, kind error) {
	t.Helper()
	var read, converted T

	packet := testkit.Encode(t, standard, v)
	for name, run := range map[string]struct {
		err error
		got *T
	}{
		"Unmarshal":   {c.Unmarshal(packet, &read), &read},
		"FromVariant": {c.FromVariant(v, &converted), &converted},
	} {
		if kind != nil {
			require.ErrorIs(t, run.err, kind, "%s: %v into a %T", name, v, want)
			continue
		}
		require.NoError(t, run.err, "%s: %v into a %T", name, v, want)
		require.Equal(t, want, *run.got, name)
	}
}

func TestWholeFloats(t *testing.T) {
	type level int8
	whole, plain := codec.MustNew(codec.Options{WholeFloats: true}), codec.MustNew(codec.Options{})
	five := variant.Float(5)
	floats := variant.NewArray(five, variant.Int(6), variant.Float(gomath.Copysign(0, -1)))

	requireInto(t, whole, five, 5, nil)
	requireInto(t, whole, five, int8(5), nil)
	requireInto(t, whole, five, int16(5), nil)
	requireInto(t, whole, five, int32(5), nil)
	requireInto(t, whole, five, int64(5), nil)
	requireInto(t, whole, five, uint(5), nil)
	requireInto(t, whole, five, uint8(5), nil)
	requireInto(t, whole, five, uint16(5), nil)
	requireInto(t, whole, five, uint32(5), nil)
	requireInto(t, whole, five, uint64(5), nil)
	requireInto(t, whole, five, level(5), nil)
	requireInto(t, whole, five, 5*time.Nanosecond, nil)
	requireInto(t, whole, floats, []int{5, 6, 0}, nil)
	requireInto(t, whole, floats, []int64{5, 6, 0}, nil)
	requireInto(t, whole, floats, []byte{5, 6, 0}, nil)
	requireInto(t, whole, floats, [3]level{5, 6, 0}, nil)
	requireInto(t, whole, packed.PackedFloat64Array{1, 2}, []int32{1, 2}, nil)
	requireInto(t, whole, packed.PackedFloat32Array{1, 2}, [2]int{1, 2}, nil)
	requireInto(t, whole, variant.NewTypedArray(variant.ElementType{Type: variant.TypeFloat},
		five), []int{5}, nil)
	requireInto(t, whole, variant.NewDictionary(variant.KV("a", five)), map[string]int{"a": 5}, nil)

	requireInto(t, whole, variant.NewDictionary(variant.KV("hp", five)), struct {
		HP *int `godot:"hp"`
	}{ptr(5)}, nil)

	requireInto(t, whole, variant.NewDictionary(variant.KV("gold", variant.Float(1990))), struct {
		Gold decimal.Decimal `godot:"gold,scale=2"`
	}{decimal.New(1990, -2)}, nil)

	requireInto(t, whole, variant.Float(-1<<63), int64(gomath.MinInt64), nil)

	for _, f := range []float64{5.5, nan, inf, -inf, 1 << 63, gomath.Nextafter(-1<<63, -inf),
		1e-300} {
		requireInto(t, whole, variant.Float(f), int64(0), variant.ErrRange)
		requireInto(t, whole, variant.Float(f), uint64(0), variant.ErrRange)
	}

	requireInto(t, whole, variant.Float(128), int8(0), variant.ErrRange)
	requireInto(t, whole, variant.Float(-1), uint(0), variant.ErrRange)

	// Keys of maps, vectors, Variants and text stay what they are.
	requireInto(t, whole, variant.NewDictionary(variant.Pair{Key: five, Value: five}),
		map[int]int{}, variant.ErrWrongType)
	requireInto(t, whole, math.Vector2{X: 1, Y: 2}, math.Vector2i{X: 1, Y: 2}, nil)
	requireInto(t, whole, math.Vector2{X: 1, Y: 2}, math.Vector3i{}, variant.ErrWrongType)
	requireInto(t, whole, five, variant.Int(0), variant.ErrWrongType)
	requireInto(t, whole, five, variant.Variant(five), nil)
	requireInto(t, whole, five, any(five), nil)
	requireInto(t, whole, variant.String("5"), 0, variant.ErrWrongType)

	requireInto(t, plain, five, 0, variant.ErrWrongType)
	require.ErrorContains(t, plain.Unmarshal(testkit.Encode(t, standard, five), new(int)),
		"float into a Go int (the option WholeFloats or the tag whole takes 5.0)")
}

func ptr[T any](v T) *T { return &v }

// TestWholeTag: the tag is for one field, and changes nothing that is written.
func TestWholeTag(t *testing.T) {
	type fields struct {
		HP    int            `godot:"hp,whole"`
		Bag   []int64        `godot:"bag,whole"`
		Two   [2]uint8       `godot:"two,whole"`
		Map   map[string]int `godot:"map,whole"`
		Ptr   *int           `godot:"ptr,whole"`
		Other int            `godot:"other"`
	}

	x := fields{HP: 1, Bag: []int64{2}, Two: [2]uint8{3, 4}, Map: map[string]int{"a": 5},
		Ptr: ptr(6), Other: 7}
	packet, err := codec.Marshal(x)
	require.NoError(t, err)
	v := testkit.Decode(t, standard, packet).(variant.Dictionary)
	bag, _ := v.Get(variant.String("bag"))
	require.Equal(t, packed.PackedInt64Array{2}, bag)

	for _, key := range []string{"hp", "ptr"} {
		v.Set(variant.String(key), variant.Float(9))
	}

	v.Set(variant.String("bag"), packed.PackedFloat64Array{9})
	v.Set(variant.String("two"), variant.NewArray(variant.Float(9), variant.Int(8)))
	v.Set(variant.String("map"), variant.NewDictionary(variant.KV("a", variant.Float(9))))

	requireInto(t, nil, variant.Variant(v), fields{
		HP: 9, Bag: []int64{9}, Two: [2]uint8{9, 8}, Map: map[string]int{"a": 9}, Ptr: ptr(9),
		Other: 7,
	}, nil)

	v.Set(variant.String("other"), variant.Float(9))
	requireInto(t, nil, variant.Variant(v), fields{}, variant.ErrWrongType)
	require.ErrorContains(t, codec.FromVariant(v, new(fields)), `$["other"]`)
}

// TestSlicesOfOldDialects: a slice becomes an Array in a dialect without its packed array, and
// comes back from it, in every dialect.
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
		Three:  [3]int64{3, 2, 1},
		Nested: [][]float64{{1}, {}}, Typed: [][]float64{{1}, {}}, Empty: []float64{},
		Map: map[string][]int64{"a": {1}}, Singles: []float32{1.5},
	}

	for _, d := range codec.Dialects() {
		t.Run(d.Name, func(t *testing.T) {
			c := codec.MustNew(codec.Options{Dialect: d})
			packet, err := c.Marshal(in)
			require.NoError(t, err)
			var out all
			require.NoError(t, c.Unmarshal(packet, &out))
			require.Equal(t, in, out)
			v, err := c.ToVariant(in)
			require.NoError(t, err)
			require.Equal(t, packet, testkit.Encode(t, c, v), "ToVariant and Encode")
			floats, _ := testkit.Decode(t, c,
				packet).(variant.Dictionary).Get(variant.String("Floats"))
			want := variant.TypeArray

			if _, err := c.Encode(packed.PackedFloat64Array{}); err == nil {
				want = variant.TypePackedFloat64Array
			}

			require.Equal(t, want, floats.Type())
			singles, _ := v.(variant.Dictionary).Get(variant.String("Singles"))
			require.Equal(t, variant.TypePackedFloat32Array, singles.Type())
		})
	}

	four := []math.Vector4{{X: 1}, {W: 2}}
	for _, d := range []*variant.Dialect{codec.Godot40, codec.Godot4} {
		c := codec.MustNew(codec.Options{Dialect: d})
		packet, err := c.Marshal(four)
		require.NoError(t, err)
		var out []math.Vector4
		require.NoError(t, c.Unmarshal(packet, &out))
		require.Equal(t, four, out)
	}
}
