package codec_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/live"
	"godotvariant/internal/testkit"
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A liveValue is a value that the scripts build, too.
type liveValue struct {
	name  string
	value variant.Variant
}

// everything is a value of each type that both engines have, as in testdata/live/everything3.gd.
var everything = []liveValue{
	{"Nil", variant.Nil{}},
	{"bool", variant.Bool(true)},
	{"int", variant.Int(-5)},
	{"int min", variant.Int(math.MinInt64)},
	{"int 33 bits", variant.Int(1 << 32)},
	{"float single", variant.Float(0.5)},
	{"float double", variant.Float(0.1)},
	{"float inf", variant.Float(math.Inf(1))},
	{"float NaN", variant.Float(math.Float64frombits(0x7FF8000000000000))},
	{"String", variant.String("Grüße, 世界 😀")},
	{"Vector2", gm.Vector2{X: 1, Y: -2.5}},
	{"Rect2", gm.Rect2{Position: gm.Vector2{X: 1, Y: 2}, Size: gm.Vector2{X: 3, Y: 4}}},
	{"Vector3", gm.Vector3{X: 1, Y: 2, Z: 3}},
	{"Transform2D", gm.Transform2D{X: gm.Vector2{X: 1, Y: 2}, Y: gm.Vector2{X: 3, Y: 4},
		Origin: gm.Vector2{X: 5, Y: 6}}},
	{"Plane", gm.Plane{Normal: gm.Vector3{X: 1, Y: 2, Z: 3}, D: 4}},
	{"Quat", gm.Quaternion{X: 1, Y: 2, Z: 3, W: 4}},
	{"AABB", gm.AABB{Position: gm.Vector3{X: 1, Y: 2, Z: 3}, Size: gm.Vector3{X: 4, Y: 5, Z: 6}}},
	{"Basis", pageBasis},
	{"Transform", gm.Transform3D{Basis: pageBasis, Origin: gm.Vector3{X: 10, Y: 11, Z: 12}}},
	{"Color", gm.Color{R: 0.25, G: 0.5, B: 0.75, A: 1}},
	{"NodePath", objects.MustParseNodePath("/root/Level/Door:position:x")},
	{"RID", objects.RID(0)},
	{"Dictionary", variant.NewDictionary(
		variant.KV("name", variant.String("Tia")),
		variant.Pair{Key: variant.Int(7),
			Value: variant.NewArray(variant.Int(1), variant.Float(2.5), variant.Nil{})},
		variant.Pair{Key: gm.Vector2{X: 1, Y: 2}, Value: variant.NewDictionary()},
	)},
	{"Array", variant.NewArray(
		variant.Int(1), variant.String("two"), variant.Float(3.5), variant.Nil{},
		variant.NewArray(variant.Bool(true), variant.NewDictionary()),
	)},
	{"PoolByteArray", packed.PackedByteArray{0, 127, 255}},
	{"PoolIntArray", packed.PackedInt32Array{1, -1, math.MaxInt32}},
	{"PoolRealArray", packed.PackedFloat32Array{0.5, -1.5}},
	{"PoolStringArray", packed.PackedStringArray{"", "a", "abcd", "é"}},
	{"PoolVector2Array", packed.PackedVector2Array{{X: 1, Y: 2}, {X: 3, Y: 4}}},
	{"PoolVector3Array", packed.PackedVector3Array{{X: 1, Y: 2, Z: 3}}},
	{"PoolColorArray", packed.PackedColorArray{{R: 1, G: 0.5, B: 0.25, A: 1}}},
}

