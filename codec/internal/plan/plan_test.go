package plan_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// comesBack reads v into a T, from a packet and as a value, into new memory and over another
// T, and holds the results against want.
func comesBack[T any](t *testing.T, c *codec.Codec, v variant.Variant, want, other T) {
	t.Helper()
	b, err := c.Encode(v)
	require.NoError(t, err)
	read, err := c.Decode(b)
	require.NoError(t, err)
	var fresh, converted T

	name := fmt.Sprintf("%v into a %T, %s", v, want, c.Dialect().Name)
	for range 2 {
		require.NoError(t, c.Unmarshal(b, &fresh), name)
		require.Equal(t, want, fresh, name)
	}

	require.NoError(t, c.FromVariant(read, &converted), name)
	require.Equal(t, want, converted, name)
	require.NoError(t, c.Unmarshal(b, &other), name)
	require.Equal(t, want, other, name)
}

// planCodecs write one number in each width, and read with and without quick ways.
func planCodecs() (all []*codec.Codec) {
	for _, o := range []codec.Options{{}, {Precision: variant.Double}, {Mode: codec.Strict},
		{Dialect: codec.Godot3}} {
		all = append(all, codec.MustNew(o))
	}
	return all
}

func structComesBack[T any](t *testing.T, c *codec.Codec, in T) {
	v, err := c.ToVariant(&in)
	require.NoError(t, err)
	want, err := c.Encode(v)
	require.NoError(t, err)
	for _, in := range []any{in, &in} {
		got, err := c.Marshal(in)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	var zero T
	comesBack(t, c, v, in, zero)
}

func TestPlansOfItems(t *testing.T) {
	list := variant.NewArray
	one := variant.Int(1)
	half := variant.Float(0.5)
	big := variant.Int(1 << 40)
	on, off := variant.Bool(true), variant.Bool(false)

	long := strings.Repeat("long", 30)
	for _, c := range planCodecs() {
		comesBack(t, c, list(on, off, on, on, on), []bool{true, false, true, true, true},
			[]bool{false})
		comesBack(t, c, list(one, one, one, one, big, one, one),
			[]int64{1, 1, 1, 1, 1 << 40, 1, 1}, []int64{5, 6, 7})
		comesBack(t, c, list(one, one, one, one, one, variant.Int(-3)), []int{1, 1, 1, 1, 1, -3},
			nil)
		comesBack(t, c, list(one, variant.Int(200)), []uint8{1, 200}, []uint8{5})
		comesBack(t, c, list(one, half, one, half), []float64{1, 0.5, 1, 0.5}, []float64{9})
		comesBack(t, c, list(half, one), []float32{0.5, 1}, []float32{9, 9, 9})
		comesBack(t, c, list(variant.String("a"), variant.String("ä"), variant.String(long)),
			[]string{"a", "ä", long}, []string{"b"})
		comesBack(t, c, list(math.V3(1, 2, 3), math.V3(4, 5, 6)),
			[]math.Vector3{{X: 1, Y: 2, Z: 3}, {X: 4, Y: 5, Z: 6}}, nil)
		comesBack(t, c, list(math.V2(1, 2)), []math.Vector2{math.V2(1, 2)}, nil)
		comesBack(t, c, list(), []int{}, []int{1})
		comesBack[[]int](t, c, variant.Nil{}, nil, []int{1})
		comesBack(t, c, variant.Int(1<<24+1), float64(1<<24+1), 0)
		comesBack(t, c, variant.Int(1<<24), float32(1<<24), 0)
		comesBack(t, c, list(make([]variant.Variant, 2000)...), make([][]int, 2000), nil)
	}

	var single float32
	require.ErrorIs(t, codec.FromVariant(variant.Int(1<<24+1), &single), variant.ErrRange)
}

func TestPlansOfPandemonium(t *testing.T) {
	pandemonium := codec.MustNew(codec.Options{Dialect: codec.Pandemonium5})
	comesBack(t, pandemonium, packed.PackedVector2iArray{math.V2i(1, 2)},
		[]math.Vector2i{math.V2i(1, 2)}, nil)
	comesBack(t, pandemonium, packed.PackedVector3iArray{{X: 1, Y: 2, Z: 3}},
		[]math.Vector3i{{X: 1, Y: 2, Z: 3}}, nil)
	comesBack(t, pandemonium, packed.PackedVector4iArray{{X: 1, Y: 2, Z: 3, W: 4}},
		[]math.Vector4i{{X: 1, Y: 2, Z: 3, W: 4}}, nil)
	comesBack(t, pandemonium, packed.PackedVector4Array{{X: 1, Y: 2, Z: 3, W: 4}},
		[][4]float64{{1, 2, 3, 4}}, nil)
	ints := variant.ElementType{Type: variant.TypeInt}
	comesBack(t, pandemonium, variant.TypedArray{Items: []variant.Variant{variant.Int(1)},
		Elem: ints}, []int64{1}, nil)

	comesBack(t, pandemonium, variant.PackedTypedArray{Items: []variant.Variant{variant.Int(1)},
		Elem: ints}, []int{1}, nil)
}

// TestPlansOfInterfaces: what an interface takes is whatever value implements it.
func TestPlansOfInterfaces(t *testing.T) {
	c := codec.MustNew(codec.Options{})
	comesBack[any](t, c, math.V2(1, 2), math.V2(1, 2), 5)
	comesBack[variant.Variant](t, c, math.V2(1, 2), math.V2(1, 2), variant.Int(5))
	comesBack[fmt.Stringer](t, c, math.V2(1, 2), math.V2(1, 2), nil)
	b, err := c.Encode(math.V2(1, 2))
	require.NoError(t, err)
	var e error
	require.ErrorIs(t, c.Unmarshal(b, &e), variant.ErrWrongType)
	require.ErrorIs(t, c.FromVariant(math.V2(1, 2), &e), variant.ErrWrongType)
	broken := append(b[:len(b):len(b)], 0)
	require.ErrorIs(t, c.Unmarshal(broken, &e), variant.ErrTrailing)
	var s fmt.Stringer
	require.ErrorIs(t, c.Unmarshal(b[:8], &s), variant.ErrTruncated)

	raw, err := c.Raw(b)
	require.NoError(t, err)
	comesBack(t, c, raw, math.V2(1, 2), math.Vector2{})
	var v math.Vector2
	require.NoError(t, c.FromVariant(raw, &v))
	require.Equal(t, math.V2(1, 2), v)
	require.NoError(t, c.FromVariant(&math.Vector2{X: 3}, &v))
	require.Equal(t, math.V2(3, 0), v)
	require.ErrorIs(t, c.FromVariant((*math.Vector2)(nil), &v), variant.ErrWrongType)
}

// nameMap, nameList, nameFunc and nameChan are texts that can be nil.
type (
	nameMap  map[string]int
	nameList []string
	nameFunc func()
	nameChan chan int
)

func (nameMap) MarshalText() ([]byte, error)  { return []byte("map"), nil }
func (nameList) MarshalText() ([]byte, error) { return []byte("list"), nil }
func (nameFunc) MarshalText() ([]byte, error) { return []byte("func"), nil }
func (nameChan) MarshalText() ([]byte, error) { return []byte("chan"), nil }

// twofold is a Variant that would rather be marshaled as another.
type twofold struct{ variant.Nil }

func (twofold) MarshalVariant() (variant.Variant, error) { return variant.Int(7), nil }

// Loop embeds itself.
type Loop struct {
	A int
	*Loop
	B int
}

// TestPlansOfNil: what nil is, and what is asked before it is taken for a Variant.
func TestPlansOfNil(t *testing.T) {
	for want, in := range map[string]any{
		"[null, null, null, null]": []any{nameMap(nil), nameList(nil), nameFunc(nil),
			nameChan(nil)},
		`["map", "list", "func", "chan"]`: []any{nameMap{}, nameList{}, nameFunc(func() {}),
			make(nameChan)},
		"[7, null, Vector2(1, 2)]": []any{twofold{}, (*math.Vector2)(nil),
			&math.Vector2{X: 1, Y: 2}},
		`{"A": Array[NodePath]([NodePath("a")])}`: struct {
			A []objects.NodePath `godot:",typed"`
		}{[]objects.NodePath{objects.MustParseNodePath("a")}},
	} {
		assert.Equal(t, want, goText(t, in))
	}

	n := 5
	many, pointers := make([]any, 20_000), make([]*int, 20_000) // more than may lie in each other
	for i := range many {
		many[i] = n
		pointers[i] = &n
	}

	for _, in := range []any{many, pointers, make([][]any, 2000), make([]map[string]int, 2000)} {
		v, err := codec.ToVariant(in)
		require.NoError(t, err)
		_, err = codec.Marshal(in)
		require.NoError(t, err)
		assert.Len(t, v.(variant.Array).Items, reflect.ValueOf(in).Len())
	}
}

// TestPlansOfDecimals: the greatest decimals that may be text, and those beyond.
func TestPlansOfDecimals(t *testing.T) {
	type price struct {
		D decimal.Decimal `godot:",string"`
	}

	digits := func(n int) decimal.Decimal {
		d, err := decimal.NewFromString(strings.Repeat("7", n))
		require.NoError(t, err)
		return d
	}

	for _, d := range []decimal.Decimal{decimal.New(1, 6144), decimal.New(1, -6144), digits(2048)} {
		v, err := codec.ToVariant(price{d})
		require.NoError(t, err)
		comesBack(t, codec.MustNew(codec.Options{}), v, price{d}, price{})
	}

	for _, d := range []decimal.Decimal{decimal.New(1, 6145), decimal.New(1, -6145), digits(2049)} {
		_, err := codec.Marshal(price{d})
		require.ErrorIs(t, err, variant.ErrRange)
	}

	var texts struct {
		A []int32 `godot:",string"`
	}

	require.ErrorIs(t, codec.FromVariant(variant.NewDictionary(variant.KV("A",
		packed.PackedInt32Array{1})), &texts), variant.ErrWrongType)
	require.NoError(t, codec.FromVariant(variant.NewDictionary(variant.KV("A",
		packed.PackedStringArray{"12"})), &texts))
	require.Equal(t, []int32{12}, texts.A)
}

// TestPlansOfContent: what a destination holds is kept or forgotten by the rule.
func TestPlansOfContent(t *testing.T) {
	c := codec.MustNew(codec.Options{})
	text := variant.NewArray(variant.String("a"))
	comesBack(t, c, text, []fragile{{"a"}}, []fragile{{"b"}, {"c"}})
	one := &fragile{"b"}
	require.NoError(t, c.FromVariant(variant.String("a"), &one))
	assert.Equal(t, "ba", one.text) // not in a slice, so it is content

	type rest struct {
		A    int
		Rest map[string]int `godot:",inline"`
	}

	items := variant.NewArray(variant.NewDictionary(variant.KV("b", variant.Int(2))))
	comesBack(t, c, items, []rest{{Rest: map[string]int{"b": 2}}},
		[]rest{{A: 5, Rest: map[string]int{"c": 3}}})

	type number int
	type keyed struct {
		Rest map[number]int `godot:",inline"`
	}

	var k keyed
	assert.Error(t, c.FromVariant(variant.NewDictionary(variant.KV("b", variant.Int(2))), &k))

	type inner struct{ X int }
	type outer struct{ *inner }
	b, err := c.Encode(variant.NewDictionary(variant.KV("X", variant.Int(2))))
	require.NoError(t, err)

	var o outer
	for _, err := range []error{c.Unmarshal(b, &o),
		c.FromVariant(variant.NewDictionary(variant.KV("X", variant.Int(2))), &o)} {
		require.ErrorContains(t, err, "embedded pointer is nil")
	}

	o.inner = new(inner)
	require.NoError(t, c.Unmarshal(b, &o))
	assert.Equal(t, 2, o.X)

	var n objects.NodePath
	require.ErrorIs(t, c.FromVariant(variant.Int(1), &n), variant.ErrWrongType)
	var f fragile
	require.ErrorIs(t, c.FromVariant(variant.Int(1), &f), variant.ErrWrongType)
}

// TestPlansOfKeys: a struct may mix String and StringName keys, and both are found as either.
func TestPlansOfKeys(t *testing.T) {
	type mixed struct {
		A int `godot:",stringname"`
		B int
		C int `godot:",stringname"`
	}

	assert.Equal(t, `{&"A": 1, "B": 2, &"C": 3}`, goText(t, mixed{1, 2, 3}))
	for _, c := range planCodecs() {
		structComesBack(t, c, mixed{1, 2, 3})
		comesBack(t, c, variant.NewDictionary(variant.KV("C", variant.Int(3)),
			variant.KV("A", variant.Int(1))), mixed{A: 1, C: 3}, mixed{A: 7})
	}

	typed := variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeString},
		Pairs: []variant.Pair{variant.KV("A", variant.Int(1))}}
	comesBack(t, codec.MustNew(codec.Options{}), typed, mixed{A: 1}, mixed{})
}

