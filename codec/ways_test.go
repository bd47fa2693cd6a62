package codec_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// everyWay reads a value into a T in all ways: from a packet and from a tree, into
// new memory, over the same content and over another, and holds the results against
// want.
func everyWay[T any](t *testing.T, c *codec.Codec, v variant.Variant, want, other T) {
	t.Helper()
	b, err := c.Encode(v)
	require.NoError(t, err)
	read, err := c.Decode(b)
	require.NoError(t, err)
	var fresh, converted T
	name := fmt.Sprintf("%v into a %T, %s", v, want, c.Dialect().Name)
	require.NoError(t, c.Unmarshal(b, &fresh), name)
	require.Equal(t, want, fresh, name)
	require.NoError(t, c.Unmarshal(b, &fresh), name)
	require.Equal(t, want, fresh, name)
	require.NoError(t, c.FromVariant(read, &converted), name)
	require.Equal(t, want, converted, name)
	require.NoError(t, c.Unmarshal(b, &other), name)
	require.Equal(t, want, other, name)
}

// wayCodecs write one number in each width, by quick ways and by slow ones.
func wayCodecs() (all []*codec.Codec) {
	for _, o := range []codec.Options{{}, {Precision: variant.Double}, {Mode: codec.Strict}, {Mode: codec.Lenient}, {Dialect: codec.Godot3}} {
		all = append(all, codec.MustNew(o))
	}
	return all
}

func TestWaysOfStructs(t *testing.T) {
	type all struct {
		V2   math.Vector2
		V3   math.Vector3
		R    math.Rect2
		P    math.Plane
		Q    math.Quaternion
		A    math.AABB
		B    math.Basis
		T2   math.Transform2D
		T3   math.Transform3D
		C    math.Color
		Rs   []math.Rect2
		Qs   []math.Quaternion
		Name string
		On   bool
	}
	type all4 struct {
		all
		V4  math.Vector4
		V2i math.Vector2i
		V3i math.Vector3i
		V4i math.Vector4i
		Ri  math.Rect2i
		Pr  math.Projection
		Is  []math.Vector2i
	}
	in := all{
		math.V2(1, 2), math.V3(3, 4, 5), math.NewRect2(1, 2, 3, 4), math.Plane{Normal: math.V3(0, 1, 0), D: 7}, math.Quaternion{X: 1, Y: 2, Z: 3, W: 4},
		math.AABB{Position: math.V3(1, 2, 3), Size: math.V3(4, 5, 6)}, math.BasisIdentity, math.Transform2DIdentity, math.Transform3DIdentity,
		math.Color{R: 0.25, G: 0.5, B: 0.75, A: 1}, []math.Rect2{math.NewRect2(5, 6, 7, 8), {}}, []math.Quaternion{{W: 1}, {X: 2}}, "n", true,
	}
	in4 := all4{
		in, math.Vector4{X: 1, Y: 2, Z: 3, W: 4}, math.V2i(1, -2), math.Vector3i{X: 3, Y: 4, Z: -5}, math.Vector4i{X: 6, Y: 7, Z: 8, W: 9},
		math.Rect2i{Position: math.V2i(1, 2), Size: math.V2i(3, 4)}, math.ProjectionIdentity, []math.Vector2i{math.V2i(1, 2), math.V2i(3, 4)},
	}
	for _, c := range wayCodecs() {
		if c.Dialect().Name == codec.Godot3.Name {
			waysOfStruct(t, c, in)
		} else {
			waysOfStruct(t, c, in4)
		}
	}
}

func waysOfStruct[T any](t *testing.T, c *codec.Codec, in T) {
	v, err := c.ToVariant(&in)
	require.NoError(t, err)
	want, err := c.Encode(v)
	require.NoError(t, err)
	got, err := c.Marshal(&in)
	require.NoError(t, err)
	require.Equal(t, want, got)
	got, err = c.Marshal(in)
	require.NoError(t, err)
	require.Equal(t, want, got)
	var zero T
	everyWay(t, c, v, in, zero)
}

