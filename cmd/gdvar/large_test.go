package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/large"
	"godotvariant/cmd/gdvar/views"
	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
)

// testWindow is so small that most containers of randomRoot are read in place.
const testWindow = 40

// TestLargeViews: what is printed of a packet in place is what is printed of its value.
func TestLargeViews(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(1, seed))
		root := randomRoot(random)
		d := documentOf(t, root)
		p := inPlace(t, d)
		plain := func(s string) string { return s }
		colors := views.Colors{Offset: plain, Label: plain, Type: plain}

		for name, print := range map[string][2]func(*bytes.Buffer) error{
			"json": {
				func(b *bytes.Buffer) error { return p.JSON(b, jsonvar.Marshal) },
				func(b *bytes.Buffer) error { return marshalTo(b, root, jsonvar.Marshal) },
			},
			"relaxed json": {
				func(b *bytes.Buffer) error { return p.JSON(b, jsonvar.MarshalRelaxed) },
				func(b *bytes.Buffer) error { return marshalTo(b, root, jsonvar.MarshalRelaxed) },
			},
			"tree": {
				func(b *bytes.Buffer) error { return views.NewTree(b, colors).PrintLarge(p, 4) },
				func(b *bytes.Buffer) error {
					views.NewTree(b, colors).Print(d.Codec(), d.Records[0].Packet, 4)
					return nil
				},
			},
			"flat": {
				func(b *bytes.Buffer) error { return views.FlatLarge(b, &d.Format, nil, p) },
				func(b *bytes.Buffer) error { return views.Flat(b, &d.Format, nil, root) },
			},
		} {
			var got, want bytes.Buffer
			require.NoError(t, print[0](&got), name)
			require.NoError(t, print[1](&want), name)
			require.Equal(t, want.String(), got.String(), "%s, seed %d", name, seed)
		}
	}
}

func marshalTo(
	b *bytes.Buffer, v variant.Variant, marshal func(variant.Variant) ([]byte, error),
) error {
	out, err := marshal(v)
	b.Write(out)
	return err
}

// documentOf returns a file of Godot 4 with one record.
func documentOf(t *testing.T, root variant.Variant) *document.Document {
	var b bytes.Buffer
	require.NoError(t, codec.MustNew(codec.Options{FullObjects: true}).
		NewEncoder(&b, codec.FrameU32).Encode(root))

	d, err := document.Read(b.Bytes(), document.Options{Dialect: codec.Godot4})
	require.NoError(t, err)

	return d
}

func inPlace(t *testing.T, d *document.Document) *large.Packet {
	p, err := large.NewWindow(d.Codec(), d.Records[0].Packet, testWindow)
	require.NoError(t, err)
	return p
}

// randomRoot returns a Dictionary with values of many types, some levels deep.
func randomRoot(random *rand.Rand) variant.Variant {
	d := variant.Dictionary{}
	for i := range 1 + random.IntN(6) {
		d.Pairs = append(d.Pairs, variant.Pair{Key: randomKey(random, i), Value: randomValue(random, 4)})
	}

	return d
}

func randomKey(random *rand.Rand, i int) variant.Variant {
	name := fmt.Sprintf("key %d", i)
	return []variant.Variant{
		variant.String(name), variant.StringName(name), variant.Int(i), math.Vector2i{X: int32(i), Y: 1},
	}[random.IntN(4)]
}

func randomValue(random *rand.Rand, depth int) variant.Variant {
	kinds := 12
	if depth == 0 {
		kinds = 8
	}

	switch random.IntN(kinds) {
	case 0:
		return variant.Nil{}
	case 1:
		return variant.Bool(random.IntN(2) == 0)
	case 2:
		return variant.Int(random.IntN(1000))
	case 3:
		return variant.Float(random.IntN(1000)) / 8
	case 4:
		return variant.String(strings.Repeat("ü", random.IntN(40)))
	case 5:
		return math.Vector2{X: float64(random.IntN(9)), Y: 2}
	case 6:
		return packed.PackedInt32Array(make([]int32, random.IntN(30)))
	case 7:
		return objects.MustParseNodePath("a/b:c")
	case 8:
		return variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt}, slices.Repeat(
			[]variant.Variant{variant.Int(7)}, random.IntN(20))...)
	case 9:
		return objects.Object{Class: "Timer", Properties: []objects.Property{
			{Name: "wait", Value: randomValue(random, depth-1)}}}
	case 10:
		a := variant.Array{}
		for range random.IntN(8) {
			a.Items = append(a.Items, randomValue(random, depth-1))
		}
		return a

	default:
		d := variant.Dictionary{}
		for i := range random.IntN(8) {
			d.Pairs = append(d.Pairs, variant.Pair{Key: randomKey(random, i),
				Value: randomValue(random, depth-1)})
		}
		return d
	}
}
