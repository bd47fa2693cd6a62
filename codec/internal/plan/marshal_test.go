package plan_test

import (
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// usedScene returns a scene as a packet and as structs, for tests that count allocations.
func usedScene(t *testing.T) (packet []byte, scene []workloads.GoEntity) {
	if testkit.Raced {
		t.Skip("the race detector makes pools forget")
	}
	packet, err := codec.Encode(workloads.Scene(20))
	require.NoError(t, err)
	require.NoError(t, codec.Unmarshal(packet, &scene))
	return packet, scene
}

// Nothing is allocated on the way into structs that are there, and from them into
// a buffer that is.
func TestMarshalAllocations(t *testing.T) {
	packet, scene := usedScene(t)
	buf := make([]byte, 0, len(packet))
	assert.Zero(t, testkit.AllocsPerRun(50, func() {
		if err := codec.Unmarshal(packet, &scene); err != nil {
			t.Fatal(err)
		}
	}))

	assert.Zero(t, testkit.AllocsPerRun(50, func() {
		if _, err := codec.AppendMarshal(buf, &scene); err != nil {
			t.Fatal(err)
		}
	}))

	assert.LessOrEqual(t, testkit.AllocsPerRun(50, func() {
		var fresh []workloads.GoEntity
		if err := codec.Unmarshal(packet, &fresh); err != nil {
			t.Fatal(err)
		}
	}), float64(4*20+8), "the name, the tags and their slice")
}

// goText is what a Go value becomes, as Godot's constructor text. Both ways must
// agree about it.
func goText(t *testing.T, v any) string {
	t.Helper()
	c := codec.MustNew(codec.Options{Precision: codec.Double, FullObjects: true})
	value, err := c.ToVariant(v)
	require.NoError(t, err)
	packet, err := c.Marshal(v)
	require.NoError(t, err)
	encoded, err := c.Encode(value)
	require.NoError(t, err)
	require.Equal(t, encoded, packet)
	return variant.Text(value)
}

type level int

func (l level) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "level %d", int(l)), nil }

func (l *level) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "level %d", (*int)(l))
	return err
}

type celsius float64

func (c celsius) MarshalVariant() (variant.Variant, error) {
	if c < -273.15 {
		return nil, errCold
	}
	return variant.NewArray(variant.Float(c), variant.String("°C")), nil
}

func (c *celsius) UnmarshalVariant(v variant.Variant) error {
	f, err := tree.Lookup(v, "[0]")
	if err != nil {
		return errCold
	}
	return codec.FromVariant(f, (*float64)(c))
}

var errCold = errors.New("colder than cold")

type pointerHook struct{ n int }

func (p *pointerHook) MarshalVariant() (variant.Variant, error) { return variant.Int(p.n), nil }

func TestMarshalKinds(t *testing.T) {
	n := 7

	for _, c := range []struct {
		in   any
		want string
	}{
		{nil, "null"},
		{true, "true"},
		{int8(-3), "-3"},
		{uint64(1<<63 - 1), "9223372036854775807"},
		{float32(0.5), "0.5"},
		{1.0, "1.0"},
		{"hé", `"hé"`},
		{&n, "7"},
		{(*int)(nil), "null"},
		{[]byte{1, 2}, "PackedByteArray(1, 2)"},
		{[]int32{1}, "PackedInt32Array(1)"},
		{[]int64(nil), "PackedInt64Array()"},
		{[2]float32{1, 2}, "PackedFloat32Array(1, 2)"},
		{[]float64{0.1}, "PackedFloat64Array(0.1)"},
		{[]string{"a"}, `PackedStringArray("a")`},
		{[]math.Vector2{{X: 1}}, "PackedVector2Array(1, 0)"},
		{[]math.Vector3{{X: 1}}, "PackedVector3Array(1, 0, 0)"},
		{[]math.Vector4{{X: 1}}, "PackedVector4Array(1, 0, 0, 0)"},
		{[]math.Color{{R: 1}}, "PackedColorArray(1, 0, 0, 0)"},
		{[]int{1, 2}, "[1, 2]"},
		{[]any{1, "a", nil, []any{}}, `[1, "a", null, []]`},
		{[]variant.Variant{variant.Int(1), nil}, "[1, null]"},
		{[]math.Vector2i{{X: 1}}, "[Vector2i(1, 0)]"},
		{[]level{1}, `["level 1"]`},
		{map[string]int{"b": 2, "a": 1}, `{"a": 1, "b": 2}`},
		{map[int]string{10: "x", -9: "y"}, `{-9: "y", 10: "x"}`},
		{map[float64]bool{2.5: true, -1: false}, `{-1.0: false, 2.5: true}`},
		{map[level]int{2: 0, 1: 0}, `{"level 1": 0, "level 2": 0}`},
		{map[math.Vector2i]string{{X: 1}: "a"}, `{Vector2i(1, 0): "a"}`},
		{map[any]any{"s": 1, 3: 2}, `{3: 2, "s": 1}`},
		{map[string]int(nil), `{}`},
		{math.Vector3{X: 1}, "Vector3(1, 0, 0)"},
		{&math.Vector3{X: 1}, "Vector3(1, 0, 0)"},
		{(*math.Vector3)(nil), "null"},
		{variant.StringName("n"), `&"n"`},
		{packed.PackedInt32Array{1}, "PackedInt32Array(1)"},
		{objects.MustParseNodePath("/root"), `NodePath("/root")`},
		{time.Duration(1500), "1500"},
		{time.Date(2024, 2, 29, 1, 2, 3, 4, time.UTC), `"2024-02-29T01:02:03.000000004Z"`},
		{netip.MustParseAddr("::1"), `"::1"`},
		{level(3), `"level 3"`},
		{celsius(20), `[20.0, "°C"]`},
		{pointerHook{4}, "4"},
		{map[string]pointerHook{"a": {4}}, `{"a": 4}`},
		{decimal.New(5, -1), "0.5"},
		{decimal.New(3, 2), "300.0"},
		{struct{}{}, "{}"},
	} {
		assert.Equal(t, c.want, goText(t, c.in), "%T", c.in)
	}
}