// everything4 is a value of each type that Godot 4 has besides, as in testdata/live/everything4.gd.
var everything4 = []liveValue{
	{"StringName", variant.StringName("hit")},
	{"Vector2i", gm.Vector2i{X: 1, Y: -2}},
	{"Rect2i", gm.Rect2i{Position: gm.Vector2i{X: 1, Y: 2}, Size: gm.Vector2i{X: 3, Y: 4}}},
	{"Vector3i", gm.Vector3i{X: 1, Y: -2, Z: 3}},
	{"Vector4", gm.Vector4{X: 1, Y: 2, Z: 3, W: -4.5}},
	{"Vector4i", gm.Vector4i{X: 1, Y: 2, Z: 3, W: -4}},
	{"Projection", gm.Projection{
		X: gm.Vector4{X: 1, Y: 2, Z: 3, W: 4}, Y: gm.Vector4{X: 5, Y: 6, Z: 7, W: 8},
		Z: gm.Vector4{X: 9, Y: 10, Z: 11, W: 12}, W: gm.Vector4{X: 13, Y: 14, Z: 15, W: 16},
	}},
	{"RID with an ID", objects.RID(77)},
	{"Callable", objects.Callable{}},
	{"Signal", objects.Signal{}},
	{"PackedInt64Array", packed.PackedInt64Array{1, -1, math.MaxInt64}},
	{"PackedFloat64Array", packed.PackedFloat64Array{0.1, -1.5}},
	{"PackedVector4Array", packed.PackedVector4Array{{X: 1, Y: 2, Z: 3, W: 4}}},
	{"Array[int]", variant.NewTypedArray(intElem, variant.Int(1), variant.Int(-2))},
	{"Array[Array]", variant.NewTypedArray(variant.ElementType{Type: variant.TypeArray},
		variant.NewArray(), variant.NewArray(variant.Int(1)))},
	{"Array[Vector2]", variant.NewTypedArray(variant.ElementType{Type: variant.TypeVector2},
		gm.V2(1, 2))},
	{"Dictionary[String, int]", variant.Dictionary{
		Key: &variant.ElementType{Type: variant.TypeString}, Value: &intElem,
		Pairs: []variant.Pair{variant.KV("a", variant.Int(1))},
	}},
	{"Dictionary[int, Variant]", variant.Dictionary{
		Key: &intElem, Pairs: []variant.Pair{{Key: variant.Int(1), Value: variant.String("a")}},
	}},
	{"Dictionary[Variant, StringName]", variant.Dictionary{
		Value: &variant.ElementType{Type: variant.TypeStringName},
		Pairs: []variant.Pair{{Key: variant.Float(2.5), Value: variant.StringName("a")}},
	}},
	{"Array[EncodedObjectAsID]", variant.NewTypedArray(objectElem("EncodedObjectAsID"),
		variant.Nil{})},
}

// The values of packets with full objects.
var (
	fullEverything = []liveValue{
		{"Timer", objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(2.5)),
			objects.Prop("one_shot", variant.Bool(true)))},
	}
	fullEverything4 = []liveValue{
		{"Array[Node]", variant.NewTypedArray(objectElem("Node"), variant.Nil{})},
		{"Array of a script", variant.NewTypedArray(scriptElem, variant.Nil{})},
		{"Dictionary of nodes",
			variant.Dictionary{Key: &variant.ElementType{Type: variant.TypeObject, Class: "Node"},
				Value: &intElem}},
	}
	scriptElem = variant.ElementType{Type: variant.TypeObject, Script: "res://main.gd"}
)

// liveWays are the ways in which the scripts encode and decode values, and those with full objects.
// store_var is last.
var liveWays = map[*variant.Dialect][2][]string{
	codec.Godot3: {{"var2bytes", "Marshalls", "put_var", "store_var"},
		{"full", "full Marshalls", "full put_var", "full store_var"}},
	codec.Godot4: {{"var_to_bytes", "encode_var", "Marshalls", "put_var", "store_var"},
		{"full", "full encode_var", "full store_var"}},
}

// inContainers is v alone, as an item, as a value and as a key.
func inContainers(v variant.Variant) []variant.Variant {
	return []variant.Variant{
		v, variant.NewArray(v, variant.Int(1)), variant.NewDictionary(variant.KV("k", v)),
		variant.Dictionary{Pairs: []variant.Pair{{Key: v, Value: variant.Int(1)}}},
	}
}

