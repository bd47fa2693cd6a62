package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

func TestShow(t *testing.T) {
	golden(t, "show",
		"gdvar show godot3/plain.save",
		"gdvar show godot4/two.save godot4/packet.bin",
		"gdvar show godot3/objects.save godot4/objects.save",
		"gdvar show --flat godot4/plain.save",
		"gdvar show --flat godot3/two.save",
		"gdvar show --flat godot4/objects.save",
		"gdvar show --json godot4/plain.save",
		"gdvar show --json=relaxed godot4/two.save",
		"gdvar show --str godot3/plain.save",
		"gdvar show --str godot4/plain.save",
		"gdvar show --color always godot4/packet.bin",
		"gdvar show --engine godot3 godot4/packet.bin",
		"gdvar show --engine godot4 godot3/plain.save",
		"gdvar show --frame none godot4/plain.save",
		"gdvar show --json=yaml godot4/plain.save",
		"gdvar show --json --flat godot4/plain.save",
	)
}

func TestShowContainers(t *testing.T) {
	golden(t, "show-containers",
		"gdvar show godot3/fastlz.save godot3/deflate.save godot3/zstd.save godot3/gzip.save godot3/big.save",
		"gdvar show godot4/fastlz.save godot4/deflate.save godot4/zstd.save godot4/gzip.save godot4/big.save",
		"GDVAR_PASSWORD=secret gdvar show godot3/secret.save godot4/secret.save godot4/plain.save",
		"OTHER=secret gdvar show --password-env OTHER --str godot3/secret.save",
		"gdvar show --password-file password.txt --str godot4/secret.save",
		"gdvar show --key-file key.hex --str godot3/key.save godot4/key.save",
		"gdvar show --key-file key.hex --password-file password.txt godot4/key.save",
		"gdvar show --key-file password.txt godot4/key.save",
		"GDVAR_PASSWORD=wrong gdvar show godot3/secret.save godot4/secret.save",
	)
}

func TestShowDamaged(t *testing.T) {
	golden(t, "show-damaged",
		"gdvar show damaged/cut.save",
		"gdvar show damaged/type.save",
		"gdvar show --flat damaged/first.save",
		"gdvar show damaged/length.save",
		"gdvar show damaged/packet.bin",
		"gdvar show --str damaged/trailing.bin",
		"gdvar show --lenient --str damaged/trailing.bin",
		"gdvar show damaged/compressed.save damaged/empty.save damaged/text.save godot4",
		"GDVAR_PASSWORD=secret gdvar show damaged/encrypted.save",
		"gdvar show nowhere.save",
	)
}

// TestTree: every kind of value has its line.
func TestTree(t *testing.T) {
	v := variant.NewDictionary(
		variant.KV("null", objects.Object{}),
		variant.KV("id", objects.Object{ID: 5}),
		variant.KV("empty", objects.NewObject("Node")),
		variant.KV("object", objects.NewObject("Timer",
			objects.Prop("wait_time", variant.Float(2.5)),
			objects.Prop("child",
				objects.NewObject("Node", objects.Prop("name", variant.String("a\nb")))))),
		variant.Pair{
			Key: variant.NewArray(variant.Int(1),
				variant.NewDictionary(variant.KV("k", variant.Int(2)))),
			Value: math.V2(1, 2),
		},
		variant.Pair{Key: objects.NewObject("Node", objects.Prop("x", variant.Int(1))),
			Value: variant.NewArray()},
		variant.KV("long", variant.String(strings.Repeat("x", 200))),
	)

	b, err := codec.MustNew(codec.Options{FullObjects: true}).Encode(v)
	require.NoError(t, err)
	r := gdvar(t, string(b), "gdvar show")
	require.Empty(t, r.err)

	var lines []string // without offsets
	for line := range strings.Lines(r.out) {
		lines = append(lines, strings.TrimSuffix(line[min(10, len(line)):], "\n"))
	}

	require.Equal(t, []string{
		lines[0],
		`Dictionary`,
		`  "null": Nil null`,
		`  "id": Object(EncodedObjectAsID,"object_id":5)`,
		`  "empty": Object Node`,
		`  "object": Object Timer`,
		`    .wait_time: float 2.5`,
		`    .child: Object Node`,
		`      .name: String "a\nb"`,
		`  [1, {"k": 2}]: Vector2(1, 2)`,
		`  Object(Node,"x":1): Array`,
		`  "long": String "` + strings.Repeat("x", 99) + `…`,
	}, lines)
}