// health is of no registry.
type health int

func (health) Type() variant.Type             { return variant.TypeCustom }
func (health) Encode(w *variant.Writer) error { return w.Fail(variant.ErrRange) }
func (health) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, health(0))
}

// TestPlansShare: what is a Variant in a Go value is that very Variant in the result of
// ToVariant and FromVariant, and never encoded.
func TestPlansShare(t *testing.T) {
	items := []variant.Variant{variant.Int(1)}
	type holder struct {
		Any   any
		Array variant.Array
		List  []variant.Variant
		Map   map[string]any
		H     health
	}

	ring := variant.NewArray(nil)
	ring.Items[0] = ring
	in := holder{
		health(1), variant.NewArray(items...), []variant.Variant{health(2), ring},
		map[string]any{"a": (*math.Vector2)(nil), "h": health(3)}, 4,
	}

	v, err := codec.ToVariant(in)
	require.NoError(t, err)
	d := v.(variant.Dictionary)
	assert.Equal(t, health(1), d.Pairs[0].Value)
	assert.Same(t, &items[0], &d.Pairs[1].Value.(variant.Array).Items[0])
	list := d.Pairs[2].Value.(variant.Array).Items
	assert.Equal(t, health(2), list[0])
	assert.Same(t, &ring.Items[0], &list[1].(variant.Array).Items[0])
	assert.Equal(t, health(4), d.Pairs[4].Value)

	var out holder
	require.NoError(t, codec.FromVariant(v, &out))
	assert.Same(t, &items[0], &out.Array.Items[0])
	assert.Same(t, &ring.Items[0], &out.List[1].(variant.Array).Items[0])
	assert.Equal(t, []any{health(1), health(3), health(4)}, []any{out.Any, out.Map["h"], out.H})

	class := []struct {
		_ struct{} `godot:"object=Node"`
	}{{}}

	v, err = codec.ToVariant(struct {
		N []struct {
			_ struct{} `godot:"object=Node"`
		} `godot:",typed"`
	}{class})

	require.NoError(t, err)
	assert.Equal(t, &variant.ElementType{Type: variant.TypeObject, Class: "Node"},
		v.(variant.Dictionary).Pairs[0].Value.(variant.Array).Elem)
	for _, f := range []float64{0.1, 1e300} { // no number is rounded on the way
		v, err = codec.ToVariant(math.Color{R: f})
		require.NoError(t, err)
		assert.Equal(t, math.Color{R: f}, v)
		var c [4]float64
		require.NoError(t, codec.FromVariant(v, &c))
		assert.Equal(t, [4]float64{f}, c)
	}
}