func TestWaysOfItems(t *testing.T) {
	one, half := variant.Int(1), variant.Float(0.5)
	big := variant.Int(1 << 40)
	for _, c := range wayCodecs() {
		everyWay(t, c, variant.NewArray(variant.Bool(true), variant.Bool(false)), []bool{true, false}, []bool{false})
		everyWay(t, c, variant.NewArray(one, big, one), []int64{1, 1 << 40, 1}, []int64{5, 6, 7, 8})
		everyWay(t, c, variant.NewArray(one, half, one, half), []float64{1, 0.5, 1, 0.5}, []float64{9})
		everyWay(t, c, variant.NewArray(half, half, half, half, half, one, half), []float64{0.5, 0.5, 0.5, 0.5, 0.5, 1, 0.5}, []float64{9, 9})
		everyWay(t, c, variant.NewArray(one, one, one, one, big, one, one), []int64{1, 1, 1, 1, 1 << 40, 1, 1}, nil)
		everyWay(t, c, variant.NewArray(one, one, one, one, one, variant.Int(-3)), []int{1, 1, 1, 1, 1, -3}, nil)
		everyWay(t, c, variant.NewArray(variant.Bool(true), variant.Bool(false), variant.Bool(true), variant.Bool(true), variant.Bool(true)), []bool{true, false, true, true, true}, nil)
		everyWay(t, c, variant.NewArray(variant.String("a"), variant.String("b"), variant.String("c"), variant.String("d"), variant.String("ä"), variant.String("f")), []string{"a", "b", "c", "d", "ä", "f"}, []string{"a", "x", "c"})
		everyWay(t, c, variant.NewArray(half, one), []float32{0.5, 1}, []float32{9, 9, 9})
		everyWay(t, c, variant.NewArray(variant.String("a"), variant.String("ä"), variant.String(strings.Repeat("long", 30))), []string{"a", "ä", strings.Repeat("long", 30)}, []string{"b"})
		everyWay(t, c, variant.NewArray(one, variant.Int(-7)), []int{1, -7}, []int{5})
		everyWay(t, c, variant.NewArray(one, variant.Int(200)), []uint8{1, 200}, []uint8{5})
		everyWay(t, c, variant.NewArray(math.V3(1, 2, 3), math.V3(4, 5, 6)), []math.Vector3{math.V3(1, 2, 3), math.V3(4, 5, 6)}, []math.Vector3{{}})
		everyWay(t, c, variant.NewArray(math.V2(1, 2)), []math.Vector2{math.V2(1, 2)}, nil)
		everyWay(t, c, variant.NewArray(), []int{}, []int{1})
		everyWay[[]int](t, c, variant.Nil{}, nil, []int{1})
		everyWay(t, c, variant.Int(1<<24+1), float64(1<<24+1), 0)
		everyWay(t, c, variant.Int(1<<24), float32(1<<24), 0)
		everyWay(t, c, variant.NewArray(make([]variant.Variant, 2000)...), make([][]int, 2000), nil)
	}
	var single float32
	require.ErrorIs(t, codec.FromVariant(variant.Int(1<<24+1), &single), variant.ErrRange)
}

