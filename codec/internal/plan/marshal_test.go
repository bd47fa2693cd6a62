package plan_test

import (
	"net/netip"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

type pointerHook struct{ n int }

func (p *pointerHook) MarshalVariant() (Value, error) { return Int(p.n), nil }

// nothing is a type that is marshaled as a nil Variant, which is written as Nil.
type nothing struct{}

func (nothing) MarshalVariant() (Value, error) { return nil, nil }

// nameMap, nameList, nameFunc and nameChan have methods for text, and can be nil.
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

// twofold is a Variant with a method that marshals it as another Variant.
type twofold struct{ variant.Nil }

func (twofold) MarshalVariant() (Value, error) { return Int(7), nil }

// TestMarshalKinds: each kind of Go value is written as the expected value of Godot.
func TestMarshalKinds(t *testing.T) {
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
		{ptr(7), "7"},
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
		{[0]int{}, "[]"},
		{[]any{1, "a", nil, []any{}}, `[1, "a", null, []]`},
		{[]Value{Int(1), nil}, "[1, null]"},
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
		{tagged(",typed", []objects.NodePath{objects.MustParseNodePath("a")}),
			`{"d": Array[NodePath]([NodePath("a")])}`},
		{time.Duration(1500), "1500"},
		{time.Date(2024, 2, 29, 1, 2, 3, 4, time.UTC), `"2024-02-29T01:02:03.000000004Z"`},
		{netip.MustParseAddr("::1"), `"::1"`},
		{level(3), `"level 3"`},
		{celsius(20), `[20.0, "°C"]`},
		{pointerHook{4}, "4"},
		{map[string]pointerHook{"a": {4}}, `{"a": 4}`},
		{[]nothing{{}}, "[null]"},
		{[]any{twofold{}, (*math.Vector2)(nil), &math.Vector2{X: 1}}, "[7, null, Vector2(1, 0)]"},
		{(*fragile)(nil), "null"},
		{[]*fragile{{"x"}, nil}, `["x", null]`},
		{[]any{nameMap(nil), nameList(nil), nameFunc(nil), nameChan(nil)},
			"[null, null, null, null]"},
		{[]any{nameMap{}, nameList{}, nameFunc(func() {}), make(nameChan)},
			`["map", "list", "func", "chan"]`},
		{decimal.New(5, -1), "0.5"},
		{decimal.New(3, 2), "300.0"},
		{struct{}{}, "{}"},
	} {
		assert.Equal(t, c.want, goText(t, c.in), "%T", c.in)
	}

	n := 5
	many, pointers := make([]any, 20_000), make([]*int, 20_000) // more than the limit for nesting
	for i := range many {
		many[i] = n
		pointers[i] = &n
	}

	for _, in := range []any{many, pointers, make([][]any, 2000), make([]map[string]int, 2000)} {
		v, err := codec.ToVariant(in)
		require.NoError(t, err)
		assert.Len(t, v.(variant.Array).Items, reflect.ValueOf(in).Len())
		marshal(t, standard, in)
	}
}

// These types have all options of tags that change how a field is written. The struct mixed also
// embeds two structs, whose fields belong to it by the rules of encoding/json.
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