// TestPlansRing: a Go value that contains itself is an error soon.
func TestPlansRing(t *testing.T) {
	type list []any
	type kids struct {
		Kids []kids `godot:",typed"`
	}

	type object struct {
		_    struct{} `godot:"object=Node"`
		Kids []object
	}

	assert.Equal(t, `{"A": 1, "B": 2}`, goText(t, Loop{A: 1, B: 2})) // and its own fields count
	l := make(list, 100)
	for i := range l {
		l[i] = l
	}

	k, o := make([]kids, 2), make([]object, 2)
	k[0].Kids = k
	o[1].Kids = o

	for _, in := range []any{l, k, o} {
		_, err := codec.MustNew(codec.Options{FullObjects: true}).Marshal(in)
		require.ErrorIs(t, err, variant.ErrDepth)
		_, err = codec.ToVariant(in)
		require.ErrorIs(t, err, variant.ErrDepth)
	}

	ring := variant.TypedArray{Items: make([]variant.Variant, 1)}
	ring.Items[0] = ring
	type nest []nest
	var n nest
	require.ErrorIs(t, codec.FromVariant(ring, &n), variant.ErrDepth)
}

// fragile is a text that a struct holds and that fails where it says so.
type fragile struct{ text string }

func (f *fragile) MarshalText() ([]byte, error) {
	if f.text == "fail" {
		return nil, errFragile
	}
	return []byte(f.text), nil
}