func TestWaysOfPacked(t *testing.T) {
	v2 := packed.PackedVector2Array{math.V2(1, 2), math.V2(3, 4)}
	v3 := packed.PackedVector3Array{math.V3(1, 2, 3)}
	colors := packed.PackedColorArray{{R: 0.25, G: 0.5, B: 0.75, A: 1}, {}}
	for _, c := range wayCodecs() {
		everyWay(t, c, v2, []math.Vector2(v2), []math.Vector2{{}})
		everyWay(t, c, v2, [][2]float32{{1, 2}, {3, 4}}, nil)
		everyWay(t, c, v2, [][2]float64{{1, 2}, {3, 4}}, [][2]float64{{5}})
		everyWay(t, c, v2, []float32{1, 2, 3, 4}, []float32{5})
		everyWay(t, c, v2, []float64{1, 2, 3, 4}, []float64{5, 5, 5, 5, 5})
		everyWay(t, c, v3, [][3]float32{{1, 2, 3}}, nil)
		everyWay(t, c, v3, [][3]float64{{1, 2, 3}}, nil)
		everyWay(t, c, v3, [1]math.Vector3{math.V3(1, 2, 3)}, [1]math.Vector3{})
		everyWay(t, c, colors, []math.Color(colors), nil)
		everyWay(t, c, colors, [][4]float32{{0.25, 0.5, 0.75, 1}, {}}, nil)
		everyWay(t, c, colors, [][4]float64{{0.25, 0.5, 0.75, 1}, {}}, nil)
		everyWay(t, c, colors, []float64{0.25, 0.5, 0.75, 1, 0, 0, 0, 0}, nil)
		everyWay(t, c, packed.PackedInt32Array{1, -2}, []int32{1, -2}, []int32{1, -2, 3})
		everyWay(t, c, packed.PackedInt32Array{1, -2}, []int{1, -2}, nil)
		everyWay(t, c, packed.PackedInt32Array{1, -2}, []int64{1, -2}, []int64{1})
		everyWay(t, c, packed.PackedFloat32Array{0.5}, []float64{0.5}, nil)
		everyWay(t, c, packed.PackedStringArray{"a", "b"}, []string{"a", "b"}, []string{"a", "c"})
		everyWay(t, c, packed.PackedByteArray{1, 2, 3}, []byte{1, 2, 3}, []byte{4})
	}
	pandemonium := codec.MustNew(codec.Options{Dialect: codec.Pandemonium5})
	everyWay(t, pandemonium, packed.PackedVector2iArray{math.V2i(1, 2)}, []math.Vector2i{math.V2i(1, 2)}, nil)
	everyWay(t, pandemonium, packed.PackedVector3iArray{{X: 1, Y: 2, Z: 3}}, []math.Vector3i{{X: 1, Y: 2, Z: 3}}, nil)
	everyWay(t, pandemonium, packed.PackedVector4iArray{{X: 1, Y: 2, Z: 3, W: 4}}, []math.Vector4i{{X: 1, Y: 2, Z: 3, W: 4}}, nil)
	everyWay(t, pandemonium, packed.PackedVector4Array{{X: 1, Y: 2, Z: 3, W: 4}}, [][4]float64{{1, 2, 3, 4}}, nil)
	ints := variant.ElementType{Type: variant.TypeInt}
	everyWay(t, pandemonium, variant.TypedArray{Items: []variant.Variant{variant.Int(1)}, Elem: ints}, []int64{1}, nil)
	everyWay(t, pandemonium, variant.PackedTypedArray{Items: []variant.Variant{variant.Int(1)}, Elem: ints}, []int{1}, nil)
}