// Each tag, and the embedding of encoding/json.
type (
	base struct {
		ID   int `godot:"id"`
		Note string
	}
	Deep struct {
		Deepest int
		Note    string
	}
	mixed struct {
		base
		*Deep
		Plain    int
		Named    int                `godot:"named"`
		Skipped  int                `godot:"-"`
		Dash     int                `godot:"-,"`
		Empty    []int              `godot:"empty,omitempty"`
		Zero     time.Time          `godot:"zero,omitzero"`
		Text     uint64             `godot:"text,string"`
		Price    *float64           `godot:"price,string"`
		Cents    []*fixedAmount     `godot:"cents"`
		Plainest []string           `godot:"plainest,array"`
		Typed    []int              `godot:"typed,typed"`
		SN       bool               `godot:"sn,stringname"`
		In       struct{ X, Y int } `godot:",inline"`
		hidden   int
		Rest     map[string]int `godot:",inline"`
	}
	fixedAmount struct {
		D decimal.Decimal            `godot:"d,scale=2"`
		E map[string]decimal.Decimal `godot:"e,string,omitempty"`
	}
)

func TestMarshalTags(t *testing.T) {
	price := 2.5
	in := mixed{
		base: base{ID: 1}, Plain: 2, Named: 3, Skipped: 4, Dash: 5, Text: 1 << 63, Price: &price,
		Cents: []*fixedAmount{{D: decimal.New(1995, -2),
			E: map[string]decimal.Decimal{"x": decimal.New(10, -1)}}, nil},
		Plainest: []string{"a"}, Typed: []int{6}, SN: true, hidden: 9,
		Rest: map[string]int{"z": 1, "y": 2},
	}

	in.In.X = 7
	want := `{"id": 1, "Plain": 2, "named": 3, "-": 5, "text": "9223372036854775808", "price": "2.5", ` +
		`"cents": [{"d": 1995, "e": {"x": "1.0"}}, null], "plainest": ["a"], "typed": Array[int]([6]), &"sn": true, ` +
		`"X": 7, "Y": 0, "y": 2, "z": 1}`

	require.Equal(t, want, goText(t, in))

	in.Skipped = 0
	in.hidden = 0
	var out mixed
	packet, err := codec.Marshal(in)
	require.NoError(t, err)
	require.NoError(t, codec.Unmarshal(packet, &out))
	require.Equal(t, goText(t, in), goText(t, out))
	require.Equal(t, in.Cents[0].D.String(), out.Cents[0].D.String())
	require.Nil(t, out.Deep)

	in.Deep = &Deep{Deepest: 3, Note: "hidden by none: two of one depth"}
	got := goText(t, in)
	require.Contains(t, got, `"Deepest": 3`)
	require.NotContains(t, got, "Note",
		"two fields of one name and depth hide each other, nil pointer or not")
}