func (f *fragile) UnmarshalText(b []byte) error {
	f.text += string(b)
	return nil
}

var errFragile = errors.New("fragile")

// empty marshals as nothing, which is Nil.
type empty struct{}

func (empty) MarshalVariant() (variant.Variant, error) { return nil, nil }

func TestPlansFail(t *testing.T) {
	type node struct {
		_    struct{} `godot:"object=Node,keys=stringname"`
		Name any
	}

	type typed struct {
		List []decimal.Decimal `godot:",typed,scale=2"`
	}

	full := codec.MustNew(codec.Options{FullObjects: true})
	for _, c := range []struct {
		in   any
		kind error
		path string
	}{
		{map[string]*fragile{"a": {"x"}, "b": {"fail"}}, errFragile, `$["b"]`},
		{typed{[]decimal.Decimal{decimal.New(1, 0), decimal.New(1, -3)}}, variant.ErrInexact,
			`$["List"][1]`},
		{struct {
			D decimal.Decimal `godot:",string"`
		}{decimal.New(1, 1<<30)}, variant.ErrRange, `$["D"]`},
	} {
		for _, ways := range []func() error{
			func() error { _, err := full.Marshal(c.in); return err },
			func() error { _, err := codec.ToVariant(c.in); return err },
		} {
			err := ways()
			require.ErrorIs(t, err, c.kind)
			var at *variant.Error
			require.ErrorAs(t, err, &at)
			assert.Equal(t, c.path, at.Path, "%T", c.in)
		}
	}

	var at *variant.Error
	_, err := codec.Marshal(map[string]int{"a": 1, "b\xff": 2})
	require.ErrorAs(t, err, &at)
	assert.Equal(t, "$[key 1]", at.Path)
	deep := map[string]any{}
	deep["m"] = deep
	_, err = codec.Marshal(deep)
	require.ErrorAs(t, err, &at)
	assert.True(t, strings.HasSuffix(at.Path, `["m"]["m"][key 0]`), at.Path)
	_, err = codec.ToVariant(deep)
	require.ErrorAs(t, err, &at)
	assert.True(t, strings.HasSuffix(at.Path, `["m"]["m"]`), at.Path)

	for want, in := range map[string]any{
		"null": (*fragile)(nil), `["x", null]`: []*fragile{{"x"}, nil}, "[null]": []empty{{}},
		"[]":                    [0]int{},
		`Object(Node,"Name":1)`: node{Name: 1},
	} {
		assert.Equal(t, want, goText(t, in))
	}
}

