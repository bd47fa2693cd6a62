package plan_test

import (
	"fmt"
	gomath "math"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/workloads"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// TestArraysFillSlices: an Array fills a slice by the functions in quickPlans, and by the plan of
// the items.
func TestArraysFillSlices(t *testing.T) {
	one, half, on, off := Int(1), Float(0.5), variant.Bool(true), variant.Bool(false)
	long := strings.Repeat("long", 30)
	v1, v2 := math.V3(1, 2, 3), math.V3(4, 5, 6)

	for _, c := range planCodecs {
		comesBack(t, c, list(on, off, on, on), []bool{true, false, true, true}, []bool{false})
		comesBack(t, c, list(one, one, one, one, Int(1<<40), one, one),
			[]int64{1, 1, 1, 1, 1 << 40, 1, 1}, []int64{5, 6, 7})
		comesBack(t, c, list(one, one, one, one, one, Int(-3)), []int{1, 1, 1, 1, 1, -3})
		comesBack(t, c, list(one, Int(200)), []uint8{1, 200}, []uint8{5})
		comesBack(t, c, list(one, half, one, half), []float64{1, 0.5, 1, 0.5}, []float64{9})
		comesBack(t, c, list(half, one), []float32{0.5, 1}, []float32{9, 9, 9})
		comesBack(t, c, list(String("a"), String("ä"), String(long)), []string{"a", "ä", long})
		comesBack(t, c, list(v1, v2), []math.Vector3{v1, v2})
		comesBack(t, c, list(math.V2(1, 2)), []math.Vector2{math.V2(1, 2)})
		comesBack(t, c, list(math.Vector3{X: 1, Z: 2}), [][3]float32{{1, 0, 2}})
		comesBack(t, c, list(), []int{}, []int{1})
		comesBack[[]int](t, c, variant.Nil{}, nil, []int{1})
		comesBack(t, c, Int(1<<24+1), float64(1<<24+1), 0)
		comesBack(t, c, Int(1<<24), float32(1<<24), 0)
		comesBack(t, c, list(make([]Value, 2000)...), make([][]int, 2000))
	}

	refused[float32](t, standard, Int(1<<24+1), variant.ErrRange)
}

// TestPackedArraysFillSlices: a packed array fills a slice of its elements, of their numbers, and
// of Go arrays of their numbers, in single and double precision.
func TestPackedArraysFillSlices(t *testing.T) {
	v2 := packed.PackedVector2Array{{X: 1, Y: 0.5}, {X: -3, Y: 4}}
	v3 := packed.PackedVector3Array{{X: 1, Y: 2, Z: 3}, {X: 4, Y: 5, Z: 6.5}}
	v4 := packed.PackedVector4Array{{X: 1, Y: 2, Z: 3, W: 4}}
	colors := packed.PackedColorArray{{R: 1, G: 0.5, B: 0.25, A: 1}, {}}
	texts := packed.PackedStringArray{"a", "b", "long enough to matter"}

	for _, c := range planCodecs[:2] {
		comesBack(t, c, packed.PackedByteArray{1, 2, 3}, []byte{1, 2, 3})
		comesBack(t, c, packed.PackedInt32Array{1, -2, 3}, []int32{1, -2, 3})
		comesBack(t, c, packed.PackedInt64Array{1, -2, 1 << 60}, []int64{1, -2, 1 << 60})
		comesBack(t, c, packed.PackedInt32Array{1, -2, 3}, []int{1, -2, 3})
		comesBack(t, c, packed.PackedInt32Array{1, -2, 3}, []int64{1, -2, 3})
		comesBack(t, c, packed.PackedFloat32Array{0.5, 2}, []float32{0.5, 2})
		comesBack(t, c, packed.PackedFloat64Array{0.5, 2}, []float32{0.5, 2})
		comesBack(t, c, packed.PackedFloat32Array{0.5, 2}, []float64{0.5, 2})
		comesBack(t, c, packed.PackedFloat64Array{0.1, 2}, []float64{0.1, 2})
		comesBack(t, c, texts, []string(texts), []string{"a", "b", "d"}, []string{"a", "b"},
			[]string{"a", "x", texts[2]}, []string{"x", "b", texts[2], "d"}, []string{})

		comesBack(t, c, v2, []math.Vector2(v2))
		comesBack(t, c, v2, []float32{1, 0.5, -3, 4})
		comesBack(t, c, v2, []float64{1, 0.5, -3, 4})
		comesBack(t, c, v2, [][2]float32{{1, 0.5}, {-3, 4}})
		comesBack(t, c, v2, [][2]float64{{1, 0.5}, {-3, 4}})
		comesBack(t, c, v3, []math.Vector3(v3))
		comesBack(t, c, v3, []float32{1, 2, 3, 4, 5, 6.5})
		comesBack(t, c, v3, []float64{1, 2, 3, 4, 5, 6.5})
		comesBack(t, c, v3, [][3]float32{{1, 2, 3}, {4, 5, 6.5}})
		comesBack(t, c, v3, [][3]float64{{1, 2, 3}, {4, 5, 6.5}})
		comesBack(t, c, v3, [2][3]float32{{1, 2, 3}, {4, 5, 6.5}})
		comesBack(t, c, v4, []math.Vector4(v4))
		comesBack(t, c, v4, []float32{1, 2, 3, 4})
		comesBack(t, c, v4, [][4]float32{{1, 2, 3, 4}})
		comesBack(t, c, v4, [][4]float64{{1, 2, 3, 4}})
		comesBack(t, c, colors, []math.Color(colors))
		comesBack(t, c, colors, []float32{1, 0.5, 0.25, 1, 0, 0, 0, 0})
		comesBack(t, c, colors, [][4]float32{{1, 0.5, 0.25, 1}, {}})
		comesBack(t, c, colors, [][4]float64{{1, 0.5, 0.25, 1}, {}})
		comesBack(t, c, math.Color{R: 1, A: 0.5}, [4]float32{1, 0, 0, 0.5})
		comesBack(t, c, packed.PackedVector3Array{}, [][3]float32{})
		comesBack(t, c, packed.PackedVector3Array{}, []float32{})
	}

	c := codec.MustNew(codec.Options{Dialect: codec.Pandemonium5})
	ints := []Value{Int(1)}
	comesBack(t, c, packed.PackedVector2iArray{math.V2i(1, 2)}, []math.Vector2i{math.V2i(1, 2)})
	comesBack(t, c, packed.PackedVector3iArray{{X: 1}}, []math.Vector3i{{X: 1}})
	comesBack(t, c, packed.PackedVector4iArray{{X: 1, W: 4}}, []math.Vector4i{{X: 1, W: 4}})
	comesBack(t, c, packed.PackedVector4Array{{X: 1, W: 4}}, [][4]float64{{1, 0, 0, 4}})
	comesBack(t, c, variant.TypedArray{Items: ints, Elem: of(variant.TypeInt)}, []int64{1})
	comesBack(t, c, variant.PackedTypedArray{Items: ints, Elem: of(variant.TypeInt)}, []int{1})
}

// TestMemoryIsUsedAgain: Unmarshal into a slice reuses the memory of the slice, even if the packet
// has elements of another type. TestAllocationCounts of package codec tests slices of the same
// type, and structs.
func TestMemoryIsUsedAgain(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	for _, c := range []struct {
		from Value
		dst  any
	}{
		{packed.PackedVector3Array{{X: 1}, {Y: 1}}, &[]float32{}},
		{packed.PackedVector3Array{{X: 1}, {Y: 1}}, &[][3]float32{}},
		{packed.PackedColorArray{{R: 1}}, &[][4]float32{}},
		{packed.PackedStringArray{"a", "", "ä"}, &[]string{}},
	} {
		packet := testkit.Encode(t, standard, c.from)
		err := codec.Unmarshal(packet, c.dst)
		require.NoError(t, err)
		assert.Zero(t, testkit.AllocsPerRun(50, func() { err = codec.Unmarshal(packet, c.dst) }))
		require.NoError(t, err)
	}

	// Unmarshal must not allocate the memory for all items before it has read the first items.
	type big struct{ A [1 << 16]int64 }
	packet := testkit.Encode(t, standard, list(make([]Value, 4096)...))
	require.Less(t, testkit.Allocated(func() {
		require.ErrorIs(t, codec.Unmarshal(packet, new([]big)), variant.ErrWrongType)
	}), uint64(16<<20))
}

// TestNarrowNumbers: a number out of the range of float32 is an ErrRange. A NaN keeps its bits.
func TestNarrowNumbers(t *testing.T) {
	double := planCodecs[1]
	wide := packed.PackedVector3Array{{X: 1}, {Y: 1e300}}
	refused[[]float32](t, double, wide, variant.ErrRange)
	refused[[][3]float32](t, double, wide, variant.ErrRange)
	refused[[2][3]float32](t, double, wide, variant.ErrRange)

	signalling := gomath.Float64frombits(0x7FF4_0000_2000_0000)
	vector := packed.PackedVector2Array{{X: signalling, Y: inf}}
	for _, c := range planCodecs[:2] {
		packet := testkit.Encode(t, c, vector)
		var flat []float32
		var pairs [][2]float32
		require.NoError(t, c.Unmarshal(packet, &flat))
		require.NoError(t, c.Unmarshal(packet, &pairs))
		assert.Equal(t, uint32(0x7FA0_0001), gomath.Float32bits(flat[0]))
		assert.Equal(t, uint32(0x7FA0_0001), gomath.Float32bits(pairs[0][0]))
		assert.Equal(t, float32(inf), flat[1])
	}
}

// TestMixedItems: an Array may have items that a function in quickPlans reads, and other items. An
// error has the index of its item. The slice grows step by step.
func TestMixedItems(t *testing.T) {
	want := make([]float64, 30_000)
	floats := workloads.Array(len(want), func(i int) Value {
		if i%7 == 0 {
			want[i] = float64(i)
			return Int(i)
		}
		want[i] = float64(i) / 3
		return Float(want[i])
	})

	comesBack[[]float64](t, standard, floats, want)
	floats.Items[20_000] = String("no number")
	path := refused[[]float64](t, standard, floats, variant.ErrWrongType).Path
	assert.Equal(t, "$[20000]", path.String())

	packet := testkit.Encode(t, standard, list(String("text"), String("text")))
	packet[len(packet)-1] = 0xFF
	require.ErrorIs(t, codec.Unmarshal(packet, new([]string)), variant.ErrUTF8)
}

// TestInterfacesTakeWhatImplementsThem: an interface accepts any value that implements it.
func TestInterfacesTakeWhatImplementsThem(t *testing.T) {
	c, v := planCodecs[0], math.V2(1, 2)
	comesBack[any](t, c, v, v, 5)
	comesBack[Value](t, c, v, v, Int(5))
	comesBack[fmt.Stringer](t, c, v, v)
	refused[error](t, c, v, variant.ErrWrongType)

	packet := testkit.Encode(t, c, v)
	require.ErrorIs(t, c.Unmarshal(append(packet, 0), new(error)), variant.ErrTrailing)
	require.ErrorIs(t, c.Unmarshal(packet[:8], new(fmt.Stringer)), variant.ErrTruncated)

	raw, err := c.Raw(packet)
	require.NoError(t, err)
	comesBack(t, c, raw, v)
	var got math.Vector2
	require.NoError(t, c.FromVariant(raw, &got))
	require.Equal(t, v, got)
	require.NoError(t, c.FromVariant(&math.Vector2{X: 3}, &got))
	require.Equal(t, math.V2(3, 0), got)
	require.ErrorIs(t, c.FromVariant((*math.Vector2)(nil), &got), variant.ErrWrongType)
}

// TestDecimalsOfText: decimals up to the limits for text are written and read. Greater decimals are
// refused.
func TestDecimalsOfText(t *testing.T) {
	type price struct {
		D decimal.Decimal `godot:",string"`
	}

	digits := func(n int) decimal.Decimal {
		return decimal.RequireFromString(strings.Repeat("7", n))
	}

	for _, d := range []decimal.Decimal{decimal.New(1, 6144), decimal.New(1, -6144), digits(2048)} {
		v, err := codec.ToVariant(price{d})
		require.NoError(t, err)
		comesBack(t, planCodecs[0], v, price{d})
	}

	for _, d := range []decimal.Decimal{decimal.New(1, 6145), decimal.New(1, -6145), digits(2049)} {
		_, err := codec.Marshal(price{d})
		require.ErrorIs(t, err, variant.ErrRange)
	}

	type texts struct {
		A []int32 `godot:",string"`
	}
	comesBack(t, planCodecs[0], dict(kv("a", packed.PackedStringArray{"12"})), texts{[]int32{12}})
	refused[texts](t, standard, dict(kv("a", packed.PackedInt32Array{1})), variant.ErrWrongType)
}

// TestContentIsKeptByTheRule: a struct keeps the values of fields whose keys are missing. But in an
// item of a slice or array, and in a value of a map, these fields become zero. The memory of
// pointers and slices is reused.
func TestContentIsKeptByTheRule(t *testing.T) {
	type inner struct{ A, B int }
	type outer struct {
		In    inner
		Ptr   *inner
		List  []inner
		Pair  [1]inner
		Map   map[string]inner
		Other string
	}

	in, pointer := inner{1, 2}, &inner{1, 2}
	x := outer{In: in, Ptr: pointer, List: []inner{in, in}, Pair: [1]inner{in},
		Map: map[string]inner{"k": in, "l": in}, Other: "kept"}
	items := x.List

	partial := map[string]int{"a": 9}
	packet := marshal(t, standard, map[string]any{
		"in": partial, "ptr": partial, "list": []any{partial}, "pair": []any{partial},
		"map": map[string]any{"k": partial}, "unknown": []any{1},
	})

	require.NoError(t, codec.Unmarshal(packet, &x))
	require.Equal(t, outer{inner{9, 2}, pointer, []inner{{9, 0}}, [1]inner{{9, 0}},
		map[string]inner{"k": {9, 0}, "l": in}, "kept"}, x)
	require.Equal(t, inner{9, 2}, *pointer, "what a pointer points at is filled")
	require.Same(t, &items[0], &x.List[0], "and so is the memory of slices")

	comesBack(t, planCodecs[0], list(String("a")), []fragile{{"a"}}, []fragile{{"b"}, {"c"}})
	one := &fragile{"b"}
	require.NoError(t, codec.FromVariant(String("a"), &one))
	assert.Equal(t, "ba", one.text, "not in a slice, so it is content")

	type rest struct {
		A    int
		Rest map[string]int `godot:",inline"`
	}
	comesBack(t, planCodecs[0], list(dict(kv("b", Int(2)))), []rest{{Rest: map[string]int{"b": 2}}},
		[]rest{{A: 5, Rest: map[string]int{"c": 3}}})
}

// TestMisfits: a value that does not fit a type is an error. An embedded nil pointer can't be set
// if its type is not exported.
func TestMisfits(t *testing.T) {
	type number int
	type keyed struct {
		Rest map[number]int `godot:",inline"`
	}
	assert.Error(t, codec.FromVariant(dict(kv("b", Int(2))), new(keyed)))
	refused[objects.NodePath](t, standard, Int(1), variant.ErrWrongType)
	refused[fragile](t, standard, Int(1), variant.ErrWrongType)

	type inner struct{ X int }
	type outer struct{ *inner }
	v := dict(kv("x", Int(2)))
	e := refused[outer](t, standard, v, variant.ErrWrongType)
	require.ErrorContains(t, e, "embedded pointer is nil")
	o := outer{new(inner)}
	require.NoError(t, codec.Unmarshal(testkit.Encode(t, standard, v), &o))
	assert.Equal(t, 2, o.X)
}

// TestKeysOfTwoTypes: a struct may mix String and StringName keys. A key of either type finds its
// field.
func TestKeysOfTwoTypes(t *testing.T) {
	type mixed struct {
		A int `godot:",stringname"`
		B int
		C int `godot:",stringname"`
	}

	in := mixed{1, 2, 3}
	assert.Equal(t, `{&"a": 1, "b": 2, &"c": 3}`, goText(t, in))
	for _, c := range planCodecs {
		v, err := c.ToVariant(&in)
		require.NoError(t, err)
		require.Equal(t, testkit.Encode(t, c, v), marshal(t, c, in))
		require.Equal(t, testkit.Encode(t, c, v), marshal(t, c, &in))
		comesBack(t, c, v, in)
	}

	typed := variant.Dictionary{Key: ptr(of(variant.TypeString)),
		Pairs: []variant.Pair{kv("a", Int(1))}}
	comesBack(t, planCodecs[0], typed, mixed{A: 1})
	for _, c := range planCodecs {
		comesBack(t, c, dict(kv("c", Int(3)), kv("a", Int(1))), mixed{A: 1, C: 3}, mixed{A: 7})
	}
}