// TestWaysOfInterfaces: what an interface takes is whatever value implements it.
func TestWaysOfInterfaces(t *testing.T) {
	c := codec.MustNew(codec.Options{})
	everyWay[any](t, c, math.V2(1, 2), math.V2(1, 2), 5)
	everyWay[variant.Variant](t, c, math.V2(1, 2), math.V2(1, 2), variant.Int(5))
	everyWay[fmt.Stringer](t, c, math.V2(1, 2), math.V2(1, 2), nil)
	b, err := c.Encode(math.V2(1, 2))
	require.NoError(t, err)
	var e error
	require.ErrorIs(t, c.Unmarshal(b, &e), codec.ErrType)
	require.ErrorIs(t, c.FromVariant(math.V2(1, 2), &e), codec.ErrType)
	broken := append(b[:len(b):len(b)], 0)
	require.ErrorIs(t, c.Unmarshal(broken, &e), variant.ErrTrailing)
	var s fmt.Stringer
	require.ErrorIs(t, c.Unmarshal(b[:8], &s), variant.ErrTruncated)

	raw, err := c.Raw(b)
	require.NoError(t, err)
	everyWay(t, c, raw, math.V2(1, 2), math.Vector2{})
	var v math.Vector2
	require.NoError(t, c.FromVariant(raw, &v))
	require.Equal(t, math.V2(1, 2), v)
	require.NoError(t, c.FromVariant(&math.Vector2{X: 3}, &v))
	require.Equal(t, math.V2(3, 0), v)
	require.ErrorIs(t, c.FromVariant((*math.Vector2)(nil), &v), codec.ErrType)
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

// TestWaysOfRings: the fields behind an embedded pointer to the struct itself count.
func TestWaysOfRings(t *testing.T) {
	assert.Equal(t, `{"A": 1, "B": 2}`, goText(t, Loop{A: 1, B: 2}))
}

// TestWaysOfNil: what nil is, and what is asked before it is taken for a Variant.
func TestWaysOfNil(t *testing.T) {
	for want, in := range map[string]any{
		"[null, null, null, null]":        []any{nameMap(nil), nameList(nil), nameFunc(nil), nameChan(nil)},
		`["map", "list", "func", "chan"]`: []any{nameMap{}, nameList{}, nameFunc(func() {}), make(nameChan)},
		"[7, null, Vector2(1, 2)]":        []any{twofold{}, (*math.Vector2)(nil), &math.Vector2{X: 1, Y: 2}},
		`{"A": Array[NodePath]([NodePath("a")])}`: struct {
			A []objects.NodePath `godot:",typed"`
		}{[]objects.NodePath{objects.MustParseNodePath("a")}},
	} {
		assert.Equal(t, want, goText(t, in))
	}
	n := 5
	many, pointers := make([]any, 20_000), make([]*int, 20_000)
	for i := range many {
		many[i], pointers[i] = n, &n
	}
	for _, in := range []any{many, pointers, make([][]any, 2000), make([]map[string]int, 2000)} {
		v, err := codec.ToVariant(in)
		require.NoError(t, err)
		want, err := codec.Encode(v)
		require.NoError(t, err)
		packet, err := codec.Marshal(in)
		require.NoError(t, err)
		require.Equal(t, want, packet)
	}
}

// TestWaysOfDecimals: the greatest decimals that may be text, and those beyond.
func TestWaysOfDecimals(t *testing.T) {
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
		everyWay(t, codec.MustNew(codec.Options{}), v, price{d}, price{})
	}
	for _, d := range []decimal.Decimal{decimal.New(1, 6145), decimal.New(1, -6145), digits(2049)} {
		_, err := codec.Marshal(price{d})
		require.ErrorIs(t, err, variant.ErrRange)
	}
	var texts struct {
		A []int32 `godot:",string"`
	}
	require.ErrorIs(t, codec.FromVariant(variant.NewDictionary(variant.KV("A", packed.PackedInt32Array{1})), &texts), codec.ErrType)
	require.NoError(t, codec.FromVariant(variant.NewDictionary(variant.KV("A", packed.PackedStringArray{"12"})), &texts))
	require.Equal(t, []int32{12}, texts.A)
}

// TestWaysOfContent: what a destination holds is kept or forgotten by the rule.
func TestWaysOfContent(t *testing.T) {
	c := codec.MustNew(codec.Options{})
	text := variant.NewArray(variant.String("a"))
	everyWay(t, c, text, []fragile{{"a"}}, []fragile{{"b"}, {"c"}})
	one := &fragile{"b"}
	require.NoError(t, c.FromVariant(variant.String("a"), &one))
	assert.Equal(t, "ba", one.text) // not in a slice, so it is content

	type rest struct {
		A    int
		Rest map[string]int `godot:",inline"`
	}
	items := variant.NewArray(variant.NewDictionary(variant.KV("b", variant.Int(2))))
	everyWay(t, c, items, []rest{{Rest: map[string]int{"b": 2}}}, []rest{{A: 5, Rest: map[string]int{"c": 3}}})

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
	for _, err := range []error{c.Unmarshal(b, &o), c.FromVariant(variant.NewDictionary(variant.KV("X", variant.Int(2))), &o)} {
		require.ErrorContains(t, err, "embedded pointer is nil")
	}
	o.inner = new(inner)
	require.NoError(t, c.Unmarshal(b, &o))
	assert.Equal(t, 2, o.X)

	var n objects.NodePath
	require.ErrorIs(t, c.FromVariant(variant.Int(1), &n), codec.ErrType)
	var f fragile
	require.ErrorIs(t, c.FromVariant(variant.Int(1), &f), codec.ErrType)
}
