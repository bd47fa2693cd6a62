package plan_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	gdmath "godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestMarshalErrors: a Go value that has no form in Godot is an error with its path, when it is
// written and when it is read.
func TestMarshalErrors(t *testing.T) {
	type point *point
	var endless point
	endless = &endless
	tenth := decimal.RequireFromString("0.1")

	for _, c := range []struct {
		in   any
		kind error
		text string
	}{
		{map[string]any{"a": []any{1, make(chan int)}}, codec.ErrGoType,
			`godot: unusable Go type chan int: no Godot type can hold it, in $["a"][1]`},
		{tagged[func()](""), codec.ErrGoType,
			`unusable Go type func(): no Godot type can hold it, in $["d"]`},
		{map[any]int{make(chan int): 1}, codec.ErrGoType, `, in $[key 0]`},
		{tagged[[]any](",typed"), codec.ErrGoType, `needs items of one type`},
		{endless, codec.ErrGoType, `the type points to itself`},
		{[]uint64{1 << 63}, variant.ErrRange,
			`$[0]: out of range: 9223372036854775808 is more than an int holds`},
		{map[string]string{"a": "", "b\xff": ""}, variant.ErrUTF8, `$[key 1]`},
		{tagged("price", tenth), variant.ErrInexact, `$["price"]: not exact: ` +
			`0.1 → double 0.1000000000000000055511151231257827021181583404541015625`},
		{[]decimal.Decimal{decimal.New(1, 400)}, variant.ErrInexact,
			`$[0]: not exact: 1e+400 → double overflow`},
		{tagged(",scale=2", decimal.New(19999, -3)), variant.ErrInexact,
			`$["d"]: not exact: 19.999 has more than 2 places`},
		{tagged(",typed,scale=2", []decimal.Decimal{decimal.New(1, 0), decimal.New(1, -3)}),
			variant.ErrInexact, `$["d"][1]`},
		{tagged(",string", decimal.New(1, 1<<30)), variant.ErrRange, `$["d"]`},
		{[]celsius{-300}, errCold, `$[0]: colder than cold`},
		{map[string]*fragile{"a": {"x"}, "b": {"fail"}}, errFragile, `$["b"]`},
		{structOf(with("A", "", 1), with("Rest", ",inline", map[string]int{"a": 1})),
			variant.ErrDuplicateKey, `$["a"]`},
	} {
		b, marshal := codec.Marshal(c.in)
		require.Nil(t, b)
		_, convert := codec.ToVariant(c.in)
		for op, err := range map[string]error{"encode": marshal, "convert": convert} {
			if op == "convert" && c.kind == variant.ErrUTF8 { // only encoding checks UTF-8
				continue
			}

			require.ErrorIs(t, err, c.kind)
			require.ErrorContains(t, err, c.text)
			if c.kind != codec.ErrGoType {
				require.ErrorContains(t, err, "godot: "+op+" $")
			}
		}
	}
}

