package plan_test

import (
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/variant"
)

func TestMarshalErrors(t *testing.T) {
	type self struct{ Next *self }
	loop := &self{}
	loop.Next = loop
	var knot any
	knot = &knot
	type point *point
	var p point
	p = &p
	type list []list
	round := make(list, 1)
	round[0] = round

	third := decimal.RequireFromString("0.1")
	for _, c := range []struct {
		in   any
		kind error
		text string
	}{
		{map[string]any{"a": []any{1, make(chan int)}}, codec.ErrGoType,
			`godot: unusable Go type chan int: no Variant holds it, in $["a"][1]`},
		{struct{ F func() }{}, codec.ErrGoType,
			`unusable Go type func(): no Variant holds it, in $["F"]`},
		{[]uint64{1 << 63}, variant.ErrRange,
			`$[0]: out of range: 9223372036854775808 is more than an int holds`},
		{map[string]string{"a\xff": ""}, variant.ErrUTF8, ``},
		{struct {
			P decimal.Decimal `godot:"price"`
		}{third}, variant.ErrInexact,
			`$["price"]: not exact: 0.1 → double 0.1000000000000000055511151231257827021181583404541015625`},
		{[]decimal.Decimal{decimal.New(1, 400)}, variant.ErrInexact,
			`$[0]: not exact: 1e+400 → double overflow`},
		{struct {
			P decimal.Decimal `godot:",scale=2"`
		}{decimal.New(19999, -3)}, variant.ErrInexact,
			`$["P"]: not exact: 19.999 has more than 2 places`},
		{[]celsius{-300}, errCold, `$[0]: colder than cold`},
		{loop, variant.ErrDepth, ``},
		{knot, variant.ErrDepth, ``},
		{p, codec.ErrGoType, `pointers without end`},
		{round, variant.ErrDepth, ``},
		{map[any]int{make(chan int): 1}, codec.ErrGoType, `, in $[key 0]`},
		{struct {
			A []any `godot:",typed"`
		}{}, codec.ErrGoType, `needs items of one type`},
		{struct {
			A    int
			Rest map[string]int `godot:",inline"`
		}{Rest: map[string]int{"A": 1}}, variant.ErrDuplicateKey, `$["A"]`},
	} {
		_, err := codec.ToVariant(c.in)
		if c.kind != variant.ErrUTF8 { // only the encoder minds
			require.ErrorIs(t, err, c.kind)
			require.ErrorContains(t, err, c.text)
			if c.kind != codec.ErrGoType {
				require.ErrorContains(t, err, "godot: convert $")
			}
		}

		b, err := codec.Marshal(c.in)
		require.Nil(t, b)
		require.ErrorIs(t, err, c.kind)
		require.ErrorContains(t, err, c.text)
		if c.kind != codec.ErrGoType {
			require.ErrorContains(t, err, "godot: encode $")
		}
	}
}

func TestUnmarshalErrors(t *testing.T) {
	type save struct {
		Player struct {
			HP   uint8            `godot:"hp"`
			Bag  []map[string]int `godot:"bag"`
			Temp *celsius         `godot:"temp"`
			Day  time.Time        `godot:"day"`
			N    int              `godot:"n,string"`
			Cost decimal.Decimal  `godot:"cost"`
		} `godot:"player"`
	}

	in := func(key string, v variant.Variant) variant.Variant {
		return variant.NewDictionary(variant.KV("player",
			variant.NewDictionary(variant.KV("other", variant.NewArray()), variant.KV(key, v))))
	}

	for _, c := range []struct {
		v    variant.Variant
		kind error
		text string
	}{
		{in("hp", variant.Int(256)), variant.ErrRange,
			`$["player"]["hp"] (int) at offset 68: out of range: 256 into a Go uint8`},
		{in("hp", variant.Int(-1)), variant.ErrRange,
			`$["player"]["hp"] (int) at offset 68: out of range: -1 into a Go uint8`},
		{in("hp", variant.Float(5)), variant.ErrWrongType,
			`$["player"]["hp"] (float) at offset 68: wrong type: float into a Go uint8`},
		{in("hp", variant.Nil{}), variant.ErrWrongType,
			`$["player"]["hp"] at offset 68: wrong type: Nil into a Go uint8`},
		{in("bag", variant.NewArray(variant.Nil{},
			variant.NewDictionary(variant.KV("x", variant.String("y"))))), variant.ErrWrongType,
			`$["player"]["bag"][1]["x"] (String) at offset 100: wrong type: String into a Go int`},
		{in("bag", variant.NewArray(variant.NewDictionary(variant.Pair{Key: variant.Int(1),
			Value: variant.Int(1)}))), variant.ErrWrongType,
			`$["player"]["bag"][0][key 0] (int) at offset 84: wrong type: int into a Go string`},
		{in("temp", variant.Int(3)), errCold,
			`$["player"]["temp"] (int) at offset 68: colder than cold`},
		{in("day", variant.String("today")), nil,
			`$["player"]["day"] (String) at offset 68: parsing time "today"`},
		{in("n", variant.String("1e3")), variant.ErrWrongType, `"1e3" into a Go int`},
		{in("n", variant.String("99999999999999999999")), variant.ErrRange,
			`99999999999999999999 into a Go int`},
		{in("cost", variant.String("cheap")), variant.ErrRange, `"cheap" is no decimal`},
		{in("cost", variant.String(strings.Repeat("1", 5000))), variant.ErrRange, `is no decimal`},
	} {
		packet, err := codec.Encode(c.v)
		require.NoError(t, err)
		var s save
		err = codec.Unmarshal(packet, &s)
		require.ErrorContains(t, err, c.text)
		require.ErrorContains(t, err, "godot: decode ")

		if c.kind != nil {
			require.ErrorIs(t, err, c.kind)
		}

		var e *variant.Error
		require.ErrorAs(t, codec.FromVariant(c.v, &s), &e)
		require.Equal(t, "convert", e.Op)
	}

	var s save
	for _, bad := range []any{nil, s, (*save)(nil), 3} {
		require.ErrorIs(t, codec.Unmarshal([]byte{0, 0, 0, 0}, bad), variant.ErrWrongType)
		require.ErrorIs(t, codec.FromVariant(variant.Nil{}, bad), variant.ErrWrongType)
	}

	// What is wrong with the data comes before what does not fit.
	packet, err := codec.Encode(in("hp", variant.String("x")))
	require.NoError(t, err)
	require.ErrorIs(t, codec.Unmarshal(append(packet, 0), &s), variant.ErrTrailing)
	require.ErrorIs(t, codec.Unmarshal(packet[:len(packet)-4], &s), variant.ErrTruncated)
}