// TestPlansMisfit: where in a value it does not fit, and how deep a value may be.
func TestPlansMisfit(t *testing.T) {
	var at *variant.Error
	var singles []float32
	require.ErrorAs(t, codec.FromVariant(packed.PackedVector3Array{{X: 1}, {Y: 1e300, Z: 1e300}},
		&singles), &at)
	assert.Equal(t, "$[1]", at.Path)
	require.ErrorIs(t, at, variant.ErrRange)
	require.ErrorAs(t, codec.FromVariant(packed.PackedFloat64Array{1, 2, 1e300}, &singles), &at)
	assert.Equal(t, "$[2]", at.Path)

	type list []list

	nest := func(n int) variant.Variant {
		v := variant.NewArray()
		for range n - 1 {
			v = variant.NewArray(v)
		}
		return v
	}

	var l list
	require.NoError(t, codec.FromVariant(nest(1024), &l))
	require.ErrorIs(t, codec.FromVariant(nest(1025), &l), variant.ErrDepth)

	siblings := make([]variant.Variant, 2000)
	for i := range siblings {
		siblings[i] = variant.NewArray()
	}

	require.NoError(t, codec.FromVariant(variant.NewArray(siblings...), &l))
}

// TestUnmarshalNestedClaims: of Arrays in each other, each of which claims all that is left,
// the second is an error already, whatever they are read into.
func TestUnmarshalNestedClaims(t *testing.T) {
	type list []list
	type table []map[string]table
	type big struct{ A, B, C, D, E, F, G, H []big }
	const size = 1 << 16

	var arrays, dictionaries []byte
	for len(arrays) < size {
		arrays = binary.LittleEndian.AppendUint32(arrays, 28)
		arrays = binary.LittleEndian.AppendUint32(arrays, uint32(size-len(arrays)-4)/4)
	}

	for len(dictionaries) < size {
		dictionaries = append(dictionaries,
			"\x1b\x00\x00\x00\xff\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00A\x00\x00\x00\x1c\x00\x00\x00"...)
		dictionaries = binary.LittleEndian.AppendUint32(dictionaries,
			uint32(size-len(dictionaries)-4)/4)
	}

	for _, c := range []struct {
		packet []byte
		v      any
	}{
		{arrays, new(list)}, {arrays, new([][][][]int64)}, {arrays, new([][1]list)},
		{dictionaries, new(big)}, {dictionaries, new(map[string]table)},
	} {
		bytes := testkit.Allocated(func() {
			require.ErrorIs(t, codec.Unmarshal(c.packet, c.v), variant.ErrTruncated, "%T", c.v)
		})
		// most of it by Decode, which explains the error
		assert.Less(t, bytes, uint64(400_000), "%T", c.v)
	}
}