// TestLive exchanges values of all types with real engines, in both directions and in each way
// that a script has. The scripts hold what they get against values of their own.
func TestLive(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		all := [2][]liveValue{everything, fullEverything}
		if e.Dialect == codec.Godot4 {
			all = [2][]liveValue{slices.Concat(everything, everything4),
				slices.Concat(fullEverything, fullEverything4)}
		}

		dir := t.TempDir()
		var end []string
		for full, ways := range liveWays[e.Dialect] {
			var file []byte
			for _, row := range all[full] {
				for _, v := range inContainers(row.value) {
					file = live.Frame(file, testkit.Encode(t, e.Codec(full == 1), v))
				}
			}

			for _, way := range ways {
				require.NoError(t, os.WriteFile(filepath.Join(dir, "go."+way), file, 0o644))
				end = append(end, "end "+way)
			}
		}

		handles := live.Frame(nil, testkit.Encode(t, e.Codec(false), objects.Object{ID: 1234}))
		if e.Dialect == codec.Godot4 {
			handles = live.Frame(handles,
				testkit.Encode(t, e.Codec(false), objects.Signal{Name: "hit", Object: 1234}))
		}

		require.NoError(t, os.WriteFile(filepath.Join(dir, "go.handles"), handles, 0o644))

		printed := e.Run(t, e.Script("testdata/live/everything"), dir)
		id, err := strconv.ParseInt(strings.TrimPrefix(printed[len(printed)-1], "ID "), 10, 64)
		require.NoError(t, err, "%v", printed)
		assert.ElementsMatch(t, end, printed[:len(printed)-1])

		classes := counts{}
		for full, ways := range liveWays[e.Dialect] {
			for _, way := range ways {
				path := filepath.Join(dir, "engine."+way)
				packets := live.Frames(t, path)
				require.Len(t, packets, 4*len(all[full]), way)

				for i, packet := range packets {
					row := all[full][i/4]
					want := inContainers(row.value)[i%4]
					classes[checkLive(t, e.Codec(full == 1), way+", "+row.name, packet, want)]++
				}

				file, err := os.ReadFile(path)
				require.NoError(t, err)
				found := codec.Detect(file)
				require.NotEmpty(t, found, way)
				assert.Equal(t, family(e.Dialect), family(found[0].Dialect), way)
				assert.Equal(t, codec.FrameU32, found[0].Framing, way)
				classes["files detected"]++
			}
		}

		classes.log(t)

		want := []variant.Variant{objects.Object{ID: uint64(id)}}
		if e.Dialect == codec.Godot4 {
			want = append(want, objects.Signal{Name: "hit", Object: uint64(id)}, objects.Callable{})
		}

		for i, packet := range live.Frames(t, filepath.Join(dir, "engine.handles")) {
			testkit.RequireEqual(t, want[i], testkit.Decode(t, e.Codec(false), packet))
		}
	})
}

// checkLive requires that a packet of an engine is the value, and returns how it compares to ours.
// Of an object the engine writes all properties: those that the value has must be there.
func checkLive(t *testing.T, c *codec.Codec, name string, packet []byte,
	want variant.Variant) string {
	t.Helper()
	got := testkit.Decode(t, c, packet)
	require.NoError(t, c.Valid(packet), name)

	if !testkit.HoldsObject(want) {
		testkit.RequireEqual(t, want, got)
		out := testkit.Encode(t, c, want)
		if bytes.Equal(packet, out) {
			return "same"
		}

		require.True(t, paddingIsZero(packet, out), "%s\nours   % x\ntheirs % x", name, out, packet)
		return zeroPadding
	}

	require.Equal(t, packet, testkit.Encode(t, c, got), name)
	theirs := objectsIn(got)
	for i, o := range objectsIn(want) {
		require.Equal(t, o.Class, theirs[i].Class, name)
		for _, p := range o.Properties {
			value, ok := theirs[i].Get(p.Name)
			require.True(t, ok, "%s: %s", name, p.Name)
			testkit.RequireEqual(t, p.Value, value)
		}
	}

	return "objects with more properties"
}

// objectsIn returns the objects in v, in their order.
func objectsIn(v variant.Variant) (all []objects.Object) {
	for _, part := range tree.Walk(v) {
		if o, ok := part.(objects.Object); ok {
			all = append(all, o)
		}
	}
	return all
}