// TestMarshalTags: the written fields of the struct mixed are read back unchanged. If its two
// embedded structs have a field with the same name, neither field is written, even if the pointer
// to one of the structs is nil.
func TestMarshalTags(t *testing.T) {
	in := mixed{
		base: base{ID: 1}, Plain: 2, Named: 3, Skipped: 4, Dash: 5, Text: 1 << 63, Price: ptr(2.5),
		Cents: []*fixedAmount{{D: decimal.New(1995, -2),
			E: map[string]decimal.Decimal{"x": decimal.New(10, -1)}}, nil},
		Plainest: []string{"a"}, Typed: []int{6}, SN: true, hidden: 9,
		Rest: map[string]int{"z": 1, "Y": 2},
	}

	in.In.X = 7
	want := `{"id": 1, "plain": 2, "named": 3, "-": 5, "text": "9223372036854775808", ` +
		`"price": "2.5", "cents": [{"d": 1995, "e": {"x": "1.0"}}, null], "plainest": ["a"], ` +
		`"typed": Array[int]([6]), &"sn": true, "x": 7, "y": 0, "Y": 2, "z": 1}`
	require.Equal(t, want, goText(t, in))

	var out mixed
	require.NoError(t, codec.Unmarshal(marshal(t, standard, in), &out))
	require.Equal(t, want, goText(t, out))
	require.Equal(t, in.Cents[0].D.String(), out.Cents[0].D.String())
	require.Nil(t, out.Deep)
	require.Zero(t, out.Skipped+out.hidden)

	in.Deep = &Deep{Deepest: 3, Note: "hidden"}
	require.Contains(t, goText(t, in), `"deepest": 3`)
	require.NotContains(t, goText(t, in), "note")
}

// TestMarshalStructOptions: the tag of a blank field makes a struct an object, gives its keys
// another type, or refuses unknown keys.
func TestMarshalStructOptions(t *testing.T) {
	type enemy struct {
		_    struct{} `godot:"object=Node2D"`
		Name any      `godot:"name"`
		HP   int      `godot:"hp,omitzero"`
	}

	type save struct {
		_    struct{} `godot:"keys=stringname,strict"`
		Boss *enemy
		More []enemy `godot:",typed"`
	}

	in := save{Boss: &enemy{Name: String("Zog")}, More: []enemy{{Name: String("A"), HP: 1}}}
	require.Equal(t, `{&"boss": Object(Node2D,"name":"Zog"), `+
		`&"more": Array[Node2D]([Object(Node2D,"name":"A","hp":1)])}`, goText(t, in))
	packet := marshal(t, full, in)
	var out save
	require.NoError(t, full.Unmarshal(packet, &out))
	require.Equal(t, in, out)
	_, err := codec.Marshal(in)
	require.ErrorIs(t, err, variant.ErrObject)
	require.ErrorIs(t, codec.Unmarshal(packet, &out), variant.ErrObject)

	err = refused[enemy](t, full, objects.NewObject("Sprite2D"), variant.ErrWrongType)
	require.ErrorContains(t, err, `an object of class "Sprite2D" and not Node2D`)
	unknown := dict(kv("boss", variant.Nil{}), kv("lives", Int(3)))
	require.EqualError(t, refused[save](t, full, unknown, codec.ErrUnknownKey),
		`godot: decode $["lives"] (int) at offset 40: unknown key`)
	refused[save](t, full, dict(variant.Pair{Key: Int(1)}), codec.ErrUnknownKey)

	// Godot 3 has no StringName, so values and keys become Strings.
	three := codec.MustNew(codec.Options{Dialect: codec.Godot3, FullObjects: true})
	packet = marshal(t, three, structOf(blank("keys=stringname"), with("A", "", 1)))
	require.Equal(t, `{"a": 1}`, variant.Text(testkit.Decode(t, three, packet)))
}

// TestMarshalConcurrently: several goroutines make the plans of types that contain each other.
func TestMarshalConcurrently(t *testing.T) {
	type left struct {
		N     int
		Right any
	}

	type right struct {
		Left []*left
		Self map[string]twin
	}

	var group sync.WaitGroup
	for i := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			in := right{Left: []*left{{N: i}}, Self: map[string]twin{"x": {Twin: &twin{N: i}}}}
			packet, err := codec.Marshal(in)
			assert.NoError(t, err)
			var out right
			assert.NoError(t, codec.Unmarshal(packet, &out))
			assert.Equal(t, i, out.Self["x"].Twin.N)
		}()
	}

	group.Wait()
}

type twin struct {
	N    int
	Twin *twin
}
