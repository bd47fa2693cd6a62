package codec_test

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/examples/engine"
	"godotvariant/internal/testkit"
	gm "godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// everything is a value of each type that Godot 3 has, as in
// testdata/live/everything.gd.
var everything = []struct {
	name  string
	value variant.Variant
}{
	{"Nil", variant.Nil{}},
	{"bool", variant.Bool(true)},
	{"int", variant.Int(-5)},
	{"int min", variant.Int(math.MinInt64)},
	{"int 33 bits", variant.Int(1 << 32)},
	{"float single", variant.Float(0.5)},
	{"float double", variant.Float(0.1)},
	{"float inf", variant.Float(math.Inf(1))},
	{"String", variant.String("Grüße, 世界 😀")},
	{"Vector2", gm.Vector2{X: 1, Y: -2.5}},
	{"Rect2", gm.Rect2{Position: gm.Vector2{X: 1, Y: 2}, Size: gm.Vector2{X: 3, Y: 4}}},
	{"Vector3", gm.Vector3{X: 1, Y: 2, Z: 3}},
	{"Transform2D", gm.Transform2D{X: gm.Vector2{X: 1, Y: 2}, Y: gm.Vector2{X: 3, Y: 4}, Origin: gm.Vector2{X: 5, Y: 6}}},
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
		variant.Pair{Key: variant.Int(7), Value: variant.NewArray(variant.Int(1), variant.Float(2.5), variant.Nil{})},
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

// TestLiveGodot3 exchanges values of all types with a real engine, in both directions.
func TestLiveGodot3(t *testing.T) {
	godot := engine.Godot3(t)
	c := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	full := codec.MustNew(codec.Options{Dialect: codec.Godot3, FullObjects: true})
	dir := t.TempDir()

	var file []byte
	record := func(c *codec.Codec, v variant.Variant) {
		file = append(file, records(binary.LittleEndian, string(testkit.Encode(t, c, v)))...)
	}
	for _, v := range everything {
		record(c, v.value)
	}
	record(c, objects.Object{ID: 1234})
	record(full, objects.NewObject("Timer", objects.Prop("wait_time", variant.Float(2.5)), objects.Prop("one_shot", variant.Bool(true))))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "everything.var"), file, 0o644))

	var answers []string
	for _, line := range godot.Run(t, "testdata/live/everything.gd", dir) {
		if strings.HasPrefix(line, "ok ") || strings.HasPrefix(line, "BAD ") {
			answers = append(answers, line)
		}
	}
	var want []string
	for _, v := range everything {
		want = append(want, "ok "+v.name)
	}
	require.Equal(t, append(want, "ok object ID", "ok full object", "ok end"), answers)

	file, err := os.ReadFile(filepath.Join(dir, "engine.var"))
	require.NoError(t, err)
	for _, want := range everything {
		require.GreaterOrEqual(t, len(file), 4)
		n := 4 + int(binary.LittleEndian.Uint32(file))
		packet := file[4:n]
		file = file[n:]
		testkit.RequireEqual(t, want.value, testkit.Decode(t, c, packet))
		if want.name != "NodePath" { // the engine leaves its padding as it was in memory
			assert.Equal(t, packet, testkit.Encode(t, c, want.value), want.name)
		}
	}
	require.Empty(t, file)
}
