package salvage_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/salvage"
	"godotvariant/codec"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// save has containers in containers, as values and as keys.
var save = variant.NewDictionary(
	variant.KV("name", variant.String("Tia")),
	variant.KV("bag", variant.NewArray(
		variant.NewDictionary(variant.KV("id", variant.Int(7)),
			variant.KV("at", math.Vector2{X: 1})),
		variant.NewArray(), variant.Int(1<<40))),
	variant.Pair{
		Key: variant.NewArray(variant.Int(1), variant.String("key")), Value: variant.Nil{},
	},
	variant.KV("tags", packed.PackedStringArray{"a", "bc"}),
	variant.KV("node", objects.Object{Class: "Node", Properties: []objects.Property{
		{Name: "hp", Value: variant.Int(3)}, {Name: "mp", Value: variant.NewArray(variant.Int(4))},
	}}),
	variant.KV("end", variant.Bool(true)))

// TestPacket cuts a packet at every offset. From the bytes in front of the cut, Packet makes a
// packet that has only values of the whole packet. A later cut never gives fewer values.
func TestPacket(t *testing.T) {
	for _, d := range []*variant.Dialect{codec.Godot3, codec.Godot4} {
		c := codec.MustNew(codec.Options{Dialect: d, FullObjects: true})
		whole := testkit.Must(c.Encode(save))
		before := 0

		for n := range len(whole) {
			packet, lost := salvage.Packet(whole[:n], c)
			if packet == nil {
				require.Zero(t, before)
				continue
			}

			require.NotEmpty(t, lost)
			v := testkit.Must(c.Decode(packet))
			values := 0
			for path, part := range tree.Walk(v) {
				was := testkit.Must(tree.Lookup(testkit.Must(c.Decode(whole)), path.String()))
				require.Equal(t, was.Type(), part.Type())
				if _, ok := part.(variant.Container); !ok {
					require.True(t, variant.Equal(was, part), path)
					values++
				}
			}

			require.GreaterOrEqual(t, values, before)
			before = values
		}

		packet, lost := salvage.Packet(append(whole, 1, 2, 3, 4), c)
		require.Equal(t, whole, packet)
		require.Empty(t, lost)
	}
}

// TestPacketLost: the list of losses has the containers around the damage, beginning with the
// innermost container.
func TestPacketLost(t *testing.T) {
	c := codec.MustNew(codec.Options{})
	b := testkit.Must(c.Encode(variant.NewArray(variant.Int(1),
		variant.NewDictionary(variant.KV("a", variant.Int(2)), variant.KV("b", variant.Int(3))),
		variant.Int(4))))

	b[len(b)-16] = 99 // the type of the int 3 is now unknown
	packet, lost := salvage.Packet(b, c)
	require.Equal(t, `[1, {"a": 2}]`, variant.Text(testkit.Must(c.Decode(packet))))

	require.Len(t, lost, 2)
	require.Equal(t, "$[1] 1 2", show(lost[0]))
	require.Equal(t, "$ 2 3", show(lost[1]))

	packet, _ = salvage.Packet([]byte{99, 0, 0, 0}, c)
	require.Nil(t, packet)
}

// TestPacketLostKey: a pair whose key is cut is lost as a whole. The cut may be at any depth of the
// key.
func TestPacketLostKey(t *testing.T) {
	c := codec.MustNew(codec.Options{})
	key := variant.NewArray(variant.Int(1), variant.NewArray(variant.Int(2), variant.Int(3)))
	first := variant.NewDictionary(variant.KV("a", variant.Int(1)))
	whole := testkit.Must(c.Encode(variant.NewDictionary(append(first.Pairs,
		variant.Pair{Key: key, Value: variant.Int(5)})...)))

	for n := len(testkit.Must(c.Encode(first))); n < len(whole); n++ {
		packet, lost := salvage.Packet(whole[:n], c)
		require.Equal(t, `{"a": 1}`, variant.Text(testkit.Must(c.Decode(packet))), n)
		require.Len(t, lost, 1, n)
		require.Equal(t, "$ 1 2", show(lost[0]), n)
	}
}

func show(l salvage.Loss) string { return fmt.Sprint(l.Path, " ", l.Kept, " ", l.Len) }