// TestUnmarshalErrors: a value that does not fit the Go type is an error with its path and offset.
func TestUnmarshalErrors(t *testing.T) {
	type save struct {
		Player struct {
			HP   uint8            `godot:"hp"`
			Bag  []map[string]int `godot:"bag"`
			Temp *celsius         `godot:"temp"`
			Day  time.Time        `godot:"day"`
			N    int              `godot:"n,string"`
			Cost decimal.Decimal  `godot:"cost"`
			Fine []float32        `godot:"fine"`
		} `godot:"player"`
	}

	in := func(key string, v Value) Value {
		return dict(kv("player", dict(kv("other", list()), kv(key, v))))
	}

	for _, c := range []struct {
		key  string
		v    Value
		kind error
		text string
	}{
		{"hp", Int(256), variant.ErrRange,
			`["hp"] (int) at offset 68: out of range: 256 into a Go uint8`},
		{"hp", Int(-1), variant.ErrRange, `at offset 68: out of range: -1 into a Go uint8`},
		{"hp", Float(5), variant.ErrWrongType,
			`["hp"] (float) at offset 68: wrong type: float into a Go uint8`},
		{"hp", variant.Nil{}, variant.ErrWrongType,
			`["hp"] at offset 68: wrong type: Nil into a Go uint8`},
		{"bag", list(nil, dict(kv("x", String("y")))), variant.ErrWrongType,
			`["bag"][1]["x"] (String) at offset 100: wrong type: String into a Go int`},
		{"bag", list(dict(variant.Pair{Key: Int(1), Value: Int(1)})), variant.ErrWrongType,
			`["bag"][0][key 0] (int) at offset 84: wrong type: int into a Go string`},
		{"temp", Int(3), errCold, `["temp"] (int) at offset 68: colder than cold`},
		{"day", String("today"), nil, `["day"] (String) at offset 68: parsing time "today"`},
		{"n", String("1e3"), variant.ErrWrongType, `"1e3" into a Go int`},
		{"n", String("99999999999999999999"), variant.ErrRange, `99999999999 into a Go int`},
		{"cost", String("cheap"), variant.ErrRange, `"cheap" is not a decimal number`},
		{"cost", String(strings.Repeat("1", 5000)), variant.ErrRange, `is not a decimal number`},
		{"fine", packed.PackedFloat64Array{1, 2, 1e300}, variant.ErrRange, `["fine"][2]`},
		{"fine", list(Float(1), Float(1e300)), variant.ErrRange, `["fine"][1]`},
	} {
		e := refused[save](t, standard, in(c.key, c.v), c.kind)
		require.ErrorContains(t, e, `godot: decode $["player"]`)
		require.ErrorContains(t, e, c.text)
	}

	var s save
	for _, bad := range []any{nil, s, (*save)(nil), 3} {
		require.ErrorIs(t, codec.Unmarshal([]byte{0, 0, 0, 0}, bad), variant.ErrWrongType)
		require.ErrorIs(t, codec.FromVariant(variant.Nil{}, bad), variant.ErrWrongType)
	}

	// The value of "hp" does not fit its field. But an error in the packet has priority.
	packet := testkit.Encode(t, standard, in("hp", String("x")))
	require.ErrorIs(t, codec.Unmarshal(append(packet, 0), &s), variant.ErrTrailing)
	require.ErrorIs(t, codec.Unmarshal(packet[:len(packet)-4], &s), variant.ErrTruncated)

	var singles []float32 // a float32 cannot hold 1e300
	vectors := packed.PackedVector3Array{{X: 1}, {Y: 1e300, Z: 1e300}}
	e := testkit.Fault(t, codec.FromVariant(vectors, &singles), variant.ErrRange)
	assert.Equal(t, "$[1]", e.Path.String())
}

// TestKeysOfOneMapDiffer: if two keys of a map are the same key in Godot, this is an error. Equal
// maps are written as equal bytes.
func TestKeysOfOneMapDiffer(t *testing.T) {
	other := math.Float64frombits(0x7FF8000000000001)
	for _, m := range []any{
		map[any]any{int32(1): 1, int64(1): 2, uint8(1): 3},
		map[any]any{"a": 1, String("a"): 2},
		map[any]any{"a": 1, variant.StringName("a"): 2},
		map[float64]int{nan: 1, other: 2},
		map[gdmath.Vector2]int{{X: nan}: 1, {X: nan, Y: 0}: 2},
		tagged("m", map[any]int{"x": 1, variant.StringName("x"): 2}),
	} {
		for range 10 {
			_, err := codec.Marshal(m)
			require.ErrorIs(t, err, variant.ErrDuplicateKey, "%v", m)
			_, err = codec.ToVariant(m)
			require.ErrorIs(t, err, variant.ErrDuplicateKey, "%v", m)
		}
	}

	mixed := func() map[any]any {
		return map[any]any{"": 1, 0: 2, 0.0: 3, false: 4, gdmath.Vector2{}: 5,
			variant.StringName("b"): 6}
	}

	want := marshal(t, standard, mixed())
	for range 100 {
		require.Equal(t, want, marshal(t, standard, mixed()))
	}
}

type quoting struct{}

func (*quoting) UnmarshalText(text []byte) error { return errors.New("can't read " + string(text)) }

// TestErrorTextIsBounded: the length of the text of an error is limited, even if a method returns
// long texts.
func TestErrorTextIsBounded(t *testing.T) {
	err := refused[quoting](t, standard, String(strings.Repeat("\x01", 1<<20)), nil)
	assert.Less(t, len(err.Error()), 5000)
	assert.Contains(t, err.Error(), "can't read")
}

// health is a Variant that no registry has.
type health int

func (health) Type() variant.Type             { return variant.TypeCustom }
func (health) Encode(w *variant.Writer) error { return w.Fail(variant.ErrRange) }

func (health) Decode(r *variant.Reader) (Value, error) { return variant.Result(r, health(0)) }