func TestMarshalStructOptions(t *testing.T) {
	type enemy struct {
		_    struct{} `godot:"object=Node2D"`
		Name string   `godot:"name"`
		HP   int      `godot:"hp,omitzero"`
	}

	type save struct {
		_    struct{} `godot:"keys=stringname,strict"`
		Boss *enemy
		More []enemy `godot:",typed"`
	}

	in := save{Boss: &enemy{Name: "Zog"}, More: []enemy{{Name: "A", HP: 1}}}
	require.Equal(t, `{&"Boss": Object(Node2D,"name":"Zog"), &"More": Array[Node2D]([Object(Node2D,"name":"A","hp":1)])}`, goText(t, in))
	packet, err := fullCodec.Marshal(in)
	require.NoError(t, err)
	var out save
	require.NoError(t, fullCodec.Unmarshal(packet, &out))
	require.Equal(t, in, out)
	_, err = codec.Marshal(in)
	require.ErrorIs(t, err, variant.ErrObject)
	require.ErrorIs(t, codec.Unmarshal(packet, &out), variant.ErrObject)

	var e enemy
	err = codec.FromVariant(objects.NewObject("Sprite2D"), &e)
	require.ErrorIs(t, err, variant.ErrWrongType)
	require.ErrorContains(t, err, `an object of class "Sprite2D" and not Node2D`)

	other, err := fullCodec.Encode(variant.NewDictionary(variant.KV("Boss", variant.Nil{}),
		variant.KV("Lives", variant.Int(3))))
	require.NoError(t, err)
	err = fullCodec.Unmarshal(other, &out)
	require.ErrorIs(t, err, codec.ErrUnknownKey)
	require.EqualError(t, err, `godot: decode $["Lives"] (int) at offset 40: unknown key`)
	require.ErrorIs(t, codec.FromVariant(variant.NewDictionary(variant.Pair{Key: variant.Int(1)}),
		&out), codec.ErrUnknownKey)

	// Godot 3 has no StringName and gets Strings, which the keys are too.
	c := codec.MustNew(codec.Options{Dialect: codec.Godot3, FullObjects: true})
	packet, err = c.Marshal(struct {
		_ struct{} `godot:"keys=stringname"`
		A int
	}{A: 1})

	require.NoError(t, err)
	v, err := c.Decode(packet)
	require.NoError(t, err)
	require.Equal(t, `{"A": 1}`, variant.Text(v))
}

// Fields without a key keep their values, items of slices do not.
func TestUnmarshalKeeps(t *testing.T) {
	type inner struct{ A, B int }
	type outer struct {
		In    inner
		Ptr   *inner
		List  []inner
		Pair  [1]inner
		Map   map[string]inner
		Other string
	}

	in := inner{1, 2}
	ptr := &inner{1, 2}
	x := outer{in, ptr, []inner{in, in}, [1]inner{in}, map[string]inner{"k": in, "l": in}, "kept"}

	partial := map[string]int{"A": 9}
	packet, err := codec.Marshal(map[string]any{
		"In": partial, "Ptr": partial, "List": []any{partial}, "Pair": []any{partial},
		"Map": map[string]any{"k": partial}, "Unknown": []any{1},
	})

	require.NoError(t, err)
	list := x.List
	require.NoError(t, codec.Unmarshal(packet, &x))
	require.Equal(t, outer{inner{9, 2}, ptr, []inner{{9, 0}}, [1]inner{{9, 0}},
		map[string]inner{"k": {9, 0}, "l": in}, "kept"}, x)
	require.Equal(t, inner{9, 2}, *ptr, "what a pointer points at is filled")
	require.Same(t, &list[0], &x.List[0], "and so is the memory of slices")
}

// A slice is not made as long as a count says before its items are seen to fit.
func TestUnmarshalMemory(t *testing.T) {
	type big struct{ A [1 << 16]int64 }
	items := make([]variant.Variant, 4096)
	packet, err := codec.Encode(variant.NewArray(items...))
	require.NoError(t, err)
	require.Less(t, testkit.Allocated(func() {
		var list []big
		require.ErrorIs(t, codec.Unmarshal(packet, &list), variant.ErrWrongType)
	}), uint64(16<<20))
}

// Plans are made by whoever comes first, of types that hold each other.
func TestMarshalConcurrently(t *testing.T) {
	type left struct {
		N     int
		Right any
	}

	type right struct {
		Left []*left
		Self map[string]right2
	}

	var group sync.WaitGroup
	for i := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			in := right{Left: []*left{{N: i}}, Self: map[string]right2{"x": {Twin: &right2{N: i}}}}
			packet, err := codec.Marshal(in)
			assert.NoError(t, err)
			var out right
			assert.NoError(t, codec.Unmarshal(packet, &out))
			assert.Equal(t, i, out.Self["x"].Twin.N)
		}()
	}

	group.Wait()
}

type right2 struct {
	N    int
	Twin *right2
}