// TestVariantsAreShared: if a part of a Go value is a Variant, ToVariant and FromVariant use the
// same Variant again. They neither copy nor encode this Variant.
func TestVariantsAreShared(t *testing.T) {
	type holder struct {
		Any   any
		Array variant.Array
		List  []Value
		Map   map[string]any
		H     health
	}

	items, ring := []Value{Int(1)}, list(nil)
	ring.Items[0] = ring
	v, err := codec.ToVariant(holder{
		health(1), list(items...), []Value{health(2), ring},
		map[string]any{"a": (*gdmath.Vector2)(nil), "h": health(3)}, 4,
	})

	require.NoError(t, err)
	pairs := v.(variant.Dictionary).Pairs
	inner := pairs[2].Value.(variant.Array).Items
	assert.Equal(t, []Value{health(1), health(2), health(4)},
		[]Value{pairs[0].Value, inner[0], pairs[4].Value})
	assert.Same(t, &items[0], &pairs[1].Value.(variant.Array).Items[0])
	assert.Same(t, &ring.Items[0], &inner[1].(variant.Array).Items[0])

	var out holder
	require.NoError(t, codec.FromVariant(v, &out))
	assert.Same(t, &items[0], &out.Array.Items[0])
	assert.Same(t, &ring.Items[0], &out.List[1].(variant.Array).Items[0])
	assert.Equal(t, []any{health(1), health(3), health(4)}, []any{out.Any, out.Map["h"], out.H})

	v, err = codec.ToVariant(tagged(",typed", []struct {
		_ struct{} `godot:"object=Node"`
	}{{}}))
	require.NoError(t, err)
	assert.Equal(t, &variant.ElementType{Type: variant.TypeObject, Class: "Node"},
		v.(variant.Dictionary).Pairs[0].Value.(variant.Array).Elem)

	for _, f := range []float64{0.1, 1e300} { // ToVariant and FromVariant do not round
		v, err = codec.ToVariant(gdmath.Color{R: f})
		require.NoError(t, err)
		assert.Equal(t, Value(gdmath.Color{R: f}), v)
		var c [4]float64
		require.NoError(t, codec.FromVariant(v, &c))
		assert.Equal(t, [4]float64{f}, c)
	}
}

// TestValuesThatContainThemselves: a Go value or a Variant that contains itself is too deep. The
// path of the error leads to the first value that is too deep.
func TestValuesThatContainThemselves(t *testing.T) {
	type items []any
	type lists []lists
	type kids struct {
		Kids []kids `godot:",typed"`
	}
	type object struct {
		_    struct{} `godot:"object=Node"`
		Kids []object
	}
	type self struct{ Next *self }

	l, nested, k, o := make(items, 100), make(lists, 1), make([]kids, 2), make([]object, 2)
	for i := range l {
		l[i] = l
	}
	nested[0] = nested
	k[0].Kids = k
	o[1].Kids = o
	loop := &self{}
	loop.Next = loop
	var knot any
	knot = &knot
	deep := map[string]any{}
	deep["m"] = deep

	for _, in := range []any{l, nested, k, o, loop, knot, deep} {
		_, err := full.Marshal(in)
		require.ErrorIs(t, err, variant.ErrDepth)
		_, err = codec.ToVariant(in)
		require.ErrorIs(t, err, variant.ErrDepth)
	}

	_, err := codec.Marshal(deep)
	assert.Regexp(t, `\["m"\]\["m"\]\[key 0\]$`, testkit.Fault(t, err, nil).Path.String())
	_, err = codec.ToVariant(deep)
	assert.Regexp(t, `\["m"\]\["m"\]$`, testkit.Fault(t, err, nil).Path.String())

	array, typed := list(nil), variant.TypedArray{Items: make([]Value, 1)}
	array.Items[0] = array
	typed.Items[0] = typed
	ofTyped := variant.TypedArray{Items: make([]Value, 1), Elem: of(variant.TypeTypedArray)}
	ofTyped.Items[0] = ofTyped
	dictionary := dict(kv("", nil))
	dictionary.Pairs[0].Value = dictionary

	type tree map[string]tree
	for _, c := range []struct {
		value Value
		dst   any
	}{
		{typed, new(lists)}, {ofTyped, new(lists)}, {variant.PackedTypedArray(ofTyped), new(lists)},
		{array, new(lists)}, {array, new([1]lists)}, {dictionary, new(tree)},
	} {
		assert.ErrorIs(t, codec.FromVariant(c.value, c.dst), variant.ErrDepth, "%T", c.value)
	}
}

// TestDepthIsBounded: a value may be nested 1024 levels deep. It may have many parts at the same
// level.
func TestDepthIsBounded(t *testing.T) {
	type lists []lists
	deep := list()
	for range 1023 {
		deep = list(deep)
	}

	var l lists
	require.NoError(t, codec.FromVariant(deep, &l))
	require.ErrorIs(t, codec.FromVariant(list(deep), &l), variant.ErrDepth)

	siblings := make([]Value, 2000)
	for i := range siblings {
		siblings[i] = list()
	}
	require.NoError(t, codec.FromVariant(list(siblings...), &l))
}
